//! Holds the states of a small game against each other that a seat cannot tell apart. All states after so many decisions come in; the first
//! difference that the rules never showed goes out. Called by [`super::exhaust`].

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::information_leak::{Check, leak, told};
use crate::rules::{Branches, Breach, Event, Seat, Shown};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// What a seat observes after a move, by hash, and a branch of chance in which it does.
type Observed = BTreeMap<u64, usize>;

/// By how a move looks to the seat and what it shows it: the first such move, and all that may be observed after it.
type After<S> = HashMap<(u64, u64), (Table<S>, Move, Observed)>;

/// Something that a seat learns and may not: in which of the states, after which move, and what it is.
pub struct Told {
    pub state: usize,
    pub mv: Option<Move>,
    pub breach: Breach,
}

/// Holds all states against each other that look the same to a seat: what it may do in them, and what it may observe after any move that
/// looks the same to it.
///
/// # Errors
/// The first difference.
pub fn hold_alike<S: CardSet>(game: &Rules<S>, states: &[Table<S>]) -> Result<(), Told> {
    for seat in game.seats() {
        let mut classes: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (at, state) in states.iter().enumerate() {
            let looks = hashed(|hash| (game.view(state, seat), game.turn(state)).hash(hash));
            classes.entry(looks).or_default().push(at);
        }
        for class in classes.into_values().filter(|class| class.len() > 1) {
            let first = &states[class[0]];
            let own = game.turn(first) == Some(seat);
            let there = game.legal_moves(first);
            let mut after: After<S> = HashMap::new();
            for at in class {
                let state = &states[at];
                let moves = game.legal_moves(state);
                let odd = |mv: &&Move| !there.contains(mv) || !moves.contains(mv);
                let odd = there.iter().chain(&moves).find(odd).filter(|_| own);
                if let Some(mv) = odd {
                    let of = if moves.contains(mv) { state } else { first };
                    let says = format!(
                        "whether `{}` is legal changes with what {} cannot see",
                        game.write(of, *mv),
                        game.names.seat(seat)
                    );
                    return Err(Told { state: at, mv: None, breach: leak(says) });
                }
                for mv in moves {
                    hold(game, &mut after, state, mv, seat).map_err(|breach| Told {
                        state: at,
                        mv: Some(mv),
                        breach,
                    })?;
                }
            }
        }
    }
    Ok(())
}

/// Holds what may come of a move against what may come of one that looks the same to the seat.
fn hold<S: CardSet>(
    game: &Rules<S>,
    after: &mut After<S>,
    state: &Table<S>,
    mv: Move,
    seat: Seat,
) -> Result<(), Breach> {
    let check = Check { game, seat, before: Some(*state) };
    let looks = hashed(|hash| match game.turn(state) {
        Some(turn) if turn == seat => mv.hash(hash),
        _ => game.looks(state, mv, seat, hash),
    });
    let mut found: BTreeMap<u64, Observed> = BTreeMap::new();
    let mut chance = Branches::default();
    for branch in 0.. {
        let played = check.play(Some((*state, mv)), chance.clone());
        let end = game.outcome(&played.state);
        if game.turn(&played.state).is_some() || end.is_some() {
            let in_order: Vec<Shown> = played.log.iter().filter_map(|e| check.shows(e)).collect();
            let scores = end.as_ref().map(|end| format!("{:?}", end.scores));
            let shown = hashed(|hash| (in_order, &played.shown, scores).hash(hash));
            let read = |event: &Event| game.reads(seat, event);
            let log: Vec<(Event, bool)> = played.log.iter().map(read).collect();
            let view = game.view(&played.state, seat);
            let end = end.map(|end| (end.winners, end.by, game.ended_by(&played.state)));
            let turn = game.turn(&played.state);
            let observed = hashed(|hash| (log, view, turn, end).hash(hash));
            found.entry(shown).or_default().entry(observed).or_insert(branch);
        }
        chance = played.chance;
        if !chance.advance() {
            break;
        }
    }
    for (shown, observed) in found {
        let (first, other, known) =
            after.entry((looks, shown)).or_insert_with(|| (*state, mv, observed.clone()));
        let lacks = |one: &Observed, two: &Observed| {
            let mut of = two.iter();
            of.find(|(seen, _)| !one.contains_key(seen)).map(|(_, branch)| *branch)
        };
        let any = |of: &Observed| of.values().next().copied().unwrap_or(0);
        let branches = match (lacks(known, &observed), lacks(&observed, known)) {
            (Some(here), _) => [any(known), here],
            (None, Some(there)) => [there, any(&observed)],
            (None, None) => continue,
        };
        let play = |(state, mv): (Table<S>, Move), branch: usize| {
            let happens = |chance: &mut Branches| {
                let mut after = state;
                game.apply(&mut after, mv, chance, &mut crate::rules::NoListener);
            };
            let check = Check { before: Some(state), ..check };
            check.play(Some((state, mv)), Branches::before(branch, happens))
        };
        let one = play((*first, *other), branches[0]);
        let two = play((*state, mv), branches[1]);
        let found = check.compare(&one, &two).err().unwrap_or_else(|| {
            let name = game.names.seat(seat);
            leak(format!("what {name} reads changes with what it cannot see"))
        });
        return Err(told(&format!("after `{}`", game.write(first, *other)))(found));
    }
    Ok(())
}

fn hashed(put: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hash = DefaultHasher::new();
    put(&mut hash);
    hash.finish()
}
