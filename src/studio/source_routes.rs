//! The routes of the view of the files: show, save, open in the owner's editor. Only files that are listed are read or written.
//! Called by `routes`.

use std::process::{Command, Stdio};

use axum::extract::{Form, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::shared::{Studio, work};
use super::sheet_routes::without_files;
use crate::pages::studio::{SourcesView, encoded, sources_page};
use crate::session::{SourceText, open_text, save_text, source_texts};
use crate::source::{Blame, Code, Diagnostic};

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
        let opened =
            view.file.as_ref().map(
                |name| match all.iter().find(|source| source.name == *name) {
                    Some(source) => {
                        open_text(source).map_err(|fault| without_files(&fault.into()).remove(0))
                    }
                    None => Err(without_files(&no_file(name).into()).remove(0)),
                },
            );
        Html(sources_page(
            &studio.watch.snapshot(),
            &view,
            &names,
            opened,
        ))
        .into_response()
    })
    .await
}

pub async fn save_source(State(studio): State<Studio>, Form(saved): Form<SavedText>) -> Response {
    work(move || {
        let all = listed(&studio);
        let done = match all.iter().find(|source| source.name == saved.file) {
            Some(source) => save_text(source, &saved.text, &saved.digest),
            None => Err(no_file(&saved.file)),
        };
        match done {
            Ok(()) => {
                studio.watch.read_again();
                let to = format!("/sources?file={}", encoded(&saved.file));
                (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
            }
            Err(fault) => {
                let help = fault.help.unwrap_or_default();
                (StatusCode::CONFLICT, format!("{}: {help}\n", fault.message)).into_response()
            }
        }
    })
    .await
}

pub async fn open_editor(State(studio): State<Studio>, Form(place): Form<EditorPlace>) -> Response {
    work(move || {
        let all = listed(&studio);
        let Some(source) = all.iter().find(|source| source.name == place.file) else {
            return (StatusCode::NOT_FOUND, format!("{}\n", no_file(&place.file).message)).into_response();
        };
        match show_in_editor(source, place.line.max(1)) {
            Ok(()) => StatusCode::NO_CONTENT.into_response(),
            Err(why) => {
                let words = format!("no editor could be opened: {why}. Name yours in the variable {EDITOR}: `code -g {{file}}:{{line}}`\n");
                (StatusCode::INTERNAL_SERVER_ERROR, words).into_response()
            }
        }
    })
    .await
}

fn show_in_editor(source: &SourceText, line: usize) -> Result<(), String> {
    let Some(command) = std::env::var(EDITOR)
        .ok()
        .filter(|command| !command.trim().is_empty())
    else {
        return opener::open(&source.path).map_err(|e| e.to_string());
    };
    let path = source.path.display().to_string();
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let filled = words.map(|word| {
        word.replace("{line}", &line.to_string())
            .replace("{file}", &path)
    });
    let child = Command::new(program)
        .args(filled)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    child.map(drop).map_err(|e| format!("`{program}`: {e}"))
}

fn listed(studio: &Studio) -> Vec<SourceText> {
    studio
        .game
        .open()
        .map(|folder| source_texts(&folder))
        .unwrap_or_default()
}

fn no_file(name: &str) -> Diagnostic {
    let message = format!("`{name}` is no text file of this game");
    Diagnostic::error(Code::MissingFile, message)
        .fault(Blame::Usage)
        .help("choose one of the files that are listed")
}
