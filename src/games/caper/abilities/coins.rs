//! Coins from the supply when the card is played (CAP-R13, CAP-G2).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::play::{Effect, Playing};
use crate::games::caper::{Amount, Per, Voice};
use crate::rules::Log;
use crate::source::{Code, Diagnostic};

/// Coins from the supply when the card is played (CAP-R13); what is counted lies there then (CAP-G13).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Coins(pub Amount);

impl Printed for Coins {
    const KEY: &'static str = "coins";
    const SLOTS: &'static [Slot] = &[Slot::WhenPlayed];
    const EXAMPLE: &'static str = "coins = 1";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let amount = Amount::read(value, reading)?;
        if matches!(amount.per, Per::If(_)) {
            reading.faults.push(
                Diagnostic::error(Code::AbilityShape, "coins wait for the end of the game")
                    .at(value.span)
                    .help("conditions hold at the end; give `points` or `capers` for them"),
            );
            return None;
        }
        Some(Coins(amount))
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about = "Coins from the supply; what is counted lies there when the card is played (CAP-R13, CAP-G2, CAP-G13).";
        // Conditions wait for the end of the game.
        Amount::schema(about, &[], reading)
    }

    fn wording(&self, voice: &Voice) -> String {
        format!("take {}", self.0.wording("coin", voice))
    }

    fn icons(&self, voice: &Voice) -> String {
        self.0.icons("coin", voice)
    }
}

impl Effect for Coins {
    #[inline]
    fn played<L: Log>(&self, play: &mut Playing<'_, L>) {
        let asked = match self.0.per {
            Per::Once => self.0.number.into(),
            _ => self.0.count(&play.look()),
        };
        play.take(asked);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, play, rules_with};
    use crate::games::caper::testing::{bad_gear, gear};

    #[test]
    fn coins_are_taken_when_the_card_is_played() {
        let card = gear("when-played = [{ coins = 2 }]");
        assert_eq!(card.icons, "{coin}{coin}");
        assert_eq!(card.text, "**When played:** take 2\u{a0}{coin}.");
        let card = gear("when-played = [{ coins = { each = \"yellow\", of = \"yours\" } }]");
        assert_eq!(card.icons, "{coin} / {sign-yellow}{map-mine}");
    }

    #[test]
    fn coins_cannot_wait_for_the_end() {
        let told = bad_gear("when-played = [{ coins = { if = \"they-are-broke\" } }]");
        assert!(told[0].starts_with("coins wait for the end"), "{told:?}");
    }

    #[test]
    fn coins_come_from_the_supply_at_once_and_are_kept_when_the_card_is_flipped() {
        // CAP-R13, CAP-G15.
        let rules = rules_with(&[
            ("gear", "plasma-cutter", "when-played = [{ coins = 2 }]"),
            ("gear", "rope-ladder", "when-played = [{ flip = 1 }]"),
        ]);
        let mut state = gear_round(&rules, json!({}), json!({"field/1/cream": ["the-driver"]}));
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        assert_eq!((state.supply, state.crews[1].coins), (8, 2));
        play(
            &rules,
            &mut state,
            &["equip rope-ladder on the-driver", "flip the-dame"],
        );
        assert_eq!((state.supply, state.crews[1].coins), (8, 2));
    }

    #[test]
    fn coins_for_a_colour_of_the_opponent_count_the_opponents_cards() {
        let each = "when-played = [{ coins = { amount = 2, each = \"cream\", of = \"theirs\" } }]";
        let rules = rules_with(&[("gear", "plasma-cutter", each)]);
        let theirs = json!(["the-driver", {"card": "the-twins", "face": "flipped"}]);
        let mut state = gear_round(&rules, json!({}), json!({"field/1/cream": theirs}));
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        assert_eq!(state.crews[1].coins, 2);
    }
}
