//! Documents and faces as bytes: PDF, pictures, files for shops and virtual tables. Siblings that never import each other;
//! `session` and `cli` call them and write what they return to disk.

mod card_deck;
pub mod cut;
mod fitting;
pub mod foundry;
mod job;
mod palette;
pub mod pcio;
pub mod pdf;
mod picture_file;
pub mod png;
mod revision;
pub mod sheet;
pub mod shop;
pub mod svg;
pub mod tts;

pub use card_deck::{
    CardDeck, CardEntry, CardSheet, DeckPictures, GameTitle, Painting, paint_deck,
};
pub use fitting::{Fineness, Shelf, fit_pictures};
pub use job::{Caption, Chapter, Job, MOST_PAGES};
pub use picture_file::{PictureFile, PictureFormat, is_named_by_content, is_our_picture};
pub use revision::{MARK_POINTS, marked};
