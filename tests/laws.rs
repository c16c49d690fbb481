//! The laws of the shipped games, on games drawn as one tape of numbers, and on cards edited at random.
//!
//! A tape holds deal and decisions alike; each number is taken modulo what there is to choose from, so that every tape
//! is a legal game and proptest shrinks it as a list.

use crate::games;
use deckproof::script::Rules;
use deckproof::script::VIEWS;
use deckproof::table::CardSet;

#[path = "laws/asked_again.rs"]
mod asked_again;
#[path = "laws/caper.rs"]
mod caper;
#[path = "laws/hammers.rs"]
mod hammers;
#[path = "laws/tape.rs"]
mod tape;

use deckproof::rules::{Bits, LawKind, NoListener, Tally};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tape::Tape;

/// Plays the tape to its end with every law watched.
fn play<S: CardSet>(rules: &Rules<S>, numbers: &[u16]) -> Result<Tally, TestCaseError> {
    let properties = &rules.properties;
    let mut tally = Tally::default();
    let mut tape = Tape::new(numbers.to_vec());
    let mut state = rules.set_up(&mut tape, &mut NoListener);
    let start = rules.watch(None, &state, &mut tally);
    prop_assert!(start.is_ok(), "{start:?}");
    let mut decisions = 0;
    while rules.turn(&state).is_some() {
        let legal = rules.legal(&state);
        prop_assert!(!legal.is_empty(), "no legal move in {state:?}");
        prop_assert_eq!(rules.outcome(&state), None);
        let mv = legal.get(tape.below(legal.len()));
        let before = state;
        let played = rules.play(&mut state, mv, &mut tape, &mut NoListener);
        prop_assert_eq!(played, Ok(()), "{:?}", mv);
        if let Err(breach) = rules.watch(Some(&before), &state, &mut tally) {
            let id = &properties[breach.property].id;
            prop_assert!(false, "{id}: {} after {mv:?} in {before:?}", breach.says);
        }
        let census = rules.census(&state);
        let cards = rules.names.cards.len();
        let each_once = census.iter().enumerate().all(|(n, (c, _))| c.0 as usize == n);
        prop_assert!(each_once && census.len() == cards, "{census:?}");
        decisions += 1;
        prop_assert!(decisions <= rules.longest(), "no end in sight");
    }
    let outcome = rules.outcome(&state);
    let outcome = outcome.ok_or_else(|| TestCaseError::fail("no outcome"))?;
    for score in &outcome.scores {
        prop_assert_eq!(score.total, score.parts.iter().map(|p| p.points).sum::<i32>());
    }
    let seen: Vec<usize> = Bits(tally.seen).map(usize::from).collect();
    tally.close();
    for never in seen.into_iter().filter(|p| properties[*p].kind == LawKind::Never) {
        prop_assert!(false, "{} is reached", properties[never].id);
    }
    Ok(tally)
}

/// Deal and decisions of a game: a whole one takes some 100 to 300.
fn tapes() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(0u16.., 0..320)
}

/// A game is long, so the cases are few; a failure is shown, not stored.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Tries so many values; the smallest that fails is told with what is tried.
fn hold<S: Strategy>(
    what: &str,
    tries: u32,
    values: &S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    if let Err(fault) = TestRunner::new(cases(tries)).run(values, test) {
        panic!("{what}: {fault}");
    }
}

/// Laws that no such game checks, but for that of views: what a view leaks is the two-world check's.
fn unchecked<S: CardSet>(rules: &Rules<S>, games: u16) -> Vec<String> {
    let mut tally = Tally::default();
    for game in 1..=games {
        let numbers: Vec<u16> = (0..400u16).map(|n| n.wrapping_mul(40_503 + 2 * game)).collect();
        tally.add(&play(rules, &numbers).expect("a game that breaks no law"));
    }
    let properties = rules.properties.iter().enumerate();
    let laws = properties.filter(|(_, law)| law.kind == LawKind::Always);
    laws.filter(|(at, _)| tally.counts[*at] == 0 && *at != VIEWS)
        .map(|(_, law)| law.id.clone())
        .collect()
}
