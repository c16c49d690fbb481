//! Events: what a move or a draw changed, in a small vocabulary that every game shares. The rules of a game send
//! events to a `Log`; records, the two-world check and the scenario steps read them.

/// Numbers of things that have words in [`super::Names`].
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident($number:ty))*) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub $number);
        )*
    };
}

numbers! {
    /// A place at the table, from 0.
    Seat(u8)
    /// A physical card, by its number among all cards of the game.
    CardId(u16)
    /// A place where cards lie.
    ZoneId(u8)
    /// How a card lies.
    Facing(u8)
    /// A number on the table that no card holds.
    Counter(u8)
    /// Something that is said but changes nothing: who won a location, that a crisis broke out.
    Note(u8)
    /// Something that rules tell seats of what they cannot see.
    FactId(u8)
}

/// One change of the table, or one remark on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A card goes from one zone to another, by the rules or by a player.
    Moved {
        card: CardId,
        from: ZoneId,
        to: ZoneId,
        /// How it lay before: who saw it there knows it.
        was: Facing,
        face: Facing,
        /// Whether chance chose the card.
        drawn: bool,
    },
    /// A card is turned where it lies.
    Turned { card: CardId, at: ZoneId, was: Facing, face: Facing },
    /// A number changes.
    Counted { counter: Counter, to: i16 },
    /// A die is rolled. Seats see what the rules do with it.
    Rolled { sides: u8, got: u8 },
    /// The cards of `from` are shuffled and become `to`.
    Shuffled { from: ZoneId, to: ZoneId },
    /// A remark; what its numbers mean depends on the note.
    Noted { note: Note, at: Option<ZoneId>, seat: Option<Seat>, values: [i16; 2] },
    /// Some seats learn a fact; the others hear nothing. A set of several cards makes as many events.
    Told {
        fact: FactId,
        /// The seats, as bits.
        to: u8,
        /// The number, or 1 for what is so; of a set how many cards it has.
        value: i16,
        /// A card of the set, where it lies and how, and how many lie below it there.
        card: Option<(CardId, ZoneId, Facing, u8)>,
    },
}

/// A card that is moved, drawn or turned over where it lies: where from and where to, and how it lay and lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardShift {
    pub card: CardId,
    pub from: ZoneId,
    pub to: ZoneId,
    pub was: Facing,
    pub face: Facing,
}

impl Event {
    #[inline]
    pub fn shift(&self) -> Option<CardShift> {
        match *self {
            Event::Moved { card, from, to, was, face, .. } => {
                Some(CardShift { card, from, to, was, face })
            }
            Event::Turned { card, at, was, face } => {
                Some(CardShift { card, from: at, to: at, was, face })
            }
            _ => None,
        }
    }

    /// Whether chance chose the card, which card is which, or a number.
    pub fn is_of_chance(&self) -> bool {
        matches!(
            self,
            Event::Moved { drawn: true, .. } | Event::Shuffled { .. } | Event::Rolled { .. }
        )
    }
}

/// Someone who listens to what happens.
pub trait Log {
    /// Whether anyone listens; if not, nothing is computed that only a listener needs.
    const LISTENS: bool;
    fn push(&mut self, event: Event);
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoListener;

impl Log for NoListener {
    const LISTENS: bool = false;

    #[inline(always)]
    fn push(&mut self, _: Event) {}
}

impl Log for Vec<Event> {
    const LISTENS: bool = true;

    fn push(&mut self, event: Event) {
        Vec::push(self, event);
    }
}
