//! How wide words are in the font of the pages. Words come in; widths, and words cut short, go out. Called by `drawing`.

use std::sync::{Arc, OnceLock};

use crate::source::{Asset, GameFolder};
use crate::text::FontFace;

/// The font of the pages, which comes with the program.
const FONT: &str = "AlegreyaSans-Regular.ttf";

fn font_of_pages() -> Option<&'static FontFace> {
    static FACE: OnceLock<Option<FontFace>> = OnceLock::new();
    let read = || {
        Some(FontFace {
            family: String::new(),
            weight: 400,
            italic: false,
            data: Arc::new(GameFolder::shared().asset(Asset::Font, FONT).ok()?.1),
        })
    };
    FACE.get_or_init(read).as_ref()
}

/// How wide a sign is, in em; of one that the font of the pages has not, about so.
fn advance(c: char) -> f64 {
    let known = font_of_pages().and_then(|face| face.glyph(c));
    match known {
        Some((_, advance)) => f64::from(advance),
        // From here on most signs are as wide as they are high: Chinese, Japanese, Korean, pictures.
        None if c >= '\u{1100}' => 1.0,
        None => 0.6,
    }
}

/// How wide words are, in em.
pub fn width_of(words: &str) -> f64 {
    words.chars().map(advance).sum()
}

/// Words cut to a width in em; what is cut off becomes `…`.
pub fn shortened(words: &str, most: f64) -> String {
    if width_of(words) <= most {
        return words.to_owned();
    }
    let mut left = most - advance('…');
    let fits = words.chars().take_while(|c| {
        left -= advance(*c);
        left >= 0.0
    });
    let mut text: String = fits.collect();
    text.push('…');
    text
}
