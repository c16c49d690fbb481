//! What the readers of both workbook formats share: choosing the sheet, and turning its cells into a [`CellGrid`] or an error.
//! Called by `ods`, `xlsx` and `open`.

use super::cells::{Cell, CellGrid, CellLine, CellNote};
use crate::cards::bounds::{MOST_CELLS, MOST_LINES};
use crate::source::{CellPlace, Code, Diagnostic, Files, column_letters, did_you_mean, list_words};

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
        let error = |message: String| Diagnostic::error(Code::Workbook, message);
        match self {
            Trouble::Damaged(why) => error(format!("the workbook `{label}` cannot be read: {why}"))
                .help("open it in the spreadsheet program and save it again"),
            Trouble::Password => error(format!("the workbook `{label}` is protected by a password"))
                .help("take the password off (in Excel: File, Info, Protect Workbook, Encrypt with Password), and save it"),
            Trouble::TooLarge(what) => Diagnostic::error(
                Code::TooLarge,
                format!("the workbook `{label}` holds {what}"),
            )
            .help("delete empty rows and columns below and beside the table, or save the sheet as CSV"),
            Trouble::Foreign(what) => error(format!("`{label}` is {what}"))
                .help("save it as xlsx, ods or CSV"),
            Trouble::NoSheet(name, there) => {
                let there = || there.iter().map(String::as_str);
                let help = match did_you_mean(&name, there()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("it has {}", list_words(there())),
                };
                error(format!("the workbook `{label}` has no sheet `{name}`")).help(help)
            }
            Trouble::WhichSheet(there) => {
                let first = there.first().map_or("", String::as_str);
                let names = list_words(there.iter().map(String::as_str));
                error(format!("the workbook `{label}` has more than one sheet: {names}"))
                    .help(format!("say which one holds the cards: `sheet = \"{first}\"` in the deck's file, or `--sheet` of import"))
            }
        }
    }
}

/// The place of the sheet that is meant among all that there are: their names, and whether they can be seen and hold
/// anything.
///
/// # Errors
/// When it is not there, or could be any of several.
pub fn choose(wanted: Option<&str>, there: &[(String, bool)]) -> Result<usize, Trouble> {
    let names = |keep: &dyn Fn(&(String, bool)) -> bool| -> Vec<String> {
        let kept = there.iter().filter(|sheet| keep(sheet));
        kept.map(|(name, _)| name.clone()).collect()
    };
    if let Some(wanted) = wanted {
        let exact = there.iter().position(|(name, _)| name == wanted);
        let folded = || {
            let same = |name: &str| name.trim().to_lowercase() == wanted.trim().to_lowercase();
            there.iter().position(|(name, _)| same(name))
        };
        let found = exact.or_else(folded);
        return found.ok_or_else(|| Trouble::NoSheet(wanted.to_owned(), names(&|_| true)));
    }
    let mut seen = there.iter().enumerate().filter(|(_, (_, seen))| *seen);
    match (seen.next(), seen.next()) {
        (Some((at, _)), None) => Ok(at),
        (Some(_), Some(_)) => Err(Trouble::WhichSheet(names(&|(_, seen)| *seen))),
        (None, _) if there.is_empty() => Err(Trouble::Damaged("it has no sheet".to_owned())),
        (None, _) if there.len() == 1 => Ok(0),
        (None, _) => Err(Trouble::WhichSheet(names(&|_| true))),
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

/// A sheet of a workbook.
pub struct WorkbookSheet {
    pub name: String,
    cells: Vec<Filled>,
    /// How often a cell was in another row than the one before it.
    rows: usize,
}

impl WorkbookSheet {
    pub fn new(name: &str) -> Self {
        WorkbookSheet {
            name: name.to_owned(),
            cells: Vec::new(),
            rows: 0,
        }
    }

    pub fn cells_mut(&mut self) -> &mut [Filled] {
        &mut self.cells
    }

    /// Adds a cell that holds something.
    ///
    /// # Errors
    /// When there are too many.
    pub fn push(&mut self, cell: Filled) -> Result<(), Trouble> {
        if cell.text.trim().is_empty() && cell.note.is_none() {
            return Ok(());
        }
        if self.cells.len() >= MOST_CELLS {
            let most = format!("more than {MOST_CELLS} filled cells");
            return Err(Trouble::TooLarge(most));
        }
        if self.cells.last().is_none_or(|last| last.row != cell.row) {
            self.rows += 1;
        }
        if self.rows > MOST_LINES {
            return Err(Trouble::TooLarge(format!(
                "more than {MOST_LINES} filled rows"
            )));
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
                let line = CellLine {
                    cells: Vec::new(),
                    written: None,
                    start,
                    end,
                };
                lines.push((cell.row, line));
            }
            if let Some((_, line)) = lines.last_mut() {
                line.end = end;
                line.cells.push(Cell {
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
        CellGrid { file, lines }
    }
}

/// `C7`, of a row and a column from 0.
pub fn cell_name(row: u32, column: u32) -> String {
    format!("{}{}", column_letters(column + 1), row + 1)
}
