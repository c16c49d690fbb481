//! A script: the deal and the moves of a game as planned, and what to play instead where a planned move is illegal.
//! `search` makes it from a failure; `edits` changes it; `run` plays it.

use crate::rules::{CardId, Event, NoListener, Pile, ScriptedChance, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// Deal and moves of a game. Any script can be run, so that any edit of one is a game: see `super::run`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playthrough {
    /// The cards to come of each pile, as [`ScriptedChance`] has them.
    pub piles: Vec<Vec<u8>>,
    /// Deals what the piles do not name.
    pub seed: u64,
    pub moves: Vec<Planned>,
}

/// A move that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub seat: Seat,
    pub mv: Move,
    /// What it did to cards where it was made last, without what chance dealt: a move may name its target by a number
    /// that means another card elsewhere. Empty: whatever it does is meant.
    pub does: Vec<Event>,
}

/// The card that an event of a move moves or turns.
pub fn handled(event: &Event) -> Option<CardId> {
    match event {
        Event::Moved { card, drawn: false, .. } | Event::Turned { card, .. } => Some(*card),
        _ => None,
    }
}

impl Playthrough {
    pub fn chance(&self) -> ScriptedChance {
        ScriptedChance::new(self.piles.clone(), self.seed)
    }
}

/// Cards as piles, in the order in which they were dealt.
pub fn piles(cards: impl IntoIterator<Item = (Pile, u8)>) -> Vec<Vec<u8>> {
    let mut piles: Vec<Vec<u8>> = Vec::new();
    for (pile, card) in cards {
        if piles.len() <= pile {
            piles.resize(pile + 1, Vec::new());
        }
        piles[pile].push(card);
    }
    piles
}

/// How gaps of a script are filled: with the first or the last of the moves that have the same verb. Both are tried,
/// since a card that is needed elsewhere may be in the way at the first place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filler {
    First,
    Last,
}

impl Filler {
    pub const ALL: [Filler; 2] = [Filler::First, Filler::Last];
}

/// Fixes a script where a planned move does not fit the state.
pub struct Mender<'a, S: CardSet> {
    pub game: &'a Rules<S>,
    pub filler: Filler,
}

impl<S: CardSet> Mender<'_, S> {
    /// Most moves that are put in before a move to make it legal: the other's turn and a choice or two.
    const DEEPEST: usize = 4;

    /// The moves to make for a planned one: the legal one that does the same; else itself if it is legal; else one of the
    /// same verb at the same place (another card is deployed there); else itself after as few moves as make it legal; or
    /// none, and it is skipped.
    pub fn mend(
        &self,
        state: &Table<S>,
        chance: &ScriptedChance,
        planned: &Planned,
        spent: &mut u64,
    ) -> Vec<Move> {
        let Planned { seat, mv, .. } = *planned;
        let here = self.game.turn(state) == Some(seat);
        if here && let Some(same) = self.same(state, chance, planned) {
            return vec![same];
        }
        if self.allows(state, seat, mv) {
            return vec![mv];
        }
        if here && let Some(other) = self.alike(state, mv) {
            return vec![other];
        }
        for depth in 1..=Self::DEEPEST {
            let mut path = Vec::new();
            if self.reach(state, chance, planned, depth, &mut path, spent) {
                return path;
            }
        }
        Vec::new()
    }

    /// The legal move that does what the planned one did, or at least does it to the same cards.
    fn same(&self, state: &Table<S>, chance: &ScriptedChance, planned: &Planned) -> Option<Move> {
        if planned.does.is_empty() {
            return None;
        }
        let (wanted, legal) = (self.game.sort(planned.mv), self.game.legal(state));
        let mut same_cards = None;
        for index in 0..legal.len() {
            let mv = legal.get(index);
            let sort = self.game.sort(mv);
            if (sort.verb, sort.row) != (wanted.verb, wanted.row) {
                continue;
            }
            let (mut next, mut log) = (*state, Vec::new());
            self.game.apply(&mut next, mv, &mut chance.clone(), &mut log);
            log.retain(|event| handled(event).is_some());
            if log == planned.does {
                return Some(mv);
            }
            let cards = |log: &[Event]| log.iter().filter_map(handled).collect::<Vec<_>>();
            if cards(&log) == cards(&planned.does) {
                // The planned move itself comes before others.
                let first = same_cards.is_none() || mv == planned.mv;
                same_cards = if first { Some(mv) } else { same_cards };
            }
        }
        same_cards
    }

    fn allows(&self, state: &Table<S>, seat: Seat, mv: Move) -> bool {
        if self.game.turn(state) != Some(seat) {
            return false;
        }
        let legal = self.game.legal(state);
        (0..legal.len()).any(|index| legal.get(index) == mv)
    }

    /// A legal move with the same verb at the same place.
    fn alike(&self, state: &Table<S>, mv: Move) -> Option<Move> {
        let wanted = self.game.sort(mv);
        wanted.place?;
        self.game.legal_moves(state).into_iter().find(|other| {
            let sort = self.game.sort(*other);
            (sort.verb, sort.place) == (wanted.verb, wanted.place)
        })
    }

    /// Looks for `depth` moves after which the planned one can be made, and adds it. Of each verb one move is tried.
    fn reach(
        &self,
        state: &Table<S>,
        chance: &ScriptedChance,
        planned: &Planned,
        depth: usize,
        path: &mut Vec<Move>,
        spent: &mut u64,
    ) -> bool {
        if depth == 0 {
            let here = self.game.turn(state) == Some(planned.seat);
            let same = here.then(|| self.same(state, chance, planned)).flatten();
            let own = || self.allows(state, planned.seat, planned.mv).then_some(planned.mv);
            let last = same.or_else(own);
            path.extend(last);
            return last.is_some();
        }
        for filling in self.fillings(state) {
            let (mut next, mut chance) = (*state, chance.clone());
            self.game.apply(&mut next, filling, &mut chance, &mut NoListener);
            *spent += 1;
            path.push(filling);
            if self.reach(&next, &chance, planned, depth - 1, path, spent) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// One legal move of each verb.
    fn fillings(&self, state: &Table<S>) -> Vec<Move> {
        let mut moves = self.game.legal_moves(state);
        if self.filler == Filler::Last {
            moves.reverse();
        }
        let mut verbs = 0u32;
        moves.retain(|mv| {
            let verb = 1 << self.game.sort(*mv).verb;
            let new = verbs & verb == 0;
            verbs |= verb;
            new
        });
        moves
    }
}
