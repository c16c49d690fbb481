//! A part of a run in a file: which games were played, of what data, and exact counts. Counts come in, a text goes out, and back. Called
//! by `deckproof lab --shard` and `merging`.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::bounds::{CountBounds, MOST_GAMES, control_character};
use super::counts::LabCounts;
use super::figures::LabNames;
use super::pairs::PairCounts;
use crate::rules::{Tally, Variant};
use crate::source::Fault;
use crate::statistics::Merge;

/// The shape of files that this program writes and reads.
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
    /// Games, or pairs of games, of each variant in the whole run.
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
}

impl PartResults {
    /// What is numbered.
    pub fn noun(&self) -> &'static str {
        match self {
            PartResults::Games(_) | PartResults::Laws(_) => "game",
            PartResults::Pairs(_) => "pair",
        }
    }

    /// Whether there is a variant, and a count for each seat, side and row that is named, and for no others.
    fn is_sound(&self) -> bool {
        fn each<C>(all: &[VariantPart<C>], fits: impl Fn(&LabNames, &C) -> bool) -> bool {
            let is_sound =
                |one: &VariantPart<C>| one.names.is_sound() && fits(&one.names, &one.counts);
            !all.is_empty() && all.iter().all(is_sound)
        }
        match self {
            PartResults::Games(all) => {
                each(all, |names, counts| counts.is_of(names.seats.len(), names.rows.len()))
            }
            PartResults::Pairs(all) => each(all, |names, counts| counts.is_of(names.seats.len())),
            PartResults::Laws(all) => each(all, |_, counts| {
                counts.properties.len().max(counts.sometimes.len()) <= Tally::MOST
            }),
        }
    }
}

/// The counts of one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantPart<C> {
    pub variant: Variant,
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
    /// Those of them that are to be seen sometimes.
    pub sometimes: Vec<String>,
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
        for id in &other.sometimes {
            if !self.sometimes.contains(id) {
                self.sometimes.push(id.clone());
            }
        }
        let first = [self.broken.take(), other.broken.clone()];
        self.broken = first.into_iter().flatten().min();
    }
}

/// What stands before the check at the end of a file.
pub(super) const CHECK: &str = ",\"check\":\"";

