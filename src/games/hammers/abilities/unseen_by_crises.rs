//! `passive = { unseen-by-crises = true }`

use schemars::Schema;

use super::{Ability, Passes, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::yes;

/// Left out when a location's influence is counted for a crisis: the Diplomat's passive (CH1-R13, CH2-R12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnseenByCrises;

impl Ability for UnseenByCrises {
    const KEY: &'static str = "unseen-by-crises";
    const EXAMPLE: &'static str = "true";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.yes(Self::KEY, value)?;
        Some(UnseenByCrises)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        yes("Left out when a location's influence is counted for a crisis (CH1-R13, CH2-R12).")
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "When a **{}** is counted: this {} is left out.",
            w.terms.crisis, w.terms.action
        )
    }
}

impl Passes for UnseenByCrises {
    #[inline]
    fn unseen_by_crises(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, influence, play, sentences, table,
    };

    #[test]
    fn says_what_is_not_counted() {
        assert_eq!(
            sentences(SECOND, "diplomat").0,
            "When a **Crisis** is counted: this Asset is left out."
        );
        assert_eq!(
            sentences(FIRST, "diplomat").0,
            "When a **crisis** is counted: this card is left out."
        );
    }

    #[test]
    fn is_there_or_not() {
        assert_eq!(
            bad(SECOND, "unseen-by-crises = true", "unseen-by-crises = 1"),
            ["`unseen-by-crises` can only be `true` \
              (write `unseen-by-crises = true`, or take it away)"]
        );
    }

    #[test]
    fn thirteen_with_a_diplomat_are_no_crisis() {
        // CH1-E7, CH2-E1: 12 and a Diplomat; then 12 and a Spy, which counts as much.
        for (one, crisis) in [("diplomat#1", false), ("spy#1", true)] {
            for game in EDITIONS {
                let armament = |n: u8| format!("nuclear-armament#{n}");
                let (rules, mut state) = table(
                    game,
                    json!({
                        "row": ["japan", "germany", "iraq", "missiles"],
                        "turn": "caps", "turns": 9, "deployed": true,
                        "zones": {
                            "field/1/caps": [armament(1), armament(2)],
                            "field/1/hammers": [armament(3), armament(4), one],
                        },
                    }),
                );
                assert_eq!(influence(&rules, &state, "1/hammers"), 7);
                let log = play(&rules, &mut state, &["end"]);
                let told = log.contains(&"crisis at row/1: 13 13".to_owned());
                assert_eq!(told, crisis, "{game}: {log:?}");
                assert_eq!(state.defcon, if crisis { 4 } else { 5 });
            }
        }
    }
}
