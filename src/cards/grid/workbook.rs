//! What the readers of workbooks share: choosing the sheet, and turning its cells into a [`CellGrid`] or an error.
//! Called by `ods`, `xlsx`, `xlsb`, `xls` and `open`.

use std::collections::{BTreeSet, HashMap};

use super::cells::{CellGrid, CellLine, CellNote, GridCell};
use crate::cards::bounds::{MOST_CELL, MOST_CELLS, MOST_LINES};
use crate::source::{
    CellPlace, Diagnostic, Files, column_letters, did_you_mean_of, error, list_words,
};

/// What is known about a sheet besides its bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wish<'a> {
    /// The sheet of a workbook, or a part of it.
    pub sheet: Option<&'a str>,
    /// Whether bold, italic and coloured words in a cell become markup.
    pub rich: bool,
    /// The delimiter of a CSV file.
    pub delimiter: Option<u8>,
    /// Filled lines at most; `MOST_LINES` when not given.
    pub most_lines: Option<usize>,
}

/// Why a workbook is not read.
#[derive(Debug)]
pub enum Trouble {
    Damaged(String),
    Password,
    /// It is larger than the limit, which the text names: "more than 96 MiB in `…`".
    TooLarge(String),
    /// A zip archive that is no workbook, or not one that is read.
    Foreign(&'static str),
    /// There is no sheet of that name among these.
    NoSheet(String, Vec<String>),
    /// Each of these may be meant.
    WhichSheet(Vec<String>),
}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Trouble::Damaged(why)
    }
}

impl Trouble {
    /// As a diagnostic of the workbook with that label.
    pub fn diagnostic(self, label: &str) -> Diagnostic {
        match self {
            Trouble::Damaged(why) => error!(
                Workbook,
                "the workbook `{label}` cannot be read: {why}",
                "open it in the spreadsheet program and save it again"
            ),
            Trouble::Password => error!(
                Workbook,
                "the workbook `{label}` is protected by a password",
                "take the password off (in Excel: File, Info, Protect Workbook, Encrypt with Password), and save it"
            ),
            Trouble::TooLarge(what) => error!(
                TooLarge,
                "the workbook `{label}` holds {what}",
                "delete all that isn't part of the table, empty rows and columns too, or save the sheet as CSV"
            ),
            Trouble::Foreign(what) => {
                error!(Workbook, "`{label}` is {what}", "save it as xlsx, ods or CSV")
            }
            Trouble::NoSheet(name, there) => {
                let help = did_you_mean_of(&name, there.iter().map(String::as_str), "it has");
                error!(Workbook, "the workbook `{label}` has no sheet `{name}`", help)
            }
            Trouble::WhichSheet(there) => {
                let first = there.first().map_or("", String::as_str);
                let names = list_words(there.iter().map(String::as_str));
                error!(
                    Workbook,
                    "the workbook `{label}` has more than one sheet: {names}",
                    "say which one holds the cards: `sheet = \"{first}\"` in the deck's file, or `--sheet` of import"
                )
            }
        }
    }
}

/// Cells of a sheet: the first row and column, from 0, and the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellArea {
    from: (u32, u32),
    to: (u32, u32),
}

impl CellArea {
    /// `B4:H60`, `$B$4:$H$60`, `B:H`, and `Plants.B4:Plants.H60` as OpenDocument has it.
    pub fn parse(text: &str) -> Option<Self> {
        let corner = |text: &str, row: u32| {
            let text = text.rsplit_once('.').map_or(text, |(_, cell)| cell);
            let column = text.trim_start_matches('$');
            if column.bytes().all(|b| b.is_ascii_alphabetic()) {
                position(&format!("{column}1")).map(|(_, column)| (row, column))
            } else {
                position(text)
            }
        };
        let (from, to) = text.split_once(':')?;
        let (from, to) = (corner(from, 0)?, corner(to, u32::MAX)?);
        (from.0 <= to.0 && from.1 <= to.1).then_some(CellArea { from, to })
    }

    fn has(self, row: u32, column: u32) -> bool {
        (self.from.0..=self.to.0).contains(&row) && (self.from.1..=self.to.1).contains(&column)
    }
}

