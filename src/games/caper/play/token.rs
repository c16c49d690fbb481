//! The numbers of cards, zones, faces and notes in events, and their words.

use super::rules::{Kind, Rules};
use super::state::PLACES;
use crate::rules::{Counter, Face, Note, Token, Zone};

/// A deck of physical cards; the order of cards in [`crate::rules::Names::cards`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deck {
    Thieves,
    Gear,
    Locations,
}

impl Deck {
    pub const COUNT: usize = 3;
    pub const ALL: [Deck; Self::COUNT] = [Deck::Thieves, Deck::Gear, Deck::Locations];
}

impl From<Kind> for Deck {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Thieves => Deck::Thieves,
            Kind::Gear => Deck::Gear,
        }
    }
}

impl Rules {
    /// The card number `index` of a deck, among all cards.
    #[inline]
    pub fn token(&self, deck: Deck, index: u8) -> Token {
        Token(self.tokens[deck as usize] + u16::from(index))
    }

    /// The deck of a card, and its number there.
    pub fn card(&self, token: Token) -> Option<(Deck, u8)> {
        let deck = Deck::ALL.into_iter().find(|d| {
            (self.tokens[*d as usize]..self.tokens[*d as usize + 1]).contains(&token.0)
        })?;
        let index = u8::try_from(token.0 - self.tokens[deck as usize]).ok()?;
        Some((deck, index))
    }
}

/// Numbers of zones.
pub mod zones {
    use super::{Kind, PLACES, Rules, Zone};

    pub const THIEVES: Zone = Zone(0);
    pub const GEAR: Zone = Zone(1);
    pub const LOCATIONS: Zone = Zone(2);
    const DISCARDS: u8 = 3;
    const ROW: u8 = DISCARDS + 2;
    const FIELD: u8 = ROW + PLACES as u8;
    const HANDS: u8 = FIELD + 2 * PLACES as u8;

    pub const fn pile(kind: Kind) -> Zone {
        match kind {
            Kind::Thieves => THIEVES,
            Kind::Gear => GEAR,
        }
    }

    pub const fn discard(side: usize) -> Zone {
        Zone(DISCARDS + side as u8)
    }

    /// The location at a place.
    pub const fn row(place: usize) -> Zone {
        Zone(ROW + place as u8)
    }

    pub const fn field(place: usize, side: usize) -> Zone {
        Zone(FIELD + (place * 2 + side) as u8)
    }

    /// The hand of a seat.
    pub const fn hand(seat: usize) -> Zone {
        Zone(HANDS + seat as u8)
    }

    /// Whose hand a zone is.
    pub fn holder(zone: Zone) -> Option<usize> {
        zone.0.checked_sub(HANDS).map(usize::from)
    }

    /// The zones' words, in their order. Places are counted from 1.
    pub fn words(seats: &[&str]) -> Vec<String> {
        let mut words: Vec<String> = ["thieves", "gear", "locations"].map(str::to_owned).into();
        let sides = Rules::SIDES;
        words.extend(sides.map(|side| format!("discard/{side}")));
        words.extend((1..=PLACES).map(|place| format!("row/{place}")));
        for place in 1..=PLACES {
            words.extend(sides.map(|side| format!("field/{place}/{side}")));
        }
        words.extend(seats.iter().map(|seat| format!("hand/{seat}")));
        words
    }
}

/// Numbers of faces.
pub mod faces {
    use super::Face;

    /// In a pile or a hand, known to nobody but the holder.
    pub const DOWN: Face = Face(0);
    pub const UP: Face = Face(1);
    /// On the table, turned over by a flip.
    pub const FLIPPED: Face = Face(2);
    /// In a hand, and known to whoever passed it on or dealt it out.
    pub const PASSED: Face = Face(3);
    pub const WORDS: [&str; 4] = ["down", "up", "flipped", "passed"];
}

/// Numbers of counters and notes.
pub mod notes {
    use super::{Counter, Note};

    pub const ROUND: Counter = Counter(0);
    /// Which seat plays first in the round.
    pub const FIRST: Counter = Counter(1);
    pub const SUPPLY: Counter = Counter(2);
    pub const SNITCH_DECK: Counter = Counter(5);
    pub const COUNTERS: [&str; 6] = [
        "round",
        "first",
        "coins/supply",
        "coins/cream",
        "coins/mint",
        "snitch-deck",
    ];

    pub const fn coins(side: usize) -> Counter {
        Counter(3 + side as u8)
    }

    /// A location was won: by `seat`, with the capers of Cream and of Mint.
    pub const WON: Note = Note(0);
    /// A location was tied: the capers of both.
    pub const TIED: Note = Note(1);
    /// A flip of `seat` has no target, at a place.
    pub const NO_TARGET: Note = Note(2);
    /// `seat` should take or pay more coins than there are: what was asked, what there was.
    pub const SHORT: Note = Note(3);
    pub const NOTES: [&str; 4] = ["won", "tied", "no-target", "short"];
}
