//! Plays uniform games and runs every check of the suite on them: a game comes in, a [`Conformance`] goes out.

use deckproof::table::{CardSet, Move};
use std::path::Path;

use super::moment::{CheckResult, CheckedStep, Moment, Whole};
use super::report::{Conformance, ConformanceCheck, ConformanceFailure};
use super::{game, move_space, state, step};
use deckproof::registry;
use deckproof::rules::{Rng, Variant};
use deckproof::script::Rules;
use deckproof::source::{Files, GameFolder};

/// What a check looks at.
pub enum Ask<S: CardSet> {
    State(fn(&Moment<'_, S>) -> CheckResult),
    Step(fn(&CheckedStep<'_, S>) -> CheckResult),
    Game(fn(&Whole<'_, S>) -> CheckResult),
}

/// The suite: a short stable word, what it promises, how it is asked.
fn suite<S: CardSet>() -> Vec<(&'static str, &'static str, Ask<S>)> {
    use Ask::{Game, State, Step};
    vec![
        ("sorted", "legal moves are sorted, and each is there once", State(state::sorted)),
        ("stuck", "whoever is to move has a legal move", State(state::stuck)),
        (
            "refusals",
            "of all moves there are, those are legal that no rule refuses",
            State(state::refusals),
        ),
        ("refused", "a refused move changes nothing and says nothing", State(state::refused)),
        ("read-back", "a legal move reads back from its text", State(state::read_back)),
        ("texts", "no two legal moves have the same text", State(state::texts)),
        (
            "table",
            "the written table sets up the same state, and is written again alike",
            State(state::table),
        ),
        (
            "census",
            "the census counts every card once, in a zone that has a name",
            State(state::census),
        ),
        (
            "outcome",
            "there is an outcome when nobody is to move, and its parts add up",
            State(state::outcome),
        ),
        ("views", "equal states look alike to every seat", State(state::views)),
        ("two-worlds", "what a seat cannot see changes nothing that it sees", Step(step::worlds)),
        ("silent", "a game plays alike whether or not somebody listens", Step(step::silent)),
        (
            "known",
            "events name cards, zones, faces, counters and notes that there are",
            Step(step::known),
        ),
        (
            "complete",
            "the log tells of every card that moves, from where it lies",
            Step(step::complete),
        ),
        ("ends", "a game ends within its bound", Game(game::ends)),
        ("seed", "a seed names one game", Game(game::seed)),
    ]
}

/// Runs the suite on `games` uniform games; `space` are the moves of which some are legal.
pub fn check_conformance<S: CardSet>(
    game: &Rules<S>,
    space: &[Move],
    games: u64,
    seed: u64,
) -> Conformance {
    let suite = suite::<S>();
    let checks =
        suite.iter().map(|(name, says, _)| ConformanceCheck { name, says, done: 0, failed: None });
    let mut found = Conformance { games, decisions: 0, checks: checks.collect() };
    for number in 0..games {
        one(game, &suite, space, number, seed, &mut found);
    }
    found
}

fn one<S: CardSet>(
    game: &Rules<S>,
    suite: &[(&str, &str, Ask<S>)],
    space: &[Move],
    number: u64,
    seed: u64,
    found: &mut Conformance,
) {
    let seed = Rng::stream(seed, number).next();
    let (mut rng, mut dice) = game::start(seed);
    let mut state = game.set_up(&mut dice, &mut Vec::new());
    let mut played = Vec::new();
    let mut note = |at: usize, mv: Option<String>, ply: usize, result: CheckResult| {
        let check = &mut found.checks[at];
        check.done += 1;
        if let (Err(says), None) = (result, &check.failed) {
            check.failed = Some(ConformanceFailure { game: number, ply: ply as u32, mv, says });
        }
    };
    loop {
        let moves = game.legal_moves(&state);
        let moment = Moment { game, state: &state, dice, moves: &moves, space };
        let mv = game::choose(game, &state, &mut rng);
        let text = mv.map(|mv| game.write(&state, mv));
        for (at, (_, _, ask)) in suite.iter().enumerate() {
            if let Ask::State(ask) = ask {
                note(at, text.clone(), played.len(), ask(&moment));
            }
        }
        let Some(mv) = mv.filter(|_| played.len() <= game.longest() as usize) else {
            break;
        };
        let (mut after, mut log) = (state, Vec::new());
        game.apply(&mut after, mv, &mut dice, &mut log);
        let step =
            CheckedStep { before: &moment, mv, after: &after, dice, log: &log, seed: rng.next() };
        for (at, (_, _, ask)) in suite.iter().enumerate() {
            if let Ask::Step(ask) = ask {
                note(at, text.clone(), played.len(), ask(&step));
            }
        }
        played.push(mv);
        state = after;
    }
    let whole = Whole { game, seed, moves: &played, end: &state };
    for (at, (_, _, ask)) in suite.iter().enumerate() {
        if let Ask::Game(ask) = ask {
            note(at, None, played.len(), ask(&whole));
        }
    }
    found.decisions += played.len() as u64;
}

fn duel() -> Rules<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/duel");
    let folder = GameFolder::open(&path).unwrap();
    let pack = registry::load(folder, &mut Files::new()).unwrap();
    Rules::compile(&pack.game, &pack.decks, &Variant::default()).unwrap()
}

#[test]
fn a_sound_game_conforms() {
    let duel = duel();
    let found = check_conformance(&duel, &move_space(&duel), 10, 1);
    assert_eq!(found.failures().collect::<Vec<_>>(), []);
    assert!(found.holds() && found.decisions > 50, "{found:?}");
    for check in &found.checks {
        let least = if check.name == "ends" || check.name == "seed" { 10 } else { found.decisions };
        assert!(check.done >= least, "{check:?}");
    }
}
