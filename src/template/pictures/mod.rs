//! Art and symbols of a game: drawings and pictures of pixels, read once for each ink.

pub mod drawing;
pub mod picture;
