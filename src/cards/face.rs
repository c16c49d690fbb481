//! A face: what a template may show of a card, and who makes it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::mutation::TextEdit;
use super::schema::Keys;
use super::{Deck, Game, Row, ScriptFile};
use crate::source::{Diagnostics, Span};

/// One field: its words (markup where the template flows it), and where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Field {
    pub text: String,
    pub span: Option<Span>,
}

/// Field name -> text. All that the print wing knows of a card.
#[derive(Debug, Clone, Default)]
pub struct Face {
    fields: Arc<BTreeMap<String, Field>>,
    /// Fields that every face of the game has.
    shared: Arc<BTreeMap<String, Field>>,
    /// Fields of one place of a template, such as the number of a repetition; they go first.
    local: Vec<(&'static str, Field)>,
}

impl Face {
    pub fn new(shared: Arc<BTreeMap<String, Field>>) -> Self {
        Face {
            fields: Arc::default(),
            shared,
            local: Vec::new(),
        }
    }

    /// The same face with fields that go before its own; cheap.
    #[must_use]
    pub fn with_local(&self, local: Vec<(&'static str, Field)>) -> Self {
        Face {
            local,
            ..self.clone()
        }
    }

    /// The words of the fields of [`Face::with_local`].
    pub fn local(&self) -> impl Iterator<Item = &str> {
        self.local.iter().map(|(_, field)| field.text.as_str())
    }

    pub fn set(&mut self, name: impl Into<String>, text: impl Into<String>, span: Option<Span>) {
        let text = text.into();
        let fields = Arc::make_mut(&mut self.fields);
        fields.insert(name.into(), Field { text, span });
    }

    /// A field by its name; `side[first].colour` is that of the row of `[table.side]` which the field `first` names.
    pub fn get(&self, name: &str) -> Option<&Field> {
        if let Some(look) = LookUp::read(name) {
            let row = self.text(look.by);
            let row = Some(row).filter(|row| !row.is_empty())?;
            let name = format!("{}.{row}.{}", look.table, look.key);
            return self.shared.get(&name);
        }
        let mut local = self.local.iter();
        let local = local.find(|(own, _)| *own == name).map(|(_, field)| field);
        local
            .or_else(|| self.fields.get(name))
            .or_else(|| self.shared.get(name))
    }

    /// The field's words; nothing when it has none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).map_or("", |f| f.text.as_str())
    }

    /// About how many bytes its own fields hold.
    pub(super) fn size(&self) -> usize {
        let fields = self.fields.iter();
        fields
            .map(|(name, field)| name.len() + field.text.len())
            .sum()
    }

    /// Names of all fields, the game's own last.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.fields.keys().chain(self.shared.keys());
        own.map(String::as_str)
    }
}

/// `side[first].colour`: a field of the row of a look-up table that another field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookUp<'a> {
    pub table: &'a str,
    /// The field that names the row.
    pub by: &'a str,
    pub key: &'a str,
}

/// Most look-ups in one another.
const MOST_LOOK_UPS: usize = 4;

impl<'a> LookUp<'a> {
    /// What a field's name says, if it is a look-up.
    pub fn read(name: &'a str) -> Option<Self> {
        if name.matches('[').count() > MOST_LOOK_UPS {
            return None;
        }
        let (table, rest) = name.split_once('[')?;
        let (by, key) = rest.rsplit_once("].")?;
        let plain = |name: &str| !name.is_empty() && !name.contains(['[', ']', '.']);
        (plain(table) && plain(key) && !by.is_empty()).then_some(LookUp { table, by, key })
    }
}

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
    fn dress(&self, table: &Setting<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics);

    /// The abilities of a row of this deck, each with the fields that print what it says.
    fn printed_by(&self, _table: &Setting<'_>, _row: &Row) -> Vec<PrintedBy<'_>> {
        Vec::new()
    }

    /// The schema of what abilities read of a row of this deck; keys that are not among [`Vocabulary::keys`] must be shown by a
    /// template as well.
    fn row_schema(&self, _table: &Setting<'_>) -> Keys {
        Keys::default()
    }

    /// The schema of what `[table]` declares beside look-up tables.
    fn table_schema(&self, _game: &Game, _decks: &[Deck]) -> Keys {
        Keys::default()
    }

    /// The schema of `[rules]`.
    fn rules_schema(&self, _game: &Game, _decks: &[Deck]) -> Keys {
        Keys::new("The rules' numbers.").open()
    }

    /// Whether the cards of a deck are played, so that people tell them apart by their names. Player aids are not.
    fn is_played(&self, _game: &Game, _deck: &Deck) -> bool {
        true
    }

    /// Checks the numbers of the rules and whatever else belongs to no single card.
    fn check(&self, _game: &Game, _decks: &[Deck], _faults: &mut Diagnostics) {}

    /// Keys of a row of `deck` that the rules of play read, beside `copies`; `None` for a deck that is only printed.
    fn played_keys(&self, _game: &Game, _deck: &Deck) -> Option<&[&'static str]> {
        None
    }

    /// Whether the rules of play can be read: else nobody knows what plays.
    fn reads_rules(&self) -> bool {
        true
    }

    /// Keys of `[rules]` that the rules of play do not read.
    fn unplayed_rules(&self) -> &[&'static str] {
        &[]
    }

    /// Edits of the game's script, each a slip that somebody should notice.
    fn script_edits(&self, _script: &ScriptFile) -> Vec<TextEdit> {
        Vec::new()
    }

    /// Words of the data that can stand in each other's place.
    fn alternatives(&self) -> &[Alternatives] {
        &[]
    }
}

/// An ability of a row, and where its words come to be on the card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedBy<'a> {
    pub ability: &'a str,
    /// The key of the row in which it stands.
    pub key: &'a str,
    /// Fields that say it; one of them is enough.
    pub fields: Vec<&'a str>,
}

/// Words that can stand in each other's place as the value of certain keys.
#[derive(Debug, Clone)]
pub struct Alternatives {
    pub keys: Cow<'static, [&'static str]>,
    pub words: Words,
}

/// Where the words are found.
#[derive(Debug, Clone)]
pub enum Words {
    /// These.
    Of(Cow<'static, [&'static str]>),
    /// The rows of a look-up table: `[table.NAME.ROW]`.
    Table(&'static str),
    /// What the rows of the same deck have under a key.
    Rows(&'static str),
}

/// What surrounds a row: the game, the deck that it is in, and all the decks.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    pub game: &'a Game,
    pub deck: &'a Deck,
    pub decks: &'a [Deck],
}
