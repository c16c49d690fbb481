//! Everything that lies on the table, as plain data.

/// The sides: who has the cream card, who the mint one.
pub const CREAM: usize = 0;
/// See [`CREAM`].
pub const MINT: usize = 1;
/// The third seat of three.
pub const SNITCH: usize = 2;

/// Most seats.
pub const SEATS: usize = 4;
/// Most locations.
pub const PLACES: usize = 4;
/// Most thieves of a player at a location.
pub const THIEVES: usize = 4;
/// Most cards of a stack: a thief and its gear.
pub const HEIGHT: usize = 4;
/// Most stacks of a player.
pub const STACKS: usize = PLACES * THIEVES;
/// No card, no place.
pub const NONE: u8 = u8::MAX;

/// The lowest bit of each stack.
pub const BASES: u64 = 0x1111_1111_1111_1111;
/// The lowest bit of each place.
pub const PLACE_BASES: u64 = 0x0001_0001_0001_0001;
/// All bits of the first place.
const PLACE: u64 = 0xffff;

/// What the next decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// The Snitch gives out the two cards that it drew (CAP-R19).
    Deal,
    /// A Lookout passes two cards (CAP-R21).
    Pass,
    /// A thief is placed (CAP-R9).
    Place,
    /// Gear is placed or discarded (CAP-R10).
    Equip,
    /// A card of the opponent is flipped (CAP-R12).
    Flip,
    /// Gear may be brought back (CAP-G9).
    Recover,
    Over,
}

/// The bit of a card in a stack, in the sets of [`Crew`].
#[inline]
pub const fn level_bit(stack: usize, level: usize) -> u64 {
    1 << (stack * HEIGHT + level)
}

/// The place of a stack.
#[inline]
pub const fn place_of(stack: usize) -> usize {
    stack / THIEVES
}

/// The bits of all stacks at a place.
#[inline]
pub const fn bits_of(place: usize) -> u64 {
    PLACE << (place * THIEVES * HEIGHT)
}

/// The number of stacks in a set of lowest bits; sixteen are counted as none.
#[inline]
pub const fn stacks_in(bases: u64) -> u32 {
    (bases.wrapping_mul(BASES) >> 60) as u32
}

/// The lowest bit, by its number, of the stack with `rank` stacks of the set below it. The set has one.
#[inline]
pub const fn nth_stack(bases: u64, rank: u32) -> u32 {
    // Nibble i: stacks of the set up to number i. Where `rank` + 1 is reached first, a nibble becomes 0.
    let sums = bases.wrapping_mul(BASES);
    let off = sums ^ BASES.wrapping_mul((rank as u64 + 1) & 0xf);
    let some = off | off >> 1 | off >> 2 | off >> 3;
    (!some & BASES).trailing_zeros()
}

/// What a Mastermind has on the table. Stacks are numbered by place, and at a place in the order in which their thieves
/// were placed; sets have a bit for each card of each stack ([`level_bit`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Crew {
    /// Each stack from the bottom: its thief, then gear; [`NONE`] above the top.
    pub stacks: [[u8; HEIGHT]; STACKS],
    /// Where cards lie.
    pub filled: u64,
    /// Which of them lie face down, turned by a flip.
    pub flipped: u64,
    /// The lowest bit of each stack whose topmost card can be flipped: it lies face up and nothing protects it.
    pub exposed: u64,
    /// Discarded thieves and discarded gear, as masks.
    pub thieves: u64,
    pub gear: u64,
    pub coins: u8,
}

/// The table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub crews: [Crew; 2],
    /// The hand of each seat, as masks of the round's kind of card; of the Snitch the two cards that it drew.
    pub hands: [u64; SEATS],
    /// Cards in the hands of others that each seat knows to be there, as masks: what it passed on, what it dealt out.
    pub known: [u64; SEATS],
    /// What is still to be dealt, as masks.
    pub thieves: u64,
    pub gear: u64,
    pub locations: u64,
    /// The location on each mat; [`NONE`] elsewhere.
    pub row: [u8; PLACES],
    /// Cards in each hand.
    pub held: [u8; SEATS],
    /// Coins in the supply.
    pub supply: u8,
    /// From 1; one more than there are once the game is over.
    pub round: u8,
    /// Turns completed in the round: both Masterminds have played.
    pub turn: u8,
    /// How many Masterminds have played in this turn, or Lookouts have passed.
    pub played: u8,
    /// Whose turn it is.
    pub active: u8,
    pub phase: Phase,
    /// The card whose flips are under way: a thief by its number, gear by its number and 64; [`NONE`].
    pub acting: u8,
    /// Where that card was placed; [`NONE`].
    pub acting_at: u8,
    /// Its flips still to come.
    pub flips: u8,
    /// Cards that may still be brought back there.
    pub recovers: u8,
    /// How many of the topmost cards of the round's pile are the Snitch deck (CAP-R19).
    pub snitch_deck: u8,
}

