//! A part of a run in a file: which games were played, of what data, and exact counts. Counts come in, a text goes out, and back. Called
//! by `deckproof lab --shard` and `merging`.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::counts::{LabCounts, SolvedGame};
use super::figures::LabNames;
use super::pairs::PairCounts;
use crate::rules::{Tally, Variant};
use crate::source::{Fault, fault, hex_digest};
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
        fn each<C: Serialize>(
            all: &[VariantPart<C>],
            empty: impl Fn(&VariantPart<C>, usize) -> C,
        ) -> bool {
            let json = |counts: &C| serde_json::to_value(counts).unwrap_or_default();
            let is_sound = |one: &VariantPart<C>| {
                let empty = empty(one, one.names.seats.len());
                one.names.is_sound() && has_shape(&json(&one.counts), &json(&empty))
            };
            !all.is_empty() && all.iter().all(is_sound)
        }
        match self {
            PartResults::Games(all) => each(all, |VariantPart { names, counts, .. }, seats| {
                let solved = counts.solved.as_ref();
                LabCounts {
                    matches: counts.matches.clone(),
                    solved: solved.map(|_| SolvedGame { worth: vec![0; seats], gain: 0 }),
                    ..LabCounts::new(seats, names.rows.len())
                }
            }),
            PartResults::Pairs(all) => each(all, |VariantPart { counts, .. }, seats| {
                PairCounts::new(seats, counts.rows.keys().map(|row| (row.clone(), None)))
            }),
            PartResults::Laws(all) => {
                each(all, |one, _| one.counts.clone()) && {
                    let most = |one: &VariantPart<LawCounts>| {
                        one.counts.properties.len().max(one.counts.sometimes.len())
                    };
                    all.iter().all(|one| most(one) <= Tally::MOST)
                }
            }
        }
    }
}

/// Whether lists have as many entries as those of a model.
fn has_shape(value: &Value, model: &Value) -> bool {
    match (value, model) {
        (Value::Array(all), Value::Array(models)) => {
            let mut pairs = all.iter().zip(models);
            all.len() == models.len() && pairs.all(|(one, model)| has_shape(one, model))
        }
        (Value::Object(all), Value::Object(models)) => {
            let mut models = models.iter();
            models.all(|(key, model)| all.get(key).is_some_and(|one| has_shape(one, model)))
        }
        _ => true,
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
    hex_digest(body, 8)
}

/// The text without its check; `None` where that does not fit.
pub(super) fn checked(text: &str) -> Option<String> {
    let (open, check) = text.trim_end().strip_suffix("\"}")?.rsplit_once(CHECK)?;
    let body = format!("{open}}}");
    (check_of(&body) == check).then_some(body)
}

/// That a file was altered by hand, as its contents show.
fn edited(name: &str, says: String) -> Fault {
    fault!("`{name}` {says}"; "the file was edited: run the part again")
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
            fault!(
                "`{name}` is no part of a run: {e}";
                "parts are written by `deckproof lab play --shard K/N --part FILE`; one that was cut off has to be run again"
            )
        };
        // As some editors and shells write it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let only: Only = serde_json::from_str(text).map_err(|e| no_part(&e))?;
        let format = only.header.deckproof_part;
        if format != PART_FORMAT {
            return Err(fault!(
                "`{name}` is of format {format}, and this deckproof reads format {PART_FORMAT}";
                "run the part again with this program"
            ));
        }
        let Some(body) = checked(text) else {
            return Err(fault!(
                "`{name}` was altered since it was written, or cut off"; "run the part again"
            ));
        };
        let all: Value = serde_json::from_str(&body).map_err(|e| no_part(&e))?;
        if let Some(sign) = control_character(&all) {
            let code = u32::from(sign);
            return Err(edited(name, format!("has a text with U+{code:04X}, a control character")));
        }
        let part = LabPart::deserialize(&all).map_err(|e| no_part(&e))?;
        if let Some(says) = part.contradiction() {
            return Err(edited(name, says));
        }
        let bounds = CountBounds::new(part.played(), part.header.total);
        let kinds = all["results"].as_object().into_iter().flatten();
        let mut variants = kinds.filter_map(|(_, all)| all.as_array()).flatten();
        if !variants.all(|variant| bounds.hold(&variant["counts"])) {
            return Err(edited(name, "counts what no run can count".to_owned()));
        }
        Ok(part)
    }

    /// What shows that its numbers do not fit together, if anything: who edits counts by hand is told.
    fn contradiction(&self) -> Option<String> {
        let PartHeader { total, planned, .. } = self.header;
        if total > planned || planned > MOST_GAMES {
            return Some(format!("says it has {total} games, but only {planned} were planned"));
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
            return Some(format!(
                "has a law that is broken in game {game}, which it does not count"
            ));
        }
        let mut before = 0;
        for (from, to) in &self.games {
            if from < &before || to <= from || *to > total {
                return Some(format!("counts games {from} to {to} of {total}"));
            }
            before = *to;
        }
        if !self.results.is_sound() {
            return Some("has counts of other seats or cards than it names, or none".to_owned());
        }
        let played = self.played();
        let counted: Vec<u64> = match &self.results {
            PartResults::Games(all) => {
                all.iter().map(|one| one.counts.results.wins.games).collect()
            }
            PartResults::Pairs(all) => all.iter().map(|one| one.counts.pairs).collect(),
            // A share ends at a game that breaks a law.
            PartResults::Laws(all) => all
                .iter()
                .map(|VariantPart { counts, .. }| match counts.broken {
                    Some(_) => counts.games.max(played),
                    None => counts.games,
                })
                .collect(),
        };
        let other = counted.iter().find(|counted| **counted != played)?;
        Some(format!("says that {played} games were played, and counts {other}"))
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
                return Err(fault!(
                    "two parts have other variants, seats or players";
                    "they are of two runs: merge those of one"
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
            _ => Err(fault!("two parts are of two kinds of run"; "merge those of one command")),
        }
    }
}

