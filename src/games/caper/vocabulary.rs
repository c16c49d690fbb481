//! The family `caper` as the cards see it.

use super::abilities::Reading;
use super::card::{Abilities, Role};
use super::words::Voice;
use super::{checks, edits, schema, shows};
use crate::cards::schema::Keys;
use crate::cards::{Alternatives, Deck, Face, Game, Row, Setting, Vocabulary};
use crate::source::Diagnostics;

/// The vocabulary of Caper.
#[derive(Debug, Clone, Copy)]
pub struct Caper;

impl Caper {
    /// The name by which `[rules]` asks for it.
    pub const FAMILY: &'static str = "caper";

    const KEYS: [&'static str; 7] = [
        "income",
        "cost",
        "when-played",
        "gives",
        "reward",
        "modifier",
        "shows",
    ];
}

impl Vocabulary for Caper {
    fn keys(&self) -> &'static [&'static str] {
        &Self::KEYS
    }

    fn rule_keys(&self) -> &'static [&'static str] {
        &[
            "income",
            "cost",
            "when-played",
            "gives",
            "reward",
            "modifier",
            "city",
            "colour",
        ]
    }

    fn dress(&self, table: &Setting<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics) {
        let voice = Voice::of(table.game);
        let role = Role::of(table.deck);
        let mut reading = Reading {
            palette: &voice.palette,
            faults,
        };
        let abilities = Abilities::read(row, role, &mut reading);
        abilities.dress(row, role, &voice, face, reading.faults);
        shows::dress(table.game, row, face, faults);
    }

    fn row_schema(&self, setting: &Setting<'_>) -> Keys {
        schema::row(setting)
    }

    fn rules_schema(&self, game: &Game, _: &[Deck]) -> Keys {
        schema::rules(game)
    }

    fn is_played(&self, _: &Game, deck: &Deck) -> bool {
        Role::of(deck) != Role::Aid
    }

    fn check(&self, game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
        checks::check(game, decks, faults);
    }

    fn played_keys(&self, _: &Game, deck: &Deck) -> Option<&'static [&'static str]> {
        edits::played_keys(deck)
    }

    fn alternatives(&self) -> &'static [Alternatives] {
        edits::ALTERNATIVES
    }
}

#[cfg(test)]
mod tests {
    use super::super::card::KEYS;
    use super::super::testing::{field, pack};
    use super::*;

    #[test]
    fn the_vocabulary_knows_every_key_of_abilities() {
        assert!(KEYS.iter().all(|key| Caper.keys().contains(key)));
    }

    #[test]
    fn every_card_that_does_something_says_so() {
        let pack = pack();
        for name in ["locations", "thieves", "gear"] {
            let deck = pack.deck(name).unwrap();
            let (faces, faults) = pack.faces(deck);
            assert!(faults.is_empty(), "{faults:?}");
            for face in faces {
                let (icons, text) = match name {
                    "locations" => ("reward", "reward-text"),
                    _ => ("icons", "text"),
                };
                assert!(!face.text(icons).is_empty(), "{}", face.text("id"));
                assert!(face.text(text).ends_with('.'), "{}", face.text("id"));
            }
        }
    }

    /// The cards that the rulebook names do what it says.
    #[test]
    fn named_cards_are_as_in_the_rulebook() {
        let is = |deck, card, name, text: &str| assert_eq!(field(deck, card, name), text, "{card}");
        is("locations", "the-louvre", "reward", "5{point} · {painting}");
        is(
            "locations",
            "the-chapel",
            "modifier-icons",
            "{shield}{thief}",
        );
        is(
            "thieves",
            "the-banker",
            "icons",
            "{point} / {sign-yellow}{map-mine}",
        );
        is(
            "gear",
            "plans-caches",
            "icons",
            "{point} / {sign-teal}{map-mine}",
        );
        is("gear", "plans-caches", "city", "paris");
        is("gear", "plasma-cutter", "icons", "{coin} · {point}");
        for thief in ["the-dame", "the-artist"] {
            assert!(field("thieves", thief, "icons").starts_with("{caper}"));
        }
    }
}
