//! Parses and fills texts with placeholders, `{{field}}`. A text comes in from the compiler; for each card, its fields come in
//! and the filled text goes out, to the drawing of faces.

use crate::cards::{Face, Sum, ValueFault, is_name, read_sum};
use crate::source::Fault;

use super::document::xml::escape;
use super::ink::Ink;
use crate::source::Span;

/// A piece of a template's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPiece {
    Literal(String),
    Field {
        name: String,
        case: Case,
    },
    Sum(Sum),
    /// The text beside the last of some values that is a word of the field; an empty value is one of every card.
    Choice {
        name: String,
        options: Vec<(String, String)>,
    },
}

/// What parts a choice from the next, within a placeholder; nobody types it.
const CHOICE: char = '\u{e000}';

/// A choice as a placeholder: `options` are values of `field` and texts.
pub fn choice(field: &str, options: &[(&str, String)]) -> String {
    let options = options.iter();
    let options: String =
        options.map(|(value, text)| format!("{CHOICE}{value}{CHOICE}{text}")).collect();
    format!("{{{{{field}{options}}}}}")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Case {
    #[default]
    AsIs,
    Upper,
    Lower,
}

impl Case {
    pub fn apply(self, text: &str) -> String {
        match self {
            Case::AsIs => text.to_owned(),
            Case::Upper => text.to_uppercase(),
            Case::Lower => text.to_lowercase(),
        }
    }
}

/// A text with placeholders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextPattern {
    pub pieces: Vec<TextPiece>,
}

impl TextPattern {
    /// Reads a text with placeholders.
    ///
    /// # Errors
    /// A placeholder that is not closed, or neither a name nor a sum; the place is that of the whole placeholder.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut pieces = Vec::new();
        let mut from = 0;
        while let Some(open) = text[from..].find("{{") {
            let open = from + open;
            let Some(close) = text[open..].find("}}") else {
                let fault = Fault::new("`{{` is not closed with `}}`", HELP);
                return Err(fault.at(open..open + placeholder_at(text, open).len()));
            };
            let close = open + close;
            if open > from {
                pieces.push(TextPiece::Literal(text[from..open].to_owned()));
            }
            let piece = piece(text[open + 2..close].trim());
            let placed =
                |(message, help): (String, String)| Fault::new(message, help).at(open..close + 2);
            pieces.push(piece.map_err(placed)?);
            from = close + 2;
        }
        if from < text.len() {
            pieces.push(TextPiece::Literal(text[from..].to_owned()));
        }
        Ok(TextPattern { pieces })
    }

    /// The fields that it shows, in their order.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().flat_map(|piece| match piece {
            TextPiece::Field { name, .. } | TextPiece::Choice { name, .. } => vec![name.as_str()],
            TextPiece::Sum(sum) => sum.names().into_iter().map(|n| n.name.as_str()).collect(),
            TextPiece::Literal(_) => Vec::new(),
        })
    }

    /// Where the card has the first of its fields.
    pub fn origin(&self, face: &Face) -> Option<Span> {
        self.fields().find_map(|field| face.get(field)?.span)
    }

    /// Why a sum in it cannot be worked out for a card.
    pub fn fault(&self, face: &Face) -> Option<ValueFault> {
        self.pieces.iter().find_map(|piece| match piece {
            TextPiece::Sum(sum) => sum.value(face).err(),
            _ => None,
        })
    }

    /// The field whose value is to blame for what it becomes: the first that is empty, or else the first; and whether it is empty.
    pub fn blamed(&self, face: &Face) -> (Option<String>, bool) {
        let blank = self.fields().find(|field| face.text(field).trim().is_empty());
        (blank.or(self.fields().next()).map(str::to_owned), blank.is_some())
    }

    /// The text with the face's words in it, as they are. A sum with a fault is left out.
    pub fn fill(&self, face: &Face) -> String {
        self.fill_with(face, |text| text.to_owned())
    }

    /// About how many bytes the filled text has.
    pub fn length(&self, face: &Face) -> u64 {
        // An empty value counts too, so that many empty places stay bounded.
        const PLACE: usize = 16;
        let length = |piece: &TextPiece| match piece {
            TextPiece::Literal(text) => text.len(),
            TextPiece::Field { name, .. } => PLACE + face.text(name).len(),
            TextPiece::Sum(_) => PLACE,
            piece @ TextPiece::Choice { .. } => PLACE + piece.chosen(face).len(),
        };
        self.pieces.iter().map(|piece| length(piece) as u64).sum()
    }

    /// As [`TextPattern::fill`], for a piece of XML: words are escaped, colours turned to what `ink` prints.
    pub fn fill_xml(&self, face: &Face, ink: Ink) -> String {
        self.fill_with(face, |text| escape(&ink.colour(text)))
    }

    fn fill_with(&self, face: &Face, word: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                TextPiece::Literal(text) => out.push_str(text),
                TextPiece::Field { name, case } => {
                    out.push_str(&word(&case.apply(face.text(name))))
                }
                TextPiece::Choice { .. } => out.push_str(&word(piece.chosen(face))),
                TextPiece::Sum(sum) => {
                    if let Ok(Some(number)) = sum.value(face) {
                        out.push_str(&number.to_string());
                    }
                }
            }
        }
        out
    }
}