/// A digest of a text: an altered file is known by it.
pub(super) fn check_of(body: &str) -> String {
    let digest = Sha256::digest(body.as_bytes());
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text without its check; `None` where that does not fit.
pub(super) fn checked(text: &str) -> Option<String> {
    let (open, check) = text.trim_end().strip_suffix("\"}")?.rsplit_once(CHECK)?;
    let body = format!("{open}}}");
    (check_of(&body) == check).then_some(body)
}

impl LabPart {
    /// As it is written: one line, with a check of all that stands before it.
    pub fn text(&self) -> String {
        // Numbers, words and lists: nothing that cannot be written.
        let body = serde_json::to_string(self).unwrap_or_default();
        let check = check_of(&body);
        let open = body.strip_suffix('}').unwrap_or(&body);
        format!("{open}{CHECK}{check}\"}}\n")
    }

    /// Reads what [`LabPart::text`] gave.
    ///
    /// # Errors
    /// What it is instead.
    pub fn read(name: &str, text: &str) -> Result<LabPart, Fault> {
        #[derive(Deserialize)]
        struct Only {
            header: Version,
        }
        #[derive(Deserialize)]
        struct Version {
            deckproof_part: u32,
        }
        let no_part = |e: &serde_json::Error| {
            Fault::new(
                format!("`{name}` is no part of a run: {e}"),
                "parts are written by `deckproof lab play --shard K/N --part FILE`; one that was cut off has to be run again",
            )
        };
        // As some editors and shells write it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let only: Only = serde_json::from_str(text).map_err(|e| no_part(&e))?;
        let format = only.header.deckproof_part;
        if format != PART_FORMAT {
            return Err(Fault::new(
                format!(
                    "`{name}` is of format {format}, and this deckproof reads format {PART_FORMAT}"
                ),
                "run the part again with this program",
            ));
        }
        let Some(body) = checked(text) else {
            return Err(Fault::new(
                format!("`{name}` was altered since it was written, or cut off"),
                "run the part again",
            ));
        };
        let all: serde_json::Value = serde_json::from_str(&body).map_err(|e| no_part(&e))?;
        let edited = |says| Fault::new(says, "the file was edited: run the part again");
        if let Some(sign) = control_character(&all) {
            let code = u32::from(sign);
            return Err(edited(format!(
                "`{name}` has a text with U+{code:04X}, a control character"
            )));
        }
        let part = LabPart::deserialize(&all).map_err(|e| no_part(&e))?;
        part.is_sound(name)?;
        let bounds = CountBounds::new(part.played(), part.header.total);
        let kinds = all["results"].as_object().into_iter().flatten();
        let mut variants = kinds.filter_map(|(_, all)| all.as_array()).flatten();
        if !variants.all(|variant| bounds.hold(&variant["counts"])) {
            return Err(edited(format!("`{name}` counts what no run can count")));
        }
        Ok(part)
    }

    /// Whether its numbers fit together: who edits counts by hand is told.
    fn is_sound(&self, name: &str) -> Result<(), Fault> {
        let edited = |says| Err(Fault::new(says, "the file was edited: run the part again"));
        let PartHeader { total, planned, .. } = self.header;
        if total > planned || planned > MOST_GAMES {
            return edited(format!(
                "`{name}` says it has {total} games, but only {planned} were planned"
            ));
        }
        let is_there = |game: u64| {
            let mut ranges = self.games.iter();
            ranges.any(|(from, to)| (*from..*to).contains(&game))
        };
        if let PartResults::Laws(all) = &self.results
            && let Some((game, _)) = all
                .iter()
                .filter_map(|one| one.counts.broken.as_ref())
                .find(|(game, _)| !is_there(*game))
        {
            return edited(format!(
                "`{name}` has a law that is broken in game {game}, which it does not count"
            ));
        }
        let mut before = 0;
        for (from, to) in &self.games {
            if from < &before || to <= from || *to > total {
                return edited(format!("`{name}` counts games {from} to {to} of {total}"));
            }
            before = *to;
        }
        if !self.results.is_sound() {
            return edited(format!(
                "`{name}` has counts of other seats or cards than it names, or none"
            ));
        }
        let played = self.played();
        let counted: Vec<u64> = match &self.results {
            PartResults::Games(all) => {
                all.iter().map(|one| one.counts.results.wins.games).collect()
            }
            PartResults::Pairs(all) => all.iter().map(|one| one.counts.pairs).collect(),
            PartResults::Laws(all) => all
                .iter()
                .map(|one| match &one.counts.broken {
                    // A share ends at a game that breaks a law.
                    Some(_) => one.counts.games.max(played),
                    None => one.counts.games,
                })
                .collect(),
        };
        match counted.iter().find(|counted| **counted != played) {
            Some(counted) => edited(format!(
                "`{name}` says that {played} games were played, and counts {counted}"
            )),
            None => Ok(()),
        }
    }

    /// How many games were played of each variant.
    fn played(&self) -> u64 {
        self.games.iter().map(|(from, to)| to - from).sum()
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

    /// Adds the counts of another part; its games, whose order matters, are left to [`super::merging`].
    pub(super) fn add_counts(&mut self, other: &LabPart) -> Result<(), Fault> {
        fn each<C>(
            own: &mut [VariantPart<C>],
            more: &[VariantPart<C>],
            add: impl Fn(&mut C, &C),
        ) -> Result<(), Fault> {
            let alike = |(own, more): (&VariantPart<C>, &VariantPart<C>)| {
                own.variant == more.variant
                    && own.names == more.names
                    && own.policies == more.policies
            };
            if own.len() != more.len() || !own.iter().zip(more).all(alike) {
                return Err(Fault::new(
                    "two parts have other variants, seats or players",
                    "they are of two runs: merge those of one",
                ));
            }
            for (own, more) in own.iter_mut().zip(more) {
                add(&mut own.counts, &more.counts);
            }
            Ok(())
        }
        use PartResults::{Games, Laws, Pairs};
        match (&mut self.results, &other.results) {
            (Games(own), Games(more)) => each(own, more, Merge::merge),
            (Pairs(own), Pairs(more)) => each(own, more, Merge::merge),
            (Laws(own), Laws(more)) => each(own, more, Merge::merge),
            _ => Err(Fault::new("two parts are of two kinds of run", "merge those of one command")),
        }
    }
}
