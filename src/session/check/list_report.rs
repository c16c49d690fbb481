//! The report of what a game has: decks, cards and copies. A pack comes in, a report goes out.

use crate::cards::{Deck, Pack};
use crate::report::{Cell, Column, GameReport, ReportTable};
use crate::session::draw::drawing::trim_of;

/// The decks of a game, or the cards of those that are named.
pub fn list_report(pack: &Pack, named: &[String]) -> GameReport {
    let mut report = GameReport::new(pack.game.full_title());
    report.about("game", format!("{}, version {}", pack.game.id, pack.game.version));
    report.table(if named.is_empty() {
        decks_table(pack)
    } else {
        cards_table(pack.decks.iter().filter(|deck| named.contains(&deck.id)))
    });
    report
}

fn cards_table<'p>(decks: impl Iterator<Item = &'p Deck>) -> ReportTable {
    let columns = [
        Column::label("card", "card"),
        Column::of("name", "name", ""),
        Column::of("copies", "copies", "cards"),
    ];
    let rows = decks.flat_map(|deck| &deck.rows).map(|row| {
        vec![Cell::words(&row.id), Cell::words(&row.name), Cell::Count(row.copies.into())]
    });
    ReportTable { rows: rows.collect(), ..ReportTable::new("cards", columns) }
}

fn decks_table(pack: &Pack) -> ReportTable {
    let columns = [
        Column::label("deck", "deck"),
        Column::of("title", "title", ""),
        Column::of("size", "size", ""),
        Column::of("different", "different", "cards"),
        Column::of("cards", "cards", "cards"),
    ];
    let row = |deck: &Deck| {
        let size = trim_of(deck).map_or_else(|_| deck.size.clone(), |trim| trim.to_string());
        let counts = match deck.flow {
            Some(_) => [Cell::words("pages"), Cell::words("pages")],
            None => [Cell::Count(deck.rows.len() as u64), Cell::Count(deck.cards().into())],
        };
        let words = [&deck.id, &deck.title, &size].map(Cell::words);
        words.into_iter().chain(counts).collect()
    };
    let mut table = ReportTable::new("decks", columns);
    table.rows = pack.decks.iter().map(row).collect();
    let cards = pack.decks.iter().map(|deck| u64::from(deck.cards())).sum();
    let in_all = [Cell::words("in all"), Cell::Nothing, Cell::Nothing, Cell::Nothing];
    table.rows.push(in_all.into_iter().chain([Cell::Count(cards)]).collect());
    table
}
