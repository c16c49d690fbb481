//! The family as a [`Game`].

use super::choices::Choices;
use super::moves::Move;
use super::round;
use super::rules::{Rules, Table};
use super::state::{HEIGHT, NONE, PLACES, Phase, SEATS, STACKS, State, level_bit, place_of};
use super::token::{Deck, zones};
use super::view::{self, View};
use super::{apply, refuse, score};
use crate::rules::{
    Bits, Chance, Face, Game, Log, Names, Outcome, Pile, Refusal, Seat, Sort, Token, Zone,
};

impl Game for Rules {
    type State = State;
    type Move = Move;
    type Legal = Choices;
    type View = View;

    fn names(&self) -> &Names {
        &self.names
    }

    #[inline]
    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> State {
        round::set_up(self, chance, log)
    }

    #[inline(always)]
    fn turn(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then_some(Seat(state.active))
    }

    #[inline(always)]
    fn legal(&self, state: &State) -> Choices {
        Choices::of(self, state)
    }

    fn refusal(&self, state: &State, mv: Move) -> Option<Refusal> {
        refuse::refusal(self, state, mv)
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log>(&self, state: &mut State, mv: Move, chance: &mut C, log: &mut L) {
        apply::apply(self, state, mv, chance, log);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        score::outcome(self, state)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        view::view(self, state, usize::from(seat.0))
    }

    fn sees(&self, seat: Seat, zone: Zone, face: Face) -> bool {
        view::sees(self, usize::from(seat.0), zone, face)
    }

    fn census(&self, state: &State) -> Vec<(Token, Zone)> {
        census(self, state)
    }

    /// Cards that a side has placed, and locations that it wins.
    fn holders(&self, state: &State) -> Vec<(Token, Seat)> {
        let mut held = Vec::new();
        for (side, crew) in state.crews.iter().enumerate() {
            let seat = Seat(side as u8);
            each_card(crew, |deck, card, _| {
                held.push((self.token(deck, card), seat));
            });
        }
        for place in 0..self.numbers.places {
            if let Some(side) = score::capers(self, state, place).winner
                && state.row[place] != NONE
            {
                let location = self.token(Deck::Locations, state.row[place]);
                held.push((location, Seat(side as u8)));
            }
        }
        held.sort();
        held
    }

    fn dealt(&self, pile: Pile, card: u8) -> Option<Token> {
        let (deck, all) = match pile {
            round::THIEF_PILE => (Deck::Thieves, self.all_thieves),
            round::GEAR_PILE => (Deck::Gear, self.all_gear),
            round::LOCATION_PILE => (Deck::Locations, self.all_locations),
            _ => return None,
        };
        (card < 64 && all >> card & 1 == 1).then(|| self.token(deck, card))
    }

    fn move_space(&self) -> Vec<Move> {
        let stacks = 0..STACKS as u8;
        let mut moves = Vec::new();
        for card in Bits(self.all_thieves) {
            moves.extend((0..PLACES as u8).map(|at| Move::Place { card, at }));
        }
        for card in Bits(self.all_gear) {
            moves.extend(stacks.clone().map(|on| Move::Equip { card, on }));
        }
        moves.extend(Bits(self.all_gear).map(|card| Move::Discard { card }));
        moves.extend(stacks.clone().map(|stack| Move::Flip { stack }));
        for card in Bits(self.all_gear) {
            moves.extend(stacks.clone().map(|on| Move::Recover { card, on }));
        }
        moves.push(Move::Leave);
        let cards = self.all_thieves | self.all_gear;
        if self.table == Table::Snitch {
            moves.extend(Bits(cards).map(|card| Move::Deal { card }));
        }
        if self.table == Table::Teams {
            for one in Bits(cards) {
                let higher = Bits(cards).filter(|two| *two > one);
                moves.extend(higher.map(|two| Move::Pass { one, two }));
            }
        }
        moves
    }

    /// Rows of thieves and of gear share their numbers: a thief and a gear are never both to be chosen.
    #[inline]
    fn sort(&self, mv: Move) -> Sort {
        let place = |stack: u8| Some(place_of(usize::from(stack)) as u8);
        let (verb, row, place) = match mv {
            Move::Place { card, at } => (0, Some(card), Some(at)),
            Move::Equip { card, on } => (1, Some(card), place(on)),
            Move::Discard { card } => (2, Some(card), None),
            Move::Flip { stack } => (3, None, place(stack)),
            Move::Recover { card, .. } => (4, Some(card), None),
            Move::Leave => (5, None, None),
            Move::Deal { card } => (6, Some(card), None),
            Move::Pass { one, .. } => (7, Some(one), None),
        };
        Sort { verb, row, place }
    }

    /// Each Mastermind plays all cards of a round but one; the Snitch deals and the Lookouts pass before each turn; no
    /// card leaves the table, so that each asks for its flips and for what it brings back once.
    fn longest(&self) -> u32 {
        let turns = self.numbers.rounds.iter();
        let turns: u32 = turns.map(|round| u32::from(round.cards)).sum();
        let before = match self.table {
            Table::Two => 0,
            Table::Snitch => u32::from(self.numbers.snitch_deal),
            Table::Teams => 2,
        };
        let asked = |cards: u64, sheets: &[super::CardSheet; 64]| -> u32 {
            Bits(cards)
                .map(|card| self.row(&sheets[usize::from(card)]))
                .map(|row| row.flips.len() as u32 + u32::from(row.recovers))
                .sum()
        };
        turns * (2 + before)
            + asked(self.all_thieves, &self.thieves)
            + asked(self.all_gear, &self.gear)
    }
}

/// The cards of a Mastermind's stacks, with their places.
fn each_card(crew: &super::Crew, mut put: impl FnMut(Deck, u8, usize)) {
    for stack in 0..STACKS {
        for level in 0..HEIGHT {
            if crew.filled & level_bit(stack, level) != 0 {
                let deck = match level {
                    0 => Deck::Thieves,
                    _ => Deck::Gear,
                };
                put(deck, crew.stacks[stack][level], place_of(stack));
            }
        }
    }
}

/// Where every card is.
fn census(rules: &Rules, state: &State) -> Vec<(Token, Zone)> {
    let mut found = Vec::new();
    let mut put = |deck: Deck, set: u64, zone: Zone| {
        found.extend(Bits(set).map(|index| (rules.token(deck, index), zone)));
    };
    put(Deck::Thieves, state.thieves, zones::THIEVES);
    put(Deck::Gear, state.gear, zones::GEAR);
    put(Deck::Locations, state.locations, zones::LOCATIONS);
    for (place, location) in state.row.into_iter().enumerate() {
        if location != NONE {
            put(Deck::Locations, 1 << location, zones::row(place));
        }
    }
    let hands = Deck::from(rules.round(state.round).kind);
    for seat in 0..SEATS {
        put(hands, state.hands[seat], zones::hand(seat));
    }
    for (side, crew) in state.crews.iter().enumerate() {
        put(Deck::Thieves, crew.thieves, zones::discard(side));
        put(Deck::Gear, crew.gear, zones::discard(side));
        each_card(crew, |deck, card, place| {
            put(deck, 1 << card, zones::field(place, side));
        });
    }
    found.sort();
    found
}
