//! Parses the declarations of a `style` or a rule, and normalises what other programs write: one value per property, sizes
//! without units, one font family by its own name. CSS text comes in, declarations go out. Called by the other readers of this
//! folder.

use super::super::document::paint;
use crate::source::outside_quotes;
use crate::text::FontBook;

/// Declarations of one `style`, `data-low` or rule. Inkscape writes up to 60.
pub const MOST_DECLARATIONS: usize = 500;

/// `name: value`, and whether it is `!important`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    pub name: String,
    pub value: String,
    pub important: bool,
}

/// Reads `fill:red; stroke: #000 !important`. What is no declaration is skipped, as browsers do.
pub fn read_declarations(text: &str) -> Vec<Declaration> {
    let text = without_comments(text);
    let read = |part: &str| {
        let (name, value) = part.split_once(':')?;
        let value = value.trim();
        let (value, important) = match value.rsplit_once('!') {
            Some((before, word)) if word.trim().eq_ignore_ascii_case("important") => {
                (before.trim_end(), true)
            }
            _ => (value, false),
        };
        let name = name.trim();
        (!name.is_empty() && !value.is_empty()).then(|| Declaration {
            // A property's name is the same in any case; an own one (`--x`) is not, and means nothing here.
            name: name.to_ascii_lowercase(),
            value: value.to_owned(),
            important,
        })
    };
    split_outside(&text, ';').into_iter().filter_map(read).collect()
}

/// The properties of a `style` and their values, as they are written.
pub fn pairs(text: &str) -> Vec<(String, String)> {
    let read = read_declarations(text).into_iter();
    read.map(|d| (d.name, d.value)).collect()
}

/// Splits at `sign`, but not in quotes, parentheses and placeholders.
pub fn split_outside(text: &str, sign: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0usize, 0);
    for (at, c) in outside_quotes(text) {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ if c == sign && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// The text without `/* … */`.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// Declarations in the order of the cascade, weakest first, as one value a property: an important one stands, otherwise the last
/// wins. `has` says which attributes the element has.
pub fn settle(
    declarations: Vec<Declaration>,
    fonts: Option<&FontBook>,
    has: impl Fn(&str) -> bool,
) -> Vec<Declaration> {
    let mut settled: Vec<Declaration> = Vec::new();
    for declaration in declarations.into_iter().flat_map(|d| expand(d, fonts)) {
        let known = settled.iter().position(|d| d.name == declaration.name);
        // Figma writes a colour twice: in sRGB, then for screens with a wider gamut.
        let wide = is_wide_colour(&declaration.value);
        match known {
            Some(at) if !wide && (declaration.important || !settled[at].important) => {
                settled[at] = declaration;
            }
            Some(_) => {}
            None if wide && has(&declaration.name) => {}
            None => settled.push(declaration),
        }
    }
    settled
}

pub fn write_declarations(declarations: &[Declaration]) -> String {
    let pairs = declarations.iter().map(|d| format!("{}:{}", d.name, d.value));
    pairs.collect::<Vec<_>>().join(";")
}

/// A colour in a form that SVG 1.1 has not, beside which programs write a plain one.
fn is_wide_colour(value: &str) -> bool {
    let head = value.split('(').next().unwrap_or(value).trim();
    let wide = ["color", "lab", "lch", "oklab", "oklch", "color-mix", "var"];
    value.contains('(') && wide.contains(&head.to_ascii_lowercase().as_str())
}

/// A declaration as those that SVG has: none for what only an editor reads, several for a shorthand.
fn expand(declaration: Declaration, fonts: Option<&FontBook>) -> Vec<Declaration> {
    let Declaration { name, value, important } = &declaration;
    let one = |name: &str, value: String| Declaration {
        name: name.to_owned(),
        value,
        important: *important,
    };
    match name.as_str() {
        name if name.starts_with('-') => Vec::new(),
        "font" => font(value)
            .into_iter()
            .map(|(name, value)| one(name, value))
            .flat_map(|declaration| expand(declaration, fonts))
            .collect(),
        "font-family" => {
            let font = FontName::parse(value, fonts);
            // The weight and slant in the font's name win over other properties.
            let named =
                |name: &str, value: String| Declaration { important: true, ..one(name, value) };
            let weight = font.weight.map(|w| named("font-weight", w.to_string()));
            let italic = font.italic.then(|| named("font-style", "italic".into()));
            let family = one("font-family", font.quoted());
            weight.into_iter().chain(italic).chain([family]).collect()
        }
        // A reference in quotes means the same without them.
        _ if value.contains("url(") => vec![one(name, value.replace(['"', '\''], ""))],
        // It has the colour that is around it anyway.
        "color" if ["currentcolor", "inherit"].contains(&value.to_ascii_lowercase().as_str()) => {
            Vec::new()
        }
        _ => match plain_length(name, value).or_else(|| {
            paint::holds(name)?;
            paint::plain_colour(value)
        }) {
            Some(plain) => vec![one(name, plain)],
            None => vec![declaration],
        },
    }
}

/// `italic 600 12px/1.2 "Alegreya Sans", serif` as its parts.
fn font(value: &str) -> Vec<(&'static str, String)> {
    // What the shorthand leaves out is as it is without it.
    let mut found = vec![("font-style", "normal".to_owned()), ("font-weight", "normal".to_owned())];
    let mut rest = value.trim();
    while let Some(word) = rest.split_whitespace().next() {
        let size = word.split('/').next().unwrap_or(word);
        if size.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && !size.parse::<u16>().is_ok_and(|n| n >= 100 && n % 100 == 0)
        {
            found.push(("font-size", size.to_owned()));
            let after = rest[word.len()..].trim_start();
            // A slash may stand alone before the height of the line.
            let after = match after.strip_prefix('/') {
                Some(after) => after.trim_start().split_once(' ').map_or("", |(_, rest)| rest),
                None => after,
            };
            found.push(("font-family", after.trim().to_owned()));
            return found;
        }
        match word {
            "italic" | "oblique" => found.push(("font-style", word.to_owned())),
            "bold" | "bolder" | "lighter" => found.push(("font-weight", word.to_owned())),
            number if number.parse::<u16>().is_ok() => {
                found.push(("font-weight", number.to_owned()));
            }
            _ => {}
        }
        rest = rest[word.len()..].trim_start();
    }
    Vec::new()
}

/// Properties and attributes that are lengths in the drawing's own units.
const LENGTHS: &[&str] =
    &["font-size", "letter-spacing", "word-spacing", "stroke-width", "stroke-dashoffset"];

/// A length in pixels of CSS, which are a drawing's units, without its unit; `None` for what has none of these units.
pub fn plain_length(name: &str, value: &str) -> Option<String> {
    if !LENGTHS.contains(&name) {
        return None;
    }
    let split = value.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = value.split_at(split);
    let number: f64 = number.trim().parse().ok()?;
    let unit = pixels(unit)?;
    Some(decimal(number * unit))
}

/// How many pixels of CSS a unit is.
pub fn pixels(unit: &str) -> Option<f64> {
    Some(match unit.trim() {
        "" | "px" => 1.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "mm" => 96.0 / 25.4,
        "cm" => 960.0 / 25.4,
        "in" => 96.0,
        "Q" => 24.0 / 25.4,
        _ => return None,
    })
}

/// Six decimals at most, without zeros at the end.
pub fn decimal(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_owned() }
}

