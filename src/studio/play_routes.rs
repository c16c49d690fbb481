//! The owner's routes for playing: open and close tables, look at records, go on with one. Called by `routes`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::proof_routes::own_page;
use super::shared::{Play, Studio, work};
use super::tables::{NewTable, OpenTable, SeatKind, records, records_folder};
use crate::cards::Pack;
use crate::pages::replay_page;
use crate::pages::studio::{PlayView, ShownTable, play_page};
use crate::registry::Registry;
use crate::rules::Axis;
use crate::session::prover_of;
use crate::source::{Diagnostics, Files};

#[derive(Debug, Default, Deserialize)]
pub struct AskedPlay {
    resume: Option<String>,
}

pub async fn show_play(State(studio): State<Studio>, Query(asked): Query<AskedPlay>) -> Response {
    work(move || page(&studio, asked.resume.as_deref(), None)).await
}

pub async fn open_table(
    State(studio): State<Studio>,
    Form(fields): Form<BTreeMap<String, String>>,
) -> Response {
    work(move || match new_table(&studio, &fields) {
        Ok(_) => (StatusCode::SEE_OTHER, [(header::LOCATION, "/play")]).into_response(),
        Err(found) => page(
            &studio,
            fields.get("record").map(String::as_str),
            Some(&in_a_line(&found)),
        ),
    })
    .await
}

#[derive(Debug, Deserialize)]
pub struct Closed {
    table: u32,
}

pub async fn close_table(State(studio): State<Studio>, Form(closed): Form<Closed>) -> Response {
    studio.play.tables.close(closed.table);
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/play")]).into_response()
}

/// A record as a page to step through.
pub async fn show_record(State(studio): State<Studio>, Path(name): Path<String>) -> Response {
    work(move || {
        let shown = read_game(&studio).and_then(|pack| {
            let mut text = read_record(&studio, &name).ok_or_else(Diagnostics::new)?;
            // A game that is still played, or was cut off, has no last line yet.
            text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
            if !text.contains("\n{\"result\"") {
                text.push_str("{\"result\":null}\n");
            }
            let mut files = Files::new();
            let prover = prover_of(&pack).ok_or_else(Diagnostics::new)?;
            let replay = prover.replay(&pack, &name, text.into(), &mut files)?;
            replay_page(&pack, &replay, &mut files)
        });
        match shown {
            Ok(page) => own_page(page),
            Err(found) => (
                StatusCode::CONFLICT,
                format!("this record cannot be shown: {}\n", in_a_line(&found)),
            )
                .into_response(),
        }
    })
    .await
}

fn new_table(
    studio: &Studio,
    fields: &BTreeMap<String, String>,
) -> Result<Arc<OpenTable>, Diagnostics> {
    let pack = Arc::new(read_game(studio)?);
    let prover = prover_of(&pack).ok_or_else(Diagnostics::new)?;
    let plan = NewTable::read(fields, &prover.axes(&pack));
    let live = match fields.get("record") {
        None => prover.live(&pack, &plan.variant, random_seed())?,
        Some(name) => {
            let text = read_record(studio, name).ok_or_else(Diagnostics::new)?;
            let to = fields.get("ply").and_then(|ply| ply.trim().parse().ok());
            prover.resume(&pack, (name, text.into()), to, &mut Files::new())?
        }
    };
    studio.play.tables.open(pack, live, &plan, &folder(studio))
}

/// The dice of a new game: nobody knows them beforehand.
fn random_seed() -> u64 {
    let mut bytes = [0; 4];
    // Without random numbers there would be no secrets either, and the studio would not have started.
    let _ = getrandom::fill(&mut bytes);
    u64::from(u32::from_le_bytes(bytes))
}

fn read_game(studio: &Studio) -> Result<Pack, Diagnostics> {
    Pack::load(studio.game.open()?, &Registry, &mut Files::new())
}

fn folder(studio: &Studio) -> PathBuf {
    studio.game.open().map_or_else(
        |_| PathBuf::from("output/records"),
        |folder| records_folder(&folder),
    )
}

/// The text of a record of the game's own folder, by its file name.
fn read_record(studio: &Studio, name: &str) -> Option<String> {
    let folder = folder(studio);
    let known = records(&folder).into_iter().find(|known| known == name)?;
    std::fs::read_to_string(folder.join(known)).ok()
}

fn page(studio: &Studio, resume: Option<&str>, said: Option<&str>) -> Response {
    let snapshot = studio.watch.snapshot();
    let pack = snapshot.pack.as_deref();
    let axes: Option<Vec<Axis>> = pack.and_then(|pack| Some(prover_of(pack)?.axes(pack)));
    let seats = pack.map(seat_names).unwrap_or_default();
    let tables: Vec<ShownTable> = studio
        .play
        .tables
        .all()
        .iter()
        .map(|room| shown(room, &studio.play))
        .collect();
    let records = records(&folder(studio));
    let view = PlayView {
        axes: axes.as_deref(),
        seats: &seats,
        kinds: &SeatKind::CHOICES,
        tables: &tables,
        records: &records,
        resume: resume.filter(|name| records.iter().any(|known| known == name)),
        said,
        is_open: studio.play.is_open,
    };
    Html(play_page(&snapshot, &view)).into_response()
}

/// What the seats are called, of the variant with most of them.
fn seat_names(pack: &Pack) -> Vec<String> {
    let Some(prover) = prover_of(pack) else {
        return Vec::new();
    };
    let variants = crate::rules::Variant::all(&prover.axes(pack));
    let seats = variants.iter().filter_map(|variant| {
        let live = prover.live(pack, variant, 0).ok()?;
        Some(live.header().seats.clone())
    });
    seats.max_by_key(Vec::len).unwrap_or_default()
}

fn shown(room: &Arc<OpenTable>, play: &Play) -> ShownTable {
    let invitations = room.invitations().into_iter().map(|(purpose, secret)| {
        // Who shares this device plays at its own address, which always works here.
        let address = play
            .addresses
            .first()
            .map(String::as_str)
            .unwrap_or_default();
        let address = format!("{address}/join/{secret}");
        let code = QrCode::new(address.as_bytes())
            .map(|code| code.render::<svg::Color>().min_dimensions(160, 160).build());
        let code = code.unwrap_or_default();
        // The outer element alone, without the head of a file.
        let start = code.find("<svg").unwrap_or(0);
        (purpose, address, code[start..].to_owned())
    });
    ShownTable {
        id: room.id,
        standing: room.standing(),
        record: room.record_name(),
        invitations: invitations.collect(),
    }
}

fn in_a_line(found: &Diagnostics) -> String {
    let said: Vec<String> = found
        .iter()
        .take(3)
        .map(|fault| match &fault.help {
            Some(help) => format!("{}; {help}", fault.message),
            None => fault.message.clone(),
        })
        .collect();
    if said.is_empty() {
        "there is no such record or game".to_owned()
    } else {
        said.join(". ")
    }
}
