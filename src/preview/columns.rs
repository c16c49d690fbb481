//! Locations side by side, one card a line: for games in which cards lie beside each other.

use super::board::Board;
use super::layout::places;
use super::lines::{BOLD, DIM, PLAIN, WIDTH, coloured, fitted};
use crate::rules::captions::Shows;

/// Width of what stands at the left of the locations.
const LABEL: usize = 9;

/// A card beside others of its location.
const BESIDE: &str = "+";

/// A cell with a card: its text, and whether the card is hidden.
type Cell = (String, bool);

impl Board<'_> {
    /// Texts as cells of a line, one a location; behind the last text nothing follows.
    fn cells<T: AsRef<str>>(&self, texts: impl Iterator<Item = T>) -> Vec<String> {
        let places = places(&self.frame.table).max(1);
        let column = ((WIDTH - LABEL) / places).max(4);
        let mut cells: Vec<String> = texts.map(|text| fitted(text.as_ref(), column)).collect();
        for cell in cells.iter_mut().rev() {
            cell.truncate(cell.trim_end().len());
            if !cell.is_empty() {
                break;
            }
        }
        cells
    }

    /// The cards of a seat at a location, then what lies beside them.
    fn field(&self, place: usize, word: &str) -> Vec<Cell> {
        let captions = &self.words.captions;
        let field = format!("field/{place}/{word}");
        let cards = self.lying_at(&field).filter_map(|lying| {
            let face = lying.way.and_then(|way| captions.faces.get(way));
            let hidden = face.is_some_and(|face| face.shows == Shows::Secret);
            Some((self.signed(lying)?, hidden))
        });
        let beside = captions.places.beside_field.iter();
        let beside = beside.flat_map(|zone| self.zone(&format!("{zone}/{place}/{word}")));
        let beside = beside.map(|card| (format!("{BESIDE}{card}"), false));
        cards.chain(beside).collect()
    }

    /// A seat's cards at the locations, one line for each in the longest column.
    pub(super) fn column(&self, seat: usize) -> Vec<String> {
        let word = self.words.seats.get(seat).map_or("", |(word, _)| word);
        let places = 1..=places(&self.frame.table);
        let mut columns: Vec<Vec<Cell>> = places.map(|place| self.field(place, word)).collect();
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        for column in &mut columns {
            column.resize(longest, Cell::default());
        }
        let line = |row: usize| {
            let cards = columns.iter().map(|column| column[row].0.as_str());
            let cells = self.cells(cards).into_iter().zip(&columns);
            let cells = cells.map(|(cell, column)| match (column[row].1, cell.trim()) {
                (_, "") => cell,
                (true, _) => format!("{DIM}{cell}{PLAIN}"),
                (false, _) => coloured(seat, &cell),
            });
            format!("{}{}", " ".repeat(LABEL), cells.collect::<String>())
        };
        (0..longest).map(line).collect()
    }

    /// What is fought for, with what each seat has there.
    pub(super) fn row(&self) -> Vec<String> {
        let places = 1..=places(&self.frame.table);
        let names = places.clone().map(|place| {
            let lying = self.zone(&format!("row/{place}"));
            format!("{place} {}", lying.first().map_or("-", |card| card))
        });
        let sums = places.map(|place| {
            let beside = self.words.captions.places.beside_row.iter();
            let beside = beside.flat_map(|zone| self.zone(&format!("{zone}/{place}")));
            let beside: String = beside.map(|card| format!(" {BESIDE}{card}")).collect();
            let seats = self.words.seats.iter();
            let sums = seats.map(|(word, _)| Some(self.standing(place, word)?.to_string()));
            let sums: Option<Vec<String>> = sums.collect();
            format!("  {}{beside}", sums.unwrap_or_default().join(":"))
        });
        let label = " ".repeat(LABEL);
        vec![
            format!("{label}{BOLD}{}{PLAIN}", self.cells(names).concat()),
            format!("{label}{}", self.cells(sums).concat()),
        ]
    }
}
