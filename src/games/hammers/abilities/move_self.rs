//! `operation = { move-self = "adjacent" }`

use schemars::Schema;

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::one_of;
use crate::games::hammers::play::{
    Aim, Effect, Launch, NO_TARGET, OCCUPIED, Rules, State, carry, refused,
};
use crate::rules::{Log, Refusal};

/// The card moves to another location: the Admiral's operation (CH1-G3, CH2-G5). Not into an occupied one (CH1-I9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveSelf {
    /// To a neighbour in the row.
    Adjacent,
    Anywhere,
}

const TARGETS: [(&str, MoveSelf); 2] = [
    ("adjacent", MoveSelf::Adjacent),
    ("anywhere", MoveSelf::Anywhere),
];

impl Ability for MoveSelf {
    const KEY: &'static str = "move-self";
    const EXAMPLE: &'static str = "\"adjacent\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.choice(Self::KEY, value, &TARGETS)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "The card moves to another location. `adjacent`: a neighbour in the row (CH1-G3, CH2-G5); `anywhere`: any. \
                     Not into an occupied one (CH1-R18, CH2-G13).";
        one_of(about, &TARGETS)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let target = match self {
            MoveSelf::Adjacent => "an **adjacent** location",
            MoveSelf::Anywhere => "**any** other location",
        };
        format!("Move this {} to {target}.", w.terms.action)
    }
}

impl Effect for MoveSelf {
    const AIM: Aim = Aim::Place;

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let here = 1u64 << at.place;
        let near = match self {
            MoveSelf::Adjacent => here << 1 | here >> 1,
            MoveSelf::Anywhere => !here,
        };
        near & at.places() & !u64::from(at.state.occupied)
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        let to = usize::from(target);
        if to >= at.rules.numbers.places {
            return Some(NO_TARGET);
        }
        if to == at.place {
            return Some(refused(
                "already-there",
                "CH1-G3, CH2-G5",
                "the card lies there already",
            ));
        }
        if *self == MoveSelf::Adjacent && to.abs_diff(at.place) != 1 {
            return Some(refused(
                "not-adjacent",
                "CH1-G3, CH2-G5",
                "it moves to a neighbouring location only",
            ));
        }
        (at.state.occupied >> to & 1 == 1).then_some(OCCUPIED)
    }

    #[inline]
    fn happen<L: Log>(
        &self,
        rules: &Rules,
        state: &mut State,
        (side, slot): (usize, usize),
        target: u8,
        log: &mut L,
    ) {
        carry(rules, state, side, slot, usize::from(target), log);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, influence, play, refused, rules_after, sentence_after,
        sentences, set, table,
    };

    #[test]
    fn says_where_to() {
        assert_eq!(
            sentences(SECOND, "admiral").1,
            "Move this Asset to an **adjacent** location."
        );
        assert_eq!(
            sentences(FIRST, "admiral").1,
            "Move this card to an **adjacent** location."
        );
        let (from, to) = ("\"adjacent\"", "\"anywhere\"");
        let said = sentence_after(SECOND, "admiral", "operation", from, to);
        assert_eq!(said, "Move this Asset to **any** other location.");
    }

    #[test]
    fn an_unknown_reach_is_told() {
        assert_eq!(
            bad(SECOND, "\"adjacent\"", "\"adjacant\""),
            ["`move-self` cannot be `adjacant` (did you mean `adjacent`?)"]
        );
    }

    #[test]
    fn it_moves_to_a_neighbour_and_is_face_up_from_then_on() {
        // CH1-G3, CH2-G5: country, country, country, lab.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({"turn": "caps", "zones": {"field/3/caps": ["admiral#1", "spy#1"]}}),
            );
            assert_eq!(
                refused(&rules, &state, "launch admiral#1 to 1"),
                "not-adjacent"
            );
            assert_eq!(
                refused(&rules, &state, "launch admiral#1 to 3"),
                "already-there"
            );
            assert_eq!(
                refused(&rules, &state, "launch admiral#1 to 5"),
                "no-such-target"
            );
            let log = play(&rules, &mut state, &["launch admiral#1 to 4"]);
            assert_eq!(
                log,
                [
                    "admiral#1 at field/3/caps: up",
                    "admiral#1: field/3/caps -> field/4/caps, up"
                ]
            );
            assert_eq!(influence(&rules, &state, "3/caps"), 1);
            assert_eq!(influence(&rules, &state, "4/caps"), 4);
            assert_eq!(
                refused(&rules, &state, "launch admiral#1 to 3"),
                "already-launched"
            );
        }
    }

    #[test]
    fn it_does_not_move_into_an_occupied_location() {
        // CH1-I9.
        for game in EDITIONS {
            let (rules, state) = table(
                game,
                json!({
                    "turn": "caps", "occupied": [2], "zones": {"field/1/caps": ["admiral#1"]},
                }),
            );
            assert_eq!(refused(&rules, &state, "launch admiral#1 to 2"), "occupied");
        }
    }

    #[test]
    fn with_any_reach_it_moves_past_neighbours() {
        let rules = rules_after(SECOND, "\"adjacent\"", "\"anywhere\"");
        let zones = json!({"field/1/caps": ["admiral#1"]});
        let mut state = set(&rules, json!({"turn": "caps", "zones": zones}));
        play(&rules, &mut state, &["launch admiral#1 to 4"]);
        assert_eq!(influence(&rules, &state, "4/caps"), 4);
    }
}
