//! Checks of a whole game: that it ends, and that the same seed plays the same game. A finished game comes in;
//! nothing, or what is wrong, goes out.

use super::moment::{CheckResult, Whole};
use deckproof::rules::{NoListener, Rng, SeededChance};
use deckproof::script::Rules;
use deckproof::table::{CardSet, Move, Table};

/// The chooser and the chance of a game.
pub fn start(seed: u64) -> (Rng, SeededChance) {
    (Rng::stream(seed, 0), SeededChance::new(seed))
}

/// A uniform choice; `None` when there is none.
pub fn choose<S: CardSet>(game: &Rules<S>, state: &Table<S>, rng: &mut Rng) -> Option<Move> {
    game.turn(state)?;
    let legal = game.legal(state);
    (!legal.is_empty()).then(|| legal.get(rng.below(legal.len())))
}

pub fn ends<S: CardSet>(whole: &Whole<'_, S>) -> CheckResult {
    let (moves, longest) = (whole.moves.len(), whole.game.longest());
    match whole.game.turn(whole.end) {
        None if moves <= longest as usize => Ok(()),
        _ => Err(format!("after {moves} decisions it goes on, but its bound is {longest}")),
    }
}

pub fn seed<S: CardSet>(whole: &Whole<'_, S>) -> CheckResult {
    let game = whole.game;
    let (mut rng, mut dice) = start(whole.seed);
    let mut state = game.set_up(&mut dice, &mut NoListener);
    for (ply, first) in whole.moves.iter().enumerate() {
        let mv = choose(game, &state, &mut rng);
        // The suite takes a number of its own for each move.
        rng.next();
        if mv != Some(*first) {
            return Err(format!("at ply {ply} the same seed plays another move"));
        }
        game.apply(&mut state, *first, &mut dice, &mut NoListener);
    }
    if state == *whole.end { Ok(()) } else { Err("the same seed ends in another state".to_owned()) }
}
