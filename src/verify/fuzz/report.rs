//! The report of a run of random games: what was counted, how fast it was, and the first failure, shrunk.
//! [`super::run`] makes it; the commands print it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::players::Players;
use crate::rules::{LawKind, Property, Tally, Variant};
use crate::script::Rules;
use crate::source::{counted, grouped, list_words};
use crate::statistics::{Merge, merge_fields};
use crate::table::CardSet;
use crate::verify::failure::Failure;
use crate::verify::record::RecordOrigin;
use crate::verify::shrink::{BUDGET, Counterexample, shrink};

/// After this many games everything that should happen sometimes must have happened: what was not seen by then is a fault.
pub const RARE: u64 = 100_000;

/// How long decisions took, by the clock of the thread that played them: that of the median batch of games, so that other
/// work on the machine hardly shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pace {
    /// Of decisions without checks.
    pub plain: Batches,
    /// Of those with every law watched.
    pub watched: Batches,
}

merge_fields!(Pace: plain, watched);

/// How many decisions took how long, in tenths of a nanosecond each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Batches(BTreeMap<u64, u64>);

impl Merge for Batches {
    fn merge(&mut self, other: &Self) {
        Merge::merge(&mut self.0, &other.0);
    }
}

impl Batches {
    pub fn note(&mut self, time: Duration, decisions: u64) {
        let tenths = (time.as_nanos() * 10).checked_div(u128::from(decisions));
        if let Some(tenths) = tenths.and_then(|t| u64::try_from(t).ok()) {
            *self.0.entry(tenths).or_default() += decisions;
        }
    }

    /// Nanoseconds of a decision.
    pub fn median(&self) -> Option<f64> {
        let half = self.0.values().sum::<u64>() / 2;
        let mut below = 0;
        let found = self.0.iter().find(|(_, decisions)| {
            below += **decisions;
            below > half
        });
        found.map(|(tenths, _)| *tenths as f64 / 10.0)
    }
}

/// A property, and how often it was checked (`Always`) or in how many games it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    pub property: Property,
    pub count: u64,
}

/// A game in which a law does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct FailedGame {
    /// Its number in the run, its seed, and who played.
    pub index: u64,
    pub seed: u64,
    pub players: Players,
    /// The smallest game with the same fault.
    pub smallest: Counterexample,
}

/// What a run found in one variant of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct FuzzReport {
    pub variant: Variant,
    pub counts: FuzzCounts,
    pub pace: Pace,
    /// How long the run took.
    pub elapsed: Duration,
    pub properties: Vec<Counted>,
    /// Each kind of moves, and how often two worlds were compared after one.
    pub worlds_after: BTreeMap<String, u64>,
    pub fault: Option<FailedGame>,
}

impl FuzzReport {
    pub fn new<S: CardSet>(
        game: &Rules<S>,
        origin: &RecordOrigin,
        found: FuzzOutcome,
        start: Instant,
    ) -> Self {
        let properties = game.properties.iter().zip(&found.counts.tally.counts);
        let mut worlds_after = BTreeMap::new();
        for (number, verb) in (0..).zip(game.verbs()) {
            let count = found.counts.world_kinds.get(&number);
            *worlds_after.entry(verb).or_default() += count.copied().unwrap_or(0);
        }
        FuzzReport {
            variant: origin.variant.clone(),
            pace: found.pace,
            elapsed: start.elapsed(),
            properties: properties
                .map(|(property, count)| Counted { property: property.clone(), count: *count })
                .collect(),
            fault: found.failure.map(|failure| FailedGame {
                index: failure.index,
                seed: failure.seed,
                players: failure.players,
                smallest: shrink(game, origin, &failure, BUDGET),
            }),
            counts: found.counts,
            worlds_after,
        }
    }

    pub fn of_kind(&self, kind: LawKind) -> impl Iterator<Item = &Counted> {
        self.properties.iter().filter(move |c| c.property.kind == kind)
    }
}

/// How often two worlds were compared in some runs together, and after which kinds of moves they never were.
pub fn compared_in_words(reports: &[FuzzReport]) -> String {
    let mut after: BTreeMap<String, u64> = BTreeMap::new();
    reports.iter().for_each(|report| Merge::merge(&mut after, &report.worlds_after));
    let worlds: u64 = reports.iter().map(|r| r.counts.world_checks).sum();
    let never = after.iter().filter(|(_, count)| **count == 0);
    let never: Vec<&str> = never.map(|(verb, _)| verb.as_str()).collect();
    let (kinds, compared) = (after.len(), after.len() - never.len());
    let undealt: u64 = reports.iter().map(|r| r.counts.undealt).sum();
    let mut told = format!(
        "{} pairs of worlds compared, after {compared} of {kinds} kinds of moves",
        grouped(worlds)
    );
    if !never.is_empty() {
        told += &format!("; never after {}", list_words(never));
    }
    if undealt > 0 {
        told += &format!(
            "; {} no second world was found with all that a seat was told",
            counted(undealt as usize, "time")
        );
    }
    told
}

/// What was counted in some games.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FuzzCounts {
    pub games: u64,
    pub decisions: u64,
    /// Games with the two-world check, and how often it was made in them.
    pub world_games: u64,
    pub world_checks: u64,
    /// How often no second world was found in which all is so that a seat was told.
    pub undealt: u64,
    /// Worlds that were compared after a move, by its number.
    pub world_kinds: BTreeMap<u8, u64>,
    pub tally: Tally,
}

merge_fields!(FuzzCounts: games, decisions, world_games, world_checks, undealt, world_kinds, tally);

impl Merge for Tally {
    fn merge(&mut self, other: &Self) {
        self.add(other);
    }
}

/// What a run found.
pub struct FuzzOutcome {
    pub counts: FuzzCounts,
    pub pace: Pace,
    /// The failure in the game with the lowest number.
    pub failure: Option<Failure>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_that_was_held_up_does_not_change_the_pace() {
        let mut pace = Pace::default();
        assert_eq!(pace.plain.median(), None);
        for nanoseconds in [2_000, 2_100, 2_050, 2_040, 900_000] {
            pace.plain.note(Duration::from_nanos(nanoseconds), 100);
        }
        pace.watched.note(Duration::from_nanos(6_000), 100);
        pace.watched.note(Duration::ZERO, 0);
        assert_eq!(pace.plain.median(), Some(20.5));
        assert_eq!(pace.watched.median(), Some(60.0));
    }
}
