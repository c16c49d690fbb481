//! The report of a run of random games: what was counted, how fast it was, and the first failure, shrunk; and the reports of several
//! variants merged. [`super::run`] makes it; the commands print it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::players::Players;
use crate::rules::{LawKind, Property, Tally, Variant};
use crate::script::Rules;
use crate::source::{counted, grouped, list_words};
use crate::statistics::{Histogram, Merge, merge_fields};
use crate::table::CardSet;
use crate::verify::playing::Failure;
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
pub struct Batches(Histogram);

impl Merge for Batches {
    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }
}

impl Batches {
    pub fn note(&mut self, time: Duration, decisions: u64) {
        let tenths = (time.as_nanos() * 10).checked_div(u128::from(decisions));
        if let Some(tenths) = tenths.and_then(|tenths| u32::try_from(tenths).ok()) {
            self.0.enter_times(tenths, decisions);
        }
    }

    /// Nanoseconds of a decision.
    pub fn median(&self) -> Option<f64> {
        self.0.quantile(0.5).map(|tenths| f64::from(tenths) / 10.0)
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
        let counted = game.properties.iter().cloned().zip(&found.counts.tally.counts);
        let mut worlds_after = BTreeMap::new();
        for (number, verb) in (0..).zip(game.verbs()) {
            let count = found.counts.world_kinds.get(&number);
            *worlds_after.entry(verb).or_default() += count.copied().unwrap_or(0);
        }
        FuzzReport {
            variant: origin.variant.clone(),
            pace: found.pace,
            elapsed: start.elapsed(),
            properties: counted
                .map(|(property, count)| Counted { property, count: *count })
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
    let never: Vec<&str> =
        after.iter().filter(|(_, count)| **count == 0).map(|(verb, _)| verb.as_str()).collect();
    let undealt: u64 = reports.iter().map(|r| r.counts.undealt).sum();
    let mut told = format!(
        "{} pairs of worlds compared, after {} of {} kinds of moves",
        grouped(worlds),
        after.len() - never.len(),
        after.len()
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

/// A property of the variants that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedProperty {
    pub property: Property,
    /// In all of them together.
    pub count: u64,
    /// The lowest count, and the first variant that has it.
    pub least: (u64, Variant),
    /// The variants in which it was not seen, each with how many games were played of it.
    pub unseen: Vec<(Variant, u64)>,
}

/// Every property of the reports, those of one id and kind together, in the order in which they are first found.
pub fn merged(reports: &[FuzzReport]) -> Vec<MergedProperty> {
    let mut all: Vec<MergedProperty> = Vec::new();
    for report in reports {
        // A variant may have a property that others lack: it comes after the one that it follows there.
        let mut after = 0;
        for Counted { property, count } in &report.properties {
            let is_it = |m: &Property| m.id == property.id && m.kind == property.kind;
            let at = all.iter().position(|merged| is_it(&merged.property)).unwrap_or_else(|| {
                let (property, least) = (property.clone(), (u64::MAX, Variant::default()));
                all.insert(after, MergedProperty { property, count: 0, least, unseen: Vec::new() });
                after
            });
            let merged = &mut all[at];
            merged.count += count;
            if *count < merged.least.0 {
                merged.least = (*count, report.variant.clone());
            }
            if *count == 0 && property.kind == LawKind::Sometimes {
                merged.unseen.push((report.variant.clone(), report.counts.games));
            }
            after = at + 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::verify::fuzz::{Counted, FuzzCounts, Pace};

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

    fn variant(players: &str) -> Variant {
        Variant { choices: vec![("players".to_owned(), players.to_owned())] }
    }

    fn report(players: &str, games: u64, counts: &[(&str, u64)]) -> FuzzReport {
        let counted = |(id, count): &(&str, u64)| Counted {
            property: Property {
                id: (*id).to_owned(),
                says: "it happened".to_owned(),
                kind: if id.starts_with('I') { LawKind::Always } else { LawKind::Sometimes },
                stated: None,
            },
            count: *count,
        };
        FuzzReport {
            variant: variant(players),
            counts: FuzzCounts { games, ..FuzzCounts::default() },
            pace: Pace::default(),
            elapsed: Duration::ZERO,
            properties: counts.iter().map(counted).collect(),
            worlds_after: std::collections::BTreeMap::new(),
            fault: None,
        }
    }

    #[test]
    fn counts_of_one_id_are_added_and_the_lowest_is_kept_with_its_variant() {
        let all = merged(&[
            report("2", 10, &[("I1", 10), ("tied", 4)]),
            report("3", 10, &[("I1", 20), ("tied", 1)]),
            report("4", 10, &[("I1", 30), ("tied", 1)]),
        ]);
        let told: Vec<_> =
            all.iter().map(|m| (m.property.id.as_str(), m.count, m.least.clone())).collect();
        assert_eq!(told, [("I1", 60, (10, variant("2"))), ("tied", 6, (1, variant("3")))]);
    }

    #[test]
    fn a_property_of_some_variants_stands_where_it_has_its_place_there() {
        let all = merged(&[
            report("2", 10, &[("I1", 1), ("I3", 1)]),
            report("3", 10, &[("I1", 1), ("I2", 5), ("I3", 1), ("I4", 2)]),
        ]);
        let ids: Vec<&str> = all.iter().map(|m| m.property.id.as_str()).collect();
        assert_eq!(ids, ["I1", "I2", "I3", "I4"]);
        assert_eq!(all[1].count, 5);
        assert_eq!(all[1].least, (5, variant("3")));
    }

    #[test]
    fn what_should_be_seen_is_missed_in_each_variant_that_has_it() {
        let all = merged(&[
            report("2", 10, &[("I1", 0), ("tied", 7)]),
            report("3", 20, &[("I1", 0), ("tied", 0), ("snitched", 0)]),
        ]);
        assert_eq!(all[0].unseen, [], "a law is not seen, but checked");
        assert_eq!(all[1].unseen, [(variant("3"), 20)]);
        assert_eq!(all[2].unseen, [(variant("3"), 20)]);
    }
}
