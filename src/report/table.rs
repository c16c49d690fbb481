//! A table of a report: columns with keys and units, and typed cells, of which each renderer makes its own words.

use crate::source::{grouped, signed};
use crate::statistics::Interval;

use super::document::{Medium, Tone, Visibility};

/// A table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportTable {
    /// Its name in JSON and CSV.
    pub name: &'static str,
    /// What stands above it; may be empty.
    pub title: String,
    /// What all of it is of, such as a variant; may be empty.
    pub of: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// What the numbers of each row are counted in, where that is not the same in all of a column.
    pub row_units: Vec<&'static str>,
    /// So many rows from each end are enough where there is little room.
    pub ends: Option<usize>,
    /// Whether a page shows it only when it is asked for.
    pub is_folded: bool,
}

/// A column. Its head may have several lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name in JSON and CSV.
    pub key: &'static str,
    pub head: String,
    /// What its numbers are counted in; empty where they have no unit.
    pub unit: &'static str,
    pub shown: Visibility,
    /// Whether it says what its row is of.
    pub is_label: bool,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Cell {
    /// It has no value.
    #[default]
    Nothing,
    Words(String),
    /// Words in a colour.
    Toned(Tone, String),
    Count(u64),
    /// A number with so many digits.
    Number(f64, usize),
    /// An estimate with its interval: `24.3 ±4.8`, to so many digits at least.
    Estimate(Interval, usize),
    /// An estimate of which people are shown the value alone, to so many digits.
    Value(Interval, usize),
    /// A difference with its sign: `+1.2 (-0.3 to +2.7)`, to so many digits.
    Change(Interval, usize),
    /// A difference with its sign, around which the interval lies evenly: `+1.2 ±0.4`.
    Worth(Interval),
}

/// Words, a count, or nothing, as a cell; a cell as itself.
macro_rules! row {
    ($($cell:expr),+ $(,)?) => { vec![$($crate::report::Cell::from($cell)),+] };
}

/// Columns, each with its key, its head, and what its numbers are counted in, which a `label` does not have; with who is shown it, if not
/// everyone.
macro_rules! columns {
    ($($kind:ident $key:literal $head:tt $($unit:literal)? $(: $shown:ident)?),+ $(,)?) => {
        [$($crate::report::Column::$kind($key, $head $(, $unit)?)
            $(.shown($crate::report::Visibility::$shown))?),+]
    };
}

pub(crate) use {columns, row};

macro_rules! words_are_cells {
    ($($words:ty),+) => {
        $(impl From<$words> for Cell {
            fn from(words: $words) -> Self {
                Cell::Words(words.into())
            }
        })+
    };
}

words_are_cells!(&str, &String, String);

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Cell::Count(count)
    }
}

impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Self {
        cell.map_or(Cell::Nothing, C::into)
    }
}

impl Column {
    /// What a row is of.
    pub fn label(key: &'static str, head: impl Into<String>) -> Self {
        Column { is_label: true, ..Column::of(key, head, "") }
    }

    pub fn of(key: &'static str, head: impl Into<String>, unit: &'static str) -> Self {
        Column { key, head: head.into(), unit, shown: Visibility::Everyone, is_label: false }
    }

    #[must_use]
    pub fn shown(self, shown: Visibility) -> Self {
        Column { shown, ..self }
    }
}

