//! The owner's routes for playing: open and close tables, look at records, go on with one.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Form, Path, Query};
use axum::response::{Html, Redirect, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::proof_routes::{in_a_line, shown_record};
use super::shared::{Play, Studio};
use super::tables::{
    NewTable, OpenTable, SeatKind, no_random_numbers, record_summary, records, records_folder,
};
use crate::cards::Pack;
use crate::pages::studio::{PlayView, TableForm, play_page};
use crate::registry;
use crate::rules::Seed;
use crate::script::script_axes;
use crate::session::record_text;
use crate::source::{Diagnostics, Files};
use crate::verify::live::LiveGame;
use crate::verify::record::RecordHeader;

/// Fields of the form for a new table, as they are chosen so far; `record` for a game that is to go on.
type Fields = BTreeMap<String, String>;

pub fn show_play(studio: &Studio, Query(fields): Query<Fields>) -> Html<String> {
    page(studio, &fields, None)
}

pub fn open_table(studio: &Studio, Form(fields): Form<Fields>) -> Result<Redirect, Html<String>> {
    new_table(studio, &fields).map_err(|found| page(studio, &fields, Some(&in_a_line(&found))))?;
    Ok(Redirect::to("/play"))
}

#[derive(Deserialize)]
pub struct Closed {
    table: u32,
}

pub fn close_table(studio: &Studio, Form(closed): Form<Closed>) -> Redirect {
    studio.play.tables.close(closed.table);
    Redirect::to("/play")
}

#[derive(Deserialize)]
pub struct LostPlace {
    pass: String,
}

/// Invites anew to a place that somebody has lost.
pub fn invite_again(
    studio: &Studio,
    Form(lost): Form<LostPlace>,
) -> Result<Redirect, Html<String>> {
    studio
        .play
        .tables
        .of_pass(&lost.pass)
        .map_or(Ok(()), |room| room.invite_again(&lost.pass))
        .map_err(|why| {
            let found = Diagnostics::from(no_random_numbers(why));
            page(studio, &Fields::new(), Some(&in_a_line(&found)))
        })?;
    Ok(Redirect::to("/play"))
}

/// A record as a page to step through.
pub fn show_record(studio: &Studio, Path(name): Path<String>) -> Response {
    shown_record(studio, |_, _| {
        let mut text = read_record(studio, &name).ok_or_else(Diagnostics::new)?;
        // A game that is still played, or was cut off, has no last line yet.
        text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
        if !text.contains("\n{\"result\"") {
            text.push_str("{\"result\":null}\n");
        }
        Ok(text)
    })
}

fn new_table(studio: &Studio, fields: &Fields) -> Result<Arc<OpenTable>, Diagnostics> {
    let pack = Arc::new(registry::load(studio.game.open()?, &mut Files::new())?);
    let plan = NewTable::read(fields, &script_axes(&pack.game));
    let live = match fields.get("record") {
        None => {
            let seed = Seed::secret().map_err(no_random_numbers)?;
            LiveGame::begin(&pack, &plan.variant, seed)?
        }
        Some(name) => {
            let text = read_record(studio, name).ok_or_else(Diagnostics::new)?;
            let to = fields.get("ply").and_then(|ply| ply.trim().parse().ok());
            let mut live = LiveGame::resume(&pack, (name, text.into()), to, &mut Files::new())?;
            // Who saw the game as it went would know what comes.
            live.reseed(Seed::secret().map_err(no_random_numbers)?);
            live
        }
    };
    studio.play.tables.open(pack, live, &plan, &folder(studio))
}

/// Records that are listed: each is read for it.
const MOST_LISTED: usize = 100;

fn folder(studio: &Studio) -> PathBuf {
    studio.game.open().map_or_else(|_| "output/records".into(), |folder| records_folder(&folder))
}

/// The text of a record of the game's own folder, by its file name.
fn read_record(studio: &Studio, name: &str) -> Option<String> {
    let folder = folder(studio);
    let known = records(&folder).into_iter().find(|known| known == name)?;
    record_text(&folder.join(known)).ok()
}

fn page(studio: &Studio, fields: &Fields, said: Option<&str>) -> Html<String> {
    let snapshot = studio.watch.snapshot();
    let folder = folder(studio);
    let records = records(&folder);
    let listed = records.iter().take(MOST_LISTED).map(|name| {
        let says = record_summary(&folder.join(name));
        (name.as_str(), says)
    });
    let resume = fields.get("record").filter(|name| records.contains(name));
    let table = snapshot.pack.as_deref().and_then(|pack| table_form(studio, pack, fields, resume));
    let tables = studio.play.tables.all();
    let tables = tables.iter().map(|room| room.shown(|secret| link(&studio.play, secret)));
    let view = PlayView {
        table: table.as_ref(),
        kinds: &SeatKind::CHOICES,
        tables: &tables.collect::<Vec<_>>(),
        records: &listed.collect::<Vec<_>>(),
        older: records.len().saturating_sub(MOST_LISTED),
        resume: resume.map(String::as_str),
        said,
        is_open: studio.play.is_open,
    };
    Html(play_page(&snapshot, &view))
}

/// What there is to choose for a new table; `None` where the game cannot be played.
fn table_form(
    studio: &Studio,
    pack: &Pack,
    fields: &Fields,
    resume: Option<&String>,
) -> Option<TableForm> {
    let axes = script_axes(&pack.game);
    let mut variant = NewTable::read(fields, &axes).variant;
    if let Some(text) = resume.and_then(|name| read_record(studio, name)) {
        let file = Files::new().add("record", text.as_str());
        if let Ok(header) = RecordHeader::read(file, &text) {
            variant = header.variant;
        }
    }
    let seats = LiveGame::begin(pack, &variant, 0.into()).ok()?.header().seats.clone();
    Some(TableForm { axes, variant, seats })
}

/// The address of an invitation, and its QR code.
fn link(play: &Play, secret: &str) -> (String, String) {
    // Who shares this device plays at its own address, which always works here.
    let address = play.addresses.first().map(String::as_str).unwrap_or_default();
    let address = format!("{address}/join/{secret}");
    let code = QrCode::new(address.as_bytes())
        .map(|code| code.render::<svg::Color>().min_dimensions(160, 160).build())
        .unwrap_or_default();
    // The outer element alone, without the head of a file.
    let start = code.find("<svg").unwrap_or(0);
    (address, code[start..].to_owned())
}
