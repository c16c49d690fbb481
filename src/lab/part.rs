//! A part of a run in a file: which games were played, of what data, and exact counts. Parts come in, in any order and grouping; their
//! sum goes out, to the byte what one run would have given. Called by `deckproof lab --shard` and `merge`.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::counts::LabCounts;
use super::figures::LabNames;
use super::pairs::PairCounts;
use super::shard::Shard;
use super::statistics::Merge;

/// The shape of files that this program writes.
pub const PART_FORMAT: u32 = 1;

/// What a part is a part of: parts with equal headers may be merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartHeader {
    /// [`PART_FORMAT`].
    pub deckproof_part: u32,
    /// The version of the program.
    pub program: String,
    /// The words of the command line that make the whole run, without where it is written.
    pub command: String,
    pub title: String,
    /// Hashes of the data and scripts: one, or before and after.
    pub data: Vec<String>,
    pub seed: u64,
    /// Games, or pairs of games, of each variant in the whole run; or edits.
    pub total: u64,
    /// The same as it was planned: a run of pairs may have ended earlier.
    pub planned: u64,
}

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabPart {
    pub header: PartHeader,
    /// The numbers of the games that were played: from, and the first after them.
    pub games: Vec<(u64, u64)>,
    pub results: PartResults,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartResults {
    /// Games of one version.
    Games(Vec<VariantPart<LabCounts>>),
    /// Pairs of games, before and after an edit.
    Pairs(Vec<VariantPart<PairCounts>>),
    /// Random games with every law watched.
    Laws(Vec<VariantPart<LawCounts>>),
    /// Edits of the data, each with who notices it.
    Edits(Vec<VariantPart<EditOutcomes>>),
}

/// Who notices some edits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EditOutcomes(pub Vec<EditOutcome>);

/// Who notices an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditOutcome {
    pub edit: String,
    /// `check`, `scenario`, `law`, `statistics`, `course`, `nobody`, or `free`: nobody, by design.
    pub noticed: String,
    /// Whether nothing that fails notices it, and nothing says why it may be.
    pub survives: bool,
}

impl Merge for EditOutcomes {
    fn merge(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }
}

/// The counts of one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantPart<C> {
    /// In words; empty for the only one.
    pub variant: String,
    /// Who played, by seat.
    pub policies: Vec<String>,
    pub names: LabNames,
    pub counts: C,
}

/// How often each law was checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LawCounts {
    pub games: u64,
    pub decisions: u64,
    /// Games with the two-world check, and how often it was made in them.
    pub world_games: u64,
    pub world_checks: u64,
    /// Law or thing that is to be seen sometimes, and its count.
    pub properties: Vec<(String, u64)>,
    /// The number of the first game in which a law does not hold, and which.
    pub broken: Option<(u64, String)>,
}

impl Merge for LawCounts {
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.world_games += other.world_games;
        self.world_checks += other.world_checks;
        for (id, count) in &other.properties {
            match self.properties.iter_mut().find(|(known, _)| known == id) {
                Some((_, own)) => *own += count,
                None => self.properties.push((id.clone(), *count)),
            }
        }
        let first = [self.broken.take(), other.broken.clone()];
        self.broken = first.into_iter().flatten().min();
    }
}

/// Whether there is a number beyond those of a run of 10^15 games: sums of such numbers have room.
fn has_huge_number(value: &serde_json::Value) -> bool {
    const MOST: f64 = 1e16;
    const MOST_DIGITS: usize = 23;
    use serde_json::Value;
    match value {
        // A seed may be any number.
        Value::Object(all) => all
            .iter()
            .any(|(key, value)| key != "seed" && has_huge_number(value)),
        Value::Array(all) => all.iter().any(has_huge_number),
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() > MOST),
        Value::String(text) => {
            text.len() > MOST_DIGITS
                && text
                    .trim_start_matches('-')
                    .bytes()
                    .all(|b| b.is_ascii_digit())
        }
        Value::Null | Value::Bool(_) => false,
    }
}

/// Why parts cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartFault {
    pub says: String,
    pub help: String,
}

impl PartFault {
    fn new(says: impl Into<String>, help: impl Into<String>) -> PartFault {
        PartFault {
            says: says.into(),
            help: help.into(),
        }
    }
}

