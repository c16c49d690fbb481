//! `solved` against values that are known, and against what is too large for it.

use std::path::Path;

use deckproof::lab::{PartResults, Shard, SolvedGame};
use deckproof::players::{SeatPolicies, SeatPolicy, Solution};
use deckproof::rules::{Decision, Game, NoListener, Notation, Rng, SeededChance, Variant};
use deckproof::session::{LabAsked, lab_games};

use super::{asked, deckproof};
use crate::games::{pack_at, rules_of};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn solved(game: &str) -> SolvedGame {
    let asked = LabAsked {
        policies: SeatPolicies::all(SeatPolicy::Solved),
        ..asked(2, 1, Shard::WHOLE)
    };
    let pack = pack_at(&root().join(game));
    let part = lab_games(&pack, &[Variant::default()], &asked, &|_| ());
    let part = part.unwrap_or_else(|faults| panic!("{faults:#?}"));
    let PartResults::Games(mut all) = part.results else {
        panic!("games were asked for")
    };
    all.remove(0).counts.solved.unwrap()
}

#[test]
fn poker_of_three_and_of_six_cards_is_worth_what_is_known() {
    // Kuhn 1950: -1/18. Leduc: -0.0856 (Southey and others 2005; computed by many since).
    for (game, known) in [("kuhn", -1.0 / 18.0), ("leduc", -0.0856)] {
        let solved = solved(&format!("tests/good/{game}"));
        let [first, second] = solved.worth[..] else {
            panic!("{solved:?}")
        };
        let (worth, gain) = (
            first as f64 / SolvedGame::UNIT,
            solved.gain as f64 / SolvedGame::UNIT,
        );
        println!("{game}: worth {worth}, gain {gain}");
        let range = if game == "kuhn" { 4.0 } else { 26.0 };
        assert!(gain <= range / 1000.0, "{solved:?}");
        assert!((worth - known).abs() <= gain + 1e-4, "{solved:?}");
        assert!((first + second).abs() <= 1 && solved.unit == "points");
    }
}

#[test]
fn perfect_players_bluff_with_a_jack_and_never_pass_a_bet_with_a_king() {
    let game = rules_of(&pack_at(&root().join("tests/good/kuhn")));
    let solution = Solution::of(&game, 100).unwrap();
    let (mut jacks, mut bluffs, mut kings) = (0, 0, 0);
    for seed in 0..3_000 {
        let mut chance = SeededChance::new(seed);
        let (mut state, mut past) = (game.set_up(&mut chance, &mut NoListener), Vec::new());
        let card = |state: &_, seat: &str| {
            let zone = format!("hand/{seat}");
            let census = game.census(state);
            let at = census
                .iter()
                .position(|(_, z)| game.names().zone(*z) == zone);
            at.map(|at| game.names().cards[at].clone())
                .unwrap_or_default()
        };
        while let Some(seat) = game.turn(&state) {
            let choice = Rng::stream(seed, past.len() as u64).next();
            let mv = solution
                .choose(&game, (&state, &past), seat, choice)
                .unwrap();
            let (held, text) = (
                card(&state, game.names().seat(seat)),
                game.write(&state, mv),
            );
            if past.is_empty() && held.contains("jack") {
                jacks += 1;
                bluffs += u32::from(text == "bet");
            }
            let is_bet = past
                .iter()
                .any(|one: &Decision<_, _>| game.write(&one.table, one.mv) == "bet");
            if is_bet && held.contains("king") {
                kings += 1;
                assert_eq!(text, "bet");
            }
            let (table, mut events) = (state, Vec::new());
            game.apply(&mut state, mv, &mut chance, &mut events);
            past.push(Decision { table, mv, events });
        }
    }
    println!("{bluffs} bluffs with {jacks} jacks, {kings} kings call");
    // A jack may bet at any share a up to a third; then a king is passed at 1 - 3a, and the second player bets a third of its jacks. So a king
    // meets a bet in a third of (a + (1 - 3a) / 3) / 2 = 1/6 of the deals, whatever a is: in 1/18 of 3,000, which is 167.
    assert!(bluffs > 0 && bluffs * 5 < jacks * 2, "{bluffs} of {jacks}");
    assert!((110..225).contains(&kings), "{kings}");
}

#[test]
fn a_game_that_is_too_large_is_refused_at_once() {
    let folder = root().join("examples/hearts");
    let refused = deckproof(&folder, &["lab", ".", "--policy", "solved", "--games", "2"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("too large for `solved`") && said.contains("3,000,000 ends"),
        "{said}"
    );
}

#[test]
fn the_report_says_what_a_solved_game_is_worth() {
    let folder = root().join("tests/good/kuhn");
    let told = deckproof(
        &folder,
        &["lab", ".", "--policy", "solved", "--games", "20"],
    );
    let said = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(
        said.contains("-0.05") && said.contains("+0.05") && said.contains("(points)"),
        "{said}"
    );
    assert!(said.contains("no seat gains more than 0.00"), "{said}");
}
