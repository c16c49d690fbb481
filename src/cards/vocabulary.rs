//! What a pack knows of how abilities and rules read its cards, as data. The registry has it made from `[ability]`, `[table]`
//! and `rules.star`; `pack`, `mutations` and `schema` look it up.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::face::Face;
use super::schema::Keys;
use super::{Deck, GameFile, Row};
use crate::source::{Diagnostics, GameFolder, Span};

/// Makes the vocabulary of a game whose rules or abilities are in its folder; `None` for one that is printed only.
pub type ReadVocabulary = fn(&GameFolder, &GameFile, &[Deck]) -> Option<Vocabulary>;

/// Reads the abilities of a row and adds what they print to its face, which already holds the plain fields of the row.
pub type FillFace = Box<dyn Fn(&Deck, &Row, &mut Face, &mut Diagnostics) + Send + Sync>;

/// What abilities and rules read of a game's data, and what that means.
pub struct Vocabulary {
    /// What is wrong with the declarations, whatever the rows say.
    pub faults: Diagnostics,
    /// Keys of a card row that abilities or rules read, or that abilities print. Others must be shown by a template.
    pub keys: Vec<String>,
    /// Those that play: where one differs another game is played, not the same in other words or pictures.
    pub rule_keys: Vec<String>,
    /// By deck, the keys of its rows that play, beside `copies`. Decks that are only printed are left out.
    pub played: BTreeMap<String, Vec<String>>,
    /// By deck, the schema of what is read of its rows. Keys that are not among [`Vocabulary::keys`] must be shown as well.
    pub rows: BTreeMap<String, Keys>,
    /// Keys of `[rules]` that the script does not read.
    pub unplayed_rules: Vec<String>,
    /// Words of the data that can replace each other.
    pub alternatives: Vec<Alternatives>,
    pub fill_face: FillFace,
    /// The schema of what `[table]` declares besides look-up tables.
    pub table_schema: fn(&GameFile, &[Deck]) -> Keys,
    /// Compiles the script, for what only then is known.
    pub read_script: fn(&GameFile, &[Deck]) -> ScriptReading,
    /// What it found, once somebody asked.
    pub script: OnceLock<ScriptReading>,
}

impl Vocabulary {
    /// What compiling the script finds. It is compiled once, with the data that the vocabulary was made of.
    pub fn script(&self, game: &GameFile, decks: &[Deck]) -> &ScriptReading {
        self.script.get_or_init(|| (self.read_script)(game, decks))
    }
}

/// What compiling a script finds, beside its errors: those are reported where it is played.
#[derive(Default)]
pub struct ScriptReading {
    /// Whether it cannot be compiled, so that nobody knows what it uses.
    pub is_unread: bool,
    pub warnings: Diagnostics,
    /// What is declared and neither the rules of play nor the cards use.
    pub unused: Vec<Unused>,
    /// Edits of the script, each a slip that somebody should notice.
    pub edits: Vec<TextEdit>,
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

/// Words that can replace each other as the value of certain keys.
#[derive(Debug, Clone)]
pub struct Alternatives {
    /// The deck whose cards have them; `None` for all.
    pub deck: Option<String>,
    pub keys: Vec<String>,
    pub words: Vec<String>,
}

/// What is written in the place of some bytes of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub new: String,
}
