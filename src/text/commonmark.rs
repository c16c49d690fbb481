//! Reads a long text in CommonMark (`rules.md`, the text of a deck) into the parts that are set one below the other. Symbols
//! and looks in braces are read as on a card; whatever would not be drawn is reported. the renderer sets the parts with `flow`;
//! `diff` compares them.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::foreign_markup::{tag, tag_fault};
use super::parts::{MarkedWords, PartKind, TextPart, TextTable};
use super::{Align, Rich};
use crate::source::Fault;

/// Lists in one another, and quotations.
const MOST_NESTED: usize = 8;

const NO_FOOTNOTE: (&str, &str) =
    ("a footnote is not drawn", "write it in brackets where it belongs");

/// Reads a text in CommonMark, with tables.
///
/// # Errors
/// Everything in it that is not drawn, and all markup that is wrong.
pub fn read_commonmark(source: &str) -> Result<Vec<TextPart>, Vec<Fault>> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut reader = Reader { source, ..Reader::default() };
    for (event, place) in Parser::new_ext(source, options).into_offset_iter() {
        reader.event(event, place);
    }
    if reader.faults.is_empty() { Ok(reader.parts) } else { Err(reader.faults) }
}

#[derive(Default)]
struct Reader<'a> {
    source: &'a str,
    parts: Vec<TextPart>,
    faults: Vec<Fault>,
    words: MarkedWords,
    /// What is being read, and where it started.
    kind: Option<PartKind>,
    started: usize,
    /// Each list that is open: the number of its next item, `None` without numbers, and its first part.
    lists: Vec<(Option<u64>, usize)>,
    /// What stands before the next part: it starts an item.
    marker: Option<String>,
    quotes: u8,
    table: Option<TextTable>,
    /// How many reported elements are open; their words are not read.
    silent: usize,
    /// Whether a footnote was reported.
    has_footnote: bool,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, place: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, place),
            Event::End(end) => self.end(end, place),
            _ if self.silent > 0 => {}
            Event::Text(text) => self.text(&text, place),
            Event::Code(code) => {
                self.open(place.start);
                let inside = self.source[place.clone()].find(&*code).unwrap_or(0);
                self.words.push(&code, place.start + inside, |_, c| c.is_ascii_punctuation());
            }
            Event::SoftBreak => self.words.mark(" ", place.start),
            Event::HardBreak => self.words.mark("\u{2028}", place.start),
            Event::Rule => {
                self.close(place.start);
                self.part(PartKind::Rule, Rich::default(), place);
            }
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, place),
            Event::FootnoteReference(_) => {
                self.has_footnote = true;
                self.fault(place, NO_FOOTNOTE.0, NO_FOOTNOTE.1);
            }
            Event::TaskListMarker(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, place: Range<usize>) {
        if self.silent > 0 {
            self.silent += 1;
            return;
        }
        match tag {
            Tag::Paragraph => self.open(place.start),
            Tag::Heading { level, .. } => {
                self.close(place.start);
                self.started = place.start;
                self.kind = Some(match level {
                    HeadingLevel::H1 => PartKind::Title,
                    HeadingLevel::H2 => PartKind::Heading,
                    _ => PartKind::Subheading,
                });
            }
            Tag::BlockQuote(_) => {
                self.close(place.start);
                self.quotes = self.quotes.saturating_add(1);
                self.check_depth(place);
            }
            Tag::List(first) => {
                self.close(place.start);
                self.lists.push((first, self.parts.len()));
                self.check_depth(place);
            }
            Tag::Item => self.marker = Some(self.marker_at(place.start)),
            Tag::Table(columns) => {
                self.close(place.start);
                self.started = place.start;
                let align = |a| match a {
                    Alignment::None => Align::Start,
                    Alignment::Left => Align::Left,
                    Alignment::Center => Align::Centre,
                    Alignment::Right => Align::Right,
                };
                self.table = Some(TextTable {
                    columns: columns.into_iter().map(align).collect(),
                    rows: Vec::new(),
                });
            }
            Tag::TableHead | Tag::TableRow => {
                self.table.get_or_insert_default().rows.push(Vec::new());
            }
            Tag::TableCell => self.started = place.start,
            Tag::Strong | Tag::Emphasis => {
                self.open(place.start);
                self.words.begin(usize::from(tag == Tag::Emphasis), place.start);
            }
            Tag::Link { .. } => self.open(place.start),
            Tag::HtmlBlock => {
                self.close(place.start);
                self.comment(place);
            }
            Tag::CodeBlock(kind) => {
                let help = match kind {
                    CodeBlockKind::Indented => {
                        "four spaces before a line make it code: take them out"
                    }
                    CodeBlockKind::Fenced(_) => "write it as a paragraph, or its words as `code`",
                };
                self.refuse(place, "a block of code is not drawn", help);
            }
            Tag::Image { .. } => self.refuse(
                place,
                "a picture in a text is not drawn",
                "draw it in the template, or as a symbol: `{name}`",
            ),
            Tag::Strikethrough => self.refuse(
                place,
                "struck words are not drawn",
                "take the words out, or write `\\~` for the sign itself",
            ),
            Tag::FootnoteDefinition(_) => {
                self.silent = 1;
                // Otherwise it was reported where it is referred to.
                if !self.has_footnote {
                    self.fault(place, NO_FOOTNOTE.0, NO_FOOTNOTE.1);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd, place: Range<usize>) {
        if self.silent > 0 {
            self.silent -= 1;
            return;
        }
        match end {
            TagEnd::Paragraph | TagEnd::Heading(_) => self.close(place.end),
            TagEnd::Item => {
                // An item without words is one all the same.
                if self.marker.is_some() {
                    self.open(place.start);
                }
                self.close(place.end);
            }
            TagEnd::List(_) => {
                self.close(place.end);
                self.end_list();
            }
            TagEnd::BlockQuote(_) => {
                self.close(place.end);
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::TableCell => {
                let rich = self.take_words(place);
                let row = self.table.as_mut().and_then(|table| table.rows.last_mut());
                if let Some(row) = row {
                    row.push(rich);
                }
            }
            TagEnd::Table => {
                let table = self.table.take().unwrap_or_default();
                self.part(PartKind::Table(table), Rich::default(), place);
            }
            TagEnd::Strong | TagEnd::Emphasis => {
                self.words.end(usize::from(end == TagEnd::Emphasis), place.end);
            }
            _ => {}
        }
    }

    /// Starts a paragraph where none is open: in a list whose items are not set apart, words stand in the item itself.
    fn open(&mut self, at: usize) {
        if self.kind.is_none() && self.table.is_none() {
            self.started = at;
            self.kind = Some(match self.marker.take() {
                _ if self.lists.is_empty() => PartKind::Paragraph,
                marker => PartKind::Item(marker),
            });
        }
    }

    fn close(&mut self, end: usize) {
        if let Some(kind) = self.kind.take() {
            let place = self.started..end.max(self.started);
            let rich = self.take_words(place.clone());
            self.part(kind, rich, place);
        }
    }

    fn part(&mut self, kind: PartKind, rich: Rich, place: Range<usize>) {
        self.parts.push(TextPart {
            kind,
            rich,
            lists: vec![0; self.lists.len()],
            quotes: self.quotes,
            place,
        });
    }

    /// The words that were read since the last part.
    fn take_words(&mut self, place: Range<usize>) -> Rich {
        let words = std::mem::take(&mut self.words);
        match Rich::parse(words.markup.trim()) {
            Ok(rich) => rich,
            Err(fault) => {
                let trimmed = words.markup.len() - words.markup.trim_start().len();
                let at = fault.range.as_ref().map_or(0, |range| range.start);
                let start = words.place(at + trimmed).unwrap_or(place.start);
                let end = place.end.max(start);
                let line = self.source[start..end].find('\n').map_or(end, |n| start + n);
                self.faults.push(fault.at(start..line));
                Rich::default()
            }
        }
    }

    fn text(&mut self, text: &str, place: Range<usize>) {
        self.open(place.start);
        // A sign behind a backslash, or written as an entity, is plain text.
        let escaped = self.source[..place.start].ends_with('\\');
        let named = self.source.get(place.clone()) != Some(text);
        if !named && !escaped {
            self.find_open_mark(text, place.start);
        }
        let bytes = text.as_bytes();
        let pair = |at: usize| {
            bytes.get(at + 1) == Some(&b'_') || (at > 0 && bytes.get(at - 1) == Some(&b'_'))
        };
        self.words.push(text, place.start, |at, c| {
            matches!(c, '*' | '\\' | '<' | '&')
                || (c == '_' && pair(at))
                || ((named || (escaped && at == 0)) && c.is_ascii_punctuation())
        });
    }

    /// Reports a `*` that CommonMark takes for a sign although it stands at a word.
    fn find_open_mark(&mut self, text: &str, start: usize) {
        let Some(at) = text.find('*').map(|at| start + at) else {
            return;
        };
        // The stars of one mark come one by one.
        let before = self.source[..at].chars().next_back();
        if before == Some('*') {
            return;
        }
        let rest = &self.source[at..];
        let mark = &rest[..rest.len() - rest.trim_start_matches('*').len()];
        let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        if space(before) && space(rest[mark.len()..].chars().next()) {
            return;
        }
        let shown = if mark.len() > 1 { "**" } else { "*" };
        self.fault(
            at..at + mark.len(),
                        format!("`{shown}` is opened and not closed"),
            format!(
                "close it with `{shown}` right behind the last word, with a space or a sign after it; or write `\\*` for the sign itself"
            ),
        );
    }

    fn html(&mut self, html: &str, place: Range<usize>) {
        let trimmed = html.trim_start();
        if trimmed.starts_with("<!--") {
            return;
        }
        let at = place.start + (html.len() - trimmed.len());
        let Some(start) = trimmed.find('<') else {
            return;
        };
        // A closing tag was reported with its opening one.
        if trimmed[start..].starts_with("</") && !self.faults.is_empty() {
            return;
        }
        let whole = tag(&trimmed[start..]).unwrap_or(trimmed[start..].trim_end());
        let Fault { message, mut help, .. } = tag_fault(whole);
        if whole.to_ascii_lowercase().starts_with("<br") {
            help = "write `\\` at the end of a line for a new line".into();
        }
        self.fault(at + start..at + start + whole.len(), message, help);
    }

    /// Leaves out a comment; what stands behind it on its line would be lost with it.
    fn comment(&mut self, place: Range<usize>) {
        let text = &self.source[place.clone()];
        if !text.trim_start().starts_with("<!--") {
            return;
        }
        self.silent = 1;
        let end = text.rfind("-->").map_or(text.len(), |at| at + 3);
        let rest = &text[end..];
        if !rest.trim().is_empty() {
            let start = place.start + end + rest.len() - rest.trim_start().len();
            let help = "give the comment a line of its own";
            self.fault(start..place.end, "words behind a comment are not drawn", help);
        }
    }

    /// Reports an element, and reads nothing in it.
    fn refuse(&mut self, place: Range<usize>, message: &str, help: &str) {
        self.silent = 1;
        self.fault(place, message, help);
    }

    fn fault(&mut self, place: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let first_line = self.source[place.clone()].lines().next().unwrap_or_default();
        let place = place.start..place.start + first_line.len();
        self.faults.push(Fault::new(message, help).at(place));
    }

    /// Notes in the parts of a list how long its numbers are: its words are below one another.
    fn end_list(&mut self) {
        if let Some((Some(next), first)) = self.lists.pop() {
            let depth = self.lists.len();
            let digits = next.saturating_sub(1).max(1).ilog10() + 1;
            for part in &mut self.parts[first..] {
                part.lists[depth] = u8::try_from(digits).unwrap_or(u8::MAX);
            }
        }
    }

    fn check_depth(&mut self, place: Range<usize>) {
        if self.lists.len() + usize::from(self.quotes) == MOST_NESTED + 1 {
            self.fault(
                place,
                format!("lists and quotations are more than {MOST_NESTED} deep in one another"),
                "write it flatter",
            );
        }
    }

    /// What stands before an item: a bullet, or its number with its own point or bracket.
    fn marker_at(&mut self, at: usize) -> String {
        let Some((Some(next), _)) = self.lists.last_mut() else {
            return "•".to_owned();
        };
        let number = *next;
        *next = number.saturating_add(1);
        let rest = self.source[at..].trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let closing = if rest.starts_with(')') { ')' } else { '.' };
        format!("{number}{closing}")
    }
}

/// Heading and words of each paragraph; of a text that cannot be read, its lines.
pub fn paragraphs(text: &str) -> Vec<(String, String)> {
    let Ok(parts) = read_commonmark(text) else {
        let lines = text.lines().map(|line| line.replace("**", ""));
        let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines = lines.filter(|line| !line.is_empty());
        return lines.map(|line| (String::new(), line)).collect();
    };
    let mut heading = String::new();
    let mut all = Vec::new();
    for part in parts {
        let words = part.words();
        if matches!(part.kind, PartKind::Title | PartKind::Heading | PartKind::Subheading) {
            heading.clone_from(&words);
        }
        all.push((heading.clone(), words));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(source: &str) -> Vec<(PartKind, String)> {
        let parts = read_commonmark(source).unwrap();
        parts.into_iter().map(|p| (p.kind, p.rich.text)).collect()
    }

    fn told(source: &str) -> Vec<(usize, String)> {
        let faults = read_commonmark(source).unwrap_err();
        let line = |at: usize| source[..at].matches('\n').count() + 1;
        faults.into_iter().map(|f| (line(f.range.unwrap().start), f.message)).collect()
    }

    fn item(marker: &str) -> PartKind {
        PartKind::Item(Some(marker.to_owned()))
    }

    #[test]
    fn lines_join_and_items_stand_alone() {
        assert_eq!(
            seen("# Game\n\n## Setup\n\n**R1** one\ntwo\n\n- a\n  b\n- c\n"),
            [
                (PartKind::Title, "Game".into()),
                (PartKind::Heading, "Setup".into()),
                (PartKind::Paragraph, "R1 one two".into()),
                (item("•"), "a b".into()),
                (item("•"), "c".into()),
            ]
        );
    }

    #[test]
    fn numbered_and_nested_lists_keep_their_numbers() {
        let source =
            "3. three\n4. four\n   1) one\n\n   more of four\n5. five\n\n* star\n  + plus\n";
        let parts = read_commonmark(source).unwrap();
        let seen: Vec<(&PartKind, usize, &str)> =
            parts.iter().map(|p| (&p.kind, p.lists.len(), p.rich.text.as_str())).collect();
        assert_eq!(
            seen,
            [
                (&item("3."), 1, "three"),
                (&item("4."), 1, "four"),
                (&item("1)"), 2, "one"),
                (&PartKind::Item(None), 1, "more of four"),
                (&item("5."), 1, "five"),
                (&item("•"), 1, "star"),
                (&item("•"), 2, "plus"),
            ]
        );
    }

    #[test]
    fn a_table_has_its_columns_and_cells() {
        let parts = read_commonmark("| a | b {coin} |\n|:-:|--:|\n| *1* | 2 |\n").unwrap();
        let PartKind::Table(table) = &parts[0].kind else {
            panic!("{parts:?}");
        };
        assert_eq!(table.columns, [Align::Centre, Align::Right]);
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.rows[0][1].symbols[0].1, "coin");
        assert!(table.rows[1][0].look_at(0).italic);
    }

    #[test]
    fn quotes_rules_links_code_and_breaks_are_drawn() {
        let parts =
            read_commonmark("> said [*so*](http://x) `a*b` & <https://y.z>\\\nnext {x}\n\n---\n")
                .unwrap();
        assert_eq!(parts[0].quotes, 1);
        assert_eq!(parts[0].rich.text, "said so a*b & https://y.z\u{2028}next \u{a0}");
        assert_eq!(parts[1].kind, PartKind::Rule);
    }

    #[test]
    fn looks_and_escapes_are_those_of_cards() {
        let parts = read_commonmark(
            r"[**big** words]{red 120%} \{x\} \*y\* &#123;z} 2 * 3 snake_case_x ____",
        )
        .unwrap();
        assert_eq!(parts[0].rich.text, "big words {x} *y* {z} 2 * 3 snake_case_x ____");
        assert_eq!(parts[0].rich.look_at(6).percent, 120);
    }

    #[test]
    fn what_is_not_drawn_is_told_with_its_line() {
        assert_eq!(told("a\n\n![x](y.png)\n")[0], (3, "a picture in a text is not drawn".into()));
        assert_eq!(told("a\n\n```\nx **y\n```\n\nb ~~c~~\n").len(), 2);
        assert!(told("a\n<br>\n")[0].1.contains("`<br>`"));
        assert!(told("<div>\nx\n</div>\n")[0].1.contains("`<div>`"));
        assert_eq!(told("a[^1]\n\n[^1]: b\n").len(), 1);
        assert_eq!(told("<!-- a --> b\n").len(), 1);
        assert!(read_commonmark("<!-- a comment\nof two lines -->\n\na <!-- b --> c\n").is_ok());
    }

    #[test]
    fn a_fault_names_its_line() {
        assert_eq!(told("fine\n\n**open\n"), [(3, "`**` is opened and not closed".into())]);
        assert_eq!(told("fine\n\ntwo\nlines {coin\n")[0].0, 4);
        assert_eq!(told("- [a]{rde}\n")[0].0, 1);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "([-*#>|`~_\\[\\]{}()!<&;0-9. \n\\\\a]|\\PC){0,60}") {
            if let Err(faults) = read_commonmark(&text) {
                for fault in faults {
                    proptest::prop_assert!(text.get(fault.range.unwrap()).is_some());
                }
            }
        }
    }

    #[test]
    fn a_paragraph_stands_under_its_heading() {
        let text = "# Rules\n\n## R1\n\nSeven cards.\n\n## R2\n\nThree **rounds**.\n\n- And one.\n";
        let told: Vec<String> =
            paragraphs(text).iter().map(|(heading, words)| format!("{heading}: {words}")).collect();
        assert_eq!(
            told,
            [
                "Rules: Rules",
                "R1: R1",
                "R1: Seven cards.",
                "R2: R2",
                "R2: Three rounds.",
                "R2: And one.",
            ]
        );
    }
}
