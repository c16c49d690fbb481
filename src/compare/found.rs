//! What parts two games: values that the tables, the sheet and the page show.

use std::sync::Arc;

use super::script::ScriptChange;
use crate::source::one_or_many;
use crate::template::Drawn;

/// Longer texts are cut to what differs, with so many words around it.
const LONG: usize = 120;
/// See [`LONG`].
const AROUND: usize = 6;

/// Something that differs: how it is called, what it was, what it is. Neither is known of a picture or a template that is
/// drawn otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub what: String,
    pub old: Option<String>,
    pub new: Option<String>,
}

impl Edit {
    pub fn new(what: impl Into<String>, old: Option<String>, new: Option<String>) -> Self {
        let what = what.into();
        Edit { what, old, new }
    }

    /// Something that is drawn otherwise.
    pub fn redrawn(what: impl Into<String>) -> Self {
        Edit::new(what, None, None)
    }

    /// When they differ.
    pub fn of(what: &str, old: &str, new: &str) -> Option<Self> {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        (old != new).then(|| Edit::new(what, some(old), some(new)))
    }

    /// As it is told to people: of long texts no more than what differs, with some words around it.
    #[must_use]
    pub fn short(&self) -> Edit {
        let (Some(old), Some(new)) = (&self.old, &self.new) else {
            return self.clone();
        };
        if old.chars().count().max(new.chars().count()) <= LONG {
            return self.clone();
        }
        let [was, is] = [old, new].map(|text| text.split(' ').collect::<Vec<_>>());
        let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
            pairs.take_while(|(a, b)| a == b).count()
        };
        let before = alike(&mut was.iter().zip(&is));
        let rest = was.len().min(is.len()) - before;
        let after = alike(&mut was.iter().rev().zip(is.iter().rev())).min(rest);
        let (before, after) = (before.saturating_sub(AROUND), after.saturating_sub(AROUND));
        let cut = |words: &[&str]| {
            let kept = words[before..words.len() - after].join(" ");
            let open = if before > 0 { "… " } else { "" };
            let close = if after > 0 { " …" } else { "" };
            Some(format!("{open}{kept}{close}"))
        };
        Edit::new(self.what.clone(), cut(&was), cut(&is))
    }

    /// Whether either side is a sentence, which needs a line of its own.
    pub fn is_long(&self) -> bool {
        let long = |text: &Option<String>| text.as_ref().is_some_and(|t| t.chars().count() > 24);
        long(&self.old) || long(&self.new)
    }
}

/// What became of a card or a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Kept,
    New,
    Gone,
    /// The same row, under another id or in another deck before.
    Moved {
        deck: String,
        id: String,
        name: String,
    },
}

/// What kind of change it is; a card may have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    New,
    Gone,
    Moved,
    Rules,
    Copies,
    Looks,
}

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::New,
        Kind::Gone,
        Kind::Moved,
        Kind::Rules,
        Kind::Copies,
        Kind::Looks,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Kind::New => "new",
            Kind::Gone => "gone",
            Kind::Moved => "moved",
            Kind::Rules => "rules",
            Kind::Copies => "copies",
            Kind::Looks => "looks",
        }
    }
}

/// A face before and after; `None` where there is none.
#[derive(Debug, Clone, Default)]
pub struct Faces {
    pub old: Option<Arc<Drawn>>,
    pub new: Option<Arc<Drawn>>,
}

/// A card that is not as it was.
#[derive(Debug, Clone)]
pub struct CardChange {
    pub id: String,
    pub name: String,
    pub fate: Fate,
    /// What another game is played by.
    pub rules: Vec<Edit>,
    /// What only looks otherwise.
    pub looks: Vec<Edit>,
    pub copies: (u32, u32),
    /// The front; or the back, when nothing but that differs.
    pub faces: Faces,
}

