//! Every way a small game can go, from before the set-up to its end. A game comes in; its information sets and its ends go out, in flat
//! lists. Called by `solver`.
//!
//! A *sequence* of a seat is all that it chose up to some point. Ends in which every seat made the same sequence are one entry, so that the
//! lists grow with what seats can tell apart, and not with what chance can do (sequence form: von Stengel, Efficient Computation of
//! Behavior Strategies, GEB 14, 1996).

use std::collections::HashMap;

use super::observations::Observations;
use super::reward::{SeatValues, payoffs};
use crate::rules::{Branches, NoListener, Rng, Seat, SeededChance};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// Most moves and deals on the way to them, for each of these ends.
const STEPS: u64 = 8;

/// Most seats of a game.
pub const SEATS: usize = 8;

/// Why a game is not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// It has more ways to end than this limit.
    TooLarge(u64),
    /// Some game of it does not end.
    Endless,
}

/// All decisions of a seat that it cannot tell apart.
#[derive(Debug, Clone, Copy)]
pub struct InformationSet {
    /// What the seat has observed.
    pub observed: u64,
    pub seat: u8,
    /// The seat's sequence before.
    pub parent: u32,
    /// The sequences after each of its moves: the first, and how many.
    pub first: u32,
    pub count: u32,
}

/// The ends that the same sequences of all seats lead to.
#[derive(Debug, Clone)]
pub struct JointEnd {
    /// The last sequence of each seat.
    pub last: [u32; SEATS],
    /// What each seat gets, times the probability that chance does its part.
    pub payoffs: SeatValues,
}

/// A whole game. The first sequences are those of seats that have chosen nothing yet.
#[derive(Debug)]
pub struct Histories {
    pub seats: usize,
    /// No set before that of its parent.
    pub sets: Vec<InformationSet>,
    /// The move that ends each sequence, without the empty ones.
    pub moves: Vec<Move>,
    pub ends: Vec<JointEnd>,
    /// How many ways there are to an end.
    pub ways: u64,
    /// The least and the most that any seat can get.
    pub range: (f64, f64),
}

/// Where a game stands on one of its ways.
struct Way<S: CardSet> {
    state: Table<S>,
    probability: f64,
    observed: Observations,
    last: [u32; SEATS],
    decisions: u32,
}

impl Histories {
    /// Plays the game in every way.
    ///
    /// # Errors
    /// When there are more than `most`, or a game does not end.
    pub fn of<S: CardSet>(game: &Rules<S>, most: u64) -> Result<Histories, Unsolved> {
        let seats = game.names.seats.len().min(SEATS);
        let mut all = Histories {
            seats,
            sets: Vec::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            ways: 0,
            range: (f64::INFINITY, f64::NEG_INFINITY),
        };
        if estimate(game) > FAR_TOO_MANY * most as f64 {
            return Err(Unsolved::TooLarge(most));
        }
        let (mut known, mut joined) = (HashMap::new(), HashMap::new());
        let mut steps = 0;
        let (mut ways, mut deals) = (Vec::new(), Branches::default());
        loop {
            let state = game.set_up(&mut deals, &mut NoListener);
            ways.push(Way {
                state,
                probability: deals.probability(),
                observed: Observations::at_start(game, &state),
                last: std::array::from_fn(|seat| seat as u32),
                decisions: 0,
            });
            all.visit(game, &mut ways, (&mut known, &mut joined), (most, &mut steps))?;
            if !deals.advance() {
                return Ok(all);
            }
        }
    }

