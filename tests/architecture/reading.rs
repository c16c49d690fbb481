//! Reading Rust source as far as the house rules need it: words and signs with their lines, paths from the root of the crate.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A word, `::`, or a sign, outside of comments and strings.
#[derive(Clone)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

pub struct Source {
    /// From the root of the repository, with `/`.
    pub path: String,
    pub lines: usize,
    pub text: String,
    pub tokens: Vec<Token>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Source {
        Source {
            path: path.into(),
            lines: text.lines().count(),
            text: text.into(),
            tokens: tokens(text),
        }
    }
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn source(path: &str) -> Source {
    Source::new(path, &std::fs::read_to_string(root().join(path)).unwrap())
}

/// Every Rust file under `src/`, read once for all tests.
pub fn sources() -> &'static [Source] {
    static ALL: OnceLock<Vec<Source>> = OnceLock::new();
    ALL.get_or_init(|| sources_in("src"))
}

/// Every Rust file under a folder of the repository.
pub fn sources_in(folder: &str) -> Vec<Source> {
    let mut folders = vec![root().join(folder)];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                paths.push(relative(&path));
            }
        }
    }
    paths.sort();
    paths.iter().map(|p| source(p)).collect()
}

fn relative(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap();
    path.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("/")
}

/// `src/export/pdf/join.rs` as `export`, `pdf`, `join`.
pub fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs");
    let parts = path.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
    parts.map(str::to_owned).collect()
}

/// Names of `pub mod name;`.
pub fn public_modules(file: &Source) -> Vec<String> {
    let three = file.tokens.windows(3).filter(|w| w[0].text == "pub" && w[1].text == "mod");
    three.map(|w| w[2].text.clone()).collect()
}

pub fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |t| t.text.as_str())
}

/// Names of `mod name;`, public or not.
pub fn child_modules(tokens: &[Token]) -> Vec<String> {
    let three = tokens.windows(3).filter(|w| w[0].text == "mod" && w[2].text == ";");
    three.map(|w| w[1].text.clone()).collect()
}

/// The tokens without items under `#[cfg(test)]`, and the names of the modules among these that are files.
pub fn outside_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
        if !mark.iter().enumerate().all(|(i, sign)| text(tokens, at + i) == *sign) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += mark.len();
        at += usize::from(text(tokens, at) == "pub");
        if text(tokens, at) == "mod" && text(tokens, at + 2) == ";" {
            modules.push(text(tokens, at + 1).to_owned());
        }
        // The item ends with its body, or with the first `;` before one.
        let mut depth = 0;
        while at < tokens.len() {
            let sign = text(tokens, at);
            depth += usize::from(sign == "{");
            let ends = (sign == ";" && depth == 0) || (sign == "}" && depth == 1);
            depth -= usize::from(sign == "}");
            at += 1;
            if ends {
                break;
            }
        }
    }
    (kept, modules)
}

/// A path from the root of the crate, and the name that a `use` gives to its end.
pub struct Named {
    pub line: usize,
    pub path: Vec<String>,
    pub name: String,
}

/// Every path that starts with `crate`, `super` or `self`, from the root of the crate; groups taken apart.
pub fn paths(tokens: &[Token], file: &[String]) -> Vec<Named> {
    let mut found = Vec::new();
    walk(tokens, file, |at, here| match text(tokens, at) {
        "crate" | "super" | "self" if text(tokens, at + 1) == "::" => {
            path(tokens, at, here.to_vec(), &mut found)
        }
        _ => at + 1,
    });
    found
}

/// What the `use` items name, but for other crates: paths that start with `crate`, `super`, `self`, or one of `children`.
pub fn uses(tokens: &[Token], file: &[String], children: &[String]) -> Vec<Named> {
    let mut found = Vec::new();
    walk(tokens, file, |at, here| {
        let first = text(tokens, at + 1);
        let ours = ["crate", "super", "self"].contains(&first)
            || children.iter().any(|child| child == first);
        if text(tokens, at) == "use" && ours {
            path(tokens, at + 1, here.to_vec(), &mut found)
        } else {
            at + 1
        }
    });
    found
}

/// Calls with each place and the module that it lies in, inline modules included; a call gives the place to go on from.
fn walk(tokens: &[Token], file: &[String], mut step: impl FnMut(usize, &[String]) -> usize) {
    let mut here = file.to_vec();
    let mut depth = 0;
    let mut inline: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match text(tokens, at) {
            "mod" if text(tokens, at + 2) == "{" => {
                here.push(text(tokens, at + 1).to_owned());
                inline.push(depth);
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    here.pop();
                }
            }
            _ => {}
        }
        at = step(at, &here);
    }
}

/// Reads one path from `at` on; gives the place after it.
fn path(tokens: &[Token], mut at: usize, mut base: Vec<String>, found: &mut Vec<Named>) -> usize {
    let line = tokens.get(at).map_or(0, |t| t.line);
    loop {
        match text(tokens, at) {
            "crate" => base.clear(),
            "super" => _ = base.pop(),
            "self" => {}
            "{" => {
                at += 1;
                while !["}", ""].contains(&text(tokens, at)) {
                    at = path(tokens, at, base.clone(), found);
                    // What is left of the entry: `as name`, `,`.
                    while ![",", "}", ""].contains(&text(tokens, at)) {
                        at += 1;
                    }
                    at += usize::from(text(tokens, at) == ",");
                }
                return at + 1;
            }
            word => base.push(word.to_owned()),
        }
        at += 1;
        let goes_on = |next: &str| next == "*" || next == "{" || next.starts_with(word_sign);
        if text(tokens, at) != "::" || !goes_on(text(tokens, at + 1)) {
            let name = match text(tokens, at) {
                "as" => text(tokens, at + 1).to_owned(),
                _ => base.last().cloned().unwrap_or_default(),
            };
            found.push(Named { line, path: base, name });
            return at;
        }
        at += 1;
    }
}

fn word_sign(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words and signs of a Rust source, without comments, strings and characters.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let word = rest.find(|c| !word_sign(c)).unwrap_or(rest.len());
        let skipped = skipped(rest, word);
        let length = match skipped {
            0 if word > 0 => word,
            0 if rest.starts_with("::") => 2,
            0 => c.len_utf8(),
            n => n,
        };
        if skipped == 0 && !c.is_whitespace() {
            tokens.push(Token { text: rest[..length].to_owned(), line });
        }
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// Bytes of the comment, string or character that `rest` starts with, whose first word is `word` bytes long; 0 if none.
fn skipped(rest: &str, word: usize) -> usize {
    let to = |end: Option<usize>| end.unwrap_or(rest.len());
    if rest.starts_with("//") {
        return to(rest.find('\n'));
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    let (prefix, body) = rest.split_at(word);
    if ["r", "br", "cr"].contains(&prefix) {
        let hashes = body.len() - body.trim_start_matches('#').len();
        if body[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = word + hashes + 1;
            return to(rest[start..].find(&end).map(|n| start + n + end.len()));
        }
    }
    if ["", "b", "c"].contains(&prefix) && body.starts_with('"') {
        return word + quoted(body, '"');
    }
    // A lifetime has no closing quote after its first letter.
    if ["", "b"].contains(&prefix) && body.starts_with('\'') {
        let mut signs = body.chars().skip(1);
        let is_char = signs.next() == Some('\\') || signs.next() == Some('\'');
        return if is_char { word + quoted(body, '\'') } else { 0 };
    }
    0
}

/// Length of a quoted text, its quotes included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Length of a block comment; they nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}
