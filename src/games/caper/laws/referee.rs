//! The referee: what the table must look like after a move. Here what Masterminds do with a card.

use crate::games::caper::Per;
use crate::games::caper::abilities::{Ability, MoreCoins};
use crate::games::caper::play::{Crew, Kind, Move, PLACES, Phase, Rules, STACKS, State, Table};
use crate::rules::{Bits, Tally};

use super::book::{Law, Sight};
use super::cards::{self, Facts};
use super::recount::Here;

/// A law that a move breaks by itself, and how.
pub type Fault = (Law, &'static str);

/// Stacks of a player at a location.
pub const THIEVES: usize = STACKS / PLACES;
/// Cards of a stack.
pub const HEIGHT: usize = 4;
/// The lowest cards of all stacks.
pub const ALL_BASES: u64 = 0x1111_1111_1111_1111;
/// The lowest cards of the stacks of one location.
pub const BASES: u64 = 0x1111;

/// The cards of a side at a place, stack by stack, four bits each.
#[inline]
pub fn at_place(set: u64, place: usize) -> u64 {
    set >> (place * THIEVES * HEIGHT) & 0xffff
}

/// Thieves of a side at a place.
#[inline]
pub fn thieves_at(crew: &Crew, place: usize) -> usize {
    run(at_place(crew.filled, place) & BASES).div_ceil(HEIGHT)
}

/// Cards of a stack.
#[inline]
pub fn cards_of(crew: &Crew, stack: usize) -> usize {
    run(crew.filled >> (stack * HEIGHT) & 0xf)
}

/// Bits up to the highest: cards lie on one another, so that there are none between them.
#[inline]
fn run(bits: u64) -> usize {
    (u64::BITS - bits.leading_zeros()) as usize
}

/// Works out the table after a move.
pub struct Referee<'a> {
    pub rules: &'a Rules,
    /// What the engine left: only what chance decided is read from it.
    pub after: &'a State,
    /// What the rules leave.
    pub expected: State,
    pub tally: &'a mut Tally,
}

impl<'a> Referee<'a> {
    #[inline(always)]
    pub fn new(rules: &'a Rules, before: &State, after: &'a State, tally: &'a mut Tally) -> Self {
        Referee {
            rules,
            after,
            expected: *before,
            tally,
        }
    }

    /// Makes the move.
    ///
    /// # Errors
    /// When it should not have been made, or chance cannot have dealt what lies there now.
    #[inline(always)]
    pub fn makes(&mut self, mv: Move) -> Result<(), Fault> {
        match mv {
            Move::Place { card, at } => self.places(card, usize::from(at))?,
            Move::Equip { card, on } => self.equips(card, usize::from(on))?,
            Move::Discard { card } => self.discards(card)?,
            Move::Flip { stack } => self.flips(usize::from(stack))?,
            Move::Recover { card, on } => self.recovers(card, usize::from(on))?,
            Move::Leave => self.leaves()?,
            Move::Deal { card } => return self.gives_out(card),
            Move::Pass { one, two } => return self.passes(one, two),
        }
        match self.settles() {
            true => self.goes_on(),
            false => Ok(()),
        }
    }

    #[inline]
    pub fn count(&mut self, law: Law) {
        self.rules.book.count(law, self.tally);
    }

    #[inline]
    pub fn see(&mut self, seen: bool, sight: Sight) {
        self.tally.seen |= self.rules.book.bit_if(seen, sight);
    }

    /// The side that plays.
    #[inline]
    pub fn side(&self) -> usize {
        usize::from(self.expected.active & 1)
    }

    #[inline]
    pub fn mine(&mut self) -> &mut Crew {
        &mut self.expected.crews[usize::from(self.expected.active & 1)]
    }

