//! The result of a replay: the table after each ply, and the captions to draw it with. `run` makes it; `preview`, the
//! replay page and `deckproof replay` read it.

use serde_json::Value;

use crate::rules::captions::Captions;
use crate::verify::record::RecordHeader;

/// A record that was played again and agrees.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    pub header: RecordHeader,
    /// What zones, faces and changes are called.
    pub captions: Captions,
    /// Whether the cards were edited since, although the game still plays the same.
    pub edited: bool,
    /// The table at the start, and after each ply.
    pub frames: Vec<Frame>,
    /// Winner, what decided, scores: as in the record's last line; `null` when the record stops before the end.
    pub result: Value,
}

/// The table after a ply.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub ply: u32,
    /// Who moved; `None` at the start.
    pub seat: Option<String>,
    /// The move, in its text form.
    pub text: Option<String>,
    pub changes: Vec<Value>,
    pub table: Value,
    /// Values derived from the table.
    pub standings: Value,
    /// Whose turn it is now.
    pub turn: Option<String>,
}
