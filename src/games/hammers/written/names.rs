//! Cards and locations by their words.

use crate::games::hammers::play::{Deck, PLACES, Rules};
use crate::source::{did_you_mean, list};

/// A word that names nothing: what is wrong, and what to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    pub says: String,
    pub help: String,
}

impl From<Unknown> for String {
    fn from(unknown: Unknown) -> String {
        format!("{}; {}", unknown.says, unknown.help)
    }
}

/// What a card of a deck is called.
fn noun(deck: Deck) -> &'static str {
    match deck {
        Deck::Actions => "card",
        Deck::Countries => "country",
        Deck::Labs => "lab",
        Deck::Defcon => "DEFCON card",
        Deck::Justifications => "Justification",
        Deck::Protests => "protest",
    }
}

/// The names of a deck's cards, in their order.
pub fn names(rules: &Rules, deck: Deck) -> &[String] {
    let [from, to] = [0, 1].map(|next| usize::from(rules.tokens[deck as usize + next]));
    rules.names.cards.get(from..to).unwrap_or_default()
}

/// The name of a card; `?` when the deck has no such card.
pub fn name(rules: &Rules, deck: Deck, index: u8) -> &str {
    names(rules, deck)
        .get(usize::from(index))
        .map_or("?", String::as_str)
}

/// The card of a deck by its name. The number of a copy may be left out, or be given to a card that has none, where
/// only one card can be meant.
pub fn find(rules: &Rules, deck: Deck, word: &str) -> Result<u8, Unknown> {
    let names = names(rules, deck);
    let number = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
    let at = |word: &str| names.iter().position(|name| name == word).map(number);
    let known = at(word).or_else(|| at(word.strip_suffix("#1")?));
    if let Some(card) = known {
        return Ok(card);
    }
    let copy = |name: &&String| name.split_once('#').is_some_and(|(id, _)| id == word);
    let copies: Vec<&str> = names.iter().filter(copy).map(String::as_str).collect();
    match copies.as_slice() {
        [] => Err(unknown(rules, deck, word)),
        [only] => at(only).ok_or_else(|| unknown(rules, deck, word)),
        several => Err(Unknown {
            says: format!("there are {} cards `{word}`", several.len()),
            help: format!("say which: {}", list(several.iter().copied())),
        }),
    }
}

fn unknown(rules: &Rules, deck: Deck, word: &str) -> Unknown {
    let noun = noun(deck);
    let of = |deck: Deck| names(rules, deck).iter().map(String::as_str);
    let first = of(deck).next();
    let help = match (did_you_mean(word, of(deck)), first) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(first)) => format!("write a {noun} like `{first}`"),
        (None, None) => format!("this game has no {noun} at all"),
    };
    let elsewhere = Deck::ALL
        .into_iter()
        .find(|d| *d != deck && of(*d).any(|name| name == word));
    let says = match elsewhere {
        Some(other) => format!("`{word}` is a {}, not a {noun}", self::noun(other)),
        None => format!("there is no {noun} `{}`", short(word)),
    };
    Unknown { says, help }
}

/// A location by its number from 1, as a place from 0. One that this game does not have in play can be named; there is
/// none beyond [`PLACES`].
pub fn place(word: &str) -> Result<u8, Unknown> {
    match word.parse::<u8>() {
        Ok(n) if (1..=PLACES as u8).contains(&n) => Ok(n - 1),
        _ => Err(Unknown {
            says: format!("`{}` is no location", short(word)),
            help: "locations are numbered from 1, the leftmost".into(),
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
