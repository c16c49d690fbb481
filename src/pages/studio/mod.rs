//! The pages of the studio, which a browser asks for one by one. Snapshots of a game come in, HTML goes out. Called by
//! [`crate::studio`].

mod assets;
mod cards;
mod frame;

pub use assets::static_file;
pub use cards::{CardsView, cards_page};
pub use frame::{StudioView, studio_page};
