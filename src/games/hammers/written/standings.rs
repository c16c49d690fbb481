//! What follows from the table: influence, what counts for a crisis, who would win.

use serde_json::{Map, Value, json};

use super::names::names;
use crate::games::hammers::play::{Deck, NONE, Rules, Side, State, standing, winner};

/// Influence by location and seat, influence that counts for a crisis, and who would win each location now; `none`
/// where nothing lies, or a tied lab (CH1-R11 to R13, CH2-R11, R12). Then who holds what, and which side is up.
pub fn standings(rules: &Rules, state: &State) -> Value {
    let [mut influence, mut seen, mut winners] = [Map::new(), Map::new(), Map::new()];
    for place in 0..rules.numbers.places {
        let standing = standing(rules, state, place);
        for (seat, sum) in Rules::SEATS.into_iter().zip(standing.influence) {
            influence.insert(format!("{}/{seat}", place + 1), sum.into());
        }
        let key = (place + 1).to_string();
        seen.insert(key.clone(), standing.seen.into());
        let card = match rules.is_lab(place) {
            true => state.lab,
            false => state.row[place],
        };
        let won_by = match card {
            NONE => None,
            _ => winner(rules, state, place, &standing),
        };
        let seat = won_by.map_or("none", |side| Rules::SEATS[side]);
        winners.insert(key, seat.into());
    }
    json!({
        "influence": influence,
        "seen": seen,
        "winner": winners,
        "owner": owners(rules, state),
        "loyal": loyal(rules, state),
    })
}

/// Who holds each country and lab; `none` while nobody does, or a country is paired (CH1-E10, CH2-G9).
fn owners(rules: &Rules, state: &State) -> Value {
    let seat = |holds: &dyn Fn(&Side) -> bool| {
        let side = state.sides.iter().position(holds);
        side.map_or("none", |side| Rules::SEATS[side]).into()
    };
    let countries = names(rules, Deck::Countries).iter().enumerate();
    let countries = countries.map(|(c, name)| (name.clone(), seat(&|s| s.countries >> c & 1 == 1)));
    let labs = names(rules, Deck::Labs).iter().enumerate();
    let labs = labs.map(|(l, name)| (name.clone(), seat(&|s| s.labs >> l & 1 == 1)));
    Value::Object(countries.chain(labs).collect())
}

/// Which side of each country is up.
fn loyal(rules: &Rules, state: &State) -> Value {
    let countries = names(rules, Deck::Countries).iter().enumerate();
    let side = |(c, name): (usize, &String)| (name.clone(), (state.disloyal >> c & 1 == 0).into());
    Value::Object(countries.map(side).collect())
}
