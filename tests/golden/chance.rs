//! Chance and players that know cards and moves by their names alone, so that every engine of a game plays the same game of a
//! seed, however it numbers its cards and orders its moves.

use deckproof::rules::{Among, Chance, Pile};
use deckproof::script::Rules;
use deckproof::table::CardSet;

/// FNV-1a, with its bits mixed once more: neighbouring words shall not lie side by side.
pub fn hash(seed: u64, word: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    mix(word.bytes().fold(0xcbf2_9ce4_8422_2325 ^ mix(seed), step))
}

/// The end of SplitMix64.
fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// A card that can be dealt.
#[derive(Clone)]
struct Card {
    word: u64,
    /// How often it was drawn.
    drawn: u64,
}

/// The next card of a pile is the one whose name, with how often it was drawn already, has the lowest hash.
#[derive(Clone)]
pub struct ByName {
    seed: u64,
    /// By the numbers of piles and cards.
    piles: Vec<Vec<Option<Card>>>,
}

impl ByName {
    pub fn of<S: CardSet>(game: &Rules<S>, seed: u64) -> Self {
        let card = |pile: Pile, card: u8| {
            let token = game.dealt(pile, card)?;
            Some(Card { word: hash(seed, game.names.card(token)), drawn: 0 })
        };
        let pile = |pile| (0..=254).map(|number| card(pile, number)).collect();
        ByName { seed, piles: (0..8).map(pile).collect() }
    }

    fn card(&self, pile: Pile, card: u8) -> Option<&Card> {
        self.piles.get(pile)?.get(usize::from(card))?.as_ref()
    }

    /// What puts cards in order; cards that cannot be dealt come last, by their numbers.
    fn key(&self, pile: Pile, card: u8) -> (u64, u8) {
        match self.card(pile, card) {
            Some(known) => (mix(known.word.wrapping_add(self.seed ^ known.drawn)), 0),
            None => (u64::MAX, card),
        }
    }
}

impl Chance for ByName {
    fn draw_of(&mut self, pile: Pile, cards: &dyn Among) -> u8 {
        let cards = (0..=u8::MAX).filter(|card| cards.has(*card));
        let first = cards.min_by_key(|card| self.key(pile, *card));
        let first = first.expect("a pile that is drawn from holds a card");
        if let Some(Some(card)) =
            self.piles.get_mut(pile).and_then(|pile| pile.get_mut(usize::from(first)))
        {
            card.drawn += 1;
        }
        first
    }

    fn order(&self, pile: Pile, cards: &[u8]) -> Vec<u8> {
        let mut order = cards.to_vec();
        order.sort_by_key(|card| self.key(pile, *card));
        order
    }
}

/// Chooses among moves that are sorted as text: evenly, or by what it thinks of each word.
pub struct Player {
    seed: u64,
    chosen: u64,
    swarm: bool,
}

/// How much a word of a move is liked.
const LIKES: [u64; 8] = [1, 8, 32, 64, 64, 64, 64, 64];

impl Player {
    /// The players of even games choose evenly.
    pub fn of(seed: u64) -> Self {
        Player { seed: hash(seed, "player"), chosen: 0, swarm: seed % 2 == 1 }
    }

    fn likes(&self, text: &str) -> u64 {
        let words = text.split([' ', ':']);
        let likes = words.map(|word| LIKES[(hash(self.seed, word) & 7) as usize]);
        likes.min().unwrap_or(1)
    }

    /// The number of one of the moves, of which there is one at least.
    pub fn choose(&mut self, moves: &[String]) -> usize {
        self.chosen += 1;
        let drawn = mix(self.seed.wrapping_add(self.chosen.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        if !self.swarm {
            return (drawn % moves.len() as u64) as usize;
        }
        let all: u64 = moves.iter().map(|text| self.likes(text)).sum();
        let mut left = drawn % all;
        let chosen = moves.iter().position(|text| {
            let likes = self.likes(text);
            let here = left < likes;
            left = left.saturating_sub(likes);
            here
        });
        chosen.unwrap_or(0)
    }
}
