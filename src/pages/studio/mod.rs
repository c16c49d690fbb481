//! The pages of the studio, which a browser asks for one by one. Snapshots of a game come in, HTML goes out. Called by
//! [`crate::studio`].

mod assets;
mod cards;
mod frame;
mod play;
mod sheets;
mod sources;

pub use assets::static_file;
pub use cards::{CardsView, cards_page, encoded};
pub use frame::{StudioView, studio_page};
pub use play::{PlayView, ShownTable, play_page};
pub use sheets::{SheetsPreview, SheetsView, sheets_page};
pub use sources::{SourcesView, sources_page};
