//! `operation = { influence = 6 }`

use super::{Ability, Reading, Wording};
use crate::cards::Value;
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

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "Worth **{}**\u{a0}{{influence}} instead of **{}**.",
            self.influence, w.card.influence
        )
    }
}

impl Effect for SetInfluence {
    const AIM: Aim = Aim::Nothing;

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
    use crate::games::hammers::testing::{EDITIONS, SECOND, bad, sentence_after, sentences};

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
}
