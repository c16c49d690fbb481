//! Splits `<text>` with placeholders, which drawing programs write as lines of tspans with style on either, into one `<text>`
//! for each line. Edits go out, for `read`.

use roxmltree::Document;

use super::super::document::edited::ByteEdit;
use super::super::document::properties::{inherited, number};
use super::super::document::undrawn::undrawn_property;
use super::super::document::xml::{SvgNode, Violation, escape, tag_of};
use super::declarations::{Declaration, decimal, read_declarations, settle, write_declarations};
use super::elements::is_svg;
use crate::source::Code;

/// Elements whose text is drawn as it is, in place or not at all.
const DEFINITIONS: &[&str] = &["defs", "clipPath", "mask", "pattern", "symbol", "marker"];

/// Attributes of a place, which each line has for itself.
const PLACES: &[&str] = &["x", "y", "dx", "dy", "rotate"];

/// The edits that make a `<text>` of each line of words with a placeholder.
///
/// # Errors
/// What of such a text cannot be a line of words of one style.
pub fn label_edits(source: &str, document: &Document<'_>) -> Result<Vec<ByteEdit>, Vec<Violation>> {
    let mut edits = Vec::new();
    let mut found = Vec::new();
    let texts = document.descendants().filter(|n| n.has_tag_name("text") && is_svg(*n));
    for text in texts.filter(|n| words(*n).contains("{{") && !in_definitions(*n)) {
        match Reader::read(text) {
            Ok(lines) if is_plain(text) && lines.len() == 1 => {}
            Ok(lines) => {
                let lines = lines.iter().enumerate();
                let lines = lines.map(|(at, line)| line.write(source, text, at == 0));
                edits.push((text.range(), lines.collect()));
            }
            Err(violation) => found.push(violation),
        }
    }
    if found.is_empty() { Ok(edits) } else { Err(found) }
}

fn words(text: SvgNode<'_>) -> String {
    let texts = text.descendants().filter(SvgNode::is_text);
    texts.filter_map(|n| n.text()).collect()
}

fn in_definitions(node: SvgNode<'_>) -> bool {
    node.ancestors().any(|n| n.is_element() && DEFINITIONS.contains(&tag_of(n)))
}

/// Whether the text is already as it is wanted.
fn is_plain(text: SvgNode<'_>) -> bool {
    let shifts = ["dx", "dy", "rotate"].iter().any(|name| text.has_attribute(*name));
    !shifts && !text.children().any(|c| c.is_element())
}

fn violation(node: SvgNode<'_>, part: &str, message: String, help: &str) -> Violation {
    Violation::new(node.range(), message, help).code(Code::BoxAttribute).part(part)
}

/// A line of words of one style.
#[derive(Debug, Clone, Default)]
struct Line<'a> {
    x: f64,
    y: f64,
    words: String,
    /// What the tspans around the words set, outermost first.
    style: Vec<Declaration>,
    /// `data-` attributes of these tspans.
    data: Vec<(&'a str, &'a str)>,
}

impl Line<'_> {
    fn write(&self, source: &str, text: SvgNode<'_>, first: bool) -> String {
        let mut out = String::from("<text");
        for attribute in text.attributes() {
            let name = attribute.name();
            let own = PLACES.contains(&name) || name == "style" || (name == "id" && !first);
            if !own && !self.data.iter().any(|(set, _)| *set == name) {
                out.push(' ');
                out.push_str(&source[attribute.range()]);
            }
        }
        for (name, value) in &self.data {
            out.push_str(&format!(" {name}=\"{}\"", escape(value)));
        }
        out.push_str(&format!(" x=\"{}\" y=\"{}\"", decimal(self.x), decimal(self.y)));
        let mut style = read_declarations(text.attribute("style").unwrap_or(""));
        style.extend(self.style.iter().cloned());
        let style = settle(style, None, |name| text.has_attribute(name));
        if !style.is_empty() {
            out.push_str(&format!(" style=\"{}\"", escape(&write_declarations(&style))));
        }
        out.push_str(&format!(">{}</text>", escape(self.words.trim())));
        out
    }
}

