//! Rounds: what is dealt, swapped, passed on and discarded (CAP-R4 to R8, CAP-R19, CAP-R21).

use super::apply::discard;
use super::rules::{Kind, Round, Rules, Table};
use super::score;
use super::state::{CREAM, Crew, MINT, NONE, PLACES, Phase, SEATS, SNITCH, State};
use super::token::{Deck, faces, notes, zones};
use crate::rules::{Bits, Chance, Event, Log, Pile, Zone};

/// Piles that chance draws from.
pub const THIEF_PILE: Pile = 0;
/// See [`THIEF_PILE`].
pub const GEAR_PILE: Pile = 1;
/// See [`THIEF_PILE`].
pub const LOCATION_PILE: Pile = 2;

/// An empty table, all cards in their piles.
pub fn empty(rules: &Rules) -> State {
    State {
        crews: [Crew::EMPTY; 2],
        hands: [0; SEATS],
        known: [0; SEATS],
        thieves: rules.all_thieves,
        gear: rules.all_gear,
        locations: rules.all_locations,
        row: [NONE; PLACES],
        held: [0; SEATS],
        supply: rules.numbers.coins,
        round: 0,
        turn: 0,
        played: 0,
        active: 0,
        phase: Phase::Over,
        acting: NONE,
        acting_at: NONE,
        flips: 0,
        recovers: 0,
        snitch_deck: 0,
    }
}

/// CAP-R4: a location on each mat, and the first round is dealt.
pub fn set_up<C: Chance, L: Log>(rules: &Rules, chance: &mut C, log: &mut L) -> State {
    let mut state = empty(rules);
    for place in 0..rules.numbers.places {
        let count = state.locations.count_ones();
        let card = chance.draw(LOCATION_PILE, state.locations, count);
        state.locations &= !(1 << card);
        state.row[place] = card;
        log.push(Event::Drawn {
            card: rules.token(Deck::Locations, card),
            from: zones::LOCATIONS,
            to: zones::row(place),
            face: faces::UP,
        });
    }
    begin(rules, &mut state, chance, log);
    state
}

/// The next round is dealt, or the game is over.
fn begin<C: Chance, L: Log>(rules: &Rules, state: &mut State, chance: &mut C, log: &mut L) {
    state.round += 1;
    state.turn = 0;
    state.played = 0;
    if usize::from(state.round) > rules.numbers.rounds.len() {
        state.phase = Phase::Over;
        score::close(rules, state, log);
        return;
    }
    let round = rules.round(state.round);
    log.push(Event::Counted {
        counter: notes::ROUND,
        to: state.round.into(),
    });
    log.push(Event::Counted {
        counter: notes::FIRST,
        to: round.first.into(),
    });
    match rules.table {
        Table::Two => {
            for side in [CREAM, MINT] {
                deal(rules, state, round.kind, (side, round.cards), chance, log);
            }
        }
        Table::Snitch => {
            let pile = pile(state, round.kind).count_ones() as u8;
            state.snitch_deck = round
                .cards
                .saturating_mul(rules.numbers.snitch_deal)
                .min(pile);
            for side in [CREAM, MINT] {
                from_snitch_deck(rules, state, round.kind, (side, 1), chance, log);
            }
        }
        Table::Teams => {
            for side in [CREAM, MINT] {
                let seat = Rules::lookout(side);
                deal(rules, state, round.kind, (seat, round.cards), chance, log);
            }
        }
    }
    next_turn(rules, state, round, chance, log);
}

/// A turn begins: with the Snitch's two cards, with what the Lookouts pass, or with the first player's card.
fn next_turn<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    round: Round,
    chance: &mut C,
    log: &mut L,
) {
    match rules.table {
        Table::Two => plays(state, round, round.first),
        Table::Snitch => {
            from_snitch_deck(rules, state, round.kind, (SNITCH, 2), chance, log);
            state.phase = Phase::Deal;
            state.active = SNITCH as u8;
        }
        Table::Teams => {
            state.phase = Phase::Pass;
            state.active = Rules::lookout(round.first.into()) as u8;
        }
    }
}

/// A Mastermind has to play a card.
#[inline]
fn plays(state: &mut State, round: Round, side: u8) {
    state.active = side;
    state.phase = match round.kind {
        Kind::Thieves => Phase::Place,
        Kind::Gear => Phase::Equip,
    };
}

#[inline]
fn pile(state: &mut State, kind: Kind) -> &mut u64 {
    match kind {
        Kind::Thieves => &mut state.thieves,
        Kind::Gear => &mut state.gear,
    }
}

/// Deals cards face down from the pile to a seat (CAP-R5).
fn deal<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    kind: Kind,
    (seat, cards): (usize, u8),
    chance: &mut C,
    log: &mut L,
) {
    let (number, deck) = match kind {
        Kind::Thieves => (THIEF_PILE, Deck::Thieves),
        Kind::Gear => (GEAR_PILE, Deck::Gear),
    };
    let left = pile(state, kind);
    let before = *left;
    let cards = u32::from(cards).min(before.count_ones());
    if !L::LISTENS {
        *left &= !chance.deal(number, before, cards);
    } else {
        for _ in 0..cards {
            let card = chance.draw(number, *left, left.count_ones());
            *left &= !(1 << card);
            log.push(Event::Drawn {
                card: rules.token(deck, card),
                from: zones::pile(kind),
                to: zones::hand(seat),
                face: faces::DOWN,
            });
        }
    }
    let dealt = before & !*left;
    state.hands[seat] |= dealt;
    state.held[seat] += cards as u8;
}

