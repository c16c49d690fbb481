//! Reads what is agreed on before a game. `[table]` comes in; axes, and what is wrong with their values, go out.

use super::reading::Reading;
use crate::cards::{TomlTable, Value};
use crate::rules::Axis;
use crate::source::{fault, turns_or_hides};

/// The axis that says how many seats there are, where `seats` gives them by number.
pub const PLAYERS: &str = "players";

/// What is agreed on before the game: the number of players, and `[table.variants]`.
pub fn read_axes(table: &TomlTable) -> Vec<Axis> {
    let mut axes = declared_axes(table);
    if variants(&axes) > MOST_VARIANTS {
        // Reported where the table is read.
        axes.iter_mut().for_each(|axis| axis.values.truncate(1));
    }
    axes
}

/// Most ways to set a game up.
pub(super) const MOST_VARIANTS: usize = 256;

pub(super) fn variants(axes: &[Axis]) -> usize {
    let values = axes.iter().map(|axis| axis.values.len());
    values.fold(1, usize::saturating_mul)
}

pub(super) fn declared_axes(table: &TomlTable) -> Vec<Axis> {
    let mut axes = Vec::new();
    if let Some(variants) = table.get("variants").and_then(Value::as_table) {
        for (key, value) in &variants.entries {
            let values = value.as_list().unwrap_or_default();
            let values = values.iter().filter_map(Value::as_str).map(str::to_owned);
            axes.push(Axis { name: key.name.clone(), values: values.collect() });
        }
    }
    if let Some(by_number) = table.get("seats").and_then(Value::as_table) {
        axes.push(Axis {
            name: PLAYERS.to_owned(),
            values: by_number.keys().map(|key| key.name.clone()).collect(),
        });
    }
    axes.retain(|axis| !axis.values.is_empty());
    axes
}

impl Reading<'_> {
    /// Values of `[table.variants]`: a command line asks for them, several with commas between, and they stand in names of files.
    pub(super) fn agreed(&mut self, variants: &TomlTable) {
        let mut known: Vec<(&str, String)> = Vec::new();
        for (axis, value) in &variants.entries {
            for one in value.as_list().unwrap_or_default() {
                let Some(word) = one.as_str() else { continue };
                let axis = &axis.name;
                let is_odd = |c: char| c.is_control() || turns_or_hides(c) || "/\\,".contains(c);
                if let Some(odd) = word.chars().find(|c| is_odd(*c)) {
                    fault!(self, one.span; "`{}` of `{axis}` has {odd:?}, which no command line and no file's name can carry", word.escape_debug(); "write it with letters and digits: `ascending`");
                } else if word.trim().is_empty() {
                    fault!(self, one.span; "a value of `{axis}` is empty"; "write it with letters and digits: `ascending`");
                }
                // Disks may not tell capitals apart.
                let plain = (axis.as_str(), word.to_lowercase());
                if known.contains(&plain) {
                    fault!(self, one.span; "`{word}` is named twice in `{axis}`"; "give one of them another name");
                }
                known.push(plain);
            }
        }
    }
}
