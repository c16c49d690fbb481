//! The table in neutral terms: every card by its name, in its place.

use serde_json::{Map, Value, json};

use super::names;
use crate::games::hammers::play::{
    ACTION_PILE, CAPS, COUNTRY_PILE, Deck, HAMMERS, NONE, PROTEST_PILE, Phase, RESTORING, Rules,
    Side, State, face_of, faces,
};
use crate::rules::{Bits, Chance};

/// The word of a phase.
pub fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Turn => "turn",
        Phase::Deployed => "deployed",
        Phase::Flip => "flip",
        Phase::Restore => "restore",
        Phase::Return => "return",
        Phase::Over => "over",
    }
}

/// The complete table.
pub fn table<C: Chance>(rules: &Rules, state: &State, chance: &C) -> Value {
    let seat = |side: u8| Rules::SEATS[usize::from(side.min(1))];
    // In the end nobody decides.
    let turn = (state.phase != Phase::Over).then(|| seat(state.active));
    let queue = [state.first, 1 - state.first].map(|side| {
        let waits = state.queue >> side & 1 == 1;
        waits.then(|| seat(side))
    });
    let queue: Vec<&str> = queue.into_iter().flatten().collect();
    json!({
        "round": state.round,
        "turn": turn,
        "first": seat(state.first),
        "turns": state.turn,
        "deployed": state.deployed,
        "defcon": state.defcon,
        "phase": phase_word(state.phase),
        "owed": state.owed,
        "price": state.price,
        "crises": locations(state.crises),
        "queue": queue,
        "restoring": state.queue & RESTORING != 0,
        "resolving": state.resolving,
        "row": row(rules, state),
        "zones": zones(rules, state, chance),
        "owned": by_seat(|side| countries(rules, state, state.sides[side].countries)),
        "labs": by_seat(|side| labs(rules, &state.sides[side])),
        "protests": by_seat(|side| cards(rules, Deck::Protests, Bits(state.sides[side].protests))),
        "paired": paired(rules, state),
        "justified": justified(rules, state),
        "justifying": by_seat(|side| {
            let mine = &state.sides[side];
            json!({ "fresh": mine.fresh, "ready": mine.ready })
        }),
        "occupied": locations(state.occupied),
        "blocked": locations(state.blocked),
        "occupations": by_seat(|side| state.sides[side].occupations.into()),
    })
}

fn by_seat(value: impl Fn(usize) -> Value) -> Value {
    let each = [CAPS, HAMMERS].map(|side| (Rules::SEATS[side].to_owned(), value(side)));
    Value::Object(each.into_iter().collect())
}

fn cards(rules: &Rules, deck: Deck, set: impl IntoIterator<Item = u8>) -> Value {
    let name = |index: u8| names::name(rules, deck, index).into();
    Value::Array(set.into_iter().map(name).collect())
}

/// Places as locations, counted from 1.
fn locations(places: u8) -> Vec<u8> {
    Bits(u64::from(places)).map(|place| place + 1).collect()
}

fn row(rules: &Rules, state: &State) -> Value {
    let at = |place: usize| {
        let (deck, card) = match rules.is_lab(place) {
            true => (Deck::Labs, state.lab),
            false => (Deck::Countries, state.row[place]),
        };
        (card != NONE).then(|| names::name(rules, deck, card))
    };
    (0..rules.numbers.places).map(at).collect()
}

