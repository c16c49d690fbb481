//! `operation = { influence = 6 }`

use schemars::Schema;

use super::{Ability, INFLUENCE, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::whole;
use crate::games::hammers::play::{Aim, Effect, LabSheet, Launch, NO_TARGET, Rules, State};
use crate::rules::{Log, Refusal};

/// From now on worth this influence instead of the printed one: the Nuclear Armament's operation (CH1-E9, CH2-G12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetInfluence {
    pub influence: u8,
}

impl Ability for SetInfluence {
    const KEY: &'static str = "influence";
    const EXAMPLE: &'static str = "6";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let influence = reading.influence(Self::KEY, value)?;
        Some(SetInfluence { influence })
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about =
            "Worth this influence from now on, instead of the printed one (CH1-E9, CH2-G12).";
        whole(about, INFLUENCE)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "Worth **{}**\u{a0}{{influence}} instead of **{}**.",
            self.influence, w.card.influence
        )
    }
}

impl Effect for SetInfluence {
    const AIM: Aim = Aim::Nothing;

    fn is_free(&self) -> bool {
        true
    }

    #[inline]
    fn worth(&self, _: u16, _: Option<LabSheet>) -> u16 {
        u16::from(self.influence)
    }

    #[inline]
    fn targets(&self, _: &Launch<'_>) -> u64 {
        1
    }

    fn refusal(&self, _: &Launch<'_>, target: u8) -> Option<Refusal> {
        (target != 0).then_some(NO_TARGET)
    }

    // It counts as launched: see `worth`.
    #[inline]
    fn happen<L: Log>(&self, _: &Rules, _: &mut State, _: (usize, usize), _: u8, _: &mut L) {}
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, influence, play, refused, sentence_after, sentences, table,
    };

    #[test]
    fn says_both_numbers() {
        for game in EDITIONS {
            assert_eq!(
                sentences(game, "nuclear-armament").1,
                "Worth **6**\u{a0}{influence} instead of **3**."
            );
        }
    }

    #[test]
    fn follows_the_printed_influence() {
        let (from, to) = ("influence = 3", "influence = 4");
        let said = sentence_after(SECOND, "nuclear-armament", "operation", from, to);
        assert_eq!(said, "Worth **6**\u{a0}{influence} instead of **4**.");
    }

    #[test]
    fn a_wrong_number_is_told() {
        assert_eq!(
            bad(SECOND, "{ influence = 6 }", "{ influence = [6] }"),
            ["`influence` is a list, not a whole number from 0 to 30 \
              (write a whole number from 0 to 30)"]
        );
    }

    #[test]
    fn launched_it_is_worth_more_revealed_it_is_not() {
        // CH1-E9: revealed before it was activated it stays 3; activated it is 6.
        for game in EDITIONS {
            let (rules, state) = table(
                game,
                json!({"turn": "hammers", "zones": {
                    "field/1/hammers": ["nuclear-armament#1"],
                    "field/2/hammers": [{"card": "nuclear-armament#2", "face": "revealed"}],
                    "field/3/hammers": [{"card": "nuclear-armament#3", "face": "up"}],
                }, "owned": {"hammers": ["japan"]}}),
            );
            let worth = ["1/hammers", "2/hammers", "3/hammers"];
            assert_eq!(worth.map(|at| influence(&rules, &state, at)), [3, 3, 6]);
            assert_eq!(
                refused(&rules, &state, "launch nuclear-armament#2"),
                "revealed"
            );
            assert_eq!(
                refused(&rules, &state, "launch nuclear-armament#3"),
                "already-launched"
            );
        }
    }

    #[test]
    fn launching_it_lowers_defcon_at_the_price_of_its_player_alone() {
        // CH1-E14: at DEFCON 2 five protests for its owner, none for the opponent, and DEFCON 5 again.
        let (rules, mut state) = table(
            FIRST,
            json!({"turn": "caps", "defcon": 2, "zones": {"field/1/caps": ["nuclear-armament#1"]}}),
        );
        let log = play(&rules, &mut state, &["launch nuclear-armament#1"]);
        assert_eq!(influence(&rules, &state, "1/caps"), 6);
        let [caps, hammers] = state.sides.map(|side| side.protests.count_ones());
        assert_eq!((caps, hammers, state.defcon), (5, 0, 5));
        assert!(log.contains(&"defcon = 1".to_owned()), "{log:?}");
    }

    #[test]
    fn who_cannot_pay_cannot_launch_it() {
        // CH2-E3: no Loyal country and no Justification there.
        let (rules, state) = table(
            SECOND,
            json!({
                "turn": "caps", "zones": {"field/1/caps": ["nuclear-armament#1"]},
                "owned": {"caps": [{"card": "japan", "loyal": false}], "hammers": ["germany"]},
                "justified": {"2/caps": 1, "1/hammers": 1},
            }),
        );
        assert_eq!(
            refused(&rules, &state, "launch nuclear-armament#1"),
            "cannot-pay"
        );
    }
}