    /// A card leaves the hand of the player, and lies open from now on.
    #[inline]
    fn leaves_hand(&mut self, card: u8) -> Result<(), Fault> {
        let state = &mut self.expected;
        let seat = usize::from(state.active & 3);
        let bit = 1u64.checked_shl(u32::from(card)).unwrap_or(0);
        if state.hands[seat] & bit == 0 || state.held[seat] == 0 {
            return Err((Law::Hands, "a card was played that was not in the hand"));
        }
        state.hands[seat] &= !bit;
        state.held[seat] -= 1;
        for known in &mut state.known {
            *known &= !bit;
        }
        Ok(())
    }

    /// A thief goes to a location (CAP-R9).
    #[inline]
    fn places(&mut self, card: u8, place: usize) -> Result<(), Fault> {
        let numbers = &self.rules.numbers;
        if self.expected.phase != Phase::Place {
            return Err((
                Law::Turns,
                "a thief was placed, but something else was to be done",
            ));
        }
        if place >= numbers.places {
            return Err((Law::Thieves, "a thief was placed at no location"));
        }
        self.leaves_hand(card)?;
        let standing = thieves_at(self.mine(), place);
        if standing >= numbers.thieves_at_location {
            return Err((
                Law::Limits,
                "a player has more thieves at a location than may stand there",
            ));
        }
        self.count(Law::Thieves);
        self.see(
            standing + 1 == numbers.thieves_at_location,
            Sight::PlaceFull,
        );
        self.plays(Kind::Thieves, card, place * THIEVES + standing);
        Ok(())
    }

    /// Gear goes on a thief (CAP-R10).
    #[inline]
    fn equips(&mut self, card: u8, stack: usize) -> Result<(), Fault> {
        if self.expected.phase != Phase::Equip {
            return Err((
                Law::Turns,
                "gear was placed, but something else was to be done",
            ));
        }
        self.leaves_hand(card)?;
        self.can_equip(card, stack)?;
        self.plays(Kind::Gear, card, stack);
        Ok(())
    }

    /// Whether the player can put gear on a stack (CAP-R10).
    #[inline]
    pub fn can_equip(&mut self, card: u8, stack: usize) -> Result<(), Fault> {
        let limit = self.rules.numbers.gear_on_thief as usize;
        let cost = self.rules.book.card(Kind::Gear, card).cost;
        let mine = self.mine();
        let cards = if stack < STACKS {
            cards_of(mine, stack)
        } else {
            0
        };
        if cards == 0 {
            return Err((Law::Gear, "gear was put where its player has no thief"));
        }
        if cards > limit {
            return Err((Law::Limits, "a thief has more gear than it may have"));
        }
        if cost > mine.coins {
            return Err((
                Law::Gear,
                "gear was placed that its player could not pay for",
            ));
        }
        self.count(Law::Gear);
        self.see(cards == limit, Sight::ThiefFull);
        Ok(())
    }

    /// Gear is discarded for coins (CAP-R10), in teams only when none can be placed (CAP-R22).
    #[inline]
    fn discards(&mut self, card: u8) -> Result<(), Fault> {
        if self.expected.phase != Phase::Equip {
            return Err((
                Law::Turns,
                "gear was discarded, but something else was to be done",
            ));
        }
        if self.rules.table == Table::Teams {
            if self.could_equip() {
                return Err((
                    Law::MustPlay,
                    "gear was discarded, but some could be paid for and placed",
                ));
            }
            self.count(Law::MustPlay);
        }
        self.leaves_hand(card)?;
        self.mine().gear |= 1 << card;
        self.count(Law::Discards);
        self.see(true, Sight::Discarded);
        self.takes(self.rules.numbers.discard_coins.into());
        Ok(())
    }

    /// Whether the player has gear in hand that could be placed.
    fn could_equip(&self) -> bool {
        let mine = &self.expected.crews[self.side()];
        let limit = self.rules.numbers.gear_on_thief as usize;
        let takes_more = |stack| (1..=limit).contains(&cards_of(mine, stack));
        let book = &self.rules.book;
        let mut hand = Bits(self.expected.hands[usize::from(self.expected.active & 3)]);
        hand.any(|card| book.card(Kind::Gear, card).cost <= mine.coins)
            && (0..STACKS).any(takes_more)
    }

