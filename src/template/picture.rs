//! Symbols and art: read once for each colour, shared by all faces.

use crate::source::{Asset, Code, Diagnostic, GameFolder};

use super::affine::Affine;
use super::ink::{Ink, apply};
use super::properties::view_box;
use super::textbox::Area;

/// Most pixels of a picture, width times height.
const MOST_PIXELS: u64 = 100_000_000;

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
            "svg" => from_svg(name, &label, bytes, colour, ink),
            _ => from_pixels(name, &label, bytes, ink),
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
fn find(folder: &GameFolder, asset: Asset, name: &str) -> Result<String, Diagnostic> {
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

fn from_svg(
    name: &str,
    label: &str,
    bytes: Vec<u8>,
    colour: &str,
    ink: Ink,
) -> Result<Picture, Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::error(Code::BadPicture, format!("`{label}`: {message}"))
            .help("a picture is a well-formed SVG file with a viewBox")
    };
    let source = String::from_utf8(bytes).map_err(|_| wrong("not UTF-8 text".into()))?;
    let parse = |text| roxmltree::Document::parse(text).map_err(|e| e.to_string());
    let edited = apply(&source, &parse(&source).map_err(wrong)?, ink).text;
    let edited = own_ids(&edited.replace("currentColor", colour), name);
    let document = parse(&edited).map_err(wrong)?;
    let root = document.root_element();
    let Some([x, y, width, height]) = view_box(root) else {
        return Err(wrong("the root has no viewBox of four numbers".into()));
    };
    if !(width > 0.0 && height > 0.0) {
        return Err(wrong("the viewBox is empty".into()));
    }
    for node in root.descendants() {
        let hrefs = node.attributes().filter(|a| a.name() == "href");
        for href in hrefs {
            if !href.value().starts_with('#') && !href.value().starts_with("data:") {
                return Err(wrong(format!("`{}` is outside the file", href.value())));
            }
        }
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
        name: name.to_owned(),
        view: [x, y, width, height],
        body,
        pixels: None,
    })
}

/// Ids with the picture's name before them, so that two pictures on one face do not meet.
fn own_ids(source: &str, name: &str) -> String {
    if !source.contains("url(#") && !source.contains("href=\"#") {
        return source.to_owned();
    }
    source
        .replace("id=\"", &format!("id=\"{name}-"))
        .replace("url(#", &format!("url(#{name}-"))
        .replace("href=\"#", &format!("href=\"#{name}-"))
}

fn from_pixels(name: &str, label: &str, bytes: Vec<u8>, ink: Ink) -> Result<Picture, Diagnostic> {
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
    if (size.width as u64) * (size.height as u64) > MOST_PIXELS {
        return Err(wrong("has more than 100 million pixels"));
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
