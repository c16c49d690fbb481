//! What perfect players do in a small game: an equilibrium, by regrets that are never below zero (CFR+: Tammelin, Solving Large Imperfect
//! Information Games Using CFR+, 2014). A game comes in; a strategy goes out, with what it is worth and how much who knows it can gain.
//!
//! Before, every way that the game can go is played, from before the set-up to its end, and its information sets and ends kept in flat
//! lists. A *sequence* of a seat is all that it chose up to some point. Ends in which every seat made the same sequence are one entry, so
//! that the lists grow with what seats can tell apart, and not with what chance can do (sequence form: von Stengel, Efficient Computation
//! of Behavior Strategies, GEB 14, 1996).

use std::collections::HashMap;

use super::observations::Observations;
use super::reward::{SeatValues, payoffs};
use super::search::{Position, pick};
use crate::rules::{Branches, NoListener, Rng, Seat, SeededChance};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// A strategy is good enough when nobody gains more than this part of all that there is to gain.
const CLOSE: f64 = 1e-4;

/// Most rounds of improving a strategy, and most ends that are looked at in all of them.
const MOST_ROUNDS: usize = 10_000;
const MOST_WORK: usize = 1_000_000_000;

/// How perfect players play a game.
#[derive(Debug)]
pub struct Solution {
    /// How many ways there are to an end of the game.
    pub ways: u64,
    /// Where the moves of each information set stand.
    sets: HashMap<u64, (usize, usize)>,
    moves: Vec<(Move, f64)>,
    /// What the game is worth to each seat: wins, points or a share, as the game says what it is played for.
    pub worth: SeatValues,
    /// The most that a seat can gain by playing differently, while the others play on like this.
    pub gain: f64,
}

impl Solution {
    /// Solves a game that can go `most` ways at the most.
    ///
    /// # Errors
    /// When there are more, or a game of it does not end.
    pub fn of<S: CardSet>(game: &Rules<S>, most: u64) -> Result<Solution, Unsolved> {
        let all = Histories::of(game, most)?;
        let mut solver = Solver::new(&all);
        let close = CLOSE * (all.range.1 - all.range.0).max(0.0);
        let work = (all.ends.len() * all.seats).max(1);
        let rounds = MOST_ROUNDS.min(MOST_WORK / work).max(1);
        let mut found = solver.judge();
        for round in 1..=rounds {
            (0..all.seats).for_each(|seat| solver.improve(seat, round));
            // To judge takes as long as a round.
            if round.is_power_of_two() || round % 64 == 0 || round == rounds {
                found = solver.judge();
                if found.1 <= close {
                    break;
                }
            }
        }
        let (worth, gain) = found;
        let average = solver.average();
        let place = |set: &InformationSet| {
            let first = set.first as usize - all.seats;
            (set.observed, (first, first + set.count as usize))
        };
        Ok(Solution {
            ways: all.ways,
            sets: all.sets.iter().map(place).collect(),
            moves: all.moves.iter().copied().zip(average[all.seats..].iter().copied()).collect(),
            worth,
            gain,
        })
    }

    /// A move of `seat` at the shares of the strategy; `None` where no move is legal.
    pub fn choose<S: CardSet>(
        &self,
        game: &Rules<S>,
        at: Position<'_, S>,
        seat: Seat,
        seed: u64,
    ) -> Option<Move> {
        let observed = Observations::of_position(game, at).of_seat(seat);
        let (first, end) = *self.sets.get(&observed)?;
        let moves = self.moves.get(first..end)?;
        let (mv, _) = pick(moves, Rng::new(seed).fraction(), |(_, share)| *share)?;
        Some(*mv)
    }
}

/// Numbers of all sequences, while a strategy is improved.
struct Solver<'h> {
    all: &'h Histories,
    regrets: Vec<f64>,
    /// The shares of moves, later rounds counting more.
    sums: Vec<f64>,
    /// How likely each sequence is by what its seat chooses.
    reach: Vec<f64>,
    /// What each sequence of the seat that improves is worth.
    worth: Vec<f64>,
}

