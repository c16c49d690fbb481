//! For tests: the shipped game, ready to be played.

use serde_json::{Value, json};

use super::play::{Rules, State};
use super::testing::{edited, pack, told};
use crate::rules::{Dice, Event, Game, Notation, Refusal, Variant};

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

/// A table set up by name.
pub fn set(rules: &Rules, table: Value) -> State {
    match rules.stage(&table) {
        Ok(staged) => staged.state,
        Err(misfits) => panic!("{misfits:#?}"),
    }
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

/// Plays moves in their text form, each legal; what happened, as lines.
pub fn play(rules: &Rules, state: &mut State, moves: &[&str]) -> Vec<String> {
    let mut log: Vec<Event> = Vec::new();
    for text in moves {
        let mv = rules.read(state, text).unwrap();
        let refused = rules.play(state, mv, &mut Dice::new(0), &mut log);
        assert_eq!(refused, Ok(()), "{text}");
    }
    log.iter().map(|event| rules.names.tell(event)).collect()
}

/// Why a move is refused, as the refusal's word; it must be no legal move then, and change nothing.
pub fn refused(rules: &Rules, state: &State, text: &str) -> &'static str {
    let mv = rules.read(state, text).unwrap();
    assert!(!rules.legal_moves(state).contains(&mv), "{text} is legal");
    let mut after = *state;
    let Err(Refusal { word, .. }) = rules.play(&mut after, mv, &mut Dice::new(0), &mut Vec::new())
    else {
        panic!("{text} is not refused");
    };
    assert_eq!(after, *state);
    word
}

/// Capers at a location, written `1/cream`.
pub fn capers(rules: &Rules, state: &State, at: &str) -> u64 {
    rules.standings(state)["capers"][at].as_u64().unwrap()
}