/// Row and column, from 0, of `C7`.
pub fn position(name: &str) -> Option<(u32, u32)> {
    let name = name.trim_start_matches('$');
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let mut column: u32 = 0;
    for letter in name[..name.len() - digits.len()].bytes() {
        column = column
            .checked_mul(26)?
            .checked_add(u32::from(letter.to_ascii_uppercase() - b'A') + 1)?;
    }
    let row: u32 = digits.trim_start_matches('$').parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}

/// The place of the sheet that is meant among all that there are, and what of it: their names, and whether they can be seen and
/// hold anything. `names` are ranges and tables that have a name, each with its place, `Plants!B4:H60`.
///
/// # Errors
/// When it is not there, or could be any of several.
pub fn choose(
    wanted: Option<&str>,
    there: &[(String, bool)],
    names: &[(String, String)],
) -> Result<(usize, Option<CellArea>), Trouble> {
    let Some(wanted) = wanted else {
        return Ok((choose_sheet(None, there)?, None));
    };
    let sheet = choose_sheet(Some(wanted), there);
    if sheet.is_ok() {
        return Ok((sheet?, None));
    }
    let (of, part) = wanted.rsplit_once('!').unzip();
    let part = part.unwrap_or(wanted).trim();
    let named = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(part));
    let (of, part) = match named {
        Some((_, place)) => place.rsplit_once('!').unzip(),
        None => (of, Some(part)),
    };
    let area = part.and_then(CellArea::parse);
    if area.is_none() {
        let mut there: Vec<String> = there.iter().map(|(name, _)| name.clone()).collect();
        there.extend(names.iter().map(|(name, _)| name.clone()));
        return Err(Trouble::NoSheet(wanted.to_owned(), there));
    }
    let of = of.map(|sheet| sheet.trim_matches('\'').replace("''", "'"));
    Ok((choose_sheet(of.as_deref(), there)?, area))
}

fn choose_sheet(wanted: Option<&str>, there: &[(String, bool)]) -> Result<usize, Trouble> {
    let names = |only_seen: bool| -> Vec<String> {
        let kept = there.iter().filter(|(_, seen)| *seen || !only_seen);
        kept.map(|(name, _)| name.clone()).collect()
    };
    if let Some(wanted) = wanted {
        let folded = |name: &str| name.trim().to_lowercase();
        let exact = there.iter().position(|(name, _)| name == wanted);
        let near = || there.iter().position(|(name, _)| folded(name) == folded(wanted));
        return exact.or_else(near).ok_or_else(|| Trouble::NoSheet(wanted.into(), names(false)));
    }
    let mut seen = there.iter().enumerate().filter(|(_, (_, seen))| *seen);
    match (seen.next(), seen.next()) {
        (Some((at, _)), None) => Ok(at),
        (Some(_), Some(_)) => Err(Trouble::WhichSheet(names(true))),
        (None, _) if there.is_empty() => Err(Trouble::Damaged("it has no sheet".to_owned())),
        (None, _) if there.len() == 1 => Ok(0),
        (None, _) => Err(Trouble::WhichSheet(names(false))),
    }
}

/// A filled cell by its row and column, both from 0.
#[derive(Debug, Clone)]
pub struct Filled {
    pub row: u32,
    pub column: u32,
    pub text: String,
    pub note: Option<CellNote>,
}

/// How some words of a cell are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordStyle {
    pub bold: bool,
    pub italic: bool,
    /// `#c02020`; none for black.
    pub colour: Option<String>,
}

impl WordStyle {
    /// The words with the markup that makes them look so; blanks around them are left outside.
    pub fn mark_up(&self, words: &str) -> String {
        let mut lines = words.split('\n').map(|line| {
            let core = line.trim();
            if core.is_empty() {
                return line.to_owned();
            }
            let (before, after) = line.split_once(core).unwrap_or_default();
            let (bold, italic) =
                (["", "**"][usize::from(self.bold)], ["", "*"][usize::from(self.italic)]);
            let core = format!("{bold}{italic}{core}{italic}{bold}");
            let core = match &self.colour {
                Some(colour) => format!("[{core}]{{{colour}}}"),
                None => core,
            };
            format!("{before}{core}{after}")
        });
        let first = lines.next().unwrap_or_default();
        lines.fold(first, |text, line| text + "\n" + &line)
    }
}