fn zones<C: Chance>(rules: &Rules, state: &State, chance: &C) -> Value {
    let mut zones = Map::new();
    let mut put = |zone: String, cards: Value| zones.insert(zone, cards);
    let drawn = |deck, pile, set| {
        cards(
            rules,
            deck,
            chance.order(pile, &Bits(set).collect::<Vec<u8>>()),
        )
    };
    let deck = drawn(Deck::Actions, ACTION_PILE, state.deck);
    put("deck".into(), deck);
    let discard = cards(rules, Deck::Actions, Bits(state.discard));
    put("discard".into(), discard);
    for (seat, mine) in Rules::SEATS.into_iter().zip(&state.sides) {
        let hand = cards(rules, Deck::Actions, Bits(mine.hand));
        put(format!("hand/{seat}"), hand);
    }
    for place in 0..rules.numbers.places {
        for (side, seat) in Rules::SEATS.into_iter().enumerate() {
            let laid = field(rules, state, place, side);
            put(format!("field/{}/{seat}", place + 1), laid);
        }
    }
    let countries = u64::from(state.countries);
    let countries = drawn(Deck::Countries, COUNTRY_PILE, countries);
    put("countries".into(), countries);
    if !rules.labs.is_empty() {
        let labs = cards(rules, Deck::Labs, Bits(u64::from(state.labs)));
        put("labs".into(), labs);
    }
    if !rules.protests.is_empty() {
        let protests = drawn(Deck::Protests, PROTEST_PILE, state.protests);
        put("protests".into(), protests);
    }
    if rules.justifications > 0 {
        let lying = |at: u8| {
            let of =
                (0..rules.justifications).filter(|j| state.justifications[usize::from(*j)] == at);
            cards(rules, Deck::Justifications, of)
        };
        put("justifications".into(), lying(NONE));
        for at in lying_at(rules, state) {
            put(format!("justified/{}", spot(at)), lying(at));
        }
    }
    Value::Object(zones)
}

/// Where Justification cards lie on the table, in row order.
fn lying_at(rules: &Rules, state: &State) -> Vec<u8> {
    let all = state
        .justifications
        .iter()
        .take(usize::from(rules.justifications));
    let mut at: Vec<u8> = all.copied().filter(|at| *at != NONE).collect();
    at.sort_unstable();
    at.dedup();
    at
}

/// The place and side of a Justification card as `1/caps`.
fn spot(at: u8) -> String {
    format!("{}/{}", at / 2 + 1, Rules::SEATS[usize::from(at % 2)])
}

/// The cards of a side at a place in the order of deployment, each with its number in that order of all of the side.
fn field(rules: &Rules, state: &State, place: usize, side: usize) -> Value {
    let mine = &state.sides[side];
    let card = |slot: u8| {
        let index = usize::from(slot);
        let face = faces::WORDS[usize::from(face_of(state, side, index).0)];
        let name = names::name(rules, Deck::Actions, mine.card[index]);
        json!({ "card": name, "face": face, "at": slot + 1 })
    };
    Bits(u64::from(mine.at[place])).map(card).collect()
}

fn countries(rules: &Rules, state: &State, set: u32) -> Value {
    let country = |index: u8| {
        let name = names::name(rules, Deck::Countries, index);
        json!({ "card": name, "loyal": state.disloyal >> index & 1 == 0 })
    };
    Bits(u64::from(set)).map(country).collect()
}

fn labs(rules: &Rules, mine: &Side) -> Value {
    let lab = |index: u8| {
        let name = names::name(rules, Deck::Labs, index);
        let serves = mine.lab.iter().position(|lab| *lab == index);
        match serves.map(|slot| mine.card[slot]) {
            None => json!({ "card": name }),
            Some(card) => json!({ "card": name, "with": names::name(rules, Deck::Actions, card) }),
        }
    };
    Bits(u64::from(mine.labs)).map(lab).collect()
}

fn paired(rules: &Rules, state: &State) -> Value {
    let places = (0..rules.numbers.places).filter(|place| state.paired[*place] != 0);
    let at = |place: usize| {
        let countries = countries(rules, state, state.paired[place]);
        ((place + 1).to_string(), countries)
    };
    Value::Object(places.map(at).collect())
}

fn justified(rules: &Rules, state: &State) -> Value {
    let count = |at: u8| {
        let lie = state.justifications.iter().filter(|j| **j == at).count();
        (spot(at), lie.into())
    };
    let all = lying_at(rules, state).into_iter().map(count);
    Value::Object(all.collect())
}
