//! What an ability does in play.

use std::ops::{Add, AddAssign};

use super::coins::Playing;
use super::look::Look;
use super::rules::CardSheet;
use crate::games::caper::abilities::{Flip, Good};
use crate::rules::Log;

/// What an ability does; each answers only what concerns it.
pub trait Effect {
    /// Its card has been placed, and this happens now (CAP-R13).
    fn played<L: Log>(&self, _play: &mut Playing<'_, L>) {}

    /// As a location's modifier: whether something happens when a card is placed there.
    fn notices(&self, _card: &CardSheet) -> bool {
        false
    }

    /// As a location's modifier: what happens then.
    fn placed<L: Log>(&self, _play: &mut Playing<'_, L>) {}

    /// What its card gives at the end, what the winner of its location gets, or what it adds to everyone's cards at its
    /// location.
    fn gives(&self, _look: &Look) -> Yield {
        Yield::NOTHING
    }

    /// The same when it does not depend on what lies around its card.
    fn fixed(&self) -> Option<Yield> {
        None
    }

    /// Flips that its player makes when its card is played (CAP-R12).
    fn flips(&self) -> Option<Flip> {
        None
    }

    /// How many cards may be brought back when its card is played (CAP-G9).
    fn recovers(&self) -> u8 {
        0
    }

    /// Whether it protects its own card from flips (CAP-R12).
    fn protects(&self) -> bool {
        false
    }

    /// As a location's modifier: whether it protects a card there (CAP-R12).
    fn shelters(&self, _card: &CardSheet) -> bool {
        false
    }
}

/// What cards give: capers, points and stolen goods, added up side by side in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Yield(u64);

impl Yield {
    pub const NOTHING: Yield = Yield(0);

    const POINTS: u32 = 16;
    const GOODS: u32 = 32;

    pub const fn capers(n: u16) -> Self {
        Yield(n as u64)
    }

    pub const fn points(n: u16) -> Self {
        Yield((n as u64) << Self::POINTS)
    }

    pub const fn good(good: Good) -> Self {
        Yield(1 << (Self::GOODS + 8 * good as u32))
    }

    #[inline]
    pub const fn total_capers(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub const fn total_points(self) -> u16 {
        (self.0 >> Self::POINTS) as u16
    }

    /// Jewels, antiques, paintings, wild ones.
    #[inline]
    pub const fn goods(self) -> [u8; 4] {
        ((self.0 >> Self::GOODS) as u32).to_le_bytes()
    }
}

impl Add for Yield {
    type Output = Yield;

    #[inline]
    fn add(self, other: Yield) -> Yield {
        Yield(self.0 + other.0)
    }
}

impl AddAssign for Yield {
    #[inline]
    fn add_assign(&mut self, other: Yield) {
        self.0 += other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yields_add_up_side_by_side() {
        let mut all = Yield::capers(3) + Yield::points(70);
        all += Yield::good(Good::Painting) + Yield::good(Good::Wild) + Yield::good(Good::Wild);
        assert_eq!((all.total_capers(), all.total_points()), (3, 70));
        assert_eq!(all.goods(), [0, 0, 1, 2]);
    }
}
