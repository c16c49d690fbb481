//! Draws faces: a template (an SVG file) and the fields of a card come in, a stack of layers in millimetres goes out, equal
//! layers shared. `session` opens it for a pack of cards; `raster`, `export` and `lint` read the drawn faces.

mod affine;
mod bounds;
mod checks;
mod colour;
mod compile;
mod document;
mod faces;
mod fill;
mod foreign;
mod guides;
mod ink;
mod marks;
mod picture;
mod raster;
mod renderer;
mod unused_fields;
mod uses;

pub use affine::Affine;
pub use colour::Colour;
pub use document::elements::{EFFECTS, has_effect, is_box, is_picture_box};
pub use document::properties::own;
pub use document::xml::escape;
pub use document::xml::start_tag;
pub use faces::drawn::{
    BLEED, Drawn, FaceOrigin, GlyphRun, Layer, Passage, PictureFrame, Quad, RolePath, Shapes,
    TextRole,
};
pub use faces::resources::caption;
pub use faces::svg::{
    Pictures, digest, drawing_svg, face_svg, fingerprint, layer_drawing, outlined_svg,
};
pub use foreign::PlainDrawing;
pub use guides::{Guided, SampleCard, sample_colour, with_guides, without_guides};
pub use ink::Ink;
pub use marks::{ElementPlaces, MarkedPicture, MarkedTemplate};
pub use picture::Picture;
pub use raster::{Orientation, Pixels, WantedPicture};
pub use renderer::{DrawnDeck, Fit, Renderer};
pub use unused_fields::Astray;
pub use uses::uses;
