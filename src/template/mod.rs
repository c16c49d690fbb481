//! An SVG face and the fields of a card make a drawn face: a stack of layers in millimetres, equal layers shared.

mod affine;
mod astray;
mod bounds;
mod checks;
mod colour;
mod compile;
mod condition;
mod draw;
mod drawn;
mod elements;
mod fill;
mod fingerprint;
mod harmless;
mod ink;
mod inspect;
mod marks;
mod picture;
mod pixels;
mod press;
mod properties;
mod stock;
mod svg;
mod textbox;
mod weighing;
mod xml;

pub use affine::Affine;
pub use astray::Astray;
pub use colour::Colour;
pub use drawn::{BLEED, Drawn, Layer, Origin, Passage, Shapes};
pub use fingerprint::fingerprint;
pub use ink::Ink;
pub use marks::{MarkedPicture, MarkedTemplate, Marks, start_tag};
pub use picture::{Picture, Pixels};
pub use press::{DrawnDeck, Fit, Press};
pub use svg::{face_svg, picture_svg, shapes_svg};
