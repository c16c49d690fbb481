//! Information-set Monte Carlo tree search: many games are played from worlds that the seat cannot tell from the true one, and their
//! first moves are chosen by trees that grow meanwhile. A game, a state, a seat and a budget come in; a move goes out, with how often
//! each was tried.
//!
//! Every seat has a tree of its own, whose nodes are what that seat has observed (MO-ISMCTS: Cowling, Powley, Whitehouse, 2012). Each
//! iteration has a world of its own. What such a player cannot do: all worlds agree with the cards of the seat that searches, so its
//! opponents in them act as if nothing could be hidden from them for long; it does not bluff, and it does not wonder why others
//! played as they did. Where nothing is hidden, all have one tree, and what is known to win or to lose is not tried again. Where all play
//! together for points, worlds end early ([`AHEAD`]).

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::observations::{Observations, of_table};
use super::random::random_move;
use super::reward::{Rewards, SeatValues};
use super::tree::{Passed, SearchTree, TriedMove};
use crate::rules::{Aim, Event, NoListener, Rng, Seat, SeededChance};
use crate::script::Rules;
use crate::table::{CardSet, Decision, Move, Table};

/// How many decisions ahead a world is played on average in a cooperative game for points; then its standing score is its value. Random
/// play loses most such games long before their end, so the ends cannot tell moves apart.
const AHEAD: u32 = 5;

/// What a search may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Worlds that are played to their end.
    pub iterations: u32,
    /// Script steps after which it stops early, in the midst of a world, which does not count then: for games that people wait for. Without
    /// it nothing but the seed decides.
    pub most_steps: Option<u64>,
    /// Whether the true cards are searched instead of worlds: what hidden information is worth, no fair player.
    pub is_all_seeing: bool,
}

impl Budget {
    pub fn new(iterations: u32) -> Budget {
        Budget { iterations, most_steps: None, is_all_seeing: false }
    }
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct Searched {
    pub choice: Move,
    /// Each legal move that was tried, how often, and its mean worth: the most visited first.
    pub moves: Vec<(Move, u32, f64)>,
    pub worlds: Worlds,
    /// Decisions in the worlds that were played.
    pub decisions: u64,
}

/// Worlds that were dealt for a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Worlds {
    pub played: u64,
    /// Not played, since a move of the past was not legal in them.
    pub refused: u64,
    /// Played although it is so: none of `TRIES` was better.
    pub contradicting: u64,
}

/// Where a game stands: the table, and what was decided so far, oldest first.
pub type Position<'s, S> = (&'s Table<S>, &'s [Decision<S>]);

/// The most tries for a world that does not contradict the past; then the last is taken as it is.
const TRIES: u32 = 8;

/// The move of `seat`, which is to decide; `None` where no move is legal. `past` is what was decided so far, oldest first: worlds in
/// which a move of it would not have been legal are refused. It may be empty.
pub fn search_move<S: CardSet>(
    game: &Rules<S>,
    (state, past): Position<'_, S>,
    seat: Seat,
    budget: Budget,
    seed: u64,
) -> Option<Searched> {
    let legal = game.legal_moves(state);
    if let [choice] = legal.as_slice() {
        return Some(Searched {
            choice: *choice,
            moves: vec![(*choice, 0, 0.5)],
            worlds: Worlds::default(),
            decisions: 0,
        });
    }
    let first = *legal.first()?;
    let mut search = Search {
        game,
        proves: proves(game),
        ends_early: game.plays_together() && game.aim() != Aim::Wins,
        tree: SearchTree::new(budget.iterations),
        rewards: Rewards::of(game).for_worlds(budget.iterations),
        rng: Rng::new(seed),
        events: Vec::new(),
        legal: Vec::new(),
        decisions: 0,
        last: budget.most_steps.map(|most| game.steps().saturating_add(most)),
    };
    // Nobody sees what others answer at the same time, not even who sees all cards: they answer anew in every world.
    let mut asked = *state;
    let past = &past[..past.len().saturating_sub(game.ask_again(&mut asked, seat))];
    let is_true_table = budget.is_all_seeing || search.proves;
    let mut memory =
        (!past.is_empty() && !is_true_table).then(|| game.remember(past, &asked, seat));
    let root = search.key(&Observations::default(), &asked, seat);
    let root = search.tree.node(root);
    let mut worlds = Worlds::default();
    for _ in 0..budget.iterations {
        let rng = &mut search.rng;
        let world = match &mut memory {
            _ if is_true_table => asked,
            None => game.redeal(&asked, seat, rng),
            Some(memory) => {
                let mut tries = 1;
                loop {
                    let world = game.redeal_remembering(memory, &asked, seat, rng);
                    let contradicts = game.contradicts(memory, past, seat, rng);
                    if !contradicts || is_spent(game, search.last) {
                        break world;
                    }
                    if tries == TRIES {
                        worlds.contradicting += 1;
                        break world;
                    }
                    worlds.refused += 1;
                    tries += 1;
                }
            }
        };
        if !search.iterate(world) {
            break;
        }
        worlds.played += 1;
        if search.tree.nodes[root].won_by.is_some() {
            break;
        }
    }
    let tried = &search.tree.nodes[root].tried;
    let choice = if game.is_at_once(state) {
        by_mixture(tried, &mut search.rng)
    } else {
        most_visited(tried)
    };
    let mut moves: Vec<(Move, u32, f64)> =
        tried.iter().map(|one| (one.mv, one.visits, one.mean())).collect();
    moves.sort_by_key(|(mv, visits, _)| (u32::MAX - visits, *mv));
    Some(Searched { choice: choice.unwrap_or(first), moves, worlds, decisions: search.decisions })
}

