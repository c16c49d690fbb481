//! Reads symbols and art. A file of the game comes in; a [`Picture`] in a colour and an ink goes out, read once for each and
//! shared by all faces. `resources` looks them up.

use crate::source::{Asset, Code, Diagnostic, Fault, GameFolder, did_you_mean, error, hex_digest};
use crate::text::{FontBook, FontFace, missing_glyphs};

use super::affine::Affine;
use super::bounds::{MOST_SLENDER, MOST_UNITS};
use super::document::attributes::colour_faults;
use super::document::edited::ByteEdit;
use super::document::properties::{font_look, is_hidden, own, view_box};
use super::document::sanitize::violations;
use super::document::xml::{SvgNode, Violation, escape, parse_xml, start_tag};
use super::foreign::{DrawingPurpose, plain_svg};
use super::ink::{Ink, ink_edits};
use super::raster::{self, Pixels};

/// A rectangle in the element's own space, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A symbol or a picture, in its own units.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub asset: Asset,
    pub name: String,
    /// x, y, width and height of what is seen.
    pub view: [f64; 4],
    /// SVG elements; empty for a picture of pixels.
    pub body: String,
    pub pixels: Option<Pixels>,
    /// The fonts of its words.
    pub fonts: Vec<FontFace>,
    /// Whether something in it has the colour that its box or its words give it.
    pub takes_colour: bool,
}

impl Picture {
    /// Reads the symbol or picture `name` from `file`; `currentColor` in it becomes `colour`.
    ///
    /// # Errors
    /// What is wrong with it, at its own place.
    pub(in crate::template) fn read(
        folder: &GameFolder,
        (asset, name): (Asset, &str),
        file: &str,
        colour: &str,
        (ink, fonts): (Ink, &FontBook),
    ) -> Result<Picture, Diagnostic> {
        let (label, bytes) = folder.asset(asset, file)?;
        if is_vector(file) {
            from_svg((asset, name), (file, &label), bytes, colour, (ink, fonts))
        } else {
            from_pixels((asset, name), &label, bytes, ink)
        }
    }

    /// Whether it is made of pixels, all of them transparent.
    pub fn is_clear(&self) -> bool {
        let pixels = self.pixels.as_ref();
        let raster = pixels.and_then(|p| raster::decode(&p.bytes, (p.width, p.height)));
        raster.is_some_and(|raster| raster.is_clear())
    }

    /// The map that puts the picture into `area`: all of it seen and centred, or filling it (`slice`).
    pub fn place(&self, area: &Area, slice: bool) -> Affine {
        let [x, y, width, height] = self.view;
        let (by_width, by_height) = (area.width / width, area.height / height);
        let scale = if slice { by_width.max(by_height) } else { by_width.min(by_height) };
        Affine([
            scale,
            0.0,
            0.0,
            scale,
            area.x + (area.width - scale * width) / 2.0 - scale * x,
            area.y + (area.height - scale * height) / 2.0 - scale * y,
        ])
    }
}

/// Pictures of which the nearest is looked for, where one is missing.
const MOST_COMPARED: usize = 1_000;

/// The endings of pictures and symbols.
pub(in crate::template) const ENDINGS: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

/// Whether a file is a drawing, not made of pixels.
pub(in crate::template) fn is_vector(file: &str) -> bool {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("svg")
}

/// The name without its ending, when it is that of a picture.
pub(in crate::template) fn stem(file: &str) -> Option<&str> {
    let (stem, ending) = file.rsplit_once('.')?;
    let known = ENDINGS.iter().any(|e| ending.eq_ignore_ascii_case(e));
    known.then_some(stem)
}

/// The file of that name, with its ending: the game's own before a shared one. `layers` are the names of all of that kind, as the folder
/// lists them.
pub(in crate::template) fn find(
    folder: &GameFolder,
    asset: Asset,
    name: &str,
    layers: &[Vec<String>],
) -> Result<String, Diagnostic> {
    let mut other = None;
    for names in layers {
        if names.iter().any(|file| file == name) {
            return Ok(name.to_owned());
        }
        let mut files = names.iter().filter(|file| stem(file) == Some(name));
        if let Some(file) = files.next() {
            return match files.next() {
                None => Ok(file.clone()),
                Some(second) => Err(ambiguous(name, file, second)),
            };
        }
        // A file of a format that is not read is reported as such, not as missing.
        let named = |file: &&String| file.rsplit_once('.').is_some_and(|(stem, _)| stem == name);
        other = other.or_else(|| names.iter().find(named));
    }
    match other {
        Some(file) => Ok(file.clone()),
        // A name that leads out of the folder is refused as such.
        None if leads_out(name) => folder.asset(asset, name).map(|_| name.to_owned()),
        None => Err(unknown(folder, asset, name, layers)),
    }
}

