#![doc = include_str!("../source/codes/D310.md")]

use super::game_data::GameData;
use std::collections::BTreeMap;

use crate::cards::{Deck, Key, Row};
use crate::source::{Diagnostics, Files, warning};

/// Played cards are distinguished by their names, in every deck of the game. Two with one name may be intended, if they
/// differ in something.
pub fn check_shared_names(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
    let played = |deck: &&Deck| data.pack.is_played(deck);
    let mut seen: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in data.pack.decks.iter().filter(played).flat_map(|deck| &deck.rows) {
        let before = seen.entry(row.name.trim().to_lowercase()).or_default();
        // Rows with the same id are already reported.
        let other = before.iter().find(|first| first.id != row.id && is_the_same(first, row));
        if let Some(first) = other {
            faults.push(
                warning!(
                    SharedName,
                    row.place("name"),
                    format!("two cards are called `{}`", row.name),
                    "rename one, or raise `copies` of the first if they are the same card"
                )
                .related(first.place("name"), "first used here"),
            );
        }
        before.push(row);
    }
}

/// Whether two rows differ in their ids alone.
fn is_the_same(one: &Row, other: &Row) -> bool {
    let all =
        |row: &Row| row.table.keys().filter(|key| key.name != "id" && key.name != "name").count();
    let has = |key: &Key| match (one.get(&key.name), other.get(&key.name)) {
        (Some(a), Some(b)) => key.name == "id" || key.name == "name" || a.says_as(b),
        _ => key.name == "id",
    };
    all(one) == all(other) && one.table.keys().all(has)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::told;

    #[test]
    fn two_cards_of_one_name_are_told_with_the_second() {
        let deck = "template = \"t.svg\"\n[[card]]\nname = \"Fire\"\n[[card]]\nid = \"fire-2\"\nname = \"fire\"\n";
        assert_eq!(
            told("title = \"T\"", deck),
            ["D310 t/cards.toml:6:8: two cards are called `fire`"]
        );
    }

    #[test]
    fn two_of_a_name_that_differ_are_meant_where_nothing_is_played() {
        let deck = "template = \"t.svg\"\n[[card]]\nname = \"Fire\"\n[[card]]\nid = \"fire-2\"\nname = \"Fire\"\nheat = 2\n";
        assert_eq!(told("title = \"T\"", deck), [""; 0]);
    }

    #[test]
    fn a_card_that_is_written_twice_is_one_warning() {
        let deck = "template = \"t.svg\"\n[[card]]\nname = \"Fire\"\n[[card]]\nname = \"Fire\"\n";
        let told = told("title = \"T\"", deck);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("D310 "), "{told:?}");
    }
}