/// A font as a drawing names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontName {
    pub family: String,
    /// The style in a PostScript name (`Oswald-SemiBold`).
    pub weight: Option<u16>,
    pub italic: bool,
}

/// The words for weights at the end of a font's name.
const WEIGHTS: &[(&str, u16)] = &[
    ("thin", 100),
    ("hairline", 100),
    ("extralight", 200),
    ("ultralight", 200),
    ("light", 300),
    ("regular", 400),
    ("roman", 400),
    ("book", 400),
    ("medium", 500),
    ("semibold", 600),
    ("demibold", 600),
    ("bold", 700),
    ("extrabold", 800),
    ("ultrabold", 800),
    ("black", 900),
    ("heavy", 900),
];

/// Generic families, at the end of a list.
const GENERIC: &[&str] = &["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"];

/// Generic families that a bundled font serves, when no other family is named; `Sans` is what an old Inkscape writes.
const SANS: &[&str] = &["sans-serif", "system-ui", "Sans"];

/// The bundled font for [`SANS`].
const BUNDLED_SANS: &str = "Cabin";

impl FontName {
    /// Reads the value of `font-family`: of a list the first family that is in `fonts`, else the first, by the name that people
    /// know. Illustrator writes a list of a PostScript name and the family, or only a PostScript name; Affinity and Inkscape on
    /// Windows write the weight behind the family.
    pub fn parse(value: &str, fonts: Option<&FontBook>) -> FontName {
        let names: Vec<&str> = split_outside(value, ',')
            .into_iter()
            .map(|name| name.trim().trim_matches(['"', '\'']).trim())
            .filter(|name| !name.is_empty())
            .collect();
        if let Some(book) = fonts
            && let Some(known) = names.iter().find_map(|name| Self::of_book(name, book))
        {
            return known;
        }
        let plain = names.iter().find(|name| !GENERIC.contains(name));
        let first = plain.or(names.first()).copied().unwrap_or("");
        let is_sans = fonts.is_some() && SANS.contains(&first);
        Self::whole(if is_sans { BUNDLED_SANS } else { first })
    }

    fn whole(family: &str) -> FontName {
        FontName { family: family.to_owned(), weight: None, italic: false }
    }

    /// A font of the book, whose weight may stand behind its family.
    fn of_book(name: &str, book: &FontBook) -> Option<FontName> {
        if let Some(family) = book.family(name) {
            return Some(Self::whole(family));
        }
        let styled = Self::styled(name)?;
        let family = book.family(&styled.family)?.to_owned();
        Some(FontName { family, ..styled })
    }

