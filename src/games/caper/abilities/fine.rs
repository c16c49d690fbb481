//! Coins that the opponent pays to the supply when the card is played, as many as there are (CAP-R3, CAP-G10).

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{MOST_COINS, Printed, Reading, Slot};
use crate::cards::Value;
use crate::cards::schema::whole;
use crate::games::caper::Voice;
use crate::games::caper::play::{Effect, Playing};
use crate::games::caper::words::{icons, some};
use crate::rules::Log;

/// Coins that the opponent pays to the supply when the card is played, as many as there are (CAP-R3, CAP-G10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fine(pub u8);

/// How many coins it may be.
const COINS: RangeInclusive<i64> = 1..=MOST_COINS;

impl Printed for Fine {
    const KEY: &'static str = "fine";
    const SLOTS: &'static [Slot] = &[Slot::WhenPlayed];
    const EXAMPLE: &'static str = "fine = 1";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.number(value, COINS).map(Fine)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "The opponent pays so many coins to the supply, as far as there are any (CAP-R3, CAP-G10).";
        whole(about, COINS)
    }

    fn wording(&self, _voice: &Voice) -> String {
        format!("your opponent pays {} to the supply", some(self.0, "coin"))
    }

    fn icons(&self, _voice: &Voice) -> String {
        format!("{{map-theirs}}{{discard}}{}", icons(self.0, "coin"))
    }
}

impl Effect for Fine {
    fn played<L: Log>(&self, play: &mut Playing<'_, L>) {
        play.opponent_pays(self.0);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, play, rules_with};
    use crate::games::caper::testing::gear;

    #[test]
    fn fine_names_the_opponent() {
        let card = gear("when-played = [{ fine = 2 }]");
        assert_eq!(card.icons, "{map-theirs}{discard}{coin}{coin}");
        assert_eq!(
            card.text,
            "**When played:** your opponent pays 2\u{a0}{coin} to the supply."
        );
    }

    #[test]
    fn fine_goes_from_the_opponent_to_the_supply() {
        let rules = rules_with(&[("gear", "plasma-cutter", "when-played = [{ fine = 2 }]")]);
        let coins = json!({"coins": {"cream": 3, "mint": 1}});
        let mut state = gear_round(&rules, coins, json!({}));
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        assert_eq!(
            (state.supply, state.crews.map(|crew| crew.coins)),
            (8, [1, 1])
        );
    }
}
