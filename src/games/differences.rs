//! What a table should be and what it is, told for laws that name what they break.

use std::fmt::Debug;

use crate::rules::Bits;

/// Rules that call their cards by name.
pub trait Called {
    type Deck: Copy;

    /// A card of a deck; "none" for no card.
    fn called(&self, deck: Self::Deck, card: u8) -> String;

    /// The cards of a set, given as a mask; "none" for no card.
    fn all_called(&self, deck: Self::Deck, set: u64) -> String {
        let names: Vec<String> = Bits(set).map(|card| self.called(deck, card)).collect();
        match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", "),
        }
    }
}

/// What is expected and what was found, one field after the other, with the law `L` that a difference breaks.
pub struct Differences<'a, R, L> {
    pub rules: &'a R,
    pub told: Vec<(L, String)>,
}

impl<'a, R: Called, L> Differences<'a, R, L> {
    pub fn new(rules: &'a R) -> Self {
        Differences {
            rules,
            told: Vec::new(),
        }
    }

    pub fn value<T: PartialEq + Debug>(&mut self, law: L, what: &str, expected: T, found: T) {
        if expected != found {
            let says = format!("{what}: expected {expected:?}, found {found:?}");
            self.told.push((law, says));
        }
    }

    /// Sets of cards of a deck, as masks.
    pub fn set(&mut self, law: L, what: &str, deck: R::Deck, expected: u64, found: u64) {
        if expected != found {
            let [expected, found] = [expected, found].map(|set| self.rules.all_called(deck, set));
            let says = format!("{what}: expected {expected}; found {found}");
            self.told.push((law, says));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Letters;

    impl Called for Letters {
        type Deck = ();

        fn called(&self, (): (), card: u8) -> String {
            char::from(b'a' + card).to_string()
        }
    }

    #[test]
    fn only_what_differs_is_told() {
        let mut differences = Differences::new(&Letters);
        differences.value(1, "coins", 3, 3);
        differences.value(2, "round", 1, 2);
        differences.set(3, "the hand", (), 0b101, 0);
        differences.set(4, "the pile", (), 0b10, 0b10);
        let told = |law, says: &str| (law, says.to_owned());
        assert_eq!(
            differences.told,
            [
                told(2, "round: expected 1, found 2"),
                told(3, "the hand: expected a, c; found none")
            ]
        );
    }
}
