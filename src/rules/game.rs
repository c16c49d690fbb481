//! The trait of games, and what follows from it: moves come in; states, refusals and outcomes go out. `script::game`
//! implements it for games in `game.toml`; everything in `verify` plays through it.

use std::fmt::Debug;
use std::hash::Hash;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{CardId, Chance, Counter, Event, Facing, Log, Names, Note, Pile, Seat, ZoneId};
use crate::source::Span;

/// Why a move is not legal: a short stable word (`cannot-pay`), the clause, and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub word: &'static str,
    /// The clauses, of each edition that has one: "CH1-R9, CH2-R5".
    pub clause: &'static str,
    pub says: &'static str,
}

impl Refusal {
    /// The sentence, with the word and the clause where it has one: `the card costs more than you have (too-dear, R4)`.
    pub fn describe(&self) -> String {
        let mut of = vec![self.word, self.clause];
        of.retain(|part| !part.is_empty());
        format!("{} ({})", self.says, of.join(", "))
    }
}

/// What a move is like, for players with preferences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveFeatures {
    /// The verb, 0 to 15.
    pub verb: u8,
    /// The row of the card that is played, 0 to 63.
    pub row: Option<u8>,
    /// The place that it goes to, 0 to 15.
    pub place: Option<u8>,
}

/// What a player that searches maximises, as `[table.end]` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// To win; points only decide between moves that win about as often.
    #[default]
    Wins,
    /// Its own score, whoever wins.
    Points,
    /// Its own part of the sum of all scores.
    Share,
}

impl Aim {
    /// What is counted, in the plural.
    pub fn unit(self) -> &'static str {
        match self {
            Aim::Wins => "wins",
            Aim::Points => "points",
            Aim::Share => "share",
        }
    }
}

/// The legal moves of one state as masks: counted and picked from without a list.
pub trait Legal<M> {
    /// How many there are.
    fn len(&self) -> u32;

    /// The move number `index`, less than [`Legal::len`].
    fn get(&self, index: u32) -> M;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A game: rules made from one folder of card data.
pub trait Game: Sync {
    /// Plain data; equal states play the same.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    type Move: Copy + Ord + Hash + Debug + Send + Sync;
    type Legal: Legal<Self::Move>;
    /// What one seat may know; owns its data.
    type View: Clone + Eq + Hash + Debug;

    fn names(&self) -> &Names;

    /// The table at the first decision.
    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Self::State;

    /// Who decides now; `None` when the game is over.
    fn turn(&self, state: &Self::State) -> Option<Seat>;

    /// Legal moves as masks.
    fn legal(&self, state: &Self::State) -> Self::Legal;

    /// Why a move is not legal, asked of the rules one move at a time; `None` for a legal one. Any move may be
    /// passed in, even one that makes no sense.
    fn refusal(&self, state: &Self::State, mv: Self::Move) -> Option<Refusal>;

    /// Carries out a legal move, and all that follows without a decision. Trusts that it is legal.
    fn apply<C: Chance, L: Log>(
        &self,
        state: &mut Self::State,
        mv: Self::Move,
        chance: &mut C,
        log: &mut L,
    );

    /// The end; `None` before it.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// What would come of it if the game were over now; `None` where nobody can say.
    fn outcome_now(&self, state: &Self::State) -> Option<Outcome> {
        self.outcome(state)
    }

    /// The note with which the game ended, if it says one: no event tells it.
    fn ended_by(&self, _: &Self::State) -> Option<Note> {
        None
    }

    /// Whether others decide at the same time as the seat whose turn it is, and nobody sees the answers of the others before all
    /// are in.
    fn is_at_once(&self, _: &Self::State) -> bool {
        false
    }

    /// Who is still to answer at the same time, each with the table as if it were to answer first; none where one seat decides alone.
    fn asked_at_once(&self, _: &Self::State) -> Vec<(Seat, Self::State)> {
        Vec::new()
    }

    /// The first seat of a seat's team; itself without a team.
    fn head(&self, seat: Seat) -> Seat {
        seat
    }

    /// Whether no seat can win without all others.
    fn plays_together(&self) -> bool {
        false
    }

    /// Whether the highest score comes first in the end, or the lowest; `None` where scores rank nobody.
    fn highest_first(&self) -> Option<bool> {
        None
    }

    /// What players play for.
    fn aim(&self) -> Aim {
        Aim::Wins
    }

    /// Why the game cannot go on from here, where more can be said than that no move is legal.
    fn trouble(&self, _: &Self::State) -> Option<(String, Option<Span>)> {
        None
    }

    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// Whether `seat` knows which card lies in `zone` with `face`.
    fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool;

    /// Whether `seat` knows what a counter holds, and hears when it changes.
    fn sees_counter(&self, _: Seat, _: Counter) -> bool {
        true
    }

