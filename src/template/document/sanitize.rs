//! Checks that an SVG holds only what is drawn, from its own file, at a bounded cost. Templates, symbols and pictures are
//! untrusted: nothing in them runs, and nothing outside is read. A parsed document comes in, violations go out; every reader of
//! drawings calls it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::Document;

use super::super::bounds::{MOST_NUMBER, MOST_PIXELS};
use super::super::raster::read_header;
use super::paint::short;
use super::render_cost::{too_costly, too_deep};
use super::xml::{SvgNode, Violation, references, tag_of};

/// Elements that are drawn, or that say how. All others are refused: what draws nothing has no business in a picture.
const DRAWN: &[&str] = &[
    "a",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    // The filters whose cost does not grow with their parameters.
    "filter",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feOffset",
];

/// Attributes whose numbers are places and distances, on either side of zero.
pub const PLACES: &[&str] = &[
    "cx",
    "cy",
    "dx",
    "dy",
    "fr",
    "fx",
    "fy",
    "letter-spacing",
    "refX",
    "refY",
    "startOffset",
    "stroke-dashoffset",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Attributes whose numbers are lengths, from zero on.
pub const LENGTHS: &[&str] = &[
    "font-size",
    "height",
    "markerHeight",
    "markerWidth",
    "r",
    "rx",
    "ry",
    "stroke-miterlimit",
    "stroke-width",
    "width",
];

pub const MAPS: &[&str] = &["gradientTransform", "patternTransform", "transform"];

/// Attributes that hold such numbers among others.
const MIXED: &[&str] = &[
    "d",
    "points",
    "stdDeviation",
    "stroke-dasharray",
    "style",
    "textLength",
    "viewBox",
    "word-spacing",
];

/// All that an SVG may not hold, in the order of the file; `what` it is, for messages: "template".
pub fn violations(document: &Document<'_>, what: &str) -> Vec<Violation> {
    if let Some(deep) = too_deep(document) {
        return vec![deep];
    }
    let (mut found, mut pixels) = (Vec::new(), MOST_PIXELS);
    for node in document.descendants().filter(SvgNode::is_element) {
        found.extend(forbidden(node, what, &mut pixels));
    }
    if found.is_empty() {
        found.extend(too_costly(document));
    }
    found
}

/// `pixels` are those that pictures in the text may still have.
fn forbidden(node: SvgNode<'_>, what: &str, pixels: &mut u64) -> Option<Violation> {
    let refused = |part: &str, message: String, help: &str| {
        Some(Violation::new(node.range(), message, help).part(part))
    };
    let tag = tag_of(node);
    if tag == "style" {
        let help = "write the properties on the elements (Inkscape: Edit, XML editor)";
        return refused("", format!("a {what} has no <style>"), help);
    }
    if !DRAWN.contains(&tag) {
        let help = if tag.starts_with("fe") {
            "draw the effect, or put it into a picture of pixels"
        } else {
            "take it out: a drawing holds what is drawn, nothing in it runs"
        };
        return refused("", format!("a {what} has no <{tag}>"), help);
    }
    let outside = |place: &str| {
        let help =
            "show pictures with a <rect data-art=\"name\">; nothing outside the file is read";
        refused(place, format!("`{}` is outside the {what}", short(place, 60)), help)
    };
    node.attributes().find_map(|attribute| {
        let (name, value) = (attribute.name(), attribute.value());
        if name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on")) {
            let help = "take it out: nothing in a drawing runs";
            return refused(name, format!("a {what} has no `{name}`"), help);
        }
        if let Some(number) = far(name, value) {
            let number_shown = short(number, 60);
            let message = format!("`{name}` holds {number_shown}; {MOST_NUMBER} is the most");
            let help = "draw it smaller: a millimetre is about four units of a screen";
            return refused(number, message, help);
        }
        match name {
            "href" if value.starts_with('#') => None,
            "href" if tag == "image" => match value.strip_prefix("data:") {
                Some(data) => {
                    let (message, help) = embedded(data, what, pixels)?;
                    refused("data:", message, help)
                }
                None => outside(value),
            },
            "href" => outside(value),
            _ => elsewhere(value).and_then(&outside),
        }
    })
}

