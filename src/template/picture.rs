//! Symbols and art: read once for each colour, shared by all faces.

use crate::source::{Asset, Code, Diagnostic, GameFolder};

use super::affine::Affine;
use super::bounds::{MOST_PIXELS, MOST_SIDE, MOST_SLENDER, MOST_SVG, MOST_UNITS};
use super::fill::escape;
use super::harmless::objections;
use super::ink::{Ink, apply};
use super::properties::view_box;
use super::textbox::Area;

/// A picture made of pixels, as the file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    /// `image/png` or `image/jpeg`.
    pub mime: &'static str,
    pub bytes: Vec<u8>,
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
}

impl Picture {
    /// Reads the symbol or picture `name`; `currentColor` in it becomes `colour`.
    ///
    /// # Errors
    /// A fault without a place when there is none of that name, with its own place when it is wrong.
    pub fn load(
        folder: &GameFolder,
        asset: Asset,
        name: &str,
        colour: &str,
        ink: Ink,
    ) -> Result<Picture, Diagnostic> {
        let file = find(folder, asset, name)?;
        let (label, bytes) = folder.asset(asset, &file)?;
        match file.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "svg" => from_svg((asset, name), &label, bytes, colour, ink),
            _ => from_pixels((asset, name), &label, bytes, ink),
        }
    }

    /// The map that puts the picture into `area`: all of it seen and centred, or filling it (`slice`).
    pub fn place(&self, area: &Area, slice: bool) -> Affine {
        let [x, y, width, height] = self.view;
        let (by_width, by_height) = (area.width / width, area.height / height);
        let scale = if slice {
            by_width.max(by_height)
        } else {
            by_width.min(by_height)
        };
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

/// The file of that name, with its ending.
pub(super) fn find(folder: &GameFolder, asset: Asset, name: &str) -> Result<String, Diagnostic> {
    let endings: &[&str] = match asset {
        Asset::Symbol => &["svg"],
        _ => &["svg", "png", "jpg", "jpeg"],
    };
    if name.contains('.') && endings.iter().any(|e| name.ends_with(e)) {
        return Ok(name.to_owned());
    }
    let names = folder.names(asset);
    let mut candidates = endings.iter().map(|ending| format!("{name}.{ending}"));
    candidates.find(|c| names.contains(c)).ok_or_else(|| {
        let (what, code) = match asset {
            Asset::Symbol => ("symbol", Code::UnknownSymbol),
            _ => ("picture", Code::UnknownPicture),
        };
        let stems = names.iter().filter_map(|n| n.rsplit_once('.')).map(|n| n.0);
        let help = match crate::source::did_you_mean(name, stems) {
            Some(near) => format!("did you mean `{near}`?"),
            None if asset == Asset::Symbol => format!("draw it as symbols/{name}.svg"),
            None => format!("put it into art/ as {name}.svg, {name}.png or {name}.jpg"),
        };
        Diagnostic::error(code, format!("there is no {what} `{name}`")).help(help)
    })
}

pub(super) fn from_svg(
    (asset, name): (Asset, &str),
    label: &str,
    bytes: Vec<u8>,
    colour: &str,
    ink: Ink,
) -> Result<Picture, Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::error(Code::BadPicture, format!("`{label}`: {message}"))
            .help("a picture is a well-formed SVG file with a viewBox")
    };
    if bytes.len() > MOST_SVG {
        return Err(too_large(label));
    }
    let source = String::from_utf8(bytes).map_err(|_| wrong("not UTF-8 text".into()))?;
    let parse = |text| {
        roxmltree::Document::parse(text).map_err(|e| match e {
            roxmltree::Error::DtdDetected => {
                "a document type (DTD) is not read: take out the whole <!DOCTYPE …>".to_owned()
            }
            e => e.to_string(),
        })
    };
    let edited = apply(&source, &parse(&source).map_err(wrong)?, ink).text;
    let edited = own_ids(&edited.replace("currentColor", &escape(colour)), name);
    let document = parse(&edited).map_err(wrong)?;
    if let Some(objection) = objections(&document, "picture").into_iter().next() {
        let code = objection.code.unwrap_or(Code::BadPicture);
        let message = format!("`{label}`: {}", objection.message);
        return Err(Diagnostic::error(code, message).help(objection.help));
    }
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
    let children: Vec<&str> = root
        .children()
        .filter(roxmltree::Node::is_element)
        .map(|c| &edited[c.range()])
        .collect();
    // What the root sets, its children inherit.
    let inherited: String = root
        .attributes()
        .filter(|a| {
            matches!(a.name(), "fill" | "stroke" | "style")
                || a.name().starts_with("stroke-")
                || a.name().starts_with("fill-")
        })
        .map(|a| format!(" {}=\"{}\"", a.name(), super::fill::escape(a.value())))
        .collect();
    let body = if inherited.is_empty() {
        children.concat()
    } else {
        format!("<g{inherited}>{}</g>", children.concat())
    };
    Ok(Picture {
        asset,
        name: name.to_owned(),
        view: [x, y, width, height],
        body,
        pixels: None,
    })
}