    /// A card is paid for, laid on its stack, and does what it does at once, in the order written (CAP-R13). What is to
    /// be decided about it is noted.
    #[inline]
    pub fn plays(&mut self, kind: Kind, card: u8, stack: usize) {
        let rules = self.rules;
        let facts = rules.book.card(kind, card);
        let place = stack / THIEVES;
        self.expected.supply += facts.cost;
        let safe = facts.protected || shelters(rules, &self.expected, place, kind, facts);
        let mine = self.mine();
        mine.coins -= facts.cost;
        let cards = cards_of(mine, stack);
        let base = 1u64 << (stack * HEIGHT);
        let on_flipped = mine.flipped & base << cards >> 1 != 0 && cards > 0;
        mine.stacks[stack % STACKS][cards % HEIGHT] = card;
        mine.filled |= base << cards;
        mine.exposed &= !base;
        mine.exposed |= if safe { 0 } else { base };
        self.see(on_flipped, Sight::OnFlipped);
        if facts.income > 0 {
            self.takes(facts.income.into());
        }
        if facts.acts {
            self.acts(kind, card, place);
        }
        if rules.book.ground(self.expected.row[place]).pays {
            self.place_pays(kind, facts, place);
        }
        self.count(Law::Payments);
    }

    /// The location gives coins for the card.
    fn place_pays(&mut self, kind: Kind, facts: &Facts, place: usize) {
        let modifier = self.rules.modifier(self.expected.row[place]);
        if let Some(Ability::MoreCoins(MoreCoins { number, which })) = modifier
            && facts.is(*which, kind)
        {
            let taken = self.takes((*number).into());
            self.see(taken > 0, Sight::PlacePaid);
        }
    }

    /// What the card does at once, and what it leaves to decide.
    #[inline(never)]
    fn acts(&mut self, kind: Kind, card: u8, place: usize) {
        let rules = self.rules;
        for ability in cards::when_played(rules, kind, card) {
            match ability {
                Ability::Coins(coins) => {
                    let asked = match coins.0.per {
                        Per::Once => coins.0.number.into(),
                        // CAP-G13
                        _ => Here::at(rules, &self.expected, place).counts(&coins.0, self.side()),
                    };
                    let taken = self.takes(asked);
                    self.see(taken > 0, Sight::CoinsTaken);
                }
                Ability::TakeCoins(coins) => {
                    let taken = self.opponent_loses(coins.0);
                    self.mine().coins += taken;
                    self.see(taken > 0, Sight::TookCoins);
                }
                Ability::Fine(coins) => {
                    let paid = self.opponent_loses(coins.0);
                    self.expected.supply += paid;
                    self.see(paid > 0, Sight::FinePaid);
                }
                _ => {}
            }
        }
        let facts = rules.book.card(kind, card);
        let state = &mut self.expected;
        state.acting = cards::acting_number(kind, card);
        state.acting_at = place as u8;
        state.flips = facts.flips;
        state.recovers += facts.recovers;
    }

    /// The player takes coins from the supply, as many as there are (CAP-G2). Gives how many.
    #[inline]
    fn takes(&mut self, asked: u16) -> u8 {
        let supply = self.expected.supply;
        let taken = asked.min(supply.into()) as u8;
        self.expected.supply -= taken;
        self.mine().coins += taken;
        self.see(asked > supply.into(), Sight::SupplyShort);
        taken
    }

    /// The opponent pays coins, as many as there are (CAP-G10). Gives how many.
    fn opponent_loses(&mut self, asked: u8) -> u8 {
        let theirs = &mut self.expected.crews[1 - usize::from(self.expected.active & 1)];
        let paid = asked.min(theirs.coins);
        theirs.coins -= paid;
        self.see(asked > paid, Sight::OpponentShort);
        paid
    }
}

/// Whether the location at a place protects a card there (CAP-R12).
#[inline]
pub fn shelters(rules: &Rules, state: &State, place: usize, kind: Kind, facts: &Facts) -> bool {
    let location = state.row[place % PLACES];
    rules.book.ground(location).shelters(kind, facts)
}