impl ReportTable {
    pub fn new(name: &'static str, columns: impl IntoIterator<Item = Column>) -> Self {
        ReportTable { name, columns: columns.into_iter().collect(), ..ReportTable::default() }
    }

    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        ReportTable { title: title.into(), ..self }
    }

    #[must_use]
    pub fn rows(self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        ReportTable { rows: rows.into_iter().collect(), ..self }
    }

    /// The columns that are shown in a medium, with their places.
    pub fn columns_in(&self, medium: Medium) -> Vec<(usize, &Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.shown.is_in(medium)).collect()
    }

    /// A cell; of a row that ends before it, nothing.
    pub fn cell(&self, row: usize, column: usize) -> &Cell {
        self.rows.get(row).and_then(|row| row.get(column)).unwrap_or(&Cell::Nothing)
    }

    /// The rows as people are shown them in a medium: words and their tone.
    pub fn rows_in(&self, medium: Medium) -> impl Iterator<Item = Vec<(String, Tone)>> {
        let columns = self.columns_in(medium);
        (0..self.rows.len()).map(move |row| {
            let cells =
                columns.iter().map(|(at, _)| (self.text(row, *at), self.cell(row, *at).tone()));
            cells.collect()
        })
    }

    /// What the number of a cell is counted in; empty where it has no unit, or is none.
    pub fn unit(&self, row: usize, column: usize) -> &'static str {
        let unit = self.row_units.get(row).copied().unwrap_or(self.columns[column].unit);
        match self.cell(row, column) {
            Cell::Nothing | Cell::Words(_) | Cell::Toned(..) => "",
            Cell::Count(_) => self.columns[column].unit,
            Cell::Change(..) | Cell::Worth(_) if unit == "percent" => "percentage points",
            _ => unit,
        }
    }

    /// The words of a cell for people: percent have their sign where not all of a column are.
    pub fn text(&self, row: usize, column: usize) -> String {
        let cell = self.cell(row, column);
        if row > 0 && self.is_of_a_group(column) && self.cell(row - 1, column) == cell {
            return String::new();
        }
        let is_percent = !self.row_units.is_empty() && self.unit(row, column) == "percent";
        if is_percent { format!("{}\u{a0}%", cell.text()) } else { cell.text() }
    }

    /// Whether rows below each other are of the same in this column, and told apart by the next: it is said once.
    fn is_of_a_group(&self, column: usize) -> bool {
        let mut labels = self.columns.iter().filter(|column| column.is_label);
        labels.next().is_some_and(|first| first.key == self.columns[column].key)
            && labels.next().is_some_and(|next| next.shown == self.columns[column].shown)
    }

    /// Whether a column is one of numbers.
    pub fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.any(Cell::is_number) && !self.columns[column].is_label
    }

    /// Whether anything stands above the columns.
    pub fn has_heads(&self, medium: Medium) -> bool {
        self.columns_in(medium).iter().any(|(_, column)| !column.head.is_empty())
    }
}

impl Cell {
    pub fn words(words: impl Into<String>) -> Self {
        Cell::Words(words.into())
    }

    /// A share from 0 to 1 in percent.
    pub fn percent(share: Interval) -> Self {
        Cell::Estimate(share.scaled(100.0), 1)
    }

    pub fn is_number(&self) -> bool {
        !matches!(self, Cell::Nothing | Cell::Words(_) | Cell::Toned(..))
    }

    pub fn tone(&self) -> Tone {
        match self {
            Cell::Toned(tone, _) => *tone,
            _ => Tone::Plain,
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        match self {
            Cell::Nothing => String::new(),
            Cell::Words(words) | Cell::Toned(_, words) => words.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Number(number, digits) => format!("{number:.digits$}"),
            Cell::Estimate(interval, digits) => interval.shown(*digits),
            Cell::Value(interval, digits) => format!("{:.digits$}", interval.value),
            Cell::Change(Interval { value, low, high }, digits) => {
                let [value, low, high] = [value, low, high].map(|n| signed(*n, *digits));
                format!("{value} ({low} to {high})")
            }
            Cell::Worth(interval) => {
                format!("{} {}", signed(interval.value, 1), interval.plus_minus(1))
            }
        }
    }

    /// For programs: a value and the ends of its interval, where it is a number.
    pub fn interval(&self) -> Option<Interval> {
        match self {
            Cell::Nothing | Cell::Words(_) | Cell::Toned(..) => None,
            Cell::Count(count) => Some(Interval::counted(*count as f64)),
            Cell::Number(number, _) => Some(Interval::counted(*number)),
            Cell::Estimate(interval, _)
            | Cell::Value(interval, _)
            | Cell::Change(interval, _)
            | Cell::Worth(interval) => Some(*interval),
        }
    }
}
