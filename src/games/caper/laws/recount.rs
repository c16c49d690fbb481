//! Capers, winners and points, added up from the cards alone (CAP-R15 to R17).

use crate::games::caper::abilities::{Ability, Capers, MoreCapers, Points};
use crate::games::caper::play::{Kind, PLACES, Rules, STACKS, State, Table};
use crate::games::caper::{Amount, Condition, Per, Side, Which};
use crate::rules::Bits;

use super::book::Sight;
use super::cards::{Colours, Sum, Worth, kind_at};
use super::referee::{BASES, HEIGHT, THIEVES, at_place};

/// Most cards of both sides on the table.
const CARDS: usize = 2 * STACKS * HEIGHT;

/// The cards at a location that lie face up, by side, and the coins.
#[derive(Debug, Clone, Copy, Default)]
pub struct Here {
    colours: [Colours; 2],
    /// Of each side thieves and gear, a bit each.
    kinds: [[u64; 2]; 2],
    coins: [u8; 2],
}

impl Here {
    /// A place before its cards are looked at.
    fn empty(state: &State) -> Here {
        Here {
            coins: [state.crews[0].coins, state.crews[1].coins],
            ..Here::default()
        }
    }

    #[inline]
    fn add(&mut self, side: usize, kind: Kind, bit: u8, worth: &Worth) {
        self.colours[side] += worth.colour;
        self.kinds[side][kind as usize] |= 1 << (bit & 63);
    }

    pub fn at(rules: &Rules, state: &State, place: usize) -> Here {
        let mut here = Here::empty(state);
        let within = 0xffff << (place * THIEVES * HEIGHT);
        each_up(state, within, |side, bit, kind, card| {
            here.add(side, kind, bit, rules.book.worth(kind, card));
        });
        here
    }

    /// How often an amount counts (CAP-R14, CAP-G11, CAP-G12).
    #[inline]
    fn times(&self, per: &Per, side: usize) -> u16 {
        let of = |whose: &Side| match whose {
            Side::Yours => self.colours[side],
            Side::Theirs => self.colours[1 - side],
        };
        match per {
            Per::Once => 1,
            Per::Each(colour, whose) => of(whose).of(*colour).into(),
            Per::EachSet(colours, whose) => {
                let each = colours.iter().map(|colour| of(whose).of(*colour));
                each.min().unwrap_or(0).into()
            }
            Per::If(Condition::TheyAreBroke) => u16::from(self.coins[1 - side] == 0),
            Per::If(Condition::YouAreRicher) => u16::from(self.coins[side] > self.coins[1 - side]),
        }
    }

    /// An amount as a side counts it.
    #[inline]
    pub fn counts(&self, amount: &Amount, side: usize) -> u16 {
        u16::from(amount.number) * self.times(&amount.per, side)
    }

    /// Cards of a side that a location picks.
    fn picked(&self, which: Which, side: usize) -> u16 {
        match which {
            Which::Thieves => self.kinds[side][Kind::Thieves as usize].count_ones() as u16,
            Which::Gear => self.kinds[side][Kind::Gear as usize].count_ones() as u16,
            Which::Coloured(colour) => self.colours[side].of(colour).into(),
        }
    }
}

/// Hears of every card within a set of stacks that lies face up: its side, its bit, its kind, its number.
#[inline(always)]
fn each_up(state: &State, within: u64, mut hears: impl FnMut(usize, u8, Kind, u8)) {
    for (side, crew) in state.crews.iter().enumerate() {
        for bit in Bits(crew.filled & !crew.flipped & within) {
            let kind = kind_at(usize::from(bit) % HEIGHT);
            hears(
                side,
                bit,
                kind,
                crew.stacks.as_flattened()[usize::from(bit)],
            );
        }
    }
}

/// The score sheet of a Mastermind (CAP-R16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sheet {
    /// In all.
    pub capers: u16,
    pub locations: u16,
    pub thieves: u16,
    pub gear: u16,
    pub goods: u16,
    /// Jewels, antiques, paintings, wild ones.
    pub loot: [u8; 4],
}

impl Sheet {
    pub fn total(&self) -> u16 {
        self.locations + self.thieves + self.gear + self.goods
    }
}

/// The table, counted as if the game ended now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recount {
    pub sheets: [Sheet; 2],
    /// At each place: capers of both sides.
    pub capers: [[u16; 2]; PLACES],
    /// Sightings made by counting, as in [`crate::rules::Tally::seen`].
    pub seen: u64,
}

/// Who has strictly more capers (CAP-R15).
pub fn winner([cream, mint]: [u16; 2]) -> Option<usize> {
    match (cream > mint, mint > cream) {
        (true, _) => Some(0),
        (_, true) => Some(1),
        _ => None,
    }
}

impl Recount {
    pub fn of(rules: &Rules, state: &State) -> Recount {
        let mut recount = Recount::default();
        let mut here = [Here::empty(state); PLACES];
        // At each place, by side and kind; and the cards that give more by what lies around them.
        let mut sums = [[[Sum::default(); 2]; 2]; PLACES];
        let mut counting = [(0u8, 0u8, Kind::Thieves, 0u8); CARDS];
        let mut count = 0;
        each_up(state, u64::MAX, |side, bit, kind, card| {
            let place = usize::from(bit) / (THIEVES * HEIGHT) % PLACES;
            let worth = rules.book.worth(kind, card);
            here[place].add(side, kind, bit, worth);
            sums[place][side][kind as usize] += worth.once;
            recount.seen |= worth.seen;
            counting[count % CARDS] = (place as u8, side as u8, kind, card);
            count += usize::from(worth.counts);
        });
        for (place, side, kind, card) in &counting[..count.min(CARDS)] {
            let (place, side) = (usize::from(*place) % PLACES, usize::from(*side & 1));
            let sum = recount.counted(rules, &here[place], side, *kind, *card);
            sums[place][side][*kind as usize] += sum;
        }
        for place in 0..rules.numbers.places {
            recount.place(rules, state, place, (&here[place], sums[place]));
        }
        for (sheet, crew) in recount.sheets.iter_mut().zip(&state.crews) {
            sheet.goods = rules.book.groupings.worth(sheet.loot);
            if rules.table == Table::Teams {
                // CAP-R22, CAP-G8
                let discarded = crew.gear.count_ones() as u16;
                sheet.gear += discarded * rules.numbers.discard_points;
            }
        }
        recount
    }

