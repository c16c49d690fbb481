#![doc = include_str!("format.md")]

mod changes;
mod header;
mod playing;
mod writer;

pub use changes::change;
pub(super) use changes::result;
pub use header::{MOST_LINE, MOST_RECORD, RecordHeader, RecordOrigin, too_long, unseal};
pub use playing::{Opening, RecordPlan, Recorded, record_game, write_record};
pub(crate) use playing::{begin, dealt, stage};
pub use writer::{RecordWriter, Tells, WriterState, WrittenPly};

/// The documentation of a record's lines, with an example of each: what `deckproof record --format` prints.
pub const FORMAT: &str = include_str!("format.md");
