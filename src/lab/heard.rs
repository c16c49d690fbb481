//! What one game was like, noted while it is played: which cards were played by whom, who led, which notes were made. Moves and events
//! come in; `counts` adds the game up. Called by `playing`.

use super::rows::RowsInPlay;
use crate::rules::{Event, Log, Note, Seat};

/// Notes of a game that is running.
pub struct Heard<'c> {
    /// Which rows came into play.
    pub rows: RowsInPlay<'c>,
    /// The rows that each seat played: of a move the first card that it moved.
    pub played: Vec<(usize, Seat)>,
    /// How often each note was made.
    pub notes: Vec<u32>,
    /// Who would win, as bits, after each decision.
    pub leaders: Vec<u8>,
    /// Legal moves at each decision.
    pub choices: Vec<u32>,
    /// The verb of each move.
    pub verbs: Vec<u8>,
    pub first: Option<Seat>,
    mover: Option<Seat>,
}

impl<'c> Heard<'c> {
    pub fn new(rows: RowsInPlay<'c>, notes: usize) -> Heard<'c> {
        Heard {
            rows,
            played: Vec::new(),
            notes: vec![0; notes],
            leaders: Vec::new(),
            choices: Vec::new(),
            verbs: Vec::new(),
            first: None,
            mover: None,
        }
    }

    /// A seat moves now.
    pub fn begin_move(&mut self, seat: Seat) {
        self.first.get_or_insert(seat);
        self.mover = Some(seat);
    }

    /// Forgets the game, for the next one.
    pub fn clear(&mut self) {
        self.played.clear();
        self.notes.fill(0);
        self.leaders.clear();
        self.choices.clear();
        self.verbs.clear();
        self.first = None;
        self.mover = None;
    }
}

impl Log for Heard<'_> {
    const LISTENS: bool = true;

    fn push(&mut self, event: Event) {
        self.rows.push(event);
        match event {
            Event::Moved { card, .. } => {
                if let Some(seat) = self.mover.take()
                    && let Some(row) = self.rows.row(card)
                {
                    self.played.push((row, seat));
                }
            }
            Event::Noted {
                note: Note(note), ..
            } => {
                if let Some(count) = self.notes.get_mut(usize::from(note)) {
                    *count += 1;
                }
            }
            _ => {}
        }
    }
}