    /// A location is won, or not.
    fn place(
        &mut self,
        rules: &Rules,
        state: &State,
        place: usize,
        (here, sums): (&Here, [[Sum; 2]; 2]),
    ) {
        let book = &rules.book;
        let mut capers = [0; 2];
        // Of them, what fully equipped thieves and the location add.
        let (mut equipped, mut modifier) = ([0; 2], [0; 2]);
        let location = rules.locations.get(usize::from(state.row[place]));
        for (side, sums) in sums.into_iter().enumerate() {
            let [thieves, gear] = sums;
            let sheet = &mut self.sheets[side];
            sheet.thieves += thieves.all_points();
            sheet.gear += gear.all_points();
            for sum in sums {
                capers[side] += sum.all_capers();
                for (all, more) in sheet.loot.iter_mut().zip(sum.all_goods()) {
                    *all += more;
                }
            }
            // CAP-R11, CAP-G3
            let crew = &state.crews[side];
            let filled = at_place(crew.filled, place);
            let full = filled >> rules.numbers.equipped_gear.min(63) & BASES;
            if full != 0 {
                equipped[side] = full.count_ones() as u16 * rules.numbers.equipped_capers;
                let flipped = at_place(crew.flipped, place);
                let flipped = (full * 0xe) & flipped != 0;
                self.seen |= book.bit_if(flipped, Sight::FlippedEquips);
            }
            if let Some(Ability::MoreCapers(MoreCapers { number, which })) =
                location.and_then(|location| location.modifier.as_ref())
            {
                modifier[side] = u16::from(*number) * here.picked(*which, side);
            }
            capers[side] += equipped[side] + modifier[side];
            self.sheets[side].capers += capers[side];
        }
        self.capers[place] = capers;
        let won = winner(capers);
        let without = |part: [u16; 2]| winner([capers[0] - part[0], capers[1] - part[1]]);
        self.seen |= book.bit_if(without(equipped) != won, Sight::Equipped)
            | book.bit_if(without(modifier) != won, Sight::PlaceCapers)
            | book.bit(match won {
                Some(0) => Sight::CreamTook,
                Some(_) => Sight::MintTook,
                None => Sight::Tied,
            });
        let empty = |side: usize| at_place(state.crews[side].filled, place) == 0;
        self.seen |= book.bit_if(empty(0) || empty(1), Sight::LeftEmpty);
        if let (Some(side), Some(location)) = (won, location) {
            // CAP-G14
            for ability in &location.reward {
                self.reward(rules, here, side, ability);
            }
        }
    }

    /// What a card that lies face up gives by what lies around it.
    fn counted(&mut self, rules: &Rules, here: &Here, side: usize, kind: Kind, card: u8) -> Sum {
        let mut sum = Sum::default();
        for ability in &rules.row(rules.sheet(kind, card)).gives {
            let (amount, sight) = match ability {
                Ability::Capers(Capers(amount)) => (amount, Sight::CapersCounted),
                Ability::Points(Points(amount)) => (amount, Sight::PointsCounted),
                _ => continue,
            };
            let counted = here.counts(amount, side);
            if amount.per == Per::Once || counted == 0 {
                continue;
            }
            sum += match sight {
                Sight::CapersCounted => Sum::capers(counted),
                _ => Sum::points(counted),
            };
            let sights = self::counting(amount).into_iter().flatten();
            self.seen |= sights.fold(rules.book.bit(sight), |all, s| all | rules.book.bit(s));
        }
        sum
    }

    /// What the winner of a location gets.
    fn reward(&mut self, rules: &Rules, here: &Here, side: usize, ability: &Ability) {
        let book = &rules.book;
        let sheet = &mut self.sheets[side];
        match ability {
            Ability::Points(ability) => {
                let counted = here.counts(&ability.0, side);
                sheet.locations += counted;
                let by_cards = counted > 0 && ability.0.per != Per::Once;
                self.seen |= book.bit_if(counted > 0, Sight::RewardPoints)
                    | book.bit_if(by_cards, Sight::RewardCounted);
            }
            Ability::Goods(goods) => {
                for good in &goods.0 {
                    sheet.loot[*good as usize] += 1;
                }
                self.seen |= book.bit(Sight::RewardGoods);
            }
            _ => {}
        }
    }
}

/// The sightings that are made when an amount counts for something.
#[inline]
pub fn counting(amount: &Amount) -> [Option<Sight>; 2] {
    let theirs = |whose: &Side| (*whose == Side::Theirs).then_some(Sight::TheirsCounted);
    match &amount.per {
        Per::Once => [None; 2],
        Per::Each(_, whose) => [Some(Sight::EachCounted), theirs(whose)],
        Per::EachSet(_, whose) => [Some(Sight::SetCounted), theirs(whose)],
        Per::If(Condition::TheyAreBroke) => [Some(Sight::WereBroke), None],
        Per::If(Condition::YouAreRicher) => [Some(Sight::WasRicher), None],
    }
}
