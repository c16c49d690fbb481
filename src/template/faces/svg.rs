//! Writes a drawn face as one SVG document, with selectable text or with outlines, and computes a face's fingerprint. A drawn face comes in; SVG or
//! a digest goes out. Called by exporters and pages; the ledger and differences of decks compare the fingerprints.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::source::hex_digest;
use crate::text::{FontBook, FontId, GlyphOutline, OUTLINE_UNITS};

use super::super::affine::{Affine, round};
use super::super::compile::textbox::PICTURE;
use super::super::document::xml::escape;
use super::super::foreign::viewport;
use super::super::picture::Picture;
use super::drawn::{BLEED, Drawn, Layer, Passage, Quad};

const NAMESPACES: &str =
    "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";

/// How pictures of pixels stand in an SVG.
#[derive(Clone, Copy)]
pub enum Pictures {
    /// As light.
    Light,
    /// In a printer's inks, where a picture has them.
    Inks,
    /// By what their bytes are known by.
    Named,
}

/// A face with `bleed` millimetres around its trim. Words are text in fonts that are named.
pub fn face_svg(face: &Drawn, bleed: f64) -> String {
    face_of(face, bleed, Pictures::Light, None)
}

/// As [`face_svg`], for screens: words are outlines, so that they look the same where no font is installed. Drawings that hold text
/// of their own are given to `convert`, with their view; it returns a whole document of the same size without text.
pub fn outlined_svg(face: &Drawn, bleed: f64, convert: Convert<'_>) -> String {
    let letters = Outlines { known: BTreeMap::new(), convert };
    face_of(face, bleed, Pictures::Light, Some(letters))
}

/// Turns the text of a drawing into paths.
pub type Convert<'a> = &'a dyn Fn(&str, [f64; 4]) -> Option<String>;

/// Letters as outlines, each worked out once.
struct Outlines<'a> {
    known: BTreeMap<(FontId, u16), GlyphOutline>,
    convert: Convert<'a>,
}

/// Adds a drawing, seen through `view`, to the body of a document.
fn push_drawing(outlines: Option<&Outlines>, drawing: &str, view: [f64; 4], body: &mut String) {
    let outlines = outlines.filter(|_| drawing.contains("<text"));
    let Some(converted) = outlines.and_then(|outlines| (outlines.convert)(drawing, view)) else {
        return body.push_str(drawing);
    };
    let [x, y, width, height] = view;
    let place = format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\""
    );
    body.push_str(&place);
    body.push_str(converted.trim_start_matches("<svg"));
}

/// Letters are text in fonts that are named, where they are not to be outlines.
fn face_of(face: &Drawn, bleed: f64, pictures: Pictures, mut outlines: Option<Outlines>) -> String {
    let mut body = String::new();
    for layer in &face.layers {
        match layer {
            Layer::Shapes(_) | Layer::Picture { frame: Some(_), .. } => {
                let (drawing, view, _) = layer_drawing(face, layer, pictures);
                push_drawing(outlines.as_ref(), &drawing, view, &mut body);
            }
            Layer::Picture { picture, map, clip, .. } => {
                let id = body.len();
                if let Some(quad) = clip {
                    let _ = write!(
                        body,
                        "<clipPath id=\"clip-{id}\">{}</clipPath><g clip-path=\"url(#clip-{id})\">",
                        quad_body(quad)
                    );
                }
                let (open, close) = placed(picture, *map);
                body.push_str(&open);
                let drawing = picture_body(picture, pictures);
                push_drawing(outlines.as_ref(), &drawing, picture.view, &mut body);
                body.push_str(close);
                if clip.is_some() {
                    body.push_str("</g>");
                }
            }
            Layer::Words(passages) => {
                for passage in passages {
                    match &mut outlines {
                        Some(Outlines { known, .. }) => {
                            outlined(passage, &face.fonts, known, &mut body);
                        }
                        None => words(passage, &face.fonts, &mut body),
                    }
                }
            }
        }
    }
    // Not `-bleed`, which without bleed would be written `-0`.
    let edge = 0.0 - bleed;
    drawing_svg([edge, edge, face.width + 2.0 * bleed, face.height + 2.0 * bleed], &body)
}

/// What a layer of shapes may cover of a face of `width` × `height` millimetres: the trim and [`BLEED`] around it.
fn bleed_view(width: f64, height: f64) -> [f64; 4] {
    [-BLEED, -BLEED, width + 2.0 * BLEED, height + 2.0 * BLEED]
}

/// What stands before and after the elements of a picture where it is placed. A drawing lies in a viewport of its own: 100 % is the
/// drawing, and what lies beside its page is hidden.
fn placed(picture: &Picture, map: Affine) -> (String, &'static str) {
    let group = format!("<g transform=\"{}\">", map.to_svg());
    if picture.pixels.is_some() {
        return (group, "</g>");
    }
    (group + &viewport(picture.view, "hidden"), "</svg></g>")
}

/// A layer of a face as elements, what is seen of them in units of their own (x, y, width, height), and the map from these to the
/// face's millimetres.
pub fn layer_drawing<'a>(
    face: &Drawn,
    layer: &'a Layer,
    pictures: Pictures,
) -> (Cow<'a, str>, [f64; 4], Affine) {
    let view = bleed_view(face.width, face.height);
    match layer {
        Layer::Shapes(shapes) => (Cow::Borrowed(&shapes.body), view, Affine::IDENTITY),
        Layer::Picture { picture, frame: Some(frame), .. } => {
            let (open, close) = placed(picture, frame.map);
            let mut body = open + &picture_body(picture, pictures) + close;
            if let Some(cut) = frame.cut {
                body = viewport(cut, "hidden") + &body + "</svg>";
            }
            let body = frame.around.body.replacen(PICTURE, &body, 1);
            (Cow::Owned(body), view, Affine::IDENTITY)
        }
        Layer::Picture { picture, map, .. } => {
            (picture_body(picture, pictures), picture.view, *map)
        }
        Layer::Words(passages) => {
            let mut body = String::new();
            for passage in passages {
                words(passage, &face.fonts, &mut body);
            }
            (Cow::Owned(body), view, Affine::IDENTITY)
        }
    }
}

