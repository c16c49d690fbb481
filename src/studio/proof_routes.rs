//! The routes of the views of proofs, looks and changes. Called by `routes`.

use std::sync::{Arc, PoisonError};

use axum::extract::{Form, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::shared::{Studio, work};
use crate::cards::Pack;
use crate::pages::studio::{
    ChangesView, LooksView, changes_page, looks_page, no_comparison, proof_page,
};
use crate::pages::{add_pictures, replay_page};
use crate::registry;
use crate::report::{Report, ReportFormat};
use crate::session::{Difference, GameSnapshot, ShownGame, compare, scenarios, side_folder};
use crate::source::{Diagnostics, Files};
use crate::template::Ink;
use crate::verify::replay::replay_record;
use crate::verify::scenario::{record_scenario, run_scenarios};

/// Seconds that random games may be asked for.
const MOST_SECONDS: u64 = 600;

pub async fn show_proof(State(studio): State<Studio>) -> Response {
    work(move || {
        let snapshot = studio.watch.snapshot();
        let mut files = Files::new();
        let pack = snapshot
            .pack
            .as_deref()
            .filter(|_| !snapshot.faults.iter().any(|fault| fault.is_error && fault.code < "D200"));
        let report = pack.and_then(|pack| run_scenarios(pack, &mut files).ok());
        let scenarios = report.as_ref().map(|report| report.scenarios.as_slice());
        let (run, wins) = (studio.games.run().clone(), studio.games.wins().clone());
        Html(proof_page(&snapshot, scenarios, &run, &wins)).into_response()
    })
    .await
}

#[derive(Debug, Deserialize)]
pub struct AskedGames {
    seconds: u64,
}

pub async fn start_games(State(studio): State<Studio>, Form(asked): Form<AskedGames>) -> Response {
    let seconds = asked.seconds.clamp(1, MOST_SECONDS);
    started(studio.games.clone().start_games(studio.game, seconds))
}

pub async fn stop_games(State(studio): State<Studio>) -> StatusCode {
    studio.games.stop();
    StatusCode::NO_CONTENT
}

pub async fn compare_wins(State(studio): State<Studio>) -> Response {
    started(studio.games.clone().compare_wins(studio.game))
}

fn started(has_begun: bool) -> Response {
    if has_begun {
        StatusCode::NO_CONTENT.into_response()
    } else {
        let said = "random games are being played already\n";
        (StatusCode::CONFLICT, said).into_response()
    }
}

/// The smallest game that breaks a law, to step through.
pub async fn show_counterexample(State(studio): State<Studio>) -> Response {
    work(move || {
        let record = studio.games.record();
        shown_record(&studio, |_, _| record.ok_or_else(Diagnostics::new))
    })
    .await
}

/// A scenario, to step through.
pub async fn show_scenario(State(studio): State<Studio>, Path(slug): Path<String>) -> Response {
    work(move || shown_record(&studio, |pack, files| record_scenario(pack, &slug, files))).await
}

/// The record that is read from a game, as a page to step through.
pub fn shown_record(
    studio: &Studio,
    read: impl FnOnce(&Pack, &mut Files) -> Result<String, Diagnostics>,
) -> Response {
    let mut files = Files::new();
    let page = (|| {
        let pack = registry::load(studio.game.open()?, &mut files)?;
        let text = read(&pack, &mut files)?;
        let replay = replay_record(&pack, "record.jsonl", text.into(), &mut files)?;
        replay_page(&pack, &replay, &mut files)
    })();
    match page {
        Ok(page) => own_page(page),
        Err(found) => {
            let said = format!("this cannot be shown: {}\n", in_a_line(&found));
            (StatusCode::CONFLICT, said).into_response()
        }
    }
}

/// Faults in a line, where there is no room for more.
pub fn in_a_line(found: &Diagnostics) -> String {
    let said: Vec<String> = found
        .iter()
        .take(3)
        .map(|fault| match &fault.help {
            Some(help) => format!("{}; {help}", fault.message),
            None => fault.message.clone(),
        })
        .collect();
    if said.is_empty() {
        "there is no such record or game any more".to_owned()
    } else {
        said.join(". ")
    }
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
            let outcomes =
                if found.changes_rules() { scenarios(&old, &new, &mut files)? } else { None };
            let difference = Difference { old, new, found, scenarios: outcomes, games: None };
            let mut game = difference.report();
            let Difference { old, new, found, .. } = &difference;
            add_pictures(&mut game, [old, new], found, &|| ())?;
            let report = Report { command: "diff", games: vec![game] };
            Ok::<_, Diagnostics>(ReportFormat::Html.write(&report))
        })();
        match page {
            Ok(page) => own_page(page.into_bytes()),
            Err(found) => Html(no_comparison(&in_a_line(&found))).into_response(),
        }
    })
    .await
}
