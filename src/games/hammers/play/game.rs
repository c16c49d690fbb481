//! The family as a [`Game`].

use super::choices::Choices;
use super::moves::Move;
use super::rules::Rules;
use super::state::{NONE, PLACES, Phase, SLOTS, State};
use super::token::{Deck, zones};
use super::view::{self, View};
use super::{apply, penalty, refuse, round, score};
use crate::games::hammers::Penalty;
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
        view::sees(usize::from(seat.0), zone, face)
    }

    fn census(&self, state: &State) -> Vec<(Token, Zone)> {
        census(self, state)
    }

    /// Countries and labs.
    fn holders(&self, state: &State) -> Vec<(Token, Seat)> {
        let mut held = Vec::new();
        for (seat, mine) in self.seats().zip(&state.sides) {
            let mut put = |deck: Deck, set: u64| {
                held.extend(Bits(set).map(|index| (self.token(deck, index), seat)));
            };
            put(Deck::Countries, u64::from(mine.countries));
            put(Deck::Labs, u64::from(mine.labs));
        }
        held.sort();
        held
    }

    fn dealt(&self, pile: Pile, card: u8) -> Option<Token> {
        let (deck, count) = match pile {
            round::ACTION_PILE => (Deck::Actions, self.all_cards.count_ones() as usize),
            round::COUNTRY_PILE => (Deck::Countries, self.countries.len()),
            penalty::PROTEST_PILE => (Deck::Protests, self.protests.len()),
            _ => return None,
        };
        (usize::from(card) < count).then(|| self.token(deck, card))
    }

    fn move_space(&self) -> Vec<Move> {
        let places = 0..PLACES as u8;
        let cards = || Bits(self.all_cards);
        let mut moves = Vec::new();
        for card in cards() {
            moves.extend(places.clone().map(|at| Move::Deploy { card, at }));
        }
        for card in cards() {
            let most = (SLOTS * 8) as u8;
            moves.extend((0..most).map(|target| Move::Launch { card, target }));
        }
        moves.push(Move::End);
        let countries = 0..self.countries.len() as u8;
        moves.extend(countries.clone().map(|country| Move::Flip { country }));
        moves.extend(countries.map(|country| Move::Restore { country }));
        moves.extend((0..self.protests.len() as u8).map(|protest| Move::Return { protest }));
        moves.push(Move::Keep);
        moves
    }

    #[inline]
    fn sort(&self, mv: Move) -> Sort {
        let row = |card: u8| Some(self.cards[usize::from(card & 63)].row);
        match mv {
            Move::Deploy { card, at } => Sort {
                verb: 0,
                row: row(card),
                place: Some(at),
            },
            Move::Launch { card, .. } => Sort {
                verb: 1,
                row: row(card),
                place: None,
            },
            Move::End => Sort {
                verb: 2,
                row: None,
                place: None,
            },
            Move::Flip { .. } => Sort {
                verb: 3,
                row: None,
                place: None,
            },
            Move::Restore { .. } => Sort {
                verb: 4,
                row: None,
                place: None,
            },
            Move::Return { .. } => Sort {
                verb: 5,
                row: None,
                place: None,
            },
            Move::Keep => Sort {
                verb: 6,
                row: None,
                place: None,
            },
        }
    }

    /// CH1-I12: each turn deploys and ends; each card is launched once at most, a launch makes its player flip no more
    /// countries than there are; each crisis makes both do so; labs give back no more than there is to give.
    fn longest(&self) -> u32 {
        let turns = 2 * u32::from(self.numbers.turns);
        let pays = match self.numbers.defcon.penalty {
            Penalty::Loyalty => self.countries.len() as u32,
            Penalty::Protests => 0,
        };
        let gives = match self.numbers.defcon.penalty {
            Penalty::Loyalty => self.countries.len() as u32,
            Penalty::Protests => self.protests.len() as u32 + 2,
        };
        let crises = self.numbers.places as u32;
        let round = 2 * turns + turns * (1 + pays) + crises * 2 * pays + gives;
        u32::from(self.numbers.rounds) * round
    }
}

/// Where every card is.
fn census(rules: &Rules, state: &State) -> Vec<(Token, Zone)> {
    let mut found = Vec::new();
    let mut put = |deck: Deck, set: u64, zone: Zone| {
        found.extend(Bits(set).map(|index| (rules.token(deck, index), zone)));
    };
    put(Deck::Actions, state.deck, zones::DECK);
    put(Deck::Actions, state.discard, zones::DISCARD);
    put(
        Deck::Countries,
        u64::from(state.countries),
        zones::COUNTRIES,
    );
    put(Deck::Labs, u64::from(state.labs), zones::LABS);
    put(Deck::Protests, state.protests, zones::PROTESTS);
    for place in 0..PLACES {
        if state.row[place] != NONE {
            put(Deck::Countries, 1 << state.row[place], zones::row(place));
        }
        put(
            Deck::Countries,
            u64::from(state.paired[place]),
            zones::paired(place),
        );
    }
    if state.lab != NONE {
        put(
            Deck::Labs,
            1 << state.lab,
            zones::row(rules.numbers.countries),
        );
    }
    for (side, mine) in state.sides.iter().enumerate() {
        put(Deck::Actions, mine.hand, zones::hand(side));
        put(
            Deck::Countries,
            u64::from(mine.countries),
            zones::owned(side),
        );
        put(Deck::Labs, u64::from(mine.labs), zones::labs_of(side));
        put(Deck::Protests, mine.protests, zones::protests_of(side));
        for slot in 0..usize::from(mine.placed) {
            let place = mine.place_of(slot);
            put(
                Deck::Actions,
                1 << mine.card[slot],
                zones::field(place, side),
            );
        }
    }
    for (index, level) in rules.defcon_cards.iter().enumerate() {
        let zone = match *level <= state.defcon {
            true => zones::DEFCON,
            false => zones::DEFCON_SPENT,
        };
        put(Deck::Defcon, 1 << index, zone);
    }
    for card in 0..usize::from(rules.justifications) {
        let at = state.justifications[card];
        let zone = match at {
            NONE => zones::JUSTIFICATIONS,
            at => zones::justified(usize::from(at / 2), usize::from(at % 2)),
        };
        put(Deck::Justifications, 1 << card, zone);
    }
    found.sort();
    found
}