/// Goes through a text from its first sign to its last.
struct Reader<'a> {
    text: SvgNode<'a>,
    lines: Vec<Line<'a>>,
    /// Where the next line begins.
    x: f64,
    y: f64,
    /// Whether the next words begin a line.
    begins: bool,
    preserve: bool,
}

/// The tspans around some words.
#[derive(Clone, Default)]
struct Around<'a> {
    style: Vec<Declaration>,
    data: Vec<(&'a str, &'a str)>,
}

impl<'a> Reader<'a> {
    fn read(text: SvgNode<'a>) -> Result<Vec<Line<'a>>, Violation> {
        let space = text
            .ancestors()
            .find_map(|n| n.attribute(("http://www.w3.org/XML/1998/namespace", "space")));
        let white = inherited(text, "white-space").unwrap_or("");
        let mut reader = Reader {
            text,
            lines: Vec::new(),
            x: 0.0,
            y: 0.0,
            begins: true,
            preserve: space == Some("preserve") || white.starts_with("pre"),
        };
        reader.place(text)?;
        reader.properties(text)?;
        reader.children(text, &Around::default())?;
        let mut lines = reader.lines;
        lines.retain(|line| !line.words.trim().is_empty());
        Ok(lines)
    }

    fn children(&mut self, node: SvgNode<'a>, around: &Around<'a>) -> Result<(), Violation> {
        for child in node.children() {
            if child.is_text() {
                self.words(child.text().unwrap_or(""), around)?;
            } else if child.is_element() && is_svg(child) {
                match tag_of(child) {
                    "tspan" | "a" => self.tspan(child, around)?,
                    "title" | "desc" => {}
                    "textPath" => {
                        let help = "Inkscape: Text, Remove from Path; words along a path can only be the same on all cards (Path, Object to Path)";
                        return Err(violation(
                            child,
                            "",
                            "words with a placeholder cannot run along a path".into(),
                            help,
                        ));
                    }
                    other => {
                        let message = format!("a <text> with a placeholder holds a <{other}>");
                        return Err(violation(child, "", message, "leave only words in it"));
                    }
                }
            }
        }
        Ok(())
    }

    fn tspan(&mut self, node: SvgNode<'a>, around: &Around<'a>) -> Result<(), Violation> {
        self.place(node)?;
        self.properties(node)?;
        let mut around = around.clone();
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let (name, value) = (attribute.name(), attribute.value());
            if name.starts_with("data-") {
                around.data.retain(|(set, _)| *set != name);
                around.data.push((name, value));
            } else if !PLACES.contains(&name) && !["style", "id", "class"].contains(&name) {
                around.style.push(Declaration {
                    name: name.to_owned(),
                    value: value.to_owned(),
                    important: false,
                });
            }
        }
        around.style.extend(read_declarations(node.attribute("style").unwrap_or("")));
        self.children(node, &around)
    }

    /// Begins a line where the element says so.
    fn place(&mut self, node: SvgNode<'a>) -> Result<(), Violation> {
        let (x, y) = (self.number(node, "x")?, self.number(node, "y")?);
        let (dx, dy) = (self.number(node, "dx")?, self.number(node, "dy")?);
        if node.attribute("rotate").is_some_and(|v| v.trim() != "0") {
            return Err(kerned(node, "rotate"));
        }
        let shifts = dx.unwrap_or(0.0) != 0.0 || dy.unwrap_or(0.0) != 0.0;
        let placed = x.is_some() || y.is_some();
        if !placed && shifts && !self.begins {
            return Err(kerned(node, if dy.unwrap_or(0.0) == 0.0 { "dx" } else { "dy" }));
        }
        if placed || shifts {
            // Illustrator moves on within a line, even inside a placeholder.
            let same = y.is_none_or(|y| y == self.y) && dy.unwrap_or(0.0) == 0.0;
            let open = self.lines.last().is_some_and(|line| {
                line.words.matches("{{").count() > line.words.matches("}}").count()
                    || line.words.ends_with('{')
            });
            self.begins = self.begins || !(same && open);
            if self.begins {
                self.x = x.unwrap_or(self.x) + dx.unwrap_or(0.0);
                self.y = y.unwrap_or(self.y) + dy.unwrap_or(0.0);
            }
        }
        Ok(())
    }

