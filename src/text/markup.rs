//! Reads the markup of running text (`**bold**`, `*italic*`, `{symbol}`, `[words]{red 80%}`, and `\` before a sign that is
//! meant as it is) into a [`Rich`] text: plain words with their looks and symbols. Every text on a card goes through it
//! before it is shaped.

use std::ops::Range;

use super::foreign_markup::{entity, tag, tag_fault};
use super::look::TextStyle;
use crate::source::{Fault, fault};

/// Running text with its marks taken out. A symbol stands in `text` as a no-break space.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rich {
    pub text: String,
    /// Bytes of `text` that look otherwise than the rest, in order, not overlapping.
    pub spans: Vec<(Range<usize>, TextStyle)>,
    /// Byte of `text` and name of each symbol.
    pub symbols: Vec<(usize, String)>,
    /// Bytes of `text` that are meant as they are typed, in order: no quote in them is made a typographic one.
    pub(super) literal: Vec<Range<usize>>,
    /// Bytes of `text` behind which no line ends.
    pub(super) joined: Vec<usize>,
}

/// The stand-in of a symbol: glued to its neighbours by the rules of line breaking (UAX 14), as an icon must be.
pub(super) const STAND_IN: char = '\u{a0}';

/// Ends a line within a paragraph.
pub(super) const LINE_BREAK: char = '\u{2028}';

impl Rich {
    /// Reads marked-up text.
    ///
    /// # Errors
    /// A mark that is opened and not closed, a symbol without a name, a look that there is not, or markup of another program.
    pub fn parse(source: &str) -> Result<Self, Fault> {
        Reader { source, pairs: pairs(source), ..Reader::default() }.read()
    }

    /// Text without any marks, as it is.
    pub fn plain(text: &str) -> Self {
        Rich {
            text: text.to_owned(),
            literal: std::iter::once(0..text.len()).collect(),
            ..Rich::default()
        }
    }

    /// Text without any marks, to be set as words are.
    pub fn unmarked(text: &str) -> Self {
        Rich { text: text.to_owned(), ..Rich::default() }
    }

    /// One line of words in one look, in which only a `\` is a mark.
    ///
    /// # Errors
    /// Marks in it, which one look cannot show.
    pub fn line(source: &str) -> Result<Self, Fault> {
        // A sign that opens nothing, as in "Strength*", is a sign.
        let Ok(rich) = Rich::parse(source) else {
            return Ok(Rich::unmarked(source));
        };
        if rich.spans.is_empty() && rich.symbols.is_empty() {
            return Ok(rich);
        }
        let at = source.find(['*', '{', '[', '_']).unwrap_or(0);
        let message =
            "a <text> is set in one look: marks for bold, italic or a symbol are not read in it";
        let help = "take the marks out, or show the field in a box: <rect data-fit=\"…\" data-lines=\"1\">";
        Err(Fault::new(message, help).at(at..source.len()))
    }

    /// The look at byte `at`.
    pub(super) fn look_at(&self, at: usize) -> TextStyle {
        let next = self.spans.partition_point(|(range, _)| range.end <= at);
        let span = self.spans.get(next).filter(|(range, _)| range.contains(&at));
        span.map_or_else(TextStyle::default, |(_, look)| look.clone())
    }

    /// The smallest size of its words, in percent of the size that it is set in.
    pub fn smallest_percent(&self) -> u16 {
        let smaller = self.spans.iter().map(|(_, look)| look.percent);
        smaller.min().unwrap_or(100).min(100)
    }

    /// The lines of the text as texts of their own, and whether each starts a paragraph.
    pub(super) fn lines(&self) -> Vec<(Rich, bool)> {
        let mut lines = Vec::new();
        let mut from = 0;
        let mut starts = true;
        for (at, c) in self.text.char_indices() {
            if c == '\n' || c == LINE_BREAK {
                lines.push((self.part(from..at), starts));
                from = at + c.len_utf8();
                starts = c == '\n';
            }
        }
        lines.push((self.part(from..self.text.len()), starts));
        lines
    }

