#![doc = include_str!("format.md")]

mod changes;
mod header;
mod playing;
mod writer;

pub use changes::change;
pub use header::{MOST_LINE, MOST_RECORD, RecordHeader, RecordOrigin, too_long, unseal};
pub(crate) use playing::dealt;
pub use playing::{RecordPlan, Recorded, record_game, write_record};
pub use writer::{RecordWriter, Tells, WrittenPly};

/// The documentation of a record's lines, with an example of each: what `deckproof record --format` prints.
pub const FORMAT: &str = include_str!("format.md");
