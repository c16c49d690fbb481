#![doc = include_str!("../../source/codes/D415.md")]

use crate::rules::Names;
use crate::source::{Code, Diagnostic, Span, did_you_mean_or, fault};

/// A word of a scenario that should name a card, and is the name of none. It is part of `text`, which is at `at`.
pub fn unknown(word: &str, names: &Names, (text, at): (&str, Span)) -> Diagnostic {
    let known = names.cards.iter().map(String::as_str);
    let other = "name a card by its `id`, with `#2` behind it for the second of several";
    fault!("there is no card `{word}`"; did_you_mean_or(word, known, other))
        .error(Code::UnknownCard)
        .at(within(text, at, word))
}

/// The first word of an event that should name a card, and is the name of none: one with the number of a copy, or what
/// is moved.
pub fn unknown_in<'l>(line: &'l str, names: &Names) -> Option<&'l str> {
    let moved = line.split_once(": ").filter(|(_, to)| to.contains(" -> ")).map(|(card, _)| card);
    let copies = line.split([' ', ':', ',']).filter(|w| is_copy(w));
    moved.into_iter().chain(copies).find(|word| !is_known(word, names))
}

/// Whether the word is the name of a card, its number left out or not.
pub fn is_known(word: &str, names: &Names) -> bool {
    names
        .cards
        .iter()
        .any(|card| card == word || card.split_once('#').is_some_and(|(id, _)| id == word))
}

/// `spy#2`.
fn is_copy(word: &str) -> bool {
    word.split_once('#').is_some_and(|(id, n)| !id.is_empty() && !n.is_empty())
}

/// The place of a word in a text in quotes; that of the text when its quotes hold escapes.
fn within(text: &str, at: Span, word: &str) -> Span {
    let quotes = 2;
    let is_plain = at.range().len() == text.len() + quotes;
    text.find(word).filter(|_| is_plain).map_or(at, |found| {
        let start = at.range().start + 1 + found;
        Span::new(at.file, start..start + word.len())
    })
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_events_are_looked_up() {
        let names = Names {
            cards: ["spy#1", "spy#2", "iraq"].map(str::to_owned).into(),
            ..Names::default()
        };
        for line in [
            "spy#2: hand/caps -> field/1/caps, down",
            "iraq: row/1 -> owned/caps, up",
            "won at row/1: caps 4 1",
            "defcon = 4",
        ] {
            assert_eq!(unknown_in(line, &names), None, "{line}");
        }
        for (line, word) in [
            ("spi#2: hand/caps -> field/1/caps, down", "spi#2"),
            ("irak: row/1 -> owned/caps, up", "irak"),
            ("spy#3 at field/1/caps: up", "spy#3"),
        ] {
            assert_eq!(unknown_in(line, &names), Some(word), "{line}");
        }
    }
}
