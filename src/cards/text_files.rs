//! Reads and writes translations as a sheet, `lang/de.csv`, and defines what a text and its translation are. Bytes come in,
//! rows go out, and back. Called by `translation` and `session::translating`.

use super::bounds::MOST_TEXTS;
use super::csv_writing::csv_lines;
use super::grid::{self, GridCell, Wish};
use crate::source::{Diagnostics, FileId, Files, Span, error};

/// The column for earlier translations, which may be missing.
const EARLIER: &str = "earlier";

/// The columns of a file of translations.
pub const COLUMNS: [&str; 3] = ["where", "text", "translation"];

/// A text of the game, and what it is in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// `game/title`, `gear/rope.name`, `templates/gear.svg`.
    pub place: String,
    pub text: String,
    /// None when it was not translated, or the original has changed since.
    pub translation: Option<String>,
}

/// The place of a text and, in templates, the text itself: only that distinguishes them there.
pub type TextKey = (String, String);

/// What distinguishes a text from the others of its game.
pub fn text_key(place: &str, text: &str) -> TextKey {
    let text = if place.starts_with("templates/") { text.trim() } else { "" };
    (place.trim().to_owned(), text.to_owned())
}

/// A text with lines that end as they do here, whichever system it was written on.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A text as it is written for translators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLine {
    pub text: Translated,
    /// What it was in the other language when the text was another one.
    pub earlier: String,
    /// The content of the translators' own columns.
    pub others: Vec<String>,
}

/// A CSV file of translations.
#[derive(Debug, Clone)]
pub struct TextSheet {
    pub file: FileId,
    /// Names of the columns that are the translators' own.
    pub columns: Vec<String>,
    pub rows: Vec<TextRow>,
}

/// A row of a CSV file.
#[derive(Debug, Clone)]
pub struct TextRow {
    pub place: String,
    pub place_span: Span,
    pub text: String,
    /// Empty when there is none yet.
    pub translation: String,
    pub translation_span: Span,
    /// What it was when the text was another one.
    pub earlier: String,
    /// The content of the translators' own columns.
    pub others: Vec<String>,
}

/// The rows of a CSV file of translations.
///
/// # Errors
/// What is no CSV, a first line that does not name the columns, and rows without a place.
pub fn read_csv_texts(
    label: &str,
    bytes: Vec<u8>,
    files: &mut Files,
) -> Result<TextSheet, Diagnostics> {
    let wish = Wish { most_lines: Some(MOST_TEXTS), ..Wish::default() };
    let grid = grid::read_workbook(label, bytes, wish, files)?;
    let file = grid.file;
    let mut lines = grid.lines.iter().filter(|line| !line.is_head());
    let header: &[GridCell] = lines.next().map_or(&[], |line| &line.cells);
    let name = |cell: &GridCell| cell.text.trim().to_lowercase();
    let column = |wanted: &str| header.iter().find(|c| name(c) == wanted).map(|c| c.column);
    let [Some(place), Some(text), Some(translation)] = COLUMNS.map(column) else {
        return Err(error!(
            BadTranslation,
            Span::new(file, 0..0),
            "the first line does not name the columns `where`, `text` and `translation`",
            "write it as `deckproof translate export` does"
        )
        .into());
    };
    let earlier = column(EARLIER);
    let known = [Some(place), Some(text), Some(translation), earlier];
    let own: Vec<&GridCell> =
        header.iter().filter(|cell| !known.contains(&Some(cell.column))).collect();
    let (mut rows, mut faults) = (Vec::new(), Diagnostics::new());
    for line in lines {
        let cell = |column| line.cells.iter().find(|cell| cell.column == column);
        let words = |column| cell(column).map_or(String::new(), |cell| unix_lines(&cell.text));
        let Some(named) = cell(place) else {
            faults.push(error!(
                BadTranslation,
                cell(translation).map_or(line.span(file), |cell| cell.span(file)),
                "the row does not say where its text stands",
                "copy the place from a new `deckproof translate export`, or take the row out"
            ));
            continue;
        };
        rows.push(TextRow {
            place: named.text.trim().to_owned(),
            place_span: named.span(file),
            text: words(text),
            translation: words(translation),
            translation_span: cell(translation).map_or(named.span(file), |cell| cell.span(file)),
            earlier: earlier.map_or(String::new(), words),
            others: own.iter().map(|cell| words(cell.column)).collect(),
        });
    }
    let columns = own.iter().map(|cell| cell.text.trim().to_owned()).collect();
    if faults.is_empty() { Ok(TextSheet { file, columns, rows }) } else { Err(faults) }
}

/// The CSV file with a row for each of `lines`; `columns` are the translators' own.
pub fn write_csv_texts(columns: &[String], lines: &[TextLine]) -> String {
    let own = columns.iter().map(String::as_str);
    let header: Vec<&str> = COLUMNS.into_iter().chain([EARLIER]).chain(own).collect();
    let rows = lines.iter().map(|line| {
        let text = &line.text;
        let words = text.translation.as_deref().unwrap_or_default();
        let others = (0..columns.len()).map(|at| line.others.get(at).map_or("", String::as_str));
        [&text.place, &text.text, words, &line.earlier].into_iter().chain(others).collect()
    });
    csv_lines(std::iter::once(header).chain(rows), b',')
}
