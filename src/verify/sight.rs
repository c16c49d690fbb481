//! What a seat sees of a table and hears of a move, in one world and in another. States and logs come in; nothing, or the first difference,
//! goes out.

use std::collections::BTreeMap;

use crate::rules::{CardId, CardShift, Event, Facing, FactId, Seat, ZoneId};
use crate::script::Rules;
use crate::table::{CardSet, Table};

/// What a seat sees of a state is the same in another world; with `moves` also what it may do, where it decides.
pub(super) fn looks_alike<S: CardSet>(
    game: &Rules<S>,
    tables: [&Table<S>; 2],
    seat: Seat,
    moves: bool,
) -> Result<(), String> {
    let name = game.names.seat(seat);
    let turns = tables.map(|table| game.turn(table));
    if turns[0] != turns[1] {
        return Err(format!("whose turn it is changes with what {name} cannot see"));
    }
    let [here, there] = tables.map(|table| game.view(table, seat));
    if here != there {
        let what = game.view_difference(&here, &there);
        return Err(format!("{what} changes with what {name} cannot see"));
    }
    let ends = tables.map(|table| (game.outcome(table), game.ended_by(table)));
    // What counts in the end is shown then.
    let [here, there] = [&ends[0], &ends[1]].map(|(end, _)| end.as_ref().map(|end| &end.scores));
    if here == there && ends[0] != ends[1] {
        return Err(format!("the result of the game changes with what {name} cannot see"));
    }
    if !moves || turns[0] != Some(seat) {
        return Ok(());
    }
    let [here, there] = tables.map(|table| game.legal_moves(table));
    if here.is_empty() {
        return Ok(());
    }
    let [state, world] = tables;
    if here != there {
        let lost = here.iter().find(|mv| !there.contains(mv)).map(|mv| game.write(state, *mv));
        let found = there.iter().find(|mv| !here.contains(mv));
        let which = lost.or_else(|| Some(game.write(world, *found?))).unwrap_or_default();
        return Err(format!("whether `{which}` is legal changes with what {name} cannot see"));
    }
    match here.iter().find(|mv| !game.is_written_alike(state, world, **mv)) {
        Some(mv) => {
            let [here, there] = tables.map(|table| game.write(table, *mv));
            Err(format!("a move of {name} is written `{here}` or `{there}`, by what it cannot see"))
        }
        None => Ok(()),
    }
}

/// The first event that reads differently to the seat in the second log.
pub(super) fn first_difference<S: CardSet>(
    game: &Rules<S>,
    one: &[Event],
    two: &[Event],
    seat: Seat,
) -> Option<usize> {
    let read = |log: &[Event], at: usize| log.get(at).map(|event| game.reads(seat, event));
    (0..one.len().max(two.len())).find(|at| read(one, *at) != read(two, *at))
}

/// The fact that an event of a log tells, and whom.
pub(super) fn fact_at(log: &[Event], at: usize) -> Option<(FactId, u8)> {
    match log.get(at)? {
        Event::Told { fact, to, .. } => Some((*fact, *to)),
        _ => None,
    }
}

pub(super) fn differing<S: CardSet>(
    game: &Rules<S>,
    one: &[Event],
    two: &[Event],
    at: usize,
    seat: Seat,
) -> String {
    let tell = |log: &[Event]| {
        let event = log.get(at).map(|event| game.reads(seat, event).0);
        event.map_or("nothing".to_owned(), |event| game.names.describe_event(&event))
    };
    format!(
        "{} reads `{}` or `{}`, by what it cannot see",
        game.names.seat(seat),
        tell(one),
        tell(two)
    )
}

/// What the log shows to the seat and lies there still is no hidden card: it stays where it is in every world.
pub(super) fn shown_stays<S: CardSet>(
    game: &Rules<S>,
    log: &[Event],
    world: &Table<S>,
    seat: Seat,
) -> Result<(), String> {
    let mut shown: BTreeMap<CardId, (ZoneId, Facing)> = BTreeMap::new();
    for event in log {
        if let Some(CardShift { card, to, face, .. }) = event.shift() {
            shown.insert(card, (to, face));
        } else if let Event::Shuffled { from, .. } = event {
            shown.retain(|_, (zone, _)| zone != from);
        }
    }
    shown.retain(|_, (zone, face)| game.sees(seat, *zone, *face));
    let names = &game.names;
    for (card, zone) in game.census(world) {
        if let Some((at, face)) = shown.get(&card).filter(|(at, _)| *at != zone) {
            return Err(format!(
                "the log shows {} that {} lies {} at {}, but it is hidden",
                names.seat(seat),
                names.card(card),
                names.face(*face),
                names.zone(*at)
            ));
        }
    }
    Ok(())
}
