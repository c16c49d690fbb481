//! The routes of the views of proofs, looks and changes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::extract::{Form, Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use crate::cards::Pack;
use crate::pages::studio::{
    ChangesView, DestinationsView, LastCommand, LooksView, SheetsPreview, SheetsView, changes_page,
    destinations_page, looks_page, no_comparison, proof_page, sheets_page,
};
use crate::pages::{add_pictures, replay_page};
use crate::registry;
use crate::report::{Report, ReportFormat};
use crate::session::{
    Difference, GameSnapshot, Printing, ShownGame, SilentHost, SnapshotFault, compare,
    faults_in_words, scenarios, side_folder,
};
use crate::source::{Diagnostics, Files, joined, shell_line};
use crate::template::Ink;
use crate::verify::replay::replay_record;
use crate::verify::scenario::{record_scenario, run_scenarios};

use super::lock::locked;
use super::shared::{Gone, Studio};

/// Seconds that random games may be asked for.
const MOST_SECONDS: u64 = 600;

pub fn show_proof(studio: &Studio, (): ()) -> Html<String> {
    let snapshot = studio.watch.snapshot();
    let is_read = !snapshot.faults.iter().any(|fault| fault.is_error && fault.code < "D200");
    let pack = snapshot.pack.as_deref().filter(|_| is_read);
    let scenarios =
        pack.and_then(|pack| Some(run_scenarios(pack, &mut Files::new()).ok()?.scenarios));
    let (run, wins) = (locked(&studio.games.run).clone(), locked(&studio.games.wins).clone());
    Html(proof_page(&snapshot, scenarios.as_deref(), &run, &wins))
}

#[derive(Deserialize)]
pub struct AskedGames {
    seconds: u64,
}

pub fn start_games(studio: &Studio, Form(asked): Form<AskedGames>) -> Response {
    let seconds = asked.seconds.clamp(1, MOST_SECONDS);
    started(studio.games.clone().start_games(studio.game.clone(), seconds))
}

pub fn stop_games(studio: &Studio, (): ()) -> StatusCode {
    studio.games.stop();
    StatusCode::NO_CONTENT
}

pub fn compare_wins(studio: &Studio, (): ()) -> Response {
    started(studio.games.clone().compare_wins(studio.game.clone()))
}

fn started(has_begun: bool) -> Response {
    if has_begun {
        return StatusCode::NO_CONTENT.into_response();
    }
    (StatusCode::CONFLICT, "random games are being played already\n").into_response()
}

/// The smallest game that breaks a law, to step through.
pub fn show_counterexample(studio: &Studio, (): ()) -> Response {
    let broken = locked(&studio.games.run).broken().map(|broken| broken.record.clone());
    shown_record(studio, |_, _| broken.ok_or_else(Diagnostics::new))
}

/// A scenario, to step through.
pub fn show_scenario(studio: &Studio, Path(slug): Path<String>) -> Response {
    shown_record(studio, |pack, files| record_scenario(pack, &slug, files))
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
    let said = found.iter().take(3).map(|fault| match &fault.help {
        Some(help) => format!("{}; {help}", fault.message),
        None => fault.message.clone(),
    });
    match joined(said, ". ") {
        said if said.is_empty() => "there is no such record or game any more".to_owned(),
        said => said,
    }
}

/// A page that brings its own policy, which allows its own script and nothing else.
fn own_page(page: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"),
    ];
    (headers, page).into_response()
}

pub fn show_looks(studio: &Studio, Query(view): Query<LooksView>) -> Html<String> {
    let snapshot = studio.watch.snapshot();
    let shown = match studio.game.open() {
        Ok(folder) if view.ink == "low" => Arc::new(GameSnapshot::read(folder, Ink::Low, None)),
        _ => snapshot.clone(),
    };
    *locked(&studio.looks) = Some(shown.clone());
    Html(looks_page(&snapshot, &shown, &view))
}

pub fn show_changes(studio: &Studio, Query(view): Query<ChangesView>) -> Html<String> {
    Html(changes_page(&studio.watch.snapshot(), &view))
}

/// The comparison itself.
pub fn show_comparison(studio: &Studio, Query(view): Query<ChangesView>) -> Response {
    match comparison(studio, view.old()) {
        Ok(report) => own_page(ReportFormat::Html.write(&report)),
        Err(found) => Html(no_comparison(&in_a_line(&found))).into_response(),
    }
}

