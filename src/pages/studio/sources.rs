//! The view of the files: the texts of the game to be edited, its workbooks, pictures and fonts to be looked at, each with the cards
//! that are made from it. An opened file comes in, the page goes out.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Deserialize;

use super::cards::{address, encoded, small_face};
use super::frame::{fault_badges, studio_page};
use crate::cards::{CellGrid, CellLine};
use crate::session::{GameSnapshot, OpenedFile, OpenedText, SourceFile, SourcePlace};
use crate::source::{Diagnostic, Files, column_letters, grouped};

/// What is asked of the view.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SourcesView {
    pub file: Option<String>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    pub line: Option<usize>,
    pub column: Option<usize>,
}

/// Rows and columns of a workbook's sheet that are shown.
const MOST_ROWS: usize = 200;
const MOST_COLUMNS: usize = 60;

/// Letters that show what a font looks like.
const SAMPLE: &str = "The five boxing wizards jump quickly. 0123456789 ÄÖÜ äöüß éèê ñ & ?!";

/// Where a place of a file is shown: the line of a text, the cell of a workbook.
pub fn place_address(place: &SourcePlace) -> String {
    let file = encoded(&place.file);
    let (line, column) = (place.line, place.column);
    match &place.sheet {
        Some(sheet) => {
            let sheet = encoded(sheet);
            format!("/sources?file={file}&sheet={sheet}&line={line}&column={column}#marked")
        }
        None => format!("/sources?file={file}&line={line}#line"),
    }
}

/// A link to a place of a file.
pub fn place_link(place: &SourcePlace) -> Markup {
    html! { a href=(place_address(place)) { (place.words) } }
}

/// The button that opens a file outside the browser.
pub fn open_button(file: &str, line: usize, is_text: bool) -> Markup {
    html! {
        button type="button" data-post="/open-editor" data-file=(file) data-line=(line) {
            @if is_text { "Open in editor" } @else { "Open in its own program" }
        }
    }
}

/// The page of the files; `opened` is the one that is asked for.
pub fn sources_page(
    game: &GameSnapshot,
    view: &SourcesView,
    sources: &[SourceFile],
    opened: Option<Result<OpenedFile, Diagnostic>>,
) -> String {
    let name = view.file.as_deref().unwrap_or_default();
    studio_page(
        "/sources",
        game,
        html! {
            div class="with-aside files" {
                nav class="file-list" aria-label="Files" {
                    @for (folder, files) in folders(sources) {
                        details data-key=(format!("folder-{folder}")) open[files.len() <= MOST_OPEN || files.iter().any(|(known, _)| *known == name)] {
                            summary { (folder) }
                            ul {
                                @for (known, short) in files {
                                    li { a href=(format!("/sources?file={}", encoded(known))) aria-current=[(known == name).then_some("true")] { (short) } " " (fault_badges(game.faults_in(known))) }
                                }
                            }
                        }
                    }
                    @if sources.is_empty() { p.notice { "A shipped game lies inside the program. Copy it with " code { "deckproof new my-game --from " (game.id) } " to edit it." } }
                }
                @match opened {
                    None => { p.notice { "Choose a file. Your own editor does as well: what you save there is shown here at once." } },
                    Some(Err(fault)) => { p class="fault error" { (fault.message) @if let Some(help) = fault.help { br; em { (help) } } } },
                    Some(Ok(opened)) => {
                        (shown(game, view, name, &opened))
                        (cards_of(game, name))
                    },
                }
            }
        },
    )
}

/// Files of a folder that are listed before somebody opens it.
const MOST_OPEN: usize = 40;

/// The files of each folder: whole name, and what it is called there.
fn folders(sources: &[SourceFile]) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let mut found: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for SourceFile { name, .. } in sources {
        let (folder, short) = name.rsplit_once('/').unwrap_or(("", name));
        found.entry(folder).or_default().push((name, short));
    }
    found
}

