//! Why a move that somebody asks for is not played. Called by `game`.

use crate::rules::Refusal;

/// Why a move was not played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// A sentence for people.
    pub says: String,
    /// What to do instead; empty where the sentence says it.
    pub help: String,
    /// The clause of the rules, where one forbids it.
    pub clause: String,
}

impl Refused {
    pub fn new(says: impl Into<String>, help: impl Into<String>) -> Refused {
        Refused { says: says.into(), help: help.into(), clause: String::new() }
    }
}

impl From<Refusal<'_>> for Refused {
    fn from(refusal: Refusal<'_>) -> Refused {
        Refused {
            says: refusal.says.to_owned(),
            help: String::new(),
            clause: refusal.clause.to_owned(),
        }
    }
}
