//! `operation = { reveal = "here" }`

use schemars::Schema;

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::one_of;
use crate::games::hammers::play::{Aim, Effect, Launch, NO_TARGET, Rules, State, refused, reveal};
use crate::rules::{Log, Refusal};

/// Turns up one hidden opposing card. It keeps its influence and its passive, but can no longer be activated: the Spy's
/// operation (CH1-E9, CH1-G11, CH2-G12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reveal {
    /// At its own location.
    Here,
    Anywhere,
}

const PLACES: [(&str, Reveal); 2] = [("here", Reveal::Here), ("anywhere", Reveal::Anywhere)];

impl Ability for Reveal {
    const KEY: &'static str = "reveal";
    const EXAMPLE: &'static str = "\"here\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.choice(Self::KEY, value, &PLACES)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "Turns up one hidden opposing card. `here`: at its own location; `anywhere`: at any (CH1-E9, CH1-G11, CH2-G12).";
        one_of(about, &PLACES)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let terms = w.terms;
        let place = match self {
            Reveal::Here => "here",
            Reveal::Anywhere => "at any location",
        };
        format!(
            "Turn up one **{}** opposing {} {place}. It can no longer be {} this round.",
            terms.hidden, terms.action, terms.activated
        )
    }
}

impl Effect for Reveal {
    const AIM: Aim = Aim::Opposing;

    fn is_beside(&self) -> bool {
        *self == Reveal::Here
    }

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let theirs = at.theirs();
        u64::from(match self {
            Reveal::Here => theirs.down & theirs.at[at.place],
            Reveal::Anywhere => theirs.down,
        })
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        let theirs = at.theirs();
        if target >= theirs.placed {
            return Some(NO_TARGET);
        }
        if theirs.down >> target & 1 == 0 {
            return Some(refused(
                "not-hidden",
                "CH1-R10, CH2-G12",
                "that card is face up already",
            ));
        }
        let elsewhere = theirs.place_of(usize::from(target)) != at.place;
        (*self == Reveal::Here && elsewhere).then_some(refused(
            "not-here",
            "CH1-G11, CH2-G12",
            "it turns up a card at its own location only",
        ))
    }

    #[inline]
    fn happen<L: Log>(
        &self,
        rules: &Rules,
        state: &mut State,
        (side, _): (usize, usize),
        target: u8,
        log: &mut L,
    ) {
        reveal(rules, state, 1 - side, usize::from(target), log);
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
    fn says_what_is_turned_up() {
        assert_eq!(
            sentences(SECOND, "spy").1,
            "Turn up one **face-down** opposing Asset here. It can no longer be launched this round."
        );
        assert_eq!(
            sentences(FIRST, "spy").1,
            "Turn up one **hidden** opposing card here. It can no longer be activated this round."
        );
        let (from, to) = ("reveal = \"here\"", "reveal = \"anywhere\"");
        let said = sentence_after(FIRST, "spy", "operation", from, to);
        assert!(said.contains("opposing card at any location."), "{said}");
    }

    #[test]
    fn an_unknown_place_is_told() {
        assert_eq!(
            bad(FIRST, "reveal = \"here\"", "reveal = \"round\""),
            ["`reveal` cannot be `round` (choose one of `here` and `anywhere`)"]
        );
    }

    #[test]
    fn a_card_turned_up_can_no_longer_be_launched_and_keeps_the_rest() {
        // CH1-E9, CH1-G11.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({"turn": "caps", "deployed": true, "owned": {"hammers": ["japan"]}, "zones": {
                    "hand/hammers": ["spy#2"],
                    "field/1/caps": ["spy#1"],
                    "field/1/hammers": ["policeman#1", "admiral#1", "nuclear-armament#1"],
                    "field/2/hammers": ["defector#1"],
                }}),
            );
            let before = influence(&rules, &state, "1/hammers");
            let log = play(&rules, &mut state, &["launch spy#1 reveal 1:3", "end"]);
            assert!(
                log.contains(&"nuclear-armament#1 at field/1/hammers: revealed".to_owned()),
                "{log:?}"
            );
            assert_eq!(influence(&rules, &state, "1/hammers"), before);
            assert_eq!(
                refused(&rules, &state, "launch nuclear-armament#1"),
                "revealed"
            );
            play(&rules, &mut state, &["launch admiral#1 to 2"]);
        }
    }

    #[test]
    fn it_reaches_hidden_cards_at_its_own_location() {
        let zones = json!({
            "field/1/caps": ["spy#1"],
            "field/1/hammers": [{"card": "spy#2", "face": "up"}],
            "field/2/hammers": ["spy#3"],
        });
        let on = json!({"turn": "caps", "zones": zones});
        for game in EDITIONS {
            let (rules, state) = table(game, on.clone());
            assert_eq!(
                refused(&rules, &state, "launch spy#1 reveal 1:1"),
                "not-hidden"
            );
            assert_eq!(
                refused(&rules, &state, "launch spy#1 reveal 2:1"),
                "not-here"
            );
        }
        let rules = rules_after(FIRST, "reveal = \"here\"", "reveal = \"anywhere\"");
        let mut state = set(&rules, on);
        play(&rules, &mut state, &["launch spy#1 reveal 2:1"]);
    }
}
