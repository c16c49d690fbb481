//! Turns documents and faces into bytes: PDF, pictures, and files for shops and virtual tables. Documents and drawn faces come
//! in, the bytes of files go out; `session` calls the exporters and writes the files. The exporters never import each
//! other.

mod archive;
mod card_deck;
pub mod cut;
mod fitting;
pub mod foundry;
mod job;
mod palette;
pub mod pcio;
pub mod pdf;
mod picture_cache;
mod picture_file;
pub mod png;
mod revision;
pub mod sheet;
pub mod shop;
pub mod svg;
pub mod tts;

pub use card_deck::{
    CardDeck, CardSheet, DeckPictures, DrawnCard, GameTitle, Painting, paint_deck,
};
pub use fitting::{Fineness, fit_pictures};
pub use job::{Caption, Chapter, Job, MOST_PAGES};
pub use picture_file::{PictureFile, PictureFormat, is_named_by_content, is_our_picture};
pub use revision::{MARK_POINTS, marked};
