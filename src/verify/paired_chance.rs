//! Chance in two worlds: the first draws by a seed, and in the second what took the place of each card is drawn. Called by
//! [`super::information_leak`].

use smallvec::SmallVec;

use crate::rules::{Among, Chance, Pile, Rng, SeededChance};
use crate::script::Rules;
use crate::table::CardSet;

/// What chance decided: of which members, and which.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    pub pile: Pile,
    /// Without those beyond the 64th.
    pub from: u64,
    pub got: u8,
}

/// Chance that notes what it draws.
#[derive(Debug, Clone)]
pub struct NotingChance<C> {
    pub chance: C,
    pub drawn: Vec<Draw>,
}

/// Chance of the first world, which the second follows.
pub type Lead = NotingChance<SeededChance>;

impl<C> NotingChance<C> {
    pub fn new(chance: C) -> Self {
        NotingChance { chance, drawn: Vec::new() }
    }
}

impl<C: Chance> Chance for NotingChance<C> {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        let got = self.chance.draw(pile, from, count);
        self.drawn.push(Draw { pile, from, got });
        got
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        let got = self.chance.draw_of(pile, from);
        self.drawn.push(Draw { pile, from: 0, got });
        got
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.chance.order(pile, from)
    }
}

/// Chance that draws what took the place of what the first world drew, draw by draw, where the second has that card in its pile. In half of
/// the second worlds two hidden cards of one pile are drawn the other way round: nobody who doesn't see them knows which came first.
#[derive(Clone)]
pub struct Follow {
    pub drawn: Vec<Draw>,
    at: usize,
    dice: SeededChance,
}

impl Follow {
    /// `is`: the card that took each card's place; empty where none did.
    pub fn new<S: CardSet>(game: &Rules<S>, lead: &Lead, is: &[u8], rng: &mut Rng) -> Self {
        let taken = |draw: &Draw| {
            game.dealt(draw.pile, draw.got).and_then(|_| is.get(usize::from(draw.got)).copied())
        };
        let is_hidden = |draw: &Draw| taken(draw).is_some_and(|card| card != draw.got);
        let hidden = lead.drawn.iter().enumerate().filter(|(_, draw)| is_hidden(draw));
        let hidden: SmallVec<[usize; 32]> = hidden.map(|(at, _)| at).collect();
        let there = |draw: &Draw| Draw { got: taken(draw).unwrap_or(draw.got), ..*draw };
        let mut drawn: Vec<Draw> = lead.drawn.iter().map(there).collect();
        if hidden.len() > 1 && rng.below(2) == 1 {
            let [a, b] = [(); 2].map(|()| hidden[rng.below(hidden.len() as u32) as usize]);
            if drawn[a].pile == drawn[b].pile {
                (drawn[a].got, drawn[b].got) = (drawn[b].got, drawn[a].got);
            }
        }
        Follow { drawn, at: 0, dice: SeededChance::new(rng.next()) }
    }

    /// The card of the next draw, if it is one from this pile.
    fn next(&mut self, pile: Pile) -> Option<u8> {
        let draw = self.drawn.get(self.at).filter(|draw| draw.pile == pile);
        self.at += 1;
        draw.map(|draw| draw.got)
    }
}

impl Chance for Follow {
    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        match self.next(pile) {
            Some(card) if from.has(card) => card,
            _ => self.dice.draw_of(pile, from),
        }
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}
