//! The referee on a launch: whether it may be, and what it does.

use crate::games::hammers::Penalty;
use crate::games::hammers::abilities::{EachRound, Justify, MoveSelf, Operation, Reveal, Where};
use crate::games::hammers::play::{Mark, NONE, PLACES, Phase, RowSheet, Rules, SLOTS, Side, State};
use crate::rules::Bits;

use super::book::{Law, Sight, operation};
use super::referee::{Fault, Referee};

/// A card whose operation is launched.
#[derive(Clone, Copy)]
struct From {
    side: usize,
    card: u8,
    slot: usize,
    place: usize,
    target: usize,
}

const fn broken(says: &'static str) -> Result<(), Fault> {
    Err((Law::Launches, says))
}

const fn moves(says: &'static str) -> Result<(), Fault> {
    Err((Law::Moves, says))
}

/// The location of a slot.
#[inline]
fn place(side: &Side, slot: usize) -> usize {
    usize::from(side.place[slot % SLOTS]) % PLACES
}

impl<'a> Referee<'a> {
    /// A face-down card is turned up for its operation (CH1-R10, CH2-R6), which takes effect; an aggressive one is paid
    /// for (CH1-R18, CH2-R7).
    ///
    /// # Errors
    /// When it could not be launched.
    #[inline]
    pub fn launches(&mut self, card: u8, target: u8) -> Result<(), Fault> {
        self.count(Law::Launches);
        self.count(Law::Moves);
        let rules = self.rules;
        let state = &mut self.expected;
        let side = usize::from(state.active & 1);
        let mine = &mut state.sides[side];
        let Some(slot) = mine.slot_of(card) else {
            return Err((Law::Launches, "the card launched is not the player's own"));
        };
        let from = From {
            side,
            card,
            slot,
            place: place(mine, slot),
            target: usize::from(target),
        };
        let row: &'a RowSheet = rules.row(card);
        let Some(ability) = &row.operation else {
            return Err((Law::Launches, "the card launched has no operation"));
        };
        kinds(rules, state, &from)?;
        let sheet = rules.cards[usize::from(card & 63)];
        takes_effect(rules, state, ability, &from)?;
        let mine = &mut state.sides[side];
        mine.down &= !(1 << slot);
        mine.launched |= 1 << slot;
        if sheet.marks.has(Mark::Occupation) {
            state.blocked |= 1 << from.place;
        }
        self.see(true, Sight::launched(operation(ability)));
        if sheet.marks.has(Mark::Aggressive) && !self.justified(&from) {
            let price = self.lower();
            self.pays(side, price);
        }
        Ok(())
    }

    /// Spends a justification, one on the spot first (CH1-R19, CH2-R8).
    fn justified(&mut self, from: &From) -> bool {
        let state = &mut self.expected;
        let here = (from.place * 2 + from.side) as u8;
        let spent = match state.justifications.iter_mut().find(|at| **at == here) {
            Some(card) => {
                *card = NONE;
                true
            }
            None => {
                let mine = &mut state.sides[from.side];
                let launched = mine.ready > 0;
                mine.ready -= u8::from(launched);
                launched
            }
        };
        self.count(Law::Defcon);
        self.see(spent, Sight::mattered(super::book::JUSTIFY));
        spent
    }
}

/// What forbids a launch whatever the operation does: CH1-I8, CH2-I8.
#[inline]
fn kinds(rules: &Rules, state: &State, from: &From) -> Result<(), Fault> {
    let mine = &state.sides[from.side];
    if !matches!(state.phase, Phase::Turn | Phase::Deployed) {
        return broken("an operation was launched outside of a turn");
    }
    if mine.launched >> from.slot & 1 == 1 {
        return broken("a card was launched twice");
    }
    if mine.down >> from.slot & 1 == 0 {
        return broken("a card was launched that had been revealed");
    }
    let sheet = rules.cards[usize::from(from.card & 63)];
    // Every turn before this one laid a card.
    if sheet.marks.has(Mark::FirstTurn) && mine.placed - u8::from(state.deployed) > 0 {
        return broken("a First Turn operation was launched in a later turn");
    }
    if sheet.marks.has(Mark::Occupation) && occupation_at(rules, state, from.place) {
        return broken("a second Occupation was launched at a location");
    }
    if sheet.marks.has(Mark::Aggressive) && !affordable(rules, state, from) {
        return broken("an aggressive operation was launched that its player cannot pay for");
    }
    Ok(())
}

/// Whether a launched Occupation lies at the place, of either side (CH2-R7).
fn occupation_at(rules: &Rules, state: &State, place: usize) -> bool {
    state.sides.iter().any(|side| {
        let up = Bits(u64::from(side.at[place % PLACES] & side.launched));
        let mut cards = up.map(|slot| side.card[usize::from(slot) % SLOTS]);
        cards.any(|card| {
            rules.cards[usize::from(card & 63)]
                .marks
                .has(Mark::Occupation)
        })
    })
}

