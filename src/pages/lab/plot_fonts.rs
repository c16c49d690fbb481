//! The fonts of curves: how wide a name is, and what paints it. A game's folder and drawings come in; pictures, and what has no glyph, go out.
//! Called by `drawing`, and by the commands for pictures.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::Transform;

use super::plots::Plot;
use crate::export::png;
use crate::raster::blank;
use crate::source::{Asset, Code, Diagnostic, GameFolder};
use crate::text::FontFace;

/// The font of the pages, which comes with the program.
const FONT: &str = "AlegreyaSans-Regular.ttf";

/// Pixels of a picture to one of the drawing.
const FINE: f32 = 2.0;

/// Signs without a glyph that are named.
const MOST_NAMED: usize = 8;

/// The font of the pages, and those of a game, whose letters are taken where it has none.
pub struct PlotFonts {
    faces: Vec<FontFace>,
}

impl PlotFonts {
    /// Of a game, where it is known: the fonts that its cards may use.
    pub fn of(game: Option<&GameFolder>) -> PlotFonts {
        let own = game.filter(|folder| !folder.is_shipped());
        let names = own.map_or_else(Vec::new, |folder| folder.own_names(Asset::Font));
        let is_font = |name: &str| [".ttf", ".otf"].iter().any(|end| name.ends_with(end));
        let read = names
            .iter()
            .filter(|(name, _)| is_font(&name.to_lowercase()))
            .filter_map(|(name, _)| Some(face(own?.asset(Asset::Font, name).ok()?.1)));
        PlotFonts {
            faces: font_of_pages().cloned().into_iter().chain(read).collect(),
        }
    }

    /// A drawing as a PNG file, by what paints the cards.
    ///
    /// # Errors
    /// When it cannot be painted, which a fault of this program would cause.
    pub fn plot_png(&self, plot: &Plot) -> Result<Vec<u8>, Diagnostic> {
        let failed = |says: String| {
            Diagnostic::error(
                Code::Unpaintable,
                format!("the curve `{}` cannot be painted: {says}", plot.name),
            )
            .help("this is a fault of deckproof: please report it")
        };
        let mut options = usvg::Options::default();
        for face in &self.faces {
            options.fontdb_mut().load_font_data(face.data.to_vec());
        }
        let tree = usvg::Tree::from_str(&plot.svg, &options).map_err(|e| failed(e.to_string()))?;
        let size = tree.size();
        let mut picture = blank(((size.width() * FINE) as u32, (size.height() * FINE) as u32))
            .map_err(|fault| failed(fault.0))?;
        resvg::render(
            &tree,
            Transform::from_scale(FINE, FINE),
            &mut picture.as_mut(),
        );
        png::encode(&picture, 96.0 * f64::from(FINE)).map_err(|fault| failed(fault.0))
    }

    /// That pictures of these drawings have blanks in the place of some signs.
    pub fn missing(&self, plots: &[Plot]) -> Option<String> {
        let has_glyph = |c: char| self.faces.iter().any(|face| face.glyph(c).is_some());
        let signs: BTreeSet<char> = plots.iter().flat_map(|plot| painted(&plot.svg)).collect();
        let mut missing: Vec<String> = signs
            .into_iter()
            .filter(|c| !c.is_whitespace() && !has_glyph(*c))
            .map(|c| format!("`{c}`"))
            .collect();
        if missing.is_empty() {
            return None;
        }
        let more = missing.len().saturating_sub(MOST_NAMED);
        missing.truncate(MOST_NAMED);
        let mut named = missing.join(", ");
        if more > 0 {
            named += &format!(" and {more} more");
        }
        Some(format!(
            "no font has {named}: they are blank in the PNG pictures of --plots; put a font that has them into the game's fonts/, or take the SVG files, which hold them as text"
        ))
    }
}

/// The signs of the words in a drawing.
fn painted(svg: &str) -> Vec<char> {
    let Ok(document) = roxmltree::Document::parse(svg) else {
        return Vec::new();
    };
    let words = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    let words = words.filter_map(|node| node.text());
    words.flat_map(str::chars).collect()
}

fn face(data: Vec<u8>) -> FontFace {
    FontFace {
        family: String::new(),
        weight: 400,
        italic: false,
        data: Arc::new(data),
    }
}

fn font_of_pages() -> Option<&'static FontFace> {
    static FACE: OnceLock<Option<FontFace>> = OnceLock::new();
    let read = || {
        let ids = GameFolder::shipped_ids();
        let folder = GameFolder::shipped(ids.first()?)?;
        Some(face(folder.asset(Asset::Font, FONT).ok()?.1))
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

/// Words of at most so many em: longer ones end in `…`.
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
