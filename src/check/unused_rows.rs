#![doc = include_str!("../source/codes/D315.md")]

use super::game_data::GameData;
use std::collections::BTreeSet;

use crate::cards::Value;
use crate::source::{Diagnostics, Files, warning};

/// Rows of look-up tables that no card names, in tables that some card uses.
pub fn check_unused_rows(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
    if data.known.has_errors() {
        return;
    }
    for (table, rows) in &data.pack.game.tables {
        let cards = || data.pack.decks.iter().flat_map(|d| &d.rows);
        let said = || cards().filter_map(|row| row.get(table));
        let words = |value: &Value| match value.as_list() {
            Some(all) => all.iter().filter_map(Value::text).collect(),
            None => Vec::from_iter(value.text()),
        };
        let used: BTreeSet<String> = said().flat_map(words).collect();
        // A table that only the rules read, or that a card misspells, which is already reported.
        if used.is_empty() || used.iter().any(|word| !rows.contains_key(word)) {
            continue;
        }
        for (id, row) in rows.iter().filter(|(id, _)| !used.contains(*id)) {
            let written = match said().next().and_then(Value::as_list) {
                Some(_) => format!("`\"{id}\"` into the list `{table}`"),
                None => format!("`{table} = \"{id}\"`"),
            };
            faults.push(
                warning!(
                    UnusedWord,
                    "no card has the {table} `{id}`",
                    "write {written} on the cards that are meant, or take the row away"
                )
                .at_maybe(row.entries.first().map(|(key, _)| key.span)),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::told;

    const GAME: &str =
        "title = \"T\"\n[table.kind.hot]\nname = \"Hot\"\n[table.kind.cold]\nname = \"Cold\"\n";

    fn with(kinds: [&str; 2]) -> Vec<String> {
        let [a, b] = kinds;
        let deck = format!(
            "template = \"t.svg\"\n[[card]]\nname = \"A\"\n{a}\n[[card]]\nname = \"B\"\n{b}\n"
        );
        told(GAME, &deck)
    }

    #[test]
    fn a_row_that_no_card_names_is_told() {
        assert_eq!(with(["kind = \"hot\"", "kind = \"cold\""]), [""; 0]);
        assert_eq!(
            with(["kind = \"hot\"", "kind = \"hot\""]),
            ["D315 t/game.toml:5:1: no card has the kind `cold`"]
        );
    }

    #[test]
    fn a_row_that_no_list_names_is_told() {
        assert_eq!(with(["kind = [\"hot\", \"cold\"]", "kind = [\"hot\"]"]), [""; 0]);
        let told = "D315 t/game.toml:5:1: no card has the kind `cold`";
        assert_eq!(with(["kind = [\"hot\"]", "kind = []"]), [told]);
    }

    #[test]
    fn a_table_that_no_card_uses_is_somebody_elses() {
        assert_eq!(with(["", ""]), [""; 0]);
    }
}
