//! What follows from the table: capers, who would win, what everything is worth.

use serde_json::{Map, Value, json};

use crate::games::caper::play::{NONE, Rules, State, Tables, capers, tables};

/// As if the game ended now: capers by location and seat, who wins each location (`none` for a tie, and where nothing
/// lies), the stolen goods of both Masterminds, and the four rows of their score sheets (CAP-R15 to R17).
pub fn standings(rules: &Rules, state: &State) -> Value {
    let [mut sums, mut winners] = [Map::new(), Map::new()];
    for place in 0..rules.numbers.places {
        let standing = capers(rules, state, place);
        for (side, sum) in Rules::SIDES.into_iter().zip(standing.capers) {
            sums.insert(format!("{}/{side}", place + 1), sum.into());
        }
        let won = standing.winner.filter(|_| state.row[place] != NONE);
        let word = won.map_or("none", |side| Rules::SIDES[side]);
        winners.insert((place + 1).to_string(), word.into());
    }
    let tables = tables(rules, state);
    json!({
        "capers": sums,
        "winner": winners,
        "goods": by_side(&tables, |table| {
            let [jewel, antique, painting, wild] = table.loot;
            json!({ "jewel": jewel, "antique": antique, "painting": painting, "wild": wild })
        }),
        "points": by_side(&tables, |table| {
            json!({
                "locations": table.locations,
                "thieves": table.thieves,
                "gear": table.gear,
                "goods": table.goods,
            })
        }),
    })
}

fn by_side(tables: &[Tables; 2], value: impl Fn(&Tables) -> Value) -> Value {
    let sides = Rules::SIDES.into_iter().zip(tables);
    Value::Object(
        sides
            .map(|(side, table)| (side.to_owned(), value(table)))
            .collect(),
    )
}
