//! Chance that deals the cards a record names, and falls back to the dice of its seed. The header's piles and the lines of a ply
//! come in; draws go out to the game.

use std::collections::{BTreeMap, VecDeque};

use super::lines::{Lines, PARTS_WAYS, record_fault};
use crate::rules::{Among, Chance, PICKS, Pile, ROLLS, ScriptedChance, Seed};
use crate::source::{Code, Diagnostic, Span};

/// A card, with its pile if there is only one that it can lie in, and its place in the record.
pub type DrawWish = (Option<Pile>, u8, usize);

/// Deals the cards of a record as far as they are given; its seed decides the rest.
#[derive(Debug, Clone)]
pub struct RecordedChance {
    /// Cards to come.
    wishes: VecDeque<DrawWish>,
    dice: ScriptedChance,
    /// The first card that could not be dealt, by its place in the record.
    missed: Option<usize>,
}

impl RecordedChance {
    pub fn new(dice: ScriptedChance) -> Self {
        RecordedChance { wishes: VecDeque::new(), dice, missed: None }
    }

    /// From now on another seed decides the rest.
    pub fn reseed(&mut self, seed: Seed) {
        self.dice.reseed(seed);
    }

    /// Deals these next.
    pub fn wish(&mut self, wishes: Vec<DrawWish>) {
        self.wishes.extend(wishes);
    }

    /// The first card that did not lie where it was to be dealt from, since the last time this was asked. What was
    /// not dealt by then is forgotten.
    pub fn take_missed(&mut self) -> Option<usize> {
        self.wishes.clear();
        self.missed.take()
    }

    /// The next card to come, if it lies there.
    fn given(&mut self, pile: Pile, is_there: impl Fn(u8) -> bool) -> Option<u8> {
        // A record says neither what was rolled nor which card was picked that then stayed where it lay.
        let is_next = self.wishes.front().is_some_and(|next| is_there(next.1));
        if pile == ROLLS || (pile == PICKS && !is_next) {
            return None;
        }
        let (wished, card, place) = self.wishes.pop_front()?;
        if wished.is_none_or(|wished| wished == pile) && is_there(card) {
            return Some(card);
        }
        self.missed = self.missed.or(Some(place));
        None
    }
}

impl Chance for RecordedChance {
    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        self.given(pile, |card| from.has(card)).unwrap_or_else(|| self.dice.draw_of(pile, from))
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}

/// The cards that chance can deal, by name.
type DealtCards<'a> = BTreeMap<&'a str, (Option<Pile>, u8)>;

/// Piles of the header, as numbers.
pub fn piles_of<'h>(
    piles: impl Iterator<Item = &'h Vec<String>>,
    cards: &DealtCards<'_>,
    at: Span,
) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let number = |pile, name: &String| match cards.get(name.as_str()) {
        Some((of, card)) if of.is_none_or(|of| of == pile) => Ok(*card),
        _ => Err(record_fault(
            Code::RecordHeader,
            at,
            format!("the header puts `{name}` into pile {pile}, where the game has no such card"),
            "the card is no longer in the game, or the header was altered",
        )),
    };
    let pile =
        |(pile, names): (Pile, &Vec<String>)| names.iter().map(|name| number(pile, name)).collect();
    piles.enumerate().map(pile).collect()
}

/// What the record's lines of one ply deal, after `lines`.
pub fn wishes_of(
    cards: &DealtCards<'_>,
    lines: &Lines<'_>,
    ply: u32,
) -> Result<Vec<DrawWish>, Diagnostic> {
    let mut wishes = Vec::new();
    for (index, line) in lines.clone().enumerate() {
        let value = line.json()?;
        if value["ply"] != ply || (index > 0 && value.get("move").is_some()) {
            break;
        }
        if value["chance"] != "draw" {
            continue;
        }
        for drawn in value["changes"].as_array().into_iter().flatten() {
            let name = drawn["card"].as_str().unwrap_or_default();
            let Some((pile, card)) = cards.get(name) else {
                return Err(record_fault(
                    Code::RecordDiffers,
                    line.span(),
                    format!("ply {ply}: chance deals `{name}`, which is not in the game"),
                    PARTS_WAYS,
                ));
            };
            wishes.push((*pile, *card, line.start));
        }
    }
    Ok(wishes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn following() -> RecordedChance {
        RecordedChance::new(ScriptedChance::new(Vec::new(), 3))
    }

    #[test]
    fn what_is_wished_is_dealt() {
        let mut chance = following();
        chance.wish(vec![(Some(0), 5, 10), (Some(1), 2, 11)]);
        assert_eq!(chance.draw(0, 0b10_1011, 4), 5);
        assert_eq!(chance.draw(1, 0b1101, 3), 2);
        assert_eq!(chance.take_missed(), None);
    }

    #[test]
    fn a_card_that_is_not_there_is_told_and_another_dealt() {
        for (pile, from) in [(0, 0b1011u64), (1, 0b1111)] {
            let mut chance = following();
            chance.wish(vec![(Some(0), 2, 10)]);
            let dealt = chance.draw(pile, from, from.count_ones());
            assert_eq!(from >> dealt & 1, 1);
            assert_eq!(chance.take_missed(), Some(10));
        }
    }

    #[test]
    fn without_a_wish_the_dice_of_the_seed_deal() {
        let mut dice = ScriptedChance::new(Vec::new(), 3);
        let mut chance = following();
        for _ in 0..20 {
            assert_eq!(chance.draw(0, 0xffff, 16), dice.draw(0, 0xffff, 16));
        }
    }
}
