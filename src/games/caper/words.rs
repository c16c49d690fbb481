//! How cards speak: numbers before symbols, lists joined, and where a flip reaches.

use super::Palette;
use crate::cards::Game;

/// Most symbols of a kind that stand side by side; more are a number and one symbol.
const MOST_SIDE_BY_SIDE: u8 = 3;

/// Most words of a short phrase: `a **wild** good {wild}`.
const MOST_SHORT: usize = 4;

/// How far a flip reaches (CAP-R12, CAP-G6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    Here,
    Anywhere,
}

/// What wordings need to know of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voice {
    pub palette: Palette,
    /// How far a flip reaches when its card says nothing.
    pub reach: Reach,
}

impl Voice {
    pub fn of(game: &Game) -> Self {
        Voice {
            palette: Palette::of(game),
            reach: if game.choice("reach") == Some("anywhere") {
                Reach::Anywhere
            } else {
                Reach::Here
            },
        }
    }
}

/// `{caper}{caper}`, `5{caper}`; points are always a number and one symbol, but for a single one.
pub fn icons(number: u8, symbol: &str) -> String {
    let side_by_side = if symbol == "point" {
        1
    } else {
        MOST_SIDE_BY_SIDE
    };
    if number <= side_by_side {
        format!("{{{symbol}}}").repeat(usize::from(number))
    } else {
        format!("{number}{{{symbol}}}")
    }
}

/// `2 {caper}` in a sentence.
pub fn some(number: u8, symbol: &str) -> String {
    format!("{number}\u{a0}{{{symbol}}}")
}

/// `a`, `a and b`, `a, b and c`. Beside a long phrase the last comma stays, so that its "for each" is its own.
pub fn join(phrases: &[String]) -> String {
    let long = |phrase: &String| phrase.split_whitespace().count() > MOST_SHORT;
    let and = if phrases.iter().any(long) {
        ", and"
    } else {
        " and"
    };
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{}{and} {last}", rest.join(", ")),
    }
}

/// The word with a capital first letter.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_symbols_stand_side_by_side_and_many_are_counted() {
        assert_eq!(icons(1, "point"), "{point}");
        assert_eq!(icons(2, "point"), "2{point}");
        assert_eq!(icons(3, "caper"), "{caper}{caper}{caper}");
        assert_eq!(icons(4, "caper"), "4{caper}");
    }

    #[test]
    fn only_long_phrases_keep_the_last_comma() {
        let phrases = ["a", "b", "c"].map(String::from);
        assert_eq!(join(&phrases[..1]), "a");
        assert_eq!(join(&phrases[..2]), "a and b");
        assert_eq!(join(&phrases), "a, b and c");
        let phrases = ["1\u{a0}{caper}", "1\u{a0}{point} for each of them"].map(String::from);
        assert_eq!(
            join(&phrases),
            "1\u{a0}{caper}, and 1\u{a0}{point} for each of them"
        );
        assert_eq!(join(&[]), "");
    }
}
