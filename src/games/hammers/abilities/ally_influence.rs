//! `operation = { ally-influence = { profession = "diplomat", influence = 2 } }`

use schemars::Schema;

use super::{Ability, INFLUENCE, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::{Keys, whole, word};
use crate::games::hammers::play::{Aim, Effect, Launch, NO_TARGET, Rules, State};
use crate::rules::{Log, Refusal};

/// Its player's cards of a profession at the location are worth this influence. It sets a value, so a second one adds
/// nothing: the Defector's operation (CH1, CH2-G12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllyInfluence {
    pub profession: String,
    pub influence: u8,
}

impl Ability for AllyInfluence {
    const KEY: &'static str = "ally-influence";
    const EXAMPLE: &'static str = "{ profession = \"diplomat\", influence = 2 }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let keys = ["profession", "influence"];
        let [profession, influence] = reading.parts(Self::KEY, "`ally-influence`", value, keys)?;
        let profession = reading.needed(Self::KEY, "profession", value, profession);
        let influence = reading.needed(Self::KEY, "influence", value, influence);
        let profession = reading.profession("profession", profession?);
        let influence = reading.influence("influence", influence?)?;
        Some(AllyInfluence {
            profession: profession?,
            influence,
        })
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about = "The influence that each is worth, as if it were printed.";
        Keys::new("Your cards of a profession at the location are worth this influence (CH1-R3, CH2-G12).")
            .must("profession", word("Whose influence is set.", reading.professions()))
            .must("influence", whole(about, INFLUENCE))
            .table()
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "Your {} here are worth **{}**\u{a0}{{influence}} each.",
            w.several(&self.profession),
            self.influence
        )
    }
}

impl Effect for AllyInfluence {
    const AIM: Aim = Aim::Nothing;

    fn is_free(&self) -> bool {
        true
    }

    fn names(&self) -> Option<&str> {
        Some(&self.profession)
    }

    #[inline]
    fn targets(&self, _: &Launch<'_>) -> u64 {
        1
    }

    fn refusal(&self, _: &Launch<'_>, target: u8) -> Option<Refusal> {
        (target != 0).then_some(NO_TARGET)
    }

    // Its allies find it launched beside them when influence is counted.
    #[inline]
    fn happen<L: Log>(&self, _: &Rules, _: &mut State, _: (usize, usize), _: u8, _: &mut L) {}
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, SECOND, bad, influence, play, rules_after, sentence_after, sentences, set, table,
    };

    #[test]
    fn says_whose_and_how_much() {
        for game in EDITIONS {
            assert_eq!(
                sentences(game, "defector").1,
                "Your {diplomat}\u{a0}**Diplomats** here are worth **2**\u{a0}{influence} each."
            );
        }
        let (from, to) = (
            "profession = \"diplomat\", ",
            "profession = \"policeman\", ",
        );
        let said = sentence_after(SECOND, "defector", "operation", from, to);
        assert!(
            said.contains("{policeman}\u{a0}**Policemen** here"),
            "{said}"
        );
    }

    #[test]
    fn both_parts_must_be_right() {
        assert_eq!(
            bad(
                SECOND,
                "profession = \"diplomat\", influence = 2",
                "profession = \"diplomats\", influence = 99"
            ),
            [
                "no card of the deck has the profession `diplomats` (did you mean `diplomat`?)",
                "`influence` is `99`, not a whole number from 0 to 30 (write a whole number from 0 to 30)",
            ]
        );
    }

    #[test]
    fn a_card_that_names_its_own_profession_is_one_of_them() {
        let rules = rules_after(
            SECOND,
            "profession = \"diplomat\", ",
            "profession = \"defector\", ",
        );
        let mut state = set(
            &rules,
            json!({"turn": "caps", "row": ["germany", "iraq", "venezuela", "missiles"], "zones": {
                "hand/caps": ["spy#1"],
                "field/1/caps": ["defector#1", "defector#2"],
                "field/1/hammers": ["policeman#1", "policeman#2", "policeman#3"],
            }}),
        );
        assert_eq!(influence(&rules, &state, "1/caps"), 8);
        play(&rules, &mut state, &["launch defector#1"]);
        assert_eq!(influence(&rules, &state, "1/caps"), 4);
    }

    #[test]
    fn allies_beside_it_are_worth_two_once_it_is_launched() {
        // Two launched ones do not stack; the opponent's Diplomats and those elsewhere stay as they are.
        for game in EDITIONS {
            let up = |card: &str| json!({"card": card, "face": "up"});
            let (rules, state) = table(
                game,
                json!({"zones": {
                    "field/1/caps": [up("defector#1"), up("defector#2"), "diplomat#1"],
                    "field/2/caps": ["diplomat#2"],
                    "field/2/hammers": ["diplomat#3"],
                }}),
            );
            assert_eq!(influence(&rules, &state, "1/caps"), 1 + 1 + 2);
            assert_eq!(influence(&rules, &state, "2/caps"), 1);
            assert_eq!(influence(&rules, &state, "2/hammers"), 1);
        }
    }

    #[test]
    fn it_works_from_its_launch_on_and_for_allies_that_come_later() {
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({"turn": "caps", "zones": {
                    "hand/caps": ["diplomat#2"], "field/3/caps": ["defector#1", "diplomat#1"],
                }}),
            );
            assert_eq!(influence(&rules, &state, "3/caps"), 1 + 1);
            play(&rules, &mut state, &["launch defector#1"]);
            assert_eq!(influence(&rules, &state, "3/caps"), 1 + 2);
            play(&rules, &mut state, &["deploy diplomat#2 at 3"]);
            assert_eq!(influence(&rules, &state, "3/caps"), 1 + 2 + 2);
        }
    }
}