impl Crew {
    pub const EMPTY: Crew = Crew {
        stacks: [[NONE; HEIGHT]; STACKS],
        filled: 0,
        flipped: 0,
        exposed: 0,
        thieves: 0,
        gear: 0,
        coins: 0,
    };

    /// Cards in a stack.
    #[inline]
    pub fn height(&self, stack: usize) -> usize {
        // Cards lie on one another: the bits of a stack are a run of ones from its lowest.
        ((self.filled >> (stack * HEIGHT)) & 0xf).trailing_ones() as usize
    }

    /// The topmost card of a stack that is not empty, and its level.
    #[inline]
    pub fn top(&self, stack: usize) -> (u8, usize) {
        let level = self.height(stack).saturating_sub(1);
        (self.stacks[stack % STACKS][level], level)
    }

    /// Stacks that take more gear, of at most `most` a thief, by their lowest bits.
    #[inline]
    pub fn open(&self, most: u32) -> u64 {
        self.filled & !(self.filled >> most) & BASES
    }

    /// Thieves at a place.
    #[inline]
    pub fn thieves_at(&self, place: usize) -> usize {
        (self.filled & bits_of(place) & BASES).count_ones() as usize
    }

    /// The stack of a thief in play.
    pub fn stack_of(&self, thief: u8) -> Option<usize> {
        let stacks = 0..STACKS;
        stacks
            .into_iter()
            .find(|s| self.filled & level_bit(*s, 0) != 0 && self.stacks[*s][0] == thief)
    }

    /// Puts a card on a stack; `safe` when nothing can flip it.
    #[inline]
    pub fn put(&mut self, card: u8, stack: usize, safe: bool) {
        let level = self.height(stack);
        let base = level_bit(stack, 0);
        self.stacks[stack % STACKS][level % HEIGHT] = card;
        self.filled |= base << level;
        match safe {
            true => self.exposed &= !base,
            false => self.exposed |= base,
        }
    }

    /// Turns the topmost card of a stack over.
    #[inline]
    pub fn flip(&mut self, stack: usize) {
        let (_, level) = self.top(stack);
        self.flipped |= level_bit(stack, level);
        self.exposed &= !level_bit(stack, 0);
    }
}

#[cfg(test)]
mod crew {
    use super::*;

    #[test]
    fn a_stack_grows_from_its_thief() {
        let mut crew = Crew::EMPTY;
        crew.put(7, 5, false);
        crew.put(1, 5, true);
        assert_eq!((crew.height(5), crew.top(5)), (2, (1, 1)));
        assert_eq!((crew.thieves_at(1), crew.thieves_at(0)), (1, 0));
        assert_eq!(crew.stack_of(7), Some(5));
        assert_eq!(crew.exposed, 0);
    }

    #[test]
    fn stacks_are_counted_and_found_by_rank() {
        for set in [
            0x1,
            0x10,
            0x1001_0101,
            0x1110_1111_1111_1111,
            0x1000_0000_0000_0000,
        ] {
            let stacks: Vec<u32> = crate::rules::Bits(set).map(u32::from).collect();
            assert_eq!(stacks_in(set), stacks.len() as u32);
            for (rank, stack) in stacks.into_iter().enumerate() {
                assert_eq!(nth_stack(set, rank as u32), stack);
            }
        }
    }

    #[test]
    fn a_full_stack_takes_no_more() {
        let mut crew = Crew::EMPTY;
        for card in 0..4 {
            assert_eq!(crew.open(3), u64::from(card > 0));
            crew.put(card, 0, false);
        }
        assert_eq!(crew.open(3), 0);
    }

    #[test]
    fn what_is_put_on_a_flipped_card_can_be_flipped_again() {
        let mut crew = Crew::EMPTY;
        crew.put(0, 2, false);
        crew.flip(2);
        assert_eq!((crew.flipped, crew.exposed), (level_bit(2, 0), 0));
        crew.put(3, 2, false);
        assert_eq!(crew.exposed, level_bit(2, 0));
        crew.flip(2);
        assert_eq!(crew.flipped, level_bit(2, 0) | level_bit(2, 1));
    }
}
