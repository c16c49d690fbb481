//! `operation = { move-self = "adjacent" }`

use super::{Ability, Reading, Wording};
use crate::cards::Value;
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

impl Ability for MoveSelf {
    const KEY: &'static str = "move-self";
    const EXAMPLE: &'static str = "\"adjacent\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let choices = [
            ("adjacent", MoveSelf::Adjacent),
            ("anywhere", MoveSelf::Anywhere),
        ];
        reading.choice(Self::KEY, value, &choices)
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
    use crate::games::hammers::testing::{FIRST, SECOND, bad, sentence_after, sentences};

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
}
