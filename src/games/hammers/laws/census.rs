//! Every card in exactly one place (CH1-I1, CH2-I1).

use crate::games::hammers::play::{Deck, NONE, PLACES, Rules, SLOTS, State};

/// Cards of one deck, as they are found one place after the other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Found {
    once: u64,
    pub twice: u64,
}

impl Found {
    #[inline]
    fn set(&mut self, cards: u64) {
        self.twice |= self.once & cards;
        self.once |= cards;
    }

    #[inline]
    fn card(&mut self, card: u8) {
        self.set(u64::from(card != NONE) << (card & 63));
    }

    /// Cards of `all` that lie nowhere.
    #[inline]
    pub fn missing(&self, all: u64) -> u64 {
        all & !self.once
    }

    #[inline]
    fn is_whole(&self, all: u64) -> bool {
        self.twice == 0 && self.once == all
    }
}

/// So many cards, as a mask.
#[inline]
fn all(cards: usize) -> u64 {
    let none = 64 - cards.min(64) as u32;
    u64::MAX.checked_shr(none).unwrap_or(0)
}

/// The action cards (CH1-R3, CH2-R1).
#[inline]
pub fn actions(state: &State) -> Found {
    let mut found = Found::default();
    found.set(state.deck);
    found.set(state.discard);
    for mine in &state.sides {
        found.set(mine.hand);
        for card in &mine.card[..usize::from(mine.placed).min(SLOTS)] {
            found.card(*card);
        }
    }
    found
}

/// The countries (CH1-R1, CH2-R1).
#[inline]
pub fn countries(state: &State) -> Found {
    let mut found = Found::default();
    found.set(u64::from(state.countries));
    for place in 0..PLACES {
        found.card(state.row[place]);
        found.set(u64::from(state.paired[place]));
    }
    for mine in &state.sides {
        found.set(u64::from(mine.countries));
    }
    found
}

/// The labs (CH1-R2, CH2-R1).
#[inline]
pub fn labs(state: &State) -> Found {
    let mut found = Found::default();
    found.set(u64::from(state.labs));
    found.card(state.lab);
    for mine in &state.sides {
        found.set(u64::from(mine.labs));
    }
    found
}

/// The protests (CH1-R4).
#[inline]
pub fn protests(state: &State) -> Found {
    let mut found = Found::default();
    found.set(state.protests);
    for mine in &state.sides {
        found.set(mine.protests);
    }
    found
}

/// Every card of `deck`, as a mask.
#[inline]
pub fn deck(rules: &Rules, deck: Deck) -> u64 {
    all(match deck {
        Deck::Actions => return rules.all_cards,
        Deck::Countries => rules.countries.len(),
        Deck::Labs => rules.labs.len(),
        Deck::Protests => rules.protests.len(),
        Deck::Defcon => rules.defcon_cards.len(),
        Deck::Justifications => usize::from(rules.justifications),
    })
}

/// Whether every card is in exactly one place, and a lab that is lent or a card that is up is where it can be.
#[inline]
pub fn whole(rules: &Rules, state: &State) -> bool {
    let lent = state.sides.iter().all(|mine| mine.lent & !mine.labs == 0);
    let counted = state.sides.iter().all(|mine| {
        u32::from(mine.held) == mine.hand.count_ones()
            && (mine.down | mine.launched) >> mine.placed.min(7) >> u8::from(mine.placed > 7) == 0
    });
    actions(state).is_whole(rules.all_cards)
        && countries(state).is_whole(deck(rules, Deck::Countries))
        && labs(state).is_whole(deck(rules, Deck::Labs))
        && protests(state).is_whole(deck(rules, Deck::Protests))
        && u32::from(state.deck_count) == state.deck.count_ones()
        && lent
        && counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{EDITIONS, rules};
    use crate::rules::{Dice, Game, Silent};

    #[test]
    fn the_table_at_the_start_is_whole_and_with_a_card_more_or_less_it_is_not() {
        for game in EDITIONS {
            let rules = rules(game);
            let state = rules.set_up(&mut Dice::new(3), &mut Silent);
            assert!(whole(&rules, &state));
            let mut more = state;
            more.discard |= state.deck & state.deck.wrapping_neg();
            assert!(!whole(&rules, &more));
            let mut less = state;
            less.countries &= less.countries - 1;
            assert!(!whole(&rules, &less));
        }
    }
}
