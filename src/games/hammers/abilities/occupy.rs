//! `operation = { occupy = { where = "country", each-round = "any" } }`

use schemars::Schema;

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::{Keys, one_of};
use crate::games::hammers::play::{Aim, Effect, Launch, NO_TARGET, Rules, State, refused};
use crate::rules::{Log, Refusal};

/// Where it may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Where {
    Country,
    /// Countries and labs.
    Location,
}

/// How often it may be done in a round, apart from the rule of its kind (CH2-R7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EachRound {
    Any,
    /// Once by each player (CH1-G13).
    OneEach,
    /// Once by both players together.
    OneInAll,
}

/// Nothing moves into the location for the rest of the round, of either player: the Military Occupation's operation
/// (CH1-I9, CH1-G13, CH2-G13). Laying a card out is no move (CH1-G14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occupy {
    pub place: Where,
    pub each_round: EachRound,
}

const PLACES: [(&str, Where); 2] = [("country", Where::Country), ("location", Where::Location)];

const OFTEN: [(&str, EachRound); 3] = [
    ("any", EachRound::Any),
    ("one-each", EachRound::OneEach),
    ("one-in-all", EachRound::OneInAll),
];

impl Ability for Occupy {
    const KEY: &'static str = "occupy";
    const EXAMPLE: &'static str = "{ where = \"country\", each-round = \"any\" }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let keys = ["where", "each-round"];
        let [place, each_round] = reading.parts(Self::KEY, "`occupy`", value, keys)?;
        let place = reading.needed(Self::KEY, "where", value, place);
        let each_round = reading.needed(Self::KEY, "each-round", value, each_round);
        let place = reading.choice("where", place?, &PLACES);
        let each_round = reading.choice("each-round", each_round?, &OFTEN)?;
        Some(Occupy {
            place: place?,
            each_round,
        })
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let often = "How often in a round. `one-each`: once by each player (CH1-G13); `one-in-all`: once by both together; \
                     `any`: as often as they like (CH2-G13).";
        Keys::new("Nothing moves into the location for the rest of the round (CH1-R18, CH2-G13). Laying a card out is no move (CH1-G14).")
            .must("where", one_of("Where it may be done. `location`: at labs, too.", &PLACES))
            .must("each-round", one_of(often, &OFTEN))
            .table()
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let effect = match self.place {
            Where::Country => "At a country: nothing **moves** into it this round.",
            Where::Location => "Nothing **moves** into this location this round.",
        };
        let often = match self.each_round {
            EachRound::Any => "",
            EachRound::OneEach => " **Once** a round.",
            EachRound::OneInAll => " **Once** a round for both players together.",
        };
        format!("{effect} {} is no move.{often}", w.terms.placing)
    }
}

