//! Moves of a table as text, by the patterns of `[table.moves]`.

use super::declared::Gap;
use super::layout::Layout;
use super::moves::{Move, NOTHING};
use super::set::CardSet;
use crate::rules::Unread;
use crate::source::{did_you_mean, instead, list};

impl<S: CardSet> Layout<S> {
    /// A move in short form: `deploy admiral#2 at 3`.
    pub fn write_move(&self, mv: Move) -> String {
        let Some(pattern) = self.declared.patterns.get(usize::from(mv.pattern)) else {
            return "?".into();
        };
        pattern.write(|gap| {
            let part = mv.parts[gap];
            let of = |names: &[String]| {
                names
                    .get(usize::from(part))
                    .map_or("?".into(), String::clone)
            };
            match pattern.gaps[gap] {
                Gap::Card => of(&self.cards),
                Gap::Seat => of(&self.declared.seats),
                Gap::Place => of(&self.declared.places),
                Gap::Number => part.to_string(),
            }
        })
    }

    /// Reads what [`Layout::write_move`] wrote. The move need not be legal.
    ///
    /// # Errors
    /// What cannot be read, and what would be.
    pub fn read_move(&self, text: &str) -> Result<Move, Unread> {
        let patterns = self.declared.patterns.iter().enumerate();
        let mut fits =
            patterns.filter_map(|(at, pattern)| Some((at, pattern, pattern.read(text)?)));
        let Some((at, pattern, words)) = fits.next() else {
            let known: Vec<String> = self
                .declared
                .patterns
                .iter()
                .map(|pattern| pattern.says())
                .collect();
            return Err(Unread {
                says: format!("`{text}` is no move"),
                help: Some(format!("write {}", list(known.iter().map(String::as_str)))),
                unknown_card: None,
            });
        };
        let mut parts = [NOTHING; 3];
        for ((part, gap), word) in parts.iter_mut().zip(&pattern.gaps).zip(words) {
            *part = match gap {
                Gap::Card => self.card(word)?,
                Gap::Seat => among(word, &self.declared.seats, "seat")?,
                Gap::Place => among(word, &self.declared.places, "place")?,
                Gap::Number => match word.parse::<u8>() {
                    Ok(number) if usize::from(number) < S::CARDS - 1 => number,
                    _ => {
                        return Err(
                            format!("`{word}` is no number from 0 to {}", S::CARDS - 2).into()
                        );
                    }
                },
            };
        }
        Ok(Move {
            pattern: at as u8,
            parts,
        })
    }

    /// The card of a name. The number of a copy may be left out where there is one card only.
    fn card(&self, word: &str) -> Result<u8, Unread> {
        let at = |word: &str| self.cards.iter().position(|card| card == word);
        if let Some(card) = at(word).or_else(|| at(word.strip_suffix("#1")?)) {
            return Ok(card as u8);
        }
        let names = || self.cards.iter().map(String::as_str);
        let copies: Vec<&str> = names()
            .filter(|card| card.split_once('#').is_some_and(|(id, _)| id == word))
            .collect();
        if !copies.is_empty() {
            return Err(Unread {
                says: format!("there are {} cards `{word}`", copies.len()),
                help: Some(format!("say which: {}", list(copies))),
                unknown_card: None,
            });
        }
        if self.left_out.iter().any(|card| card == word) {
            return Err(Unread {
                says: format!("`{word}` is a card of another variant"),
                help: Some("`where` in [table.zones] says which cards are in the game".into()),
                unknown_card: Some(word.to_owned()),
            });
        }
        Err(Unread {
            says: format!("there is no card `{word}`"),
            help: did_you_mean(word, names()).map(|near| format!("did you mean `{near}`?")),
            unknown_card: Some(word.to_owned()),
        })
    }
}

fn among(word: &str, known: &[String], what: &str) -> Result<u8, Unread> {
    if let Some(at) = known.iter().position(|other| other == word) {
        return Ok(at as u8);
    }
    let known = known.iter().map(String::as_str);
    Err(Unread {
        says: format!("there is no {what} `{word}`"),
        help: Some(instead(word, known)),
        unknown_card: None,
    })
}
