//! The markup of running text: `**bold**`, `*italic*`, `{symbol}`, `\` before a sign that is meant as it is.

use std::ops::Range;

/// Running text with its marks taken out. A symbol stands in `text` as a no-break space.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rich {
    pub text: String,
    /// Bytes of `text` that are bold or italic, in order, not overlapping.
    pub spans: Vec<(Range<usize>, Weight)>,
    /// Byte of `text` and name of each symbol.
    pub symbols: Vec<(usize, String)>,
}

/// How a span differs from the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Weight {
    pub bold: bool,
    pub italic: bool,
}

/// What is wrong with a marked-up text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkupFault {
    pub message: String,
    pub help: String,
    /// The text from the mark on.
    pub from: String,
}

/// The stand-in of a symbol: glued to its neighbours by the rules of line breaking (UAX 14), as an icon must be.
pub(super) const STAND_IN: char = '\u{a0}';

impl Rich {
    /// Reads marked-up text.
    ///
    /// # Errors
    /// A mark that is opened and not closed, or a symbol without a name.
    pub fn parse(source: &str) -> Result<Self, MarkupFault> {
        let mut rich = Rich::default();
        let mut now = Weight::default();
        let (mut bold_from, mut italic_from) = (source, source);
        let mut start = 0;
        let mut rest = source;
        while let Some(c) = rest.chars().next() {
            let from = rest;
            rest = &rest[c.len_utf8()..];
            match c {
                '\\' => {
                    let next = rest.chars().next().unwrap_or('\\');
                    rest = rest.get(next.len_utf8()..).unwrap_or("");
                    rich.text.push(next);
                }
                '*' => {
                    rich.close(start, now);
                    start = rich.text.len();
                    match rest.strip_prefix('*') {
                        Some(after) => {
                            rest = after;
                            now.bold = !now.bold;
                            bold_from = from;
                        }
                        None => {
                            now.italic = !now.italic;
                            italic_from = from;
                        }
                    }
                }
                '{' => {
                    let Some(end) = rest.find('}') else {
                        return Err(MarkupFault {
                            message: "a symbol is opened with `{` and not closed".into(),
                            help: "write `{name}`, or `\\\\{` in TOML for the sign itself".into(),
                            from: from.to_owned(),
                        });
                    };
                    let name = rest[..end].trim();
                    if name.is_empty() {
                        return Err(MarkupFault {
                            message: "a symbol without a name: `{}`".into(),
                            help: "write the symbol's name between the braces".into(),
                            from: from[..=end + 1].to_owned(),
                        });
                    }
                    rich.symbols.push((rich.text.len(), name.to_owned()));
                    rich.text.push(STAND_IN);
                    rest = &rest[end + 1..];
                }
                // What a terminal obeys and no font has would be a missing glyph; spaces are meant.
                '\t' | '\r' => rich.text.push(' '),
                c => rich.text.push(c),
            }
        }
        rich.close(start, now);
        if now.bold || now.italic {
            let (mark, from) = match now.bold {
                true => ("**", bold_from),
                false => ("*", italic_from),
            };
            return Err(MarkupFault {
                message: format!("`{mark}` is opened and not closed"),
                help: format!(
                    "close it with `{mark}`, or write `\\\\*` in TOML for the sign itself"
                ),
                from: from.to_owned(),
            });
        }
        Ok(rich)
    }

    /// Text without any marks.
    pub fn plain(text: &str) -> Self {
        Rich {
            text: text.to_owned(),
            ..Rich::default()
        }
    }

    fn close(&mut self, start: usize, weight: Weight) {
        if start < self.text.len() && weight != Weight::default() {
            self.spans.push((start..self.text.len(), weight));
        }
    }

    /// The weight at byte `at`.
    pub(super) fn weight_at(&self, at: usize) -> Weight {
        let span = self.spans.iter().find(|(range, _)| range.contains(&at));
        span.map_or(Weight::default(), |(_, weight)| *weight)
    }

    /// The lines of the text (at `\n`) as texts of their own.
    pub fn paragraphs(&self) -> Vec<Rich> {
        let mut from = 0;
        self.text
            .split('\n')
            .map(|line| {
                let (start, end) = (from, from + line.len());
                from = end + 1;
                let inside = |range: &Range<usize>| {
                    let cut = range.start.max(start)..range.end.min(end);
                    (cut.start < cut.end).then(|| cut.start - start..cut.end - start)
                };
                let spans = self.spans.iter();
                let symbols = self.symbols.iter();
                Rich {
                    text: line.to_owned(),
                    spans: spans.filter_map(|(r, w)| Some((inside(r)?, *w))).collect(),
                    symbols: symbols
                        .filter(|(at, _)| (start..end).contains(at))
                        .map(|(at, name)| (at - start, name.clone()))
                        .collect(),
                }
            })
            .collect()
    }
}

/// The words of a marked-up text alone, for names of files and outlines.
pub fn strip(source: &str) -> String {
    let text = Rich::parse(source).map_or_else(|_| source.to_owned(), |r| r.text);
    text.replace(STAND_IN, " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bold_italic_and_symbols_are_taken_out() {
        let rich = Rich::parse("Pay **two {coin}** *now*").unwrap();
        assert_eq!(rich.text, "Pay two \u{a0} now");
        assert_eq!(rich.symbols, [(8, "coin".to_owned())]);
        assert!(rich.weight_at(4).bold);
        assert!(!rich.weight_at(0).bold);
        assert!(rich.weight_at(rich.text.len() - 1).italic);
    }

    #[test]
    fn a_backslash_keeps_the_sign() {
        assert_eq!(Rich::parse(r"\{a\} 2 \* 3").unwrap().text, "{a} 2 * 3");
    }

    #[test]
    fn open_marks_are_faults() {
        assert!(Rich::parse("**bold").is_err());
        assert!(Rich::parse("a {coin").is_err());
        assert!(Rich::parse("{}").is_err());
    }

    #[test]
    fn paragraphs_keep_their_spans_and_symbols() {
        let rich = Rich::parse("**a {x}\nb** {y}").unwrap();
        let parts = rich.paragraphs();
        assert_eq!(parts.len(), 2);
        assert!(parts[1].weight_at(0).bold);
        assert_eq!(parts[1].symbols, [(2, "y".to_owned())]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "\\PC{0,40}") {
            if let Ok(rich) = Rich::parse(&text) {
                let joined: Vec<String> = rich.paragraphs().into_iter().map(|p| p.text).collect();
                prop_assert_eq!(joined.join("\n"), rich.text);
            }
        }
    }
}