/// A move that is known to win, or the one that was played most often of those that are not known to lose; of equals the one that was
/// worth more, then the one that was tried first, which is a lot.
fn most_visited(tried: &[TriedMove]) -> Option<Move> {
    let rank = |one: &TriedMove| match one.wins {
        Some(true) => (0, Reverse(one.visits)),
        None => (1, Reverse(one.visits)),
        Some(false) => (2, Reverse(one.visits)),
    };
    let order =
        |a: &&TriedMove, b: &&TriedMove| rank(a).cmp(&rank(b)).then(b.worth.total_cmp(&a.worth));
    tried.iter().min_by(order).map(|one| one.mv)
}

/// Moves with less than this part of the largest share are not played where each was tried in few worlds: there they are chance, not choice
/// (thresholding: Ganzfried, Sandholm, Waugh: Strategy Purification and Thresholding, AAMAS 2012). The more worlds, the less of it is chance,
/// by the root of their number.
const SELDOM: f64 = 0.4;
const SELDOM_OF_ONE: f64 = 2.0;

/// A move at the share that it had on average: a mixture is played as a mixture. Where worlds were too few to try any move twice, the best.
fn by_mixture(tried: &[TriedMove], rng: &mut Rng) -> Option<Move> {
    let largest = tried.iter().map(|one| one.mixture).fold(0.0, f64::max);
    if largest == 0.0 {
        return most_visited(tried);
    }
    let tries = f64::from(tried.iter().map(|one| one.visits).sum::<u32>());
    let each = tries / tried.len().max(1) as f64;
    let seldom = SELDOM.min(SELDOM_OF_ONE / each.sqrt());
    let played = |one: &&TriedMove| one.mixture >= seldom * largest;
    let tried: Vec<&TriedMove> = tried.iter().filter(played).collect();
    let all: f64 = tried.iter().map(|one| one.mixture).sum();
    Some(pick(&tried, rng.fraction() * all, |one| one.mixture)?.mv)
}

/// The one of several, each with a share, at a point of all shares; the last where rounding leaves none.
pub(super) fn pick<T>(all: &[T], mut point: f64, share: impl Fn(&T) -> f64) -> Option<&T> {
    all.iter()
        .find(|one| {
            point -= share(one);
            point < 0.0
        })
        .or(all.last())
}

struct Search<'g, S: CardSet> {
    game: &'g Rules<S>,
    /// See [`proves`]: then a node is a table, however it came about, and what is known of its end is kept.
    proves: bool,
    /// See [`AHEAD`].
    ends_early: bool,
    tree: SearchTree,
    rewards: Rewards,
    rng: Rng,
    events: Vec<Event>,
    legal: Vec<Move>,
    decisions: u64,
    /// The last of its steps: see [`Budget::most_steps`].
    last: Option<u64>,
}

