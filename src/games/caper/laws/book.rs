//! Which property of the list a law or a sighting is, and what the laws have read from the cards.

use crate::games::caper::play::Kind;
use crate::rules::Tally;

use super::cards::{Facts, Ground, Worth};
use super::goods::Groupings;
use super::rounds::Length;

/// A law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// CAP-I1.
    Conserved,
    /// CAP-I2.
    Coins,
    /// CAP-I3.
    Limits,
    /// CAP-I4.
    Hands,
    /// CAP-I5.
    Flips,
    /// CAP-I6.
    Winners,
    /// CAP-I7.
    Score,
    /// CAP-I8.
    Views,
    /// CAP-I9.
    Legal,
    /// CAP-R6.
    Turns,
    /// CAP-R8.
    Discards,
    /// CAP-R9.
    Thieves,
    /// CAP-R10.
    Gear,
    /// CAP-R13.
    Payments,
    /// CAP-G9.
    Recoveries,
    /// CAP-R19.
    Deals,
    /// CAP-R21.
    Passes,
    /// CAP-R22.
    MustPlay,
}

impl Law {
    pub const COUNT: usize = Law::MustPlay as usize + 1;
}

/// Something worth seeing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    CoinsTaken,
    TookCoins,
    FinePaid,
    PlacePaid,
    SupplyShort,
    OpponentShort,
    Discarded,
    OnFlipped,
    PlaceFull,
    ThiefFull,
    Recovered,
    LeftAlone,
    RecoveredMore,
    ThiefFlipped,
    GearFlipped,
    FlippedOnly,
    FlippedFar,
    FlipLost,
    SelfProtected,
    Sheltered,
    FlippedShields,
    CapersCounted,
    PointsCounted,
    GoodsCounted,
    EachCounted,
    SetCounted,
    WereBroke,
    WasRicher,
    TheirsCounted,
    RewardPoints,
    RewardGoods,
    RewardCounted,
    PlaceCapers,
    Equipped,
    FlippedEquips,
    CreamTook,
    MintTook,
    Tied,
    LeftEmpty,
    SetOfThree,
    Wild,
    ByPoints,
    ByCapers,
    ByLastTie,
    CreamWon,
    MintWon,
    SnitchWon,
    SnitchLost,
}

impl Sight {
    pub const COUNT: usize = Sight::SnitchLost as usize + 1;
}

/// The numbers of laws in the list of properties, the bits of sightings in [`Tally::seen`], and the cards as the laws
/// read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    laws: [u8; Law::COUNT],
    /// 0 for what the game cannot show.
    sights: [u64; Sight::COUNT],
    thieves: [Facts; 64],
    gear: [Facts; 64],
    worths: [[Worth; 64]; 2],
    grounds: [Ground; 64],
    rounds: Vec<Length>,
    pub groupings: Groupings,
}

impl Default for Book {
    fn default() -> Self {
        Book {
            laws: [0; Law::COUNT],
            sights: [0; Sight::COUNT],
            thieves: [Facts::BLANK; 64],
            gear: [Facts::BLANK; 64],
            worths: [[Worth::NOTHING; 64]; 2],
            grounds: [Ground::PLAIN; 64],
            rounds: Vec::new(),
            groupings: Groupings::default(),
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
        self.sights[sight as usize] = 1 << property;
    }

    /// Enters what a card is.
    pub fn enter_card(&mut self, kind: Kind, card: u8, facts: Facts) {
        match kind {
            Kind::Thieves => self.thieves[usize::from(card & 63)] = facts,
            Kind::Gear => self.gear[usize::from(card & 63)] = facts,
        }
    }

    /// Enters what a card counts in the end.
    pub fn enter_worth(&mut self, kind: Kind, card: u8, worth: Worth) {
        self.worths[kind as usize][usize::from(card & 63)] = worth;
    }

    /// Enters what a location does to cards there.
    pub fn enter_ground(&mut self, location: u8, ground: Ground) {
        self.grounds[usize::from(location & 63)] = ground;
    }

    /// Enters how long each round is.
    pub fn enter_rounds(&mut self, rounds: Vec<Length>) {
        self.rounds = rounds;
    }

    #[inline]
    pub fn card(&self, kind: Kind, card: u8) -> &Facts {
        match kind {
            Kind::Thieves => &self.thieves[usize::from(card & 63)],
            Kind::Gear => &self.gear[usize::from(card & 63)],
        }
    }

    /// The card at a level of a stack.
    #[inline]
    pub fn card_at(&self, card: u8, level: usize) -> &Facts {
        match level {
            0 => &self.thieves[usize::from(card & 63)],
            _ => &self.gear[usize::from(card & 63)],
        }
    }

    #[inline]
    pub fn worth(&self, kind: Kind, card: u8) -> &Worth {
        &self.worths[kind as usize][usize::from(card & 63)]
    }

    #[inline]
    pub fn ground(&self, location: u8) -> &Ground {
        &self.grounds[usize::from(location & 63)]
    }

    /// How long a round is, from 1; [`Length::NONE`] of one that there is not.
    #[inline]
    pub fn round(&self, round: u8) -> &Length {
        let length = self.rounds.get(usize::from(round).wrapping_sub(1));
        length.unwrap_or(&Length::NONE)
    }

    /// The number of the property that a law is.
    pub fn property(&self, law: Law) -> usize {
        usize::from(self.laws[law as usize])
    }

    /// A law has been checked.
    #[inline]
    pub fn count(&self, law: Law, tally: &mut Tally) {
        tally.counts[usize::from(self.laws[law as usize]) % Tally::MOST] += 1;
    }

    /// The bit of a sighting.
    #[inline]
    pub fn bit(&self, sight: Sight) -> u64 {
        self.sights[sight as usize]
    }

    /// The bit of a sighting if it was made, else nothing.
    #[inline]
    pub fn bit_if(&self, seen: bool, sight: Sight) -> u64 {
        if seen { self.sights[sight as usize] } else { 0 }
    }
}