/// What `url(…)` in the value of a property names, where that is not in the file.
pub fn elsewhere(value: &str) -> Option<&str> {
    references(value).find(|place| !place.starts_with('#'))
}

/// A number of a place, a length or a map that leads farther than anything is drawn. Beyond it what draws loses its own bounds.
pub fn far<'a>(name: &str, value: &'a str) -> Option<&'a str> {
    if ![PLACES, LENGTHS, MAPS, MIXED].iter().any(|names| names.contains(&name)) {
        return None;
    }
    let bytes = value.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'#' {
            // A colour or an id.
            at += 1;
            while bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) {
                at += 1;
            }
        } else if byte.is_ascii_digit() {
            let start = at;
            at = digits(at);
            if bytes.get(at) == Some(&b'.') {
                at = digits(at + 1);
            }
            if matches!(bytes.get(at), Some(b'e' | b'E')) {
                let sign = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
                let end = digits(at + 1 + usize::from(sign));
                at = if bytes[end - 1].is_ascii_digit() { end } else { at };
            }
            let number = &value[start..at];
            if number.parse().is_ok_and(|n: f64| n > MOST_NUMBER) {
                return Some(number);
            }
        } else {
            at += 1;
        }
    }
    None
}

/// Why a picture in the text of an SVG is not drawn: it is held to what a file in art/ is.
fn embedded(data: &str, what: &str, pixels: &mut u64) -> Option<(String, &'static str)> {
    let is_drawing = data.starts_with("image/svg");
    let fault = |says: &str| {
        let message = format!("a picture in the {what} {says}");
        let help = if is_drawing || says == "is an SVG" {
            "copy its shapes into the drawing (Inkscape: import it and embed nothing), or put it into art/ and show it with a <rect data-art=\"name\">"
        } else {
            "put it into art/ as PNG, JPEG or WebP, and show it with a <rect data-art=\"name\">"
        };
        Some((message, help))
    };
    // What a program says of the bytes may be wrong; they say themselves what they are.
    let Some((_, data)) = data.split_once(',').filter(|(head, _)| head.ends_with(";base64")) else {
        return fault(if is_drawing { "is an SVG" } else { "is not written in base64" });
    };
    let data: String = data.chars().filter(|c| !c.is_whitespace()).collect();
    let Ok(bytes) = STANDARD.decode(data) else {
        return fault("is cut short or damaged");
    };
    let many = format!(
        "makes more than {} million pixels, together with those before it",
        MOST_PIXELS / 1_000_000
    );
    if *pixels == 0 {
        return fault(&many);
    }
    match read_header(&bytes) {
        Err(wrong) => fault(&wrong.message),
        Ok(header) if header.inks => fault("has the colours of a printer's inks (CMYK)"),
        Ok(header) if !header.orientation.is_upright() => {
            fault("is turned by its EXIF orientation, which some programs obey and some do not")
        }
        Ok(header) => {
            let own = u64::from(header.width) * u64::from(header.height);
            let is_good = own <= *pixels;
            *pixels = pixels.saturating_sub(own);
            if is_good { None } else { fault(&many) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> Vec<String> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">{body}</svg>"
        );
        let document = Document::parse(&svg).unwrap();
        violations(&document, "template").into_iter().map(|o| o.message).collect()
    }

    fn refused(body: &str, says: &str) {
        assert_eq!(told(body), [says], "{body}");
    }

    #[test]
    fn what_is_drawn_is_no_fault() {
        for body in [
            "<defs><linearGradient id=\"a\"/></defs><rect fill=\"url(#a)\"/>",
            "<rect style=\"fill:url('#a');opacity:1\"/>",
            "<g id=\"a\"><path d=\"M0 0\"/></g><use xlink:href=\"#a\"/><use href=\"#a\"/>",
            "<filter id=\"f\"><feGaussianBlur/></filter><rect filter=\"url(#f)\"/>",
            "<text data-fit=\"url\">on url</text>",
        ] {
            assert_eq!(told(body), Vec::<String>::new(), "{body}");
        }
    }

    #[test]
    fn nothing_is_drawn_within_itself() {
        let says = "an element is drawn within itself, without end";
        refused("<g id=\"a\"><use href=\"#a\"/></g>", says);
        refused("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>", says);
        let tile = "<pattern id=\"p\"><rect fill=\"url(#p)\"/></pattern>";
        refused(tile, says);
    }

    #[test]
    fn nothing_runs() {
        refused("<script/>", "a template has no <script>");
        refused("<style/>", "a template has no <style>");
        refused("<foreignObject/>", "a template has no <foreignObject>");
        refused("<animate/>", "a template has no <animate>");
        refused("<rect onload=\"x\"/>", "a template has no `onload`");
        refused("<rect ONLOAD=\"x\"/>", "a template has no `ONLOAD`");
    }

    #[test]
    fn nothing_outside_the_file_is_named() {
        refused("<use href=\"a.svg#b\"/>", "`a.svg#b` is outside the template");
        refused("<a href=\"javascript:x\"/>", "`javascript:x` is outside the template");
        refused("<image xlink:href=\"/etc/passwd\"/>", "`/etc/passwd` is outside the template");
        refused("<rect fill=\"url(http://a.b)\"/>", "`http://a.b` is outside the template");
        refused("<rect style=\"fill:URL( 'a.svg#b' )\"/>", "`a.svg#b` is outside the template");
        refused(
            "<use href=\"data:image/svg+xml,x\"/>",
            "`data:image/svg+xml,x` is outside the template",
        );
    }

    #[test]
    fn pictures_in_the_text_are_small_ones_of_pixels() {
        let image = |data: &str| format!("<image href=\"data:{data}\"/>");
        refused(&image("image/svg+xml;base64,PHN2Zy8+"), "a picture in the template is an SVG");
        refused(&image("image/svg+xml,%3Csvg/%3E"), "a picture in the template is an SVG");
        refused(
            &image("image/png;base64,R0lGODlhAQABAIAAAAUEBA=="),
            "a picture in the template is a GIF",
        );
        refused(&image("image/png,x"), "a picture in the template is not written in base64");
        refused(&image("image/png;base64,PHN2Zy8+"), "a picture in the template is an SVG");
        refused(&image("image/png;base64,!"), "a picture in the template is cut short or damaged");
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, 4, 4);
        encoder.set_color(::png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[7; 16]).unwrap();
        writer.finish().unwrap();
        let png = |bytes: &[u8]| image(&format!("image/png;base64,{}", STANDARD.encode(bytes)));
        assert_eq!(told(&png(&bytes)), Vec::<String>::new());
        refused(
            &png(&bytes[..bytes.len() - 20]),
            "a picture in the template is cut short: its end is missing",
        );
        bytes[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
        // A wrong first chunk is reported before a wrong size.
        assert_eq!(told(&png(&bytes)).len(), 1);
    }

    #[test]
    fn numbers_lead_no_farther_than_anything_is_drawn() {
        for body in [
            "<rect x=\"-1e6\" width=\"1000000\" fill=\"#1e9\"/>",
            "<path d=\"M1e5,1e-99L.5.5 1em\" style=\"fill:#99999999;stroke:url(#a1e99)\"/><g id=\"a1e99\"/>",
            "<text data-size=\"1e9\" id=\"99999999999\">99999999999</text>",
        ] {
            assert_eq!(told(body), Vec::<String>::new(), "{body}");
        }
        refused("<rect x=\"-1.5e6\"/>", "`x` holds 1.5e6; 1000000 is the most");
        refused("<path d=\"M0 0L5,1000001z\"/>", "`d` holds 1000001; 1000000 is the most");
        refused("<g transform=\"scale(1E+38)\"/>", "`transform` holds 1E+38; 1000000 is the most");
        refused("<g style=\"stroke-width:1e7\"/>", "`style` holds 1e7; 1000000 is the most");
        refused("<g x=\"1e999\"/>", "`x` holds 1e999; 1000000 is the most");
    }
}
