//! The referee on turns and rounds: hands are swapped, passed, dealt out and discarded (CAP-R5 to R8, CAP-R19, CAP-R21).

use crate::games::caper::play::{Kind, Phase, Round, Rules, Table};

use super::book::Law;
use super::referee::{Fault, Referee};

const CREAM: usize = 0;
const MINT: usize = 1;
const SNITCH: usize = 2;
/// Lookouts sit behind their Masterminds.
const LOOKOUTS: usize = 2;

/// How long a round is, and what it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    pub turns: u8,
    /// Cards of the Snitch deck before any is dealt (CAP-R19).
    pub deck: u8,
    /// What each side has once the round is over: thieves placed, thieves discarded, gear placed or discarded.
    pub left: [u32; 3],
}

impl Length {
    pub const NONE: Length = Length {
        turns: 0,
        deck: 0,
        left: [0; 3],
    };

    /// All rounds (CAP-R8).
    pub fn all(rules: &Rules) -> Vec<Length> {
        let mut piles = [rules.all_thieves, rules.all_gear].map(u64::count_ones);
        let mut left = [0; 3];
        let length = |round: &Round| {
            let (mut turns, mut deck) = (u32::from(round.cards).saturating_sub(1), 0);
            if rules.table == Table::Snitch {
                let pile = &mut piles[round.kind as usize];
                deck = (u32::from(round.cards) * u32::from(rules.numbers.snitch_deal)).min(*pile);
                *pile -= deck;
                // One to each, and two each turn.
                turns = deck.saturating_sub(2) / 2;
            }
            match round.kind {
                Kind::Thieves => {
                    left[0] += turns;
                    left[1] += 1;
                }
                Kind::Gear => left[2] += turns + 1,
            }
            Length {
                turns: turns as u8,
                deck: deck as u8,
                left,
            }
        };
        rules.numbers.rounds.iter().map(length).collect()
    }
}

/// The law of how cards come into hands.
pub fn dealing(rules: &Rules) -> Law {
    match rules.table {
        Table::Two => Law::Hands,
        Table::Snitch => Law::Deals,
        Table::Teams => Law::Passes,
    }
}

/// The round of that number, from 1.
#[inline]
fn round(rules: &Rules, number: u8) -> Result<Round, Fault> {
    let round = rules
        .numbers
        .rounds
        .get(usize::from(number).wrapping_sub(1));
    round.copied().ok_or((Law::Turns, "there is no such round"))
}

