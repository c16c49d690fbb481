//! Which property of the list a law or a sighting is.

use crate::games::hammers::abilities::{
    Ability, AllyInfluence, CarryHidden, InfluencePerOpposing, InfluenceWhileAlone, Justify,
    MoveSelf, Occupy, Operation, PairCountry, PairLab, Passive, Reveal, SetInfluence, TiesAreYours,
    UnseenByCrises,
};
use crate::rules::Tally;

use super::recount::Worth;

/// A law, apart from the number that an edition gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// CH1-I1, CH2-I1.
    Conserved,
    /// CH1-I2, CH2-I2.
    Hands,
    /// CH1-I3, CH2-I3.
    Owned,
    /// CH1-I4, CH2-I4.
    Defcon,
    /// CH1-I5, CH2-I5.
    Crises,
    /// CH1-I6, CH2-I6.
    Penalty,
    /// CH1-I6, CH2-I7.
    Restored,
    /// CH1-I7, CH2-I9.
    Winners,
    /// CH1-I8, CH2-I8.
    Launches,
    /// CH1-I9, CH2-G12.
    Moves,
    /// CH1-I10, CH2-I10.
    Views,
    /// CH1-I11, CH2-I9.
    Score,
    /// CH1-I12, CH2-I11.
    Legal,
    /// CH1-R7, CH2-R4.
    Turns,
}

impl Law {
    pub const COUNT: usize = 14;
}

/// How many operations there are.
pub const OPERATIONS: usize = 9;
/// How many passives there are.
pub const PASSIVES: usize = 4;
/// Most steps of DEFCON: from 9 down to 1.
pub const STEPS: usize = 8;

/// The operations' keys, by [`operation`].
pub const OPERATION_KEYS: [&str; OPERATIONS] = [
    SetInfluence::KEY,
    MoveSelf::KEY,
    Justify::KEY,
    CarryHidden::KEY,
    Reveal::KEY,
    PairCountry::KEY,
    PairLab::KEY,
    Occupy::KEY,
    AllyInfluence::KEY,
];

/// Numbers of [`operation`] that are asked for by name.
pub const JUSTIFY: usize = 2;
pub const PAIR_COUNTRY: usize = 5;
pub const OCCUPY: usize = 7;

/// The number of an operation among the sightings.
#[inline]
pub fn operation(operation: &Operation) -> usize {
    match operation {
        Operation::SetInfluence(_) => 0,
        Operation::MoveSelf(_) => 1,
        Operation::Justify(_) => JUSTIFY,
        Operation::CarryHidden(_) => 3,
        Operation::Reveal(_) => 4,
        Operation::PairCountry(_) => PAIR_COUNTRY,
        Operation::PairLab(_) => 6,
        Operation::Occupy(_) => OCCUPY,
        Operation::AllyInfluence(_) => 8,
    }
}

/// The passives' keys, by [`passive`].
pub const PASSIVE_KEYS: [&str; PASSIVES] = [
    InfluenceWhileAlone::KEY,
    UnseenByCrises::KEY,
    TiesAreYours::KEY,
    InfluencePerOpposing::KEY,
];

/// Numbers of [`passive`] that are asked for by name.
pub const ALONE: usize = 0;
pub const UNSEEN: usize = 1;
pub const TIES: usize = 2;
pub const OPPOSED: usize = 3;

/// The number of a passive among the sightings.
pub fn passive(passive: &Passive) -> usize {
    match passive {
        Passive::InfluenceWhileAlone(_) => ALONE,
        Passive::UnseenByCrises(_) => UNSEEN,
        Passive::TiesAreYours(_) => TIES,
        Passive::InfluencePerOpposing(_) => OPPOSED,
    }
}

/// Something worth seeing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sight(usize);

impl Sight {
    const SINGLE: usize = 2 * OPERATIONS + PASSIVES + STEPS;

    /// An operation was launched.
    pub const fn launched(operation: usize) -> Self {
        Sight(operation)
    }

    /// An operation made a difference.
    pub const fn mattered(operation: usize) -> Self {
        Sight(OPERATIONS + operation)
    }

    /// A passive changed a winner, or prevented a crisis.
    pub const fn passive(passive: usize) -> Self {
        Sight(2 * OPERATIONS + passive)
    }

