//! `operation = { carry-hidden = { partner = "policeman" } }`

use schemars::Schema;

use super::{Ability, Operation, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::{Keys, word};
use crate::games::hammers::play::{
    Aim, Effect, Launch, Mark, NO_TARGET, OCCUPIED, Rules, State, carry, refused, turn_up,
};
use crate::rules::{Bits, Log, Refusal};

/// Turned up together with a hidden partner at another location, it carries one hidden opposing card from the location
/// of the one to that of the other: the Policeman's operation (CH1-E8, CH2-G12).
///
/// The rulebook asks that one of the two was placed in an earlier turn. As a turn places one card, this is always so,
/// and the card need not say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarryHidden {
    /// The profession of the partner.
    pub partner: String,
}

impl Ability for CarryHidden {
    const KEY: &'static str = "carry-hidden";
    const EXAMPLE: &'static str = "{ partner = \"policeman\" }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let [partner] = reading.parts(Self::KEY, "`carry-hidden`", value, ["partner"])?;
        let partner = reading.needed(Self::KEY, "partner", value, partner)?;
        let partner = reading.profession("partner", partner)?;
        Some(CarryHidden { partner })
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        Keys::new("With a hidden partner at another location, carries one hidden opposing card from the one to the other (CH1-E8, CH2-G12).")
            .must("partner", word("The profession of the partner.", reading.professions()))
            .table()
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let terms = w.terms;
        let (hidden, activate) = (&terms.hidden, &terms.activate);
        format!(
            "With another {hidden} {} of yours at a different location: {activate} both. \
             Move one **{hidden}** opposing {} from one to the other.",
            w.one(&self.partner),
            terms.action
        )
    }
}

impl CarryHidden {
    /// Whether a partner's own operation would carry with this card too. Then the card carried is the one at the place
    /// of the card launched; the other way round is the partner's launch.
    #[inline]
    fn mutual(at: &Launch<'_>, partner: usize) -> bool {
        let (mine, card) = (at.mine(), at.mine().card[at.slot]);
        let other = at.rules.row(mine.card[partner]);
        matches!(other.operation, Some(Operation::CarryHidden(_))) && other.named >> card & 1 == 1
    }
}

impl Effect for CarryHidden {
    const AIM: Aim = Aim::Partner;