impl LabPart {
    /// As it is written: one line.
    pub fn text(&self) -> String {
        // Numbers, words and lists: nothing that cannot be written.
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads what [`LabPart::text`] gave.
    ///
    /// # Errors
    /// What it is instead.
    pub fn read(name: &str, text: &str) -> Result<LabPart, PartFault> {
        #[derive(Deserialize)]
        struct Only {
            header: Version,
        }
        #[derive(Deserialize)]
        struct Version {
            deckproof_part: u32,
        }
        let no_part = |e: &serde_json::Error| {
            PartFault::new(
                format!("`{name}` is no part of a run: {e}"),
                "parts are written by `deckproof lab --shard K/N --out FILE`; one that was cut off has to be run again",
            )
        };
        let only: Only = serde_json::from_str(text).map_err(|e| no_part(&e))?;
        if only.header.deckproof_part != PART_FORMAT {
            return Err(PartFault::new(
                format!(
                    "`{name}` has format {}; this program writes {PART_FORMAT}",
                    only.header.deckproof_part
                ),
                "run the part again with this program",
            ));
        }
        let all: serde_json::Value = serde_json::from_str(text).map_err(|e| no_part(&e))?;
        if has_huge_number(&all) {
            return Err(PartFault::new(
                format!("`{name}` counts what no run can count"),
                "the file was edited: run the part again",
            ));
        }
        let part: LabPart = serde_json::from_value(all).map_err(|e| no_part(&e))?;
        part.is_sound(name)?;
        Ok(part)
    }

    /// Whether its numbers fit together: who edits counts by hand is told.
    fn is_sound(&self, name: &str) -> Result<(), PartFault> {
        let mut before = 0;
        let mut count: u64 = 0;
        for (from, to) in &self.games {
            if from < &before || to <= from || *to > self.header.total {
                return Err(PartFault::new(
                    format!(
                        "`{name}` counts games {from} to {to} of {}",
                        self.header.total
                    ),
                    "the file was edited: run the part again",
                ));
            }
            (before, count) = (*to, count + (to - from));
        }
        let counted: Vec<u64> = match &self.results {
            PartResults::Games(all) => all.iter().map(|one| one.counts.balance.games).collect(),
            PartResults::Pairs(all) => all.iter().map(|one| one.counts.pairs).collect(),
            PartResults::Edits(all) => all.iter().map(|one| one.counts.0.len() as u64).collect(),
            PartResults::Laws(all) => all
                .iter()
                .map(|one| {
                    one.counts
                        .broken
                        .as_ref()
                        .map_or(one.counts.games, |_| count)
                })
                .collect(),
        };
        match counted.iter().find(|counted| **counted != count) {
            Some(counted) => Err(PartFault::new(
                format!("`{name}` says that {count} games were played, and counts {counted}"),
                "the file was edited: run the part again",
            )),
            None => Ok(()),
        }
    }

    /// Games of the run that no part has.
    pub fn missing(&self) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut next = 0;
        for (from, to) in &self.games {
            if *from > next {
                gaps.push(next..*from);
            }
            next = *to;
        }
        if next < self.header.total {
            gaps.push(next..self.header.total);
        }
        gaps
    }

    fn merge(&mut self, other: &LabPart) -> Result<(), PartFault> {
        fn each<C: Merge>(
            own: &mut [VariantPart<C>],
            more: &[VariantPart<C>],
        ) -> Result<(), PartFault> {
            let alike = |(own, more): (&VariantPart<C>, &VariantPart<C>)| {
                own.variant == more.variant
                    && own.names == more.names
                    && own.policies == more.policies
            };
            if own.len() != more.len() || !own.iter().zip(more).all(alike) {
                return Err(PartFault::new(
                    "two parts have other variants, seats or players",
                    "they are of two runs: merge those of one",
                ));
            }
            for (own, more) in own.iter_mut().zip(more) {
                own.counts.merge(&more.counts);
            }
            Ok(())
        }
        match (&mut self.results, &other.results) {
            (PartResults::Games(own), PartResults::Games(more)) => each(own, more)?,
            (PartResults::Pairs(own), PartResults::Pairs(more)) => each(own, more)?,
            (PartResults::Laws(own), PartResults::Laws(more)) => each(own, more)?,
            (PartResults::Edits(own), PartResults::Edits(more)) => each(own, more)?,
            _ => {
                return Err(PartFault::new(
                    "two parts are of two kinds of run",
                    "merge those of one command",
                ));
            }
        }
        for (from, to) in &other.games {
            match self.games.last_mut() {
                Some((_, last)) if *last == *from => *last = *to,
                _ => self.games.push((*from, *to)),
            }
        }
        Ok(())
    }
}