/// Whether a name begins at the root of a disk, or climbs out of its folder.
fn leads_out(name: &str) -> bool {
    let drive = |bytes: &[u8]| matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    name.starts_with('/') || drive(name.as_bytes()) || name.split(['/', '\\']).any(|p| p == "..")
}

fn ambiguous(name: &str, first: &str, second: &str) -> Diagnostic {
    error!(
        BadPicture,
        "`{name}` is two files: {first} and {second}",
        "take one of them away, or write the name with its ending"
    )
}

fn unknown(folder: &GameFolder, asset: Asset, name: &str, layers: &[Vec<String>]) -> Diagnostic {
    let symbols = ("symbol", "symbols/", Code::UnknownSymbol);
    let pictures = ("picture", "art/", Code::UnknownPicture);
    let ((what, place, code), (other, (_, other_place, _))) = match asset {
        Asset::Symbol => (symbols, (Asset::Art, pictures)),
        _ => (pictures, (Asset::Symbol, symbols)),
    };
    let files = || layers.iter().flatten().map(String::as_str);
    let known = || files().filter_map(stem);
    let plain = name.replace('\\', "/");
    let plain = plain.strip_prefix(place).unwrap_or(&plain);
    let folded = plain.to_lowercase();
    let alike = |known: &&str| known.to_lowercase() == folded;
    let bare = stem(plain).unwrap_or(plain);
    let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let others = folder.names(other);
    let elsewhere = others.iter().find(|file| stem(file) == Some(bare));
    // To compare each of thousands of names with each of thousands of files would take minutes.
    let is_few = layers.iter().map(Vec::len).sum::<usize>() <= MOST_COMPARED;
    let help = if let Some(same) = known().chain(files()).find(|known| *known == plain) {
        format!("write `{same}`: names begin below {place}, with / between folders")
    } else if let Some(near) = known().chain(files()).find(|known| is_few && alike(known)) {
        format!("did you mean `{near}`? capitals and small letters are different names")
    } else if let Some(file) = elsewhere {
        let shown = if asset == Asset::Symbol { "data-art" } else { "data-symbol" };
        format!("there is {other_place}{file}: move it to {place}, or show it with `{shown}`")
    } else if let Some(near) = known().find(|known| is_few && last(known) == last(bare)) {
        format!("did you mean `{near}`? a name begins with its folders")
    } else if let Some(near) = did_you_mean(plain, known().filter(|_| is_few)) {
        format!("did you mean `{near}`?")
    } else if asset == Asset::Symbol {
        format!("draw it as {place}{bare}.svg, or put it there as a PNG, JPEG or WebP")
    } else {
        format!("put it into the game's folder as {place}{bare}.svg, .png, .jpg or .webp")
    };
    Diagnostic::error(code, format!("there is no {what} `{name}`")).help(help)
}

fn from_pixels(
    (asset, name): (Asset, &str),
    label: &str,
    bytes: Vec<u8>,
    ink: Ink,
) -> Result<Picture, Diagnostic> {
    let wrong = |fault: Fault| {
        let message = format!("`{label}` {}", fault.message);
        Fault { message, ..fault }.error(Code::BadPicture)
    };
    let header = raster::read_header(&bytes).map_err(wrong)?;
    let (width, height) = header.seen();
    let mut pixels = Pixels {
        width,
        height,
        orientation: header.orientation,
        mime: header.kind.mime(),
        digest: digest(&bytes, ink),
        bytes: Vec::new(),
        inks: None,
    };
    if header.inks || ink == Ink::Grey {
        let shown = raster::decode(&bytes, (header.width, header.height)).map(|shown| match ink {
            Ink::Grey => shown.grey(),
            Ink::Full | Ink::Low => shown,
        });
        let shown = shown.and_then(|shown| raster::encode_png(&shown));
        pixels.bytes = shown.ok_or_else(|| wrong(raster::damaged()))?;
        pixels.mime = "image/png";
        pixels.inks = (ink != Ink::Grey).then(|| header.upright(bytes));
    } else {
        pixels.bytes = header.upright(bytes);
    }
    Ok(Picture {
        asset,
        name: name.to_owned(),
        view: [0.0, 0.0, f64::from(width), f64::from(height)],
        body: String::new(),
        pixels: Some(pixels),
        fonts: Vec::new(),
        takes_colour: false,
    })
}

