//! The list of properties: invariants by their numbers, rules beside them, and what the data of the game can show.

use crate::games::caper::play::{Kind as CardKind, Rules};
use crate::rules::{Bits, Kind, Property, Tally};

use super::book::Book;
use super::cards::{Facts, Ground, Worth};
use super::clauses::CLAUSES;
use super::goods::Groupings;
use super::rounds::Length;
use super::sights::{Data, SIGHTS};

/// The properties of a variant, and the book in which a law or sighting finds its number. Sightings follow from the
/// abilities on its cards, from its numbers and from who plays, never from names.
pub fn properties(rules: &Rules) -> (Vec<Property>, Book) {
    let mut book = Book::default();
    book.groupings = Groupings::of(rules);
    book.enter_rounds(Length::all(rules));
    let mut properties = Vec::new();
    let add = |properties: &mut Vec<Property>, id: &str, says, kind| {
        let id = id.to_owned();
        properties.push(Property { id, says, kind });
    };
    for (law, id, says, tables) in CLAUSES {
        if tables.contains(&rules.table) {
            book.enter_law(*law, properties.len());
            add(&mut properties, id, says, Kind::Always);
        }
    }
    let data = Data::of(rules);
    for (sight, id, says) in SIGHTS {
        if data.can_show(sight, &book) && properties.len() < Tally::MOST {
            book.enter_sight(sight, properties.len());
            add(&mut properties, id, says, Kind::Sometimes);
        }
    }
    for (kind, all) in [
        (CardKind::Thieves, rules.all_thieves),
        (CardKind::Gear, rules.all_gear),
    ] {
        for card in Bits(all) {
            let worth = Worth::of(rules, &book, kind, card);
            book.enter_worth(kind, card, worth);
            book.enter_card(kind, card, Facts::of(rules, kind, card));
        }
    }
    for (location, sheet) in (0..).zip(&rules.locations) {
        book.enter_ground(location, Ground::of(sheet.modifier.as_ref()));
    }
    (properties, book)
}
