//! Draws locations side by side, one card per line, for games in which cards lie beside each other. A [`Board`] comes in, lines
//! of text go out. Called by `board`.

use super::board::Board;
use super::facts::Chip;
use super::lines::{BOLD, DIM, PLAIN, WIDTH, coloured, fitted, within};

/// Width of the label at the left of the locations.
const LABEL: usize = 9;

/// A card beside others of its location.
const BESIDE: &str = "+";

/// A cell with a card: its text, and whether the card is hidden.
type Cell = (String, bool);

impl Board<'_> {
    /// How wide the column of a location is.
    fn wide(&self) -> usize {
        ((WIDTH - LABEL) / self.places.len().max(1)).max(4)
    }

    /// Texts as cells of a line, one per location; empty cells at the end are left out.
    fn cells<T: AsRef<str>>(&self, texts: impl Iterator<Item = T>) -> Vec<String> {
        let wide = self.wide();
        let mut cells: Vec<String> = texts.map(|text| fitted(text.as_ref(), wide)).collect();
        for cell in cells.iter_mut().rev() {
            cell.truncate(cell.trim_end().len());
            if !cell.is_empty() {
                break;
            }
        }
        cells
    }

    /// The cards of a seat at a location, then what lies beside them.
    fn field(&self, place: &str, word: &str) -> Vec<Cell> {
        let captions = &self.words.captions;
        let field = format!("{}/{place}/{word}", captions.places.field);
        let cards = self.lying_at(&field).filter_map(|lying| {
            let face = lying.way.and_then(|way| captions.faces.get(way));
            let hidden = face.is_some_and(|face| face.secret);
            Some((self.signed(lying)?, hidden))
        });
        let beside = captions
            .places
            .beside_field
            .iter()
            .flat_map(|zone| self.zone(&format!("{zone}/{place}/{word}")))
            .map(|card| (format!("{BESIDE}{card}"), false));
        cards.chain(beside).collect()
    }

    /// A seat's cards at the locations, one line for each in the longest column; `named` puts the seat's name before them.
    pub(super) fn column(&self, seat: usize, named: bool) -> Vec<String> {
        let Some((word, name)) = self.words.seats.get(seat) else {
            return Vec::new();
        };
        let places = self.places.iter();
        let mut columns: Vec<Vec<Cell>> = places.map(|(at, _)| self.field(at, word)).collect();
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        for column in &mut columns {
            column.resize(longest, Cell::default());
        }
        let line = |row: usize| {
            let cards = columns.iter().map(|column| column[row].0.as_str());
            let cells = self.cells(cards).into_iter().zip(&columns);
            let cells = cells.map(|(cell, column)| {
                if cell.trim().is_empty() {
                    cell
                } else if column[row].1 {
                    format!("{DIM}{cell}{PLAIN}")
                } else {
                    coloured(seat, &cell)
                }
            });
            let label = if named && row == 0 { name } else { "" };
            format!("{}{}", fitted(label, LABEL), cells.collect::<String>())
        };
        (0..longest).map(line).collect()
    }

    /// The cards that the seats compete for, with each seat's total there.
    pub(super) fn row(&self) -> Vec<String> {
        if self.places.is_empty() {
            return Vec::new();
        }
        let known = &self.words.captions.places;
        let rows: Vec<Vec<String>> = self
            .places
            .iter()
            .map(|(at, _)| self.zone(&format!("{}/{at}", known.row)))
            .collect();
        let names = self
            .places
            .iter()
            .zip(&rows)
            .map(|((_, name), row)| match known.row {
                "" => name.clone(),
                _ => format!("{name} {}", row.first().map_or("-", |card| card)),
            });
        let sums = self.places.iter().map(|(place, _)| {
            let beside: String = known
                .beside_row
                .iter()
                .flat_map(|zone| self.zone(&format!("{zone}/{place}")))
                .map(|card| format!(" {BESIDE}{card}"))
                .collect();
            let seats = self.words.seats.iter();
            let seats = seats.filter(|(word, _)| self.words.captions.has_field(word));
            let sums = seats.map(|(word, _)| Some(self.standing(place, word)?.to_string()));
            let sums: Option<Vec<String>> = sums.collect();
            format!("  {}{beside}", sums.unwrap_or_default().join(":"))
        });
        let label = " ".repeat(LABEL);
        let mut lines = vec![
            format!("{label}{BOLD}{}{PLAIN}", self.cells(names).concat()),
            format!("{label}{}", self.cells(sums).concat()),
        ];
        // The other cards of a place, then its counters and marks.
        let deepest = rows.iter().map(Vec::len).max().unwrap_or(0);
        for depth in 1..deepest {
            let cards = rows
                .iter()
                .map(|row| row.get(depth).map_or(String::new(), |c| format!("  {c}")));
            lines.push(format!("{label}{}", self.cells(cards).concat()));
        }
        let told = |chips: &Vec<Chip>| -> Vec<String> {
            let texts = chips.iter().map(Chip::text);
            texts
                .flat_map(|text| within(self.wide() - 1, &text, "  ", "    "))
                .collect()
        };
        let told: Vec<Vec<String>> = self.facts.places.iter().map(told).collect();
        let most = told.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..most {
            let told = told
                .iter()
                .map(|lines| lines.get(at).map_or("", String::as_str));
            lines.push(format!("{label}{DIM}{}{PLAIN}", self.cells(told).concat()));
        }
        // Leave out the line of sums if it is empty.
        if known.standing.is_none() && lines[1].trim().is_empty() {
            lines.remove(1);
        }
        lines
    }
}
