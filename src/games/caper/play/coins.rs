//! A card that is being played, and the coins that it moves (CAP-R9, CAP-R10, CAP-G2, CAP-G10).

use super::look::Look;
use super::rules::Rules;
use super::state::State;
use super::token::notes;
use crate::rules::{Event, Log, Seat};

/// A card that has just been placed, with the table around it.
pub struct Playing<'a, L> {
    pub rules: &'a Rules,
    pub state: &'a mut State,
    /// Who plays it.
    pub side: usize,
    /// Where it lies.
    pub place: usize,
    pub log: &'a mut L,
}

impl<L: Log> Playing<'_, L> {
    /// The location as it is now, with the player's eyes (CAP-G13).
    pub fn look(&self) -> Look {
        Look::at(self.rules, self.state, self.place, self.side)
    }

    /// The player takes coins from the supply, as many as there are (CAP-G2).
    #[inline]
    pub fn take(&mut self, asked: u16) {
        let got = asked.min(u16::from(self.state.supply)) as u8;
        self.state.supply -= got;
        self.state.crews[self.side].coins += got;
        if L::LISTENS {
            if got > 0 {
                self.count(self.side);
                self.count_supply();
            }
            self.short(self.side, asked, got);
        }
    }

    /// The player takes coins from the opponent, as many as there are (CAP-G10).
    pub fn take_from_opponent(&mut self, asked: u8) {
        let other = 1 - self.side;
        let got = asked.min(self.state.crews[other].coins);
        self.state.crews[other].coins -= got;
        self.state.crews[self.side].coins += got;
        if L::LISTENS {
            if got > 0 {
                self.count(other);
                self.count(self.side);
            }
            self.short(self.side, asked.into(), got);
        }
    }

    /// The opponent pays coins to the supply, as many as there are (CAP-G10).
    pub fn opponent_pays(&mut self, asked: u8) {
        let other = 1 - self.side;
        let got = asked.min(self.state.crews[other].coins);
        self.state.crews[other].coins -= got;
        self.state.supply += got;
        if L::LISTENS {
            if got > 0 {
                self.count(other);
                self.count_supply();
            }
            self.short(other, asked.into(), got);
        }
    }

    /// The player pays for a card; the coins are there.
    #[inline]
    pub fn pay(&mut self, cost: u8) {
        self.state.crews[self.side].coins -= cost;
        self.state.supply += cost;
        if L::LISTENS && cost > 0 {
            self.count(self.side);
            self.count_supply();
        }
    }

    /// Remarks that there were fewer coins than asked for.
    fn short(&mut self, seat: usize, asked: u16, got: u8) {
        if u16::from(got) < asked {
            self.log.push(Event::Noted {
                note: notes::SHORT,
                at: None,
                seat: Some(Seat(seat as u8)),
                values: [asked as i16, i16::from(got)],
            });
        }
    }

    fn count(&mut self, side: usize) {
        self.log.push(Event::Counted {
            counter: notes::coins(side),
            to: self.state.crews[side].coins.into(),
        });
    }

    fn count_supply(&mut self) {
        self.log.push(Event::Counted {
            counter: notes::SUPPLY,
            to: self.state.supply.into(),
        });
    }
}
