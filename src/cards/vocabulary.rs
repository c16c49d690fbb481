//! The trait through which a pack learns what the rules say about its cards. A row comes in; its fields, its keys and their
//! schema go out. The registry makes one from `[ability]` and `rules.star`; `pack`, `mutations` and `schema` call it.

use std::borrow::Cow;
use std::ops::Range;

use super::face::Face;
use super::schema::Keys;
use super::{Deck, GameFile, Row, ScriptFile};
use crate::source::{Diagnostics, Span};

/// What a game knows of its cards: how abilities are read, and what they say.
pub trait Vocabulary: Send + Sync {
    /// Keys of a card row that abilities read themselves. Other keys must be shown by a template.
    fn keys(&self) -> &[&'static str];

    /// Keys of a card row that the rules read: where one differs another game is played, not the same in other words or
    /// pictures. They may be shown by a template as they are, and need not be among [`Vocabulary::keys`].
    fn rule_keys(&self) -> &[&'static str] {
        self.keys()
    }

    /// Reads the abilities of `row` and adds the fields that they print to `face`, which already
    /// holds the plain fields of the row. Faults go to `faults`, with span and help.
    fn dress(&self, table: &FaceContext<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics);

    /// The abilities of a row of this deck, each with the fields that print what it says.
    fn printed_by(&self, _table: &FaceContext<'_>, _row: &Row) -> Vec<PrintedBy<'_>> {
        Vec::new()
    }

    /// The schema of what abilities read of a row of this deck; keys that are not among [`Vocabulary::keys`] must be shown by a
    /// template as well.
    fn row_schema(&self, _table: &FaceContext<'_>) -> Keys {
        Keys::default()
    }

    /// The schema of what `[table]` declares besides look-up tables.
    fn table_schema(&self, _game: &GameFile, _decks: &[Deck]) -> Keys {
        Keys::default()
    }

    /// The schema of `[rules]`.
    fn rules_schema(&self, _game: &GameFile, _decks: &[Deck]) -> Keys {
        Keys::new("The rules' numbers.").open()
    }

    /// Whether the cards of a deck are played, so that people distinguish them by their names. Player aids are not.
    fn is_played(&self, _game: &GameFile, _deck: &Deck) -> bool {
        true
    }

    /// Checks the numbers of the rules and whatever else belongs to no single card.
    fn check(&self, _game: &GameFile, _decks: &[Deck], _faults: &mut Diagnostics) {}

    /// Keys of a row of `deck` that the rules of play read, beside `copies`; `None` for a deck that is only printed.
    fn played_keys(&self, _game: &GameFile, _deck: &Deck) -> Option<&[&'static str]> {
        None
    }

    /// Whether the rules of play can be read; otherwise it is unknown what plays.
    fn reads_rules(&self) -> bool {
        true
    }

    /// Keys of `[rules]` that the rules of play do not read.
    fn unplayed_rules(&self) -> &[&'static str] {
        &[]
    }

    /// What is declared and neither the rules of play nor the cards use.
    fn unused(&self) -> &[Unused] {
        &[]
    }

    /// Edits of the game's script, each a slip that somebody should notice.
    fn script_edits(&self, _script: &ScriptFile) -> Vec<TextEdit> {
        Vec::new()
    }

    /// Words of the data that can replace each other.
    fn alternatives(&self) -> &[Alternatives] {
        &[]
    }
}

/// A declaration of game.toml that is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    /// `zone`, `refusal`.
    pub what: &'static str,
    pub name: String,
    pub span: Span,
}

impl Unused {
    pub fn new(what: &'static str, name: &str, span: Span) -> Self {
        let name = name.to_owned();
        Unused { what, name, span }
    }
}

/// An ability of a row, and where its words come to be on the card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedBy<'a> {
    pub ability: &'a str,
    /// The key of the row that holds it.
    pub key: &'a str,
    /// Fields that say it; one of them is enough.
    pub fields: Vec<&'a str>,
}

/// Words that can replace each other as the value of certain keys.
#[derive(Debug, Clone)]
pub struct Alternatives {
    pub keys: Cow<'static, [&'static str]>,
    pub words: FieldWords,
}

/// Where the words are found.
#[derive(Debug, Clone)]
pub enum FieldWords {
    /// These.
    Of(Cow<'static, [&'static str]>),
    /// The rows of a look-up table: `[table.NAME.ROW]`.
    Table(&'static str),
    /// What the rows of the same deck have under a key.
    Rows(&'static str),
}

/// What surrounds a row: the game and the deck that it is in.
#[derive(Clone, Copy)]
pub struct FaceContext<'a> {
    pub game: &'a GameFile,
    pub deck: &'a Deck,
}

/// What is written in the place of some bytes of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub new: String,
}
