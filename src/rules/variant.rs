//! Variants: the ways to set up one game, such as another order or more players. The axes that a game declares come
//! in; every combination of their values goes out. Called by `session` and `verify`.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bytes of a variant in a file's name, before it is cut.
const LONGEST_WORD: usize = 80;

/// Something that is agreed on before a game is set up, with all that it can be: `players` is 2, 3 or 4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    pub name: String,
    pub values: Vec<String>,
}

/// What was agreed on: a value for each axis of the game, in their order. A game without axes has one variant, which is
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Variant {
    pub choices: Vec<(String, String)>,
}

impl Variant {
    /// Every variant that the axes allow, the last axis changing fastest.
    pub fn all(axes: &[Axis]) -> Vec<Variant> {
        let mut variants = vec![Variant::default()];
        for axis in axes {
            let with = |variant: &Variant| {
                let choices = axis.values.iter().map(|value| {
                    let mut choices = variant.choices.clone();
                    choices.push((axis.name.clone(), value.clone()));
                    Variant { choices }
                });
                choices.collect::<Vec<_>>()
            };
            variants = variants.iter().flat_map(with).collect();
        }
        variants
    }

    /// The first value of each axis.
    pub fn first(axes: &[Axis]) -> Variant {
        let first = |axis: &Axis| Some((axis.name.clone(), axis.values.first()?.clone()));
        Variant { choices: axes.iter().filter_map(first).collect() }
    }

    /// The same with another value for an axis that it has.
    #[must_use]
    pub fn with(mut self, axis: &str, value: &str) -> Variant {
        if let Some(choice) = self.choices.iter_mut().find(|(name, _)| name == axis) {
            choice.1 = value.to_owned();
        }
        self
    }

    /// The value chosen for an axis.
    pub fn get(&self, axis: &str) -> Option<&str> {
        let found = self.choices.iter().find(|(name, _)| name == axis);
        found.map(|(_, value)| value.as_str())
    }

    /// In short, for tables: `random-2`; empty for the only variant of a game without axes.
    pub fn word(&self) -> String {
        let values: Vec<&str> = self.choices.iter().map(|(_, v)| v.as_str()).collect();
        values.join("-")
    }

    /// As part of a file's name: its word where that is one on every disk, and no other variant has it. Else letters and digits
    /// of it, and a digest that tells it from any other.
    pub fn file_word(&self) -> String {
        let word = self.word();
        let is_plain = |value: &str| {
            let may_join = self.choices.len() == 1;
            let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || (c == '-' && may_join);
            !value.is_empty() && value.chars().all(good)
        };
        let values = self.choices.iter().map(|(_, value)| value.as_str());
        if word.len() <= LONGEST_WORD && values.clone().all(is_plain) {
            return word;
        }
        let letters = word.split(|c: char| !c.is_alphanumeric());
        let letters: Vec<&str> = letters.filter(|part| !part.is_empty()).collect();
        let mut text: String = letters.join("-").chars().take(LONGEST_WORD / 4).collect();
        let mut digest = Sha256::new();
        for value in values {
            digest.update(value.as_bytes());
            digest.update([0]);
        }
        let digest: String =
            digest.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        if !text.is_empty() {
            text.push('-');
        }
        text + &digest
    }

    /// For people: `order random, players 2`.
    pub fn describe(&self) -> String {
        let each = |(name, value): &(String, String)| format!("{name} {value}");
        let choices: Vec<String> = self.choices.iter().map(each).collect();
        choices.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Variant {
        fn joined(mut self, players: &str) -> Variant {
            self.choices.push(("players".to_owned(), players.to_owned()));
            self
        }
    }

    fn axis(name: &str, values: &[&str]) -> Axis {
        Axis { name: name.to_owned(), values: values.iter().map(|v| (*v).to_owned()).collect() }
    }

    #[test]
    fn variants_are_every_combination_of_the_axes() {
        let axes = [axis("city", &["paris", "rome"]), axis("players", &["2", "3"])];
        let words: Vec<String> = Variant::all(&axes).iter().map(Variant::word).collect();
        assert_eq!(words, ["paris-2", "paris-3", "rome-2", "rome-3"]);
    }

    #[test]
    fn variants_share_no_file_and_leave_no_folder() {
        let one = |value: &str| Variant { choices: vec![("city".to_owned(), value.to_owned())] };
        let two = |city: &str, players: &str| one("").with("city", city).joined(players);
        let long = "x".repeat(300);
        let all = [
            one("a b"),
            one("a,b"),
            one("a-b"),
            one("a/b"),
            one(""),
            one("."),
            one("/../../../evil"),
            one("Łódź"),
            one(&long),
            two("a-b", "c"),
            two("a", "b-c"),
        ];
        let mut words: Vec<String> = all.iter().map(Variant::file_word).collect();
        for word in &words {
            let good = |c: char| c.is_alphanumeric() || c == '-';
            assert!(!word.is_empty() && word.len() <= LONGEST_WORD, "{word}");
            assert!(word.chars().all(good), "{word}");
        }
        words.sort();
        words.dedup();
        assert_eq!(words.len(), all.len(), "{words:?}");
        assert_eq!(one("a-b").file_word(), "a-b");
        assert_eq!(two("paris", "2").file_word(), "paris-2");
        assert_eq!(Variant::default().file_word(), "");
    }

    #[test]
    fn a_game_without_axes_has_one_variant() {
        assert_eq!(Variant::all(&[]), [Variant::default()]);
        assert_eq!(Variant::default().word(), "");
    }

    #[test]
    fn the_first_variant_can_be_changed_axis_by_axis() {
        let axes = [axis("city", &["paris", "rome"]), axis("players", &["2", "3"])];
        let first = Variant::first(&axes);
        assert_eq!(first, Variant::all(&axes)[0]);
        assert_eq!(first.clone().with("players", "3").word(), "paris-3");
        assert_eq!(first.clone().with("weather", "rain"), first);
        assert_eq!(Variant::first(&[]), Variant::default());
    }

    #[test]
    fn a_variant_tells_what_was_agreed_on() {
        let variant = &Variant::all(&[axis("city", &["paris"]), axis("players", &["4"])])[0];
        assert_eq!(variant.get("players"), Some("4"));
        assert_eq!(variant.get("weather"), None);
        assert_eq!(variant.describe(), "city paris, players 4");
    }
}