/// `#c02020` of a colour as files have it; none for black, which is how words look anyway.
pub fn word_colour(hex: &str) -> Option<String> {
    let hex = hex.trim_start_matches('#').to_ascii_lowercase();
    // Excel has the opacity in front.
    let hex = hex.get(hex.len().checked_sub(6)?..)?;
    let is_colour = hex != "000000" && hex.bytes().all(|b| b.is_ascii_hexdigit());
    is_colour.then(|| format!("#{hex}"))
}

/// The words that cells refer to by their number, in one text: many short ones take no more room than they are long.
#[derive(Default)]
pub struct SharedWords {
    text: String,
    ends: Vec<usize>,
    /// Those of which some lost their style.
    plain: BTreeSet<usize>,
}

impl SharedWords {
    pub fn push(&mut self, words: &str, is_plain: bool) {
        if is_plain {
            self.plain.insert(self.ends.len());
        }
        self.text.push_str(words);
        self.ends.push(self.text.len());
    }

    /// The words of that number, and whether some lost their style.
    pub fn get(&self, at: usize) -> Option<(&str, bool)> {
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let words = self.text.get(start..end)?;
        Some((words, self.plain.contains(&at)))
    }
}

/// Why a workbook is not read in which a cell refers to words that it lacks.
pub fn lost_words(row: u32, column: u32) -> Trouble {
    let place = cell_name(row, column);
    Trouble::Damaged(format!("the words of cell {place} are not in it"))
}

/// A cell that is true or false, as spreadsheets show it.
pub fn truth(value: bool) -> String {
    if value { "TRUE" } else { "FALSE" }.to_owned()
}

/// Adds to the words of a cell.
///
/// # Errors
/// When there are too many.
pub fn push_words(words: &mut String, more: &str) -> Result<(), Trouble> {
    if words.len() + more.len() > MOST_CELL {
        return Err(long_cell());
    }
    words.push_str(more);
    Ok(())
}

pub fn long_cell() -> Trouble {
    let most = MOST_CELL >> 20;
    Trouble::TooLarge(format!("a cell with more than {most} MiB of words"))
}

/// Bytes of the words in all cells of a sheet, which may repeat shared ones.
const MOST_TEXT: usize = 32 << 20;

/// A sheet of a workbook.
#[derive(Default)]
pub struct WorkbookSheet {
    pub name: String,
    area: Option<CellArea>,
    cells: Vec<Filled>,
    /// Rows that the spreadsheet doesn't show, from 1; only those that hold something.
    hidden: Vec<u32>,
    /// How often a cell was in another row than the one before it.
    rows: usize,
    /// How many filled cells were found, and bytes of their words.
    filled: usize,
    text: usize,
}

impl WorkbookSheet {
    pub fn new(name: &str, area: Option<CellArea>) -> Self {
        WorkbookSheet { name: name.to_owned(), area, ..WorkbookSheet::default() }
    }

    /// Whether it has no filled cell, hidden ones aside.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Notes the cells that cover others, by their places: each with the last cell that it covers.
    pub fn merge(&mut self, merged: &HashMap<(u32, u32), (u32, u32)>) {
        for cell in &mut self.cells {
            let has_value = cell.note != Some(CellNote::NoValue);
            if let Some(to) = merged.get(&(cell.row, cell.column)).filter(|_| has_value) {
                cell.note = Some(merged_note(cell.row, *to));
            }
        }
    }

