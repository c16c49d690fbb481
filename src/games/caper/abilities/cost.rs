//! What placing gear costs (CAP-R10).

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{MOST_COINS, Reading};
use crate::cards::Value;
use crate::cards::schema::whole;
use crate::games::caper::words::icons;

/// Coins that are paid to the supply before gear is placed (CAP-R10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cost(pub u8);

impl Cost {
    pub const KEY: &'static str = "cost";

    const RANGE: RangeInclusive<i64> = 0..=MOST_COINS;

    /// What it may be, for editors.
    pub fn schema() -> Schema {
        let about = "Coins that are paid to the supply before the gear is placed (CAP-R10); free when left out.";
        whole(about, Self::RANGE)
    }

    /// Reads a number of coins.
    pub fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.number(value, Self::RANGE).map(Cost)
    }

    /// The number in the corner; nothing on free gear.
    pub fn number(self) -> String {
        match self.0 {
            0 => String::new(),
            n => n.to_string(),
        }
    }

    pub fn icons(self) -> String {
        icons(self.0, "coin")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, legal, play, rules_with};
    use crate::games::caper::testing::gear;

    #[test]
    fn free_gear_shows_no_cost() {
        assert_eq!(gear("gives = [{ capers = 1 }]").cost, "");
        assert_eq!(gear("cost = 0\ngives = [{ capers = 1 }]").cost, "");
        assert_eq!(gear("cost = 2\ngives = [{ capers = 1 }]").cost, "2");
    }

    #[test]
    fn gear_is_placed_for_all_the_coins_that_it_costs_and_no_fewer() {
        let rules = rules_with(&[("gear", "plasma-cutter", "cost = 3")]);
        for (coins, placed) in [(2, false), (3, true)] {
            let mut state = gear_round(&rules, json!({"coins": {"mint": coins}}), json!({}));
            let text = "equip plasma-cutter on the-dame";
            assert_eq!(legal(&rules, &state).contains(&text.to_owned()), placed);
            if placed {
                play(&rules, &mut state, &[text]);
                assert_eq!((state.supply, state.crews[1].coins), (10, 0));
            }
        }
    }
}
