//! Sheets that become decks, and folders of new games. A sheet or a shipped game comes in, files go out.

pub mod game_of_sheet;
pub mod new_game;
pub mod sheet_import;
pub mod translating;
