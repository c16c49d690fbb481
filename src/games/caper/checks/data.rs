//! What the checks look at.

use crate::cards::{Deck, Game, Row, Value};
use crate::games::caper::numbers::{list_at, number_at};
use crate::source::Span;

/// Hands are dealt to two sides (CAP-R5).
const SIDES: u32 = 2;

/// A game as its files give it.
pub struct Data<'a> {
    pub game: &'a Game,
    pub decks: &'a [Deck],
    /// Where `[rules]` stands.
    pub rules: Span,
}

impl<'a> Data<'a> {
    /// Where a number of the rules stands; `[rules]` when it is not there.
    pub fn place(&self, path: &str) -> Span {
        number_at(self.game, path).map_or(self.rules, |v| v.span)
    }

    /// A whole number of the rules.
    pub fn number(&self, path: &str) -> Option<i64> {
        number_at(self.game, path)?.as_integer()
    }

    /// What each round takes from its deck: the kind of its cards, and how many both sides are dealt together.
    pub fn rounds(&self) -> impl Iterator<Item = (&'a str, u32)> {
        let kinds = list_at(self.game, "rounds.kinds");
        let cards = list_at(self.game, "rounds.cards");
        let dealt = |n: &Value| u32::try_from(n.as_integer()?).ok()?.checked_mul(SIDES);
        kinds
            .iter()
            .zip(cards)
            .filter_map(move |(kind, n)| Some((kind.as_str()?, dealt(n)?)))
    }

    /// The cities that can be chosen, each with its place.
    pub fn cities(&self) -> impl Iterator<Item = (&'a str, Span)> {
        let cities = list_at(self.game, "cities").iter();
        cities.filter_map(|city| Some((city.as_str()?, city.span)))
    }

    /// Cards of the deck that are in a game in that city (CAP-R2).
    pub fn in_city(&self, deck: &str, city: &str) -> u32 {
        let here = |row: &&Row| {
            let of = row.get("city").and_then(Value::as_str);
            of.is_none_or(|c| c == "core" || c == city)
        };
        let decks = self.decks.iter().filter(|d| d.id == deck);
        let rows = decks.flat_map(|d| &d.rows);
        rows.filter(here).map(|r| r.copies).sum()
    }

    /// The cities by something that is told of them: one thing is said once, with the place of the first city.
    pub fn told_together<T: PartialEq>(
        &self,
        told: impl Fn(&str) -> Option<T>,
    ) -> Vec<(Vec<&'a str>, Span, T)> {
        let mut all: Vec<(Vec<&'a str>, Span, T)> = Vec::new();
        for (city, span) in self.cities() {
            let Some(told) = told(city) else { continue };
            match all.iter_mut().find(|(_, _, other)| *other == told) {
                Some((cities, ..)) => cities.push(city),
                None => all.push((vec![city], span, told)),
            }
        }
        all
    }
}
