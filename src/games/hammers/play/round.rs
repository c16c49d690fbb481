//! Setting up, dealing a round, clearing it away.

use super::rules::Rules;
use super::state::{CAPS, HAMMERS, NONE, PLACES, Phase, Side, State};
use super::token::{Deck, faces, notes, zones};
use crate::rules::{Bits, Chance, Event, Log};

/// Piles, for [`Chance`].
pub const ACTION_PILE: usize = 0;
/// See [`ACTION_PILE`].
pub const COUNTRY_PILE: usize = 1;

/// The table before anything is drawn.
pub fn empty(rules: &Rules) -> State {
    State {
        sides: [Side::EMPTY; 2],
        deck: rules.all_cards,
        discard: 0,
        protests: low_bits(rules.protests.len()),
        countries: low_bits(rules.countries.len()) as u32,
        disloyal: 0,
        labs: low_bits(rules.labs.len()) as u16,
        row: [NONE; PLACES],
        lab: NONE,
        deck_count: rules.all_cards.count_ones() as u8,
        paired: [0; PLACES],
        justifications: [NONE; 8],
        occupied: 0,
        blocked: 0,
        defcon: rules.numbers.defcon.start,
        round: 0,
        turn: 0,
        first: 0,
        phase: Phase::Turn,
        deployed: false,
        active: 0,
        owed: 0,
        price: 0,
        crises: 0,
        queue: 0,
        resolving: false,
    }
}

/// The lowest `n` bits.
pub fn low_bits(n: usize) -> u64 {
    match n {
        64.. => u64::MAX,
        n => (1 << n) - 1,
    }
}

/// CH1-R8, CH2-R2: the first cards of both hands; then the first round is dealt.
pub fn set_up<C: Chance, L: Log>(rules: &Rules, chance: &mut C, log: &mut L) -> State {
    let mut state = empty(rules);
    for side in [CAPS, HAMMERS] {
        draw(
            rules,
            &mut state,
            side,
            rules.numbers.setup_draw,
            chance,
            log,
        );
    }
    deal(rules, &mut state, chance, log);
    state
}

/// CH1-R6 to R8, CH2-R3, R4: countries and a lab come into play, both players draw, one of them begins.
#[inline]
pub fn deal<C: Chance, L: Log>(rules: &Rules, state: &mut State, chance: &mut C, log: &mut L) {
    state.round += 1;
    log.push(Event::Counted {
        counter: notes::ROUND,
        to: i16::from(state.round),
    });
    let mut left = state.countries.count_ones();
    let mut leaning = 0i8;
    for place in 0..rules.numbers.countries {
        if left == 0 {
            break;
        }
        let country = chance.draw(COUNTRY_PILE, u64::from(state.countries), left);
        left -= 1;
        state.countries &= !(1 << country);
        state.row[place] = country;
        let hammers = usize::from(rules.countries[usize::from(country)].default) == HAMMERS;
        leaning += if hammers { 1 } else { -1 };
        log.push(Event::Drawn {
            card: rules.token(Deck::Countries, country),
            from: zones::COUNTRIES,
            to: zones::row(place),
            face: faces::UP,
        });
    }
    // CH1-G5, CH2-G6: a tied lab is this round's too.
    if rules.numbers.places > rules.numbers.countries && state.lab == NONE && state.labs != 0 {
        state.lab = state.labs.trailing_zeros() as u8;
        state.labs &= state.labs - 1;
        log.push(Event::Moved {
            card: rules.token(Deck::Labs, state.lab),
            from: zones::LABS,
            to: zones::row(rules.numbers.countries),
            face: faces::UP,
        });
    }
    for side in [CAPS, HAMMERS] {
        draw(rules, state, side, rules.numbers.draw, chance, log);
    }
    // An even number of countries can lean both ways alike: then the Caps begin.
    state.first = u8::from(leaning > 0);
    log.push(Event::Counted {
        counter: notes::FIRST,
        to: i16::from(state.first),
    });
    state.turn = 0;
    state.active = state.first;
    state.phase = Phase::Turn;
    state.deployed = false;
    state.resolving = false;
}

/// A player draws actions; an empty deck is the shuffled discards (CH1-G4, CH2-G4).
#[inline]
fn draw<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    count: u8,
    chance: &mut C,
    log: &mut L,
) {
    for _ in 0..count {
        if state.deck == 0 {
            if state.discard == 0 {
                return;
            }
            state.deck = state.discard;
            state.deck_count = state.deck.count_ones() as u8;
            state.discard = 0;
            log.push(Event::Shuffled {
                from: zones::DISCARD,
                to: zones::DECK,
            });
        }
        let card = chance.draw(ACTION_PILE, state.deck, u32::from(state.deck_count));
        state.deck &= !(1 << card);
        state.deck_count -= 1;
        state.sides[side].hand |= 1 << card;
        state.sides[side].held += 1;
        log.push(Event::Drawn {
            card: rules.token(Deck::Actions, card),
            from: zones::DECK,
            to: zones::hand(side),
            face: faces::DOWN,
        });
    }
}

/// CH1-R16, CH2-R14: cards in play are discarded, Justifications and lent labs go back.
#[inline]
pub fn clear<L: Log>(rules: &Rules, state: &mut State, log: &mut L) {
    for side in [CAPS, HAMMERS] {
        if L::LISTENS {
            cleared(rules, state, side, log);
        }
        state.discard |= state.sides[side].field();
        state.sides[side].reset();
    }
    state.justifications = [NONE; 8];
    state.row = [NONE; PLACES];
    state.occupied = 0;
    state.blocked = 0;
}

fn cleared<L: Log>(rules: &Rules, state: &State, side: usize, log: &mut L) {
    let mine = &state.sides[side];
    for slot in 0..usize::from(mine.placed) {
        log.push(Event::Moved {
            card: rules.token(Deck::Actions, mine.card[slot]),
            from: zones::field(mine.place_of(slot), side),
            to: zones::DISCARD,
            face: faces::UP,
        });
    }
    for (card, at) in state.justifications.iter().enumerate() {
        if *at != NONE && usize::from(at % 2) == side {
            log.push(Event::Moved {
                card: rules.token(Deck::Justifications, card as u8),
                from: zones::justified(usize::from(at / 2), side),
                to: zones::JUSTIFICATIONS,
                face: faces::UP,
            });
        }
    }
    for lab in Bits(u64::from(mine.lent)) {
        log.push(Event::Turned {
            card: rules.token(Deck::Labs, lab),
            at: zones::labs_of(side),
            face: faces::UP,
        });
    }
}
