//! The referee: what the table must look like after a move. Here what is common to turns and to the end of a round.

use crate::games::hammers::Penalty;
use crate::games::hammers::play::{Phase, Rules, State};
use crate::rules::{Bits, Tally};

use super::book::{Law, Sight};

/// A law that a move breaks by itself, and how.
pub type Fault = (Law, &'static str);

/// Works out the table after a move.
pub struct Referee<'a> {
    pub rules: &'a Rules,
    /// What the engine left: only what chance decided is read from it.
    pub after: &'a State,
    /// What the rules leave.
    pub expected: State,
    /// Protests that each side draws; which ones, chance decides.
    pub drawn: [u8; 2],
    /// What chance cannot have decided.
    pub unlikely: Option<Fault>,
    pub tally: &'a mut Tally,
}

impl<'a> Referee<'a> {
    #[inline]
    pub fn new(
        rules: &'a Rules,
        before: &State,
        after: &'a State,
        tally: &'a mut Tally,
    ) -> Referee<'a> {
        Referee {
            rules,
            after,
            expected: *before,
            drawn: [0; 2],
            unlikely: None,
            tally,
        }
    }

    #[inline]
    pub fn count(&mut self, law: Law) {
        self.rules.book.count(law, self.tally);
    }

    #[inline]
    pub fn see(&mut self, seen: bool, sight: Sight) {
        self.tally.seen |= self.rules.book.bit_if(seen, sight);
    }

    /// DEFCON falls by one step, and from the last level to the start's (CH1-R14, CH2-R9). Gives what it costs.
    pub fn lower(&mut self) -> u8 {
        let defcon = &self.rules.numbers.defcon;
        let level = self.expected.defcon;
        let price = defcon.cost(level).unwrap_or(0);
        self.expected.defcon = match level.wrapping_sub(1) {
            lowest if lowest == defcon.reset_at => defcon.start,
            lower => lower,
        };
        self.count(Law::Defcon);
        let step = usize::from(defcon.start.saturating_sub(level));
        if step < super::book::STEPS {
            self.see(true, Sight::step(step));
        }
        price
    }

    /// Points of a set of countries, one by one.
    pub fn worth(&self, countries: u32) -> u32 {
        let points = |country: u8| {
            let sheet = self.rules.countries.get(usize::from(country));
            u32::from(sheet.map_or(0, |sheet| sheet.points))
        };
        Bits(u64::from(countries)).map(points).sum()
    }

    /// A player pays for a step of DEFCON. False when the player has to choose with what.
    pub fn pays(&mut self, side: usize, price: u8) -> bool {
        self.count(Law::Penalty);
        match self.rules.numbers.defcon.penalty {
            Penalty::Protests => {
                // CH1-R14; from an empty pile come no more (CH1-G8).
                let taken = u32::from(self.drawn[0] + self.drawn[1]);
                let left = self.expected.protests.count_ones().saturating_sub(taken) as u8;
                self.drawn[side] += price.min(left);
                self.see(price > left, Sight::UNMET);
                true
            }
            Penalty::Loyalty => {
                let loyal = self.expected.sides[side].countries & !self.expected.disloyal;
                let worth = self.worth(loyal);
                let needed = u32::from(price);
                if worth < needed {
                    // CH2-R12.
                    self.expected.disloyal |= loyal;
                    self.see(true, Sight::UNMET);
                    return true;
                }
                if worth == needed {
                    // Each of them is needed; a country that is worth nothing never is (CH2-G2).
                    let needed = Bits(u64::from(loyal)).filter(|c| self.worth(1 << c) > 0);
                    let turned = needed.fold(0, |all, c| all | 1 << c);
                    self.expected.disloyal |= turned;
                    return true;
                }
                if needed == 0 {
                    return true;
                }
                self.expected.phase = Phase::Flip;
                self.expected.active = side as u8;
                self.expected.owed = price;
                self.expected.price = price;
                false
            }
        }
    }

    /// A Loyal country is turned to pay: only while something is owed, so that no turn is more than needed (CH2-I6).
    /// True when all is paid.
    ///
    /// # Errors
    /// When it could not be turned.
    pub fn flips(&mut self, country: u8) -> Result<bool, Fault> {
        self.count(Law::Penalty);
        let state = &mut self.expected;
        let bit = 1u32.checked_shl(u32::from(country)).unwrap_or(0);
        let loyal = state.sides[usize::from(state.active & 1)].countries & !state.disloyal;
        if state.phase != Phase::Flip || loyal & bit == 0 {
            return Err((Law::Penalty, "only an own Loyal country pays a penalty"));
        }
        if state.owed == 0 || state.owed > state.price {
            return Err((Law::Penalty, "a country was turned, but nothing is owed"));
        }
        let sheet = self.rules.countries.get(usize::from(country));
        let points = sheet.map_or(0, |sheet| sheet.points);
        state.disloyal |= bit;
        state.owed = state.owed.saturating_sub(points);
        Ok(state.owed == 0)
    }

    /// Takes the protests that chance drew from the table that the engine left, if they can be those.
    #[inline]
    pub fn take_protests(&mut self) {
        for side in [0, 1] {
            let drawn = self.drawn[side];
            if drawn == 0 {
                continue;
            }
            let mine = &mut self.expected.sides[side];
            let new = self.after.sides[side].protests & !mine.protests;
            if new & !self.expected.protests == 0 && new.count_ones() == u32::from(drawn) {
                mine.protests |= new;
                self.expected.protests &= !new;
            } else {
                self.unlikely = Some((Law::Penalty, "a wrong number of protests was drawn"));
            }
        }
    }
}
