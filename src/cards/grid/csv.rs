//! Reads comma-separated values. Text comes in; a [`CellGrid`] goes out, with the delimiter detected if none is given. Called
//! by `open`.

use super::cells::{CellGrid, CellLine, GridCell};
use crate::cards::bounds::MOST_CELLS;
use crate::source::{Diagnostic, FileId, Span, error};

/// Possible delimiters, the likeliest first.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Bytes that are searched for the header, to detect the delimiter.
const SNIFFED: usize = 256 << 10;

/// The cells of a text. The `delimiter` is detected when not given.
///
/// # Errors
/// When there are too many, or a quote is not closed, or not at the end of its cell.
pub fn read_csv(
    file: FileId,
    text: &str,
    delimiter: Option<u8>,
    most_lines: usize,
) -> Result<CellGrid, Diagnostic> {
    let delimiter = delimiter.unwrap_or_else(|| found_delimiter(text));
    let mut reader = reader(text, delimiter);
    let mut record = csv::StringRecord::new();
    let mut lines: Vec<CellLine> = Vec::new();
    let mut count = 0;
    // The input is valid UTF-8 and in memory, so reading cannot fail.
    while reader.read_record(&mut record).unwrap_or(false) {
        let line = line(text, &record);
        count += line.cells.len();
        if let Some(cell) = line.cells.last().filter(|_| line.end > text.len()) {
            return Err(error!(
                SheetRow,
                Span::new(file, cell.start..cell.start + 1),
                "a cell begins with a quote that is not closed",
                "close it, and double each quote within the cell: `\"say \"\"now\"\"\"`"
            ));
        }
        let mut cells = line.cells.iter();
        if let Some((cell, end)) =
            cells.find_map(|cell| Some((cell, goes_on(text, cell, delimiter)?)))
        {
            return Err(error!(
                SheetRow,
                Span::new(file, cell.start..end),
                "a quote is closed here, and the cell goes on behind it",
                "close the quote at the end of its cell, and double each quote within it: `\"say \"\"now\"\"\"`"
            ));
        }
        if line.cells.is_empty() {
            continue;
        }
        let at = line.span(file);
        if lines.len() >= most_lines {
            return Err(too_many(format!("{most_lines} rows")).at(at));
        }
        if count > MOST_CELLS {
            return Err(too_many(format!("{MOST_CELLS} filled cells")).at(at));
        }
        lines.push(line);
    }
    Ok(CellGrid { file, lines, hidden: Vec::new() })
}

/// A sheet exceeds the limit.
fn too_many(most: String) -> Diagnostic {
    error!(
        TooMany,
        "the sheet has more than {most}",
        "delete the rows that are not needed, or make two sheets of it"
    )
}

fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
}

/// What the first line of the table has most of.
fn found_delimiter(text: &str) -> u8 {
    if let Some(sign) = text.strip_prefix("sep=").and_then(|rest| rest.bytes().next())
        && DELIMITERS.contains(&sign)
    {
        return sign;
    }
    let text = &text[..text.floor_char_boundary(SNIFFED.min(text.len()))];
    let cells = |delimiter: &u8| {
        let mut reader = reader(text, *delimiter);
        let mut records = reader
            .records()
            .map_while(Result::ok)
            .map(|record| (line(text, &record), record.len()));
        records
            .find(|(line, _)| line.cells.iter().any(says_something) && !line.is_head())
            .map_or(0, |(_, cells)| cells)
    };
    // The last of the largest is chosen, so the likeliest goes last.
    DELIMITERS.into_iter().rev().max_by_key(cells).unwrap_or(DELIMITERS[0])
}

/// Whether a cell holds more than delimiters.
fn says_something(cell: &GridCell) -> bool {
    let other = |c: char| !",;\"".contains(c) && !c.is_whitespace();
    cell.text.contains(other)
}

fn line(text: &str, record: &csv::StringRecord) -> CellLine {
    let from = record.position().map_or(0, |p| p.byte());
    let from = usize::try_from(from).unwrap_or(text.len());
    let below = text.get(from..).unwrap_or_default();
    let start = from + below.len() - below.trim_start_matches(['\r', '\n']).len();
    let mut at = start;
    let mut end = start;
    let mut cells = Vec::new();
    for (column, words) in record.iter().enumerate() {
        let cell = GridCell {
            column,
            text: words.to_owned(),
            // A quote that closes in the wrong place misleads this, at most to the end of the line.
            start: text.floor_char_boundary(at),
            quoted: text.as_bytes().get(at) == Some(&b'"'),
            note: None,
        };
        end = cell.start + cell.len();
        at = end + 1;
        if !words.trim().is_empty() {
            cells.push(cell);
        }
    }
    CellLine { cells, written: Some(record.len()), start, end }
}

/// Where the quote of a cell is closed, if there are words behind it.
fn goes_on(text: &str, cell: &GridCell, delimiter: u8) -> Option<usize> {
    let words = text[cell.start..].strip_prefix('"').filter(|_| cell.quoted)?;
    let mut quotes = words.match_indices('"').map(|(at, _)| at).peekable();
    while let Some(at) = quotes.next() {
        if quotes.next_if_eq(&(at + 1)).is_none() {
            let ends = words[at + 1..]
                .trim_start_matches(' ')
                .bytes()
                .next()
                .is_none_or(|b| b == delimiter || b"\r\n".contains(&b));
            return (!ends).then_some(cell.start + at + 2);
        }
    }
    None
}
