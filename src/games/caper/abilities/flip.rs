//! Flips of the opponent's topmost cards (CAP-R12).

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::schema::{Keys, one_of, whole, whole_or_table};
use crate::cards::{Datum, Reader, Value};
use crate::games::caper::play::Effect;
use crate::games::caper::words::icons;
use crate::games::caper::{Reach, Voice, Which};

/// Turns over topmost, unprotected cards of the opponent when the card is played (CAP-R12, CAP-G5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flip {
    pub count: u8,
    /// The only cards that it may turn.
    pub only: Option<Which>,
    /// How far it reaches; as ruled (CAP-G6) when the card says nothing.
    pub reach: Option<Reach>,
}

/// How many cards a flip may turn.
const COUNT: RangeInclusive<i64> = 1..=9;

const REACHES: [(&str, Reach); 2] = [("here", Reach::Here), ("anywhere", Reach::Anywhere)];

impl Printed for Flip {
    const KEY: &'static str = "flip";
    const SLOTS: &'static [Slot] = &[Slot::WhenPlayed];
    const EXAMPLE: &'static str = "flip = 1";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let table = match &value.datum {
            Datum::Integer(_) => {
                return Some(Flip {
                    count: reading.number(value, COUNT)?,
                    only: None,
                    reach: None,
                });
            }
            Datum::Table(table) => table,
            _ => {
                let help =
                    "write a number, or `{ count = 2, only = \"gear\", reach = \"anywhere\" }`";
                reading.wrong(value, "`flip`", help);
                return None;
            }
        };
        let mut r = Reader::new(table, value.span, "a flip", reading.faults);
        let count = r.value("count");
        let only = r.value("only");
        let reach = r.value("reach");
        r.finish();
        let count = count.map_or(Some(1), |v| reading.number(v, COUNT));
        let only = only.map(|v| Which::read(v, reading));
        let reach = reach.map(|v| reading.one_of(v, "reach", &REACHES));
        // An inner `None` was reported.
        Some(Flip {
            count: count?,
            only: only.map_or(Some(None), |o| o.map(Some))?,
            reach: reach.map_or(Some(None), |r| r.map(Some))?,
        })
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about = "Turns over topmost, unprotected cards of the opponent (CAP-R12, CAP-G5): how many, or which and where.";
        let reach = "How far it reaches; as ruled when left out (CAP-G6).";
        let table = Keys::new(about)
            .may("count", whole("How many cards; one when left out.", COUNT))
            .may(
                "only",
                Which::schema("The only cards that it may turn.", reading),
            )
            .may("reach", one_of(reach, &REACHES));
        whole_or_table(COUNT, table.table())
    }

    fn wording(&self, voice: &Voice) -> String {
        let count = self.count;
        let plural = if count == 1 { "" } else { "s" };
        let what = match self.only {
            None => format!("{count} topmost card{plural}"),
            Some(which) => format!("{count} topmost {}", which.one(&voice.palette)),
        };
        let place = match self.reach.unwrap_or(voice.reach) {
            Reach::Here => "here",
            Reach::Anywhere => "at any location",
        };
        format!("**flip**\u{a0}{{flip}} {what} your opponent has {place}")
    }

    fn icons(&self, voice: &Voice) -> String {
        let flips = icons(self.count, "flip");
        let only = self.only.map(|w| w.icon(&voice.palette));
        let only = only.unwrap_or_default();
        match self.reach {
            Some(Reach::Anywhere) if voice.reach == Reach::Here => {
                format!("{flips}{only} / {{location}}")
            }
            _ => format!("{flips}{only}"),
        }
    }
}

impl Effect for Flip {
    fn flips(&self) -> Option<Flip> {
        Some(*self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, legal, play, rules_with};
    use crate::games::caper::testing::{bad_gear, gear, gear_when_flips_reach_anywhere};

    #[test]
    fn flips_say_what_and_where() {
        let of = |flip: &str| {
            let card = gear(&format!("when-played = [{{ flip = {flip} }}]"));
            (
                card.icons,
                card.text
                    .replace("**When played:** **flip**\u{a0}{flip} ", ""),
            )
        };
        let is = |icons: &str, text: &str| (icons.to_owned(), text.to_owned());
        assert_eq!(
            of("1"),
            is("{flip}", "1 topmost card your opponent has here.")
        );
        assert_eq!(
            of("2"),
            is("{flip}{flip}", "2 topmost cards your opponent has here.")
        );
        assert_eq!(
            of("{ only = \"thieves\" }"),
            is(
                "{flip}{thief}",
                "1 topmost **thief**\u{a0}{thief} your opponent has here."
            )
        );
        assert_eq!(
            of("{ reach = \"anywhere\" }"),
            is(
                "{flip} / {location}",
                "1 topmost card your opponent has at any location."
            )
        );
    }

    #[test]
    fn the_ruling_on_reach_changes_the_words() {
        let text = gear_when_flips_reach_anywhere("when-played = [{ flip = 1 }]").text;
        assert!(
            text.ends_with("your opponent has at any location."),
            "{text}"
        );
    }

    #[test]
    fn bad_flips_are_told() {
        let told = |flip: &str| bad_gear(&format!("when-played = [{{ flip = {flip} }}]"));
        assert_eq!(
            told("0"),
            ["0 is out of range (write a whole number from 1 to 9)"]
        );
        assert_eq!(
            told("{ only = \"gaer\" }"),
            ["`gaer` names no kind of card (did you mean `gear`?)"]
        );
        assert!(told("{ reach = \"far\" }")[0].starts_with("there is no reach `far`"));
        assert!(told("true")[0].starts_with("`flip` is true or false"));
    }

    #[test]
    fn a_flip_of_two_turns_two_cards_of_the_opponent_here() {
        let rules = rules_with(&[("gear", "plasma-cutter", "when-played = [{ flip = 2 }]")]);
        let theirs = json!({
            "field/1/cream": ["the-driver", "the-twins"], "field/2/cream": ["the-banker"],
        });
        let mut state = gear_round(&rules, json!({}), theirs);
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        assert_eq!(legal(&rules, &state), ["flip the-driver", "flip the-twins"]);
        play(&rules, &mut state, &["flip the-twins", "flip the-driver"]);
        assert_eq!(state.crews[0].flipped.count_ones(), 2);
        assert_eq!((state.active, state.flips), (0, 0));
    }

    #[test]
    fn a_flip_of_a_colour_turns_no_other_card() {
        let red = "when-played = [{ flip = { only = \"red\", reach = \"anywhere\" } }]";
        let rules = rules_with(&[("gear", "plasma-cutter", red)]);
        let theirs = json!({
            "field/1/cream": ["the-driver", "smoke-bomb", "the-twins", "loaded-dice"],
            "field/3/cream": ["the-banker", "trip-wire"],
        });
        let mut state = gear_round(&rules, json!({}), theirs);
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        assert_eq!(
            legal(&rules, &state),
            ["flip the-driver", "flip the-banker"]
        );
    }
}
