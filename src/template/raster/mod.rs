//! Pixel pictures: their format, whether the whole file can be read, and their pixels. Bytes come in; headers, faults and pixels
//! go out. Called for art, for symbols and for the pictures in an SVG.

mod decode;
mod fit;
mod jpeg;
mod kind;
mod orientation;
mod read;
mod resample;
mod unreadable;

pub use decode::{decode, encode_png};
pub use fit::{Pixels, WantedPicture};
pub use kind::RasterFormat;
pub use orientation::Orientation;
pub use read::read_header;
pub use unreadable::damaged;
