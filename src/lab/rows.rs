//! Finds the row of the deck that each physical card is a copy of. Card names and decks come in; a row number for each card goes out.

use crate::cards::Deck;
use crate::rules::{CardId, Names};

/// The rows of a game, and the row of each of its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRows {
    /// Deck and row of each that is in the game, deck by deck, in the order of the files.
    pub rows: Vec<(String, String)>,
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
        let mut rows: Vec<(String, String)> = Vec::new();
        for (deck, id) in all {
            // A deck that the game leaves aside may have a row of the same name: the first is meant.
            if rows_of.contains(&id) && rows.iter().all(|(_, row)| row != id) {
                rows.push((deck.to_owned(), id.to_owned()));
            }
        }
        let find = |id: &str| rows.iter().position(|(_, row)| row == id);
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
        let rows: Vec<_> = cards.rows.iter().map(|(deck, row)| (&**deck, &**row)).collect();
        assert_eq!(rows, [("treasure", "crown"), ("tools", "rope")]);
        let found: Vec<_> = (0..5).map(|card| cards.row(CardId(card))).collect();
        assert_eq!(found, [Some(1), Some(0), Some(1), None, None]);
    }
}
