//! The types of a script's values, which are settled at compile time. Used by every part of the compiler to check and to join
//! types.

use std::fmt;

use crate::table::Each;

/// The type of a value. Types with a number in them are of one value only, known when the script is read: a column, a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    None,
    Bool,
    Number,
    /// A number or `None`.
    Maybe,
    /// A set of cards; one card is a set of one.
    Cards,
    /// A set of small numbers: places, seats.
    Numbers,
    /// A word, or `None`: by its number among those of a column, or of a parameter of abilities.
    Word(u16),
    /// A set of such words.
    Words(u16),
    /// A list of such words, in which some may be repeated: by its number among [`super::compile::ScriptCompiler::bags`].
    Bag(u16),
    /// A text, by its number.
    Text(u16),
    /// A list of numbers, by its number.
    List(u16),
    Column(u16),
    /// Counters of one kind; whether those before the move.
    Counters(u8, bool),
    /// Zones of one kind, an index or two missing; whether those before the move.
    Zones(u8, Each, bool),
    /// The table, and the table before the move.
    Table,
    Before,
}

/// What it is called in messages.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::None => "None",
            Type::Bool => "True or False",
            Type::Number => "a number",
            Type::Maybe => "a number or None",
            Type::Cards => "cards",
            Type::Numbers => "a set of numbers",
            Type::Word(_) => "a word of a card",
            Type::Words(_) => "a set of words",
            Type::Bag(_) => "a list of words",
            Type::Text(_) => "a text",
            Type::List(_) => "a list",
            Type::Column(_) => "a column",
            Type::Counters(..) => "counters without their index",
            Type::Zones(..) => "zones without their index",
            Type::Table => "the table",
            Type::Before => "the table before",
        })
    }
}

impl Type {
    /// Whether a local may hold it.
    pub fn is_value(self) -> bool {
        !matches!(self, Type::Zones(..) | Type::Counters(..) | Type::Column(_) | Type::None)
    }

    /// What a value is that is one or the other; `None` where nothing can be both.
    pub fn join(self, other: Type) -> Option<Type> {
        use Type::{Maybe, Number};
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Type::None | Maybe | Number, Type::None | Maybe | Number) => Some(Maybe),
            (Type::Word(a), Type::None) | (Type::None, Type::Word(a)) => Some(Type::Word(a)),
            _ => None,
        }
    }

    /// Whether a value of this type fits where `wanted` is.
    pub fn fits(self, wanted: Type) -> bool {
        self == wanted
            || matches!(
                (self, wanted),
                (Type::None | Type::Number, Type::Maybe) | (Type::None, Type::Word(_))
            )
    }
}
