//! Art and symbols of a game: drawings and pictures of pixels, read once for each ink, for the drawing of faces.

pub mod drawing;
pub mod picture;