    /// A length that may be in `em`; a list of them is a place for each letter.
    fn number(&self, node: SvgNode<'a>, name: &str) -> Result<Option<f64>, Violation> {
        // A place that the card gives is worked out where the text is drawn: it stays with a text of one line.
        let given = node.attribute(name).is_some_and(|v| v.contains("{{"));
        if given && node == self.text && is_plain(node) {
            return Ok(None);
        }
        let Some(value) = node.attribute(name).map(str::trim).filter(|v| !v.is_empty()) else {
            return Ok(None);
        };
        let em = value.strip_suffix("em").and_then(|ems| {
            let size = inherited(node, "font-size").and_then(number)?;
            Some(ems.trim().parse::<f64>().ok()? * size)
        });
        match em.or_else(|| number(value)) {
            Some(number) => Ok(Some(number)),
            None if value.contains([' ', ',']) => Err(kerned(node, name)),
            None => {
                let message = format!("`{name}=\"{value}\"` is no place for words");
                let part = format!("{name}=\"{value}\"");
                Err(violation(node, &part, message, "write a plain number"))
            }
        }
    }

    fn properties(&self, node: SvgNode<'a>) -> Result<(), Violation> {
        match undrawn_property(node) {
            Some((set, name, help)) => {
                let message = format!("a <text> with a placeholder has `{name}`");
                Err(violation(set, name, message, help))
            }
            None => Ok(()),
        }
    }

    fn words(&mut self, words: &str, around: &Around<'a>) -> Result<(), Violation> {
        let words =
            if self.preserve { words.replace(['\n', '\t', '\r'], " ") } else { collapsed(words) };
        if words.trim().is_empty() {
            if let Some(line) = self.lines.last_mut().filter(|_| !self.begins && !words.is_empty())
            {
                line.words.push_str(&words);
            }
            return Ok(());
        }
        if self.begins || self.lines.is_empty() {
            self.begins = false;
            self.lines.push(Line {
                x: self.x,
                y: self.y,
                words,
                style: around.style.clone(),
                data: around.data.clone(),
            });
            return Ok(());
        }
        let Some(line) = self.lines.last_mut() else {
            return Ok(());
        };
        if looks(&line.style) != looks(&around.style) {
            let help = "draw a <rect data-fit=\"…\"> and write **bold** or *italic* in the card's text, or make two texts of it";
            let message = "words with a placeholder have several styles in one line".to_owned();
            return Err(violation(self.text, "", message, help));
        }
        line.words.push_str(&words);
        Ok(())
    }
}

fn kerned(node: SvgNode<'_>, name: &str) -> Violation {
    let help = "Inkscape: select the text, then Text, Remove Manual Kerns; where each letter of a placeholder stands is not known before";
    let message = format!("a text with a placeholder moves its letters one by one (`{name}`)");
    let part = format!("{name}=\"{}\"", node.attribute(name).unwrap_or(""));
    violation(node, &part, message, help)
}

/// What of a style is seen within a line; Illustrator kerns by `letter-spacing`.
fn looks(style: &[Declaration]) -> Vec<(String, String)> {
    let settled = settle(style.to_vec(), None, |_| false);
    let seen = |d: &&Declaration| {
        !["letter-spacing", "kerning", "font-kerning"].contains(&d.name.as_str())
    };
    let mut looks: Vec<_> =
        settled.iter().filter(seen).map(|d| (d.name.clone(), d.value.clone())).collect();
    looks.sort();
    looks
}