impl Solver<'_> {
    fn new(all: &Histories) -> Solver<'_> {
        let count = all.seats + all.moves.len();
        let mut solver = Solver {
            all,
            regrets: vec![0.0; count],
            sums: vec![0.0; count],
            reach: vec![1.0; count],
            worth: vec![0.0; count],
        };
        solver.reach = solver.reached(&solver.shares(&solver.regrets));
        solver
    }

    /// Shares that stand to each other as `weights` do in each information set; all the same where none is above zero.
    fn shares(&self, weights: &[f64]) -> Vec<f64> {
        let mut shares = vec![1.0; weights.len()];
        for set in &self.all.sets {
            let moves = range(set);
            let sum: f64 = weights[moves.clone()].iter().sum();
            for at in moves {
                shares[at] = if sum > 0.0 { weights[at] / sum } else { 1.0 / f64::from(set.count) };
            }
        }
        shares
    }

    /// How likely each sequence is at these shares.
    fn reached(&self, shares: &[f64]) -> Vec<f64> {
        let mut reach = vec![1.0; shares.len()];
        for set in &self.all.sets {
            let before = reach[set.parent as usize];
            range(set).for_each(|at| reach[at] = before * shares[at]);
        }
        reach
    }

    /// What each sequence of `seat` leads to by itself, while the others choose at the shares of `reach`.
    fn weigh(&mut self, seat: usize, reach: &[f64]) {
        self.worth.fill(0.0);
        for end in &self.all.ends {
            let others = (0..self.all.seats).filter(|other| *other != seat);
            let likely: f64 = others.map(|other| reach[end.last[other] as usize]).product();
            self.worth[end.last[seat] as usize] += likely * end.payoffs[seat];
        }
    }

    /// Adds up the worth of all sequences of a seat from the last to the first, each information set worth what `of_set` makes of its moves;
    /// gives that of the whole game.
    fn fold(&mut self, seat: usize, mut of_set: impl FnMut(&InformationSet, &[f64]) -> f64) -> f64 {
        for set in self.all.sets.iter().rev() {
            if usize::from(set.seat) == seat {
                let worth = of_set(set, &self.worth[range(set)]);
                self.worth[set.parent as usize] += worth;
            }
        }
        self.worth[seat]
    }

    /// One round of CFR+ for one seat.
    fn improve(&mut self, seat: usize, round: usize) {
        let reach = std::mem::take(&mut self.reach);
        self.weigh(seat, &reach);
        let mut regrets = std::mem::take(&mut self.regrets);
        let shares = self.shares(&regrets);
        self.fold(seat, |set, worth| {
            let mean = mean(&shares[range(set)], worth);
            for (regret, worth) in regrets[range(set)].iter_mut().zip(worth) {
                *regret = (*regret + worth - mean).max(0.0);
            }
            mean
        });
        self.regrets = regrets;
        self.reach = self.reached(&self.shares(&self.regrets));
        let own = self.all.sets.iter().filter(|set| usize::from(set.seat) == seat);
        for at in own.flat_map(range) {
            self.sums[at] += round as f64 * self.reach[at];
        }
    }

    /// The strategy that was played on average.
    fn average(&self) -> Vec<f64> {
        self.shares(&self.sums)
    }

    /// What the average strategy is worth to each seat, and the most that a seat gains by the best answer to it.
    fn judge(&mut self) -> (SeatValues, f64) {
        let shares = self.average();
        let reach = self.reached(&shares);
        let (mut values, mut gain) = (SeatValues::new(), 0.0_f64);
        for seat in 0..self.all.seats {
            self.weigh(seat, &reach);
            let value = self.fold(seat, |set, worth| mean(&shares[range(set)], worth));
            self.weigh(seat, &reach);
            let best = self.fold(seat, |_, worth| worth.iter().copied().fold(f64::MIN, f64::max));
            values.push(value);
            gain = gain.max(best - value);
        }
        (values, gain)
    }
}

/// What moves are worth on average at these shares.
fn mean(shares: &[f64], worth: &[f64]) -> f64 {
    shares.iter().zip(worth).map(|(share, worth)| share * worth).sum()
}

/// The sequences behind the moves of an information set.
fn range(set: &InformationSet) -> std::ops::Range<usize> {
    set.first as usize..(set.first + set.count) as usize
}

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
            game.apply(&mut state, legal.get(rng.below(legal.len())), &mut chance, &mut NoListener);
        }
        ends
    };
    (0..SAMPLES).map(ends).sum::<f64>() / SAMPLES as f64 / deals.probability()
}
