//! Where text comes from, and what is wrong with it: folders, files, spans, diagnostics. Every other room reads through it
//! and reports with it.
//!
//! Nothing here knows what a card is. A diagnostic is a value; [`render`] turns it into text once, when a command ends.

mod bounds;
mod code;
mod depth;
mod diagnostic;
mod digest;
mod fault;
mod files;
mod folder;
mod game_folder;
mod git;
mod language_tag;
mod render;
mod retelling;
mod revision;
mod shell;
mod shipped;
mod suggest;
mod terminal;
mod utf8;
mod version;
mod words;
mod wrapping;

pub use code::Code;
pub use depth::too_deep;
pub use diagnostic::{Asset, Blame, Diagnostic, Diagnostics, Severity, SpanMark};
pub(crate) use diagnostic::{error, machine, text, usage, warning};
pub use digest::hex_digest;
pub use fault::Fault;
pub(crate) use fault::fault;
pub use files::{CellPlace, FileId, Files, Region, Span, column_letters};
pub use folder::{
    Folder, ReadError, Tree, open_stream, read_all, read_plain, read_plain_text, stays_inside,
};
pub use game_folder::GameFolder;
pub use language_tag::is_language_tag;
pub use render::{github, render, sarif};
pub use retelling::{Retelling, keys_of_drawing, outside_quotes, texts_of_drawing};
pub use revision::Revision;
pub use shell::{shell_line, shell_word, shell_words};
pub use shipped::{shipped_cards, shipped_templates};
pub use suggest::{did_you_mean, did_you_mean_of, did_you_mean_or, instead, list_words, there_are};
pub use terminal::{for_terminal, turns_or_hides};
pub use utf8::read_utf8;
pub use version::{built_from, version};
pub use words::{capitalised, counted, grouped, joined, one_or_many, plural, signed};
pub use wrapping::wrapped;
