//! Writes a move as text, and reads it back, by the patterns of `[table.moves]`. A table, a seat and a move or text
//! come in; text, or a move or what is wrong with it, goes out.

use std::borrow::Cow;

use super::declared::{Each, Gap, MovePattern};
use super::layout::Layout;
use super::moves::{Move, NOTHING};
use super::named::{instead_of, names, numbered};
use super::set::CardSet;
use super::state::Table;
use crate::rules::Unread;
use crate::source::{did_you_mean, list_words};

impl<S: CardSet> Layout<S> {
    /// A move of a seat in short form: `deploy admiral#2 at 3`.
    pub fn write_move<'t>(&'t self, table: &Table<S>, seat: u8, mv: Move) -> String {
        let Some(pattern) = self.declared.patterns.get(usize::from(mv.pattern)) else {
            return "?".into();
        };
        pattern.write(|gap| {
            let part = mv.parts[gap];
            let of = |names: &'t [String]| {
                let name = names.get(usize::from(part));
                Cow::Borrowed(name.map_or("?", String::as_str))
            };
            match pattern.gaps[gap] {
                Gap::Card => of(&self.cards),
                Gap::Nth(kind) => self.write_nth(table, seat, kind, part).into(),
                Gap::Seat => of(&self.declared.seats),
                Gap::Place => of(&self.declared.places),
                Gap::Number => part.to_string().into(),
            }
        })
    }

    /// Reads what [`Layout::write_move`] wrote. The move need not be legal.
    ///
    /// # Errors
    /// What cannot be read, and what would be.
    pub fn read_move(&self, table: &Table<S>, seat: u8, text: &str) -> Result<Move, Unread> {
        let patterns = self.declared.patterns.iter().enumerate();
        let mut fits =
            patterns.filter_map(|(at, pattern)| Some((at, pattern, pattern.read(text)?)));
        let Some((at, pattern, words)) = fits.next() else {
            let known = self.declared.patterns.iter().map(MovePattern::describe);
            let known: Vec<String> = known.collect();
            let help = format!("write {}", list_words(names(&known)));
            return Err(unread(format!("`{text}` is no move"), help));
        };
        let mut parts = [NOTHING; 3];
        for ((part, gap), word) in parts.iter_mut().zip(&pattern.gaps).zip(words) {
            *part = match gap {
                Gap::Card => self.card(word)?,
                Gap::Nth(kind) => self.read_nth(table, seat, *kind, word)?,
                Gap::Seat => among(word, &self.declared.seats, "seat")?,
                Gap::Place => among(word, &self.declared.places, "place")?,
                Gap::Number => {
                    let most = S::CARDS - 2;
                    let number = word.parse().ok().filter(|number| usize::from(*number) <= most);
                    number.ok_or_else(|| format!("`{word}` is no number from 0 to {most}"))?
                }
            };
        }
        if pattern.pair {
            parts[..2].sort_unstable();
        }
        Ok(Move { pattern: at as u8, parts })
    }

    /// The zone of a kind at a place that a seat means: its opponent's, where each seat has one.
    fn meant(&self, seat: u8, kind: u8, place: u8) -> u8 {
        let kind = &self.declared.zones[usize::from(kind)];
        match kind.each {
            Each::Both => kind.first + 2 * place + (seat ^ 1) % 2,
            _ => kind.first + place,
        }
    }

    /// The cards of a kind of zone that a seat can name by where they lie.
    pub fn named_by_place(&self, table: &Table<S>, seat: u8, kind: u8) -> S {
        let places = 0..self.declared.places.len() as u8;
        let zones = places.map(|place| table.zone(self.meant(seat, kind, place)));
        zones.fold(S::default(), S::union)
    }

    /// A card by where it lies: `2:1` is the first at the place 2.
    fn write_nth(&self, table: &Table<S>, seat: u8, kind: u8, part: u8) -> String {
        let mut places = (0..).zip(&self.declared.places);
        let found = places.find_map(|(place, name)| {
            let cards = table.in_order(self.meant(seat, kind, place));
            let at = cards.iter().position(|card| table.rank(*card) == part)?;
            Some(format!("{name}:{}", at + 1))
        });
        found.unwrap_or_else(|| "?".into())
    }

    fn read_nth(&self, table: &Table<S>, seat: u8, kind: u8, word: &str) -> Result<u8, Unread> {
        let Some((place, nth)) = word.split_once(':') else {
            return Err(format!("`{word}` is no card by where it lies, as in `2:1`").into());
        };
        let at = among(place, &self.declared.places, "place")?;
        let zone = self.meant(seat, kind, at);
        let cards = table.in_order(zone);
        let index = nth.parse::<usize>().ok().and_then(|nth| nth.checked_sub(1));
        match index.and_then(|index| cards.get(index)) {
            Some(card) => Ok(table.rank(*card)),
            None => {
                let lie = match cards.len() {
                    0 => "no card lies".to_owned(),
                    1 => "one card lies".to_owned(),
                    n => format!("{n} cards lie"),
                };
                let of = self.declared.seats.get(usize::from(self.seat_of(zone)));
                let side = of.map_or(String::new(), |seat| format!(" on the side of {seat}"));
                Err(format!("there is no card {word}; {lie} there{side}, counted from 1").into())
            }
        }
    }

    /// The card of a name. The number of a copy may be left out where there is one card only.
    fn card(&self, word: &str) -> Result<u8, Unread> {
        if let Some(card) = self.card_called(word) {
            return Ok(card);
        }
        let known = names(&self.cards);
        let copies: Vec<&str> = known
            .clone()
            .filter(|card| card.split_once('#').is_some_and(|(id, _)| id == word))
            .collect();
        if !copies.is_empty() {
            let says = format!("there are {} cards `{word}`", copies.len());
            return Err(unread(says, format!("say which: {}", list_words(copies))));
        }
        let (says, help) = if self.left_out.iter().any(|card| card == word) {
            let help = "`where` in [table.zones] says which cards are in the game";
            (format!("`{word}` is a card of another variant"), Some(help.to_owned()))
        } else {
            let near = did_you_mean(word, known);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            (format!("there is no card `{word}`"), help)
        };
        Err(Unread { says, help, unknown_card: Some(word.to_owned()) })
    }
}

fn among(word: &str, known: &[String], what: &str) -> Result<u8, Unread> {
    numbered(known, word)
        .ok_or_else(|| unread(format!("there is no {what} `{word}`"), instead_of(known, word)))
}

fn unread(says: String, help: String) -> Unread {
    Unread { says, help: Some(help), unknown_card: None }
}