    /// Whether something can be hidden from a seat: cards of a zone, if only while they lie one way up, or a counter. Copies of one card
    /// hide nothing.
    fn hides(&self) -> bool {
        let names = self.names();
        let mut cards = names.cards.iter().map(|name| name.split('#').next());
        let first = cards.next();
        let are_alike = cards.all(|card| Some(card) == first);
        let zones = (0..names.zones.len()).map(|zone| ZoneId(zone as u8));
        let ways = || (0..names.faces.len()).map(|face| Facing(face as u8));
        let mut lying = zones.flat_map(|zone| ways().map(move |face| (zone, face)));
        let mut counters = (0..names.counters.len()).map(|counter| Counter(counter as u8));
        let all = |sees: &dyn Fn(Seat) -> bool| self.seats().all(sees);
        !are_alike && lying.any(|(zone, face)| !all(&|seat| self.sees(seat, zone, face)))
            || counters.any(|counter| !all(&|seat| self.sees_counter(seat, counter)))
    }

    /// Every card of the game with its zone, in the order of the cards.
    fn census(&self, state: &Self::State) -> Vec<(CardId, ZoneId)>;

    /// The cards that count for a seat as the table is now, in the order of the cards: what it has placed, what it has won.
    fn holders(&self, state: &Self::State) -> Vec<(CardId, Seat)>;

    /// The card that chance deals from `pile` under the number `card`; `None` when there is none.
    fn dealt(&self, pile: Pile, card: u8) -> Option<CardId>;

    fn sort(&self, mv: Self::Move) -> MoveFeatures;

    /// The cards that a move names, by themselves or by where they lie in `state`, in the order of its words.
    fn named_cards(&self, _state: &Self::State, _: Self::Move) -> SmallVec<[CardId; 3]> {
        SmallVec::new()
    }

    /// The seat that a zone belongs to.
    fn owner(&self, _: ZoneId) -> Option<Seat> {
        None
    }

    /// No game has more decisions.
    fn longest(&self) -> u32;

    // ------------------------------------------------------------------------------------------------ provided

    /// Where the cards of `pile` lie; `None` for what is no pile of cards, such as dice.
    fn pile_zone(&self, _: Pile) -> Option<ZoneId> {
        None
    }

    /// Script steps that the rules took on this thread so far: a measure of what playing costs. 0 for rules in Rust.
    fn steps(&self) -> u64 {
        0
    }

    /// Limits the script steps that the rules may take on this thread from now on; beyond that a fault ends the game.
    fn allow(&self, _steps: u64) {}

    fn seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.names().seats.len() as u8).map(Seat)
    }

    /// Legal moves as a list, sorted.
    fn legal_moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let legal = self.legal(state);
        let mut moves: Vec<_> = (0..legal.len()).map(|i| legal.get(i)).collect();
        moves.sort();
        moves
    }

    /// Checks a move, then carries it out. A refused move changes nothing.
    ///
    /// # Errors
    /// Why it is not legal.
    fn play<C: Chance, L: Log>(
        &self,
        state: &mut Self::State,
        mv: Self::Move,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), Refusal> {
        if let Some(refusal) = self.refusal(state, mv) {
            return Err(refusal);
        }
        self.apply(state, mv, chance, log);
        Ok(())
    }

    /// Whether `seat` hears of an event at all.
    fn hears(&self, seat: Seat, event: &Event) -> bool {
        match event {
            Event::Counted { counter, .. } => self.sees_counter(seat, *counter),
            Event::Told { to, .. } => to >> seat.0 & 1 == 1,
            Event::Rolled { .. } => false,
            _ => true,
        }
    }

    /// The event as `seat` may read it, and whether it knows the card: one that it sees neither before nor after is [`CardId`] 65,535.
    fn reads(&self, seat: Seat, event: &Event) -> (Event, bool) {
        let hidden = CardId(u16::MAX);
        let mut event = *event;
        let known = match &mut event {
            Event::Moved { card, from, to, was, face }
            | Event::Drawn { card, from, to, was, face } => {
                let known = self.sees(seat, *to, *face) || self.sees(seat, *from, *was);
                if !known {
                    *card = hidden;
                }
                known
            }
            Event::Turned { card, at, was, face } => {
                let known = self.sees(seat, *at, *face) || self.sees(seat, *at, *was);
                if !known {
                    *card = hidden;
                }
                known
            }
            Event::Told { card: Some((card, at, face, _)), .. } => {
                let known = self.sees(seat, *at, *face);
                if !known {
                    *card = hidden;
                }
                known
            }
            Event::Counted { .. }
            | Event::Shuffled { .. }
            | Event::Noted { .. }
            | Event::Told { .. }
            | Event::Rolled { .. } => true,
        };
        (event, known)
    }
}

/// One part of a score: "countries" 14, "regions" 3, "protests" -4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScorePart {
    pub what: &'static str,
    pub points: i32,
}

/// What one seat has in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    pub parts: Vec<ScorePart>,
    /// The sum of the parts.
    pub total: i32,
}

impl Score {
    pub fn new(parts: Vec<ScorePart>) -> Self {
        Score { total: parts.iter().map(|p| p.points).sum(), parts }
    }
}

/// The end of a game.
///
/// Seats of a team have the same score and win together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One a seat, in order.
    pub scores: Vec<Score>,
    /// Who won: a seat, all seats of a team, or nobody.
    pub winners: Vec<Seat>,
    /// Nobody is ahead of these: who won, or who share the first place of a game that nobody won.
    pub level: Vec<Seat>,
    /// What decided: "points", "fewer-countries", "draw".
    pub by: &'static str,
}