fn shown(game: &GameSnapshot, view: &SourcesView, name: &str, opened: &OpenedFile) -> Markup {
    let (key, is_text) = match opened {
        OpenedFile::Text(text) => (text.digest.as_str(), true),
        _ => ("", false),
    };
    let raw = format!("/sources/raw?file={}&revision={}", encoded(name), game.revision);
    html! {
        section.editor data-key=(format!("{name}-{key}")) {
            h2 { (name) " " (open_button(name, view.line.unwrap_or(1), is_text)) }
            @for fault in game.faults_in(name) { (super::proof::fault(fault)) }
            @match opened {
                OpenedFile::Text(text) => { (editor(view, name, text)) }
                OpenedFile::Sheet(grid, files) => { (sheet(game, view, grid, files)) }
                OpenedFile::Media(kind, _) if kind.starts_with("image") => { img.picture src=(raw) alt=(name); }
                OpenedFile::Media(..) => { p.sample data-font=(raw) { (SAMPLE) } }
            }
        }
    }
}

fn editor(view: &SourcesView, name: &str, opened: &OpenedText) -> Markup {
    let lines = opened.text.lines().count().clamp(12, 400);
    html! {
        form method="post" action="/sources" {
            input type="hidden" name="file" value=(name);
            input type="hidden" name="digest" value=(opened.digest);
            textarea name="text" id="line" data-line=[view.line] rows=(lines) spellcheck="false" aria-label=(name) { "\n" (opened.text) }
            p { button.main { "Save" } " " span.hint { "Ctrl+S" } " " span #saved class="hint" role="status" {} }
        }
    }
}

/// A sheet of a workbook, to be looked at: its heading and the rows around the place that is asked for.
fn sheet(game: &GameSnapshot, view: &SourcesView, grid: &CellGrid, files: &Files) -> Markup {
    let (all, name) = (&grid.lines, files.path(grid.file));
    let row = |line: &CellLine| files.line_column(line.span(grid.file)).0;
    let from = all
        .iter()
        .position(|line| Some(row(line)) == view.line)
        .unwrap_or(0)
        .saturating_sub(MOST_ROWS / 2)
        .max(1);
    let around = all.iter().skip(from).take(MOST_ROWS);
    let widest = all
        .iter()
        .filter_map(|line| Some(line.cells.last()?.column))
        .max()
        .map_or(0, |last| last + 1);
    let is_marked = |line, column| view.line == Some(row(line)) && view.column == Some(column + 1);
    let shown = files.sheet(grid.file).unwrap_or_default();
    html! {
        nav class="sheet-names" aria-label="Sheets with cards" {
            @for sheet in game.sheets_of(name) {
                a href=(format!("/sources?file={}&sheet={}", encoded(name), encoded(sheet))) aria-current=[(sheet == shown).then_some("true")] { (sheet) }
            }
        }
        p.hint { "Read only: change it in its own program. What you save there is shown here at once." }
        div.table tabindex="0" role="region" aria-label=(shown) {
            table {
                thead { tr { td {} @for column in (1..).take(widest.min(MOST_COLUMNS)) { th scope="col" { (column_letters(column)) } } } }
                tbody {
                    @for line in all.iter().take(1).chain(around) {
                        tr {
                            th scope="row" { (row(line)) }
                            @for column in 0..widest.min(MOST_COLUMNS) {
                                td id=[is_marked(line, column).then_some("marked")] { @for cell in line.cells.iter().filter(|cell| cell.column == column) { (cell.text) } }
                            }
                        }
                    }
                }
            }
        }
        @if all.len() > MOST_ROWS + 1 || widest > MOST_COLUMNS {
            p.hint { "It has " (grouped(all.len() as u64)) " rows and " (widest) " columns. Shown are at most its heading, " (MOST_ROWS) " rows and " (MOST_COLUMNS) " columns." }
        }
    }
}

/// The cards whose rows stand in a file.
fn cards_of(game: &GameSnapshot, name: &str) -> Markup {
    let cards = game.cards().filter_map(|(deck, card)| Some((deck, card, card.place.as_ref()?)));
    html! {
        aside class="of-file" aria-label="Cards of this file" {
            ul class="tiles small" {
                @for (deck, card, place) in cards.filter(|(.., place)| place.file == name) {
                    li.tile data-key=(card.key) {
                        a href=(address(&card.key)) data-whole="yes" {
                            (small_face(game, deck, card.front.as_deref(), "", false))
                            span.name { (card.name) " " small.hint { (place.within) } }
                        }
                    }
                }
            }
        }
    }
}