    /// Goes on from a deal to all its ends.
    fn visit<S: CardSet>(
        &mut self,
        game: &Rules<S>,
        ways: &mut Vec<Way<S>>,
        (known, joined): (&mut HashMap<u64, u32>, &mut HashMap<[u32; SEATS], usize>),
        (most, steps): (u64, &mut u64),
    ) -> Result<(), Unsolved> {
        while let Some(way) = ways.pop() {
            let Some(seat) = game.turn(&way.state) else {
                self.ways += 1;
                if self.ways > most {
                    return Err(Unsolved::TooLarge(most));
                }
                self.enter(joined, &way, &payoffs(game, &way.state));
                continue;
            };
            let moves = game.legal_moves(&way.state);
            if moves.is_empty() || way.decisions >= game.longest() {
                return Err(Unsolved::Endless);
            }
            let first = (moves.len() > 1).then(|| self.first_of(known, &way, seat, &moves));
            for (at, mv) in moves.iter().enumerate() {
                let mut last = way.last;
                if let Some(first) = first {
                    last[usize::from(seat.0) & 7] = first + at as u32;
                }
                let mut chance = Branches::default();
                loop {
                    let (mut state, mut observed) = (way.state, way.observed);
                    let mut events = Vec::new();
                    game.apply(&mut state, *mv, &mut chance, &mut events);
                    observed.hear(game, (seat, *mv), &events, [&way.state, &state]);
                    ways.push(Way {
                        state,
                        probability: way.probability * chance.probability(),
                        observed,
                        last,
                        decisions: way.decisions + 1,
                    });
                    *steps += 1;
                    if *steps > most * STEPS {
                        return Err(Unsolved::TooLarge(most));
                    }
                    if !chance.advance() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// The first sequence behind the information set in which `seat` decides.
    fn first_of<S: CardSet>(
        &mut self,
        known: &mut HashMap<u64, u32>,
        way: &Way<S>,
        seat: Seat,
        moves: &[Move],
    ) -> u32 {
        let observed = way.observed.of_seat(seat);
        *known.entry(observed).or_insert_with(|| {
            let first = (self.seats + self.moves.len()) as u32;
            self.moves.extend_from_slice(moves);
            self.sets.push(InformationSet {
                observed,
                seat: seat.0,
                parent: way.last[usize::from(seat.0) & 7],
                first,
                count: moves.len() as u32,
            });
            first
        })
    }

    /// One more end of the game.
    fn enter<S: CardSet>(
        &mut self,
        joined: &mut HashMap<[u32; SEATS], usize>,
        way: &Way<S>,
        payoffs: &SeatValues,
    ) {
        let at = *joined.entry(way.last).or_insert_with(|| {
            self.ends
                .push(JointEnd { last: way.last, payoffs: SeatValues::from_elem(0.0, self.seats) });
            self.ends.len() - 1
        });
        for (sum, payoff) in self.ends[at].payoffs.iter_mut().zip(payoffs) {
            *sum += way.probability * payoff;
            self.range = (self.range.0.min(*payoff), self.range.1.max(*payoff));
        }
    }
}

/// Games by which the number of ends is estimated, and how many times too many they must show: then the game is not even begun.
const SAMPLES: u64 = 64;
const FAR_TOO_MANY: f64 = 10.0;

/// About how many ends a game has, without what chance does after the set-up (Knuth, Estimating the Efficiency of Backtrack Programs, 1975).
fn estimate<S: CardSet>(game: &Rules<S>) -> f64 {
    let mut deals = Branches::default();
    game.set_up(&mut deals, &mut NoListener);
    let ends = |seed: u64| {
        let (mut rng, mut chance) = (Rng::new(seed), SeededChance::new(seed));
        let mut state = game.set_up(&mut chance, &mut NoListener);
        let mut ends = 1.0;
        for _ in 0..game.longest() {
            let legal = game.legal(&state);
            if game.turn(&state).is_none() || legal.is_empty() {
                break;
            }
            ends *= f64::from(legal.len());
            let mv = legal.get(rng.below(legal.len()));
            game.apply(&mut state, mv, &mut chance, &mut NoListener);
        }
        ends
    };
    (0..SAMPLES).map(ends).sum::<f64>() / SAMPLES as f64 / deals.probability()
}
