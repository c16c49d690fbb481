//! What a run of random games found, for people.

use std::time::{Duration, Instant};

use super::run::{Counts, Found};
use crate::cards::Pack;
use crate::rules::{Kind, Laws, Notation, Property};
use crate::verify::players::Players;
use crate::verify::shrink::{BUDGET, Counterexample, shrink};

/// In so many games everything that can happen sometimes has happened: what was not seen by then is a fault.
pub const RARE: u64 = 100_000;

/// How long decisions took, by the clock of the thread that played them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pace {
    plain: (Duration, u64),
    watched: (Duration, u64),
}

impl Pace {
    pub fn plain(&mut self, time: Duration, decisions: u64) {
        self.plain.0 += time;
        self.plain.1 += decisions;
    }

    pub fn watched(&mut self, time: Duration, decisions: u64) {
        self.watched.0 += time;
        self.watched.1 += decisions;
    }

    pub fn add(&mut self, other: &Pace) {
        self.plain(other.plain.0, other.plain.1);
        self.watched(other.watched.0, other.watched.1);
    }

    /// Nanoseconds a decision without checks.
    pub fn plain_ns(&self) -> Option<f64> {
        nanoseconds(self.plain)
    }

    /// Nanoseconds a decision with every law watched.
    pub fn watched_ns(&self) -> Option<f64> {
        nanoseconds(self.watched)
    }
}

fn nanoseconds((time, decisions): (Duration, u64)) -> Option<f64> {
    (decisions > 0).then(|| time.as_nanos() as f64 / decisions as f64)
}

/// A property, and how often it was checked (`Always`) or in how many games it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    pub property: Property,
    pub count: u64,
}

/// A game in which a law does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Its number in the run, its seed, and who played.
    pub index: u64,
    pub seed: u64,
    pub players: Players,
    /// The smallest game with the same fault.
    pub smallest: Counterexample,
}

/// What a run found.
#[derive(Debug, Clone, PartialEq)]
pub struct FuzzReport {
    pub counts: Counts,
    pub pace: Pace,
    /// How long the run took.
    pub elapsed: Duration,
    pub properties: Vec<Counted>,
    pub fault: Option<Fault>,
}

impl FuzzReport {
    pub fn of<G: Notation + Laws>(
        game: &G,
        pack: &Pack,
        found: Found<G::Move>,
        start: Instant,
    ) -> Self {
        let properties = game.properties().iter().zip(&found.counts.tally.counts);
        FuzzReport {
            pace: found.pace,
            elapsed: start.elapsed(),
            properties: properties
                .map(|(property, count)| Counted {
                    property: property.clone(),
                    count: *count,
                })
                .collect(),
            fault: found.failure.map(|failure| Fault {
                index: failure.index,
                seed: failure.seed,
                players: failure.players,
                smallest: shrink(game, pack, &failure, BUDGET),
            }),
            counts: found.counts,
        }
    }

    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Counted> {
        self.properties
            .iter()
            .filter(move |c| c.property.kind == kind)
    }

    /// What should be seen sometimes and was not.
    pub fn unseen(&self) -> impl Iterator<Item = &Counted> {
        self.of_kind(Kind::Sometimes).filter(|c| c.count == 0)
    }

    /// Whether what was not seen is a fault: the run was long enough ([`RARE`]).
    pub fn is_long(&self) -> bool {
        self.counts.games >= RARE
    }

    /// Whether every law held, and everything was seen that a run of this length sees.
    pub fn is_fine(&self) -> bool {
        self.fault.is_none() && !(self.is_long() && self.unseen().next().is_some())
    }
}
