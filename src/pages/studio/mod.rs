//! The pages of the studio, which a browser asks for one by one. Snapshots of a game come in, HTML goes out.

mod cards;
mod changes;
mod destinations;
mod frame;
mod looks;
mod play;
mod proof;
mod sheets;
mod sources;

pub use cards::{CardsView, RefusedValue, cards_page, encoded};
pub use changes::{ChangesView, changes_page, no_comparison};
pub use destinations::{CommandOutcome, DestinationsView, LastCommand, destinations_page};
pub use frame::document;
pub use frame::static_file;
pub use looks::{LooksView, looks_page};
pub use play::{PlayView, ShownTable, TableForm, play_page};
pub use proof::{BackgroundRun, GamesRun, WinsRun, proof_page};
pub use sheets::{SheetsPreview, SheetsView, sheets_page};
pub use sources::{SourcesView, sources_page};
