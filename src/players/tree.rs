//! The trees of a search: for each seat and each of its observations the moves that were tried, how often they were legal, and what
//! they were worth. `search` descends in them and counts.
//!
//! Where a seat decides alone, the next move is chosen by UCB1 that counts availability (Cowling, Powley, Whitehouse: Information
//! Set Monte Carlo Tree Search, IEEE TCIAIG 4(2), 2012); where all decide at the same time, by regret matching (Lisý, Kovařík,
//! Lanctot, Bošanský: Convergence of Monte Carlo Tree Search in Simultaneous Move Games, NIPS 2013).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::observations::MixHasher;
use crate::rules::{Rng, Seat};
use crate::table::Move;

/// How often regret matching tries any move, however much it is regretted.
const EXPLORED: f64 = 0.2;

/// The constant c of UCB1, for rewards from 0 to 1: that of the paper.
const EXPLORATION: f64 = 0.7;

/// A move that was tried at a node.
#[derive(Debug, Clone, Copy)]
pub struct TriedMove {
    pub mv: Move,
    /// How often it was played.
    pub visits: u32,
    /// How often it could have been.
    pub available: u32,
    /// The sum of what it was worth to the seat that decides here.
    pub worth: f64,
    /// How much more it would have been worth than what was played: for choices made at the same time.
    regret: f64,
    /// Whether it could be played in the world that was dealt last: of a hidden hand each world has another.
    is_offered: bool,
    /// The sum of the shares at which it was to be played there.
    pub mixture: f64,
    /// Whether it is known to win, if the seat plays on well, or to lose, however it plays on.
    pub wins: Option<bool>,
}

impl TriedMove {
    /// What it was worth on average.
    pub fn mean(&self) -> f64 {
        self.worth / f64::from(self.visits.max(1))
    }
}

/// A node: what a seat may try after what it has observed.
#[derive(Debug, Clone)]
pub struct Node {
    pub tried: Vec<TriedMove>,
    /// The side that is known to win from here: the first seat of its team.
    pub won_by: Option<Seat>,
}

/// A move that a descent has passed, with what is needed to count it.
#[derive(Debug, Clone, Copy)]
pub struct Passed {
    pub node: usize,
    pub at: usize,
    pub seat: u8,
    /// How many moves were legal.
    pub legal: usize,
    /// The share at which regret matching chose it, and what the node was worth on average before; 0 where it was not asked.
    share: f64,
    mean: f64,
}

/// All nodes of a search.
#[derive(Debug)]
pub struct SearchTree {
    pub nodes: Vec<Node>,
    known: HashMap<u64, usize, BuildHasherDefault<MixHasher>>,
    /// Natural logarithms of whole numbers: those of the standard library differ between machines.
    logarithms: Vec<f64>,
}

impl SearchTree {
    /// No move is available more than `most` times.
    pub fn new(most: u32) -> SearchTree {
        let logarithm = |number: u32| libm::log(f64::from(number.max(1)));
        SearchTree {
            nodes: Vec::new(),
            known: HashMap::default(),
            logarithms: (0..=most).map(logarithm).collect(),
        }
    }

    /// The node of a seat that has observed this.
    pub fn node(&mut self, observed: u64) -> usize {
        let nodes = &mut self.nodes;
        *self.known.entry(observed).or_insert_with(|| {
            nodes.push(Node { tried: Vec::new(), won_by: None });
            nodes.len() - 1
        })
    }

    /// The node under a key, if there is one.
    pub fn known(&self, key: u64) -> Option<&Node> {
        self.known.get(&key).map(|at| &self.nodes[*at])
    }

