//! The trait that turns moves and tables into text and JSON, and back. `script::notation` implements it; scenarios,
//! records, replay and shrinking call it.

use std::fmt;

use serde_json::Value;

use super::captions::Captions;
use super::{Chance, Game, Seat};

/// A table set up by name: the state, and the order of the piles as far as it was given.
#[derive(Debug, Clone)]
pub struct Staged<S> {
    pub state: S,
    /// For [`super::ScriptedChance`].
    pub piles: Vec<Vec<u8>>,
}

/// What is wrong with a table that should be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Keys and indices that lead to the wrong value: `["zones", "hand/caps", "2"]`.
    pub path: Vec<String>,
    pub says: String,
    pub help: String,
    /// Whether the value should name a card and does not.
    pub unknown_card: bool,
}

/// Why a text is no move: a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    pub says: String,
    /// What to write instead, unless the message already says it.
    pub help: Option<String>,
    /// The word of the text that should name a card and does not.
    pub unknown_card: Option<String>,
}

impl From<String> for Unread {
    fn from(says: String) -> Self {
        Unread { says, help: None, unknown_card: None }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Who looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Who may see everything.
    All,
    /// A seat, which sees what its view holds.
    Seat(Seat),
    /// Who sits at no seat, and sees what every seat sees.
    Onlooker,
}

/// How a game is written down and read back.
pub trait Notation: Game {
    /// A move of this state in short form: `deploy admiral#2 at 3`.
    fn write(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Whether a move reads the same in two states in which the same seat decides.
    fn is_written_alike(&self, one: &Self::State, other: &Self::State, mv: Self::Move) -> bool {
        self.write(one, mv) == self.write(other, mv)
    }

    /// What kind of move it is, by its number in [`Notation::verbs`].
    fn verb(&self, mv: Self::Move) -> u8 {
        self.sort(mv).verb
    }

    /// The words that moves begin with; a word may stand there several times.
    fn verbs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Reads what [`Notation::write`] wrote. The move need not be legal.
    ///
    /// # Errors
    /// What cannot be read, and what could be written instead.
    fn read(&self, state: &Self::State, text: &str) -> Result<Self::Move, Unread>;

    /// The complete table in neutral terms: zones with their cards in order and their faces, numbers, owners. It
    /// suffices to recompute every rule, and [`Notation::stage`] reads it.
    fn table<C: Chance>(&self, state: &Self::State, chance: &C) -> Value;

    /// What of the table somebody knows, in the terms of [`Notation::table`]: a card that is not known is `{"deck": …}`, the first
    /// deck with its back, and stands where its place betrays nothing.
    fn seen(&self, state: &Self::State, viewer: Viewer) -> Value;

    /// Values derived from the table, by name: `{"influence":{"1/caps":4},"winner":{"1":"caps"}}`.
    fn standings(&self, state: &Self::State) -> Value;

    /// Sets up a table. What is left out is as at the start of a round; cards that are not named lie in their piles.
    ///
    /// # Errors
    /// Everything that does not fit.
    fn stage(&self, table: &Value) -> Result<Staged<Self::State>, Vec<Misfit>>;

    /// Whether the cards of a zone, by its name, lie in an order that [`Notation::table`] writes them in.
    fn in_order(&self, _zone: &str) -> bool {
        true
    }

    /// The words that a move can be refused with; none where that is not known.
    fn refusals(&self) -> Vec<&str> {
        Vec::new()
    }

    /// What zones, faces, numbers and changes are called, and what of a table is shown where.
    fn captions(&self) -> Captions;
}
