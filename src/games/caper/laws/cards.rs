//! What cards do, as the laws read it from their rows.

use crate::games::caper::abilities::{Ability, Capers, Flip, Goods, Points};
use crate::games::caper::play::{Kind, NONE, Rules, State};
use crate::games::caper::{Colour, Per, Which};

use super::book::{Book, Sight};

/// Marks gear in [`State::acting`].
const GEAR: u8 = 64;

/// What a card does at once, in a few bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The number of its colour; [`NONE`] for none.
    pub colour: u8,
    pub cost: u8,
    pub income: u8,
    /// It protects itself from flips.
    pub protected: bool,
    /// Something happens when it is played, apart from cost and income.
    pub acts: bool,
    /// How many flips its player makes (CAP-R12).
    pub flips: u8,
    /// How many cards may be brought back (CAP-G9).
    pub recovers: u8,
}

impl Facts {
    pub const BLANK: Facts = Facts {
        colour: NONE,
        cost: 0,
        income: 0,
        protected: false,
        acts: false,
        flips: 0,
        recovers: 0,
    };

    /// Read from a card's row.
    pub fn of(rules: &Rules, kind: Kind, card: u8) -> Facts {
        let sheet = rules.sheet(kind, card);
        let row = rules.row(sheet);
        let protected = |ability: &Ability| matches!(ability, Ability::Protected(_));
        let mut facts = Facts {
            colour: sheet.colour,
            cost: sheet.cost,
            income: sheet.income,
            protected: row.gives.iter().any(protected),
            acts: !row.when_played.is_empty(),
            ..Facts::BLANK
        };
        for ability in &row.when_played {
            match ability {
                Ability::Flip(flip) => facts.flips += flip.count,
                Ability::Recover(_) => facts.recovers += 1,
                _ => {}
            }
        }
        facts
    }

    /// Whether it is one of those that a flip or a location picks.
    #[inline]
    pub fn is(&self, which: Which, kind: Kind) -> bool {
        match which {
            Which::Thieves => kind == Kind::Thieves,
            Which::Gear => kind == Kind::Gear,
            Which::Coloured(colour) => colour.0 == self.colour,
        }
    }
}

/// What a location does at once to cards that are placed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground {
    /// It protects cards of these kinds, a bit each, and of this colour.
    kinds: u8,
    colour: u8,
    /// It gives coins for some.
    pub pays: bool,
}

impl Ground {
    pub const PLAIN: Ground = Ground {
        kinds: 0,
        colour: NO_COLOUR,
        pays: false,
    };

    /// Read from a location's modifier.
    pub fn of(modifier: Option<&Ability>) -> Ground {
        let mut ground = Ground::PLAIN;
        match modifier {
            Some(Ability::Shelter(shelter)) => match shelter.0 {
                Which::Thieves => ground.kinds = 1 << Kind::Thieves as u8,
                Which::Gear => ground.kinds = 1 << Kind::Gear as u8,
                Which::Coloured(colour) => ground.colour = colour.0,
            },
            Some(Ability::MoreCoins(_)) => ground.pays = true,
            _ => {}
        }
        ground
    }

    /// Whether it protects a card there from flips (CAP-R12).
    #[inline]
    pub fn shelters(&self, kind: Kind, facts: &Facts) -> bool {
        (self.kinds >> kind as u8 & 1 == 1) | (self.colour == facts.colour)
    }
}

/// The colour of no card, not even of one without a colour.
const NO_COLOUR: u8 = NONE - 1;

/// What a card that lies face up counts in the end. Sums in place of branches, as what lies where cannot be foreseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// What it gives whatever lies around it.
    pub once: Sum,
    /// The sightings that this makes, as in [`crate::rules::Tally::seen`].
    pub seen: u64,
    /// It counts for its colour.
    pub colour: Colours,
    /// It gives more, by what lies around it.
    pub counts: bool,
}

impl Worth {
    pub const NOTHING: Worth = Worth {
        once: Sum(0),
        seen: 0,
        colour: Colours(0),
        counts: false,
    };

