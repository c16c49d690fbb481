//! The rules of one game, compiled from its data: what the engine reads while it plays.

use super::state::{CAPS, HAMMERS, Marks, SLOTS};
use super::token::Deck;
use crate::games::hammers::Defcon;
use crate::games::hammers::abilities::{Operation, Passive};
use crate::games::hammers::laws::Book;
use crate::rules::{Names, Property};

/// A row of the deck of actions.
#[derive(Debug, Clone)]
pub struct RowSheet {
    pub id: String,
    pub influence: u8,
    /// Its influence with so many cards of its own side at its place, itself included, and so many opposing ones, as its
    /// passive makes it; and the same once it is launched, as its operation makes it without a lab.
    pub worth: [[[u8; SLOTS + 1]; SLOTS + 1]; 2],
    pub passive: Option<Passive>,
    pub operation: Option<Operation>,
    /// Cards of the profession that its operation names, as a mask.
    pub named: u64,
}

/// What the engine asks of a card at every turn, in a few bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSheet {
    pub row: u8,
    /// Left out when a crisis is counted.
    pub unseen: bool,
    /// A tied country is its player's.
    pub ties: bool,
    pub marks: Marks,
}

/// A country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountrySheet {
    pub points: u8,
    /// The side that it goes to on a tie.
    pub default: u8,
    /// Its number in [`Rules::regions`].
    pub region: u8,
}

/// A lab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LabSheet {
    pub number: u8,
    pub rank: u8,
}

/// The numbers and switches of `[rules]` that the engine reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayNumbers {
    pub rounds: u8,
    /// Countries in play; they stand left of the lab.
    pub countries: usize,
    /// Locations in play, the lab included.
    pub places: usize,
    pub setup_draw: u8,
    pub draw: u8,
    pub hand: u8,
    pub turns: u8,
    pub crisis: u16,
    pub restore_per_lab: u8,
    pub region_bonus: u8,
    pub defcon: Defcon,
    /// Tie-breaks for the winner, in order (CH2-R15); none: equal points are a draw (CH1-G9).
    pub tie_breaks: Vec<TieBreak>,
    /// CH1-G6, CH2-G7: every crisis lowers DEFCON, or only the first of a round.
    pub every_crisis: bool,
    /// CH2-G1: without a Justification left, a justifying operation is refused; else it has no effect.
    pub refuse_unjustified: bool,
}

/// What decides between equal points (CH2-R15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieBreak {
    FewerCountries,
    MoreRegions,
}

impl TieBreak {
    pub const ALL: [TieBreak; 2] = [TieBreak::FewerCountries, TieBreak::MoreRegions];

    /// The word in the data.
    pub fn word(self) -> &'static str {
        match self {
            TieBreak::FewerCountries => "fewer-countries",
            TieBreak::MoreRegions => "more-regions",
        }
    }
}

/// A game of the family, ready to be played.
#[derive(Debug, Clone)]
pub struct Rules {
    /// What its clauses are cited with: "CH2".
    pub prefix: &'static str,
    pub numbers: PlayNumbers,
    pub rows: Vec<RowSheet>,
    /// Each action card; at most 64.
    pub cards: [CardSheet; 64],
    /// All action cards, as a mask.
    pub all_cards: u64,
    pub countries: Vec<CountrySheet>,
    /// Countries of each region, as masks.
    pub regions: Vec<u32>,
    /// Points of each set of eight countries, the lowest eight first.
    pub worths: [[u16; 256]; 4],
    pub labs: Vec<LabSheet>,
    /// The value of each protest card.
    pub protests: Vec<u8>,
    /// Justification cards there are, at most 8.
    pub justifications: u8,
    /// The levels of the DEFCON cards, if the game has one for each.
    pub defcon_cards: Vec<u8>,
    pub names: Names,
    /// The number of each deck's first card among all cards.
    pub tokens: [u16; Deck::COUNT + 1],
    pub properties: Vec<Property>,
    /// Which of them a law or a sighting is.
    pub book: Book,
}

impl Rules {
    /// The row of an action card.
    #[inline]
    pub fn row(&self, card: u8) -> &RowSheet {
        &self.rows[usize::from(self.cards[usize::from(card & 63)].row)]
    }

    /// Points of all countries in a set.
    #[inline]
    pub fn points(&self, countries: u32) -> u32 {
        let bytes = countries.to_le_bytes();
        let worth = |(worths, byte): (&[u16; 256], u8)| u32::from(worths[usize::from(byte)]);
        self.worths.iter().zip(bytes).map(worth).sum()
    }

    /// Whether a place is the lab's.
    #[inline]
    pub fn is_lab(&self, place: usize) -> bool {
        place >= self.numbers.countries
    }

    /// The seats' words.
    pub const SEATS: [&'static str; 2] = ["caps", "hammers"];

    /// The side by its word.
    pub fn side(word: &str) -> Option<usize> {
        [CAPS, HAMMERS]
            .into_iter()
            .find(|s| Self::SEATS[*s] == word)
    }
}
