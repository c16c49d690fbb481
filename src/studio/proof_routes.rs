//! The routes of the views of proofs, looks and changes. Called by `routes`.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::extract::{Form, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::shared::{Studio, work};
use crate::cards::Pack;
use crate::pages::studio::{
    ChangesView, GamesRun, LooksView, changes_page, looks_page, no_comparison, proof_page,
};
use crate::pages::{diff_page, replay_page};
use crate::registry::Registry;
use crate::rules::{LawKind, Variant};
use crate::session::{GameSnapshot, ShownGame, compare, prover_of, scenarios, side_folder};
use crate::source::{Diagnostics, Files, grouped};
use crate::template::Ink;
use crate::verify::fuzz::FuzzPlan;

/// Seconds that random games may be asked for.
const MOST_SECONDS: u64 = 600;

pub async fn show_proof(State(studio): State<Studio>) -> Response {
    work(move || {
        let snapshot = studio.watch.snapshot();
        let mut files = Files::new();
        let pack = snapshot.pack.as_deref().filter(|_| {
            !snapshot
                .faults
                .iter()
                .any(|fault| fault.is_error && fault.code < "D200")
        });
        let report = pack.and_then(|pack| prover_of(pack)?.scenarios(pack, &mut files).ok());
        let scenarios = report.map(|report| report.scenarios).unwrap_or_default();
        let run = studio.games.run().clone();
        Html(proof_page(&snapshot, &scenarios, &run)).into_response()
    })
    .await
}

#[derive(Debug, Deserialize)]
pub struct AskedGames {
    seconds: u64,
}

pub async fn start_games(State(studio): State<Studio>, Form(asked): Form<AskedGames>) -> Response {
    {
        let mut run = studio.games.run();
        if run.running.is_some() {
            return (
                StatusCode::CONFLICT,
                "random games are being played already\n",
            )
                .into_response();
        }
        *run = GamesRun {
            running: Some(0),
            ..GamesRun::default()
        };
    }
    studio.games.stop.store(false, Ordering::Relaxed);
    studio.games.tell();
    std::thread::spawn(move || {
        let done = play_games(&studio, asked.seconds.clamp(1, MOST_SECONDS));
        let mut run = studio.games.run();
        run.running = None;
        if let Err(found) = done {
            run.fault = found.iter().next().map(|fault| fault.message.clone());
        }
        drop(run);
        studio.games.tell();
    });
    StatusCode::NO_CONTENT.into_response()
}

pub async fn stop_games(State(studio): State<Studio>) -> StatusCode {
    studio.games.stop.store(true, Ordering::Relaxed);
    StatusCode::NO_CONTENT
}

/// Plays every variant for its share of the time, and notes what is found.
fn play_games(studio: &Studio, seconds: u64) -> Result<(), Diagnostics> {
    let pack = Pack::load(studio.game.open()?, &Registry, &mut Files::new())?;
    let prover = prover_of(&pack).ok_or_else(Diagnostics::new)?;
    let variants = Variant::all(&prover.axes(&pack));
    let plan = FuzzPlan {
        games: u64::from(u32::MAX),
        time: Some(Duration::from_millis(
            seconds * 1_000 / variants.len().max(1) as u64,
        )),
        work: None,
        seed: 1,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        players: None,
    };
    let mut before = 0;
    for variant in &variants {
        if studio.games.stop.load(Ordering::Relaxed) {
            break;
        }
        let so_far = |games: u64| {
            studio.games.run().running = Some(before + games);
            studio.games.tell();
        };
        let found = prover.fuzz(&pack, variant, &plan, &so_far)?;
        before += found.counts.games;
        let mut run = studio.games.run();
        let decisions = grouped(found.counts.decisions);
        let games = grouped(found.counts.games);
        let name = variant.describe();
        let name = if name.is_empty() {
            String::new()
        } else {
            format!("{name}: ")
        };
        run.lines
            .push(format!("{name}{games} games, {decisions} decisions"));
        for counted in &found.properties {
            let kind = match counted.property.kind {
                LawKind::Always => "",
                LawKind::Sometimes => " (seen in games)",
                LawKind::Never => " (never reached)",
            };
            let law = format!("{}: {}{kind}", counted.property.id, counted.property.says);
            match run.laws.iter_mut().find(|(known, _)| *known == law) {
                Some((_, count)) => *count += counted.count,
                None => run.laws.push((law, counted.count)),
            }
        }
        if let Some(fault) = found.fault {
            let smallest = fault.smallest;
            run.broken = Some((
                format!("{} does not hold: {}", smallest.property, smallest.says),
                smallest.story,
            ));
            *studio
                .games
                .record
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some(smallest.record);
            break;
        }
    }
    Ok(())
}

/// The smallest game that breaks a law, to step through.
pub async fn show_counterexample(State(studio): State<Studio>) -> Response {
    work(move || {
        let record = studio
            .games
            .record
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let mut files = Files::new();
        let page = record.ok_or_else(Diagnostics::new).and_then(|record| {
            let pack = Pack::load(studio.game.open()?, &Registry, &mut files)?;
            let prover = prover_of(&pack).ok_or_else(Diagnostics::new)?;
            let replay = prover.replay(&pack, "counterexample.jsonl", record.into(), &mut files)?;
            replay_page(&pack, &replay, &mut files)
        });
        match page {
            Ok(page) => own_page(page),
            Err(_) => (
                StatusCode::NOT_FOUND,
                "there is no such game any more: play again\n",
            )
                .into_response(),
        }
    })
    .await
}

/// A page that brings its own policy, which allows its own script and nothing else.
pub fn own_page(page: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"),
    ];
    (headers, page).into_response()
}

pub async fn show_looks(State(studio): State<Studio>, Query(view): Query<LooksView>) -> Response {
    work(move || {
        let snapshot = studio.watch.snapshot();
        let shown = match studio.game.open() {
            Ok(folder) if view.ink == "low" => Arc::new(GameSnapshot::read(folder, Ink::Low, None)),
            _ => snapshot.clone(),
        };
        *studio.looks.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown.clone());
        Html(looks_page(&snapshot, &shown, &view)).into_response()
    })
    .await
}

pub async fn show_changes(
    State(studio): State<Studio>,
    Query(view): Query<ChangesView>,
) -> Html<String> {
    Html(changes_page(&studio.watch.snapshot(), &view))
}

/// The comparison itself.
pub async fn show_comparison(
    State(studio): State<Studio>,
    Query(view): Query<ChangesView>,
) -> Response {
    work(move || {
        let mut files = Files::new();
        let page = (|| {
            let old = side_folder(view.old(), &studio.game.name)?;
            let new = side_folder(&studio.game.name, view.old())?;
            let old = ShownGame::read(old, view.old(), &mut files)?;
            let new = ShownGame::read(new, studio.game.name.as_str(), &mut files)?;
            let found = compare(&old, &new);
            let outcomes = if found.changes_rules() {
                scenarios(&old, &new, &mut files)?
            } else {
                None
            };
            diff_page(&old, &new, &found, outcomes.as_ref(), &|| ())
        })();
        match page {
            Ok(page) => own_page(page),
            Err(found) => {
                let said: Vec<String> = found
                    .iter()
                    .take(3)
                    .map(|fault| {
                        let help = fault
                            .help
                            .as_deref()
                            .map_or_else(String::new, |help| format!("; {help}"));
                        format!("{}{help}.", fault.message)
                    })
                    .collect();
                Html(no_comparison(&said.join(" "))).into_response()
            }
        }
    })
    .await
}
