//! `passive = { ties-are-yours = true }`

use schemars::Schema;

use super::{Ability, Passes, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::yes;

/// A tied country counts as its player's, unless the opponent has such a card there too: the Guerrilla's passive
/// (CH1-R12, CH1-E11, CH2-R11). A lab has no default, so a tie over a lab stays a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TiesAreYours;

impl Ability for TiesAreYours {
    const KEY: &'static str = "ties-are-yours";
    const EXAMPLE: &'static str = "true";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.yes(Self::KEY, value)?;
        Some(TiesAreYours)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "A tied country counts as yours, unless the opponent has such a card there too (CH1-R12, CH1-E11, CH2-R11).";
        yes(about)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "On a **tie** for this country: it is yours, unless your opponent has a {} here too.",
            w.one(&w.card.profession)
        )
    }
}

impl Passes for TiesAreYours {
    #[inline]
    fn wins_ties(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, SECOND, bad, owner, play, sentence_after, sentences, table, winner,
    };

    #[test]
    fn says_what_becomes_of_a_tie() {
        for game in EDITIONS {
            assert_eq!(
                sentences(game, "guerrilla").0,
                "On a **tie** for this country: it is yours, unless your opponent has a \
                 {guerrilla}\u{a0}**Guerrilla** here too."
            );
        }
    }

    #[test]
    fn calls_the_card_by_its_name_of_today() {
        let (from, to) = ("name = \"Guerrilla\"", "name = \"Partisan\"");
        let said = sentence_after(SECOND, "guerrilla", "passive", from, to);
        assert!(
            said.contains("a {guerrilla}\u{a0}**Partisan** here"),
            "{said}"
        );
    }

    #[test]
    fn is_there_or_not() {
        let told = bad(
            SECOND,
            "ties-are-yours = true",
            "ties-are-yours = \"often\"",
        );
        assert_eq!(
            told,
            [
                "`ties-are-yours` can only be `true` (write `ties-are-yours = true`, or take it away)"
            ]
        );
    }

    #[test]
    fn a_tied_country_is_the_guerrillas_unless_both_have_one() {
        // CH1-E11: Egypt, which leans to the Hammers, tied, and a Caps Guerrilla there, face down.
        for game in EDITIONS {
            let won_by = |hammers: &str| {
                let (rules, state) = table(
                    game,
                    json!({
                        "row": ["egypt"],
                        "zones": {"field/1/caps": ["guerrilla#1"], "field/1/hammers": [hammers]},
                    }),
                );
                winner(&rules, &state, "1")
            };
            assert_eq!(won_by("spy#1"), "caps");
            assert_eq!(won_by("guerrilla#2"), "hammers");
            assert_eq!(won_by("admiral#1"), "hammers");
        }
    }

    #[test]
    fn a_tied_lab_is_nobodys() {
        // CH1-G5, CH2-G6: a lab has no default.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({
                    "row": ["egypt", "germany", "iraq", "missiles"],
                    "turn": "caps", "turns": 9, "deployed": true,
                    "zones": {"field/4/caps": ["guerrilla#1"], "field/4/hammers": ["spy#1"]},
                }),
            );
            assert_eq!(winner(&rules, &state, "4"), "none");
            let log = play(&rules, &mut state, &["end"]);
            assert!(log.contains(&"tied at row/4: 1 1".to_owned()), "{log:?}");
            assert_eq!(owner(&rules, &state, "missiles"), "none");
        }
    }
}
