#![doc = include_str!("../../source/codes/D310.md")]

use std::collections::BTreeMap;

use super::list::Data;
use crate::cards::{Deck, Row};
use crate::source::{Code, Diagnostic, Diagnostics};

/// Cards that are played are told apart by their names, in every deck of the game.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let played = |deck: &&Deck| data.vocabulary.is_none_or(|v| v.is_played(data.game, deck));
    let mut names: BTreeMap<String, &Row> = BTreeMap::new();
    let mut ids: BTreeMap<&str, (&str, &Row)> = BTreeMap::new();
    for deck in data.decks.iter().filter(played) {
        for row in &deck.rows {
            match ids.get(row.id.as_str()) {
                // Two of one deck have their fault already.
                Some((first, _)) if *first == deck.id => continue,
                Some((_, first)) if data.vocabulary.is_some() => {
                    faults.push(shared_id(row, first));
                    continue;
                }
                _ => {}
            }
            ids.insert(&row.id, (&deck.id, row));
            let name = row.name.trim().to_lowercase();
            match names.get(&name) {
                Some(first) => faults.push(shared_name(row, first)),
                None => {
                    names.insert(name, row);
                }
            }
        }
    }
}

fn shared_id(row: &Row, first: &Row) -> Diagnostic {
    let place = |row: &Row| match row.get("id") {
        Some(id) => id.span,
        None => row.place("name"),
    };
    Diagnostic::error(
        Code::SharedName,
        format!("two cards of the game have the id `{}`", row.id),
    )
    .at(place(row))
    .related(place(first), "first used here")
    .help("give each row of the decks that play an `id` of its own: moves and scenarios name cards by it")
}

fn shared_name(row: &Row, first: &Row) -> Diagnostic {
    Diagnostic::warning(
        Code::SharedName,
        format!("two cards are called `{}`", row.name),
    )
    .at(row.place("name"))
    .related(first.place("name"), "first used here")
    .help("rename one, or raise `copies` of the first if they are the same card")
}

#[cfg(test)]
mod tests {
    use crate::cards::checks::trying::told;

    #[test]
    fn two_cards_of_one_name_are_told_with_the_second() {
        let deck = "template = \"t.svg\"\n[[card]]\nname = \"Fire\"\n[[card]]\nid = \"fire-2\"\nname = \"fire\"\n";
        assert_eq!(
            told("title = \"T\"", deck),
            ["D310 t/cards.toml:6:8: two cards are called `fire`"]
        );
    }

    #[test]
    fn one_name_of_one_id_is_one_fault() {
        let deck = "template = \"t.svg\"\n[[card]]\nname = \"Fire\"\n[[card]]\nname = \"Fire\"\n";
        let told = told("title = \"T\"", deck);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("D012 "), "{told:?}");
    }
}
