//! Recognises common mistakes in TOML and says what to write instead, as the parser only says what it expected. A text and the
//! parser's error come in; a better message and help go out. Called by `value`.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::source::{Fault, fault};

/// Quotes as word processors and telephones write them.
const CURLY: [char; 9] = ['“', '”', '„', '‟', '«', '»', '‘', '’', '‚'];

/// The mistake at a place that is not TOML, found by the parser's `message`.
pub fn slip(text: &str, at: Range<usize>, message: &str) -> Option<Fault> {
    let at = text.floor_char_boundary(at.start.min(text.len()))..at.end;
    if message.contains("multi-line") && at.start >= text.trim_end().len() {
        return open_text(text, at.start);
    }
    if message.contains("duplicate key") {
        return single_brackets(text, at.start);
    }
    if message.contains("array")
        && let Some(open) = open_list(text, at.start)
    {
        return Some(open);
    }
    let start = text[..at.start].rfind('\n').map_or(0, |n| n + 1);
    let line = &text[start..];
    let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
    if line.trim_start().starts_with('#') {
        return None;
    }
    let fault = of_line(line, at.start - start, message)?;
    let range = fault.range.clone()?;
    Some(fault.at(start + range.start..start + range.end))
}

/// A list that is not closed before the next key: everything behind it is read as its entries.
fn open_list(text: &str, at: usize) -> Option<Fault> {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let is_key = line[key_length(line)..].trim_start().starts_with('=') && key_length(line) > 0;
    if !is_key && !line.starts_with('[') {
        return None;
    }
    let mut open = Vec::new();
    for token in Source::new(&text[..start]).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket => open.push(token.span().start()),
            TokenKind::RightSquareBracket => {
                open.pop();
            }
            _ => {}
        }
    }
    let open = open.pop()?;
    let fault = fault!("this list is not closed"; "write `]` behind its last entry");
    Some(fault.at(open..open + 1))
}

fn of_line(line: &str, at: usize, message: &str) -> Option<Fault> {
    let key = key_length(line);
    let rest = &line[key..];
    let sign = key + (rest.len() - rest.trim_start().len());
    if key > 0 && line[sign..].starts_with(':') {
        let name = line[..key].trim();
        let value = line[sign + 1..].trim();
        let fault = fault!(
            "a colon stands behind `{name}`";
            "write `=` between the key and its value: `{name} = {value}`"
        );
        return Some(fault.at(sign..sign + 1));
    }
    let value = sign + line[sign..].strip_prefix('=').map(|_| 1)?;
    let value = value + (line[value..].len() - line[value..].trim_start().len());
    let words = &line[value..];
    if let Some(quote) = words.chars().next().filter(|c| CURLY.contains(c)) {
        let inner = words.trim_end().trim_matches(|c| CURLY.contains(&c));
        let fault = fault!(
            "the text stands in curly quotes";
            "write straight quotes: `\"{inner}\"`; switch smart quotes off in the editor"
        );
        return Some(fault.at(value..value + quote.len_utf8()));
    }
    if message.contains("escape") && words.starts_with('"') {
        // The parser may have gone on behind a line that a lone carriage return ends.
        let at = at.min(line.len());
        let slash = line[..at].rfind('\\').unwrap_or(at);
        let slash = line[slash..].find('\\').map_or(slash, |more| slash + more);
        let fault = fault!(
            "a backslash stands in a text in double quotes";
            "write `/` between folders and files; for a backslash as a sign write `\\\\`, or put the text into single quotes: '…'"
        );
        return Some(fault.at(slash..(slash + 1).min(line.len())));
    }
    if let Some(comma) = decimal_comma(words) {
        let number = &words[..comma.end];
        let fault =
            fault!("`{number}` is no number"; "write a point: `{}`", number.replace(',', "."));
        return Some(fault.at(value..value + comma.end));
    }
    if words.starts_with('"') && !words.starts_with("\"\"\"") {
        let closed = closing(&words[1..])? + 1;
        let behind = &words[closed + 1..];
        // The text goes on behind the quote that closes it, up to another one.
        if behind.contains('"') && !behind.trim_start().starts_with('#') {
            let fault = fault!(
                "a quote within the text ends it";
                "write `\\\"` for a quote within a text, or put the text into single quotes: 'Say \"hi\" now'"
            );
            return Some(fault.at(value + closed..value + closed + 1));
        }
    }
    None
}

/// Bytes of a bare or quoted key at the start of a line, blanks before it included.
fn key_length(line: &str) -> usize {
    let blanks = line.len() - line.trim_start().len();
    let words = &line[blanks..];
    if let Some(quoted) = words.strip_prefix('"') {
        return quoted.find('"').map_or(0, |end| blanks + end + 2);
    }
    let bare = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let length = words.len() - words.trim_start_matches(bare).len();
    if length > 0 { blanks + length } else { 0 }
}

