//! Points at the end.

use super::rules::{Rules, TieBreak};
use super::state::{CAPS, HAMMERS, Phase, State};
use crate::games::hammers::Penalty;
use crate::rules::{Bits, Outcome, Part, Score, Seat};

/// How many regions are complete in a set of countries.
fn regions(rules: &Rules, countries: u32) -> u32 {
    let complete = |region: &&u32| **region != 0 && **region & !countries == 0;
    rules.regions.iter().filter(complete).count() as u32
}

/// CH1-R17, CH2-R15: countries (Loyal ones, where there is loyalty), complete regions, protests taken off.
fn score(rules: &Rules, state: &State, side: usize) -> Score {
    let mine = &state.sides[side];
    let loyal = mine.countries & !state.disloyal;
    let held = |value: i32| Part {
        what: "countries",
        points: value,
    };
    let complete = regions(rules, loyal) * u32::from(rules.numbers.region_bonus);
    let mut parts = vec![
        held(rules.points(loyal) as i32),
        Part {
            what: "regions",
            points: complete as i32,
        },
    ];
    if rules.numbers.defcon.penalty == Penalty::Protests {
        let value = |p: u8| i32::from(rules.protests[usize::from(p)]);
        let protests: i32 = Bits(mine.protests).map(value).sum();
        parts.push(Part {
            what: "protests",
            points: -protests,
        });
    }
    Score::of(parts)
}

/// The end of the game; `None` before it.
pub fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    let scores = [CAPS, HAMMERS].map(|side| score(rules, state, side));
    let points = scores.each_ref().map(|s| s.total);
    let mut tests = vec![("points", points)];
    for tie_break in &rules.numbers.tie_breaks {
        let value = |side: usize| match tie_break {
            TieBreak::FewerCountries => -(state.sides[side].countries.count_ones() as i32),
            TieBreak::MoreRegions => {
                regions(rules, state.sides[side].countries & !state.disloyal) as i32
            }
        };
        tests.push((tie_break.word(), [CAPS, HAMMERS].map(value)));
    }
    let decided = tests
        .into_iter()
        .find(|(_, [caps, hammers])| caps != hammers);
    Some(Outcome {
        scores: scores.into(),
        winners: decided
            .map(|(_, [caps, hammers])| Seat(u8::from(hammers > caps)))
            .into_iter()
            .collect(),
        by: decided.map_or("draw", |(by, _)| by),
    })
}
