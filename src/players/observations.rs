//! What each seat has observed since the search began, as one number a seat. Moves and events come in; equal numbers mean equal
//! observations. `search` finds its nodes by them: a node belongs to a seat and to what that seat has observed.

use std::hash::{Hash, Hasher};

use super::search::Position;
use crate::rules::{Event, Rng, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// Most seats of a game.
const SEATS: usize = 8;

/// The running numbers of all seats.
#[derive(Debug, Clone, Copy, Default)]
pub struct Observations([u64; SEATS]);

impl Observations {
    /// What a seat has observed; no two seats share a number.
    pub fn of_seat(&self, seat: Seat) -> u64 {
        mix(self.0[usize::from(seat.0) & 7] ^ (u64::from(seat.0) + 1))
    }

    /// What all seats know of the table at the first decision.
    pub fn at_start<S: CardSet>(game: &Rules<S>, start: &Table<S>) -> Observations {
        let mut observed = Observations::default();
        for (seat, heard) in game.seats().zip(&mut observed.0) {
            let mut hash = MixHasher(0);
            game.view(start, seat).hash(&mut hash);
            game.learned(None, start, seat).hash(&mut hash);
            *heard = hash.finish();
        }
        observed
    }

    /// What all seats have observed of a game since its first decision.
    pub fn of_position<S: CardSet>(
        game: &Rules<S>,
        (state, past): Position<'_, S>,
    ) -> Observations {
        let tables: Vec<&Table<S>> =
            past.iter().map(|decision| &decision.table).chain([state]).collect();
        let mut observed = Observations::at_start(game, tables[0]);
        for (decision, both) in past.iter().zip(tables.windows(2)) {
            if let Some(seat) = game.turn(both[0]) {
                observed.hear(game, (seat, decision.mv), &decision.events, [both[0], both[1]]);
            }
        }
        observed
    }

    /// A seat has moved, and this is what happened, from the table before to that after it. Who moved knows the move; the others know that
    /// there was one. All know of the events what they may read, and see what no event tells.
    pub fn hear<S: CardSet>(
        &mut self,
        game: &Rules<S>,
        (mover, mv): (Seat, Move),
        events: &[Event],
        [before, after]: [&Table<S>; 2],
    ) {
        let seats = game.names.seats.len().min(SEATS);
        for (at, heard) in self.0.iter_mut().enumerate().take(seats) {
            let seat = Seat(at as u8);
            let mut hash = MixHasher(mix(*heard ^ u64::from(mover.0)));
            if seat == mover {
                mv.hash(&mut hash);
            }
            for event in events {
                if game.hears(seat, event) {
                    game.reads(seat, event).0.hash(&mut hash);
                }
            }
            game.learned(Some(before), after, seat).hash(&mut hash);
            game.hash_untold(after, seat, &mut hash);
            *heard = hash.finish();
        }
    }
}

/// A table as one number.
pub fn of_table<S: Hash>(table: &S) -> u64 {
    let mut hash = MixHasher(0);
    table.hash(&mut hash);
    hash.finish()
}

/// A number of which each bit depends on all bits of another; no two give the same.
#[inline]
fn mix(number: u64) -> u64 {
    Rng::new(number).next()
}

/// Numbers that are hashed as words.
macro_rules! as_words {
    ($($write:ident($number:ty)),*) => {
        $(
            #[inline]
            fn $write(&mut self, value: $number) {
                self.write_u64(value as u64);
            }
        )*
    };
}

/// Hashes words, the same on every machine.
#[derive(Debug, Default)]
pub struct MixHasher(u64);

impl Hasher for MixHasher {
    #[inline]
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    // Discriminants and lengths are as wide as the machine's words.
    as_words!(
        write_u8(u8),
        write_u16(u16),
        write_i16(i16),
        write_u32(u32),
        write_usize(usize),
        write_isize(isize)
    );
}
