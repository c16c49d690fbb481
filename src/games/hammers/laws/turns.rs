//! The referee on a turn: a card is deployed, the turn ends, an operation is paid for.

use crate::games::hammers::play::{Phase, SLOTS};

use super::book::Law;
use super::referee::{Fault, Referee};

impl Referee<'_> {
    /// A card of the hand is laid face down at a place, in the next slot (CH1-R9, CH2-R5).
    ///
    /// # Errors
    /// When it could not be.
    #[inline]
    pub fn deploys(&mut self, card: u8, at: u8) -> Result<(), Fault> {
        let places = self.rules.numbers.places;
        let state = &mut self.expected;
        let mine = &mut state.sides[usize::from(state.active & 1)];
        let bit = 1u64.checked_shl(u32::from(card)).unwrap_or(0);
        let slot = usize::from(mine.placed);
        if state.phase != Phase::Turn || state.deployed || slot >= SLOTS {
            return Err((Law::Hands, "a turn deploys one card"));
        }
        if mine.hand & bit == 0 || mine.held == 0 {
            return Err((Law::Hands, "the card deployed was not in the hand"));
        }
        if usize::from(at) >= places {
            return Err((Law::Moves, "a card was deployed at no location"));
        }
        mine.hand &= !bit;
        mine.held -= 1;
        mine.card[slot] = card;
        mine.place[slot] = at;
        mine.marks
            .put(slot, self.rules.cards[usize::from(card & 63)].marks);
        mine.at[usize::from(at) % SLOTS] |= 1 << slot;
        mine.down |= 1 << slot;
        mine.placed += 1;
        state.deployed = true;
        state.phase = Phase::Deployed;
        Ok(())
    }

    /// The turn ends, and it is the other's (CH1-R7, CH2-R4). What was justified serves from now on (CH1-R19).
    ///
    /// # Errors
    /// When it could not end.
    #[inline]
    pub fn ends_turn(&mut self) -> Result<(), Fault> {
        let state = &mut self.expected;
        if state.phase != Phase::Deployed || !state.deployed {
            return Err((Law::Hands, "a turn ended without a card deployed"));
        }
        let mine = &mut state.sides[usize::from(state.active & 1)];
        mine.ready += mine.fresh;
        mine.fresh = 0;
        state.turn += 1;
        state.deployed = false;
        state.active ^= 1;
        state.phase = Phase::Turn;
        Ok(())
    }

    /// A country is turned to pay for an own operation; when all is paid the turn goes on (CH2-R7, CH2-R9).
    ///
    /// # Errors
    /// When it could not be turned.
    pub fn flips_in_turn(&mut self, country: u8) -> Result<(), Fault> {
        if self.flips(country)? {
            let state = &mut self.expected;
            state.price = 0;
            state.phase = match state.deployed {
                true => Phase::Deployed,
                false => Phase::Turn,
            };
        }
        Ok(())
    }
}
