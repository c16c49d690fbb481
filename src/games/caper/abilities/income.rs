//! A thief's income (CAP-R9).

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{MOST_COINS, Reading};
use crate::cards::Value;
use crate::cards::schema::whole;
use crate::games::caper::words::icons;

/// Coins from the supply when the thief is placed (CAP-R9, CAP-G2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Income(pub u8);

impl Income {
    pub const KEY: &'static str = "income";

    const RANGE: RangeInclusive<i64> = 0..=MOST_COINS;

    /// What it may be, for editors.
    pub fn schema() -> Schema {
        let about =
            "Coins from the supply when the thief is placed (CAP-R9, CAP-G2); none when left out.";
        whole(about, Self::RANGE)
    }

    /// Reads a number of coins.
    pub fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.number(value, Self::RANGE).map(Income)
    }

    /// The coins at the bottom of the card; nothing without an income.
    pub fn icons(self) -> String {
        icons(self.0, "coin")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{play, rules_with, set};
    use crate::games::caper::testing::thief;

    #[test]
    fn income_is_shown_in_coins() {
        assert_eq!(thief("income = 3").income, "{coin}{coin}{coin}");
        assert_eq!(thief("gives = [{ capers = 1 }]").income, "");
    }

    #[test]
    fn income_is_taken_once_when_the_thief_is_placed() {
        let rules = rules_with(&[("thieves", "the-dame", "income = 2")]);
        let mut state = set(
            &rules,
            json!({"zones": {
                "hand/cream": ["the-dame", "the-twins"], "hand/mint": ["the-driver", "the-artist"],
            }}),
        );
        play(&rules, &mut state, &["place the-dame at 2"]);
        assert_eq!((state.supply, state.crews[0].coins), (8, 2));
    }
}
