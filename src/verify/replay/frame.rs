//! What a replay shows.

use serde_json::Value;

use crate::rules::captions::Captions;
use crate::verify::record::RecordHeader;

/// A record that was played again and agrees.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    pub header: RecordHeader,
    /// What zones, faces and changes are called.
    pub captions: Captions,
    /// The cards were edited since; the game plays the same all the same.
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
    /// What follows from the table and is not written on it.
    pub standings: Value,
    /// Whose turn it is now.
    pub turn: Option<String>,
}