/// Deals cards of the Snitch deck, the top of the round's pile (CAP-R19).
fn from_snitch_deck<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    kind: Kind,
    (seat, cards): (usize, u8),
    chance: &mut C,
    log: &mut L,
) {
    let cards = cards.min(state.snitch_deck);
    deal(rules, state, kind, (seat, cards), chance, log);
    state.snitch_deck -= cards;
    log.push(Event::Counted {
        counter: notes::SNITCH_DECK,
        to: state.snitch_deck.into(),
    });
}

/// A card goes face down from hand to hand; whoever gives it knows it (CAP-R7, CAP-R19, CAP-R21).
#[inline]
fn hand_over<L: Log>(
    rules: &Rules,
    state: &mut State,
    cards: u64,
    (from, to): (usize, usize),
    log: &mut L,
) {
    let count = cards.count_ones() as u8;
    state.hands[from] &= !cards;
    state.held[from] -= count;
    state.hands[to] |= cards;
    state.held[to] += count;
    state.known[from] |= cards;
    state.known[to] &= !cards;
    told(
        rules,
        state,
        cards,
        (zones::hand(from), zones::hand(to)),
        log,
    );
}

fn told<L: Log>(rules: &Rules, state: &State, cards: u64, (from, to): (Zone, Zone), log: &mut L) {
    if !L::LISTENS {
        return;
    }
    let deck = Deck::from(rules.round(state.round).kind);
    for card in Bits(cards) {
        log.push(Event::Moved {
            card: rules.token(deck, card),
            from,
            to,
            face: faces::PASSED,
        });
    }
}

/// CAP-R19: the Snitch gives one of the two cards to Cream, the other to Mint.
pub fn give<L: Log>(rules: &Rules, state: &mut State, card: u8, log: &mut L) {
    let to_cream = 1 << card;
    let to_mint = state.hands[SNITCH] & !to_cream;
    hand_over(rules, state, to_cream, (SNITCH, CREAM), log);
    hand_over(rules, state, to_mint, (SNITCH, MINT), log);
    let round = rules.round(state.round);
    plays(state, round, round.first);
}

/// CAP-R21: a Lookout passes two cards to the opposing Mastermind.
pub fn pass<L: Log>(
    rules: &Rules,
    state: &mut State,
    seat: usize,
    (one, two): (u8, u8),
    log: &mut L,
) {
    let side = seat - 2;
    let before = state.hands[seat];
    hand_over(rules, state, 1 << one | 1 << two, (seat, 1 - side), log);
    if state.held[seat] > 0 {
        // Others saw cards go, but not which: of none of that hand do they know where it lies now.
        for other in (0..SEATS).filter(|other| *other != seat) {
            state.known[other] &= !before;
        }
    }
    let round = rules.round(state.round);
    state.played += 1;
    if state.played < 2 {
        state.active = Rules::lookout(1 - side) as u8;
        return;
    }
    state.played = 0;
    plays(state, round, round.first);
}

/// A Mastermind has played: the other one follows, or the turn ends.
#[inline]
pub fn played<C: Chance, L: Log>(rules: &Rules, state: &mut State, chance: &mut C, log: &mut L) {
    let round = rules.round(state.round);
    state.played += 1;
    if state.played < 2 {
        plays(state, round, 1 - state.active);
        return;
    }
    state.played = 0;
    state.turn += 1;
    let last = match rules.table {
        // CAP-R8
        Table::Two => state.held[CREAM] <= 1,
        Table::Snitch => state.snitch_deck < 2,
        Table::Teams => state.held[Rules::lookout(CREAM)] == 0,
    };
    if last {
        for side in [CREAM, MINT] {
            for card in Bits(state.hands[side]) {
                discard(rules, state, side, (round.kind, card), log);
            }
        }
        state.hands = [0; SEATS];
        state.held = [0; SEATS];
        state.known = [0; SEATS];
        return begin(rules, state, chance, log);
    }
    match rules.table {
        Table::Two => swap(rules, state, log),
        Table::Snitch => {}
        Table::Teams => {
            for side in [CREAM, MINT] {
                let back = state.hands[side];
                hand_over(rules, state, back, (side, Rules::lookout(side)), log);
            }
        }
    }
    next_turn(rules, state, round, chance, log);
}

/// CAP-R7: both swap their whole hands, and each knows what the other got.
#[inline]
fn swap<L: Log>(rules: &Rules, state: &mut State, log: &mut L) {
    let [cream, mint, ..] = state.hands;
    state.hands[CREAM] = mint;
    state.hands[MINT] = cream;
    state.held.swap(CREAM, MINT);
    state.known[CREAM] = cream;
    state.known[MINT] = mint;
    told(
        rules,
        state,
        cream,
        (zones::hand(CREAM), zones::hand(MINT)),
        log,
    );
    told(
        rules,
        state,
        mint,
        (zones::hand(MINT), zones::hand(CREAM)),
        log,
    );
}

/// Whether `seat` knows a card that was passed into the hand of `holder`, without having held it (CAP-R7, CAP-R19,
/// CAP-R21).
pub fn knows_passed(table: Table, holder: usize, seat: usize) -> bool {
    match table {
        Table::Two => true,
        Table::Snitch => seat == SNITCH,
        // The opposing Lookout knows what it passed to a Mastermind. What a Lookout passes on, nobody else knows.
        Table::Teams => holder < 2 && seat == Rules::lookout(1 - holder),
    }
}
