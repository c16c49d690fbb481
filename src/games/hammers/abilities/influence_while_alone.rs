//! `passive = { influence-while-alone = 4 }`

use schemars::Schema;

use super::{Ability, Beside, INFLUENCE, Passes, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::whole;

/// Worth another influence while it is its player's only card at the location: the Admiral's passive (CH1-E6,
/// CH2-G12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InfluenceWhileAlone {
    pub influence: u8,
}

impl Ability for InfluenceWhileAlone {
    const KEY: &'static str = "influence-while-alone";
    const EXAMPLE: &'static str = "4";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let influence = reading.influence(Self::KEY, value)?;
        Some(InfluenceWhileAlone { influence })
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "Worth this influence while it is its player's only card at the location (CH1-E6, CH2-G12).";
        whole(about, INFLUENCE)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "While it is your **only** {} here: worth **{}**\u{a0}{{influence}}.",
            w.terms.action, self.influence
        )
    }
}

impl Passes for InfluenceWhileAlone {
    #[inline]
    fn worth(&self, worth: u16, beside: Beside) -> u16 {
        match beside.own {
            1 => u16::from(self.influence),
            _ => worth,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, influence, rules_after, sentence_after, sentences, set, table,
    };

    #[test]
    fn says_when_and_how_much() {
        assert_eq!(
            sentences(SECOND, "admiral").0,
            "While it is your **only** Asset here: worth **4**\u{a0}{influence}."
        );
        assert_eq!(
            sentences(FIRST, "admiral").0,
            "While it is your **only** card here: worth **4**\u{a0}{influence}."
        );
    }

    #[test]
    fn follows_the_number() {
        let said = sentence_after(SECOND, "admiral", "passive", "-alone = 4", "-alone = 5");
        assert!(said.contains("**5**"), "{said}");
    }

    #[test]
    fn a_wrong_number_is_told() {
        assert_eq!(
            bad(SECOND, "-alone = 4", "-alone = 400"),
            [
                "`influence-while-alone` is `400`, not a whole number from 0 to 30 \
              (write a whole number from 0 to 30)"
            ]
        );
    }

    #[test]
    fn alone_counts_its_own_side_only() {
        // CH1-E6: an Admiral alone at Malaysia is worth 4, with a Nuclear Armament beside it 2.
        for game in EDITIONS {
            let (rules, state) = table(
                game,
                json!({"zones": {
                    "field/1/caps": ["admiral#1"],
                    "field/1/hammers": ["admiral#2", "nuclear-armament#1"],
                    "field/2/caps": [{"card": "admiral#3", "face": "revealed"}],
                }}),
            );
            assert_eq!(influence(&rules, &state, "1/caps"), 4);
            assert_eq!(influence(&rules, &state, "1/hammers"), 2 + 3);
            assert_eq!(influence(&rules, &state, "2/caps"), 4);
        }
    }

    #[test]
    fn what_it_counts_is_what_the_row_says() {
        let rules = rules_after(SECOND, "-alone = 4", "-alone = 7");
        let state = set(&rules, json!({"zones": {"field/3/hammers": ["admiral#1"]}}));
        assert_eq!(influence(&rules, &state, "3/hammers"), 7);
    }
}
