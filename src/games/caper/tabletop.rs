//! For tests: the shipped game, ready to be played.

use serde_json::{Value, json};

use super::play::{Rules, State};
use super::testing::{edited, pack, told};
use crate::rules::{Game, Notation, Variant};

pub use crate::games::trying::{play, refused, set};

/// What was agreed on: a city, and how many play.
pub fn variant(city: &str, players: &str) -> Variant {
    let choices = [("city", city), ("players", players)];
    Variant {
        choices: choices
            .map(|(axis, value)| (axis.to_owned(), value.to_owned()))
            .into(),
    }
}

/// The rules of the shipped game.
pub fn rules(city: &str, players: &str) -> Rules {
    let pack = pack();
    match Rules::compile(&pack.game, &pack.decks, &variant(city, players)) {
        Ok(rules) => rules,
        Err(faults) => panic!("{:?}", told(&faults)),
    }
}

/// The rules for two in Paris, with the abilities of cards replaced: `(deck, card, lines)`.
pub fn rules_with(cards: &[(&str, &str, &str)]) -> Rules {
    match compiled(cards, &[], &variant("paris", "2")) {
        Ok(rules) => rules,
        Err(told) => panic!("{told:?}"),
    }
}

/// The rules after edits of cards and of files, as [`edited`] makes them; or what is told about them.
pub fn compiled(
    cards: &[(&str, &str, &str)],
    parts: &[(&str, &str, &str)],
    variant: &Variant,
) -> Result<Rules, Vec<String>> {
    let pack = edited(cards, parts).map_err(|faults| told(&faults))?;
    Rules::compile(&pack.game, &pack.decks, variant).map_err(|faults| told(&faults))
}

/// Mint is to play Plasma Cutter in a round of gear, and has The Dame at location 1. `more` are keys of the table,
/// `zones` further zones.
pub fn gear_round(rules: &Rules, more: Value, zones: Value) -> State {
    let mut table = json!({"round": 2, "zones": {
        "hand/mint": ["plasma-cutter", "bearer-bonds"], "hand/cream": ["floor-plan", "rope-ladder"],
        "field/1/mint": ["the-dame"],
    }});
    let entries = |value: Value| value.as_object().cloned().unwrap_or_default();
    for (key, value) in entries(more) {
        table[key] = value;
    }
    for (zone, cards) in entries(zones) {
        table["zones"][zone] = cards;
    }
    set(rules, table)
}

/// The end of a game with these cards of Cream and of Mint at location 1.
pub fn end(rules: &Rules, location: &str, [cream, mint]: [Value; 2]) -> State {
    let zones = json!({"field/1/cream": cream, "field/1/mint": mint});
    set(
        rules,
        json!({"phase": "over", "row": [location], "zones": zones}),
    )
}

/// Points of Cream: of locations, thieves, gear and goods.
pub fn points(rules: &Rules, state: &State) -> [i32; 4] {
    let outcome = rules.outcome(state).unwrap();
    let parts = &outcome.scores[0].parts;
    let names: Vec<&str> = parts.iter().map(|part| part.what).collect();
    assert_eq!(names, ["locations", "thieves", "gear", "goods"]);
    std::array::from_fn(|part| parts[part].points)
}

/// Legal moves, as text.
pub fn legal(rules: &Rules, state: &State) -> Vec<String> {
    let moves = rules.legal_moves(state).into_iter();
    moves.map(|mv| rules.write(state, mv)).collect()
}

/// Capers at a location, written `1/cream`.
pub fn capers(rules: &Rules, state: &State, at: &str) -> u64 {
    rules.standings(state)["capers"][at].as_u64().unwrap()
}
