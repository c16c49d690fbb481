//! Everything that lies on the table, as plain data.

use super::rules::Rules;

/// A one in every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

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

/// What is to be looked at before a card is launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// It has an operation.
    Operation,
    /// The operation needs no target and can always be launched, kinds and costs apart.
    Free,
    FirstTurn,
    Occupation,
    Aggressive,
    /// The operation is aimed at a lab.
    Lab,
    /// The operation is aimed at a hidden opposing card beside it.
    Beside,
    /// The operation needs a partner.
    Paired,
    /// Another card's operation can have it for a partner.
    Partner,
    /// Launched, it sets the influence of cards beside it.
    Ally,
}

/// The marks of all slots: for each [`Mark`] a byte, in it a bit for each slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks([u64; 2]);

impl Marks {
    pub const NONE: Marks = Marks([0; 2]);

    /// The marks of a card, as those of slot 0.
    pub fn of(marks: impl IntoIterator<Item = Mark>) -> Self {
        let mut all = Marks::NONE;
        for mark in marks {
            all.add(mark);
        }
        all
    }

    /// Slots with a mark, as a mask.
    #[inline]
    pub fn slots(self, mark: Mark) -> u8 {
        (self.0[mark as usize / 8] >> (mark as usize % 8 * 8)) as u8
    }

    /// Whether slot 0 has a mark: for the marks of a single card.
    #[inline]
    pub fn has(self, mark: Mark) -> bool {
        self.slots(mark) & 1 == 1
    }

    /// Gives a card another mark.
    pub fn add(&mut self, mark: Mark) {
        self.0[mark as usize / 8] |= 1 << (mark as usize % 8 * 8);
    }

    /// Gives a slot, which has none, the marks of its card.
    #[inline]
    pub fn put(&mut self, slot: usize, card: Marks) {
        for (mine, card) in self.0.iter_mut().zip(card.0) {
            *mine |= card << slot;
        }
    }

    /// Forgets slots, given as a mask.
    #[inline]
    pub fn clear(&mut self, slots: u8) {
        for mine in &mut self.0 {
            *mine &= !(u64::from(slots) * LOW);
        }
    }
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
    /// Slots by place, as masks; and the place of each slot.
    pub at: [u8; PLACES],
    pub place: [u8; SLOTS],
    /// The card in each slot; [`NONE`] where there is none.
    pub card: [u8; SLOTS],
    /// The lab that is paired with each slot's card.
    pub lab: [u8; SLOTS],
    /// Slots filled this round.
    pub placed: u8,
    /// Cards in hand, counted.
    pub held: u8,
    /// Slots whose card is face down.
    pub down: u8,
    /// Slots whose card was launched; one that is neither down nor launched was revealed.
    pub launched: u8,
    /// What the cards in the slots are. Of a hidden card only its owner may know.
    pub marks: Marks,
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
        place: [0; SLOTS],
        card: [NONE; SLOTS],
        lab: [NONE; SLOTS],
        placed: 0,
        held: 0,
        down: 0,
        launched: 0,
        marks: Marks::NONE,
        fresh: 0,
        ready: 0,
        occupations: 0,
    };

    /// The slot of a card in play.
    #[inline]
    pub fn slot_of(&self, card: u8) -> Option<usize> {
        // A byte of `same` is 0 where the card lies; the lowest such byte gets its top bit first.
        let same = u64::from_le_bytes(self.card) ^ (u64::from(card) * LOW);
        let zero = same.wrapping_sub(LOW) & !same & (LOW << 7);
        let slot = (zero.trailing_zeros() / 8) as usize;
        (slot < usize::from(self.placed)).then_some(slot)
    }

    /// The place of a filled slot.
    #[inline]
    pub fn place_of(&self, slot: usize) -> usize {
        usize::from(self.place[slot])
    }

    /// Slots of this side at places where the other has hidden cards, as a mask.
    #[inline]
    pub fn beside_hidden(&self, theirs: &Side) -> u8 {
        let hidden = u64::from_le_bytes(theirs.at) & (u64::from(theirs.down) * LOW);
        // The top bit of a byte is set where the byte is not 0, then the whole byte.
        let top = ((hidden & (LOW * 0x7f)) + (LOW * 0x7f)) | hidden;
        let places = ((top >> 7) & LOW) * 0xff;
        let mut slots = u64::from_le_bytes(self.at) & places;
        slots |= slots >> 32;
        slots |= slots >> 16;
        (slots | slots >> 8) as u8
    }

    /// Cards in play, as a mask.
    #[inline]
    pub fn field(&self) -> u64 {
        let placed = usize::from(self.placed).min(SLOTS);
        self.card[..placed]
            .iter()
            .fold(0, |all, c| all | 1 << (c & 63))
    }

    /// Lays a card of the hand face down at a place, in the next slot.
    #[inline]
    pub fn lay(&mut self, rules: &Rules, card: u8, place: usize) {
        let slot = usize::from(self.placed) % SLOTS;
        let bit = 1 << slot;
        self.hand &= !(1 << card);
        self.held -= 1;
        self.card[slot] = card;
        self.place[slot] = place as u8;
        self.at[place] |= bit;
        self.down |= bit;
        self.placed += 1;
        self.marks
            .put(slot, rules.cards[usize::from(card & 63)].marks);
    }

    /// Clears what belongs to the round that ends.
    pub fn reset(&mut self) {
        *self = Side {
            hand: self.hand,
            held: self.held,
            protests: self.protests,
            countries: self.countries,
            labs: self.labs,
            ..Side::EMPTY
        };
    }
}
