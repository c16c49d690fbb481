//! Which game, decks and cards are meant. Names and options come in, packs and selections go out.

pub mod chosen_variants;
pub mod compared_game;
pub mod host;
pub mod selection;
