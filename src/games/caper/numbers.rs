//! The numbers of the rules by their paths in `[rules]`.

use crate::cards::{Game, Table, Value};

/// The value at a path of keys: `limits.gear-on-thief`.
pub fn number_at<'a>(game: &'a Game, path: &str) -> Option<&'a Value> {
    let mut table: &Table = &game.rules.as_ref()?.numbers;
    let (folders, last) = path.rsplit_once('.').unwrap_or(("", path));
    for key in folders.split('.').filter(|k| !k.is_empty()) {
        table = table.get(key)?.as_table()?;
    }
    table.get(last)
}

/// The items of a list of the rules; empty when there is none.
pub fn list_at<'a>(game: &'a Game, path: &str) -> &'a [Value] {
    number_at(game, path)
        .and_then(Value::as_list)
        .unwrap_or_default()
}