/// Most games of a run: what they count has room in sums.
pub const MOST_GAMES: u64 = 1_000_000_000_000_000;

/// What a game may count, decisions or cases of a law, and the sum of squares of such numbers; of a very long run so much less that
/// the sums of all parts have room.
const MOST_EACH: u64 = 1_000_000;
const MOST_SQUARES_EACH: u128 = 10_u128.pow(24);
const MOST_COUNTED: u64 = 10_u64.pow(19);
const MOST_SQUARES: u128 = 10_u128.pow(36);

/// A game counts so often at most among the games of all seats.
const MOST_SEATS: u64 = 16;

/// What the counts of so many games of a run can be.
struct CountBounds {
    games: u64,
    number: u64,
    squares: u128,
}

impl CountBounds {
    fn new(games: u64, total: u64) -> CountBounds {
        let total = total.max(1);
        let squares = MOST_SQUARES_EACH.min(MOST_SQUARES / u128::from(total));
        CountBounds {
            games: games.saturating_mul(MOST_SEATS),
            number: games.saturating_mul(MOST_EACH.min(MOST_COUNTED / total)),
            squares: u128::from(games).saturating_mul(squares),
        }
    }

    /// Whether all numbers of these counts can be.
    fn hold(&self, counts: &Value) -> bool {
        match counts {
            Value::Object(all) => {
                let numbers = all.values().filter_map(Value::as_u64);
                let sum = numbers.fold(0, u64::saturating_add);
                // The number of a game is no count.
                let mut counted = all.iter().filter(|(key, _)| *key != "broken");
                sum <= self.number && counted.all(|(key, value)| self.holds(key, value))
            }
            Value::Array(all) => all.iter().all(|one| self.hold(one)),
            Value::Number(number) => number.as_u64().is_some_and(|n| n <= self.number),
            Value::String(_) | Value::Null | Value::Bool(_) => true,
        }
    }

    fn holds(&self, key: &str, value: &Value) -> bool {
        match (key, value) {
            ("games" | "wins" | "pairs", Value::Number(number)) => {
                number.as_u64().is_some_and(|n| n <= self.games)
            }
            (
                "sum" | "squares" | "sum_x" | "sum_y" | "squares_x" | "squares_y" | "products",
                Value::String(text),
            ) => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number = digits.parse::<u128>();
                is_number && number.is_ok_and(|number| number <= self.squares)
            }
            (_, value) => self.hold(value),
        }
    }
}

/// The first sign of a text of the file that a terminal obeys, as the reading of cards refuses them.
fn control_character(value: &Value) -> Option<char> {
    let obeyed =
        |text: &str| text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r'));
    match value {
        Value::String(text) => obeyed(text),
        Value::Array(all) => all.iter().find_map(control_character),
        Value::Object(all) => {
            all.iter().find_map(|(key, value)| obeyed(key).or_else(|| control_character(value)))
        }
        Value::Number(_) | Value::Null | Value::Bool(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_held_against_the_games_of_the_part() {
        let few = CountBounds::new(10, 100);
        assert!(few.hold(&json!({"games": 10, "squares": "-12", "title": "9".repeat(40)})));
        assert!(few.hold(&json!({"broken": [1_u64 << 60, "I1"], "lengths": {"3": 10_000_000}})));
        for counts in [
            json!({"games": 161}),
            json!({"lengths": {"3": 10_000_001}}),
            json!({"lengths": {"3": 6_000_000, "4": 6_000_000}}),
            json!([["I1", 10_000_001]]),
            json!({"decisions": -1}),
            json!({"decisions": 0.5}),
            json!({"squares": "+12"}),
            json!({"squares": ""}),
            json!({"squares": "--1"}),
            json!({"seats": [{"sum": "99999999999999999999999999"}]}),
            json!({"sum_x": format!("1{}", "0".repeat(60))}),
        ] {
            assert!(!few.hold(&counts), "{counts}");
        }
        assert!(CountBounds::new(0, 100).hold(&json!({"games": 0, "sum": "0"})));
        assert!(!CountBounds::new(0, 100).hold(&json!({"games": 1})));
        // Sums over all parts of the longest run, and over seats, have room.
        let all = CountBounds::new(MOST_GAMES, MOST_GAMES);
        assert!(all.number == MOST_COUNTED && all.games.checked_mul(MOST_SEATS).is_some());
        assert!(all.squares.checked_mul(16).is_some_and(|sum| i128::try_from(sum).is_ok()));
    }

    #[test]
    fn control_characters_are_found_wherever_they_stand() {
        assert_eq!(control_character(&json!({"a": ["b\n\t\r", 1, null]})), None);
        assert_eq!(control_character(&json!({"a": ["\u{1b}[31m"]})), Some('\u{1b}'));
        assert_eq!(control_character(&json!({"a\u{0}": 1})), Some('\0'));
    }
}