    fn names(&self) -> Option<&str> {
        Some(&self.partner)
    }

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let (mine, theirs) = (at.mine(), at.theirs());
        let occupied = |place: usize| at.state.occupied >> place & 1 == 1;
        let mut targets = 0;
        for partner in Bits(u64::from(
            mine.down & mine.marks.slots(Mark::Partner) & !mine.at[at.place],
        )) {
            let partner = usize::from(partner);
            if at.row().named >> mine.card[partner] & 1 == 0 {
                continue;
            }
            let there = mine.place_of(partner);
            let mut cards = 0;
            if !occupied(there) {
                cards |= theirs.down & theirs.at[at.place];
            }
            if !occupied(at.place) && !Self::mutual(at, partner) {
                cards |= theirs.down & theirs.at[there];
            }
            targets |= u64::from(cards) << (partner * 8);
        }
        targets
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        let (mine, theirs) = (at.mine(), at.theirs());
        let (partner, card) = (usize::from(target / 8), usize::from(target % 8));
        if partner >= usize::from(mine.placed) || card >= usize::from(theirs.placed) {
            return Some(NO_TARGET);
        }
        if partner == at.slot || at.row().named >> mine.card[partner] & 1 == 0 {
            return Some(refused(
                "no-partner",
                "CH1-E8, CH2-G12",
                "that card is no partner of it",
            ));
        }
        if mine.down >> partner & 1 == 0 {
            return Some(refused(
                "partner-is-up",
                "CH1-E8, CH2-G12",
                "both must be face down, to be turned up together",
            ));
        }
        let there = mine.place_of(partner);
        if there == at.place {
            return Some(refused(
                "same-place",
                "CH1-E8, CH2-G12",
                "the two must lie at different locations",
            ));
        }
        if theirs.down >> card & 1 == 0 {
            return Some(refused(
                "not-hidden",
                "CH1-E8, CH2-G12",
                "a face-up card is not moved",
            ));
        }
        let from = theirs.place_of(card);
        if from != at.place && from != there {
            return Some(refused(
                "not-here",
                "CH1-E8, CH2-G12",
                "it carries a card from the location of the one to that of the other",
            ));
        }
        if from == there && Self::mutual(at, partner) {
            return Some(refused(
                "other-way-round",
                "CH1-E8, CH2-G12",
                "launch the one at whose location the card lies",
            ));
        }
        let to = if from == there { at.place } else { there };
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
        let (partner, card) = (usize::from(target / 8), usize::from(target % 8));
        let (here, there) = {
            let mine = &state.sides[side];
            (mine.place_of(slot), mine.place_of(partner))
        };
        turn_up(rules, state, side, partner, log);
        let from = state.sides[1 - side].place_of(card);
        let to = if from == there { here } else { there };
        carry(rules, state, 1 - side, card, to, log);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, play, refused, sentences, table, unplayable,
    };

    #[test]
    fn says_with_whom_and_what() {
        assert_eq!(
            sentences(SECOND, "policeman").1,
            "With another face-down {policeman}\u{a0}**Policeman** of yours at a different location: launch both. \
             Move one **face-down** opposing Asset from one to the other."
        );
        assert_eq!(
            sentences(FIRST, "policeman").1,
            "With another hidden {policeman}\u{a0}**Policeman** of yours at a different location: activate both. \
             Move one **hidden** opposing card from one to the other."
        );
    }

    #[test]
    fn the_partner_must_be_there() {
        assert_eq!(
            bad(SECOND, "partner = \"policeman\"", "partner = \"policemen\""),
            ["no card of the deck has the profession `policemen` (did you mean `policeman`?)"]
        );
        assert_eq!(
            bad(
                SECOND,
                "{ partner = \"policeman\" }",
                "{ parner = \"policeman\" }"
            ),
            [
                "unknown key `parner` in `carry-hidden` (did you mean `partner`?)",
                "`carry-hidden` has no `partner` (add `partner = …` between its braces)",
            ]
        );
        assert_eq!(
            bad(SECOND, "{ partner = \"policeman\" }", "true"),
            ["`carry-hidden` is `yes`, not a table with `partner` (write a table with `partner`)"]
        );
    }

    #[test]
    fn two_of_them_carry_a_hidden_card_from_one_to_the_other() {
        // CH1-E8: both are turned up, and it lies hidden at the other's location.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({"turn": "caps", "zones": {
                    "field/1/caps": ["policeman#1"],
                    "field/3/caps": ["policeman#2"],
                    "field/1/hammers": [{"card": "spy#1", "face": "revealed"}, "spy#2"],
                    "field/3/hammers": ["spy#3"],
                }}),
            );
            assert_eq!(
                refused(
                    &rules,
                    &state,
                    "launch policeman#1 carry 1:1 with policeman#2"
                ),
                "not-hidden"
            );
            assert_eq!(
                refused(
                    &rules,
                    &state,
                    "launch policeman#1 carry 3:1 with policeman#2"
                ),
                "other-way-round"
            );
            let log = play(
                &rules,
                &mut state,
                &["launch policeman#1 carry 1:2 with policeman#2"],
            );
            assert_eq!(
                log,
                [
                    "policeman#1 at field/1/caps: up",
                    "policeman#2 at field/3/caps: up",
                    "spy#2: field/1/hammers -> field/3/hammers, down"
                ]
            );
            assert_eq!(
                refused(
                    &rules,
                    &state,
                    "launch policeman#2 carry 3:1 with policeman#1"
                ),
                "already-launched"
            );
        }
    }

    #[test]
    fn the_partner_lies_hidden_elsewhere_and_nothing_is_carried_into_an_occupied_location() {
        for game in EDITIONS {
            let (rules, state) = table(
                game,
                json!({"turn": "caps", "occupied": [4], "zones": {
                    "field/1/caps": ["policeman#1", "policeman#2", "spy#3"],
                    "field/2/caps": [{"card": "policeman#3", "face": "revealed"}],
                    "field/1/hammers": ["spy#1"],
                }}),
            );
            let with = |partner: &str| {
                let text = format!("launch policeman#1 carry 1:1 with {partner}");
                refused(&rules, &state, &text)
            };
            assert_eq!(with("policeman#2"), "same-place");
            assert_eq!(with("policeman#3"), "partner-is-up");
            assert_eq!(with("spy#3"), "no-partner");
            let (rules, state) = table(
                game,
                json!({"turn": "caps", "occupied": [4], "zones": {
                    "field/1/caps": ["policeman#1"], "field/4/caps": ["policeman#2"],
                    "field/1/hammers": ["spy#1"], "field/2/hammers": ["spy#2"],
                }}),
            );
            let carry = |at: &str| {
                let text = format!("launch policeman#1 carry {at} with policeman#2");
                refused(&rules, &state, &text)
            };
            assert_eq!(carry("1:1"), "occupied");
            assert_eq!(carry("2:1"), "not-here");
        }
    }

    #[test]
    fn a_partner_brings_no_other_operation() {
        let told = unplayable(
            SECOND,
            "partner = \"policeman\"",
            "partner = \"nuclear-armament\"",
        );
        assert_eq!(
            told,
            [
                "`nuclear-armament` is turned up for another card's operation, but has one of its own \
              (name another `partner`, or take this operation away)"
            ]
        );
    }
}
