//! `operation = { justify = "here" }`

use schemars::Schema;

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::one_of;
use crate::games::hammers::play::{
    Aim, Deck, Effect, Launch, NO_TARGET, NONE, Rules, State, faces, refused, zones,
};
use crate::rules::{Event, Log, Refusal};

/// Spares an aggressive operation its fall of DEFCON and its price: the Diplomat's operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Justify {
    /// Puts a Justification card at the location; it works there, and at once (CH2-R8, CH2-G1).
    Here,
    /// From a later turn of the round on, for one operation at any location (CH1-R19, CH1-G10).
    Round,
}

const WORKS: [(&str, Justify); 2] = [("here", Justify::Here), ("round", Justify::Round)];

impl Ability for Justify {
    const KEY: &'static str = "justify";
    const EXAMPLE: &'static str = "\"here\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.choice(Self::KEY, value, &WORKS)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "Spares an aggressive operation its price. `here`: at this location, and at once (CH2-R8, CH2-G1); \
                     `round`: anywhere, from a later turn of the round on (CH1-R19, CH1-G10).";
        one_of(about, &WORKS)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let terms = w.terms;
        let (name, kind, operation) = (&terms.justification, &terms.aggressive, &terms.operation);
        match self {
            Justify::Here => format!(
                "Put a {{justification}}\u{a0}**{name}** of yours here. \
                 It pays for one {{aggressive}}\u{a0}**{kind}** {operation} here."
            ),
            Justify::Round => format!(
                "In your **later turns** this round: one {{aggressive}}\u{a0}**{kind}** {operation} of yours, \
                 at any location, has its {{justification}}\u{a0}**{name}**. DEFCON stays, you pay nothing."
            ),
        }
    }
}

impl Effect for Justify {
    const AIM: Aim = Aim::Nothing;

    fn is_free(&self) -> bool {
        *self == Justify::Round
    }

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let spent = *self == Justify::Here
            && at.rules.numbers.refuse_unjustified
            && free_card(at.rules, at.state).is_none();
        u64::from(!spent)
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        if target != 0 {
            return Some(NO_TARGET);
        }
        let lie = at.state.justifications.iter().filter(|j| **j != NONE);
        let all_lie = lie.count() >= usize::from(at.rules.justifications);
        let wants_card = *self == Justify::Here && at.rules.numbers.refuse_unjustified;
        (wants_card && all_lie).then_some(refused(
            "no-justification-left",
            "CH2-G1",
            "all Justifications lie on the table",
        ))
    }

    #[inline]
    fn happen<L: Log>(
        &self,
        rules: &Rules,
        state: &mut State,
        (side, slot): (usize, usize),
        _: u8,
        log: &mut L,
    ) {
        if *self == Justify::Round {
            state.sides[side].fresh += 1;
            return;
        }
        let place = state.sides[side].place_of(slot);
        if let Some(card) = free_card(rules, state) {
            state.justifications[card] = (place * 2 + side) as u8;
            log.push(Event::Moved {
                card: rules.token(Deck::Justifications, card as u8),
                from: zones::JUSTIFICATIONS,
                to: zones::justified(place, side),
                face: faces::UP,
            });
        }
    }
}

/// The first Justification card in its deck.
#[inline]
fn free_card(rules: &Rules, state: &State) -> Option<usize> {
    let cards = &state.justifications[..usize::from(rules.justifications)];
    cards.iter().position(|at| *at == NONE)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::play::{Rules, State};
    use crate::games::hammers::testing::{FIRST, SECOND, bad, play, refused, sentences, table};

    #[test]
    fn says_what_it_spares() {
        assert_eq!(
            sentences(SECOND, "diplomat").1,
            "Put a {justification}\u{a0}**Justification** of yours here. \
             It pays for one {aggressive}\u{a0}**Aggressive** Operation here."
        );
        assert_eq!(
            sentences(FIRST, "diplomat").1,
            "In your **later turns** this round: one {aggressive}\u{a0}**DEFCON** Active of yours, \
             at any location, has its {justification}\u{a0}**justification**. DEFCON stays, you pay nothing."
        );
    }

    #[test]
    fn an_unknown_scope_is_told() {
        assert_eq!(
            bad(FIRST, "justify = \"round\"", "justify = 3"),
            ["`justify` is `3`, not one of `here` and `round` (write one of `here` and `round`)"]
        );
    }

    /// A turn of the Caps with a Diplomat and Nuclear Armaments, no Loyal country, and cards to deploy.
    fn on(game: &str) -> (Rules, State) {
        table(
            game,
            json!({"turn": "caps", "turns": 2, "zones": {
                "hand/caps": ["spy#1"], "hand/hammers": ["spy#2"],
                "field/1/caps": ["diplomat#1", "nuclear-armament#1"],
                "field/2/caps": ["nuclear-armament#2"],
            }}),
        )
    }

    #[test]
    fn here_it_serves_at_once_at_its_location() {
        // CH2-E4: allowed, DEFCON unchanged, the Justification goes back.
        let (rules, mut state) = on(SECOND);
        let launch = "launch nuclear-armament#1";
        assert_eq!(refused(&rules, &state, launch), "cannot-pay");
        play(&rules, &mut state, &["launch diplomat#1"]);
        let elsewhere = "launch nuclear-armament#2";
        assert_eq!(refused(&rules, &state, elsewhere), "cannot-pay");
        let log = play(&rules, &mut state, &[launch]);
        assert!(
            log.contains(&"justification#1: justified/1/caps -> justifications, up".to_owned()),
            "{log:?}"
        );
        assert_eq!(state.defcon, 5);
    }

    #[test]
    fn here_it_needs_a_card_of_its_deck() {
        // CH2-G1.
        let (rules, state) = table(
            SECOND,
            json!({
                "turn": "caps", "zones": {"field/1/caps": ["diplomat#1"]},
                "justified": {"2/caps": 1, "3/hammers": 3},
            }),
        );
        assert_eq!(
            refused(&rules, &state, "launch diplomat#1"),
            "no-justification-left"
        );
    }

    #[test]
    fn for_a_round_it_serves_once_anywhere_from_the_next_turn_on() {
        // CH1-R19, CH1-G10.
        let protests = |state: &State| state.sides[0].protests.count_ones();
        let later = [
            "launch diplomat#1",
            "deploy spy#1 at 3",
            "end",
            "deploy spy#2 at 3",
            "end",
        ];
        let (rules, mut state) = on(FIRST);
        play(&rules, &mut state, &later);
        play(&rules, &mut state, &["launch nuclear-armament#2"]);
        assert_eq!((state.defcon, protests(&state)), (5, 0));
        play(&rules, &mut state, &["launch nuclear-armament#1"]);
        assert_eq!((state.defcon, protests(&state)), (4, 1));

        let (rules, mut state) = on(FIRST);
        play(
            &rules,
            &mut state,
            &["launch diplomat#1", "launch nuclear-armament#1"],
        );
        assert_eq!((state.defcon, protests(&state)), (4, 1));
    }
}
