//! Caper, played a second time: plain and slow, from the clauses of its rulebook (`cards/caper/rules.md`), the rulings of game.toml,
//! the rows of its decks and `deckproof record --format`. Cards, seats and moves are names. Each function cites its clauses.

mod cards;
mod end;
mod legal;
mod play;
mod rounds;
mod table;
mod told;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::record::{Record, difference, strings};
use cards::Caper;
use table::Table;
use told::other_than;

/// Plays a record again from the folder's data, and tells the first thing that is otherwise.
pub fn check(folder: &Path, record: &Record) -> Result<(), String> {
    let city = record.variant.get("city").ok_or("no city was agreed on")?;
    let players = record.variant.get("players").and_then(|n| n.parse().ok());
    let players = players.ok_or("no number of players was agreed on")?;
    let caper = Caper::read(folder, city, players, &record.cards)?;
    let seats: &[&str] = match caper.players {
        2 => &["cream", "mint"],
        3 => &["cream", "mint", "snitch"],
        4 => &["cream", "mint", "cream-lookout", "mint-lookout"],
        n => return Err(format!("{n} players")),
    };
    agree("seats", &json!(record.seats), &json!(seats))?;
    let mut table = Table::set_up(&caper, &record.seats, piles(&caper, record)?);
    let mut round = 0;
    for ply in &record.plies {
        let at = |what: String| format!("ply {}: {what}", ply.number);
        if let Some((seat, text)) = &ply.moved {
            if table.turn.as_ref() != Some(seat) {
                return Err(at(format!("{seat} moves, and it is the turn of {:?}", table.turn)));
            }
            if !table.legal().contains(text) {
                return Err(at(format!("{seat} may not {text}, but: {:?}", table.legal())));
            }
            table.play(text);
        }
        let told: Vec<&Value> = ply.changes().collect();
        let own: Vec<Value> = table.told.drain(..).collect();
        agree("changes", &json!(told), &json!(own)).map_err(at)?;
        for line in &ply.lines {
            agree("round of a line", &json!(line.round), &json!(round)).map_err(at)?;
            round =
                line.changes.iter().find_map(|change| change["round"].as_i64()).unwrap_or(round);
        }
        if let Some(what) = other_than(&table, &ply.state) {
            return Err(at(format!("state: {what}")));
        }
        if let Some(legal) = &ply.legal {
            agree("legal", &json!(legal), &json!(table.legal())).map_err(at)?;
        }
    }
    match table.turn {
        Some(_) => agree("result", &record.result, &Value::Null),
        None => agree("result", &record.result, &table.result()),
    }
}

/// R4: what chance made of the decks, as far as the set-up was dealt and the table then shows the rest. From here on the oracle deals.
fn piles(caper: &Caper, record: &Record) -> Result<BTreeMap<&'static str, Vec<String>>, String> {
    let start = record.plies.first().ok_or("no set-up")?;
    let decks = ["thieves", "gear", "locations"];
    let pile = |deck| {
        let mut pile = start.drawn(deck);
        pile.extend(strings(start.state["zones"].get(deck)).unwrap_or_default());
        let cards = caper.order.iter().filter(|card| caper.card(card).deck == deck);
        let cards: Vec<&String> = cards.collect();
        if pile.len() != cards.len() || !cards.into_iter().all(|card| pile.contains(card)) {
            return Err(format!("ply 0: the pile of {deck} is not the deck"));
        }
        Ok((deck, pile))
    };
    decks.into_iter().map(pile).collect()
}

fn agree(what: &str, record: &Value, oracle: &Value) -> Result<(), String> {
    difference(record, oracle)
        .map_or(Ok(()), |where_and_how| Err(format!("{what}: {where_and_how}")))
}
