//! What one game was like, noted while it is played: which cards were played by whom, who led, which notes were made. Moves and events
//! come in; `counts` adds the game up. Called by `playing`.

use smallvec::SmallVec;

use super::rows::CardRows;
use crate::players::Worlds;
use crate::rules::{CardId, Event, Log, Note, Seat, ZoneId};
use crate::script::Rules;
use crate::table::CardSet;

/// Seats as bits.
pub(super) fn seat_bits(seats: &[Seat]) -> u8 {
    seats.iter().fold(0, |bits, seat| bits | 1 << (seat.0 & 7))
}

/// Notes of one game, while it is running.
pub struct Heard<'c> {
    pub cards: &'c CardRows,
    /// Whether each row came into play: its cards are drawn, moved or turned.
    pub in_play: Vec<bool>,
    /// The rows that each seat played: of the cards that a move names, the first that moves. Of a move that names none, the first card that
    /// leaves a zone of who moves, unless several go the same way at once: which of them is first follows from the file alone. What else
    /// moves is a consequence, such as another seat's cards at a showdown. Of an answer that is carried out when all have answered, the
    /// first card that it names.
    pub played: Vec<(usize, Seat)>,
    /// How often each note was made.
    pub notes: Vec<u32>,
    /// Whether it is noted after each decision who would win; and who that is, as bits.
    pub follows_lead: bool,
    pub leaders: Vec<u8>,
    /// Legal moves at each decision.
    pub choices: Vec<u32>,
    /// The verb of each move.
    pub verbs: Vec<u8>,
    /// Worlds that players dealt, to search them.
    pub worlds: Worlds,
    /// Who decided first; what all answer at the same time nobody decides first.
    pub first: Option<Seat>,
    /// By zone the seat that it belongs to.
    owners: Vec<Option<Seat>>,
    /// Who moves and the cards that the move names, until it is known what was played.
    mover: Option<(Seat, SmallVec<[CardId; 3]>)>,
    /// Where the first card of who moves went, from zone to zone, and how many were played before it.
    way: Option<((ZoneId, ZoneId), usize)>,
}

impl<'c> Heard<'c> {
    pub fn new<S: CardSet>(rows: &'c CardRows, game: &Rules<S>) -> Heard<'c> {
        let names = &game.names;
        let owners = (0..names.zones.len()).map(|zone| game.owner(ZoneId(zone as u8)));
        Heard {
            cards: rows,
            in_play: vec![false; rows.rows.len()],
            played: Vec::new(),
            notes: vec![0; names.notes.len()],
            follows_lead: false,
            leaders: Vec::new(),
            choices: Vec::new(),
            verbs: Vec::new(),
            worlds: Worlds::default(),
            first: None,
            owners: owners.collect(),
            mover: None,
            way: None,
        }
    }

    /// A player deals worlds.
    pub fn deal(&mut self, worlds: Worlds) {
        self.worlds.played += worlds.played;
        self.worlds.refused += worlds.refused;
        self.worlds.contradicting += worlds.contradicting;
    }

    /// A seat moves now, and may name cards.
    pub fn begin_move(&mut self, seat: Seat, named: SmallVec<[CardId; 3]>) {
        self.first.get_or_insert(seat);
        self.mover = Some((seat, named));
        self.way = None;
    }

    /// A seat answers what all are asked at the same time, and may name a card. What moves when the last has answered, nobody moves.
    pub fn answer(&mut self, seat: Seat, card: Option<CardId>) {
        self.mover = None;
        let row = card.and_then(|card| self.cards.row(card));
        self.played.extend(row.map(|row| (row, seat)));
    }

    /// A card moves.
    fn moved(&mut self, card: CardId, way: (ZoneId, ZoneId)) {
        let Some((seat, named)) = &self.mover else {
            return;
        };
        let seat = *seat;
        let owner = self.owners.get(usize::from(way.0.0)).copied().flatten();
        match self.way {
            _ if named.contains(&card) => self.mover = None,
            None if named.is_empty() && owner == Some(seat) => {
                self.way = Some((way, self.played.len()));
            }
            None => return,
            Some((first, played)) => {
                if first == way {
                    self.played.truncate(played);
                }
                self.mover = None;
                return;
            }
        }
        let row = self.cards.row(card);
        self.played.extend(row.map(|row| (row, seat)));
    }
}

impl Log for Heard<'_> {
    const LISTENS: bool = true;

    fn push(&mut self, event: Event) {
        if let Some(row) = event.shift().and_then(|shift| self.cards.row(shift.card)) {
            self.in_play[row] = true;
        }
        match event {
            Event::Moved { card, from, to, drawn: false, .. } => self.moved(card, (from, to)),
            Event::Noted { note: Note(note), .. } => {
                if let Some(count) = self.notes.get_mut(usize::from(note)) {
                    *count += 1;
                }
            }
            // What comes after something else did not move at once.
            _ if self.way.is_some() => self.mover = None,
            _ => {}
        }
    }
}
