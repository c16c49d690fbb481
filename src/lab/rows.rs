//! Finds the row of the deck that each physical card is a copy of, and notes which rows come into play. Card names and decks come in; a
//! row number for each card goes out. Called by `playing`, and read by `results`.

use crate::cards::Deck;
use crate::rules::{CardId, Event, Log, Names};

/// A row that is in the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowOf {
    pub deck: String,
    pub id: String,
}

/// The rows of a game, and the row of each of its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRows {
    /// Deck by deck, in the order of the files.
    pub rows: Vec<RowOf>,
    /// The number of the row, by the number of the card.
    tokens: Vec<Option<usize>>,
}

impl CardRows {
    /// A card is a copy of the row that it is named after: `lock-picks#2` of `lock-picks`. A card that is named after no
    /// row is counted nowhere.
    pub fn new(names: &Names, decks: &[Deck]) -> Self {
        let all = decks.iter().flat_map(|deck| deck.rows.iter().map(|row| (&deck.id, &row.id)));
        Self::among(names, all.map(|(deck, id)| (deck.as_str(), id.as_str())))
    }

    /// As [`CardRows::new`], from rows given as deck and id.
    pub fn among<'a>(names: &Names, all: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let rows_of: Vec<&str> = names.cards.iter().map(|name| row_of(name)).collect();
        let mut rows: Vec<RowOf> = Vec::new();
        for (deck, id) in all {
            // A deck that the game leaves aside may have a row of the same name: the first is meant.
            if rows_of.contains(&id) && rows.iter().all(|row| row.id != id) {
                rows.push(RowOf { deck: deck.to_owned(), id: id.to_owned() });
            }
        }
        let find = |id: &str| rows.iter().position(|row| row.id == id);
        CardRows { tokens: rows_of.into_iter().map(find).collect(), rows }
    }

    /// The number of a card's row.
    #[inline]
    pub fn row(&self, card: CardId) -> Option<usize> {
        *self.tokens.get(usize::from(card.0))?
    }
}

/// The name without the number of the copy.
fn row_of(name: &str) -> &str {
    name.split_once('#').map_or(name, |(row, _)| row)
}

/// Notes which rows come into play: their cards are drawn, moved or turned.
pub struct RowsInPlay<'a> {
    cards: &'a CardRows,
    pub(super) rows: Vec<bool>,
}

impl<'a> RowsInPlay<'a> {
    pub fn new(cards: &'a CardRows) -> Self {
        RowsInPlay { rows: vec![false; cards.rows.len()], cards }
    }

    /// The number of a card's row.
    #[inline]
    pub fn row(&self, card: CardId) -> Option<usize> {
        self.cards.row(card)
    }
}

impl Log for RowsInPlay<'_> {
    const LISTENS: bool = true;

    #[inline]
    fn push(&mut self, event: Event) {
        if let Some(row) = event.shift().and_then(|shift| self.cards.row(shift.card)) {
            self.rows[row] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_cards_of_one_row_and_rows_stand_deck_by_deck() {
        let names = Names {
            cards: ["rope#1", "crown", "rope#2", "nobody"].map(str::to_owned).to_vec(),
            ..Names::default()
        };
        let all =
            [("treasure", "crown"), ("tools", "saw"), ("tools", "rope"), ("pictures", "crown")];
        let cards = CardRows::among(&names, all.into_iter());
        let rows: Vec<_> = cards.rows.iter().map(|r| (&*r.deck, &*r.id)).collect();
        assert_eq!(rows, [("treasure", "crown"), ("tools", "rope")]);
        let found: Vec<_> = (0..5).map(|card| cards.row(CardId(card))).collect();
        assert_eq!(found, [Some(1), Some(0), Some(1), None, None]);
    }
}
