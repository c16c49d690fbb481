//! The routes that show, save and open files: whole ones, and single values of cards. Only files that are listed are read or
//! written.

use std::process::{Command, Stdio};

use axum::extract::{Form, Query};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect};
use serde::Deserialize;

use super::shared::{Gone, Studio};
use crate::pages::studio::{CardsView, SourcesView, cards_page, encoded, sources_page};
use crate::session::{
    FileKind, OpenedFile, SnapshotFault, SourceFile, ValueEdit, open_file, save_text, save_value,
    source_files,
};
use crate::source::{Diagnostic, usage};

/// The owner's editor, as a command with `{file}` and `{line}`: `code -g {file}:{line}`.
const EDITOR: &str = "DECKPROOF_EDITOR";

/// A text that is to be saved.
#[derive(Deserialize)]
pub struct SavedText {
    file: String,
    digest: String,
    text: String,
}

/// A place that is to be shown in an editor.
#[derive(Deserialize)]
pub struct EditorPlace {
    file: String,
    #[serde(default)]
    line: usize,
}

pub fn show_sources(studio: &Studio, Query(view): Query<SourcesView>) -> Html<String> {
    let all = listed(studio);
    let snapshot = studio.watch.snapshot();
    let opened = view.file.as_ref().map(|name| {
        let first = || snapshot.sheets_of(name).first().copied();
        let sheet = view.sheet.as_deref().or_else(first);
        find(studio, name).and_then(|source| open_file(&source, sheet))
    });
    Html(sources_page(&snapshot, &view, &all, opened))
}

/// The bytes of a picture or a font, for the browser.
pub fn raw_file(
    studio: &Studio,
    Query(view): Query<SourcesView>,
) -> Result<impl IntoResponse + use<>, Gone> {
    let source = find(studio, &view.file.unwrap_or_default());
    match source.and_then(|source| open_file(&source, None)) {
        Ok(OpenedFile::Media(kind, bytes)) => Ok(([(header::CONTENT_TYPE, kind)], bytes)),
        _ => Err((StatusCode::NOT_FOUND, "there is no such picture or font\n")),
    }
}

pub fn save_source(
    studio: &Studio,
    Form(saved): Form<SavedText>,
) -> Result<Redirect, (StatusCode, String)> {
    find(studio, &saved.file)
        .and_then(|source| save_text(&source, &saved.text, &saved.digest))
        .map_err(|fault| {
            let help = fault.help.unwrap_or_default();
            (StatusCode::CONFLICT, format!("{}: {help}\n", fault.message))
        })?;
    studio.watch.read_again();
    Ok(Redirect::to(&format!("/sources?file={}", encoded(&saved.file))))
}

/// Saves a value of a card, or shows the card and says beside the value why not.
pub fn change_value(
    studio: &Studio,
    Form(edit): Form<ValueEdit>,
) -> Result<Redirect, (StatusCode, Html<String>)> {
    let card =
        studio.game.open().and_then(|folder| save_value(folder, &edit)).map_err(|fault| {
            let why = (edit.key, SnapshotFault::placeless(&fault));
            let view = CardsView { card: Some(edit.card) };
            (StatusCode::CONFLICT, Html(cards_page(&studio.watch.snapshot(), &view, Some(&why))))
        })?;
    studio.watch.read_again();
    Ok(Redirect::to(&format!("/cards?card={}", encoded(&card))))
}

pub fn open_editor(
    studio: &Studio,
    Form(place): Form<EditorPlace>,
) -> Result<StatusCode, (StatusCode, String)> {
    let source = find(studio, &place.file)
        .map_err(|fault| (StatusCode::NOT_FOUND, format!("{}\n", fault.message)))?;
    show_in_editor(&source, place.line.max(1)).map_err(|why| {
        let words = format!("no program could be opened: {why}. Name your editor in the variable {EDITOR}: `code -g {{file}}:{{line}}`\n");
        (StatusCode::INTERNAL_SERVER_ERROR, words)
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens a text in the owner's editor, and any other file in the program that the system has for it.
fn show_in_editor(source: &SourceFile, line: usize) -> Result<(), String> {
    let is_text = source.kind == FileKind::Text;
    let command = std::env::var(EDITOR).ok();
    let Some(command) = command.filter(|command| is_text && !command.trim().is_empty()) else {
        return opener::open(&source.path).map_err(|e| e.to_string());
    };
    let path = source.path.display().to_string();
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let filled =
        words.map(|word| word.replace("{line}", &line.to_string()).replace("{file}", &path));
    let mut editor = Command::new(program);
    editor.args(filled).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    editor.spawn().map(drop).map_err(|e| format!("`{program}`: {e}"))
}

fn listed(studio: &Studio) -> Vec<SourceFile> {
    studio.game.open().map(|folder| source_files(&folder)).unwrap_or_default()
}

fn find(studio: &Studio, name: &str) -> Result<SourceFile, Diagnostic> {
    listed(studio).into_iter().find(|source| source.name == name).ok_or_else(|| {
        usage!(
            MissingFile,
            "this game has no file `{name}`",
            "choose one of the files that are listed"
        )
    })
}