/// Elements as a document, `view` seen of them; one of their units is a millimetre.
pub fn drawing_svg([x, y, width, height]: [f64; 4], body: &str) -> String {
    format!(
        "<svg {NAMESPACES} width=\"{width}mm\" height=\"{height}mm\" viewBox=\"{x} {y} {width} {height}\">{body}</svg>\n"
    )
}

/// The elements of a picture, those of pixels included.
fn picture_body(picture: &Picture, use_: Pictures) -> Cow<'_, str> {
    let Some(pixels) = &picture.pixels else {
        return Cow::Borrowed(&picture.body);
    };
    let data = |mime: &str, bytes: &[u8]| {
        use base64::Engine;
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        format!("data:{mime};base64,{text}")
    };
    let href = match (use_, &pixels.inks) {
        (Pictures::Named, _) => format!("sha256:{}", pixels.digest),
        (Pictures::Inks, Some(jpeg)) => data("image/jpeg", jpeg),
        _ => data(pixels.mime, &pixels.bytes),
    };
    let (width, height) = pixels.orientation.turned((pixels.width, pixels.height));
    let turn = if pixels.orientation.is_upright() {
        String::new()
    } else {
        let map = pixels.orientation.map(width.into(), height.into());
        format!(" transform=\"{}\"", map.to_svg())
    };
    Cow::Owned(format!(
        "<image{turn} width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" xlink:href=\"{href}\"/>"
    ))
}

fn quad_body(quad: &Quad) -> String {
    let [left, top, right, bottom] = quad.extent();
    let [a, b, c, d] = quad.0;
    if (a, b, c, d) == ((left, top), (right, top), (right, bottom), (left, bottom)) {
        let (width, height) = (right - left, bottom - top);
        return format!("<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>");
    }
    let points = quad.0.map(|(x, y)| format!("{},{}", round(x), round(y)));
    format!("<polygon points=\"{}\"/>", points.join(" "))
}

/// A family as SVG writes it; a name that is no row of plain words stands in quotes, or it names nothing.
fn quoted(family: &str) -> String {
    let plain = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    if family.split(' ').all(plain) { family.to_owned() } else { format!("'{family}'") }
}

/// The start of the group that holds a passage.
fn opened(passage: &Passage) -> String {
    let (map, colour) = (passage.map.to_svg(), passage.colour.hex());
    format!("<g transform=\"{map}\" fill=\"{colour}\">")
}

fn words(passage: &Passage, fonts: &FontBook, body: &mut String) {
    body.push_str(&opened(passage));
    for run in &passage.runs {
        if run.text.trim().is_empty() {
            continue;
        }
        let face = fonts.face(run.font);
        let style = if face.italic { " font-style=\"italic\"" } else { "" };
        let spaced = |name: &str, space: f32| match space {
            0.0 => String::new(),
            space => format!(" {name}=\"{space:.4}\""),
        };
        let spacing = spaced("letter-spacing", run.spacing);
        let words = spaced("word-spacing", run.word_spacing);
        // Punctuation at its ends is placed as in a right-to-left line.
        let mark = if run.rtl { "&#x200f;" } else { "" };
        let _ = write!(
            body,
            "<text x=\"{:.4}\" y=\"{:.4}\" font-family=\"{}\" font-size=\"{:.4}\" font-weight=\"{}\"{style}{spacing}{words} xml:space=\"preserve\">{mark}{}{mark}</text>",
            run.x,
            run.y,
            escape(&quoted(&face.family)),
            run.size,
            face.weight,
            escape(&run.text)
        );
    }
    body.push_str("</g>");
}

/// The words of a passage as paths, a path for each run. Outlines are worked out once for each glyph in `known`.
fn outlined(
    passage: &Passage,
    fonts: &FontBook,
    known: &mut BTreeMap<(FontId, u16), GlyphOutline>,
    body: &mut String,
) {
    body.push_str(&opened(passage));
    for run in &passage.runs {
        let face = fonts.face(run.font);
        let mut path = String::new();
        let mut advance = 0.0;
        for glyph in &run.glyphs {
            let outline = known.entry((run.font, glyph.id));
            let outline = outline.or_insert_with(|| face.outline(glyph.id));
            let [right, down] = glyph.offset;
            let units = |em: f32| (em * OUTLINE_UNITS).round() as i32;
            outline.write((units(advance + right), units(down)), &mut path);
            advance += glyph.advance;
        }
        if !path.is_empty() {
            let _ = write!(
                body,
                "<path transform=\"translate({:.4} {:.4}) scale({:.7})\" d=\"{path}\"/>",
                run.x,
                run.y,
                run.size / OUTLINE_UNITS
            );
        }
    }
    body.push_str("</g>");
}

/// Bytes of the digest that are kept: 128 bits, so that no two faces of a life's work meet.
const KEPT: usize = 16;

/// The fingerprint of all that is drawn of a face, its bleed included: 32 hexadecimal digits.
pub fn fingerprint(face: &Drawn) -> String {
    digest(&face_of(face, BLEED, Pictures::Named, None))
}

/// The fingerprint of any text.
pub fn digest(text: &str) -> String {
    hex_digest(text, KEPT)
}
