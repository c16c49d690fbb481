//! Everything that lies on the table, as plain data.

/// The seats: who has the star, who the hammer.
pub const CAPS: usize = 0;
/// See [`CAPS`].
pub const HAMMERS: usize = 1;

/// Most cards that a player deploys in a round.
pub const SLOTS: usize = 8;
/// Most locations in a row.
pub const PLACES: usize = 8;
/// No card, no place.
pub const NONE: u8 = u8::MAX;

/// What the next decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// A turn, the card not yet deployed: deploy or launch (CH1-R9, CH2-R5).
    Turn,
    /// A turn, its card deployed: launch or end it.
    Deployed,
    /// A penalty is being paid in loyalty: which country is turned Disloyal (CH2-R9).
    Flip,
    /// Which Disloyal country is restored (CH2-R13).
    Restore,
    /// Which protest goes back, if any (CH1-R15).
    Return,
    Over,
}

/// One player's side of the table. Cards in play have a slot each, in the order in which they were deployed; sets of
/// slots are masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Side {
    /// Cards in hand, as a mask.
    pub hand: u64,
    /// Protests held, as a mask.
    pub protests: u64,
    /// Countries held, Loyal or not; a paired one is held by nobody (CH2-G9).
    pub countries: u32,
    /// Labs held; a lent one is still its owner's.
    pub labs: u16,
    /// Labs that serve a card this round (CH1-G12).
    pub lent: u16,
    /// Slots by place.
    pub at: [u8; PLACES],
    /// The card in each slot; [`NONE`] where there is none.
    pub card: [u8; SLOTS],
    /// The lab that is paired with each slot's card.
    pub lab: [u8; SLOTS],
    /// Slots filled this round.
    pub placed: u8,
    /// Slots whose card is face down.
    pub down: u8,
    /// Slots whose card was launched; one that is neither down nor launched was revealed.
    pub launched: u8,
    /// Justifications that serve from the next turn on, and those that serve now (CH1-R19).
    pub fresh: u8,
    pub ready: u8,
    /// Occupations launched this round (CH1-G13).
    pub occupations: u8,
}

/// The table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub sides: [Side; 2],
    /// Actions to be drawn and discarded, as masks.
    pub deck: u64,
    pub discard: u64,
    /// Protests in the pile.
    pub protests: u64,
    /// Countries to come.
    pub countries: u32,
    /// Countries that lie with their Disloyal side up, wherever they lie.
    pub disloyal: u32,
    /// Labs to come, the lowest first; the one in play left out.
    pub labs: u16,
    /// The country at each place; [`NONE`] elsewhere.
    pub row: [u8; PLACES],
    /// The lab in play.
    pub lab: u8,
    /// Cards in the deck.
    pub deck_count: u8,
    /// Countries paired with each place's.
    pub paired: [u32; PLACES],
    /// Where each Justification card lies: [`NONE`] in its deck, else place * 2 + side.
    pub justifications: [u8; 8],
    /// Places that nothing may move into.
    pub occupied: u8,
    /// Places where an operation of the kind Occupation was launched (CH2-R7).
    pub blocked: u8,
    pub defcon: u8,
    /// From 1.
    pub round: u8,
    /// Turns completed in the round, of both players.
    pub turn: u8,
    /// Who took, or takes, the round's first turn.
    pub first: u8,
    pub phase: Phase,
    /// Whether this turn's card is deployed.
    pub deployed: bool,
    /// Who decides.
    pub active: u8,
    /// What is still to be paid, restored or may be returned by the one who decides.
    pub owed: u8,
    /// What the running penalty asked for in all.
    pub price: u8,
    /// Places whose crisis is still to be handled, once the round is being resolved.
    pub crises: u8,
    /// Sides that still pay for the crisis at hand, or still restore, as a mask.
    pub queue: u8,
    /// Whether the ten cards are turned up and the round is being resolved.
    pub resolving: bool,
}

impl Side {
    pub const EMPTY: Side = Side {
        hand: 0,
        protests: 0,
        countries: 0,
        labs: 0,
        lent: 0,
        at: [0; PLACES],
        card: [NONE; SLOTS],
        lab: [NONE; SLOTS],
        placed: 0,
        down: 0,
        launched: 0,
        fresh: 0,
        ready: 0,
        occupations: 0,
    };

    /// The slot of a card in play.
    #[inline]
    pub fn slot_of(&self, card: u8) -> Option<usize> {
        let placed = usize::from(self.placed).min(SLOTS);
        self.card[..placed].iter().position(|c| *c == card)
    }

    /// The place of a filled slot.
    #[inline]
    pub fn place_of(&self, slot: usize) -> usize {
        let found = self.at.iter().position(|slots| slots >> slot & 1 == 1);
        found.unwrap_or(0)
    }

    /// Cards in play, as a mask.
    #[inline]
    pub fn field(&self) -> u64 {
        let placed = usize::from(self.placed).min(SLOTS);
        self.card[..placed]
            .iter()
            .fold(0, |all, c| all | 1 << (c & 63))
    }

    /// Clears what belongs to the round that ends.
    pub fn reset(&mut self) {
        *self = Side {
            hand: self.hand,
            protests: self.protests,
            countries: self.countries,
            labs: self.labs,
            ..Side::EMPTY
        };
    }
}
