//! The numbers of cards, zones, faces and notes in events, and their words.

use super::rules::Rules;
use crate::rules::{Counter, Face, Note, Token, Zone};

/// A deck of physical cards; the order of cards in [`crate::rules::Names::cards`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deck {
    Actions,
    Countries,
    Labs,
    Defcon,
    Justifications,
    Protests,
}

impl Deck {
    pub const COUNT: usize = 6;
    pub const ALL: [Deck; Self::COUNT] = [
        Deck::Actions,
        Deck::Countries,
        Deck::Labs,
        Deck::Defcon,
        Deck::Justifications,
        Deck::Protests,
    ];
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
        Some((
            deck,
            u8::try_from(token.0 - self.tokens[deck as usize]).ok()?,
        ))
    }
}

/// Numbers of zones.
pub mod zones {
    use super::Zone;

    pub const DECK: Zone = Zone(0);
    pub const DISCARD: Zone = Zone(1);
    pub const COUNTRIES: Zone = Zone(4);
    pub const LABS: Zone = Zone(5);
    pub const JUSTIFICATIONS: Zone = Zone(6);
    pub const PROTESTS: Zone = Zone(7);
    pub const DEFCON: Zone = Zone(8);
    pub const DEFCON_SPENT: Zone = Zone(9);
    /// How many zones there are.
    pub const COUNT: usize = 64;

    pub const fn hand(side: usize) -> Zone {
        Zone(2 + side as u8)
    }

    pub const fn owned(side: usize) -> Zone {
        Zone(10 + side as u8)
    }

    pub const fn labs_of(side: usize) -> Zone {
        Zone(12 + side as u8)
    }

    pub const fn protests_of(side: usize) -> Zone {
        Zone(14 + side as u8)
    }

    /// The country or lab in play at a place.
    pub const fn row(place: usize) -> Zone {
        Zone(16 + place as u8)
    }

    /// Countries paired with a place's.
    pub const fn paired(place: usize) -> Zone {
        Zone(24 + place as u8)
    }

    pub const fn field(place: usize, side: usize) -> Zone {
        Zone(32 + (place * 2 + side) as u8)
    }

    pub const fn justified(place: usize, side: usize) -> Zone {
        Zone(48 + (place * 2 + side) as u8)
    }

    /// The zones' words, in their order. Places are counted from 1.
    pub fn words() -> Vec<String> {
        let seats = super::Rules::SEATS;
        let mut words = vec![String::new(); COUNT];
        let mut set = |zone: Zone, word: String| words[usize::from(zone.0)] = word;
        set(DECK, "deck".into());
        set(DISCARD, "discard".into());
        set(COUNTRIES, "countries".into());
        set(LABS, "labs".into());
        set(JUSTIFICATIONS, "justifications".into());
        set(PROTESTS, "protests".into());
        set(DEFCON, "defcon".into());
        set(DEFCON_SPENT, "defcon/spent".into());
        for place in 0..super::super::PLACES {
            set(row(place), format!("row/{}", place + 1));
            set(paired(place), format!("paired/{}", place + 1));
        }
        for (side, seat) in seats.into_iter().enumerate() {
            set(hand(side), format!("hand/{seat}"));
            set(owned(side), format!("owned/{seat}"));
            set(labs_of(side), format!("labs/{seat}"));
            set(protests_of(side), format!("protests/{seat}"));
            for place in 0..super::super::PLACES {
                set(field(place, side), format!("field/{}/{seat}", place + 1));
                set(
                    justified(place, side),
                    format!("justified/{}/{seat}", place + 1),
                );
            }
        }
        words
    }
}

/// Numbers of faces.
pub mod faces {
    use super::Face;

    pub const DOWN: Face = Face(0);
    /// Face up; of a card in play: launched.
    pub const UP: Face = Face(1);
    /// Turned up by another card, not launched.
    pub const REVEALED: Face = Face(2);
    pub const LOYAL: Face = Face(3);
    pub const DISLOYAL: Face = Face(4);
    /// A lab that serves a card this round.
    pub const LENT: Face = Face(5);
    pub const WORDS: [&str; 6] = ["down", "up", "revealed", "loyal", "disloyal", "lent"];
}

/// Numbers of counters and notes.
pub mod notes {
    use super::{Counter, Note};

    pub const DEFCON: Counter = Counter(0);
    pub const ROUND: Counter = Counter(1);
    /// Who takes the round's first turn, as a seat's number.
    pub const FIRST: Counter = Counter(2);
    pub const COUNTERS: [&str; 3] = ["defcon", "round", "first"];

    /// A location was won: by `seat`, with the influence of the Caps and of the Hammers.
    pub const WON: Note = Note(0);
    /// A lab was tied: the influence of both.
    pub const TIED: Note = Note(1);
    /// A crisis: the influence that counts, and the threshold.
    pub const CRISIS: Note = Note(2);
    /// A penalty falls due to `seat`: what is asked, and what can be paid.
    pub const PENALTY: Note = Note(3);
    /// A justification is spent by `seat`.
    pub const JUSTIFIED: Note = Note(4);
    pub const NOTES: [&str; 5] = ["won", "tied", "crisis", "penalty", "justified"];
}
