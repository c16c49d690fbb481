//! The view of the files: the texts of the game, each with the cards that are made from it, to be edited. Texts come in, the page
//! goes out. Called by the studio's routes.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Deserialize;

use super::cards::{address, encoded, face_address};
use super::frame::{StudioView, studio_page};
use crate::session::{GameSnapshot, OpenedText, SnapshotFault};

/// What is asked of the view.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct SourcesView {
    pub file: Option<String>,
    pub line: Option<usize>,
}

/// The page of the files; `opened` is the text of the one that is asked for.
pub fn sources_page(
    game: &GameSnapshot,
    view: &SourcesView,
    names: &[String],
    opened: Option<Result<OpenedText, SnapshotFault>>,
) -> String {
    let name = view.file.as_deref().unwrap_or_default();
    let main = html! {
        div class="with-aside files" {
            nav class="file-list" aria-label="Files" {
                @for (folder, files) in folders(names) {
                    details data-key=(format!("folder-{folder}")) open[files.len() <= MOST_OPEN || files.iter().any(|(known, _)| *known == name)] {
                        summary { (folder) }
                        ul {
                            @for (known, short) in files {
                                @let faults = game.faults.iter().filter(|fault| fault.place.as_ref().is_some_and(|place| place.0 == known)).count();
                                li { a href=(format!("/sources?file={}", encoded(known))) aria-current=[(known == name).then_some("true")] { (short) }
                                    @if faults > 0 { " " span class="badge fault" { (faults) } } }
                            }
                        }
                    }
                }
                @if names.is_empty() { p class="notice" { "A shipped game lies inside the program. Copy it with " code { "deckproof new my-game --from " (game.id) } " to edit it." } }
            }
            @match opened {
                None => { p class="notice" { "Choose a file. Your own editor does as well: what you save there is shown here at once." } },
                Some(Err(fault)) => { p class="fault error" { (fault.message) @if !fault.help.is_empty() { br; em { (fault.help) } } } },
                Some(Ok(opened)) => { (editor(game, view, name, &opened)) },
            }
        }
    };
    studio_page(StudioView::Sources, game, &main)
}

/// Files of a folder that are listed before somebody opens it.
const MOST_OPEN: usize = 40;

/// The files of each folder: whole name, and what it is called there.
fn folders(names: &[String]) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let mut found: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for name in names.iter().map(String::as_str) {
        let (folder, short) = name.rsplit_once('/').unwrap_or(("", name));
        found.entry(folder).or_default().push((name, short));
    }
    found
}

fn editor(game: &GameSnapshot, view: &SourcesView, name: &str, opened: &OpenedText) -> Markup {
    let lines = opened.text.lines().count().clamp(12, 400);
    let faults = game
        .faults
        .iter()
        .filter(|fault| fault.place.as_ref().is_some_and(|place| place.0 == name));
    let cards = game.decks.iter().flat_map(|deck| &deck.cards);
    let cards = cards
        .filter_map(|card| Some((card, card.place.as_ref().filter(|place| place.0 == name)?.1)));
    html! {
        section class="editor" data-key=(format!("{name}-{}", opened.digest)) {
            h2 { (name) " " button type="button" data-post="/open-editor" data-file=(name) data-line=(view.line.unwrap_or(1)) { "Open in editor" } }
            @for fault in faults {
                p class=(if fault.is_error { "fault error" } else { "fault warning" }) {
                    strong { (fault.code) } " line " (fault.place.as_ref().map_or(0, |place| place.1)) ": " (fault.message)
                    @if !fault.help.is_empty() { br; em { (fault.help) } }
                }
            }
            form method="post" action="/sources" {
                input type="hidden" name="file" value=(name);
                input type="hidden" name="digest" value=(opened.digest);
                textarea name="text" id="line" data-line=[view.line] rows=(lines) spellcheck="false" aria-label=(name) { "\n" (opened.text) }
                p { button class="main" { "Save" } " " span class="hint" { "Ctrl+S" } " " span id="saved" class="hint" role="status" {} }
            }
        }
        aside class="of-file" aria-label="Cards of this file" {
            ul class="tiles small" {
                @for (card, line) in cards {
                    li class="tile" data-key=(card.key) {
                        a href=(address(&card.key)) data-whole="yes" {
                            @if let Some(front) = &card.front { img class="face" src=(face_address(front)) alt="" loading="lazy"; }
                            span class="name" { (card.name) " · " (line) }
                        }
                    }
                }
            }
        }
    }
}