impl Effect for Occupy {
    const AIM: Aim = Aim::Nothing;

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let place = self.place == Where::Location || !at.rules.is_lab(at.place);
        let (mine, theirs) = (at.mine().occupations, at.theirs().occupations);
        let often = match self.each_round {
            EachRound::Any => true,
            EachRound::OneEach => mine == 0,
            EachRound::OneInAll => mine == 0 && theirs == 0,
        };
        u64::from(place && often)
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        if target != 0 {
            return Some(NO_TARGET);
        }
        if self.place == Where::Country && at.place >= at.rules.numbers.countries {
            return Some(refused(
                "not-at-a-country",
                "CH1-G13, CH2-G13",
                "it occupies countries, not labs",
            ));
        }
        let launched = at.mine().occupations;
        let both = launched + at.theirs().occupations;
        let used = match self.each_round {
            EachRound::Any => 0,
            EachRound::OneEach => launched,
            EachRound::OneInAll => both,
        };
        (used > 0).then_some(refused(
            "once-a-round",
            "CH1-G13, CH2-G13",
            "it has been launched this round",
        ))
    }

    #[inline]
    fn happen<L: Log>(
        &self,
        _: &Rules,
        state: &mut State,
        (side, slot): (usize, usize),
        _: u8,
        _: &mut L,
    ) {
        let place = state.sides[side].place_of(slot);
        state.occupied |= 1 << place;
        state.sides[side].occupations += 1;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::games::hammers::play::{Rules, State};
    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, play, refused, sentence_after, sentences, table,
    };

    #[test]
    fn says_where_and_how_often() {
        assert_eq!(
            sentences(SECOND, "military-occupation").1,
            "At a country: nothing **moves** into it this round. Deploying is no move."
        );
        assert_eq!(
            sentences(FIRST, "military-occupation").1,
            "At a country: nothing **moves** into it this round. Placing is no move. **Once** a round."
        );
        let said = sentence_after(
            FIRST,
            "military-occupation",
            "operation",
            "where = \"country\", each-round = \"one-each\"",
            "where = \"location\", each-round = \"one-in-all\"",
        );
        assert_eq!(
            said,
            "Nothing **moves** into this location this round. Placing is no move. \
             **Once** a round for both players together."
        );
    }

    #[test]
    fn both_parts_must_be_there_and_right() {
        assert_eq!(
            bad(
                SECOND,
                "{ where = \"country\", each-round = \"any\" }",
                "{}"
            ),
            [
                "`occupy` has no `where` (add `where = …` between its braces)",
                "`occupy` has no `each-round` (add `each-round = …` between its braces)",
            ]
        );
        assert_eq!(
            bad(
                SECOND,
                "where = \"country\", each-round = \"any\"",
                "where = \"lab\", each-round = \"on-each\""
            ),
            [
                "`where` cannot be `lab` (choose one of `country` and `location`)",
                "`each-round` cannot be `on-each` (did you mean `one-each`?)",
            ]
        );
    }

    #[test]
    fn nothing_moves_in_but_cards_are_still_deployed() {
        // CH1-I9, CH1-G14: neither player's cards; laying one out is no move.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({
                    "row": ["germany", "iraq", "venezuela", "missiles"],
                    "turn": "caps", "owned": {"caps": ["korea"]},
                    "zones": {
                        "hand/caps": ["spy#1"],
                        "field/1/caps": ["admiral#1", "admiral#3"],
                        "field/2/caps": ["military-occupation#1"],
                        "field/3/hammers": ["admiral#2"],
                    },
                }),
            );
            play(
                &rules,
                &mut state,
                &["launch military-occupation#1", "deploy spy#1 at 2"],
            );
            assert_eq!(refused(&rules, &state, "launch admiral#1 to 2"), "occupied");
            play(&rules, &mut state, &["end"]);
            assert_eq!(refused(&rules, &state, "launch admiral#2 to 2"), "occupied");
            play(&rules, &mut state, &["launch admiral#2 to 4"]);
        }
    }

    /// A table with two Occupations of the Caps, the first of them launched.
    fn launched(game: &str, zones: Value) -> (Rules, State) {
        let (rules, mut state) = table(
            game,
            json!({
                "row": ["germany", "iraq", "venezuela", "missiles"],
                "turn": "caps", "owned": {"caps": ["japan", "china"]}, "zones": zones,
            }),
        );
        play(
            &rules,
            &mut state,
            &["launch military-occupation#1", "flip china"][..if game == FIRST { 1 } else { 2 }],
        );
        (rules, state)
    }

    #[test]
    fn it_is_launched_as_often_as_the_edition_allows() {
        // CH1-G13: each player once a round. CH2-R7, CH2-G13: any number, but one at a country.
        let launch = "launch military-occupation#2";
        let [first, second] = ["military-occupation#1", "military-occupation#2"];
        let apart = json!({"field/1/caps": [first], "field/2/caps": [second]});
        let together = json!({"field/1/caps": [first, second]});
        let (rules, state) = launched(FIRST, apart.clone());
        assert_eq!(refused(&rules, &state, launch), "once-a-round");
        let (rules, state) = launched(SECOND, together);
        assert_eq!(refused(&rules, &state, launch), "occupation-here");
        let (rules, mut state) = launched(SECOND, apart);
        play(&rules, &mut state, &[launch]);
        assert_eq!(state.occupied, 0b11);
    }

    #[test]
    fn it_occupies_countries_only() {
        for game in EDITIONS {
            let (rules, state) = table(
                game,
                json!({
                    "turn": "caps", "owned": {"caps": ["korea"]},
                    "zones": {"field/4/caps": ["military-occupation#1"]},
                }),
            );
            let launch = "launch military-occupation#1";
            assert_eq!(refused(&rules, &state, launch), "not-at-a-country");
        }
    }
}