    /// Adds a cell that holds something, unless it is outside of the area, or its row is hidden.
    ///
    /// # Errors
    /// When there are too many.
    pub fn push(&mut self, cell: Filled, hidden: bool) -> Result<(), Trouble> {
        if cell.text.trim().is_empty() && cell.note.is_none() {
            return Ok(());
        }
        // Counted whether it is kept or not: a hidden row may be repeated a million times.
        self.filled += 1;
        self.text += cell.text.len();
        if self.filled > MOST_CELLS {
            return Err(Trouble::TooLarge(format!("more than {MOST_CELLS} filled cells")));
        }
        if cell.text.len() > MOST_CELL {
            return Err(long_cell());
        }
        if self.text > MOST_TEXT {
            let most = MOST_TEXT >> 20;
            return Err(Trouble::TooLarge(format!("more than {most} MiB of text")));
        }
        let (row, column) = (cell.row, cell.column);
        if self.area.is_some_and(|area| !area.has(row, column)) {
            return Ok(());
        }
        if hidden {
            let row = cell.row + 1;
            if self.hidden.last() != Some(&row) && self.hidden.len() < MOST_LINES {
                self.hidden.push(row);
            }
            return Ok(());
        }
        if self.cells.last().is_none_or(|last| last.row != cell.row) {
            self.rows += 1;
        }
        if self.rows > MOST_LINES {
            return Err(Trouble::TooLarge(format!("more than {MOST_LINES} filled rows")));
        }
        self.cells.push(cell);
        Ok(())
    }

    /// The sheet as a grid. Its text, for messages, is the words of its cells, one below the other.
    pub fn grid(mut self, label: &str, files: &mut Files) -> CellGrid {
        self.cells.sort_by_key(|cell| (cell.row, cell.column));
        self.cells.dedup_by_key(|cell| (cell.row, cell.column));
        let mut text = String::new();
        let mut places = Vec::with_capacity(self.cells.len());
        let mut lines: Vec<(u32, CellLine)> = Vec::new();
        for cell in self.cells {
            let start = text.len();
            text.push_str(&cell.text);
            let end = text.len();
            text.push('\n');
            places.push(CellPlace {
                start: u32::try_from(start).unwrap_or(u32::MAX),
                row: cell.row + 1,
                column: cell.column + 1,
            });
            if lines.last().is_none_or(|(row, _)| *row != cell.row) {
                let line = CellLine { cells: Vec::new(), written: None, start, end };
                lines.push((cell.row, line));
            }
            if let Some((_, line)) = lines.last_mut() {
                line.end = end;
                line.cells.push(GridCell {
                    column: cell.column as usize,
                    text: cell.text,
                    start,
                    quoted: false,
                    note: cell.note,
                });
            }
        }
        let file = files.add_sheet(label, self.name, text, places);
        let lines: Vec<CellLine> = lines.into_iter().map(|(_, line)| line).collect();
        CellGrid { file, lines, hidden: self.hidden }
    }
}

/// Of a cell in that row that covers others, up to the one in the last row and column.
pub fn merged_note(row: u32, (last_row, last_column): (u32, u32)) -> CellNote {
    CellNote::Merged {
        to: cell_name(last_row, last_column),
        column: last_column as usize,
        is_tall: last_row > row,
    }
}

/// `C7`, of a row and a column from 0.
pub fn cell_name(row: u32, column: u32) -> String {
    format!("{}{}", column_letters(column + 1), row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_names() {
        assert_eq!(position("A1"), Some((0, 0)));
        assert_eq!(position("$AB$12"), Some((11, 27)));
        for name in ["", "A", "7", "A0", "A-1", "ZZZZZZZZZ1", "A99999999999"] {
            assert_eq!(position(name), None, "{name}");
        }
    }

    #[test]
    fn areas_are_read_as_both_programs_write_them() {
        let area = |from, to| Some(CellArea { from, to });
        for text in ["B4:H60", "$B$4:$H$60", "Plants.B4:Plants.H60"] {
            assert_eq!(CellArea::parse(text), area((3, 1), (59, 7)), "{text}");
        }
        assert_eq!(CellArea::parse("B:H"), area((0, 1), (u32::MAX, 7)));
        for text in ["", "B4", "H60:B4", "B4:", ":", "4:60", "B4:H60:K"] {
            assert_eq!(CellArea::parse(text), None, "{text}");
        }
    }

    #[test]
    fn styled_words_become_markup_line_by_line() {
        let style = WordStyle { bold: true, italic: true, colour: word_colour("FFC02020") };
        assert_eq!(
            style.mark_up(" Bite: \nand run "),
            " [***Bite:***]{#c02020} \n[***and run***]{#c02020} "
        );
        assert_eq!(word_colour("FF000000"), None);
    }
}
