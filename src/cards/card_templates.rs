//! Chooses the template that a card is drawn with: its own, one from a look-up table, or its deck's. A deck and a row come in;
//! a template's name and its position go out. Called by `template`, `lint`, `check` and `diff`.

use super::deck::{BACK, FRONT};
use super::{Deck, GameFile, Pack, Row, Value};
use crate::source::Span;

impl Pack {
    /// The template of a card's front, and where it is named.
    pub fn front<'a>(&'a self, deck: &'a Deck, row: &'a Row) -> (&'a str, Span) {
        self.game.named(row, FRONT).unwrap_or((deck.template.as_str(), deck.template_span))
    }

    /// The template of a card's back, if it has one, and where it is named.
    pub fn back<'a>(&'a self, deck: &'a Deck, row: &'a Row) -> Option<(&'a str, Span)> {
        self.game.back(deck, row)
    }

    /// Whether a key of a row is of use although no template shows it: it names a template, or joins a row that does.
    pub fn chooses_template(&self, key: &str, value: &Value) -> bool {
        let sides = [FRONT, BACK];
        sides.contains(&key) || sides.iter().any(|side| self.game.lent(key, value, side).is_some())
    }

    /// Every template that draws a deck, fronts before backs, each once, and where it is named first.
    pub fn templates<'a>(&'a self, deck: &'a Deck) -> Vec<(&'a str, Span)> {
        let mut found: Vec<(&str, Span)> = Vec::new();
        let mut add = |named: (&'a str, Span)| {
            if !named.0.is_empty() && !found.iter().any(|(name, _)| *name == named.0) {
                found.push(named);
            }
        };
        let rows = deck.rows.iter().filter(|_| deck.flow.is_none());
        // The deck's own is looked at although each card may have another: it must be there.
        add((&deck.template, deck.template_span));
        rows.clone().for_each(|row| add(self.front(deck, row)));
        if let Some((name, span)) = &deck.back {
            add((name, *span));
        }
        rows.filter_map(|row| self.back(deck, row)).for_each(&mut add);
        found
    }
}

impl GameFile {
    /// As [`Pack::back`].
    pub fn back<'a>(&'a self, deck: &'a Deck, row: &'a Row) -> Option<(&'a str, Span)> {
        let of_deck = deck.back.as_ref();
        self.named(row, BACK).or(of_deck.map(|(name, span)| (name.as_str(), *span)))
    }

    /// The template that the card names, or a row of a look-up table that it joins. In a table the key may also be a field for
    /// templates: it names one when it ends as their files do.
    fn named<'a>(&'a self, row: &'a Row, key: &str) -> Option<(&'a str, Span)> {
        let name = |value: &'a Value| {
            let name = value.as_str().filter(|name| !name.is_empty())?;
            Some((name, value.span))
        };
        row.get(key).and_then(name).or_else(|| {
            let mut lent = row
                .table
                .entries
                .iter()
                .filter_map(|(table, value)| self.lent(&table.name, value, key));
            lent.next()
        })
    }

    /// The template that a row of a look-up table lends the cards that join it.
    fn lent<'a>(&'a self, table: &str, row: &Value, key: &str) -> Option<(&'a str, Span)> {
        let value = self.tables.get(table)?.get(row.as_str()?)?.get(key)?;
        let name = value.as_str().filter(|name| name.ends_with(".svg"))?;
        Some((name, value.span))
    }
}
