//! What a sentence on a card is made with.

use crate::cards::{Deck, Row};
use crate::games::hammers::{ActionCard, Terms};

/// The edition's terms, the card that speaks, and the deck in which it finds the names of others.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    pub terms: &'a Terms,
    pub card: &'a ActionCard,
    pub deck: &'a Deck,
}

impl<'a> Wording<'a> {
    /// The cards of a profession: sign, and the name in bold.
    pub fn one(&self, profession: &str) -> String {
        let row = self.row(profession);
        let name = row.map_or(profession, |r| r.name.as_str());
        format!("{{{profession}}}\u{a0}**{name}**")
    }

    /// The same where several are meant.
    pub fn several(&self, profession: &str) -> String {
        let row = self.row(profession);
        let plural = row.and_then(|r| r.get("plural")?.as_str().map(str::to_owned));
        let plural = plural
            .or_else(|| row.map(|r| format!("{}s", r.name)))
            .unwrap_or_else(|| profession.to_owned());
        format!("{{{profession}}}\u{a0}**{plural}**")
    }

    fn row(&self, profession: &str) -> Option<&'a Row> {
        let is = |r: &&Row| r.get("profession").and_then(|v| v.as_str()) == Some(profession);
        self.deck.rows.iter().find(is)
    }
}
