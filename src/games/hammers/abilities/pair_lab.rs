//! `operation = { pair-lab = { adds = "number", cap = 5 } }`

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::{Keys, whole, word};
use crate::games::hammers::play::{
    Aim, Deck, Effect, LabSheet, Launch, NO_TARGET, Rules, State, faces, refused, zones,
};
use crate::rules::{Event, Log, Refusal};
use crate::source::{Code, Diagnostic};

/// What a lab shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabMark {
    Number,
    Rank,
}

impl LabMark {
    /// Its key in a lab's row, and its word on a card.
    pub fn word(self) -> &'static str {
        match self {
            LabMark::Number => "number",
            LabMark::Rank => "rank",
        }
    }
}

/// Pairs the card with a lab of its player's, and adds what the lab shows to its influence: the Scientist's operation
/// (CH1-E12, CH1-G12, CH2-G10). The lab comes back after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairLab {
    pub adds: LabMark,
    /// Most that a lab adds.
    pub cap: Option<u8>,
}

const MARKS: [(&str, LabMark); 2] = [("number", LabMark::Number), ("rank", LabMark::Rank)];

const CAP: RangeInclusive<i64> = 0..=20;

impl Ability for PairLab {
    const KEY: &'static str = "pair-lab";
    const EXAMPLE: &'static str = "{ adds = \"number\", cap = 5 }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let [adds, cap] = reading.parts(Self::KEY, "`pair-lab`", value, ["adds", "cap"])?;
        let at = reading.needed(Self::KEY, "adds", value, adds)?;
        let adds = reading.choice("adds", at, &MARKS)?;
        if !reading.labs_have(adds.word()) {
            let message = format!("not every lab has a `{}`", adds.word());
            let help = "name in `adds` what the rows of the labs give: `number` or `rank`";
            reading.fault(
                Diagnostic::error(Code::AbilityShape, message)
                    .at(at.span)
                    .help(help),
            );
        }
        let cap = match cap {
            Some(cap) => Some(reading.whole("cap", cap, CAP)?),
            None => None,
        };
        Some(PairLab { adds, cap })
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let marks = MARKS.iter().map(|(mark, _)| *mark);
        let marks = marks.filter(|mark| reading.labs_have(mark));
        Keys::new("Pairs the card with a lab of yours and adds what the lab shows to its influence (CH1-E12, CH1-G12, CH2-G10).")
            .must("adds", word("What the lab adds: what every lab's row gives.", marks))
            .may("cap", whole("Most that a lab adds; no bound when left out.", CAP))
            .table()
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let cap = self
            .cap
            .map_or_else(String::new, |n| format!(" (at most **{n}**)"));
        format!(
            "Pair it with a **{}** that you {}. This round: worth **{}**\u{a0}{{influence}} plus the lab's **{}**{cap}.",
            w.terms.lab,
            w.terms.own,
            w.card.influence,
            self.adds.word(),
        )
    }
}

impl Effect for PairLab {
    const AIM: Aim = Aim::Lab;

    #[inline]
    fn worth(&self, worth: u16, lab: Option<LabSheet>) -> u16 {
        let adds = lab.map_or(0, |lab| match self.adds {
            LabMark::Number => lab.number,
            LabMark::Rank => lab.rank,
        });
        worth + u16::from(adds.min(self.cap.unwrap_or(u8::MAX)))
    }

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let mine = at.mine();
        u64::from(mine.labs & !mine.lent)
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        if usize::from(target) >= at.rules.labs.len() {
            return Some(NO_TARGET);
        }
        let mine = at.mine();
        if mine.labs >> target & 1 == 0 {
            return Some(refused(
                "not-yours",
                "CH1-E12, CH2-G12",
                "that lab is not yours",
            ));
        }
        (mine.lent >> target & 1 == 1).then_some(refused(
            "lab-in-use",
            "CH1-G12, CH2-G12",
            "a lab serves once a round",
        ))
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
        let mine = &mut state.sides[side];
        mine.lab[slot] = target;
        mine.lent |= 1 << target;
        log.push(Event::Turned {
            card: rules.token(Deck::Labs, target),
            at: zones::labs_of(side),
            face: faces::LENT,
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, influence, play, refused, sentence_after, sentences, table,
    };

    #[test]
    fn says_what_the_lab_adds() {
        assert_eq!(
            sentences(SECOND, "scientist").1,
            "Pair it with a **Research Lab** that you control. \
             This round: worth **2**\u{a0}{influence} plus the lab's **number** (at most **5**)."
        );
        assert_eq!(
            sentences(FIRST, "scientist").1,
            "Pair it with a **Science Lab** that you own. \
             This round: worth **2**\u{a0}{influence} plus the lab's **rank**."
        );
    }

    #[test]
    fn follows_the_cap() {
        let said = sentence_after(SECOND, "scientist", "operation", "cap = 5", "cap = 4");
        assert!(said.ends_with("(at most **4**)."), "{said}");
    }

    #[test]
    fn the_labs_must_show_what_is_added() {
        assert_eq!(
            bad(SECOND, "adds = \"number\"", "adds = \"rank\""),
            ["not every lab has a `rank` \
              (name in `adds` what the rows of the labs give: `number` or `rank`)"]
        );
        assert_eq!(
            bad(SECOND, "adds = \"number\", ", ""),
            ["`pair-lab` has no `adds` (add `adds = …` between its braces)"]
        );
        assert_eq!(
            bad(SECOND, "cap = 5", "cap = \"five\""),
            [
                "`cap` is `five`, not a whole number from 0 to 20 (write a whole number from 0 to 20)"
            ]
        );
    }

    #[test]
    fn with_the_last_lab_it_is_worth_seven() {
        // CH1-E12: rank V. CH2-G10: number 7, of which 5 count. With the first lab it is 3 in both.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({
                    "turn": "caps", "labs": {"caps": ["moon-landing", "missiles"]},
                    "zones": {"field/1/caps": ["scientist#1"], "field/2/caps": ["scientist#2"]},
                }),
            );
            assert_eq!(influence(&rules, &state, "1/caps"), 2);
            play(
                &rules,
                &mut state,
                &[
                    "launch scientist#1 pair moon-landing",
                    "launch scientist#2 pair missiles",
                ],
            );
            assert_eq!(influence(&rules, &state, "1/caps"), 7);
            assert_eq!(influence(&rules, &state, "2/caps"), 3);
        }
    }

    #[test]
    fn a_lab_serves_its_owner_once_a_round() {
        // CH1-G12.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({
                    "row": ["germany", "iraq", "venezuela", "satellite"],
                    "turn": "caps", "turns": 9, "deployed": true,
                    "labs": {"caps": ["missiles", "spacewalk"], "hammers": ["moon-landing"]},
                    "zones": {"field/1/caps": ["scientist#1", "scientist#2"]},
                }),
            );
            assert_eq!(
                refused(&rules, &state, "launch scientist#2 pair moon-landing"),
                "not-yours"
            );
            play(&rules, &mut state, &["launch scientist#1 pair missiles"]);
            assert_eq!(
                refused(&rules, &state, "launch scientist#2 pair missiles"),
                "lab-in-use"
            );
            let log = play(&rules, &mut state, &["end"]);
            assert!(log.contains(&"missiles at labs/caps: up".to_owned()));
            assert_eq!((state.sides[0].labs & 1, state.sides[0].lent), (1, 0));
        }
    }
}