    fn part(&self, part: Range<usize>) -> Rich {
        let inside = |range: &Range<usize>| {
            let cut = range.start.max(part.start)..range.end.min(part.end);
            (cut.start < cut.end).then(|| cut.start - part.start..cut.end - part.start)
        };
        let (from, to) = (part.start, part.end);
        let spans = between(&self.spans, |(r, _)| r.end <= from, |(r, _)| r.start < to);
        let literal = between(&self.literal, |r| r.end <= from, |r| r.start < to);
        let symbols = between(&self.symbols, |(at, _)| *at < from, |(at, _)| *at < to);
        let joined = between(&self.joined, |at| *at < from, |at| *at < to);
        let spans = spans.iter().filter_map(|(r, look)| Some((inside(r)?, look.clone())));
        Rich {
            text: self.text[part.clone()].to_owned(),
            spans: spans.collect(),
            symbols: symbols.iter().map(|(at, name)| (at - from, name.clone())).collect(),
            literal: literal.iter().filter_map(inside).collect(),
            joined: joined.iter().map(|at| at - from).collect(),
        }
    }
}

/// The part of a sorted list from the first that is not `before` to the last that is `within`.
fn between<T>(all: &[T], before: impl Fn(&T) -> bool, within: impl Fn(&T) -> bool) -> &[T] {
    let rest = &all[all.partition_point(before)..];
    &rest[..rest.partition_point(within)]
}

/// The words of a marked-up text alone, for names of files and outlines.
pub fn strip(source: &str) -> String {
    let text = Rich::parse(source).map_or_else(|_| source.to_owned(), |r| r.text);
    text.replace(STAND_IN, " ").trim().to_owned()
}

/// A bracketed span: where it is closed, and its look in braces.
struct Pair {
    open: usize,
    close: usize,
    look: Range<usize>,
}

/// The brackets of `[words]{look}`, by where they open. Others are plain brackets.
fn pairs(source: &str) -> Vec<Pair> {
    let bytes = source.as_bytes();
    let mut pairs = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    // Only what is before the last brace can be closed: it is looked for no further.
    let braced = &source[..source.rfind('}').map_or(0, |last| last + 1)];
    let closing = |from: usize| braced.get(from..)?.find('}');
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'{' => at += closing(at).unwrap_or(0),
            b'[' => open.push(at),
            b']' => {
                let opened = open.pop();
                if let (Some(opened), Some(b'{')) = (opened, bytes.get(at + 1))
                    && let Some(length) = closing(at + 2)
                {
                    pairs.push(Pair { open: opened, close: at, look: at + 2..at + 2 + length });
                    at += 2 + length;
                }
            }
            _ => {}
        }
        at += 1;
    }
    pairs.sort_unstable_by_key(|pair| pair.open);
    pairs
}

/// The marks that are opened and closed by the same sign.
const MARKS: [&str; 3] = ["**", "*", "__"];

