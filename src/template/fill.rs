//! `{{field}}`: a text with placeholders, and filling it.

use crate::cards::Face;

use super::ink::Ink;

/// A piece of a template's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Literal(String),
    Field { name: String, case: Case },
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
pub struct Pattern {
    pub pieces: Vec<Piece>,
}

impl Pattern {
    /// Reads a text with placeholders.
    ///
    /// # Errors
    /// The byte and the fault of a placeholder that is not closed or not a name.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut pieces = Vec::new();
        let mut from = 0;
        while let Some(open) = text[from..].find("{{") {
            let open = from + open;
            let Some(close) = text[open..].find("}}") else {
                return Err((open, "`{{` is not closed with `}}`".into()));
            };
            let close = open + close;
            if open > from {
                pieces.push(Piece::Literal(text[from..open].to_owned()));
            }
            let inner = text[open + 2..close].trim();
            let (name, case) = match inner.split_once('|') {
                None => (inner, Case::AsIs),
                Some((name, "upper")) => (name.trim(), Case::Upper),
                Some((name, "lower")) => (name.trim(), Case::Lower),
                Some((_, other)) => {
                    let fault = format!("`{other}` is no filter: there are `upper` and `lower`");
                    return Err((open, fault));
                }
            };
            let good = |c: char| c.is_alphanumeric() || "-_.".contains(c);
            if name.is_empty() || !name.chars().all(good) {
                return Err((open, format!("`{{{{{inner}}}}}` names no field")));
            }
            pieces.push(Piece::Field {
                name: name.to_owned(),
                case,
            });
            from = close + 2;
        }
        if from < text.len() {
            pieces.push(Piece::Literal(text[from..].to_owned()));
        }
        Ok(Pattern { pieces })
    }

    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Field { name, .. } => Some(name.as_str()),
            Piece::Literal(_) => None,
        })
    }

    /// The text with the face's words in it, as they are.
    pub fn fill(&self, face: &Face) -> String {
        self.fill_with(face, |text| text.to_owned())
    }

    /// About how many bytes the filled text has.
    pub fn length(&self, face: &Face) -> u64 {
        // A place costs something even when nothing is put there.
        const PLACE: usize = 16;
        let length = |piece: &Piece| match piece {
            Piece::Literal(text) => text.len(),
            Piece::Field { name, .. } => PLACE + face.text(name).len(),
        };
        self.pieces.iter().map(|piece| length(piece) as u64).sum()
    }

    /// As [`Pattern::fill`], for a piece of XML: words are escaped, colours turned to what `ink` prints.
    pub fn fill_xml(&self, face: &Face, ink: Ink) -> String {
        self.fill_with(face, |text| escape(&ink.colour(text)))
    }

    fn fill_with(&self, face: &Face, word: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) => out.push_str(text),
                Piece::Field { name, case } => out.push_str(&word(&case.apply(face.text(name)))),
            }
        }
        out
    }
}

/// Text for XML, in content and in attributes; signs that XML forbids are dropped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || c == '\u{fffe}' || c == '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
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
        let pattern = Pattern::parse("a {{name}} {{ name|upper }}{{none}}.").unwrap();
        assert_eq!(pattern.fill(&face), "a Tom & Co TOM & CO.");
        assert_eq!(
            pattern.fill_xml(&face, Ink::Full),
            "a Tom &amp; Co TOM &amp; CO."
        );
        assert_eq!(
            pattern.fields().collect::<Vec<_>>(),
            ["name", "name", "none"]
        );
    }

    #[test]
    fn faults_are_told() {
        assert!(Pattern::parse("{{name").is_err());
        assert!(Pattern::parse("{{}}").is_err());
        assert!(Pattern::parse("{{name|reverse}}").is_err());
    }

    proptest! {
        #[test]
        fn any_words_stay_well_formed_xml(words in "\\PC{0,30}") {
            let mut face = Face::default();
            face.set("w", words, None);
            let xml = Pattern::parse("<a b=\"{{w}}\">{{w}}</a>").unwrap().fill_xml(&face, Ink::Grey);
            prop_assert!(roxmltree::Document::parse(&xml).is_ok());
        }
    }
}