/// Whether the rules have taken the last step of a search.
fn is_spent<S: CardSet>(game: &Rules<S>, last: Option<u64>) -> bool {
    last.is_some_and(|last| game.steps() > last)
}

/// Whether the end of a table can be known: two sides play for wins, and nothing is hidden.
fn proves<S: CardSet>(game: &Rules<S>) -> bool {
    let sides = game.seats().filter(|seat| game.head(*seat) == *seat).count();
    game.aim() == Aim::Wins && sides == 2 && !game.hides()
}

impl<S: CardSet> Search<'_, S> {
    /// The node of a table in which `seat` decides.
    fn key(&self, observed: &Observations, table: &Table<S>, seat: Seat) -> u64 {
        if self.proves { of_table(table) } else { observed.of_seat(seat) }
    }

    /// The side that wins from here on, where that is known.
    fn known_winner(&self, table: &Table<S>) -> Option<Seat> {
        if !self.proves {
            return None;
        }
        if self.game.turn(table).is_some() {
            return self.tree.known(of_table(table))?.won_by;
        }
        let winners = self.game.outcome(table)?.winners;
        let side = self.game.head(*winners.first()?);
        winners.iter().all(|seat| self.game.head(*seat) == side).then_some(side)
    }

    /// Descends from a world to a move that was never tried, plays on at random, and counts what came of it; `false` when the steps are
    /// spent before the world is over, which then counts for nothing.
    fn iterate(&mut self, mut world: Table<S>) -> bool {
        let mut chance = SeededChance::new(self.rng.next());
        let mut observed = Observations::default();
        let mut passed: SmallVec<[Passed; 16]> = SmallVec::new();
        // The side that is known to win, and the first of the moves that lead there without chance.
        let (mut winner, mut surely) = (None, 0);
        let mut left = self.game.longest();
        if self.ends_early {
            let ahead = 1..left;
            left = ahead.take_while(|_| self.rng.below(AHEAD) > 0).count() as u32 + 1;
        }
        while let Some(seat) = self.game.turn(&world)
            && left > 0
        {
            if is_spent(self.game, self.last) {
                return false;
            }
            let legal = self.game.legal(&world);
            let count = legal.len();
            if count == 0 {
                break;
            }
            let is_at_once = self.game.is_at_once(&world);
            let (mv, is_new) = if count == 1 {
                (legal.get(0), false)
            } else {
                self.legal.clear();
                self.legal.extend((0..count).map(|at| legal.get(at)));
                let node = self.tree.node(self.key(&observed, &world, seat));
                winner = self.tree.nodes[node].won_by;
                if winner.is_some() {
                    break;
                }
                let (mv, step, is_new) =
                    self.tree.choose(node, seat.0, &self.legal, is_at_once, &mut self.rng);
                passed.push(step);
                (mv, is_new)
            };
            left -= 1;
            self.decisions += 1;
            let (before, drawn) = (world, chance);
            self.events.clear();
            self.game.apply(&mut world, mv, &mut chance, &mut self.events);
            if is_at_once || chance != drawn {
                surely = passed.len();
            }
            if is_new {
                winner = self.known_winner(&world);
                break;
            }
            if !self.proves {
                observed.hear(self.game, (seat, mv), &self.events, [&before, &world]);
            } else if self.game.turn(&world).is_none() {
                winner = self.known_winner(&world);
            }
        }
        if let Some(winner) = winner {
            let side = |seat| self.game.head(seat);
            self.tree.prove(&passed[surely..], winner, side);
            let worth = |seat| f64::from(u8::from(side(seat) == winner));
            let worth: SeatValues = self.game.seats().map(worth).collect();
            self.tree.count(&passed, &worth);
            return true;
        }
        while self.game.turn(&world).is_some() && left > 0 {
            if is_spent(self.game, self.last) {
                return false;
            }
            let Some(mv) = random_move(self.game, &world, &mut self.rng) else {
                break;
            };
            self.game.apply(&mut world, mv, &mut chance, &mut NoListener);
            left -= 1;
            self.decisions += 1;
        }
        let worth = if self.ends_early {
            self.rewards.of_standing(
                self.game.outcome_now(&world).as_ref(),
                self.game.turn(&world).is_none(),
            )
        } else {
            self.rewards.of_outcome(self.game.outcome(&world).as_ref())
        };
        self.tree.count(&passed, &worth);
        true
    }
}
