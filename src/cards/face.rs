//! A face: the fields of a card that a template may show. `pack` makes faces from rows; `template` draws them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::source::{FileId, Span};

/// One field: its words (markup where the template flows it), and where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Field {
    pub text: String,
    pub span: Option<Span>,
}

/// An ability of a card, and where its words come to be on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedAbility {
    pub name: String,
    /// The key of the row that holds it.
    pub key: String,
    /// Fields that say it; one of them is enough.
    pub fields: Vec<String>,
}

/// Field name -> text. All that a template knows of a card.
#[derive(Debug, Clone, Default)]
pub struct Face {
    fields: Arc<BTreeMap<String, Field>>,
    /// Fields that every face of the game has.
    pub shared: Arc<BTreeMap<String, Field>>,
    /// The abilities of its row.
    pub abilities: Arc<[PrintedAbility]>,
    /// The sheet that its row was read from.
    pub(super) sheet: Option<FileId>,
    /// Fields of one place of a template, such as the number of a repetition; they go first.
    local: Vec<(&'static str, Field)>,
}

impl Face {
    pub fn new(shared: Arc<BTreeMap<String, Field>>) -> Self {
        Face { shared, ..Face::default() }
    }

    /// Help for words that stand at `place`: in TOML a backslash or a quote needs another backslash, in a cell it does not.
    pub fn spell(&self, help: &str, place: Option<Span>) -> String {
        let mut help = help.to_owned();
        if self.sheet.is_none() || place.map(|span| span.file) != self.sheet {
            for sign in ["\\*", "\\_", "\\<", "\\{", "\""] {
                help = help.replace(&format!("`{sign}`"), &format!("`\\{sign}`"));
            }
        }
        help
    }

    /// The same face with fields that go before its own; cheap.
    #[must_use]
    pub fn with_local(&self, local: Vec<(&'static str, Field)>) -> Self {
        Face { local, ..self.clone() }
    }

    /// The words of the fields of [`Face::with_local`].
    pub fn local(&self) -> impl Iterator<Item = &str> {
        self.local.iter().map(|(_, field)| field.text.as_str())
    }

    pub fn set(&mut self, name: impl Into<String>, text: impl Into<String>, span: Option<Span>) {
        let text = text.into();
        Arc::make_mut(&mut self.fields).insert(name.into(), Field { text, span });
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
        local
            .find(|(own, _)| *own == name)
            .map(|(_, field)| field)
            .or_else(|| self.fields.get(name))
            .or_else(|| self.shared.get(name))
    }

    /// The field's words; nothing when it has none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).map_or("", |f| f.text.as_str())
    }

    /// About how many bytes its own fields hold.
    pub(super) fn size(&self) -> usize {
        self.fields.iter().map(|(name, field)| name.len() + field.text.len()).sum()
    }

    /// Names of all fields, the game's own last.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().chain(self.shared.keys()).map(String::as_str)
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
