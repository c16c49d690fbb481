//! The ways in which Caper is set up: a city, and how many play (CAP-R2).

use super::rules::Table;
use crate::cards::{Game, Row, Value};
use crate::games::caper::numbers::list_at;
use crate::rules::{Axis, Variant};

/// The axis of the cities.
pub const CITY: &str = "city";
/// The axis of the numbers of players.
pub const PLAYERS: &str = "players";
/// The city of cards that are in every game.
pub const CORE: &str = "core";

/// Tables by the number of players.
const TABLES: [(&str, Table); 3] = [("2", Table::Two), ("3", Table::Snitch), ("4", Table::Teams)];

/// Every city that the rules name, and 2, 3 or 4 players.
pub fn axes(game: &Game) -> Vec<Axis> {
    let cities = list_at(game, "cities").iter().filter_map(Value::as_str);
    vec![
        Axis {
            name: CITY.to_owned(),
            values: cities.map(str::to_owned).collect(),
        },
        Axis {
            name: PLAYERS.to_owned(),
            values: TABLES.map(|(players, _)| players.to_owned()).into(),
        },
    ]
}

/// Who sits at the table; two Masterminds when nothing was agreed on.
pub fn table(variant: &Variant) -> Table {
    let players = variant.get(PLAYERS);
    let found = TABLES.into_iter().find(|(word, _)| Some(*word) == players);
    found.map_or(Table::Two, |(_, table)| table)
}

/// Whether a card is in a game in that city (CAP-R2).
pub fn is_in(row: &Row, city: &str) -> bool {
    let of = row.get(CITY).and_then(Value::as_str);
    of.is_none_or(|of| of == CORE || of == city)
}