impl CardChange {
    pub fn kinds(&self) -> Vec<Kind> {
        let has = |kind: &Kind| match kind {
            Kind::New => self.fate == Fate::New,
            Kind::Gone => self.fate == Fate::Gone,
            Kind::Moved => matches!(self.fate, Fate::Moved { .. }),
            Kind::Rules => !self.rules.is_empty(),
            Kind::Looks => !self.looks.is_empty(),
            Kind::Copies => {
                self.copies.0 != self.copies.1 && !matches!(self.fate, Fate::New | Fate::Gone)
            }
        };
        Kind::ALL.into_iter().filter(has).collect()
    }
}

/// A deck in which something is not as it was.
#[derive(Debug, Clone)]
pub struct DeckChange {
    pub id: String,
    pub title: String,
    pub fate: Fate,
    /// Template, back, size: what all its cards share.
    pub looks: Vec<Edit>,
    /// Paragraphs of the text that flows over it.
    pub text: Vec<Edit>,
    pub cards: Vec<CardChange>,
    /// The back that all its cards share, when it is drawn otherwise.
    pub back: Option<Faces>,
}

/// All that parts two games.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// Numbers of the rules, and what rulings choose.
    pub rules: Vec<Edit>,
    /// The rest of game.toml.
    pub looks: Vec<Edit>,
    /// Functions of `rules.star`.
    pub script: Vec<ScriptChange>,
    /// In the order of the new game; those that are gone come last.
    pub decks: Vec<DeckChange>,
}

impl Comparison {
    pub fn is_empty(&self) -> bool {
        let game = self.rules.is_empty() && self.looks.is_empty();
        game && self.script.is_empty() && self.decks.is_empty()
    }

    pub fn cards(&self) -> impl Iterator<Item = &CardChange> {
        self.decks.iter().flat_map(|deck| &deck.cards)
    }

    /// How many cards have a change of this kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.cards().filter(|c| c.kinds().contains(&kind)).count()
    }

    /// Whether another game is played: with other numbers, other cards, or other numbers of them.
    pub fn changes_rules(&self) -> bool {
        let played = [Kind::Rules, Kind::New, Kind::Gone, Kind::Copies];
        let kinds = self.cards().flat_map(CardChange::kinds);
        let game = !self.rules.is_empty() || !self.script.is_empty();
        game || kinds.into_iter().any(|kind| played.contains(&kind))
    }

    /// One line: "1 card with other rules, 2 new cards; 3 numbers of the rules".
    pub fn summary(&self) -> String {
        let counted = |n: usize, one: &str, many: &str| {
            (n > 0).then(|| format!("{n} {}", one_or_many(n, one, many)))
        };
        let of = |kind| self.count(kind);
        let parts = [
            counted(
                self.rules.len(),
                "number or choice of the rules",
                "numbers or choices of the rules",
            ),
            counted(
                self.script.len(),
                "function of the script",
                "functions of the script",
            ),
            counted(
                of(Kind::Rules),
                "card with other rules",
                "cards with other rules",
            ),
            counted(of(Kind::New), "new card", "new cards"),
            counted(of(Kind::Gone), "card gone", "cards gone"),
            counted(
                of(Kind::Moved),
                "card moved or renamed",
                "cards moved or renamed",
            ),
            counted(
                of(Kind::Copies),
                "card with other copies",
                "cards with other copies",
            ),
            counted(
                of(Kind::Looks),
                "card with other looks",
                "cards with other looks",
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if self.is_empty() {
            "no difference".to_owned()
        } else if parts.is_empty() {
            "no card differs".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_texts_only_what_differs_is_told() {
        let text = |word: &str| {
            let many: Vec<String> = (0..40).map(|n| format!("w{n}")).collect();
            Some(many.join(" ").replace("w20", word))
        };
        let short = Edit::new("text", text("13 and"), text("14")).short();
        let around = |word: &str| {
            Some(format!(
                "… w14 w15 w16 w17 w18 w19 {word} w21 w22 w23 w24 w25 w26 …"
            ))
        };
        assert_eq!((short.old, short.new), (around("13 and"), around("14")));
        // What is all new, or only longer, is told as it is.
        let longer = Edit::new("text", text("w20"), text("w20 w20"));
        assert!(longer.short().new.unwrap().contains("w20 w20"));
        let short = Edit::of("text", "a b", "a c").unwrap();
        assert_eq!(short.short(), short);
    }
}
