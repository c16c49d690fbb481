//! A player that looks one move ahead, and beyond what others answer at the same time: it takes the move after which it would win, were
//! the game over then, by as much as possible.
//! A game, a state and a seat come in, a move goes out.

use super::random::random_move;
use super::reward::Rewards;
use crate::rules::{NoListener, Rng, Seat, SeededChance};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// Worlds in which each move is tried: what it leaves to chance and to hidden cards is averaged.
const WORLDS: u32 = 8;

/// The move of `seat`, which is to decide; `None` where no move is legal. Of equal moves each is as likely as any other.
pub fn choose_greedily<S: CardSet>(
    game: &Rules<S>,
    state: &Table<S>,
    seat: Seat,
    seed: u64,
) -> Option<Move> {
    let moves = game.legal_moves(state);
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let mut rng = Rng::new(seed);
    let seats = game.names.seats.len();
    let mut worth = vec![0.0; moves.len()];
    let mut rewards = Rewards::of(game);
    // The largest lead that scales the others must not depend on the order of the moves.
    let mut ends = Vec::with_capacity(moves.len() * WORLDS as usize);
    for _ in 0..WORLDS {
        let world = game.redeal(state, seat, &mut rng);
        let dice = rng.next();
        for (at, mv) in moves.iter().enumerate() {
            let mut after = world;
            if game.refusal(&world, *mv).is_some() {
                continue;
            }
            let mut chance = SeededChance::new(dice);
            game.apply(&mut after, *mv, &mut chance, &mut NoListener);
            all_answer(game, &mut after, (seat, seats), &mut Rng::new(dice));
            let outcome = game.outcome_now(&after);
            rewards.of_outcome(outcome.as_ref());
            ends.push((at, outcome));
        }
    }
    for (at, outcome) in &ends {
        let values = rewards.of_outcome(outcome.as_ref());
        worth[*at] += values.get(usize::from(seat.0)).copied().unwrap_or(0.5);
    }
    let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let alike: Vec<usize> = (0..moves.len()).filter(|at| worth[*at] >= best).collect();
    let chosen = alike.get(rng.below(alike.len() as u32) as usize)?;
    moves.get(*chosen).copied()
}

/// What all answer at the same time does nothing before the last of them has answered: those after `seat` give any answer.
fn all_answer<S: CardSet>(
    game: &Rules<S>,
    state: &mut Table<S>,
    (seat, seats): (Seat, usize),
    rng: &mut Rng,
) {
    let mut chance = SeededChance::new(rng.next());
    for _ in 1..seats {
        if !game.is_at_once(state) || game.turn(state) == Some(seat) {
            return;
        }
        let Some(mv) = random_move(game, state, rng) else {
            return;
        };
        game.apply(state, mv, &mut chance, &mut NoListener);
    }
}
