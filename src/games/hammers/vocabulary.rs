//! What the print wing asks of the family.

use super::card::ActionCard;
use super::numbers::Role;
use super::terms::Terms;
use super::{checks, dress, edits, schema};
use crate::cards::schema::Keys;
use crate::cards::{Alternatives, Deck, Face, Game, Row, Setting, Vocabulary};
use crate::source::Diagnostics;

/// The card vocabulary of both editions of Caps & Hammers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hammers;

impl Hammers {
    /// The name by which `game.toml` asks for this family.
    pub const FAMILY: &'static str = "hammers";
}

impl Vocabulary for Hammers {
    fn keys(&self) -> &'static [&'static str] {
        &[
            "plural",
            "profession",
            "kinds",
            "passive",
            "operation",
            "wording",
            "words",
            "default",
            "region",
        ]
    }

    fn rule_keys(&self) -> &'static [&'static str] {
        &[
            "influence",
            "profession",
            "kinds",
            "passive",
            "operation",
            "points",
            "default",
            "region",
            "number",
            "rank",
            "level",
            "value",
        ]
    }

    fn dress(&self, setting: &Setting<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics) {
        match Role::of(setting.game, &setting.deck.id) {
            Some(Role::Actions) => {
                // Faults of the terms belong to no card: `check` tells them.
                let terms = Terms::read(setting.game, &mut Diagnostics::new());
                let card = ActionCard::read(setting, row, faults);
                dress::action(setting, &card, &terms, row, face, faults);
            }
            Some(Role::Countries) => dress::country(setting, row, face, faults),
            Some(Role::Labs) => dress::lab(row, face, faults),
            Some(Role::Defcon) => dress::defcon(setting, row, face, faults),
            Some(Role::Protests) => dress::protest(setting, row, face, faults),
            Some(Role::Justifications) | None => {}
        }
        dress::words(row, face, faults);
    }

    fn row_schema(&self, setting: &Setting<'_>) -> Keys {
        schema::row(setting)
    }

    fn rules_schema(&self, _: &Game, decks: &[Deck]) -> Keys {
        schema::rules(decks)
    }

    fn is_played(&self, game: &Game, deck: &Deck) -> bool {
        Role::of(game, &deck.id).is_some()
    }

    fn check(&self, game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
        checks::check(game, decks, faults);
    }

    fn played_keys(&self, game: &Game, deck: &Deck) -> Option<&'static [&'static str]> {
        edits::played_keys(game, deck)
    }

    fn unplayed_rules(&self) -> &'static [&'static str] {
        &edits::UNPLAYED
    }

    fn alternatives(&self) -> &'static [Alternatives] {
        edits::ALTERNATIVES
    }
}
