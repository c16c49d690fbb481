//! What came of one edit.

use super::course::Shift;
use crate::rules::Variant;
use crate::source::Code;

/// Who was the first to notice an edit, the cheapest asked first.
#[derive(Debug, Clone, PartialEq)]
pub enum Noticed {
    /// Reading or compiling the data tells what it did not tell before.
    Check { code: Code, says: String },
    /// A scenario that held does not.
    Scenario(String),
    /// A law does not hold in a random game of a variant.
    Law {
        law: String,
        says: String,
        variant: Variant,
    },
    /// No check, scenario or law, and `[free-by-design]` says why that is so: nothing is counted.
    Free,
    /// Nothing but a figure of the random games, which is off by more than chance does.
    Statistics { variant: Variant, shift: Shift },
    /// Some random games take another course, but no figure is off by more than chance does.
    Course { games: u64 },
    /// Every random game is the same.
    Nobody,
}

impl Noticed {
    /// Whether something failed, so that the edit cannot stay.
    pub fn fails(&self) -> bool {
        matches!(
            self,
            Noticed::Check { .. } | Noticed::Scenario(_) | Noticed::Law { .. }
        )
    }
}