fn digest(bytes: &[u8], ink: Ink) -> String {
    let mut text = hex_digest(bytes, 32);
    if ink == Ink::Grey {
        text.push_str("-grey");
    }
    text
}

/// Reads the text of a drawing; `currentColor` in it becomes `colour`.
///
/// # Errors
/// What is wrong with it, at its place.
pub(in crate::template) fn from_svg(
    (asset, name): (Asset, &str),
    (file, label): (&str, &str),
    bytes: Vec<u8>,
    colour: &str,
    (ink, fonts): (Ink, &FontBook),
) -> Result<Picture, Diagnostic> {
    let wrong = |message: String| {
        error!(
            BadPicture,
            "`{label}`: {message}", "a picture is a well-formed SVG file with a viewBox"
        )
    };
    let source = String::from_utf8(bytes).map_err(|_| wrong("not UTF-8 text".into()))?;
    let refused = |violation: Violation| {
        let code = match violation.code {
            None | Some(Code::Xml | Code::BoxAttribute) => Code::BadPicture,
            Some(code) => code,
        };
        let range = violation.marked(&source);
        let message = format!("`{label}`: {}", violation.message);
        let fault = Diagnostic::error(code, message).part(violation.part);
        fault.help(violation.help).in_asset(asset, file, range)
    };
    let first = |found: Vec<Violation>| {
        found.into_iter().next().map_or_else(|| wrong("not read".into()), refused)
    };
    let plain = plain_svg(&source, DrawingPurpose::Picture, Some(fonts)).map_err(first)?;
    let inked = ink_edits(&plain.text, &parse_xml(&plain.text).map_err(refused)?, ink);
    let edited = plain.edit(inked);
    let document = parse_xml(&edited.text).map_err(refused)?;
    if let Some(violation) = violations(&document, "picture").into_iter().next() {
        return Err(refused(violation.in_original(&edited)));
    }
    let mut elements = document.descendants().filter(SvgNode::is_element);
    if let Some((node, wrong)) =
        elements.find_map(|node| Some((node, colour_faults(node).into_iter().next()?)))
    {
        let wrong = Violation { code: None, range: node.range(), ..wrong };
        return Err(refused(wrong.in_original(&edited)));
    }
    let fonts = fonts_of_words(&document, fonts);
    let fonts = fonts.map_err(|violation| refused(violation.in_original(&edited)))?;
    let takes_colour = edited.text.contains("currentColor");
    // `currentColor` is resolved where it stands, unless the picture sets a colour of its own somewhere.
    let sets = takes_colour && document.descendants().any(|n| own(n, "color").is_some());
    let current = if sets { "currentColor" } else { colour };
    // The same picture in two colours is two, whose ids may not meet.
    let part = if takes_colour { colour } else { "" };
    let own = own_edits(&edited.text, &document, &format!("{name}{part}"), current);
    let tag = start_tag(&source, edited.original(document.root_element().range().start));
    let wrong = |message: String| wrong(message).in_asset(asset, file, tag.clone());
    let edited = edited.edit(own).text;
    let document = parse_xml(&edited).map_err(refused)?;
    let root = document.root_element();
    let Some([x, y, width, height]) = view_box(root) else {
        return Err(wrong("the root has no viewBox of four numbers".into()));
    };
    if !(width > 0.0 && height > 0.0) {
        return Err(wrong("the viewBox is empty".into()));
    }
    let units = [x, y, width, height].iter().all(|n| n.abs() <= MOST_UNITS);
    let slender = width.max(height) / width.min(height);
    if !units || width.min(height) < 1.0 / MOST_UNITS || slender > MOST_SLENDER {
        return Err(wrong(format!(
            "the viewBox is too large or too small: up to {MOST_UNITS} units are drawn, one side up to {MOST_SLENDER} times the other"
        )));
    }
    let children = root.children().filter(SvgNode::is_element);
    let mut body: String = children.map(|c| &edited[c.range()]).collect();
    if sets {
        body = format!("<g color=\"{}\">{body}</g>", escape(colour));
    }
    Ok(Picture {
        asset,
        name: name.to_owned(),
        view: [x, y, width, height],
        body,
        pixels: None,
        fonts,
        takes_colour,
    })
}

