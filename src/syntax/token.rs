//! The tokens of `rules.star`: names, numbers, texts, signs, and where lines and blocks begin and end.
//!
//! What comes in is a file's text; what goes out is a list of tokens with their places, which [`super::parse`] reads. What
//! Starlark or Python has and the rules do not (floats, tabs, `;`) is refused here by name.

use std::ops::Range;

use super::slip::{Out, fail};

/// Longest file, in bytes.
pub const MOST_BYTES: usize = 256 << 10;

/// Longest name, in bytes.
const MOST_NAME: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Name(String),
    Number(i64),
    Text(String),
    /// An operator, a bracket, a comma.
    Sign(&'static str),
    /// The end of a logical line.
    Line,
    Indent,
    Dedent,
    End,
}

/// A token and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedToken {
    pub token: Token,
    pub range: Range<usize>,
}

/// Longest first, so that `<=` is not read as `<`.
const SIGNS: &[&str] = &[
    "//=", "**", "//", "==", "!=", "<=", ">=", "<<", ">>", "->", ":=", "+=", "-=", "*=", "%=",
    "&=", "|=", "^=", "/=", "(", ")", "[", "]", "{", "}", ",", ":", ".", "+", "-", "*", "/", "%",
    "&", "|", "^", "~", "=", "<", ">", ";", "@",
];

/// The signs that Python or Starlark has and the rules do not, and what to do.
const FOREIGN: &[(&str, &str)] = &[
    ("**", "write the product out"),
    ("/", "there are whole numbers only: write `//`, which rounds down"),
    ("/=", "there are whole numbers only: write `//=`, which rounds down"),
    ("^", "write `(a | b) - (a & b)`"),
    ("^=", "write `a = (a | b) - (a & b)`"),
    ("~", "write `cards - a`"),
    ("<<", "write the product out"),
    (">>", "write `//`, which rounds down"),
    (":=", "assign on a line of its own"),
    ("->", "leave the type out: it follows from the table"),
    (";", "write each statement on a line of its own"),
    ("{", "there are no dictionaries: use a counter or a column of the cards"),
    ("}", "there are no dictionaries: use a counter or a column of the cards"),
    ("@", "leave it out"),
];

