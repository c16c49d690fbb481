//! A number of a game that is varied. `deck.card.number=1..5` comes in; games with each of the values, and pairs of them with the game
//! as it is, go out. Called by the command `lab`.

use super::lab::{LabAsked, LabProgress, Stopping, lab_pairs};
use super::lab_findings::{ChangedRow, PairFinding, all_rows, pair_findings};
use crate::cards::{Overlay, Pack};
use crate::lab::{LabPart, PartHeader, PartResults};
use crate::rules::Variant;
use crate::source::{Diagnostics, Files};

/// A value of a card that is tried: `assets.admiral.influence=1..5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// Deck, card, and the keys below it; or `rules` and the keys of a number.
    pub path: Vec<String>,
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
        let values: Vec<i64> = match values.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if !(0..100).contains(&to.saturating_sub(from)) {
                    return Err(format!("`{text}` has no values, or more than 100"));
                }
                (from..=to).collect()
            }
            None => values.split(',').map(number).collect::<Result<_, _>>()?,
        };
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
    /// Percent points of wins that do not matter.
    pub negligible: f64,
    /// Of each value its pairs.
    pub parts: Vec<(i64, LabPart)>,
}

/// What a value of a sweep does in one variant.
#[derive(Debug, Clone)]
pub struct SweptValue {
    pub value: i64,
    pub variant: String,
    pub pairs: u64,
    pub found: Vec<PairFinding>,
    /// The card whose value it is; `None` for a number of the rules.
    pub card: Option<ChangedRow>,
}

impl Sweep {
    /// Variant by variant, in the order of the values.
    pub fn values(&self) -> Vec<SweptValue> {
        let row = self.vary.path[..2].join("/");
        let of_part = |(value, part): &(i64, LabPart)| {
            let PartResults::Pairs(all) = &part.results else {
                return Vec::new();
            };
            let swept = all.iter().map(|one| SweptValue {
                value: *value,
                variant: one.variant.describe(),
                pairs: one.counts.pairs,
                found: pair_findings(one, self.header.planned, self.negligible),
                card: all_rows(&one.counts, self.header.planned)
                    .into_iter()
                    .find(|card| card.row == row),
            });
            swept.collect()
        };
        let by_value: Vec<Vec<SweptValue>> = self.parts.iter().map(of_part).collect();
        let variants = by_value.first().map_or(0, Vec::len);
        (0..variants)
            .flat_map(|at| by_value.iter().filter_map(move |all| all.get(at).cloned()))
            .collect()
    }
}

/// Plays each value of a number against the game as it is.
///
/// # Errors
/// As [`lab_pairs`], and when the game has no such number.
pub fn lab_sweep(
    pack: &Pack,
    vary: &Variation,
    variants: &[Variant],
    asked: &LabAsked,
    stopping: Stopping,
    files: &mut Files,
    progress: LabProgress<'_>,
) -> Result<Sweep, Diagnostics> {
    let mut parts = Vec::new();
    for (at, value) in vary.values.iter().enumerate() {
        let varied = vary.apply(pack, *value, files)?;
        let before = asked.games * (variants.len() * at) as u64;
        let told = |done: u64| progress(before + done);
        parts.push((
            *value,
            lab_pairs([pack, &varied], variants, asked, stopping, &told)?,
        ));
    }
    let header = asked.header(pack.game.full_title(), vec![super::lab::data_of(pack)]);
    Ok(Sweep {
        vary: vary.clone(),
        header,
        negligible: stopping.negligible,
        parts,
    })
}

impl Variation {
    /// The game with one of the values.
    ///
    /// # Errors
    /// When the game has no such card or number.
    pub fn apply(&self, pack: &Pack, value: i64, files: &mut Files) -> Result<Pack, Diagnostics> {
        let quoted: Vec<String> = self.path.iter().map(|key| format!("{:?}", key)).collect();
        let (table, key) = quoted.split_at(quoted.len() - 1);
        let table = match self.path[0].as_str() {
            "rules" => table.join("."),
            _ => format!("cards.{}", table.join(".")),
        };
        let text = format!("[{table}]\n{} = {value}\n", key.join(""));
        let overlay = Overlay::read("--vary", text, files)?;
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        let mut varied = pack.clone();
        (varied.game, varied.decks) = (game, decks);
        Ok(varied)
    }
}