/// The fonts of all words that are seen in a picture.
///
/// # Errors
/// Words without a font, in one that is not there, or with letters that it lacks: they would not be drawn.
fn fonts_of_words(
    document: &roxmltree::Document<'_>,
    book: &FontBook,
) -> Result<Vec<FontFace>, Violation> {
    let mut faces: Vec<FontFace> = Vec::new();
    let texts = document.descendants().filter(|n| n.has_tag_name("text"));
    for node in texts.flat_map(|text| text.descendants()) {
        let words = node.text().filter(|_| node.is_text()).unwrap_or("").trim();
        let Some(parent) = node.parent().filter(|n| !words.is_empty() && !is_hidden(*n)) else {
            continue;
        };
        let face = font_of(parent, words, book).map_err(|fault| {
            Violation::new(parent.range(), fault.message, fault.help.unwrap_or_default() + TO_PATHS)
                .code(fault.code)
        })?;
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    Ok(faces)
}

/// What is said of words that cannot be set.
const TO_PATHS: &str = "; or turn the words into paths (Inkscape: Path, Object to Path; Illustrator: Type, Create Outlines)";

/// The font of some words in an element.
fn font_of(node: SvgNode<'_>, words: &str, book: &FontBook) -> Result<FontFace, Diagnostic> {
    let (family, weight, italic) = font_look(node).map_err(|message| {
        error!(UnknownFont, message, "give the <text> font-family and font-weight")
    })?;
    let face = book.face_of(&family, weight, italic)?;
    let lacks = |c: &char| face.glyph(*c).is_none() && !book.has_fallback(*c);
    let missing: String = words.split_whitespace().collect();
    let missing: Vec<char> = missing.chars().filter(lacks).collect();
    missing_glyphs(&family, &missing).map_or(Ok(face), Err)
}

/// Ids with the picture's name before them, so that two pictures on one face do not meet, and `currentColor` as the colour that it
/// has there.
fn own_edits(
    text: &str,
    document: &roxmltree::Document<'_>,
    name: &str,
    colour: &str,
) -> Vec<ByteEdit> {
    let name = own_prefix(name);
    let colour = escape(colour);
    let mut edits = Vec::new();
    for attribute in document.descendants().flat_map(|n| n.attributes()) {
        let written = &text[attribute.range_value()];
        let value = match attribute.name() {
            "id" if attribute.namespace().is_none() => format!("{name}-{written}"),
            "href" => written.replacen('#', &format!("#{name}-"), 1),
            _ if written.contains("currentColor") => written.replace("currentColor", &colour),
            _ if written.contains("url(") => own_urls(written, &name),
            _ => continue,
        };
        if value != written {
            edits.push((attribute.range_value(), value));
        }
    }
    edits
}

/// A value whose `url(#…)` have the picture's name before their ids.
fn own_urls(value: &str, name: &str) -> String {
    let mut parts = value.split("url(");
    let mut own = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once(')').unwrap_or((part, ""));
        let place = place.trim().trim_matches(['"', '\'']);
        let place = place.trim_start_matches("&quot;").trim_end_matches("&quot;");
        own += &match place.strip_prefix('#') {
            Some(id) => format!("url(#{name}-{id}){rest}"),
            None => format!("url({part}"),
        };
    }
    own
}

/// A picture's name as the beginning of ids.
fn own_prefix(name: &str) -> String {
    let mut own = String::new();
    for c in name.chars() {
        match c {
            '-' => own.push(c),
            c if c.is_alphanumeric() => own.push(c),
            // `a/b` and `a-b` are two pictures.
            c => own.push_str(&format!("_{:x}_", c as u32)),
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meet_shows_all_and_slice_fills() {
        let picture = Picture {
            asset: Asset::Art,
            name: "a".into(),
            view: [0.0, 0.0, 100.0, 50.0],
            body: String::new(),
            pixels: None,
            fonts: Vec::new(),
            takes_colour: false,
        };
        let area = Area { x: 10.0, y: 10.0, width: 20.0, height: 20.0 };
        assert_eq!(picture.place(&area, false).apply(0.0, 0.0), (10.0, 15.0));
        assert_eq!(picture.place(&area, true).apply(50.0, 0.0), (20.0, 10.0));
    }
}
