//! What an ability sees of its location when it counts (CAP-R14).

use super::rules::{CardSheet, Kind, Rules};
use super::state::{HEIGHT, STACKS, State, bits_of};
use crate::games::caper::{Colour, Condition, Side, Which};
use crate::rules::Bits;

/// Most colours of cards.
pub const COLOURS: usize = 16;

/// The cards at a location that lie face up, counted, and the coins; seen by one of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Of each side: cards of each colour.
    colours: [[u8; COLOURS]; 2],
    thieves: [u8; 2],
    gear: [u8; 2],
    coins: [u8; 2],
    side: usize,
}

impl Look {
    /// Looks at a place with the eyes of `side`.
    pub fn at(rules: &Rules, state: &State, place: usize, side: usize) -> Self {
        let mut look = Look {
            colours: [[0; COLOURS]; 2],
            thieves: [0; 2],
            gear: [0; 2],
            coins: [state.crews[0].coins, state.crews[1].coins],
            side,
        };
        for (owner, crew) in state.crews.iter().enumerate() {
            for bit in Bits(crew.filled & !crew.flipped & bits_of(place)) {
                let (stack, level) = (usize::from(bit) / HEIGHT, usize::from(bit) % HEIGHT);
                let card = crew.stacks[stack % STACKS][level];
                look.count(owner, rules.sheet_at(card, level));
            }
        }
        look
    }

    #[inline]
    fn count(&mut self, owner: usize, sheet: &CardSheet) {
        match sheet.kind {
            Kind::Thieves => self.thieves[owner] += 1,
            Kind::Gear => self.gear[owner] += 1,
        }
        if let Some(count) = self.colours[owner].get_mut(usize::from(sheet.colour)) {
            *count += 1;
        }
    }

    /// The same place with the eyes of the other side.
    #[inline]
    pub fn by(mut self, side: usize) -> Self {
        self.side = side;
        self
    }

    #[inline]
    fn owner(&self, whose: Side) -> usize {
        match whose {
            Side::Yours => self.side,
            Side::Theirs => 1 - self.side,
        }
    }

    /// Cards of a colour (CAP-R14, CAP-G12).
    #[inline]
    pub fn coloured(&self, colour: Colour, whose: Side) -> u16 {
        let colours = &self.colours[self.owner(whose)];
        u16::from(colours[usize::from(colour.0) % COLOURS])
    }

    /// Sets of different colours (CAP-G11).
    #[inline]
    pub fn sets(&self, colours: &[Colour], whose: Side) -> u16 {
        let counts = colours.iter().map(|c| self.coloured(*c, whose));
        counts.min().unwrap_or(0)
    }

    /// Own cards of a kind or a colour.
    #[inline]
    pub fn own(&self, which: Which) -> u16 {
        match which {
            Which::Thieves => u16::from(self.thieves[self.side]),
            Which::Gear => u16::from(self.gear[self.side]),
            Which::Coloured(colour) => self.coloured(colour, Side::Yours),
        }
    }

    #[inline]
    pub fn holds(&self, condition: Condition) -> bool {
        let (mine, theirs) = (self.coins[self.side], self.coins[1 - self.side]);
        match condition {
            Condition::TheyAreBroke => theirs == 0,
            Condition::YouAreRicher => mine > theirs,
        }
    }
}