fn comparison(studio: &Studio, old: &str) -> Result<Report, Diagnostics> {
    let (mut files, new) = (Files::new(), studio.game.name.as_str());
    let [old, new] = [(old, new), (new, old)].map(|(own, other)| {
        let folder = side_folder(own, other)?;
        ShownGame::read(folder, own, &mut files)
    });
    let (old, new) = (old?, new?);
    let found = compare(&old, &new);
    let outcomes = if found.changes_rules() { scenarios(&old, &new, &mut files)? } else { None };
    let difference = Difference { old, new, found, scenarios: outcomes, games: None };
    let mut game = difference.report();
    let Difference { old, new, found, .. } = &difference;
    add_pictures(&mut game, [old, new], found, &|| ())?;
    Ok(Report { command: "diff", games: vec![game] })
}

/// PDFs that can be fetched again.
const MOST_PRINTED: usize = 100;

/// What the view of the sheets remembers.
#[derive(Default)]
pub struct Sheets {
    /// The pages that were shown last, whose faces are still asked for.
    pub last: Mutex<Option<Arc<SheetsPreview>>>,
    /// The files that were printed.
    printed: Mutex<Vec<PathBuf>>,
}

pub fn show_sheets(studio: &Studio, Query(view): Query<SheetsView>) -> Html<String> {
    let mut host = SilentHost::default();
    let preview = read(studio, &view, &mut host).and_then(|(printing, pack)| {
        let job = printing.preview(pack, &mut host)?;
        Ok(Arc::new(SheetsPreview::new(job)))
    });
    let (preview, found) = match preview {
        Ok(preview) => {
            *locked(&studio.sheets.last) = Some(preview.clone());
            (Some(preview), host.found)
        }
        Err(mut found) => {
            found.append(host.found);
            (None, found)
        }
    };
    page(studio, &view, preview.as_deref(), &faults_in_words(&found, &host.files))
}

/// Makes the PDF as `deckproof print` does, notes it, and says where it is.
pub fn print_sheets(studio: &Studio, Form(view): Form<SheetsView>) -> Html<String> {
    let mut host = SilentHost::default();
    let made = read(studio, &view, &mut host).and_then(|(printing, pack)| {
        printing.may_print(std::slice::from_ref(&pack), &mut host)?;
        printing.print(pack, &mut host)
    });
    match made {
        Ok(Some(made)) => {
            let mut printed = locked(&studio.sheets.printed);
            printed.retain(|known| *known != made.path);
            if printed.len() >= MOST_PRINTED {
                printed.remove(0);
            }
            printed.push(made.path);
        }
        Ok(None) => {}
        Err(found) => host.found.append(found),
    }
    let last = locked(&studio.sheets.last).clone();
    page(studio, &view, last.as_deref(), &faults_in_words(&host.found, &host.files))
}

/// A PDF that was made since the studio was opened.
pub fn printed_file(
    studio: &Studio,
    Path(name): Path<String>,
) -> Result<impl IntoResponse + use<>, Gone> {
    let bytes = name
        .strip_suffix(".pdf")
        .and_then(|number| number.parse::<usize>().ok())
        .and_then(|number| locked(&studio.sheets.printed).get(number).cloned())
        .and_then(|path| std::fs::read(path).ok())
        .ok_or((StatusCode::NOT_FOUND, "there is no such print any more\n"))?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes))
}

/// The options and the game that they are about.
fn read(
    studio: &Studio,
    view: &SheetsView,
    host: &mut SilentHost,
) -> Result<(Printing, Pack), Diagnostics> {
    let words = [vec!["print".to_owned(), studio.game.name.clone()], view.words()].concat();
    let printing = (studio.commands.print_options)(&words)?;
    let pack = registry::load(studio.game.open()?, &mut host.files)?;
    printing.selection.check_names(&[&pack])?;
    Ok((printing, pack))
}

fn page(
    studio: &Studio,
    view: &SheetsView,
    shown: Option<&SheetsPreview>,
    said: &[SnapshotFault],
) -> Html<String> {
    let printed = locked(&studio.sheets.printed);
    Html(sheets_page(&studio.watch.snapshot(), view, shown, said, &printed))
}

pub fn show_destinations(studio: &Studio, (): ()) -> Html<String> {
    Html(destinations_page(&studio.watch.snapshot(), &locked(&studio.destinations)))
}

pub fn check_destination(studio: &Studio, Form(view): Form<DestinationsView>) -> Html<String> {
    let words = view.check_words(&studio.game.name);
    run(studio, view, &words)
}

pub fn make_files(studio: &Studio, Form(view): Form<DestinationsView>) -> Html<String> {
    let words = view.export_words(&studio.game.name);
    run(studio, view, &words)
}

fn run(studio: &Studio, view: DestinationsView, words: &[String]) -> Html<String> {
    let outcome = (studio.commands.run)(words);
    let command = shell_line(words.iter().map(String::as_str));
    *locked(&studio.destinations) = LastCommand { view, command, outcome };
    show_destinations(studio, ())
}
