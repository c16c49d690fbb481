//! The rules of one variant, compiled from its data: what the engine reads while it plays.

use super::effect::Yield;
use super::goods::GoodsTable;
use super::state::NONE;
use super::token::Deck;
use crate::games::caper::abilities::{Ability, Flip};
use crate::games::caper::laws::Book;
use crate::games::caper::{Reach, Which};
use crate::rules::{Names, Property};

/// A kind of card in hands, and of the rounds that deal it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Thieves,
    Gear,
}

/// Who sits at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// Two Masterminds.
    Two,
    /// Two Masterminds and the Snitch (CAP-R19).
    Snitch,
    /// Two teams of a Mastermind and a Lookout (CAP-R21).
    Teams,
}

/// What the engine asks of a card at every turn, in a few bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardSheet {
    pub row: u8,
    pub kind: Kind,
    /// The number of its colour; [`NONE`] for none.
    pub colour: u8,
    /// CAP-R10.
    pub cost: u8,
    /// CAP-R9.
    pub income: u8,
    /// It cannot be flipped.
    pub protected: bool,
    /// Nothing happens when it is played, apart from cost and income.
    pub quiet: bool,
}

impl CardSheet {
    pub const BLANK: CardSheet = CardSheet {
        row: 0,
        kind: Kind::Thieves,
        colour: NONE,
        cost: 0,
        income: 0,
        protected: false,
        quiet: true,
    };

    /// Whether it is one of those that a flip or a modifier picks.
    #[inline]
    pub fn is(&self, which: Which) -> bool {
        match which {
            Which::Thieves => self.kind == Kind::Thieves,
            Which::Gear => self.kind == Kind::Gear,
            Which::Coloured(colour) => self.colour == colour.0,
        }
    }
}

/// A row of thieves or gear.
#[derive(Debug, Clone, Default)]
pub struct RowSheet {
    pub id: String,
    /// What happens when it is played, in the order written (CAP-R13).
    pub when_played: Vec<Ability>,
    /// What it gives at the end (CAP-R13).
    pub gives: Vec<Ability>,
    /// Of that, what it gives whatever lies around it, and what looks around first.
    pub fixed: Yield,
    pub looks: Vec<Ability>,
    /// Its flips, one at a time.
    pub flips: Vec<Flip>,
    /// How many cards it may bring back (CAP-G9).
    pub recovers: u8,
}

/// A location.
#[derive(Debug, Clone, Default)]
pub struct LocationSheet {
    pub id: String,
    /// What its winner gets (CAP-R15).
    pub reward: Vec<Ability>,
    pub modifier: Option<Ability>,
}

/// What a location does to cards there, as masks of thieves and of gear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Site {
    /// Cards that nothing can flip there: they protect themselves, or it does (CAP-R12).
    pub safe: [u64; 2],
    /// Cards that it does something for when they are placed.
    pub noticed: [u64; 2],
}

/// A round (CAP-R5, CAP-R6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    pub kind: Kind,
    pub cards: u8,
    /// The side that plays first.
    pub first: u8,
}

/// The numbers and switches of `[rules]` that the engine reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayNumbers {
    pub rounds: Vec<Round>,
    /// Locations in play.
    pub places: usize,
    pub coins: u8,
    pub discard_coins: u8,
    pub thieves_at_location: usize,
    pub gear_on_thief: u32,
    /// So much gear equips a thief fully, and gives so many capers (CAP-R11).
    pub equipped_gear: usize,
    pub equipped_capers: u16,
    /// Points of a set of one stolen good, of two, of three (CAP-R17).
    pub sets: Vec<u16>,
    /// Times the tracker's number that the Snitch is dealt (CAP-R19).
    pub snitch_deal: u8,
    /// The Snitch's share of the higher Mastermind's points is one in so many (CAP-R20).
    pub snitch_share: i32,
    /// Points for each gear in a team's discards (CAP-R22).
    pub discard_points: u16,
    /// Who wins when points and capers are equal (CAP-R18).
    pub tie_break: u8,
    /// How far a flip reaches when its card says nothing (CAP-G6).
    pub reach: Reach,
}

/// A game of the family in one city, for one number of players, ready to be played.
#[derive(Debug, Clone)]
pub struct Rules {
    pub table: Table,
    pub numbers: PlayNumbers,
    /// The rows of thieves and of gear.
    pub thief_rows: Vec<RowSheet>,
    pub gear_rows: Vec<RowSheet>,
    /// Each thief and each gear, by its number in its deck; at most 64 of a kind.
    pub thieves: [CardSheet; 64],
    pub gear: [CardSheet; 64],
    pub all_thieves: u64,
    pub all_gear: u64,
    pub locations: Vec<LocationSheet>,
    pub all_locations: u64,
    /// Of each location, and of no location at the end.
    pub sites: [Site; 65],
    /// Gear that so many coins pay for, as masks.
    pub affordable: [u64; 64],
    /// The best that any collection of stolen goods is worth (CAP-G7).
    pub goods: GoodsTable,
    pub names: Names,
    /// The number of each deck's first card among all cards.
    pub tokens: [u16; Deck::COUNT + 1],
    pub properties: Vec<Property>,
    /// Which of them a law or a sighting is.
    pub book: Book,
}

impl Rules {
    /// The round, from 1.
    #[inline]
    pub fn round(&self, round: u8) -> Round {
        let last = self.numbers.rounds.len() - 1;
        self.numbers.rounds[usize::from(round).saturating_sub(1).min(last)]
    }

    #[inline]
    pub fn sheet(&self, kind: Kind, card: u8) -> &CardSheet {
        let cards = match kind {
            Kind::Thieves => &self.thieves,
            Kind::Gear => &self.gear,
        };
        &cards[usize::from(card & 63)]
    }

    #[inline]
    pub fn row(&self, sheet: &CardSheet) -> &RowSheet {
        let rows = match sheet.kind {
            Kind::Thieves => &self.thief_rows,
            Kind::Gear => &self.gear_rows,
        };
        &rows[usize::from(sheet.row)]
    }

    /// The card at a level of a stack.
    #[inline]
    pub fn sheet_at(&self, card: u8, level: usize) -> &CardSheet {
        let kind = match level {
            0 => Kind::Thieves,
            _ => Kind::Gear,
        };
        self.sheet(kind, card)
    }

    #[inline]
    pub fn site(&self, location: u8) -> &Site {
        &self.sites[usize::from(location).min(64)]
    }

    /// What the location at a place does to the cards there.
    #[inline]
    pub fn modifier(&self, location: u8) -> Option<&Ability> {
        self.locations.get(usize::from(location))?.modifier.as_ref()
    }

    /// The words of the two sides.
    pub const SIDES: [&'static str; 2] = ["cream", "mint"];

    /// The side by its word.
    pub fn side(word: &str) -> Option<usize> {
        Self::SIDES.into_iter().position(|side| side == word)
    }

    /// The seats' words.
    pub fn seats(table: Table) -> &'static [&'static str] {
        match table {
            Table::Two => &["cream", "mint"],
            Table::Snitch => &["cream", "mint", "snitch"],
            Table::Teams => &["cream", "mint", "cream-lookout", "mint-lookout"],
        }
    }

    /// The seat of a side's Lookout.
    #[inline]
    pub const fn lookout(side: usize) -> usize {
        2 + side
    }
}
