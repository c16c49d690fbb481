//! What every ability brings: its word, where it may stand, its reading and its wording.

use schemars::Schema;

use super::Reading;
use crate::cards::Value;
use crate::games::caper::Voice;

/// Where on a row an ability stands, which says when it works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// Works when the card is played (CAP-R13).
    WhenPlayed,
    /// Counts at the end (CAP-R13).
    Gives,
    /// What the winner of a location gets (CAP-R15).
    Reward,
    /// What a location does to the cards there.
    Modifier,
}

impl Slot {
    /// The key of the row.
    pub const fn key(self) -> &'static str {
        match self {
            Slot::WhenPlayed => "when-played",
            Slot::Gives => "gives",
            Slot::Reward => "reward",
            Slot::Modifier => "modifier",
        }
    }
}

/// An ability's word in TOML, its reading, and what is printed of it.
pub trait Printed: Sized {
    /// The key of its single-key table.
    const KEY: &'static str;
    /// Where it may stand.
    const SLOTS: &'static [Slot];
    /// How it is written, for messages.
    const EXAMPLE: &'static str;
    /// Works as long as the card lies face up, so that it is a sentence of its own.
    const ALWAYS: bool = false;

    /// Reads the value of the key. `None` after a report.
    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self>;

    /// What the value may be, for editors: says what [`Printed::read`] takes, and what the ability does.
    fn schema(reading: &Reading<'_>) -> Schema;

    /// The phrase on the card, as markup; a whole sentence for modifiers and what works always.
    fn wording(&self, voice: &Voice) -> String;

    /// The wording in its parts, for a list with those of other abilities.
    fn phrases(&self, voice: &Voice) -> Vec<String> {
        vec![self.wording(voice)]
    }

    /// The symbols in the top strip, as markup.
    fn icons(&self, voice: &Voice) -> String;
}
