//! What the checks look at.

use crate::cards::{Deck, Game, Setting};
use crate::games::hammers::{ActionCard, Numbers, Role};
use crate::source::{Diagnostics, Span};

/// A game as its files give it.
pub struct Data<'a> {
    pub game: &'a Game,
    pub decks: &'a [Deck],
    /// `None` when they could not be read.
    pub numbers: Option<Numbers>,
    /// Whether every card of the hands can be read. What is wrong with one is told by the card.
    pub has_sound_cards: bool,
}

impl<'a> Data<'a> {
    /// Reads the numbers; what is wrong with them is told.
    pub fn read(game: &'a Game, decks: &'a [Deck], faults: &mut Diagnostics) -> Self {
        let mut data = Data {
            game,
            decks,
            numbers: Numbers::read(game, faults),
            has_sound_cards: true,
        };
        if let Some(deck) = data.deck(Role::Actions) {
            let setting = Setting { game, deck, decks };
            let mut own = Diagnostics::new();
            for row in &deck.rows {
                ActionCard::read(&setting, row, &mut own);
            }
            data.has_sound_cards = !own.has_errors();
        }
        data
    }

    /// The deck that plays the part.
    pub fn deck(&self, role: Role) -> Option<&'a Deck> {
        let (name, _) = role.deck(self.game)?;
        self.decks.iter().find(|d| d.id == name)
    }

    /// Where a number of the rules stands: `rounds`, `defcon.from-5`; the table around it when it is not there.
    pub fn place(&self, path: &str) -> Option<Span> {
        let rules = self.game.rules.as_ref()?;
        let mut table = Some(&rules.numbers);
        let mut span = rules.span;
        for key in path.split('.') {
            let Some(value) = table.and_then(|t| t.get(key)) else {
                break;
            };
            span = value.span;
            table = value.as_table();
        }
        Some(span)
    }
}