/// CH2-R7, CH2-R8; protests can always be drawn.
fn affordable(rules: &Rules, state: &State, from: &From) -> bool {
    if rules.numbers.defcon.penalty == Penalty::Protests {
        return true;
    }
    let mine = &state.sides[from.side];
    let here = (from.place * 2 + from.side) as u8;
    if mine.ready > 0 || state.justifications.contains(&here) {
        return true;
    }
    let mut price = i32::from(rules.numbers.defcon.cost(state.defcon).unwrap_or(0));
    for country in Bits(u64::from(mine.countries & !state.disloyal)) {
        if price <= 0 {
            break;
        }
        let sheet = rules.countries.get(usize::from(country));
        price -= i32::from(sheet.map_or(0, |sheet| sheet.points));
    }
    price <= 0
}

/// What an operation does, apart from its kinds.
///
/// # Errors
/// When it cannot be aimed so (CH1-I9, CH2-G12).
#[inline]
fn takes_effect(
    rules: &Rules,
    state: &mut State,
    ability: &Operation,
    from: &From,
) -> Result<(), Fault> {
    let country = from.place < rules.numbers.countries;
    let occupied = state.occupied;
    let is_occupied = |place: usize| occupied >> (place & 7) & 1 == 1;
    let [caps, hammers] = &mut state.sides;
    let (mine, theirs) = match from.side {
        0 => (caps, hammers),
        _ => (hammers, caps),
    };
    match ability {
        Operation::SetInfluence(_)
        | Operation::AllyInfluence(_)
        | Operation::Justify(_)
        | Operation::Occupy(_)
            if from.target != 0 =>
        {
            return broken("an operation was aimed that cannot be");
        }
        // It counts as launched.
        Operation::SetInfluence(_) | Operation::AllyInfluence(_) => {}
        Operation::MoveSelf(how) => {
            let far = from.target.abs_diff(from.place);
            if is_occupied(from.target) {
                return moves("a card moved into an occupied location");
            }
            let near = *how == MoveSelf::Anywhere || far == 1;
            if far == 0 || !near || from.target >= rules.numbers.places {
                return moves("a card moved to where it cannot");
            }
            moved(mine, from.slot, from.place, from.target);
        }
        Operation::Justify(Justify::Round) => mine.fresh += 1,
        Operation::Justify(Justify::Here) => {
            let cards = &mut state.justifications[..usize::from(rules.justifications).min(8)];
            match cards.iter_mut().find(|at| **at == NONE) {
                Some(free) => *free = (from.place * 2 + from.side) as u8,
                None if rules.numbers.refuse_unjustified => {
                    return broken("no Justification was left to be put down");
                }
                None => {}
            }
        }
        Operation::CarryHidden(_) => {
            let (partner, card) = (from.target / 8 % SLOTS, from.target % SLOTS);
            let (there, lies) = (place(mine, partner), place(theirs, card));
            let named = rules.row(from.card).named >> (mine.card[partner] & 63) & 1 == 1;
            if mine.down >> partner & 1 == 0 || there == from.place || !named {
                return broken("a card was launched without a partner that it needs");
            }
            if theirs.down >> card & 1 == 0 || (lies != from.place && lies != there) {
                return moves("a card was carried that cannot be");
            }
            let to = if lies == there { from.place } else { there };
            if is_occupied(to) {
                return moves("a card was carried into an occupied location");
            }
            mine.down &= !(1 << partner);
            mine.launched |= 1 << partner;
            moved(theirs, card, lies, to);
        }
        Operation::Reveal(how) => {
            let bit = 1u8.checked_shl(from.target as u32).unwrap_or(0);
            let within = match how {
                Reveal::Here => theirs.at[from.place % PLACES],
                Reveal::Anywhere => u8::MAX,
            };
            if theirs.down & within & bit == 0 {
                return broken("a card was revealed that cannot be");
            }
            theirs.down &= !bit;
        }
        Operation::PairCountry(how) => {
            let bit = 1u32.checked_shl(from.target as u32).unwrap_or(0);
            let paired = &mut state.paired[from.place % PLACES];
            if !country || paired.count_ones() >= u32::from(how.limit) {
                return moves("more countries were paired with one than can be");
            }
            if theirs.countries & bit == 0 {
                return moves("a country was paired that the opponent does not hold");
            }
            theirs.countries &= !bit;
            *paired |= bit;
        }
        Operation::PairLab(_) => {
            let bit = 1u16.checked_shl(from.target as u32).unwrap_or(0);
            if mine.labs & bit == 0 {
                return broken("a lab was lent that its player does not own");
            }
            if mine.lent & bit != 0 {
                return broken("a lab was lent twice in a round");
            }
            mine.lab[from.slot % SLOTS] = from.target as u8;
            mine.lent |= bit;
        }
        Operation::Occupy(how) => {
            if how.place == Where::Country && !country {
                return broken("a lab was occupied");
            }
            let used = match how.each_round {
                EachRound::Any => 0,
                EachRound::OneEach => mine.occupations,
                EachRound::OneInAll => mine.occupations + theirs.occupations,
            };
            if used > 0 {
                return broken("an occupation was launched too often in a round");
            }
            state.occupied |= 1 << from.place;
            mine.occupations += 1;
        }
    }
    Ok(())
}

/// A card in play goes to another location.
#[inline]
fn moved(side: &mut Side, slot: usize, from: usize, to: usize) {
    let bit = 1 << (slot % SLOTS);
    side.at[from % PLACES] &= !bit;
    side.at[to % PLACES] |= bit;
    side.place[slot % SLOTS] = to as u8;
}