fn too_large(label: &str) -> Diagnostic {
    let message = format!("`{label}` is larger than {} MiB", MOST_SVG >> 20);
    Diagnostic::error(Code::TooLarge, message)
        .help("simplify the drawing, or make a picture of pixels of it")
}

/// Ids with the picture's name before them, so that two pictures on one face do not meet.
fn own_ids(source: &str, name: &str) -> String {
    let name = name.replace(|c: char| !c.is_alphanumeric(), "-");
    if !source.contains("url(#") && !source.contains("href=\"#") {
        return source.to_owned();
    }
    source
        .replace("id=\"", &format!("id=\"{name}-"))
        .replace("url(#", &format!("url(#{name}-"))
        .replace("href=\"#", &format!("href=\"#{name}-"))
}

fn from_pixels(
    (asset, name): (Asset, &str),
    label: &str,
    bytes: Vec<u8>,
    ink: Ink,
) -> Result<Picture, Diagnostic> {
    let wrong = |message: &str| {
        Diagnostic::error(Code::BadPicture, format!("`{label}` {message}"))
            .help("save it as PNG or JPEG")
    };
    let mime = match &bytes[..] {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        _ => return Err(wrong("is neither a PNG nor a JPEG")),
    };
    let size = imagesize::blob_size(&bytes).map_err(|_| wrong("is cut off or damaged"))?;
    let (wide, high) = (size.width as u64, size.height as u64);
    if wide.saturating_mul(high) > MOST_PIXELS {
        let message = format!("has more than {} million pixels", MOST_PIXELS / 1_000_000);
        return Err(wrong(&message));
    }
    if wide.min(high) == 0 || wide.max(high) > MOST_SIDE {
        let message = format!("is {wide} x {high} pixels; {MOST_SIDE} on a side are the most");
        return Err(wrong(&message));
    }
    let (width, height) = (size.width as u32, size.height as u32);
    let (mime, bytes) = match ink {
        Ink::Grey => {
            let grey = super::pixels::grey(&bytes, mime);
            (
                "image/png",
                grey.ok_or_else(|| wrong("is cut off or damaged"))?,
            )
        }
        Ink::Full | Ink::Low => (mime, bytes),
    };
    Ok(Picture {
        asset,
        name: name.to_owned(),
        view: [0.0, 0.0, f64::from(width), f64::from(height)],
        body: String::new(),
        pixels: Some(Pixels {
            width,
            height,
            mime,
            bytes,
        }),
    })
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
        };
        let area = Area {
            x: 10.0,
            y: 10.0,
            width: 20.0,
            height: 20.0,
        };
        assert_eq!(picture.place(&area, false).apply(0.0, 0.0), (10.0, 15.0));
        assert_eq!(picture.place(&area, true).apply(50.0, 0.0), (20.0, 10.0));
    }
}
