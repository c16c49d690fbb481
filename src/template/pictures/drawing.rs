//! Reads a symbol or a picture that is a drawing: its elements, with ids and colours of its own. Called by `picture`.

use crate::source::{Asset, Code, Diagnostic};

use super::super::bounds::{MOST_SLENDER, MOST_UNITS};
use super::super::document::attributes::colours;
use super::super::document::edited::Edit;
use super::super::document::properties::view_box;
use super::super::document::sanitize::{Violation, violations};
use super::super::document::xml::escape;
use super::super::document::xml::parse;
use super::super::document::xml::start_tag;
use super::super::foreign::{Kind, plain_svg};
use super::super::ink::{Ink, ink_edits};
use super::picture::Picture;

/// Reads the text of a drawing; `currentColor` in it becomes `colour`.
///
/// # Errors
/// What is wrong with it, at its place.
pub(in crate::template) fn from_svg(
    (asset, name): (Asset, &str),
    (file, label): (&str, &str),
    bytes: Vec<u8>,
    colour: &str,
    ink: Ink,
) -> Result<Picture, Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::error(Code::BadPicture, format!("`{label}`: {message}"))
            .help("a picture is a well-formed SVG file with a viewBox")
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
        found
            .into_iter()
            .next()
            .map_or_else(|| wrong("not read".into()), refused)
    };
    let plain = plain_svg(&source, Kind::Picture).map_err(first)?;
    let inked = ink_edits(&plain.text, &parse(&plain.text).map_err(refused)?, ink);
    let edited = plain.edit(inked);
    let document = parse(&edited.text).map_err(refused)?;
    if let Some(violation) = violations(&document, "picture").into_iter().next() {
        let range = edited.original_range(&violation.range);
        return Err(refused(Violation { range, ..violation }));
    }
    let mut elements = document.descendants().filter(roxmltree::Node::is_element);
    if let Some((node, slip)) =
        elements.find_map(|node| Some((node, colours(node).into_iter().next()?)))
    {
        return Err(refused(Violation {
            code: None,
            range: edited.original_range(&node.range()),
            part: slip.part,
            message: slip.message,
            help: slip.help,
        }));
    }
    let own = own_edits(&edited.text, &document, name, colour);
    let tag = start_tag(
        &source,
        edited.original(document.root_element().range().start),
    );
    let wrong = |message: String| wrong(message).in_asset(asset, file, tag.clone());
    let edited = edited.edit(own).text;
    let document = parse(&edited).map_err(refused)?;
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
    let children = root.children().filter(roxmltree::Node::is_element);
    let body = children.map(|c| &edited[c.range()]).collect();
    Ok(Picture {
        asset,
        name: name.to_owned(),
        view: [x, y, width, height],
        body,
        pixels: None,
    })
}

/// Ids with the picture's name before them, so that two pictures on one face do not meet, and `currentColor` as the colour that it
/// has there.
fn own_edits(
    text: &str,
    document: &roxmltree::Document<'_>,
    name: &str,
    colour: &str,
) -> Vec<Edit> {
    let name = own_prefix(name);
    let colour = escape(colour);
    let mut edits = Vec::new();
    for attribute in document.descendants().flat_map(|n| n.attributes()) {
        let written = &text[attribute.range_value()];
        let value = match attribute.name() {
            "id" if attribute.namespace().is_none() => format!("{name}-{written}"),
            "href" => written.replacen('#', &format!("#{name}-"), 1),
            _ if written.contains("currentColor") => written.replace("currentColor", &colour),
            _ if written.contains('(') => {
                let mut value = written.to_owned();
                for url in ["url(#", "url('#", "url(&quot;#", "url(\"#"] {
                    value = value.replace(url, &format!("url(#{name}-"));
                }
                // The opening quote was removed.
                value
                    .replace("')", ")")
                    .replace("&quot;)", ")")
                    .replace("\")", ")")
            }
            _ => continue,
        };
        if value != written {
            edits.push((attribute.range_value(), value));
        }
    }
    edits
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
