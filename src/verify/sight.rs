//! What a seat sees of a table and hears of a move, in one world and in another. States and logs come in; nothing, or the first difference,
//! goes out. Called by [`super::information_leak`].

use std::collections::BTreeMap;

use crate::rules::{CardId, CardShift, Event, Facing, FactId, Outcome, Seat, ZoneId};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table, View};

/// What a seat sees of a state, and what it may do.
pub(super) struct Sight {
    seat: Seat,
    view: View,
    turn: Option<Seat>,
    end: Option<Outcome>,
    /// Its legal moves, sorted; none when another seat decides.
    moves: Vec<Move>,
}

impl Sight {
    pub fn of<S: CardSet>(game: &Rules<S>, state: &Table<S>, seat: Seat) -> Self {
        let mut sight = Sight::of_table(game, state, seat);
        if sight.turn == Some(seat) {
            sight.moves = game.legal_moves(state);
        }
        sight
    }

    /// Without its moves.
    pub fn of_table<S: CardSet>(game: &Rules<S>, state: &Table<S>, seat: Seat) -> Self {
        Sight {
            seat,
            view: game.view(state, seat),
            turn: game.turn(state),
            end: game.outcome(state),
            moves: Vec::new(),
        }
    }

    /// The view and the choices of the seat are the same in another world.
    pub fn keeps<S: CardSet>(
        &self,
        game: &Rules<S>,
        state: &Table<S>,
        world: &Table<S>,
    ) -> Result<(), String> {
        let name = game.names.seat(self.seat);
        let there = if self.moves.is_empty() {
            Sight::of_table(game, world, self.seat)
        } else {
            Sight::of(game, world, self.seat)
        };
        if self.turn != there.turn {
            return Err(format!("whose turn it is changes with what {name} cannot see"));
        }
        if self.view != there.view {
            let what = game.view_difference(&self.view, &there.view);
            return Err(format!("{what} changes with what {name} cannot see"));
        }
        // What counts in the end is shown then.
        let scores = |end: &Option<Outcome>| end.as_ref().map(|end| end.scores.clone());
        let is_shown = scores(&self.end) != scores(&there.end);
        if !is_shown && (self.end != there.end || game.ended_by(state) != game.ended_by(world)) {
            return Err(format!("the result of the game changes with what {name} cannot see"));
        }
        if self.moves != there.moves {
            let lost = self.moves.iter().find(|mv| !there.moves.contains(mv));
            let found = there.moves.iter().find(|mv| !self.moves.contains(mv));
            let lost = lost.map(|mv| game.write(state, *mv));
            let which = lost.or_else(|| found.map(|mv| game.write(world, *mv)));
            return Err(format!(
                "whether `{}` is legal changes with what {name} cannot see",
                which.unwrap_or_default()
            ));
        }
        let mut moves = self.moves.iter();
        match moves.find(|mv| !game.is_written_alike(state, world, **mv)) {
            Some(mv) => {
                let [here, there] = [state, world].map(|state| game.write(state, *mv));
                Err(format!(
                    "a move of {name} is written `{here}` or `{there}`, by what it cannot see"
                ))
            }
            None => Ok(()),
        }
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