    /// Chooses among moves that are legal now; `true` with one that was never tried here.
    pub fn choose(
        &mut self,
        node: usize,
        seat: u8,
        legal: &[Move],
        is_at_once: bool,
        rng: &mut Rng,
    ) -> (Move, Passed, bool) {
        let tried = &mut self.nodes[node].tried;
        let mut known: smallvec::SmallVec<[usize; 32]> = smallvec::SmallVec::new();
        let (mut fresh, mut fresh_count) = (legal[0], 0);
        if is_at_once {
            tried.iter_mut().for_each(|one| one.is_offered = false);
        }
        for mv in legal {
            match tried.iter().position(|one| one.mv == *mv) {
                Some(at) => {
                    tried[at].available += 1;
                    tried[at].is_offered = true;
                    known.push(at);
                }
                // One of those that were never tried, each as likely as any other.
                None => {
                    fresh_count += 1;
                    if rng.below(fresh_count) == 0 {
                        fresh = *mv;
                    }
                }
            }
        }
        let is_new = fresh_count > 0;
        let (at, share, mean) = if is_new {
            tried.push(TriedMove {
                mv: fresh,
                visits: 0,
                available: 1,
                worth: 0.0,
                regret: 0.0,
                is_offered: true,
                mixture: 0.0,
                wins: None,
            });
            (tried.len() - 1, 0.0, 0.0)
        } else if is_at_once {
            by_regret(tried, &known, rng)
        } else {
            (self.by_bound(node, &known), 0.0, 0.0)
        };
        let passed = Passed { node, at, seat, legal: legal.len(), share, mean };
        (self.nodes[node].tried[at].mv, passed, is_new)
    }

    /// The move with the highest upper confidence bound; of equals the one that was tried first, which is a lot: in the order of the
    /// legal moves, cards would be played more often that stand first in their file.
    fn by_bound(&self, node: usize, known: &[usize]) -> usize {
        let tried = &self.nodes[node].tried;
        let mut best = (known[0], f64::NEG_INFINITY);
        for at in known {
            let one = &tried[*at];
            if one.wins == Some(false) {
                continue;
            }
            let log = self
                .logarithms
                .get(one.available as usize)
                .or(self.logarithms.last())
                .copied()
                .unwrap_or(0.0);
            let bound = one.mean() + EXPLORATION * (log / f64::from(one.visits.max(1))).sqrt();
            if bound > best.1 || bound == best.1 && *at < best.0 {
                best = (*at, bound);
            }
        }
        best.0
    }

    /// A descent came to a table from which the side of `winner` is known to win. `passed` are the last moves before it, without chance
    /// between them: what is known of the tables before these follows, as far as anything does (MCTS-Solver: Winands, Björnsson, Saito,
    /// Computers and Games 2008). `side` gives the first seat of a seat's team.
    pub fn prove(&mut self, passed: &[Passed], winner: Seat, side: impl Fn(Seat) -> Seat) {
        for step in passed.iter().rev() {
            let node = &mut self.nodes[step.node];
            let wins = side(Seat(step.seat)) == winner;
            node.tried[step.at].wins = Some(wins);
            let is_lost = |one: &TriedMove| one.wins == Some(false);
            if !wins && (node.tried.len() < step.legal || !node.tried.iter().all(is_lost)) {
                return;
            }
            node.won_by = Some(winner);
        }
    }

    /// Counts what a descent was worth to the seats that decided on it.
    pub fn count(&mut self, passed: &[Passed], worth: &[f64]) {
        for step in passed {
            let tried = &mut self.nodes[step.node].tried;
            let worth = worth.get(usize::from(step.seat)).copied().unwrap_or(0.5);
            let one = &mut tried[step.at];
            one.visits += 1;
            one.worth += worth;
            if step.share > 0.0 {
                // What each move would be worth, estimated without bias: the mean so far, and of the move that was played as much
                // more as it is seldom played (a baseline against variance: Davis, Schmid, Bowling, AAAI 2020).
                let above = (worth - step.mean) / step.share;
                one.regret += above;
                for other in tried.iter_mut().filter(|other| other.is_offered) {
                    other.regret += step.mean - worth;
                }
            }
        }
    }
}

