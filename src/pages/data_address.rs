//! Pictures that lie in a page itself.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use resvg::tiny_skia::Pixmap;

use crate::export::png::encode_small;
use crate::raster::PaintFault;
use crate::source::{Diagnostic, error};

/// A painted face as a `data:` address.
///
/// # Errors
/// When it cannot be painted.
pub fn data_address(picture: &Pixmap) -> Result<String, Diagnostic> {
    let bytes = encode_small(picture).map_err(unpaintable)?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
}

/// That a face cannot be painted.
pub fn unpaintable(fault: PaintFault) -> Diagnostic {
    error!(
        Unpaintable,
        format!("a face cannot be painted: {}", fault.0),
        "see what `deckproof check` says of the game"
    )
}