/// `0,5`, alone on its line.
fn decimal_comma(words: &str) -> Option<Range<usize>> {
    let unsigned = words.trim_start_matches(['-', '+']);
    let sign = words.len() - unsigned.len();
    let whole = unsigned.len() - unsigned.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = unsigned[whole..].strip_prefix(',')?;
    let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = behind[digits..].trim_start();
    let alone = rest.is_empty() || rest.starts_with('#');
    (whole > 0 && digits > 0 && alone).then_some(0..sign + whole + 1 + digits)
}

/// The quote that closes a text.
pub(super) fn closing(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices()
        .find(|(_, c)| {
            let closes = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            closes
        })
        .map(|(at, _)| at)
}

/// Three quotes that nothing closes, where they open.
fn open_text(text: &str, at: usize) -> Option<Fault> {
    // The parser gives up at the end, so the last quotes are those that open.
    let before = &text[..at];
    let at = before.rfind("\"\"\"").max(before.rfind("'''"))?;
    let quotes = &text[at..at + 3];
    let fault =
        fault!("the text that {quotes} opens is not closed"; "write {quotes} behind its last line");
    Some(fault.at(at..at + 3))
}

/// `[card]` that is written twice.
fn single_brackets(text: &str, at: usize) -> Option<Fault> {
    let mut start = 0;
    let mut headers: Vec<(&str, usize)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let bare = line.split('#').next().unwrap_or_default().trim();
        if bare.starts_with('[') {
            headers.push((bare, start + line.find('[').unwrap_or(0)));
        }
        start += line.len();
    }
    let (header, _) = *headers.iter().rfind(|(_, from)| *from <= at)?;
    let name = header.strip_prefix('[')?.strip_suffix(']')?;
    if name.starts_with('[') {
        return None;
    }
    // One message for all of them.
    let (_, second) = headers.iter().filter(|(other, _)| *other == header).nth(1)?;
    let fault = fault!(
        "`{header}` stands twice";
        "write `[[{name}]]`, in double brackets, above each of several"
    );
    Some(fault.at(*second..second + header.len()))
}

#[cfg(test)]
mod tests {
    use super::super::value::parse_toml;
    use crate::source::{Diagnostics, Files};

    /// The report for a text, as `line:column message (help)`.
    fn told(text: &str) -> Vec<String> {
        let mut files = Files::new();
        let file = files.add("t", text);
        let mut faults = Diagnostics::new();
        parse_toml(file, text, &mut faults);
        let told = faults.iter().map(|fault| {
            let (line, column) = files.line_column(fault.span.unwrap());
            let help = fault.help.as_deref().unwrap_or_default();
            format!("{line}:{column} {} ({help})", fault.message)
        });
        told.collect()
    }

    #[test]
    fn an_escape_behind_a_lone_carriage_return_is_told() {
        assert!(!told("v = \"\r\\\"").is_empty());
        assert!(!told("v = \"é\r\\x\"").is_empty());
    }

    #[test]
    fn slips_of_newcomers_are_told_once_with_what_to_write() {
        for (text, said) in [
            (
                "a = 1\nname = “Gale”\n",
                "2:8 the text stands in curly quotes (write straight quotes: `\"Gale\"`",
            ),
            (
                "cost: 0\n",
                "1:5 a colon stands behind `cost` (write `=` between the key and its value: `cost = 0`)",
            ),
            ("\"a b\" : 0\n", "1:7 a colon stands behind `\"a b\"`"),
            ("cost = 0,5\n", "1:8 `0,5` is no number (write a point: `0.5`)"),
            ("text = \"Say \"hi\" now\"\n", "1:13 a quote within the text ends it (write `\\\"`"),
            (
                "art = \"art\\hills.svg\"\n",
                "1:11 a backslash stands in a text in double quotes (write `/`",
            ),
            ("text = \"\"\"\nTake one.\nb = 1\n", "1:8 the text that \"\"\" opens is not closed"),
            (
                "[card]\nname = \"a\"\ncost = 1\n[card]\nname = \"b\"\ncost = 1\n[card]\nname = \"c\"\n",
                "4:1 `[card]` stands twice (write `[[card]]`",
            ),
        ] {
            let told = told(text);
            assert!(told.len() == 1 && told[0].starts_with(said), "{text}{told:#?}");
        }
    }

    #[test]
    fn other_faults_keep_the_words_of_the_parser() {
        for text in
            ["a = \n", "a = [1,\n", "a = three\n", "a = \"x\n", "= 1\n", "[a\n", "a = 1\na = 2\n"]
        {
            let told = told(text);
            assert!(!told.is_empty(), "{text}");
            assert!(told.iter().all(|t| t.contains("write it as TOML")), "{told:?}");
        }
    }
}
