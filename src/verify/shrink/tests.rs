//! Tests of `search`, on toy games whose smallest failures are known.

use super::search::{BUDGET, Shrunk, search};
use crate::players::Players;
use crate::script::Rules;
use crate::verify::playing::{Failure, LawQuestion};
use crate::verify::testing::{Fault, toy};

/// The first `count` failures of a toy, in games by turns of both players.
fn failures(toy: &Rules<u64>, question: LawQuestion, count: usize) -> Vec<Failure> {
    let player = |index: u64| Players::ALL[(index % 2) as usize];
    let found =
        (0..2_000).filter_map(|index| Failure::find(toy, 1, index, player(index), question));
    found.take(count).collect()
}

fn texts(toy: &Rules<u64>, shrunk: &Shrunk) -> Vec<String> {
    let mut chance = shrunk.script.chance();
    let mut table = toy.set_up(&mut chance, &mut crate::rules::NoListener);
    let mut texts = Vec::new();
    for made in &shrunk.script.moves {
        texts.push(toy.write(&table, made.mv));
        toy.apply(&mut table, made.mv, &mut chance, &mut crate::rules::NoListener);
    }
    texts
}

#[test]
fn a_lost_card_takes_one_move() {
    let toy = toy(4, Fault::LosesACard);
    for failure in failures(&toy, LawQuestion::Laws, 15) {
        let shrunk = search(&toy, &failure, BUDGET).unwrap();
        assert_eq!(texts(&toy, &shrunk), ["lay c8 at 2"], "{failure:?}");
        assert!(shrunk.spent < BUDGET);
    }
}

#[test]
fn a_round_is_played_out_where_it_must_be() {
    let toy = toy(4, Fault::ForgetsAPoint);
    for failure in failures(&toy, LawQuestion::Laws, 15) {
        let shrunk = search(&toy, &failure, BUDGET).unwrap();
        // Four turns of two moves each: c1 is shown in one of them, and some place is won.
        let texts = texts(&toy, &shrunk);
        assert_eq!(texts.len(), 8, "{texts:?}");
        let shown = texts.windows(2).any(|two| two[0].contains("c1") && two[1] == "show");
        assert!(shown, "{texts:?}");
    }
}

#[test]
fn the_table_is_stripped_of_what_does_not_matter() {
    let toy = toy(4, Fault::ForgetsAPoint);
    for failure in failures(&toy, LawQuestion::Laws, 5) {
        let shrunk = search(&toy, &failure, BUDGET).unwrap();
        let late = shrunk.late.unwrap();
        assert!(late.texts.len() < shrunk.script.moves.len(), "{:?}", late.texts);
        let zones = late.table["zones"].as_object().unwrap();
        assert!(!zones.contains_key("deck"), "{}", late.table);
        assert!(late.table.to_string().contains("\"c1\""), "{}", late.table);
    }
}

#[test]
fn a_leak_is_looked_for_with_the_two_world_check() {
    let toy = toy(3, Fault::Peeks);
    let failures = failures(&toy, LawQuestion::Worlds, 5);
    assert!(!failures.is_empty());
    for failure in failures {
        let shrunk = search(&toy, &failure, BUDGET).unwrap();
        let texts = texts(&toy, &shrunk);
        assert!(texts.len() <= 2, "{texts:?}");
    }
}

#[test]
fn shrinking_gives_the_same_again() {
    let toy = toy(4, Fault::ForgetsAPoint);
    for failure in failures(&toy, LawQuestion::Laws, 3) {
        let [one, two] = [(); 2].map(|()| search(&toy, &failure, BUDGET).unwrap());
        assert_eq!(one.script, two.script);
        assert_eq!(one.spent, two.spent);
    }
}

#[test]
fn what_does_not_fail_again_is_not_shrunk() {
    let failure = failures(&toy(4, Fault::LosesACard), LawQuestion::Laws, 1).remove(0);
    let sound = toy(4, Fault::Nothing);
    assert!(search(&sound, &failure, BUDGET).is_none());
    assert_eq!(sound.properties[failure.breach.property].id, "T-I1");
}