impl Referee<'_> {
    /// The Mastermind is done: the other one plays, or the turn ends (CAP-R7).
    ///
    /// # Errors
    /// When chance cannot have dealt what lies there now.
    #[inline]
    pub fn goes_on(&mut self) -> Result<(), Fault> {
        let round = round(self.rules, self.expected.round)?;
        let state = &mut self.expected;
        state.played += 1;
        if state.played < 2 {
            let other = state.active ^ 1;
            self.mastermind(round, other);
            return Ok(());
        }
        state.played = 0;
        state.turn += 1;
        let last = match self.rules.table {
            Table::Two => state.held[CREAM].max(state.held[MINT]) < 2,
            Table::Snitch => state.snitch_deck < 2,
            Table::Teams => state.held[LOOKOUTS..] == [0, 0],
        };
        if last {
            return self.ends_round(round);
        }
        match self.rules.table {
            Table::Two => self.swaps(),
            Table::Snitch => {}
            Table::Teams => self.passes_back(),
        }
        self.begins_turn(round)
    }

    /// A Mastermind has to play a card.
    #[inline]
    fn mastermind(&mut self, round: Round, side: u8) {
        self.expected.active = side;
        self.expected.phase = match round.kind {
            Kind::Thieves => Phase::Place,
            Kind::Gear => Phase::Equip,
        };
    }

    /// Both take the other's whole hand, and know what they gave (CAP-R7).
    #[inline]
    fn swaps(&mut self) {
        let state = &mut self.expected;
        let [cream, mint, ..] = state.hands;
        (state.hands[CREAM], state.hands[MINT]) = (mint, cream);
        (state.known[CREAM], state.known[MINT]) = (cream, mint);
        state.held.swap(CREAM, MINT);
    }

    /// Masterminds give the card not played to the Lookouts of their teams, and know it (CAP-R21).
    fn passes_back(&mut self) {
        for side in [CREAM, MINT] {
            let back = self.expected.hands[side];
            self.hands_over(back, side, LOOKOUTS + side);
        }
    }

    /// Cards go from hand to hand. Whoever gave them knows them; whoever has them needs no such knowledge.
    fn hands_over(&mut self, cards: u64, from: usize, to: usize) {
        let state = &mut self.expected;
        let count = cards.count_ones() as u8;
        state.hands[from] &= !cards;
        state.hands[to] |= cards;
        state.held[from] -= count;
        state.held[to] += count;
        state.known[from] |= cards;
        state.known[to] &= !cards;
    }

    #[inline]
    fn begins_turn(&mut self, round: Round) -> Result<(), Fault> {
        match self.rules.table {
            Table::Two => self.mastermind(round, round.first),
            Table::Snitch => {
                self.draws(round.kind, SNITCH, 2)?;
                self.expected.phase = Phase::Deal;
                self.expected.active = SNITCH as u8;
            }
            Table::Teams => {
                self.expected.phase = Phase::Pass;
                self.expected.active = LOOKOUTS as u8 + round.first;
            }
        }
        Ok(())
    }

    /// A player left with one card discards it, with no coin (CAP-R8); the next round is dealt, or the game is over.
    #[inline(never)]
    fn ends_round(&mut self, round: Round) -> Result<(), Fault> {
        let state = &mut self.expected;
        for side in [CREAM, MINT] {
            let last = state.hands[side];
            match round.kind {
                Kind::Thieves => state.crews[side].thieves |= last,
                Kind::Gear => state.crews[side].gear |= last,
            }
        }
        state.hands = [0; 4];
        state.known = [0; 4];
        state.held = [0; 4];
        state.turn = 0;
        state.round += 1;
        self.count(Law::Discards);
        if usize::from(self.expected.round) > self.rules.numbers.rounds.len() {
            self.expected.phase = Phase::Over;
            return Ok(());
        }
        self.deals()
    }

    /// A round is dealt (CAP-R5).
    ///
    /// # Errors
    /// When chance cannot have dealt what lies there now.
    pub fn deals(&mut self) -> Result<(), Fault> {
        let round = round(self.rules, self.expected.round)?;
        self.count(dealing(self.rules));
        match self.rules.table {
            Table::Two => {
                self.draws(round.kind, CREAM, round.cards)?;
                self.draws(round.kind, MINT, round.cards)?;
            }
            Table::Snitch => {
                self.expected.snitch_deck = self.rules.book.round(self.expected.round).deck;
                self.draws(round.kind, CREAM, 1)?;
                self.draws(round.kind, MINT, 1)?;
            }
            Table::Teams => {
                self.draws(round.kind, LOOKOUTS + CREAM, round.cards)?;
                self.draws(round.kind, LOOKOUTS + MINT, round.cards)?;
            }
        }
        self.begins_turn(round)
    }

    /// Cards from the round's pile come into a hand. Chance decides which: they are taken from the table that the
    /// engine left, if they can be those.
    fn draws(&mut self, kind: Kind, seat: usize, cards: u8) -> Result<(), Fault> {
        let state = &mut self.expected;
        let pile = match kind {
            Kind::Thieves => &mut state.thieves,
            Kind::Gear => &mut state.gear,
        };
        let drawn = self.after.hands[seat] & !state.hands[seat];
        if drawn & !*pile != 0 || drawn.count_ones() != u32::from(cards) {
            let says = "a wrong number of cards was dealt, or cards that were not in the pile";
            return Err((dealing(self.rules), says));
        }
        *pile &= !drawn;
        state.hands[seat] |= drawn;
        state.held[seat] += cards;
        if self.rules.table == Table::Snitch {
            let says = "more cards were dealt than the Snitch deck had";
            let left = state.snitch_deck.checked_sub(cards);
            state.snitch_deck = left.ok_or((Law::Deals, says))?;
        }
        Ok(())
    }

    /// The Snitch gives one of its two cards to each Mastermind, and knows them (CAP-R19).
    ///
    /// # Errors
    /// When it did not draw that card.
    pub fn gives_out(&mut self, card: u8) -> Result<(), Fault> {
        let round = round(self.rules, self.expected.round)?;
        if self.expected.phase != Phase::Deal {
            return Err((
                Law::Turns,
                "the Snitch gave out cards, but something else was to be done",
            ));
        }
        let to_cream = 1u64.checked_shl(card.into()).unwrap_or(0);
        let drawn = self.expected.hands[SNITCH];
        if drawn & to_cream == 0 || drawn.count_ones() != 2 {
            return Err((
                Law::Deals,
                "the Snitch gave out a card that it did not draw",
            ));
        }
        self.hands_over(to_cream, SNITCH, CREAM);
        self.hands_over(drawn & !to_cream, SNITCH, MINT);
        self.mastermind(round, round.first);
        self.count(Law::Deals);
        Ok(())
    }

    /// A Lookout passes two cards to the opposing Mastermind (CAP-R21).
    ///
    /// # Errors
    /// When it does not have them.
    pub fn passes(&mut self, one: u8, two: u8) -> Result<(), Fault> {
        let round = round(self.rules, self.expected.round)?;
        let seat = usize::from(self.expected.active & 3);
        if self.expected.phase != Phase::Pass || seat < LOOKOUTS {
            return Err((
                Law::Turns,
                "a Lookout passed cards, but something else was to be done",
            ));
        }
        let [one, two] = [one, two].map(|card| 1u64.checked_shl(card.into()).unwrap_or(0));
        let hand = self.expected.hands[seat];
        if one == two || hand & one == 0 || hand & two == 0 {
            return Err((
                Law::Passes,
                "a Lookout passed something else than two cards of its hand",
            ));
        }
        self.hands_over(one | two, seat, MINT - (seat - LOOKOUTS));
        let state = &mut self.expected;
        if state.hands[seat] != 0 {
            // Of what was in that hand nobody else knows now whether it went or stayed.
            for other in (0..state.known.len()).filter(|other| *other != seat) {
                state.known[other] &= !hand;
            }
        }
        state.played += 1;
        match state.played {
            1 => state.active ^= 1,
            _ => {
                state.played = 0;
                self.mastermind(round, round.first);
            }
        }
        self.count(Law::Passes);
        Ok(())
    }

    /// A random location lies on each mat (CAP-R4).
    ///
    /// # Errors
    /// When one lies there that was not in the pile, or none.
    pub fn lays_locations(&mut self) -> Result<(), Fault> {
        for place in 0..self.rules.numbers.places {
            let location = self.after.row[place];
            let bit = 1u64.checked_shl(location.into()).unwrap_or(0);
            if self.expected.locations & bit == 0 {
                return Err((
                    Law::Conserved,
                    "on a mat lies no location, or one that lies elsewhere",
                ));
            }
            self.expected.locations &= !bit;
            self.expected.row[place] = location;
        }
        Ok(())
    }
}
