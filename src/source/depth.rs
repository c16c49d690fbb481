//! How deeply values are nested in a TOML text, counted before anything is built of it: the values are walked and dropped by
//! recursive functions, which would run out of stack. Called by all readers of TOML.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::bounds::MOST_DEEP;
use super::{Diagnostic, FileId, Span, error};

/// That a line of a TOML text leads deeper than is read; `[a.b]`, `a.b = 1`, `[[1]]` and `{ a = { b = 1 } }` are two deep.
pub fn too_deep(file: FileId, text: &str) -> Option<Diagnostic> {
    Some(error!(
        TooDeep,
        Span::new(file, deepest(text)?),
        "a value stands more than {MOST_DEEP} deep in others",
        "write it flatter: {MOST_DEEP} deep is the most"
    ))
}

/// The first sign that is deeper than [`MOST_DEEP`].
fn deepest(text: &str) -> Option<Range<usize>> {
    // Dots of the keys at each level of brackets.
    let mut dots = vec![0usize];
    let mut sum = 0;
    for token in Source::new(text).lex() {
        let here = dots.last_mut()?;
        match token.kind() {
            TokenKind::Dot => {
                *here += 1;
                sum += 1;
            }
            TokenKind::Comma | TokenKind::Newline => sum -= std::mem::take(here),
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => dots.push(0),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if dots.len() > 1 => {
                sum -= dots.pop().unwrap_or(0);
            }
            _ => {}
        }
        if dots.len() + sum > MOST_DEEP {
            let span = token.span();
            return Some(span.start()..span.end());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deep(text: &str) -> bool {
        deepest(text).is_some()
    }

    #[test]
    fn every_way_to_go_deep_is_counted() {
        let many = |what: &str| what.repeat(MOST_DEEP + 1);
        for text in [
            format!("x = {}", many("[")),
            format!("x = {}", many("{a=")),
            format!("{}a = 1", many("a.")),
            format!("{}a = 1", many("\"a b\" . ")),
            format!("[{}a]", many("a.")),
            format!("[[{}a]]", many("a.")),
            format!("x = {}", "{ a.a.a = ".repeat(MOST_DEEP / 2)),
        ] {
            assert!(deep(&text), "{text}");
        }
    }

    #[test]
    fn what_stands_beside_is_not_deep() {
        let many = |what: &str| what.repeat(10 * MOST_DEEP);
        for text in [
            format!("x = [{}]", many("1.5, ")),
            format!("x = [{}]", many("[1.5], ")),
            format!("x = \"{}\"", many("[a.b. ")),
            format!("x = \"\"\"\n{}\"\"\"", many("[a.b. ")),
            many("a.b = 1\n"),
            many("# [[.\n"),
        ] {
            assert!(!deep(&text), "{text}");
        }
    }

    #[test]
    fn the_place_is_the_first_that_is_too_deep() {
        let text = format!("a = 1\nb = {}", "[".repeat(100));
        assert_eq!(deepest(&text), Some(41..42));
    }
}
