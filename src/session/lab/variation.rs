//! A number of a game that is varied. `deck.card.number=1..5` comes in; games with each of the values, and pairs of them with the game
//! as it is, go out. Called by the command `lab`.

use std::collections::BTreeSet;

use crate::cards::{Overlay, Pack, TomlTable, Value};
use crate::lab::{LabPart, Only, PartHeader, PartResults};
use crate::rules::Variant;
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files};

use super::findings::{ChangedRow, PairFinding, all_findings, all_rows};
use super::runs::{LabAsked, LabProgress, Stopping, lab_pairs};

/// Values of one run: each is a run of pairs.
const MOST_VALUES: usize = 100;

/// A value of a card that is tried: `assets.admiral.influence=1..5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// Deck, card, and the keys below it; or `rules` and the keys of a number.
    pub path: Vec<String>,
    /// From the smallest, each once.
    pub values: Vec<i64>,
}

impl std::str::FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` names no value to vary: write `deck.card.number=1..5` or `rules.rounds=3,4,6`"
            )
        };
        let (path, values) = text.split_once('=').ok_or_else(wrong)?;
        let path: Vec<String> = path.split('.').map(|key| key.trim().to_owned()).collect();
        if path.len() < 2 || path.iter().any(String::is_empty) {
            return Err(wrong());
        }
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let mut values: Vec<i64> = match values.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if from > to {
                    return Err(format!("`{text}` has no values: write the smaller one first"));
                }
                // One more than there may be: a range is not written out to be counted.
                (from..=to).take(MOST_VALUES + 1).collect()
            }
            None => values.split(',').map(number).collect::<Result<_, _>>()?,
        };
        if values.len() > MOST_VALUES {
            return Err(format!("`{text}` has more than {MOST_VALUES} values"));
        }
        // They are points of a curve.
        values.sort_unstable();
        values.dedup();
        Ok(Variation { path, values })
    }
}

impl std::fmt::Display for Variation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let values: Vec<String> = self.values.iter().map(i64::to_string).collect();
        write!(f, "{}={}", self.path.join("."), values.join(","))
    }
}

/// Each value of a number against the game as it is.
#[derive(Debug, Clone)]
pub struct Sweep {
    pub vary: Variation,
    pub header: PartHeader,
    /// Percentage points of wins that do not matter.
    pub negligible: f64,
    /// Of each value its pairs.
    pub parts: Vec<(i64, LabPart)>,
    /// The values with which the game cannot be played, and why.
    pub unplayable: Vec<(i64, Diagnostics)>,
}

/// What a value of a sweep does in one variant.
#[derive(Debug, Clone)]
pub struct SweptValue {
    pub value: i64,
    pub variant: Variant,
    pub pairs: u64,
    pub found: Vec<PairFinding>,
    /// The card whose value it is; `None` for a number of the rules.
    pub card: Option<ChangedRow>,
}

impl Sweep {
    /// Variant by variant, in the order of the values. What is told of one value of a variant is told of all: they are points of a curve.
    pub fn values(&self) -> Vec<SweptValue> {
        let row = self.vary.path[..2].join("/");
        let of_part = |(value, part): &(i64, LabPart)| {
            let PartResults::Pairs(all) = &part.results else {
                return Vec::new();
            };
            let swept = all.iter().map(|one| SweptValue {
                value: *value,
                variant: one.variant.clone(),
                pairs: one.counts.pairs,
                found: all_findings(one, self.header.planned, self.negligible),
                card: all_rows(&one.counts, self.header.planned)
                    .into_iter()
                    .find(|card| card.row == row),
            });
            swept.collect()
        };
        let by_value: Vec<Vec<SweptValue>> = self.parts.iter().map(of_part).collect();
        let variants = by_value.first().map_or(0, Vec::len);
        let of_variant = |at: usize| {
            let all = by_value.iter().filter_map(|all| all.get(at).cloned());
            let mut all: Vec<SweptValue> = all.collect();
            let found = all.iter().flat_map(|swept| &swept.found);
            let told = found.filter(|one| !one.is_idle).map(|one| one.what.clone());
            let told: BTreeSet<String> = told.collect();
            for swept in &mut all {
                swept.found.retain(|one| told.contains(&one.what));
            }
            all
        };
        (0..variants).flat_map(of_variant).collect()
    }
}

/// Plays each value of a number against the game as it is.
///
/// # Errors
/// As [`lab_pairs`], when the game has no such number, and when it cannot be played as it is or with any of the values. Values with which it cannot be
/// played are told beside the others.
pub fn lab_sweep(
    pack: &Pack,
    vary: &Variation,
    variants: &[Variant],
    asked: &LabAsked,
    stopping: Stopping,
    files: &mut Files,
    progress: LabProgress<'_>,
) -> Result<Sweep, Diagnostics> {
    let (mut parts, mut unplayable) = (Vec::new(), Vec::new());
    for (at, value) in vary.values.iter().enumerate() {
        let varied = vary.apply(pack, *value, files)?;
        let before = asked.games * (variants.len() * at) as u64;
        let told = |done: u64| progress(before + done);
        match lab_pairs([pack, &varied], variants, asked, stopping, &told) {
            Ok(part) => parts.push((*value, part)),
            Err(fault) if fault.of == Some(Only::Before) => return Err(fault.faults),
            Err(fault) if fault.faults.fault() == Some(Blame::Data) => {
                unplayable.push((*value, vary.of_value(*value, fault.faults, pack)));
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    if parts.is_empty() {
        return Err(unplayable.into_iter().flat_map(|(_, all)| all).collect());
    }
    let header = asked.header(&[pack]);
    Ok(Sweep { vary: vary.clone(), header, negligible: stopping.negligible, parts, unplayable })
}

impl Variation {
    /// The game with one of the values.
    ///
    /// # Errors
    /// When the game has no such card or number, or something else stands there.
    pub fn apply(&self, pack: &Pack, value: i64, files: &mut Files) -> Result<Pack, Diagnostics> {
        let quoted: Vec<String> = self.path.iter().map(|key| format!("{:?}", key)).collect();
        let (table, key) = quoted.split_at(quoted.len() - 1);
        let table = match self.path[0].as_str() {
            "rules" => table.join("."),
            _ => format!("cards.{}", table.join(".")),
        };
        let text = format!("[{table}]\n{} = {value}\n", key.join(""));
        let changed = Overlay::read("--vary", text, files)
            .and_then(|overlay| overlay.over(&pack.game, &pack.decks));
        let asked_for = |faults: Diagnostics| -> Diagnostics {
            let faults = faults.into_iter();
            faults.map(|fault| fault.fault(Blame::Usage)).collect()
        };
        let (game, decks) = changed.map_err(asked_for)?;
        self.is_of_a_number(pack)?;
        let mut varied = pack.clone();
        (varied.game, varied.decks) = (game, decks);
        Ok(varied)
    }

    /// What is there now: of each card that is meant, or of the rules.
    fn current<'p>(&self, pack: &'p Pack) -> Vec<&'p Value> {
        let [first, rest @ ..] = self.path.as_slice() else {
            return Vec::new();
        };
        if first == "rules" {
            let rules = pack.game.rules.as_ref();
            let value = rules.and_then(|rules| below(&rules.numbers, rest));
            return value.into_iter().collect();
        }
        let [card, field, ..] = rest else {
            return Vec::new();
        };
        let deck = pack.decks.iter().filter(|deck| deck.id == *first);
        let rows = deck.flat_map(|deck| &deck.rows);
        let meant = rows.filter(|row| row.id == *card || card == "*");
        meant.filter_map(|row| row.get(field)).collect()
    }

    /// What is varied is a number of the rules, or one that stands in a card itself.
    fn is_of_a_number(&self, pack: &Pack) -> Result<(), Diagnostics> {
        let current = self.current(pack);
        let other = current.iter().find(|value| value.as_integer().is_none());
        let is_within_a_field = self.path[0] != "rules" && self.path.len() > 3;
        let name = self.path.join(".");
        let is_no_rule = self.path[0] == "rules" && current.is_empty();
        let says = match other {
            Some(other) => format!("`{name}` is {}: it cannot be varied", other.kind()),
            None if is_within_a_field || is_no_rule => format!("`{name}` is no number"),
            None => return Ok(()),
        };
        let help = "only whole numbers of cards and of the rules can be varied: `deck.card.number=1..5` or `rules.number=3,4,6`";
        let fault = Diagnostic::usage(Code::Overlay, says);
        Err(fault.help(help).into())
    }

    /// What is wrong with the game of a value, of which the game as it is knows nothing.
    fn of_value(&self, value: i64, faults: Diagnostics, pack: &Pack) -> Diagnostics {
        let id = &pack.game.id;
        let of_value = |mut fault: Diagnostic| {
            let says = fault.message.strip_prefix(&format!("{id}: "));
            let says = says.unwrap_or(&fault.message);
            fault.message = format!("{} = {value}: {says}", self.path.join("."));
            if fault.code == Code::NotPlayable {
                let help = "write the value into the game and play it: `deckproof fuzz` shows the game that fails";
                fault = fault.help(help);
            }
            fault
        };
        faults.into_iter().map(of_value).collect()
    }
}

/// The value below so many keys.
fn below<'t>(table: &'t TomlTable, keys: &[String]) -> Option<&'t Value> {
    let (first, rest) = keys.split_first()?;
    let value = table.get(first)?;
    if rest.is_empty() { Some(value) } else { below(value.as_table()?, rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order_and_each_is_tried_once() {
        let read = |values: &str| {
            let varied = format!("rules.k={values}").parse::<Variation>();
            varied.map(|varied| varied.values)
        };
        assert_eq!(read("9,1,5,1"), Ok(vec![1, 5, 9]));
        assert_eq!(read("-1..=1"), Ok(vec![-1, 0, 1]));
        let none = "`rules.k=9..2` has no values: write the smaller one first";
        assert_eq!(read("9..2"), Err(none.to_owned()));
        let many = "`rules.k=1..101` has more than 100 values";
        assert_eq!(read("1..101"), Err(many.to_owned()));
    }
}
