//! Cards and locations by their words.

use crate::rules::Unread;
use crate::source::{did_you_mean, list};

/// A word that names nothing: what is wrong, and what to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    pub says: String,
    pub help: String,
    /// The word, when it should name a card and is the name of none.
    pub card: Option<String>,
}

impl From<Unknown> for Unread {
    fn from(unknown: Unknown) -> Unread {
        Unread {
            says: unknown.says,
            help: Some(unknown.help),
            unknown_card: unknown.card,
        }
    }
}

/// Cards that can be meant by a word.
#[derive(Debug, Clone, Copy)]
pub struct Shelf<'a> {
    /// What one of them is called: "a thief", "gear".
    pub one: &'static str,
    pub names: &'a [String],
}

impl Shelf<'_> {
    fn noun(&self) -> &'static str {
        self.one.strip_prefix("a ").unwrap_or(self.one)
    }
}

/// The card of a shelf by its name, as its number there. The number of a copy may be left out, or be given to a card that
/// has none, where only one card can be meant. `all` are the shelves of the game.
///
/// # Errors
/// That there is none, or that there are several.
pub fn find(shelf: &Shelf<'_>, all: &[Shelf<'_>], word: &str) -> Result<u8, Unknown> {
    let names = shelf.names;
    let number = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
    let at = |word: &str| names.iter().position(|name| name == word).map(number);
    let known = at(word).or_else(|| at(word.strip_suffix("#1")?));
    if let Some(card) = known {
        return Ok(card);
    }
    let copy = |name: &&String| name.split_once('#').is_some_and(|(id, _)| id == word);
    let copies: Vec<&str> = names.iter().filter(copy).map(String::as_str).collect();
    match copies.as_slice() {
        [] => Err(unknown(shelf, all, word)),
        [only] => at(only).ok_or_else(|| unknown(shelf, all, word)),
        several => Err(Unknown {
            says: format!("there are {} cards `{word}`", several.len()),
            help: format!("say which: {}", list(several.iter().copied())),
            card: None,
        }),
    }
}

fn unknown(shelf: &Shelf<'_>, all: &[Shelf<'_>], word: &str) -> Unknown {
    let noun = shelf.noun();
    let names = || shelf.names.iter().map(String::as_str);
    let elsewhere = all
        .iter()
        .find(|other| other.names.iter().any(|name| name == word));
    // A card of another kind is no slip of the pen.
    let near = did_you_mean(word, names()).filter(|_| elsewhere.is_none());
    let help = match (near, names().next()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(first)) => format!("write {} like `{first}`", shelf.one),
        (None, None) => format!("this game has no {noun} at all"),
    };
    let says = match elsewhere {
        Some(other) => format!("`{word}` is {}, not {}", other.one, shelf.one),
        None => format!("there is no {noun} `{}`", short(word)),
    };
    let card = elsewhere.is_none().then(|| word.to_owned());
    Unknown { says, help, card }
}

/// A location by its number from 1, as a place from 0. One that a game does not have in play can be named; there is none
/// beyond `most`.
///
/// # Errors
/// That it is no number of a location.
pub fn place(word: &str, most: usize) -> Result<u8, Unknown> {
    match word.parse::<u8>() {
        Ok(n) if (1..=most).contains(&usize::from(n)) => Ok(n - 1),
        _ => Err(Unknown {
            says: format!("`{}` is no location", short(word)),
            help: "locations are numbered from 1, the leftmost".into(),
            card: None,
        }),
    }
}

/// The beginning of a long text, for messages.
pub fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found under a word among thieves, beside gear.
    fn told(word: &str) -> Result<u8, String> {
        let names = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let (thieves, gear) = (names(&["dame", "twin#1", "twin#2"]), names(&["dime"]));
        let shelves = [("a thief", &thieves), ("gear", &gear)].map(|(one, names)| Shelf {
            one,
            names: names.as_slice(),
        });
        find(&shelves[0], &shelves, word).map_err(|unknown| Unread::from(unknown).to_string())
    }

    #[test]
    fn a_card_is_found_by_its_name() {
        assert_eq!(told("dame"), Ok(0));
        assert_eq!(told("dame#1"), Ok(0), "a number that says nothing");
        assert_eq!(told("twin#2"), Ok(2));
    }

    #[test]
    fn a_word_for_several_cards_asks_which() {
        let several = "there are 2 cards `twin`; say which: `twin#1` and `twin#2`";
        assert_eq!(told("twin"), Err(several.to_owned()));
    }

    #[test]
    fn a_slip_is_mended_and_a_card_of_another_kind_is_none() {
        let slip = "there is no thief `damme`; did you mean `dame`?";
        assert_eq!(told("damme"), Err(slip.to_owned()));
        let other = "`dime` is gear, not a thief; write a thief like `dame`";
        assert_eq!(told("dime"), Err(other.to_owned()));
    }

    #[test]
    fn places_are_counted_from_the_left() {
        assert_eq!(place("1", 4), Ok(0));
        assert!(place("5", 4).is_err() && place("0", 4).is_err() && place("x", 4).is_err());
    }
}
