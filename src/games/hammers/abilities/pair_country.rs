//! `operation = { pair-country = { limit = 1 } }`

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::cards::schema::{Keys, whole};
use crate::games::hammers::play::{
    Aim, Deck, Effect, Launch, NO_TARGET, Rules, State, loyalty, refused, zones,
};
use crate::rules::{Event, Log, Refusal};

/// Takes a country that the opponent has won and pairs it with the country at the location: whoever wins this one wins
/// both. The Guerrilla's operation (CH1-E10, CH2-G9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairCountry {
    /// Most countries that may be paired with one, by both players together.
    pub limit: u8,
}

/// How many pairs a country may have.
const LIMIT: RangeInclusive<i64> = 1..=4;

impl Ability for PairCountry {
    const KEY: &'static str = "pair-country";
    const EXAMPLE: &'static str = "{ limit = 1 }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let [limit] = reading.parts(Self::KEY, "`pair-country`", value, ["limit"])?;
        let limit = reading.needed(Self::KEY, "limit", value, limit)?;
        let limit = reading.whole("limit", limit, LIMIT)?;
        Some(PairCountry { limit })
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "Most countries that may be paired with one, by both players together.";
        Keys::new("Pairs a country of the opponent with the one at the location: whoever wins this one wins both (CH1-E10, CH2-G9).")
            .must("limit", whole(about, LIMIT))
            .table()
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let free = match self.limit {
            1 => "an **unpaired** country".to_owned(),
            n => format!("a country with fewer than **{n}** pairs"),
        };
        format!(
            "At {free}: pair it with a country that your opponent {}s. Whoever wins it wins both.",
            w.terms.own
        )
    }
}

impl Effect for PairCountry {
    const AIM: Aim = Aim::Country;

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let full = at.state.paired[at.place].count_ones() >= u32::from(self.limit);
        if at.rules.is_lab(at.place) || full {
            return 0;
        }
        u64::from(at.theirs().countries)
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        if usize::from(target) >= at.rules.countries.len() {
            return Some(NO_TARGET);
        }
        if at.place >= at.rules.numbers.countries {
            return Some(refused(
                "not-at-a-country",
                "CH1-E10, CH2-G12",
                "it pairs with a country, not with a lab",
            ));
        }
        if at.theirs().countries >> target & 1 == 0 {
            return Some(refused(
                "not-theirs",
                "CH1-E10, CH2-G12",
                "the opponent does not hold that country",
            ));
        }
        let paired = at.state.paired[at.place].count_ones();
        (paired >= u32::from(self.limit)).then_some(refused(
            "already-paired",
            "CH1-I9, CH2-G12",
            "no more countries can be paired with this one",
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
        let place = state.sides[side].place_of(slot);
        state.sides[1 - side].countries &= !(1 << target);
        state.paired[place] |= 1 << target;
        log.push(Event::Moved {
            card: rules.token(Deck::Countries, target),
            from: zones::owned(1 - side),
            to: zones::paired(place),
            face: loyalty(state, target),
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, bad, owner, play, refused, sentence_after, sentences, table,
    };

    #[test]
    fn says_where_and_what_is_paired() {
        assert_eq!(
            sentences(SECOND, "guerrilla").1,
            "At an **unpaired** country: pair it with a country that your opponent controls. \
             Whoever wins it wins both."
        );
        assert_eq!(
            sentences(FIRST, "guerrilla").1,
            "At an **unpaired** country: pair it with a country that your opponent owns. \
             Whoever wins it wins both."
        );
        let said = sentence_after(FIRST, "guerrilla", "operation", "limit = 1", "limit = 2");
        assert!(
            said.starts_with("At a country with fewer than **2** pairs:"),
            "{said}"
        );
    }

    #[test]
    fn a_wrong_limit_is_told() {
        assert_eq!(
            bad(FIRST, "limit = 1", "limit = 0"),
            ["`limit` is `0`, not a whole number from 1 to 4 (write a whole number from 1 to 4)"]
        );
        assert_eq!(
            bad(FIRST, "{ limit = 1 }", "{}"),
            ["`pair-country` has no `limit` (add `limit = …` between its braces)"]
        );
    }

    #[test]
    fn who_wins_the_country_wins_the_paired_one_too() {
        // CH1-E10: the opponent owns France; a Guerrilla at Germany pairs it. Then Germany is the Caps', 1 to 0.
        for game in EDITIONS {
            let (rules, mut state) = table(
                game,
                json!({
                    "row": ["germany", "iraq", "venezuela", "missiles"],
                    "turn": "caps", "turns": 0,
                    "owned": {"hammers": ["france"], "caps": ["japan"]},
                    "zones": {"field/1/caps": ["guerrilla#1"]},
                }),
            );
            assert_eq!(
                refused(&rules, &state, "launch guerrilla#1 pair japan"),
                "not-theirs"
            );
            play(&rules, &mut state, &["launch guerrilla#1 pair france"]);
            assert_eq!(owner(&rules, &state, "france"), "none");
            // The same at the end of the round's last turn.
            let (rules, mut state) = table(
                game,
                json!({
                    "row": ["germany", "iraq", "venezuela", "missiles"], "paired": {"1": ["france"]},
                    "turn": "caps", "turns": 9, "deployed": true,
                    "zones": {"field/1/caps": [{"card": "guerrilla#1", "face": "up"}]},
                }),
            );
            play(&rules, &mut state, &["end"]);
            assert_eq!(owner(&rules, &state, "germany"), "caps");
            assert_eq!(owner(&rules, &state, "france"), "caps");
        }
    }

    #[test]
    fn a_country_has_one_pair_and_only_a_first_turn_makes_it() {
        // CH1-I9, CH2-R7.
        for game in EDITIONS {
            let on = |more: serde_json::Value| {
                let mut on = json!({
                    "row": ["germany", "iraq", "venezuela", "missiles"], "turn": "caps", "turns": 0,
                    "owned": {"hammers": ["france"]},
                    "zones": {"field/1/caps": ["guerrilla#1"], "field/4/caps": ["guerrilla#2"]},
                });
                for (key, value) in more.as_object().unwrap() {
                    on[key] = value.clone();
                }
                table(game, on)
            };
            let launch = "launch guerrilla#1 pair france";
            let (rules, state) = on(json!({"paired": {"1": ["korea"]}}));
            assert_eq!(refused(&rules, &state, launch), "already-paired");
            let (rules, state) = on(json!({"turns": 2}));
            assert_eq!(refused(&rules, &state, launch), "not-first-turn");
            let (rules, state) = on(json!({}));
            let at_the_lab = "launch guerrilla#2 pair france";
            assert_eq!(refused(&rules, &state, at_the_lab), "not-at-a-country");
        }
    }

    #[test]
    fn a_paired_country_keeps_its_side() {
        // CH2-G9.
        let (rules, mut state) = table(
            SECOND,
            json!({
                "row": ["germany"], "turn": "caps", "turns": 0,
                "owned": {"hammers": [{"card": "france", "loyal": false}]},
                "zones": {"field/1/caps": ["guerrilla#1"]},
            }),
        );
        let log = play(&rules, &mut state, &["launch guerrilla#1 pair france"]);
        assert_eq!(
            log[1], "france: owned/hammers -> paired/1, disloyal",
            "{log:?}"
        );
    }
}
