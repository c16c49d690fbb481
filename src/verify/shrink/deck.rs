//! The cards of a script: which cards a move names, which are plain, and how to deal so that cards come when they are
//! needed. Scripts and runs come in; new deals go out. Called by `edits`, `search` and `strip`.

use std::collections::{BTreeMap, BTreeSet};

use super::edits::Base;
use super::run::PlayedRun;
use super::script::{Playthrough, piles};
use crate::rules::{CardId, Event, Pile, ZoneId};
use crate::script::Rules;
use crate::table::CardSet;
use crate::verify::record::can_be_dealt;

/// A card as chance knows it.
pub type WordedCard = (Pile, u8);

/// Cards by their words, and how plain each is.
pub struct WordedDeck<'a, S: CardSet> {
    pub game: &'a Rules<S>,
    cards: BTreeMap<String, WordedCard>,
    words: BTreeMap<WordedCard, String>,
    plainest: Vec<Vec<u8>>,
}

impl<'a, S: CardSet> WordedDeck<'a, S> {
    pub fn new(game: &'a Rules<S>) -> Self {
        let (mut cards, mut words) = (BTreeMap::new(), BTreeMap::new());
        for (card, word) in can_be_dealt(game) {
            cards.entry(word.to_owned()).or_insert(card);
            words.insert(card, word.to_owned());
        }
        WordedDeck { game, cards, words, plainest: game.plainest() }
    }

    /// The cards that stand in a text.
    pub fn named<'t>(&'t self, text: &'t str) -> impl Iterator<Item = WordedCard> + 't {
        text.split_whitespace().filter_map(|word| self.cards.get(word).copied())
    }

    /// The text with two cards exchanged.
    pub fn exchanged(&self, text: &str, a: WordedCard, b: WordedCard) -> String {
        let words = text.split(' ').map(|word| match self.cards.get(word) {
            Some(card) if *card == a => self.words.get(&b).map_or(word, String::as_str),
            Some(card) if *card == b => self.words.get(&a).map_or(word, String::as_str),
            _ => word,
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// All cards of a pile.
    pub fn all(&self, pile: Pile) -> impl Iterator<Item = u8> {
        self.words.range((pile, 0)..=(pile, u8::MAX)).map(|((_, card), _)| *card)
    }

    /// The cards of a pile, the plainest first.
    pub fn plain(&self, pile: Pile) -> &[u8] {
        self.plainest.get(pile).map_or(&[], Vec::as_slice)
    }

    /// How far a card is from the plainest.
    pub fn rank(&self, (pile, card): WordedCard) -> u64 {
        let plain = self.plain(pile);
        plain.iter().position(|c| *c == card).unwrap_or(0) as u64
    }

    /// The deal of a run for a part of its moves: from ply `from` on, as far as `kept` has them. Cards that these moves name
    /// are dealt first to where they once went, then those that lie there at ply `from`, then the rest.
    pub fn dealt_for(&self, run: &PlayedRun<S>, from: usize, kept: &[usize]) -> Vec<Vec<u8>> {
        let mut went: BTreeMap<WordedCard, (Pile, ZoneId)> = BTreeMap::new();
        let mut tokens: BTreeMap<CardId, WordedCard> = BTreeMap::new();
        for deal in &run.deals {
            let card = (deal.pile, deal.card);
            if let Some(zone) = deal.to {
                went.insert(card, (deal.pile, zone));
            }
            if let Some(token) = self.game.dealt(deal.pile, deal.card) {
                tokens.insert(token, card);
            }
        }
        let mut wanted: BTreeMap<(Pile, ZoneId), Vec<u8>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut want = |card: WordedCard, at: (Pile, ZoneId)| {
            if seen.insert(card) {
                wanted.entry(at).or_default().push(card.1);
            }
        };
        for ply in kept {
            let text = self.game.write(&run.states[*ply], run.moves[*ply].mv);
            for card in self.named(&text) {
                if let Some(at) = went.get(&card) {
                    want(card, *at);
                }
            }
        }
        if from > 0 {
            for (token, zone) in self.game.census(&run.states[from]) {
                if let Some(card) = tokens.get(&token) {
                    want(*card, (card.0, zone));
                }
            }
        }
        let slots = run.deals.iter().filter(|d| d.ply == 0 || d.ply > from);
        let mut order: Vec<WordedCard> = Vec::new();
        let mut dealt = BTreeSet::new();
        for deal in slots {
            let list = deal.to.and_then(|to| wanted.get_mut(&(deal.pile, to)));
            let card = match list {
                Some(list) if !list.is_empty() => (deal.pile, list.remove(0)),
                // The other slots keep their cards, if those are not wanted elsewhere.
                _ if seen.contains(&(deal.pile, deal.card)) => {
                    let spare = self.plain(deal.pile).iter().map(|c| (deal.pile, *c));
                    let mut spare = spare.filter(|c| !seen.contains(c) && !dealt.contains(c));
                    spare.next().unwrap_or((deal.pile, deal.card))
                }
                _ => (deal.pile, deal.card),
            };
            dealt.insert(card);
            order.push(card);
        }
        piles(order)
    }

    /// The script with two cards of a pile exchanged, in the deal and in the moves.
    pub fn exchange(&self, base: &Base<S>, (pile, a, b): (Pile, u8, u8)) -> Playthrough {
        let Base { script, run, .. } = base;
        let mut new = script.clone();
        let swapped = |card: u8| match card {
            card if card == a => b,
            card if card == b => a,
            card => card,
        };
        if let Some(cards) = new.piles.get_mut(pile) {
            let had_b = cards.contains(&b);
            for card in cards.iter_mut() {
                *card = swapped(*card);
            }
            // A card that had not been dealt is dealt now; the other may still come after it.
            if !had_b {
                cards.push(a);
            }
        }
        for (ply, planned) in new.moves.iter_mut().enumerate() {
            let state = &run.states[ply];
            let text = self.game.write(state, planned.mv);
            if let Ok(read) = self.game.read(state, &self.exchanged(&text, (pile, a), (pile, b))) {
                planned.mv = read;
            }
            let tokens = [a, b].map(|card| self.game.dealt(pile, card));
            for event in &mut planned.does {
                if let Event::Moved { card, .. } | Event::Turned { card, .. } = event {
                    if Some(*card) == tokens[0] {
                        *card = tokens[1].unwrap_or(*card);
                    } else if Some(*card) == tokens[1] {
                        *card = tokens[0].unwrap_or(*card);
                    }
                }
            }
        }
        new
    }
}
