//! Opens a folder, chooses cards, draws, imposes, examines, prints, writes: what commands ask for, and what a program can do
//! without them.

mod cache;
mod card_sheets;
mod changed;
mod drawing;
mod examining;
mod fresh_folder;
mod host;
mod imposing;
mod ledger;
pub mod made;
mod named;
mod noting;
pub mod output;
mod parts;
mod pictures;
mod printing;
mod proven;
mod selection;
mod sheet_name;
mod translating;
mod tts_push;
mod variant_words;

pub use card_sheets::{Sheeted, Sheeting};
pub use drawing::{Chosen, Proofed, Set, trim_of};
pub use examining::{Asked, Examined, examine, law_broken, located};
pub use fresh_folder::{Contents, make as make_folder, may_make as may_make_folder};
pub use host::{Host, Silent, Steps};
pub use imposing::{Lay, impose_set};
pub use named::{game_around, game_here, named};
pub use parts::watch_for_interrupt;
pub use pictures::Images;
pub use printing::{Printed, Printing};
pub use proven::{Proven, name_of, proven, proven_of, prover_of};
pub use selection::Selection;
pub use translating::{TextsWritten, export_texts, import_texts};
pub use tts_push::push;
pub use variant_words::{options, with};
