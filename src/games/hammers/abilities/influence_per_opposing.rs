//! `passive = { influence-per-opposing = 1 }`

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{Ability, Beside, Passes, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::whole;

/// So much more influence for each opposing card at the location: the Defector's passive (CH1-E13, CH2-G12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InfluencePerOpposing {
    pub influence: u8,
}

/// How much more it may be.
const MORE: RangeInclusive<i64> = 1..=5;

impl Ability for InfluencePerOpposing {
    const KEY: &'static str = "influence-per-opposing";
    const EXAMPLE: &'static str = "1";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let influence = reading.whole(Self::KEY, value, MORE)?;
        Some(InfluencePerOpposing { influence })
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about =
            "So much more influence for each opposing card at the location (CH1-E13, CH2-G12).";
        whole(about, MORE)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "For **each** opposing {} here: **+{}**\u{a0}{{influence}}.",
            w.terms.action, self.influence
        )
    }
}

impl Passes for InfluencePerOpposing {
    #[inline]
    fn worth(&self, worth: u16, beside: Beside) -> u16 {
        worth + u16::from(self.influence) * u16::from(beside.opposing)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, influence, sentences, table,
    };

    #[test]
    fn says_how_much_for_each() {
        assert_eq!(
            sentences(SECOND, "defector").0,
            "For **each** opposing Asset here: **+1**\u{a0}{influence}."
        );
        assert_eq!(
            sentences(FIRST, "defector").0,
            "For **each** opposing card here: **+1**\u{a0}{influence}."
        );
    }

    #[test]
    fn a_wrong_number_is_told() {
        assert_eq!(
            bad(FIRST, "-per-opposing = 1", "-per-opposing = -1"),
            [
                "`influence-per-opposing` is `-1`, not a whole number from 1 to 5 \
              (write a whole number from 1 to 5)"
            ]
        );
    }

    #[test]
    fn three_opposing_cards_make_it_four() {
        // CH1-E13. Cards of its own side and of other locations add nothing.
        for game in EDITIONS {
            let (rules, state) = table(
                game,
                json!({"zones": {
                    "field/1/caps": ["defector#1"],
                    "field/1/hammers": ["spy#1", {"card": "spy#2", "face": "up"}, "spy#3"],
                    "field/2/caps": ["defector#2", "admiral#1"],
                    "field/3/hammers": ["admiral#2"],
                }}),
            );
            assert_eq!(influence(&rules, &state, "1/caps"), 4);
            assert_eq!(influence(&rules, &state, "2/caps"), 1 + 2);
        }
    }
}
