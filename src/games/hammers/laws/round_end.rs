//! The referee on the end of a round: locations are won, crises paid, labs give back, the next round is dealt.

use crate::games::hammers::Penalty;
use crate::games::hammers::play::{NONE, PLACES, Phase, RESTORING, Rules, Side};

use super::book::{Law, Sight};
use super::recount::{Count, default_of};
use super::referee::{Fault, Referee};
use super::sightings;

/// Both players, as a mask.
const BOTH: u8 = 0b11;

impl Referee<'_> {
    /// The last turn of the round ends: all cards are turned up (CH1-R11, CH2-R10), every location is looked at.
    ///
    /// # Errors
    /// When the turn could not end, or not every card had been deployed.
    pub fn ends_round(&mut self) -> Result<(), Fault> {
        self.ends_turn()?;
        let rules = self.rules;
        let turns = rules.numbers.turns;
        if self.expected.sides.iter().any(|side| side.placed != turns) {
            return Err((Law::Hands, "a round ended before every card was deployed"));
        }
        self.expected.resolving = true;
        for side in &mut self.expected.sides {
            side.down = 0;
        }
        let counts = Count::all(rules, &self.expected);
        let (mut crises, mut seen, mut looked_at) = (0u8, 0, 0);
        for place in 0..rules.numbers.places {
            let country = place < rules.numbers.countries;
            let lies = match country {
                true => self.expected.row[place % PLACES],
                false => self.expected.lab,
            };
            if lies == NONE {
                continue;
            }
            let count = counts[place % PLACES];
            let default = default_of(rules, &self.expected, place);
            seen |= sightings::resolved(rules, &self.expected, place, &count, default);
            looked_at += 1;
            if count.crisis(rules) {
                crises |= 1 << place;
            }
            if let Some(side) = count.winner(default) {
                self.wins(side, place, country);
            }
        }
        seen |= rules.book.bit_if(crises != 0, Sight::CRISIS);
        let several = crises & crises.wrapping_sub(1) != 0;
        self.tally.seen |= seen | rules.book.bit_if(several, Sight::CRISES);
        rules.book.count_all(Law::Winners, looked_at, self.tally);
        rules.book.count_all(Law::Crises, looked_at, self.tally);
        if !rules.numbers.every_crisis {
            // CH1-G6, CH2-G7, decided otherwise: only the first counts.
            crises &= crises.wrapping_neg();
        }
        self.expected.crises = crises;
        self.expected.queue = 0;
        self.expected.owed = 0;
        self.goes_on();
        Ok(())
    }

    /// What lies at a location goes to its winner, and what is paired with it (CH1-E10, CH2-G9).
    fn wins(&mut self, side: usize, place: usize, country: bool) {
        let state = &mut self.expected;
        let mine = &mut state.sides[side];
        if country {
            mine.countries |= 1 << (state.row[place % PLACES] & 31);
            mine.countries |= state.paired[place % PLACES];
            state.row[place % PLACES] = NONE;
            state.paired[place % PLACES] = 0;
        } else {
            mine.labs |= 1 << (state.lab & 15);
            state.lab = NONE;
        }
    }

    /// A country is turned to pay for a crisis.
    ///
    /// # Errors
    /// When it could not be turned.
    pub fn flips_in_crisis(&mut self, country: u8) -> Result<(), Fault> {
        if self.flips(country)? {
            self.goes_on();
        }
        Ok(())
    }

    /// A Disloyal country is restored (CH2-R13).
    ///
    /// # Errors
    /// When it could not be.
    pub fn restores(&mut self, country: u8) -> Result<(), Fault> {
        self.count(Law::Restored);
        let state = &mut self.expected;
        let bit = 1u32.checked_shl(u32::from(country)).unwrap_or(0);
        let mine = &state.sides[usize::from(state.active & 1)];
        if state.phase != Phase::Restore || mine.countries & state.disloyal & bit == 0 {
            return Err((Law::Restored, "only an own Disloyal country is restored"));
        }
        let most = u32::from(mine.labs.count_ones() as u8) * self.most_per_lab();
        let state = &mut self.expected;
        if state.owed == 0 || u32::from(state.owed) > most {
            return Err((Law::Restored, "more was restored than labs allow"));
        }
        state.disloyal &= !bit;
        state.owed -= 1;
        let done = state.owed == 0;
        self.see(true, Sight::GAVE_BACK);
        if done {
            self.goes_on();
        }
        Ok(())
    }

    /// A protest goes back, or none any more (CH1-R15).
    ///
    /// # Errors
    /// When it could not be.
    pub fn returns(&mut self, protest: Option<u8>) -> Result<(), Fault> {
        self.count(Law::Restored);
        let state = &mut self.expected;
        if state.phase != Phase::Return {
            return Err((Law::Restored, "protests go back at the end of a round only"));
        }
        let Some(protest) = protest else {
            self.goes_on();
            return Ok(());
        };
        let bit = 1u64.checked_shl(u32::from(protest)).unwrap_or(0);
        let mine = &mut state.sides[usize::from(state.active & 1)];
        if mine.protests & bit == 0 || state.owed == 0 {
            return Err((Law::Restored, "a protest went back that could not"));
        }
        mine.protests &= !bit;
        state.protests |= bit;
        state.owed -= 1;
        let done = state.owed == 0 || mine.protests == 0;
        self.see(true, Sight::GAVE_BACK);
        if done {
            self.goes_on();
        }
        Ok(())
    }

    fn most_per_lab(&self) -> u32 {
        u32::from(self.rules.numbers.restore_per_lab)
    }

    /// All that follows until somebody has to choose: crises in row order, each paid by both (CH1-R13, CH2-R12); then
    /// labs give back (CH1-R15, CH2-R13); then the next round. Who took the first turn goes first (CH1-G19, CH2-G17).
    fn goes_on(&mut self) {
        let order = [self.expected.first & 1, 1 - (self.expected.first & 1)];
        if self.expected.queue & RESTORING == 0 {
            loop {
                for side in order {
                    if self.expected.queue >> side & 1 == 1 {
                        self.expected.queue &= !(1 << side);
                        if !self.pays(usize::from(side), self.expected.price) {
                            return;
                        }
                    }
                }
                let Some(place) = (0..8).find(|place| self.expected.crises >> place & 1 == 1)
                else {
                    break;
                };
                self.expected.crises &= !(1 << place);
                self.expected.price = self.lower();
                self.expected.queue = BOTH;
            }
            self.expected.queue = BOTH | RESTORING;
        }
        for side in order {
            if self.expected.queue >> side & 1 == 1 {
                self.expected.queue &= !(1 << side);
                if !self.gives_back(usize::from(side)) {
                    return;
                }
            }
        }
        self.clears();
    }

    /// What labs give back without a choice; false when the player has to choose.
    fn gives_back(&mut self, side: usize) -> bool {
        let mine = &self.expected.sides[side];
        let most = (mine.labs.count_ones() * self.most_per_lab()).min(255);
        if most == 0 {
            return true;
        }
        let phase = match self.rules.numbers.defcon.penalty {
            Penalty::Protests => {
                if mine.protests == 0 && self.drawn[side] == 0 {
                    return true;
                }
                Phase::Return
            }
            Penalty::Loyalty => {
                self.count(Law::Restored);
                let disloyal = self.expected.sides[side].countries & self.expected.disloyal;
                if disloyal.count_ones() <= most {
                    self.expected.disloyal &= !disloyal;
                    return true;
                }
                Phase::Restore
            }
        };
        self.expected.phase = phase;
        self.expected.active = side as u8;
        self.expected.owed = most as u8;
        false
    }

    /// CH1-R16, CH2-R14; then the next round, or the end (CH1-R17, CH2-R15).
    fn clears(&mut self) {
        let state = &mut self.expected;
        for side in &mut state.sides {
            for card in &side.card[..usize::from(side.placed).min(8)] {
                state.discard |= 1 << (card & 63);
            }
            *side = Side {
                hand: side.hand,
                held: side.held,
                protests: side.protests,
                countries: side.countries,
                labs: side.labs,
                ..Side::EMPTY
            };
        }
        state.justifications = [NONE; 8];
        state.row = [NONE; PLACES];
        state.occupied = 0;
        state.blocked = 0;
        state.owed = 0;
        state.price = 0;
        state.queue = 0;
        state.turn = 0;
        state.resolving = false;
        if state.round >= self.rules.numbers.rounds {
            state.phase = Phase::Over;
            state.active = 0;
        } else {
            self.deals();
        }
    }

    /// A round is dealt (CH1-R6 to R8, CH2-R3, R4): what chance decided is taken from the table that the engine left,
    /// if chance could have decided so.
    fn deals(&mut self) {
        let rules = self.rules;
        let state = &mut self.expected;
        state.round += 1;
        let mut signs = [0u8; 2];
        for place in 0..rules.numbers.countries.min(PLACES) {
            let country = self.after.row[place];
            let bit = 1u32.checked_shl(u32::from(country)).unwrap_or(0);
            if state.countries & bit != 0 {
                state.countries &= !bit;
                state.row[place] = country;
                let sheet = rules.countries.get(usize::from(country));
                signs[usize::from(sheet.map_or(0, |sheet| sheet.default) & 1)] += 1;
            } else if state.countries != 0 {
                self.unlikely = Some((Law::Owned, "a country too few came into play"));
            }
        }
        if state.lab == NONE && rules.numbers.places > rules.numbers.countries && state.labs != 0 {
            state.lab = state.labs.trailing_zeros() as u8;
            state.labs &= !(1 << state.lab);
        }
        for side in [0, 1] {
            self.draws(side);
        }
        // Where an even number of countries lies out, both can have as many signs: then the Caps begin.
        let state = &mut self.expected;
        state.first = u8::from(signs[1] > signs[0]);
        state.active = state.first;
        state.phase = Phase::Turn;
    }

    /// A player draws; the discards are shuffled when the deck is empty (CH1-G4, CH2-G4).
    fn draws(&mut self, side: usize) {
        let state = &mut self.expected;
        let mut wanted = self.rules.numbers.draw;
        let new = self.after.sides[side].hand & !state.sides[side].hand;
        let mut all_of = 0;
        let shuffled = state.deck_count < wanted && state.discard != 0;
        if shuffled {
            // All that is left of the deck comes first.
            all_of = state.deck;
            wanted -= state.deck_count;
            state.deck = state.discard;
            state.deck_count = state.discard.count_ones() as u8;
            state.discard = 0;
        }
        let some_of = new & state.deck;
        let drawn = some_of.count_ones() as u8;
        if all_of | some_of == new && drawn == wanted.min(state.deck_count) {
            let mine = &mut state.sides[side];
            mine.hand |= new;
            mine.held += drawn + (self.rules.numbers.draw - wanted);
            state.deck &= !some_of;
            state.deck_count -= drawn;
        } else {
            self.unlikely = Some((Law::Hands, "a wrong number of cards was drawn"));
        }
        self.see(shuffled, Sight::RESHUFFLED);
    }
}

/// How many countries are owned once `rounds` rounds are over (CH1-I3, CH2-I3).
pub fn owned_after(rules: &Rules, rounds: u32) -> u32 {
    let in_play = rules.numbers.countries as u32;
    (rounds * in_play).min(rules.countries.len() as u32)
}