impl TextPiece {
    /// The text that a choice takes on a card; nothing for other pieces.
    fn chosen(&self, face: &Face) -> &str {
        let TextPiece::Choice { name, options } = self else {
            return "";
        };
        let words = face.text(name).split_whitespace();
        let is_meant = |(value, _): &&(String, String)| {
            value.is_empty() || words.clone().any(|word| word == value)
        };
        options.iter().rfind(is_meant).map_or("", |(_, text)| text)
    }
}

const HELP: &str =
    "a placeholder is `{{field}}`, `{{field|upper}}` or a sum such as `{{cost + 1}}`";

/// The text between the braces; or what is wrong with it, and what to do.
fn piece(inner: &str) -> Result<TextPiece, (String, String)> {
    let parts: Vec<&str> = inner.split(CHOICE).collect();
    if let [name, options @ ..] = parts.as_slice()
        && !options.is_empty()
    {
        let pair = |pair: &[&str]| (pair[0].to_owned(), pair[1].to_owned());
        return Ok(TextPiece::Choice {
            name: (*name).to_owned(),
            options: options.chunks_exact(2).map(pair).collect(),
        });
    }
    let (name, filter) = match inner.split_once('|') {
        None => (inner, None),
        Some((name, filter)) => (name.trim(), Some(filter.trim())),
    };
    let case = match filter {
        None => Case::AsIs,
        Some("upper") => Case::Upper,
        Some("lower") => Case::Lower,
        Some(other) => {
            let fault = format!("`{other}` is no filter: there are `upper` and `lower`");
            return Err((fault, HELP.into()));
        }
    };
    if is_name(name) {
        return Ok(TextPiece::Field { name: name.to_owned(), case });
    }
    let whole = format!("`{{{{{inner}}}}}`");
    if name.is_empty() {
        return Err((format!("{whole} names no field"), HELP.into()));
    }
    match read_sum(name) {
        Ok(sum) => Ok(TextPiece::Sum(sum)),
        Err(fault) => {
            Err((format!("{whole} is neither a field nor a sum: {}", fault.message), fault.help))
        }
    }
}

/// The placeholder that begins at byte `at`, as far as it goes: to its end, or to that of the words or the attribute.
pub fn placeholder_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let end = match rest.find("}}") {
        Some(end) => end + 2,
        None => rest.find(['<', '"', '\'']).unwrap_or(rest.len()),
    };
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fields_and_filters_are_filled() {
        let mut face = Face::default();
        face.set("name", "Tom & Co", None);
        let pattern = TextPattern::parse("a {{name}} {{ name|upper }}{{none}}.").unwrap();
        assert_eq!(pattern.fill(&face), "a Tom & Co TOM & CO.");
        assert_eq!(pattern.fill_xml(&face, Ink::Full), "a Tom &amp; Co TOM &amp; CO.");
        assert_eq!(pattern.fields().collect::<Vec<_>>(), ["name", "name", "none"]);
    }

    #[test]
    fn sums_are_worked_out() {
        let mut face = Face::default();
        face.set("hp", "12", None);
        face.set("max-hp", "20", None);
        face.set("word", "X", None);
        let fill = |text: &str| TextPattern::parse(text).unwrap().fill(&face);
        assert_eq!(fill("{{hp+1}} of {{ (max-hp + 1) * 2 }}"), "13 of 42");
        assert_eq!(fill("{{max-hp - hp}}{{max-hp}}"), "820");
        assert_eq!(fill("{{none + 1}}"), "");
        let fault = TextPattern::parse("{{word*2}}").unwrap().fault(&face);
        assert_eq!(fault.unwrap().message, "`word` is `X` where a number is wanted");
    }

    #[test]
    fn faults_are_told() {
        assert!(TextPattern::parse("{{a b}}").is_err());
        assert!(TextPattern::parse("{{a>3}}").is_err());
        assert!(TextPattern::parse("{{name").is_err());
        assert!(TextPattern::parse("{{}}").is_err());
        assert!(TextPattern::parse("{{name|reverse}}").is_err());
    }

    proptest! {
        #[test]
        fn any_words_stay_well_formed_xml(words in "\\PC{0,30}") {
            let mut face = Face::default();
            face.set("w", words, None);
            let xml = TextPattern::parse("<a b=\"{{w}}\">{{w}}</a>").unwrap().fill_xml(&face, Ink::Grey);
            prop_assert!(roxmltree::Document::parse(&xml).is_ok());
        }
    }
}
