//! The program's player: tries each legal move in many worlds that the seat cannot tell from the true one, plays each of them to its
//! end at random, and takes the move that wins most (flat Monte Carlo, the moves shared out by UCB1: Auer, Cesa-Bianchi, Fischer,
//! 2002). A state and a seat come in, a move goes out. Called by `game`.

use crate::rules::{Game, Laws, Legal, NoListener, Rng, Seat, SeededChance};

/// Script steps that one choice may take: about a second.
const MOST_STEPS: u64 = 40_000_000;

/// How much is tried what was tried seldom.
const CURIOSITY: f64 = 0.8;

/// How much of a win the difference of points is worth.
const POINTS: f64 = 0.05;

/// A legal move, how often it was tried and what that was worth.
struct Tried<M> {
    mv: M,
    visits: f64,
    worth: f64,
}

/// The best move of `seat` as far as it can know; the same for the same seed in every world that it cannot tell apart. `None` where
/// no move is legal.
pub(super) fn choose_move<G: Laws>(
    game: &G,
    state: &G::State,
    seat: Seat,
    playouts: u32,
    seed: u64,
) -> Option<G::Move> {
    let mut rng = Rng::new(seed);
    let moves = game.legal_moves(state);
    let mut tried: Vec<Tried<G::Move>> = moves
        .into_iter()
        .map(|mv| Tried {
            mv,
            visits: 0.0,
            worth: 0.0,
        })
        .collect();
    if tried.len() < 2 {
        return tried.pop().map(|only| only.mv);
    }
    let start = game.steps();
    for played in 0..playouts {
        if game.steps() - start > MOST_STEPS {
            break;
        }
        let world = game.redeal(state, seat, &mut rng);
        let interest = |one: &Tried<G::Move>| {
            if one.visits == 0.0 {
                return f64::INFINITY;
            }
            one.worth / one.visits + CURIOSITY * (f64::from(played + 1).ln() / one.visits).sqrt()
        };
        let Some(at) = (0..tried.len()).max_by(|a, b| {
            interest(&tried[*a])
                .total_cmp(&interest(&tried[*b]))
                .then(b.cmp(a))
        }) else {
            break;
        };
        let one = &mut tried[at];
        one.visits += 1.0;
        if game.refusal(&world, one.mv).is_none() {
            one.worth += play_out(game, world, one.mv, seat, &mut rng);
        }
    }
    let best = tried
        .iter()
        .max_by(|a, b| (a.worth / a.visits.max(1.0)).total_cmp(&(b.worth / b.visits.max(1.0))));
    best.map(|best| best.mv)
}

/// What a move is worth in one world that is played to its end: from 0 for a game that is lost to 1.
fn play_out<G: Game>(game: &G, mut world: G::State, mv: G::Move, seat: Seat, rng: &mut Rng) -> f64 {
    let mut chance = SeededChance::new(rng.next());
    game.apply(&mut world, mv, &mut chance, &mut NoListener);
    for _ in 0..game.longest() {
        if game.turn(&world).is_none() {
            break;
        }
        let legal = game.legal(&world);
        if legal.is_empty() {
            break;
        }
        let mv = legal.get(rng.below(legal.len()));
        game.apply(&mut world, mv, &mut chance, &mut NoListener);
    }
    let Some(outcome) = game.outcome(&world) else {
        return 0.5;
    };
    let own = usize::from(seat.0);
    let share = if outcome.winners.contains(&seat) {
        1.0
    } else if outcome.winners.is_empty() {
        0.5
    } else {
        0.0
    };
    let total = |at: usize| {
        outcome
            .scores
            .get(at)
            .map_or(0.0, |score| f64::from(score.total))
    };
    let others = (0..outcome.scores.len()).filter(|at| *at != own).map(total);
    let lead = total(own) - others.fold(f64::NEG_INFINITY, f64::max);
    // Where the fewest points win, a lead says the opposite of who has won: then it counts for nothing.
    let agrees = lead.is_finite() && (share - 0.5) * lead > 0.0;
    let points = if agrees {
        lead / (1.0 + lead.abs())
    } else {
        0.0
    };
    (share + POINTS * points).clamp(0.0, 1.0)
}