/// Any space as one; at the ends, too.
fn collapsed(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars() {
        let c = if c.is_ascii_whitespace() { ' ' } else { c };
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::document::edited::Edited;
    use super::*;

    fn plain(text: &str) -> Result<String, String> {
        let svg = format!("<svg xmlns:sodipodi=\"s\">{text}</svg>");
        let document = Document::parse(&svg).unwrap();
        let edits = label_edits(&svg, &document).map_err(|v| v[0].message.clone())?;
        let text = Edited::unchanged(&svg).edit(edits).text;
        Ok(text[text.find('>').unwrap() + 1..].replace("</svg>", ""))
    }

    #[test]
    fn a_line_typed_in_inkscape_is_a_text() {
        let typed = "<text xml:space=\"preserve\" style=\"font-size:4px;fill:#000\" x=\"5\" y=\"10\" id=\"t\"><tspan sodipodi:role=\"line\" id=\"u\" style=\"stroke-width:0.2;fill:#f00\" x=\"6\" y=\"12\">{{name}} &amp; {{cost}}</tspan></text>";
        assert_eq!(
            plain(typed).unwrap(),
            "<text xml:space=\"preserve\" id=\"t\" x=\"6\" y=\"12\" style=\"font-size:4;fill:#f00;stroke-width:0.2\">{{name}} &amp; {{cost}}</text>"
        );
    }

    #[test]
    fn each_line_is_a_text_of_its_own() {
        let two = "<text id=\"a\" font-size=\"10\" transform=\"scale(2)\">\n <tspan x=\"1\" y=\"2\">one\n  line</tspan>\n <tspan x=\"1\" dy=\"1.2em\" data-if=\"b\">{{b}}</tspan></text>";
        assert_eq!(
            plain(two).unwrap(),
            "<text id=\"a\" font-size=\"10\" transform=\"scale(2)\" x=\"1\" y=\"2\">one line</text><text font-size=\"10\" transform=\"scale(2)\" data-if=\"b\" x=\"1\" y=\"14\">{{b}}</text>"
        );
    }

    #[test]
    fn a_placeholder_may_be_cut_by_kerning() {
        let cut = "<text y=\"5\"><tspan x=\"0\" y=\"5\">{{n</tspan><tspan x=\"3\" y=\"5\" letter-spacing=\"-0.1\">ame}}</tspan></text>";
        assert_eq!(plain(cut).unwrap(), "<text x=\"0\" y=\"5\">{{name}}</text>");
    }

    #[test]
    fn a_plain_text_stays_as_it_is() {
        for text in [
            "<text x=\"4\" y=\"5\" style=\"fill:red\">{{name}}  x</text>",
            "<text x=\"4\"><tspan x=\"1 2 3\">abc</tspan></text>",
            "<defs><text><tspan x=\"1\">{{a}}</tspan></text></defs>",
        ] {
            assert_eq!(plain(text).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_line_of_one_style_is_named() {
        for (text, says) in [
            ("<text><textPath href=\"#a\">{{b}}</textPath></text>", "along a path"),
            ("<text>{{a}} <tspan font-weight=\"700\">b</tspan></text>", "several styles"),
            ("<text x=\"1 2 3\">{{a}}</text>", "one by one (`x`)"),
            ("<text>{{a}}<tspan dy=\"-2\">b</tspan></text>", "one by one (`dy`)"),
            (
                "<text style=\"shape-inside:url(#r)\"><tspan x=\"1\" y=\"2\">{{a}}</tspan></text>",
                "`shape-inside`",
            ),
            ("<text x=\"50%\"><tspan>{{a}}</tspan></text>", "`x=\"50%\"`"),
        ] {
            let told = plain(text).unwrap_err();
            assert!(told.contains(says), "{text}: {told}");
        }
    }
}
