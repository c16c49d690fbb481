//! Runs `deckproof list`. The wanted games come in; a table of games, decks, cards and copies is printed. Called by `args`.

use super::plain_table::{align_right, plain_table};
use super::report::{Done, Report};
use super::wanted::SelectionArgs;
use crate::session::trim_of;

/// List the games, their decks, cards and copies
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  deckproof list\n  deckproof list caper --deck gear")]
pub struct ListArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
}

pub fn run_list(args: &ListArgs, report: &mut Report) -> Done {
    let selection = args.wanted.select(report)?;
    let packs = selection.packs(report)?;
    let one_deck = !selection.deck.is_empty();
    for pack in &packs {
        let title = pack.game.full_title();
        let (id, version) = (&pack.game.id, &pack.game.version);
        report.say(&format!("{id}: {title}, version {version}"));
        let mut table = plain_table();
        if one_deck {
            table.set_header(["card", "name", "copies"]);
            let decks = pack.decks.iter();
            for deck in decks.filter(|d| selection.deck.contains(&d.id)) {
                for row in &deck.rows {
                    table.add_row([row.id.clone(), row.name.clone(), row.copies.to_string()]);
                }
            }
        } else {
            table.set_header(["deck", "title", "size", "different", "cards"]);
            for deck in &pack.decks {
                let size = trim_of(deck).map_or_else(|_| deck.size.clone(), |t| t.to_string());
                let pages = deck.flow.is_some();
                let count = |n: String| if pages { "pages".to_owned() } else { n };
                table.add_row([
                    deck.id.clone(),
                    deck.title.clone(),
                    size,
                    count(deck.rows.len().to_string()),
                    count(deck.cards().to_string()),
                ]);
            }
            let cards: u32 = pack.decks.iter().map(|d| d.cards()).sum();
            table.add_row(["", "", "", "in all", &cards.to_string()]);
        }
        let (columns, numbers) = (table.column_count(), if one_deck { 1 } else { 2 });
        align_right(&mut table, columns - numbers..columns);
        report.say(&table.trim_fmt());
        report.say("");
    }
    Ok(())
}
