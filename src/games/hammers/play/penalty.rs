//! Lowering DEFCON, and paying for it: in protests (CH1-R14) or in loyalty (CH2-R9).

use super::rules::Rules;
use super::state::{Phase, State};
use super::token::{Deck, faces, notes, zones};
use crate::games::hammers::Penalty;
use crate::rules::{Bits, Chance, Event, Log, Seat};

/// The pile of protests, for [`Chance`].
pub const PROTEST_PILE: usize = 2;

/// Whether a player could pay the next step in loyalty (CH2-R7).
#[inline]
pub fn affordable(rules: &Rules, state: &State, side: usize) -> bool {
    let price = rules.numbers.defcon.cost(state.defcon).unwrap_or(0);
    let loyal = state.sides[side].countries & !state.disloyal;
    rules.points(loyal) >= u32::from(price)
}

/// DEFCON falls by one; at the reset level it is the start's again at once (CH1-R14, CH2-R9). Gives the price.
#[inline]
pub fn fall<L: Log>(rules: &Rules, state: &mut State, log: &mut L) -> u8 {
    let defcon = &rules.numbers.defcon;
    let price = defcon.cost(state.defcon).unwrap_or(0);
    if L::LISTENS && !rules.defcon_cards.is_empty() {
        card_moves(rules, state.defcon, false, log);
    }
    state.defcon -= 1;
    log.push(counted(state.defcon));
    if state.defcon == defcon.reset_at {
        state.defcon = defcon.start;
        log.push(counted(state.defcon));
        if L::LISTENS {
            for level in defcon.reset_at + 1..=defcon.start {
                card_moves(rules, level, true, log);
            }
        }
    }
    price
}

fn counted(level: u8) -> Event {
    Event::Counted {
        counter: notes::DEFCON,
        to: i16::from(level),
    }
}

/// The DEFCON card of a level leaves the deck, or comes back.
fn card_moves<L: Log>(rules: &Rules, level: u8, back: bool, log: &mut L) {
    let Some(index) = rules.defcon_cards.iter().position(|l| *l == level) else {
        return;
    };
    let (from, to) = match back {
        false => (zones::DEFCON, zones::DEFCON_SPENT),
        true => (zones::DEFCON_SPENT, zones::DEFCON),
    };
    log.push(Event::Moved {
        card: rules.token(Deck::Defcon, index as u8),
        from,
        to,
        face: faces::UP,
    });
}

/// A player pays. True when it is paid; else the state waits for the player's choices.
#[inline]
pub fn pay<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    price: u8,
    chance: &mut C,
    log: &mut L,
) -> bool {
    match rules.numbers.defcon.penalty {
        Penalty::Protests => {
            let there = state.protests.count_ones();
            log.push(due(side, price, there));
            // CH1-G8: an empty pile gives no more.
            for left in (0..there).rev().take(usize::from(price)) {
                let protest = chance.draw(PROTEST_PILE, state.protests, left + 1);
                state.protests &= !(1 << protest);
                state.sides[side].protests |= 1 << protest;
                log.push(Event::Drawn {
                    card: rules.token(Deck::Protests, protest),
                    from: zones::PROTESTS,
                    to: zones::protests_of(side),
                    face: faces::UP,
                });
            }
            true
        }
        Penalty::Loyalty => {
            let loyal = state.sides[side].countries & !state.disloyal;
            let worth = rules.points(loyal);
            log.push(due(side, price, worth));
            if worth <= u32::from(price) {
                // Nothing is left to choose: all are turned (CH2-R12). But where they just meet the price, none that
                // is worth nothing: it would be one more than needed (CH2-G2).
                let needed = |country: &u8| {
                    worth < u32::from(price) || rules.countries[usize::from(*country)].points > 0
                };
                for country in Bits(u64::from(loyal)).filter(needed) {
                    flip(rules, state, side, country, log);
                }
                return true;
            }
            if price == 0 {
                return true;
            }
            state.phase = Phase::Flip;
            state.active = side as u8;
            state.owed = price;
            state.price = price;
            false
        }
    }
}

fn due(side: usize, price: u8, there: u32) -> Event {
    Event::Noted {
        note: notes::PENALTY,
        at: None,
        seat: Some(Seat(side as u8)),
        values: [i16::from(price), there as i16],
    }
}

/// Turns a country Disloyal.
#[inline]
pub fn flip<L: Log>(rules: &Rules, state: &mut State, side: usize, country: u8, log: &mut L) {
    state.disloyal |= 1 << country;
    log.push(Event::Turned {
        card: rules.token(Deck::Countries, country),
        at: zones::owned(side),
        face: faces::DISLOYAL,
    });
}

/// Turns a country Loyal again.
#[inline]
pub fn restore<L: Log>(rules: &Rules, state: &mut State, side: usize, country: u8, log: &mut L) {
    state.disloyal &= !(1 << country);
    log.push(Event::Turned {
        card: rules.token(Deck::Countries, country),
        at: zones::owned(side),
        face: faces::LOYAL,
    });
}
