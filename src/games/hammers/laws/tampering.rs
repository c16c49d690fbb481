//! For tests: tables laid by name, and games played with a tampered table somewhere.

use crate::games::hammers::play::{Deck, NONE, Rules, State};
use crate::games::hammers::testing::pack;
use crate::rules::{Dice, Game, Silent};

pub fn rules(game: &str) -> Rules {
    let pack = pack(game);
    match Rules::compile(&pack.game, &pack.decks) {
        Ok(rules) => rules,
        Err(faults) => panic!("{game}: {:?}", faults.iter().collect::<Vec<_>>()),
    }
}

/// A table that cards are laid on by name.
pub struct Table<'a> {
    pub rules: &'a Rules,
    pub state: State,
}

impl<'a> Table<'a> {
    /// The first round dealt, both hands empty.
    pub fn new(rules: &'a Rules) -> Self {
        let mut state = rules.set_up(&mut Dice::new(0), &mut Silent);
        for side in &mut state.sides {
            state.deck |= side.hand;
            side.hand = 0;
            side.held = 0;
        }
        Table { rules, state }
    }

    fn named(&self, deck: Deck, name: &str, free: u64) -> u8 {
        let cards = (0..64).filter(|card| free >> card & 1 == 1);
        let called = |card: &u8| {
            let full = self.rules.names.card(self.rules.token(deck, *card));
            full.split('#').next() == Some(name)
        };
        cards.into_iter().find(called).unwrap()
    }

    /// Lays a card of the deck at a place, face down or launched.
    pub fn lay(&mut self, side: usize, name: &str, place: usize, launched: bool) {
        let card = self.named(Deck::Actions, name, self.state.deck);
        self.state.deck &= !(1 << card);
        self.state.sides[side].hand |= 1 << card;
        self.state.sides[side].held += 1;
        let slot = self.state.sides[side].placed;
        self.state.sides[side].lay(self.rules, card, place);
        if launched {
            self.state.sides[side].down &= !(1 << slot);
            self.state.sides[side].launched |= 1 << slot;
        }
    }

    /// Gives a country away, from wherever it lies.
    pub fn own(&mut self, side: usize, name: &str, loyal: bool) {
        let country = self.named(Deck::Countries, name, u64::from(u32::MAX));
        self.state.countries &= !(1 << country);
        for lies in &mut self.state.row {
            if *lies == country {
                *lies = NONE;
            }
        }
        self.state.sides[side].countries |= 1 << country;
        if !loyal {
            self.state.disloyal |= 1 << country;
        }
    }
}
