//! The routes that show, save and open files: whole ones, and single values of cards. Only files that are listed are read or
//! written. Called by `routes`.

use std::process::{Command, Stdio};

use axum::extract::{Form, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::shared::{Studio, work};
use crate::pages::studio::{CardsView, SourcesView, cards_page, encoded, sources_page};
use crate::session::{
    FileKind, OpenedFile, SnapshotFault, SourceFile, ValueEdit, open_file, save_text, save_value,
    source_files,
};
use crate::source::{Code, Diagnostic};

/// The owner's editor, as a command with `{file}` and `{line}`: `code -g {file}:{line}`.
const EDITOR: &str = "DECKPROOF_EDITOR";

/// A text that is to be saved.
#[derive(Debug, Deserialize)]
pub struct SavedText {
    file: String,
    digest: String,
    text: String,
}

/// A place that is to be shown in an editor.
#[derive(Debug, Deserialize)]
pub struct EditorPlace {
    file: String,
    #[serde(default)]
    line: usize,
}

pub async fn show_sources(
    State(studio): State<Studio>,
    Query(view): Query<SourcesView>,
) -> Response {
    work(move || {
        let all = listed(&studio);
        let names: Vec<String> = all.iter().map(|source| source.name.clone()).collect();
        let snapshot = studio.watch.snapshot();
        let opened = view.file.as_ref().map(|name| {
            let first = || snapshot.sheets_of(name).first().copied();
            let sheet = view.sheet.as_deref().or_else(first);
            find(&all, name).and_then(|source| open_file(source, sheet))
        });
        Html(sources_page(&snapshot, &view, &names, opened)).into_response()
    })
    .await
}

/// The bytes of a picture or a font, for the browser.
pub async fn raw_file(State(studio): State<Studio>, Query(view): Query<SourcesView>) -> Response {
    work(move || {
        let all = listed(&studio);
        let source = find(&all, &view.file.unwrap_or_default());
        match source.and_then(|source| open_file(source, None)) {
            Ok(OpenedFile::Media(kind, bytes)) => {
                ([(header::CONTENT_TYPE, kind)], bytes).into_response()
            }
            _ => (StatusCode::NOT_FOUND, "there is no such picture or font\n").into_response(),
        }
    })
    .await
}

pub async fn save_source(State(studio): State<Studio>, Form(saved): Form<SavedText>) -> Response {
    work(move || {
        let all = listed(&studio);
        let source = find(&all, &saved.file);
        match source.and_then(|source| save_text(source, &saved.text, &saved.digest)) {
            Ok(()) => {
                studio.watch.read_again();
                see_other(format!("/sources?file={}", encoded(&saved.file)))
            }
            Err(fault) => {
                let help = fault.help.unwrap_or_default();
                (StatusCode::CONFLICT, format!("{}: {help}\n", fault.message)).into_response()
            }
        }
    })
    .await
}

/// Saves a value of a card, or shows the card and says beside the value why not.
pub async fn change_value(State(studio): State<Studio>, Form(edit): Form<ValueEdit>) -> Response {
    work(move || {
        let saved = studio.game.open().and_then(|folder| save_value(folder, &edit));
        match saved {
            Ok(card) => {
                studio.watch.read_again();
                see_other(format!("/cards?card={}", encoded(&card)))
            }
            Err(fault) => {
                let why = (edit.key, SnapshotFault::placeless(&fault));
                let view = CardsView { card: Some(edit.card) };
                let page = cards_page(&studio.watch.snapshot(), &view, Some(&why));
                (StatusCode::CONFLICT, Html(page)).into_response()
            }
        }
    })
    .await
}

fn see_other(address: String) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response()
}

pub async fn open_editor(State(studio): State<Studio>, Form(place): Form<EditorPlace>) -> Response {
    work(move || {
        let all = listed(&studio);
        let source = match find(&all, &place.file) {
            Ok(source) => source,
            Err(fault) => return (StatusCode::NOT_FOUND, format!("{}\n", fault.message)).into_response(),
        };
        match show_in_editor(source, place.line.max(1)) {
            Ok(()) => StatusCode::NO_CONTENT.into_response(),
            Err(why) => {
                let words = format!("no program could be opened: {why}. Name your editor in the variable {EDITOR}: `code -g {{file}}:{{line}}`\n");
                (StatusCode::INTERNAL_SERVER_ERROR, words).into_response()
            }
        }
    })
    .await
}

/// Opens a text in the owner's editor, and any other file in the program that the system has for it.
fn show_in_editor(source: &SourceFile, line: usize) -> Result<(), String> {
    let is_text = source.kind == FileKind::Text;
    let Some(command) =
        std::env::var(EDITOR).ok().filter(|command| is_text && !command.trim().is_empty())
    else {
        return opener::open(&source.path).map_err(|e| e.to_string());
    };
    let path = source.path.display().to_string();
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let filled =
        words.map(|word| word.replace("{line}", &line.to_string()).replace("{file}", &path));
    let child = Command::new(program)
        .args(filled)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    child.map(drop).map_err(|e| format!("`{program}`: {e}"))
}

fn listed(studio: &Studio) -> Vec<SourceFile> {
    studio.game.open().map(|folder| source_files(&folder)).unwrap_or_default()
}

fn find<'a>(all: &'a [SourceFile], name: &str) -> Result<&'a SourceFile, Diagnostic> {
    let found = all.iter().find(|source| source.name == name);
    found.ok_or_else(|| {
        let message = format!("this game has no file `{name}`");
        Diagnostic::usage(Code::MissingFile, message)
            .help("choose one of the files that are listed")
    })
}