    /// `Oswald-SemiBold`, `Oswald Semi-Bold`, `Alegreya Sans Bold Italic`: the family, and the style behind it.
    fn styled(name: &str) -> Option<FontName> {
        let ends = name.match_indices([' ', '-']).map(|(at, _)| at);
        ends.into_iter().find_map(|at| {
            let style = name[at..].replace([' ', '-'], "").to_lowercase();
            let upright = style.strip_suffix("italic").or(style.strip_suffix("oblique"));
            let word = upright.unwrap_or(&style);
            let weight = WEIGHTS.iter().find(|(known, _)| *known == word);
            let found = weight.is_some() || (upright.is_some() && word.is_empty());
            found.then(|| FontName {
                family: name[..at].to_owned(),
                weight: weight.map(|(_, weight)| *weight),
                italic: upright.is_some(),
            })
        })
    }

    /// The family as a value of CSS.
    fn quoted(&self) -> String {
        if self.family.contains(' ') {
            format!("'{}'", self.family.replace('\'', ""))
        } else {
            self.family.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Files, Folder, GameFolder, Tree};

    fn settled(style: &str) -> String {
        write_declarations(&settle(read_declarations(style), None, |name| name == "fill"))
    }

    #[test]
    fn the_last_of_a_property_wins_and_what_is_important_stays() {
        assert_eq!(settled("fill:red;stroke:blue;fill: #000 "), "fill:#000;stroke:blue");
        assert_eq!(settled("fill:red !important;fill:#000"), "fill:red");
        assert_eq!(
            settled("FILL:{{kind.colour}};;x;y:;/* a:b; */opacity:1"),
            "fill:{{kind.colour}};opacity:1"
        );
    }

    #[test]
    fn figma_writes_a_colour_twice() {
        assert_eq!(
            settled("stroke:#D9D9D9;stroke:color(display-p3 0.851 0.851 0.851);stroke-opacity:1;"),
            "stroke:#D9D9D9;stroke-opacity:1"
        );
        assert_eq!(settled("fill:color(display-p3 1 0 0)"), "");
    }

    #[test]
    fn what_only_an_editor_reads_is_dropped() {
        assert_eq!(
            settled(
                "font-size:5.64444px;-inkscape-font-specification:'Oswald, Normal';stroke-width:0.264583px"
            ),
            "font-size:5.64444;stroke-width:0.264583"
        );
    }

    #[test]
    fn sizes_are_written_without_units() {
        assert_eq!(
            settled("font-size:12pt;letter-spacing:1mm"),
            "font-size:16;letter-spacing:3.779528"
        );
        assert_eq!(
            settled("font-size:120%;letter-spacing:normal"),
            "font-size:120%;letter-spacing:normal"
        );
    }

    #[test]
    fn a_font_in_one_word_is_taken_apart() {
        assert_eq!(
            settled("font:italic 600 12px/1.2 \"Alegreya Sans\", sans-serif"),
            "font-style:italic;font-weight:600;font-size:12;font-family:'Alegreya Sans'"
        );
        assert_eq!(
            settled("font: bold 9pt Oswald"),
            "font-style:normal;font-weight:bold;font-size:12;font-family:Oswald"
        );
        assert_eq!(settled("font:inherit"), "");
    }

    #[test]
    fn of_a_list_of_fonts_the_first_that_is_there_is_used() {
        let nothing = Folder::Memory(Tree::new("", std::collections::BTreeMap::new()));
        let folder = GameFolder::within("test", nothing, None);
        let book = FontBook::open(&folder, &mut Files::new()).unwrap();
        let read = |value: &str| {
            let declarations = read_declarations(&format!("font-family:{value}"));
            write_declarations(&settle(declarations, Some(&book), |_| false))
        };
        for (written, known) in [
            ("'Alegreya Sans'", "font-family:'Alegreya Sans'"),
            ("Oswald, sans-serif", "font-family:Oswald"),
            ("Minion, serif, OSWALD", "font-family:Oswald"),
            ("sans-serif", "font-family:Cabin"),
            ("Sans", "font-family:Cabin"),
            ("serif", "font-family:serif"),
            ("Minion, sans-serif", "font-family:Minion"),
            ("'Oswald-SemiBold'", "font-weight:600;font-family:Oswald"),
            ("Oswald Semi-Bold", "font-weight:600;font-family:Oswald"),
            (
                "AlegreyaSans-BoldItalic, 'Alegreya Sans'",
                "font-weight:700;font-style:italic;font-family:'Alegreya Sans'",
            ),
            ("Alegreya Sans Italic", "font-style:italic;font-family:'Alegreya Sans'"),
            ("Some-Font", "font-family:Some-Font"),
            ("Futura Black", "font-family:'Futura Black'"),
        ] {
            assert_eq!(read(written), known);
        }
        let both = "Oswald-SemiBold, Oswald;font-weight:500";
        assert_eq!(read(both), "font-weight:600;font-family:Oswald");
    }
}
