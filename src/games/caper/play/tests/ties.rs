//! Who wins (CAP-R18, CAP-R20, CAP-G23).

use serde_json::{Value, json};

use super::pinned::{rules, rules_after};
use super::walk::each;
use crate::games::caper::play::{Phase, Rules};
use crate::games::caper::tabletop::set;
use crate::rules::{Game, Outcome, Seat};

/// The outcome with these cards at location 1, which is empty.
fn outcome(rules: &Rules, cream: Value, mint: Value) -> Outcome {
    let zones = json!({"field/1/cream": cream, "field/1/mint": mint});
    let state = set(rules, json!({"phase": "over", "zones": zones}));
    rules.outcome(&state).unwrap()
}

fn won(outcome: &Outcome) -> (Vec<u8>, &'static str) {
    let winners = outcome.winners.iter().map(|seat| seat.0).collect();
    (winners, outcome.by)
}

#[test]
fn most_points_win_however_many_capers_the_other_has() {
    let rules = rules("paris", "2");
    let outcome = outcome(&rules, json!(["the-driver"]), json!(["the-countess"]));
    assert_eq!(won(&outcome), (vec![1], "points"));
    assert_eq!(
        outcome
            .scores
            .iter()
            .map(|score| score.total)
            .collect::<Vec<_>>(),
        [0, 1]
    );
}

#[test]
fn on_a_tie_more_capers_in_all_win() {
    let rules = rules("paris", "2");
    let outcome = outcome(&rules, json!(["the-dame"]), json!(["the-driver"]));
    assert_eq!(won(&outcome), (vec![1], "capers"));
}

#[test]
fn if_capers_tie_too_cream_wins() {
    let rules = rules("paris", "2");
    let outcome = outcome(&rules, json!(["the-dame"]), json!(["the-janitor"]));
    assert_eq!(won(&outcome), (vec![0], "cream"));
}

#[test]
fn the_last_tie_can_be_given_to_mint() {
    let edit = ("game", "tie-break = \"cream\"", "tie-break = \"mint\"");
    let rules = rules_after(&[], &[edit], "paris", "2");
    assert_eq!(
        won(&outcome(&rules, json!([]), json!([]))),
        (vec![1], "mint")
    );
}

#[test]
fn a_team_wins_together_and_ties_are_broken_as_between_two() {
    // CAP-G23.
    let rules = rules("paris", "4");
    let capers = outcome(&rules, json!(["the-dame"]), json!(["the-driver"]));
    assert_eq!(won(&capers), (vec![1, 3], "capers"));
    let tied = outcome(&rules, json!([]), json!([]));
    assert_eq!(won(&tied), (vec![0, 2], "cream"));
    assert_eq!(
        (&tied.scores[2], &tied.scores[3]),
        (&tied.scores[0], &tied.scores[1])
    );
}

/// The outcome for three where Mint has 30 points and Cream this many.
fn three(cream: &str) -> Outcome {
    let gives = |points: u8| format!("gives = [{{ points = {points} }}]");
    let (a, b, c) = (gives(20), gives(10), gives(6));
    let cards = [
        ("gear", "velvet-pouch", a.as_str()),
        ("gear", "lock-picks", b.as_str()),
        ("gear", "poster-tube", a.as_str()),
        ("gear", "crepe-soles", c.as_str()),
        ("gear", "loaded-dice", b.as_str()),
    ];
    let rules = rules_after(&cards, &[], "paris", "3");
    let gear: Vec<&str> = ["the-driver"].into_iter().chain(cream.split(' ')).collect();
    outcome(
        &rules,
        json!(gear),
        json!(["the-dame", "velvet-pouch", "lock-picks"]),
    )
}

#[test]
fn the_snitch_has_the_lower_points_and_a_sixth_of_the_higher() {
    // CAP-R20, CAP-E9.
    let outcome = three("poster-tube");
    let parts: Vec<(&str, i32)> = outcome.scores[2]
        .parts
        .iter()
        .map(|part| (part.what, part.points))
        .collect();
    assert_eq!(parts, [("lower", 20), ("share", 5)]);
    assert_eq!(won(&outcome), (vec![1], "points"));
}

#[test]
fn the_snitch_wins_with_at_least_the_higher_points() {
    // CAP-E9; then with equal Masterminds, who have both lost (CAP-G23).
    let outcome = three("poster-tube crepe-soles");
    assert_eq!(
        (outcome.scores[2].total, won(&outcome)),
        (31, (vec![2], "snitch"))
    );
    let outcome = three("poster-tube loaded-dice");
    assert_eq!(
        (outcome.scores[2].total, won(&outcome)),
        (35, (vec![2], "snitch"))
    );
}

#[test]
fn a_snitch_who_draws_level_wins() {
    // 0 and 0: no points, and no more than none.
    let rules = rules("paris", "3");
    let outcome = outcome(&rules, json!([]), json!([]));
    assert_eq!(
        (outcome.scores[2].total, won(&outcome)),
        (0, (vec![2], "snitch"))
    );
}

#[test]
fn the_game_has_an_outcome_at_the_end_only_and_its_scores_are_sums() {
    each(2, |(rules, before, _, after, _)| {
        assert_eq!(rules.outcome(before), None);
        let Some(outcome) = rules.outcome(after) else {
            assert_ne!(after.phase, Phase::Over);
            return;
        };
        assert_eq!(
            (rules.turn(after), rules.legal_moves(after)),
            (None, vec![])
        );
        assert_eq!(outcome.scores.len(), rules.names.seats.len());
        for score in &outcome.scores {
            let sum: i32 = score.parts.iter().map(|part| part.points).sum();
            assert_eq!(score.total, sum);
        }
        let best = |seat: &Seat| outcome.scores[usize::from(seat.0)].total;
        let top = outcome.winners.iter().map(best).max();
        assert!(top >= outcome.scores[..2].iter().map(|score| score.total).max());
    });
}