/// A move by regret matching: each at the share that its regret has of all, some tries aside. Gives the share, too, and what the node was worth
/// on average before.
fn by_regret(tried: &mut [TriedMove], known: &[usize], rng: &mut Rng) -> (usize, f64, f64) {
    let regrets: f64 = known.iter().map(|at| tried[*at].regret.max(0.0)).sum();
    let count = known.len() as f64;
    let visits: f64 = tried.iter().map(|one| f64::from(one.visits)).sum();
    let worth: f64 = tried.iter().map(|one| one.worth).sum();
    // Later shares are nearer to what is to be played: they count more.
    let time = 1.0 + visits;
    let share = |one: &TriedMove| {
        if regrets > 0.0 { one.regret.max(0.0) / regrets } else { 1.0 / count }
    };
    let mut left = rng.fraction();
    let mut chosen = None;
    for at in known {
        let wanted = share(&tried[*at]);
        tried[*at].mixture += time * wanted;
        let played = EXPLORED / count + (1.0 - EXPLORED) * wanted;
        left -= played;
        if chosen.is_none() && left < 0.0 {
            chosen = Some((*at, played));
        }
    }
    let last = known[known.len() - 1];
    let (at, share) = chosen.unwrap_or((last, EXPLORED / count));
    (at, share, worth / visits.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::NOTHING;

    fn mv(number: u8) -> Move {
        Move { pattern: number, parts: [NOTHING; 3] }
    }

    /// Two seats choose at once from three moves; `worth` is what the first gets. Gives the shares of the first seat's moves.
    fn mixture(worth: [[f64; 3]; 3], times: u32) -> Vec<f64> {
        let mut tree: SearchTree = SearchTree::new(times);
        let mut rng = Rng::new(3);
        for _ in 0..times {
            let mut passed = Vec::new();
            let chosen: Vec<usize> = (0..2)
                .map(|seat| {
                    let node = tree.node(u64::from(seat) + 1);
                    let (chosen, step, _) =
                        tree.choose(node, seat, &[0, 1, 2].map(mv), true, &mut rng);
                    passed.push(step);
                    usize::from(chosen.pattern)
                })
                .collect();
            let own = worth[chosen[0]][chosen[1]];
            tree.count(&passed, &[own, 1.0 - own]);
        }
        let mut tried = tree.nodes[0].tried.clone();
        tried.sort_by_key(|one| one.mv);
        let all: f64 = tried.iter().map(|one| one.mixture).sum();
        tried.iter().map(|one| one.mixture / all).collect()
    }

    #[test]
    fn choices_at_the_same_time_come_near_an_equilibrium() {
        // Rock, paper, scissors.
        let even = mixture([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]], 20_000);
        assert!(even.iter().all(|share| (share - 1.0 / 3.0).abs() < 0.06), "{even:?}");
        // Where rock wins twice as much as the others do. By hand: a move is played in proportion to what the other two win from each
        // other, so paper twice as often as the others.
        let skewed = mixture([[0.5, 0.25, 1.0], [0.75, 0.5, 0.25], [0.0, 0.75, 0.5]], 40_000);
        for (share, wanted) in skewed.iter().zip([0.25, 0.5, 0.25]) {
            assert!((share - wanted).abs() < 0.08, "{skewed:?}");
        }
    }

    #[test]
    fn a_hand_that_is_seldom_held_is_played_as_well_as_any() {
        // Of each hand two moves, and what they are worth whatever the other seat does: a weak hand has less than a strong one.
        let hands: [[(u8, f64); 2]; 2] = [[(0, 0.9), (1, 0.6)], [(2, 0.2), (3, 0.4)]];
        let mut tree: SearchTree = SearchTree::new(4_000);
        let (mut rng, node) = (Rng::new(5), tree.node(1));
        let mut better = [0; 2];
        for time in 0..4_000 {
            let which = time % 2;
            let legal = hands[which].map(|(number, _)| mv(number));
            let (chosen, step, _) = tree.choose(node, 0, &legal, true, &mut rng);
            let worth = hands[which].map(|(_, worth)| worth)[usize::from(chosen.pattern) % 2];
            better[which] += u32::from(chosen == mv([0, 3][which]));
            tree.count(&[step], &[worth]);
        }
        // Nine of ten times: the rest is tried.
        assert!(better.iter().all(|times| *times > 1_700), "{better:?}");
    }

    #[test]
    fn a_move_that_is_seldom_legal_is_not_held_against() {
        let mut tree: SearchTree = SearchTree::new(4_000);
        let (mut rng, node) = (Rng::new(1), 0);
        assert_eq!(tree.node(1), node);
        for time in 0..4_000 {
            let count = if time % 10 == 0 { 3 } else { 2 };
            let (chosen, step, _) =
                tree.choose(node, 0, &[0, 1, 2].map(mv)[..count], false, &mut rng);
            tree.count(&[step], &[f64::from(chosen.pattern) / 2.0]);
        }
        let of = |number| tree.nodes[node].tried.iter().find(|one| one.mv == mv(number));
        // Taken nearly always when it was there.
        assert!(of(2).is_some_and(|best| best.visits > 350), "{:?}", of(2));
        assert!(of(0).is_some_and(|worst| worst.visits < 400), "{:?}", of(0));
    }
}