/// # Errors
/// The first place that is no token of the language.
pub fn tokens(text: &str) -> Out<Vec<PlacedToken>> {
    if text.len() > MOST_BYTES {
        fail!(
            ScriptBound, 0..1,
            "the file has {} bytes; {MOST_BYTES} are the most", text.len(); "shorten it"
        );
    }
    if let Some(at) = text.find('\0') {
        fail!(
            ScriptSyntax, at..at + 1,
            "a NUL byte, which is in no text"; "write the file as UTF-8, with an editor for texts"
        );
    }
    // Some editors begin a file with a byte order mark, which says nothing.
    let marked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lexer = Lexer {
        text,
        at: text.len() - marked.len(),
        out: Vec::new(),
        indents: vec![0],
        brackets: Vec::new(),
    };
    while lexer.at < text.len() {
        lexer.line()?;
    }
    if let Some((open, at)) = lexer.brackets.pop() {
        fail!(ScriptSyntax, at..at + 1, "`{open}` is opened and not closed"; "close it");
    }
    let end = text.len()..text.len();
    for _ in 1..lexer.indents.len() {
        lexer.push(Token::Dedent, end.clone());
    }
    lexer.push(Token::End, end);
    Ok(lexer.out)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    out: Vec<PlacedToken>,
    indents: Vec<usize>,
    /// What is open, and where.
    brackets: Vec<(&'static str, usize)>,
}

impl Lexer<'_> {
    fn push(&mut self, token: Token, range: Range<usize>) {
        self.out.push(PlacedToken { token, range });
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Reads to the end of the line, with what its brackets and texts hold of the next ones.
    fn line(&mut self) -> Out<()> {
        let start = self.at;
        let spaces = self.rest().len() - self.rest().trim_start_matches(' ').len();
        self.at += spaces;
        match self.rest().chars().next() {
            None => return Ok(()),
            Some('\n' | '\r' | '#') => return self.skip_line(),
            Some('\t') => {
                fail!(
                    ScriptSyntax, self.here(1),
                    "a tab at the beginning of a line"; "indent with spaces"
                );
            }
            Some(_) => self.indent(start, spaces)?,
        }
        loop {
            let at = self.at;
            match self.rest().chars().next() {
                None | Some('\n' | '\r' | '#') => {
                    self.skip_line()?;
                    if self.brackets.is_empty() || self.at >= self.text.len() {
                        self.push(Token::Line, at..at);
                        return Ok(());
                    }
                }
                Some(' ' | '\t') => self.at += 1,
                Some(_) => self.token()?,
            }
        }
    }

    fn skip_line(&mut self) -> Out<()> {
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        let line = &self.rest()[..length];
        let bare = line.strip_suffix('\r').unwrap_or(line);
        if let Some(lone) = bare.find('\r') {
            self.at += lone;
            fail!(
                ScriptSyntax, self.here(1),
                "a lone carriage return"; "end lines as other editors do"
            );
        }
        self.at = (self.at + length + 1).min(self.text.len());
        Ok(())
    }

    fn indent(&mut self, start: usize, spaces: usize) -> Out<()> {
        let place = start..start + spaces;
        if spaces > self.indents.last().copied().unwrap_or(0) {
            self.indents.push(spaces);
            self.push(Token::Indent, place.clone());
        }
        while spaces < self.indents.last().copied().unwrap_or(0) {
            self.indents.pop();
            self.push(Token::Dedent, place.clone());
        }
        if self.indents.last() != Some(&spaces) {
            fail!(
                ScriptSyntax, place,
                "the line is indented as no line before it";
                "indent it as the block that it belongs to"
            );
        }
        Ok(())
    }

    /// So many bytes from here on.
    fn here(&self, length: usize) -> Range<usize> {
        self.at..(self.at + length).min(self.text.len())
    }

    fn token(&mut self) -> Out<()> {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_ascii_digit() {
            return self.number();
        }
        if first.is_alphabetic() || first == '_' {
            return self.name();
        }
        if first == '"' || first == '\'' {
            return self.quoted(first);
        }
        let begins =
            |sign: &&&str| sign.as_bytes()[0] == rest.as_bytes()[0] && rest.starts_with(**sign);
        let Some(sign) = SIGNS.iter().find(begins) else {
            let help = match first {
                '\\' => "put the whole into parentheses: lines go on inside them",
                '!' => "write `not`, or `!=`",
                '“' | '”' | '„' | '‘' | '’' => "write straight quotes: \"…\"",
                _ => "take it out",
            };
            let shown = match first.escape_debug().count() {
                1 => format!("`{first}`"),
                // It would be invisible.
                _ if !matches!(first, '\\' | '"' | '\'') => format!("U+{:04X}", u32::from(first)),
                _ => format!("`{first}`"),
            };
            fail!(
                ScriptSyntax, self.here(first.len_utf8()),
                "{shown} is no sign of the language"; help
            );
        };
        if let Some((_, help)) = FOREIGN.iter().find(|(foreign, _)| foreign == sign) {
            fail!(ScriptSubset, self.here(sign.len()), "the rules have no `{sign}`"; *help);
        }
        let at = self.at;
        self.at += sign.len();
        match *sign {
            "(" | "[" => self.brackets.push((sign, at)),
            ")" | "]" => {
                let wanted = if *sign == ")" { "(" } else { "[" };
                if self.brackets.pop().is_none_or(|(open, _)| open != wanted) {
                    fail!(
                        ScriptSyntax, at..self.at,
                        "`{sign}` closes nothing"; "open it with `{wanted}`, or take it out"
                    );
                }
            }
            _ => {}
        }
        self.push(Token::Sign(sign), at..self.at);
        Ok(())
    }

    fn number(&mut self) -> Out<()> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
            .unwrap_or(rest.len());
        let (written, place) = (&rest[..length], self.here(length));
        if written.contains('.') || written.contains(['e', 'E']) && !written.starts_with("0x") {
            fail!(ScriptSubset, place, "`{written}` is no whole number"; "write a whole number");
        }
        if !written.chars().all(|c| c.is_ascii_digit()) {
            fail!(
                ScriptSyntax, place,
                "`{written}` is no number of the language"; "write the digits 0 to 9 alone"
            );
        }
        if written.len() > 1 && written.starts_with('0') {
            fail!(
                ScriptSyntax, place,
                "`{written}` begins with a zero"; "take the zeros in front away"
            );
        }
        let Ok(number) = written.parse() else {
            fail!(
                ScriptSyntax, place,
                "the number is too large"; "write a number up to {}", i64::MAX
            );
        };
        let at = self.at;
        self.at += length;
        self.push(Token::Number(number), at..self.at);
        Ok(())
    }

    fn name(&mut self) -> Out<()> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if length > MOST_NAME {
            fail!(
                ScriptBound, self.here(length),
                "a name of {length} letters"; "{MOST_NAME} are the most"
            );
        }
        let name = rest[..length].to_owned();
        if !name.is_ascii() {
            fail!(
                ScriptSyntax, self.here(length),
                "`{name}` has letters that names do not have";
                "write it with the letters a to z, digits and `_`"
            );
        }
        if rest[length..].starts_with(['"', '\'']) {
            fail!(
                ScriptSyntax, self.here(length + 1),
                "`{name}` before a text"; "write the text in plain quotes"
            );
        }
        let place = self.here(length);
        self.at += length;
        self.push(Token::Name(name), place);
        Ok(())
    }

    /// A text in quotes, in three of them also over several lines.
    fn quoted(&mut self, quote: char) -> Out<()> {
        let start = self.at;
        let three = quote.to_string().repeat(3);
        let long = self.rest().starts_with(&three);
        let close = if long { three.as_str() } else { &three[..1] };
        let mut at = start + close.len();
        let mut text = String::new();
        loop {
            let rest = &self.text[at..];
            if rest.starts_with(close) {
                self.at = at + close.len();
                self.push(Token::Text(text), start..self.at);
                return Ok(());
            }
            let mut signs = rest.chars();
            let sign = match signs.next() {
                Some('\n' | '\r') if !long => None,
                Some('\\') => {
                    at += 1;
                    match signs.next() {
                        Some('n') => Some('\n'),
                        Some(c @ ('\\' | '"' | '\'')) => Some(c),
                        _ => {
                            self.at = at - 1;
                            fail!(
                                ScriptSyntax, self.here(2),
                                "a backslash that stands for nothing";
                                "write `\\\\` for a backslash, `\\\"` for a quote, `\\n` for a new line"
                            );
                        }
                    }
                }
                sign => sign,
            };
            let Some(sign) = sign else {
                fail!(
                    ScriptSyntax, self.here(close.len()),
                    "the text is not closed"; "close it with the same quote"
                );
            };
            at += match sign {
                '\n' if !self.text[at..].starts_with('\n') => 1,
                sign => sign.len_utf8(),
            };
            text.push(sign);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Token> {
        let tokens = tokens(text).unwrap();
        tokens.into_iter().map(|placed| placed.token).collect()
    }

    #[test]
    fn lines_and_blocks_are_tokens() {
        use Token::{Dedent, End, Indent, Line, Name, Number, Sign};
        let name = |n: &str| Name(n.to_owned());
        assert_eq!(
            read("if a:\n    # a remark\n\n    b(1,\n  2)\nc\n"),
            [
                name("if"),
                name("a"),
                Sign(":"),
                Line,
                Indent,
                name("b"),
                Sign("("),
                Number(1),
                Sign(","),
                Number(2),
                Sign(")"),
                Line,
                Dedent,
                name("c"),
                Line,
                End,
            ]
        );
    }

    #[test]
    fn texts_may_have_quotes_and_several_lines() {
        assert_eq!(
            read("\"a\\\"\\n\" '''b\n'c'''"),
            [Token::Text("a\"\n".into()), Token::Text("b\n'c".into()), Token::Line, Token::End,]
        );
    }

    #[test]
    fn what_the_language_lacks_is_refused_where_it_stands() {
        for (text, at, says) in [
            ("a = 1.5", 4, "no whole number"),
            ("a = 1e3", 4, "no whole number"),
            ("a = 0x1f", 4, "no number of the language"),
            ("a = 1_000", 4, "no number of the language"),
            ("a = 007", 4, "begins with a zero"),
            ("a = 99999999999999999999", 4, "too large"),
            ("a / b", 2, "no `/`"),
            ("a ** b", 2, "no `**`"),
            ("a; b", 1, "no `;`"),
            ("\tb", 0, "a tab"),
            ("if a:\n        b\n    c", 16, "indented as no line"),
            ("f(a", 1, "not closed"),
            ("a)", 1, "closes nothing"),
            ("(a]", 2, "closes nothing"),
            ("a = \"b", 4, "not closed"),
            ("a = \"b\\q\"", 6, "stands for nothing"),
            ("a = f\"b\"", 4, "before a text"),
            ("a = “b”", 4, "no sign"),
            ("größe = 1", 0, "letters"),
            ("a \\\n b", 2, "no sign"),
        ] {
            let slip = tokens(text).unwrap_err();
            assert!(slip.fault.message.contains(says), "{text}: {slip:?}");
            assert_eq!(slip.fault.range.clone().unwrap_or_default().start, at, "{text}: {slip:?}");
            assert!(!slip.fault.help.is_empty());
        }
    }
}