/// Merges parts, each with the name of its file. The same part may come twice if it is the same.
///
/// # Errors
/// Every part that does not fit, and why.
pub fn merge_parts(mut parts: Vec<(String, LabPart)>) -> Result<LabPart, Vec<PartFault>> {
    parts.sort_by(|a, b| a.1.games.cmp(&b.1.games).then(a.0.cmp(&b.0)));
    let Some((first_name, first)) = parts.first().cloned() else {
        return Err(vec![PartFault::new(
            "there is no part to merge",
            "name their files",
        )]);
    };
    let mut faults: Vec<PartFault> = parts
        .iter()
        .filter_map(|(name, part)| other_run(&first_name, &first.header, name, &part.header))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let (mut sum, mut last) = (first.clone(), (&first_name, &first));
    for (name, part) in &parts[1..] {
        if part.games == last.1.games {
            if part != last.1 {
                faults.push(PartFault::new(
                    format!("`{}` and `{name}` count the same games, and differently", last.0),
                    "one of two machines computes otherwise, or a file was edited: run this part again on both",
                ));
            }
            continue;
        }
        let end = sum.games.last().map_or(0, |(_, end)| *end);
        if part.games.first().is_some_and(|(from, _)| *from < end) {
            faults.push(PartFault::new(
                format!(
                    "`{name}` has games that `{}` or one before it has, too",
                    last.0
                ),
                "merge parts of one number of shards, each once",
            ));
            continue;
        }
        if let Err(fault) = sum.merge(part) {
            faults.push(PartFault::new(
                format!("`{name}`: {}", fault.says),
                fault.help,
            ));
        }
        last = (name, part);
    }
    if faults.is_empty() {
        Ok(sum)
    } else {
        Err(faults)
    }
}

/// A command without where its game lies, which may differ between machines: the hash of the data says which game it is.
fn settings(command: &str) -> (&str, &str) {
    let kind = command.split(' ').next().unwrap_or_default();
    (kind, command.find(" --").map_or("", |at| &command[at..]))
}

/// What shows that two parts are of two runs.
fn other_run(
    first_name: &str,
    first: &PartHeader,
    name: &str,
    header: &PartHeader,
) -> Option<PartFault> {
    let differ = |what: &str, own: &str, other: &str| {
        Some(PartFault::new(
            format!("`{name}` has another {what} than `{first_name}`: {other}, not {own}"),
            "merge parts of one run",
        ))
    };
    if header.data != first.data {
        return differ(
            "hash of the data",
            &first.data.join(" and "),
            &header.data.join(" and "),
        );
    }
    if settings(&header.command) != settings(&first.command) {
        return differ(
            "command",
            &format!("`{}`", first.command),
            &format!("`{}`", header.command),
        );
    }
    if header.program != first.program {
        return differ("version of the program", &first.program, &header.program);
    }
    if header.seed != first.seed {
        return differ("seed", &first.seed.to_string(), &header.seed.to_string());
    }
    let same_command = PartHeader {
        command: first.command.clone(),
        ..header.clone()
    };
    (same_command != *first).then(|| {
        PartFault::new(
            format!("`{name}` is of another run than `{first_name}`"),
            "merge parts of one run",
        )
    })
}

/// The shares of the run that are missing, if the parts that are there are all shares of so many; else nothing.
pub fn missing_shards(parts: &[LabPart], whole: &LabPart) -> Vec<Shard> {
    let total = whole.header.total;
    let counts = parts.iter().filter_map(|part| match part.games.as_slice() {
        [(from, to)] => {
            let near = total / (to - from).max(1);
            [near, near.saturating_sub(1), near + 1]
                .into_iter()
                .filter(|of| *of > 0)
                .find(|of| shard_of(*from, *to, *of, total).is_some())
        }
        _ => None,
    });
    let Some(of) = counts.max() else {
        return Vec::new();
    };
    let gaps = whole.missing();
    let is_missing = |shard: &Shard| {
        let games = shard.games(total);
        !games.is_empty()
            && gaps
                .iter()
                .any(|gap| gap.start <= games.start && games.end <= gap.end)
    };
    (1..=of)
        .map(|number| Shard { number, of })
        .filter(is_missing)
        .collect()
}

