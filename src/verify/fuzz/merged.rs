//! Merges the reports of several variants of a game. Reports come in; one list of properties with their counts goes
//! out. Called by the tables of `deckproof fuzz`.

use super::report::FuzzReport;
use crate::rules::{LawKind, Property, Variant};

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

impl MergedProperty {
    fn new(property: &Property) -> Self {
        MergedProperty {
            property: property.clone(),
            count: 0,
            least: (u64::MAX, Variant::default()),
            unseen: Vec::new(),
        }
    }

    fn add(&mut self, count: u64, report: &FuzzReport) {
        self.count += count;
        if count < self.least.0 {
            self.least = (count, report.variant.clone());
        }
        if count == 0 && self.property.kind == LawKind::Sometimes {
            let games = report.counts.games;
            self.unseen.push((report.variant.clone(), games));
        }
    }
}

/// Every property of the reports, those of one id and kind together, in the order in which they are first found.
pub fn merged(reports: &[FuzzReport]) -> Vec<MergedProperty> {
    let mut all: Vec<MergedProperty> = Vec::new();
    for report in reports {
        // A variant may have a property that others lack: it comes after the one that it follows there.
        let mut after = 0;
        for counted in &report.properties {
            let mine = &counted.property;
            let same =
                |m: &MergedProperty| m.property.id == mine.id && m.property.kind == mine.kind;
            let at = match all.iter().position(same) {
                Some(at) => at,
                None => {
                    all.insert(after, MergedProperty::new(mine));
                    after
                }
            };
            all[at].add(counted.count, report);
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