    /// DEFCON took its step number `step`, counted from the start's level.
    pub const fn step(step: usize) -> Self {
        Sight(2 * OPERATIONS + PASSIVES + step)
    }

    pub const TIED_BY_DEFAULT: Self = Sight(Self::SINGLE);
    pub const TIED_AT_NOTHING: Self = Sight(Self::SINGLE + 1);
    pub const TIED_WITH_TIES: Self = Sight(Self::SINGLE + 2);
    pub const TIED_LAB: Self = Sight(Self::SINGLE + 3);
    pub const LEFT_EMPTY: Self = Sight(Self::SINGLE + 4);
    pub const CRISIS: Self = Sight(Self::SINGLE + 5);
    pub const CRISES: Self = Sight(Self::SINGLE + 6);
    pub const UNMET: Self = Sight(Self::SINGLE + 7);
    pub const GAVE_BACK: Self = Sight(Self::SINGLE + 8);
    pub const RESHUFFLED: Self = Sight(Self::SINGLE + 9);
    pub const REGION: Self = Sight(Self::SINGLE + 10);
    pub const BY_POINTS: Self = Sight(Self::SINGLE + 11);
    pub const BY_FEWER_COUNTRIES: Self = Sight(Self::SINGLE + 12);
    pub const BY_MORE_REGIONS: Self = Sight(Self::SINGLE + 13);
    pub const DRAW: Self = Sight(Self::SINGLE + 14);
    pub const CAPS_WON: Self = Sight(Self::SINGLE + 15);
    pub const HAMMERS_WON: Self = Sight(Self::SINGLE + 16);
    /// What must never be seen (CH2-I12).
    pub const SECOND_TIE_BREAK: Self = Sight(Self::SINGLE + 17);
    pub const COUNT: usize = Self::SINGLE + 18;
}

/// The numbers of laws in the list of properties, and the bits of sightings in [`Tally::seen`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    laws: [u8; Law::COUNT],
    /// 0 for what the game cannot show.
    sights: [u64; Sight::COUNT],
    /// What each action card is worth.
    worths: [Worth; 64],
    /// The last test between the players that a game can need, as [`super::points::End::test`] counts.
    pub last_test: usize,
}

impl Default for Book {
    fn default() -> Self {
        Book {
            laws: [0; Law::COUNT],
            sights: [0; Sight::COUNT],
            worths: [Worth::default(); 64],
            last_test: usize::MAX,
        }
    }
}

impl Book {
    /// Enters a law under the number of a property.
    pub fn enter_law(&mut self, law: Law, property: usize) {
        self.laws[law as usize] = property as u8;
    }

    /// Enters a sighting under the number of a property.
    pub fn enter_sight(&mut self, sight: Sight, property: usize) {
        self.sights[sight.0] = 1 << property;
    }

    /// Enters what a card is worth.
    pub fn enter_worth(&mut self, card: u8, worth: Worth) {
        self.worths[usize::from(card & 63)] = worth;
    }

    #[inline]
    pub fn worth(&self, card: u8) -> &Worth {
        &self.worths[usize::from(card & 63)]
    }

    /// The number of the property that a law is.
    pub fn property(&self, law: Law) -> usize {
        usize::from(self.laws[law as usize])
    }

    /// A law has been checked.
    #[inline]
    pub fn count(&self, law: Law, tally: &mut Tally) {
        self.count_all(law, 1, tally);
    }

    /// A law has been checked so many times.
    #[inline]
    pub fn count_all(&self, law: Law, times: u64, tally: &mut Tally) {
        tally.counts[usize::from(self.laws[law as usize]) % Tally::MOST] += times;
    }

    /// The bit of a sighting.
    #[inline]
    pub fn bit(&self, sight: Sight) -> u64 {
        self.sights[sight.0]
    }

    /// The bit of a sighting if it was made, else nothing.
    #[inline]
    pub fn bit_if(&self, seen: bool, sight: Sight) -> u64 {
        if seen { self.sights[sight.0] } else { 0 }
    }

    /// Whether a sighting can still be made in the game that runs.
    #[inline]
    pub fn wanted(&self, sight: Sight, tally: &Tally) -> bool {
        self.sights[sight.0] & !tally.seen != 0
    }
}