fn shard_of(from: u64, to: u64, of: u64, total: u64) -> Option<Shard> {
    let near = (u128::from(from) * u128::from(of) / u128::from(total.max(1))) as u64;
    (near.max(1)..=(near + 2).min(of))
        .map(|number| Shard { number, of })
        .find(|shard| shard.games(total) == (from..to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(games: Range<u64>, decisions: u64) -> LabPart {
        LabPart {
            header: PartHeader {
                deckproof_part: PART_FORMAT,
                program: "0.1.0".into(),
                command: "fuzz toy --games 100 --seed 1".into(),
                title: "Toy".into(),
                data: vec!["ab".into()],
                seed: 1,
                total: 100,
                planned: 100,
            },
            games: vec![(games.start, games.end)],
            results: PartResults::Laws(vec![VariantPart {
                variant: String::new(),
                policies: Vec::new(),
                names: LabNames::default(),
                counts: LawCounts {
                    games: games.end - games.start,
                    decisions,
                    ..LawCounts::default()
                },
            }]),
        }
    }

    fn named(parts: &[LabPart]) -> Vec<(String, LabPart)> {
        let name = |(at, part): (usize, &LabPart)| (format!("part-{at}.json"), part.clone());
        parts.iter().enumerate().map(name).collect()
    }

    #[test]
    fn any_order_and_grouping_gives_the_same_bytes() {
        let parts: Vec<LabPart> = (1..=7)
            .map(|number| part(Shard { number, of: 7 }.games(100), number * 10))
            .collect();
        let whole = merge_parts(named(&parts)).unwrap();
        assert_eq!(whole.games, [(0, 100)]);
        let mut backwards = named(&parts);
        backwards.reverse();
        assert_eq!(merge_parts(backwards).unwrap().text(), whole.text());
        let left = merge_parts(named(&parts[..3])).unwrap();
        let right = merge_parts(named(&parts[3..])).unwrap();
        assert_eq!(
            merge_parts(named(&[right, left])).unwrap().text(),
            whole.text()
        );
        let apart = merge_parts(named(&[parts[0].clone(), parts[4].clone()])).unwrap();
        let rest: Vec<LabPart> = [1, 2, 3, 5, 6].map(|at| parts[at].clone()).to_vec();
        assert_eq!(apart.missing().len(), 2);
        let shards = missing_shards(&[parts[0].clone(), parts[4].clone()], &apart);
        assert_eq!(
            shards.iter().map(|shard| shard.number).collect::<Vec<_>>(),
            [2, 3, 4, 6, 7]
        );
        let rest = merge_parts(named(&rest)).unwrap();
        assert_eq!(LabPart::read("x", &rest.text()).unwrap(), rest);
    }

    #[test]
    fn the_same_part_twice_must_be_the_same() {
        let parts = [part(0..50, 5), part(0..50, 5), part(50..100, 6)];
        assert_eq!(merge_parts(named(&parts)).unwrap().missing(), []);
        let parts = [part(0..50, 5), part(0..50, 7)];
        let fault = &merge_parts(named(&parts)).unwrap_err()[0];
        assert!(fault.says.contains("part-0.json") && fault.says.contains("part-1.json"));
        let parts = [part(0..50, 5), part(40..60, 5)];
        assert!(
            merge_parts(named(&parts)).unwrap_err()[0]
                .says
                .contains("part-1.json")
        );
    }

    #[test]
    fn the_game_may_lie_elsewhere_on_another_machine() {
        let mut other = part(50..100, 6);
        other.header.command = "fuzz /home/ada/toy --games 100 --seed 1".into();
        let whole = merge_parts(named(&[part(0..50, 5), other.clone()])).unwrap();
        assert_eq!(whole.missing(), []);
        other.header.command = "fuzz toy --games 100 --seed 2".into();
        assert!(merge_parts(named(&[part(0..50, 5), other])).is_err());
    }

    #[test]
    fn parts_of_another_run_and_files_that_are_no_parts_are_named() {
        let mut other = part(50..100, 6);
        other.header.data = vec!["cd".into()];
        let fault = &merge_parts(named(&[part(0..50, 5), other])).unwrap_err()[0];
        assert!(
            fault.says.contains("hash of the data") && fault.says.contains("part-1.json"),
            "{fault:?}"
        );
        let text = part(0..50, 5).text();
        for (from, to) in [
            ("\"deckproof_part\":1", "\"deckproof_part\":2"),
            ("\"games\":50", "\"games\":51"),
            ("[[0,50]]", "[[0,500]]"),
            ("[[0,50]]", "[[50,0]]"),
            ("}", ""),
        ] {
            assert!(
                LabPart::read("x.json", &text.replacen(from, to, 1)).is_err(),
                "{from}"
            );
        }
        for cut in 0..text.len() - 2 {
            assert!(LabPart::read("x.json", &text[..cut]).is_err(), "{cut}");
        }
    }
}
