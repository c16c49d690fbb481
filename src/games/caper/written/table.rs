//! The table in neutral terms: every card by its name, in its place.

use serde_json::{Map, Value, json};

use super::names::{self, kind_word, phase_word};
use crate::games::caper::play::{
    CREAM, Deck, GEAR_PILE, HEIGHT, Kind, LOCATION_PILE, MINT, NONE, Phase, Rules, State,
    THIEF_PILE, THIEVES, Table, faces, level_bit,
};
use crate::rules::{Bits, Chance};

/// The complete table.
pub fn table<C: Chance>(rules: &Rules, state: &State, chance: &C) -> Value {
    // In the end nobody decides.
    let turn = (state.phase != Phase::Over).then(|| names::seat(rules, state.active.into()));
    let first = rules.round(state.round).first;
    let acting = (state.acting != NONE).then(|| names::acting(rules, state.acting));
    let mut table = json!({
        "round": state.round,
        "turn": turn,
        "first": names::seat(rules, first.into()),
        "turns": state.turn,
        "phase": phase_word(state.phase),
        "played": state.played,
        "acting": acting,
        "flips": state.flips,
        "recovers": state.recovers,
        "coins": {
            "supply": state.supply,
            "cream": state.crews[CREAM].coins,
            "mint": state.crews[MINT].coins,
        },
        "row": row(rules, state),
        "zones": zones(rules, state, chance),
    });
    if rules.table == Table::Snitch {
        table["snitch-deck"] = state.snitch_deck.into();
    }
    table["known"] = by_seat(rules, |seat| hand(rules, state, state.known[seat]));
    table
}

fn by_seat(rules: &Rules, value: impl Fn(usize) -> Value) -> Value {
    let seats = rules.names.seats.iter().enumerate();
    Value::Object(
        seats
            .map(|(seat, word)| (word.clone(), value(seat)))
            .collect(),
    )
}

fn cards(rules: &Rules, deck: Deck, set: impl IntoIterator<Item = u8>) -> Value {
    let name = |index: u8| names::name(rules, deck, index).into();
    Value::Array(set.into_iter().map(name).collect())
}

/// Cards of the round's kind.
fn hand(rules: &Rules, state: &State, set: u64) -> Value {
    let deck = Deck::from(rules.round(state.round).kind);
    cards(rules, deck, Bits(set))
}

fn row(rules: &Rules, state: &State) -> Value {
    let at = |location: &u8| {
        let lies = *location != NONE;
        lies.then(|| names::name(rules, Deck::Locations, *location))
    };
    state
        .row
        .iter()
        .take(rules.numbers.places)
        .map(at)
        .collect()
}

fn zones<C: Chance>(rules: &Rules, state: &State, chance: &C) -> Value {
    let mut zones = Map::new();
    for (zone, deck, pile, set) in [
        (
            kind_word(Kind::Thieves),
            Deck::Thieves,
            THIEF_PILE,
            state.thieves,
        ),
        (kind_word(Kind::Gear), Deck::Gear, GEAR_PILE, state.gear),
        ("locations", Deck::Locations, LOCATION_PILE, state.locations),
    ] {
        zones.insert(
            zone.to_owned(),
            cards(
                rules,
                deck,
                chance.order(pile, &Bits(set).collect::<Vec<u8>>()),
            ),
        );
    }
    for (seat, word) in rules.names.seats.iter().enumerate() {
        let hand = hand(rules, state, state.hands[seat]);
        zones.insert(format!("hand/{word}"), hand);
    }
    for place in 0..rules.numbers.places {
        for (side, word) in Rules::SIDES.into_iter().enumerate() {
            let stacks = field(rules, state, place, side);
            zones.insert(format!("field/{}/{word}", place + 1), stacks);
        }
    }
    for (side, word) in Rules::SIDES.into_iter().enumerate() {
        let crew = &state.crews[side];
        let thieves = Bits(crew.thieves).map(|card| names::name(rules, Deck::Thieves, card));
        let gear = Bits(crew.gear).map(|card| names::name(rules, Deck::Gear, card));
        let discards: Value = thieves.chain(gear).collect();
        zones.insert(format!("discard/{word}"), discards);
    }
    Value::Object(zones)
}

/// The stacks of a side at a place, each from the bottom.
fn field(rules: &Rules, state: &State, place: usize, side: usize) -> Value {
    let crew = &state.crews[side];
    let mut laid = Vec::new();
    for stack in place * THIEVES..(place + 1) * THIEVES {
        for level in 0..crew.height(stack).min(HEIGHT) {
            let [thief, card] = [0, level].map(|level| crew.stacks[stack][level]);
            let thief = names::name(rules, Deck::Thieves, thief);
            let mut value = match level {
                0 => json!({ "card": thief }),
                _ => json!({ "card": names::name(rules, Deck::Gear, card), "on": thief }),
            };
            if crew.flipped & level_bit(stack, level) != 0 {
                value["face"] = rules.names.face(faces::FLIPPED).into();
            }
            laid.push(value);
        }
    }
    laid.into()
}
