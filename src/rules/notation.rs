//! What goes wrong when tables and moves are read, and who looks at a table.

use std::fmt;

use super::Seat;
use crate::source::Fault;

/// What is wrong with a table that should be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Keys and indices that lead to the wrong value: `["zones", "hand/caps", "2"]`.
    pub path: Vec<String>,
    /// With [`Code::UnknownCard`](crate::source::Code::UnknownCard) where the value should name a card and does not.
    pub fault: Fault,
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
