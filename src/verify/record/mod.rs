#![doc = include_str!("format.md")]

mod header;
mod playing;
mod writer;

pub use header::{MOST_LINE, MOST_RECORD, RecordHeader, RecordOrigin, too_long, unseal};
pub use playing::{
    RecordPlan, Recorded, begin_record, misfits_in_words, record_game, write_record,
};
pub(crate) use playing::{can_be_dealt, dealt};
pub use writer::{RecordWriter, Tells, WrittenPly, change, winner};

/// The documentation of a record's lines, with an example of each: what `deckproof record --format` prints.
pub const FORMAT: &str = include_str!("format.md");