#[derive(Default)]
struct Reader<'a> {
    source: &'a str,
    at: usize,
    rich: Rich,
    look: TextStyle,
    /// Where the look started in the text.
    start: usize,
    pairs: Vec<Pair>,
    /// Where each bracketed span that is open ends, where it goes on behind, and the look around it.
    open: Vec<(usize, usize, TextStyle)>,
    /// Where each of [`MARKS`] was opened.
    marks: [Option<usize>; 3],
    /// Whether no `__` further on closes bold words.
    has_lines_to_write_on: bool,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Rich, Fault> {
        while let Some(c) = self.source[self.at..].chars().next() {
            let rest = &self.source[self.at..];
            match c {
                // A letter needs none: in `\o/` it is a sign like others.
                '\\' if rest[1..].starts_with(char::is_alphanumeric) => self.push('\\', 1),
                '\\' => {
                    let next = rest[1..].chars().next().unwrap_or('\\');
                    let start = self.rich.text.len();
                    self.rich.text.push(next);
                    self.rich.literal.push(start..self.rich.text.len());
                    self.at += 1 + next.len_utf8().min(rest.len() - 1);
                }
                '*' if self.stands_alone() => self.push('*', 1),
                '*' if rest.starts_with("**") => self.toggle(0),
                '*' => self.toggle(1),
                '_' if self.underscores() => self.toggle(2),
                '{' => self.symbol(rest)?,
                '[' => self.bracket()?,
                ']' => self.close_bracket(),
                '<' => match tag(rest) {
                    Some(whole) => return Err(self.fault(tag_fault(whole), whole.len())),
                    None => self.push(c, 1),
                },
                '&' => match entity(rest) {
                    Some((length, fault)) => return Err(self.fault(fault, length)),
                    None => self.push(c, 1),
                },
                // Control characters would be missing glyphs; white space among them is meant.
                '\t' | '\r' => self.push(' ', 1),
                c => self.push(c, c.len_utf8()),
            }
        }
        self.end_look();
        let open = self.marks.iter().zip(MARKS).find_map(|(at, mark)| Some(((*at)?, mark)));
        if let Some((at, mark)) = open {
            let sign = &mark[..1];
            let fault = fault!(
                "`{mark}` is opened and not closed";
                "close it with `{mark}`, or write `\\{sign}` for the sign itself"
            );
            return Err(fault.at(at..self.source.len()));
        }
        Ok(self.rich)
    }

    fn push(&mut self, c: char, length: usize) {
        self.rich.text.push(c);
        self.at += length;
    }

    fn fault(&self, fault: Fault, length: usize) -> Fault {
        fault.at(self.at..self.at + length)
    }

    fn end_look(&mut self) {
        let end = self.rich.text.len();
        if self.start < end && self.look != TextStyle::default() {
            self.rich.spans.push((self.start..end, self.look.clone()));
        }
        self.start = end;
    }

    fn toggle(&mut self, mark: usize) {
        self.end_look();
        let open = self.marks[mark].take().is_none();
        if open {
            self.marks[mark] = Some(self.at);
        }
        self.look.bold = self.marks[0].is_some() || self.marks[2].is_some();
        self.look.italic = self.marks[1].is_some();
        self.at += MARKS[mark].len();
    }

    /// Whether the stars here have a space on both sides, as in "2 * 3": they mark nothing.
    fn stands_alone(&self) -> bool {
        let (before, after) = self.source.split_at(self.at);
        let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let before = before.trim_end_matches('*').chars().next_back();
        space(before) && space(after.trim_start_matches('*').chars().next())
    }

    /// Whether `__` here opens or closes bold words. A row of underscores is a line to write on, and `a__b` is a name.
    fn underscores(&mut self) -> bool {
        let (before, after) = self.source.split_at(self.at);
        let Some(after) = after.strip_prefix("__") else {
            return false;
        };
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let opens = |before: &str, after: &str| {
            !before.ends_with(word) && !after.starts_with(|c: char| c.is_whitespace() || c == '_')
        };
        let closes = |before: &str, after: &str| {
            !before.is_empty()
                && !before.ends_with(|c: char| c.is_whitespace() || c == '_')
                && !after.starts_with(word)
        };
        if self.marks[2].is_some() {
            return closes(before, after);
        }
        if self.has_lines_to_write_on || !opens(before, after) {
            return false;
        }
        let mut ends = after.match_indices("__");
        let closed = ends.any(|(at, _)| closes(&after[..at], &after[at + 2..]));
        self.has_lines_to_write_on = !closed;
        closed
    }

    fn symbol(&mut self, rest: &str) -> Result<(), Fault> {
        let Some(end) = rest.find('}') else {
            let message = "a symbol is opened with `{` and not closed";
            let help = "write `{name}`, or `\\{` for the sign itself";
            return Err(self.fault(Fault::new(message, help), rest.len()));
        };
        let name = rest[1..end].trim();
        if name.is_empty() {
            let help = "write the symbol's name between the braces";
            return Err(self.fault(Fault::new("a symbol without a name: `{}`", help), end + 1));
        }
        self.rich.symbols.push((self.rich.text.len(), name.to_owned()));
        self.push(STAND_IN, end + 1);
        Ok(())
    }

    fn bracket(&mut self) -> Result<(), Fault> {
        let found = self.pairs.binary_search_by_key(&self.at, |pair| pair.open);
        let Ok(found) = found else {
            self.push('[', 1);
            return Ok(());
        };
        let Pair { close, look, .. } = &self.pairs[found];
        let (close, behind) = (*close, look.end + 1);
        let words = &self.source[look.clone()];
        let inner = self.look.within(words).map_err(|fault| fault.at(close..behind))?;
        self.end_look();
        let outer = std::mem::replace(&mut self.look, inner);
        self.open.push((close, behind, outer));
        self.at += 1;
        Ok(())
    }

    fn close_bracket(&mut self) {
        match self.open.pop() {
            Some((close, behind, outer)) if close == self.at => {
                self.end_look();
                // Bold and italic have marks of their own.
                self.look = TextStyle { bold: self.look.bold, italic: self.look.italic, ..outer };
                self.at = behind;
            }
            other => {
                self.open.extend(other);
                self.push(']', 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(source: &str) -> String {
        Rich::parse(source).unwrap_err().message
    }

    #[test]
    fn bold_italic_and_symbols_are_taken_out() {
        let rich = Rich::parse("Pay **two {coin}** *now*").unwrap();
        assert_eq!(rich.text, "Pay two \u{a0} now");
        assert_eq!(rich.symbols, [(8, "coin".to_owned())]);
        assert!(rich.look_at(4).bold);
        assert!(!rich.look_at(0).bold);
        assert!(rich.look_at(rich.text.len() - 1).italic);
    }

    #[test]
    fn a_backslash_keeps_the_sign() {
        assert_eq!(Rich::parse(r"\{a\} 2 \* 3 \[b]\{").unwrap().text, "{a} 2 * 3 [b]{");
        assert_eq!(Rich::parse(r"a\").unwrap().text, r"a\");
        assert_eq!(Rich::parse("2 * 3 * 4").unwrap().text, "2 * 3 * 4");
    }

    #[test]
    fn open_marks_are_faults() {
        assert!(Rich::parse("**bold").is_err());
        assert!(Rich::parse("a {coin").is_err());
        assert!(Rich::parse("{}").is_err());
    }

    #[test]
    fn two_underscores_are_bold_and_a_line_to_write_on_is_none() {
        let rich = Rich::parse("__Now__ write ____ and a__b__c").unwrap();
        assert_eq!(rich.text, "Now write ____ and a__b__c");
        assert!(rich.look_at(0).bold && !rich.look_at(8).bold);
    }

    #[test]
    fn words_have_colours_and_sizes() {
        let rich = Rich::parse("a [red **b** [c]{50%}]{#c0392b 80%} d").unwrap();
        assert_eq!(rich.text, "a red b c d");
        let red = rich.look_at(2);
        assert_eq!((red.colour.as_deref(), red.percent), (Some("#c0392b"), 80));
        assert!(rich.look_at(6).bold);
        assert_eq!(rich.look_at(8).percent, 40);
        assert_eq!(rich.look_at(10), TextStyle::default());
        assert_eq!(rich.smallest_percent(), 40);
    }

    #[test]
    fn a_bracket_without_a_look_is_a_bracket() {
        let rich = Rich::parse("[a] [b [c] ]d {x}").unwrap();
        assert_eq!(rich.text, "[a] [b [c] ]d \u{a0}");
        assert!(rich.spans.is_empty());
    }

    #[test]
    fn a_look_that_there_is_not_is_told() {
        assert!(told("[a]{rde}").contains("`rde`"));
        assert!(told("[a]{}").contains("nothing"));
        assert!(told("[a]{5000%}").contains("5000%"));
        let fault = Rich::parse("x [a]{coin}").unwrap_err();
        assert_eq!(fault.range, Some(4..11));
    }

    #[test]
    fn markup_of_other_programs_is_told_with_what_to_write() {
        let help = |source: &str| Rich::parse(source).unwrap_err().help;
        assert!(help("<b>now</b>").contains("**words**"));
        assert!(help("a<br/>b").contains("\\n"));
        assert!(help("Salt &amp; Ash").contains("`&`"));
        assert_eq!(Rich::parse("1 < 2 & 3 > 2 <3 a&b;").unwrap().text, "1 < 2 & 3 > 2 <3 a&b;");
    }

    #[test]
    fn a_line_in_one_look_has_no_marks() {
        assert_eq!(Rich::line("Strength*").unwrap().text, "Strength*");
        assert!(Rich::line("**Gale**").is_err());
        assert!(Rich::line("{coin}").is_err());
    }

    #[test]
    fn lines_keep_their_spans_and_symbols() {
        let rich = Rich::parse("**a {x}\nb** {y}").unwrap();
        let lines = rich.lines();
        assert_eq!(lines.len(), 2);
        assert!(lines[1].0.look_at(0).bold);
        assert_eq!(lines[1].0.symbols, [(2, "y".to_owned())]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "(\\PC|[*_{}\\[\\]\\\\%#<>&;a]){0,40}") {
            if let Ok(rich) = Rich::parse(&text) {
                let length: usize = rich.lines().iter().map(|(line, _)| line.text.len()).sum();
                prop_assert!(length <= rich.text.len());
                for (range, _) in &rich.spans {
                    prop_assert!(rich.text.get(range.clone()).is_some());
                }
            }
        }
    }
}