    /// Read from a card's row; the book says which sightings there are.
    pub fn of(rules: &Rules, book: &Book, kind: Kind, card: u8) -> Worth {
        let sheet = rules.sheet(kind, card);
        let mut worth = Worth {
            colour: Colours::one(sheet.colour),
            ..Worth::NOTHING
        };
        for ability in &rules.row(sheet).gives {
            match ability {
                Ability::Capers(Capers(amount)) if amount.per == Per::Once => {
                    worth.once += Sum::capers(amount.number.into());
                    worth.seen |= book.bit(Sight::CapersCounted);
                }
                Ability::Points(Points(amount)) if amount.per == Per::Once => {
                    worth.once += Sum::points(amount.number.into());
                    worth.seen |= book.bit(Sight::PointsCounted);
                }
                Ability::Goods(goods) => {
                    worth.once += Sum::goods(goods);
                    worth.seen |= book.bit(Sight::GoodsCounted);
                }
                Ability::Capers(_) | Ability::Points(_) => worth.counts = true,
                _ => {}
            }
        }
        worth
    }
}

/// Capers, points and goods, added up side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum(u64);

impl Sum {
    pub fn capers(number: u16) -> Self {
        Sum(number.into())
    }

    pub fn points(number: u16) -> Self {
        Sum(u64::from(number) << 16)
    }

    pub fn goods(goods: &Goods) -> Self {
        let goods = goods.0.iter();
        Sum(goods.map(|good| 1 << (32 + 8 * *good as u32)).sum())
    }

    #[inline]
    pub fn all_capers(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub fn all_points(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Jewels, antiques, paintings, wild ones.
    #[inline]
    pub fn all_goods(self) -> [u8; 4] {
        ((self.0 >> 32) as u32).to_le_bytes()
    }
}

impl std::ops::AddAssign for Sum {
    #[inline]
    fn add_assign(&mut self, other: Sum) {
        self.0 += other.0;
    }
}

/// Cards of each colour, counted side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Colours(u128);

impl Colours {
    /// A card of that colour; one without a colour counts for none.
    fn one(colour: u8) -> Self {
        Colours(1u128.checked_shl(8 * u32::from(colour)).unwrap_or(0))
    }

    #[inline]
    pub fn of(self, colour: Colour) -> u8 {
        (self.0 >> (8 * u32::from(colour.0 & 15))) as u8
    }
}

impl std::ops::AddAssign for Colours {
    #[inline]
    fn add_assign(&mut self, other: Colours) {
        self.0 += other.0;
    }
}

/// The kind of card at a level of a stack.
#[inline]
pub fn kind_at(level: usize) -> Kind {
    match level {
        0 => Kind::Thieves,
        _ => Kind::Gear,
    }
}

/// What happens when a card is played.
#[inline]
pub fn when_played(rules: &Rules, kind: Kind, card: u8) -> &[Ability] {
    &rules.row(rules.sheet(kind, card)).when_played
}

/// The number that a card has in [`State::acting`].
pub fn acting_number(kind: Kind, card: u8) -> u8 {
    match kind {
        Kind::Thieves => card,
        Kind::Gear => card | GEAR,
    }
}

/// The card whose flips are under way.
pub fn acting(state: &State) -> (Kind, u8) {
    match state.acting & GEAR {
        0 => (Kind::Thieves, state.acting),
        _ => (Kind::Gear, state.acting & !GEAR),
    }
}

/// The flip that is to be made now: the flips of the acting card in the order written, less those still to come.
pub fn due(rules: &Rules, state: &State) -> Option<Flip> {
    let (kind, card) = acting(state);
    let mut done = rules.book.card(kind, card).flips.checked_sub(state.flips)?;
    for ability in when_played(rules, kind, card) {
        if let Ability::Flip(flip) = ability {
            if done < flip.count {
                return Some(*flip);
            }
            done -= flip.count;
        }
    }
    None
}
