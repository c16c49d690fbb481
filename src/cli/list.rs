//! Runs `deckproof list`. The wanted games come in; a report of games, decks, cards and copies goes out. Called by `args`.

use super::console::{Console, Done};
use super::report_options::ReportOptions;
use super::wanted::SelectionArgs;
use crate::cards::{Deck, Pack};
use crate::report::{Cell, Column, GameReport, ReportTable};
use crate::session::trim_of;

/// List the games, their decks, cards and copies
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  deckproof list\n  deckproof list caper --deck gear\n  deckproof list caper --format json"
)]
pub struct ListArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    #[command(flatten)]
    shown: ReportOptions,
}

pub fn run_list(args: &ListArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("list", console)?;
    let selection = args.wanted.select(console)?;
    for pack in &selection.packs(console)? {
        let mut report = GameReport::new(pack.game.full_title());
        report.about("game", format!("{}, version {}", pack.game.id, pack.game.version));
        report.table(if selection.deck.is_empty() {
            decks_table(pack)
        } else {
            cards_table(pack.decks.iter().filter(|deck| selection.deck.contains(&deck.id)))
        });
        shown.tell(report, console);
    }
    shown.finish(console)
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
