//! The words of templates in another language: what stands between the tags of a drawing is replaced before anything else
//! reads the drawing. A [`super::GameFolder`] that has a translation calls it for each template.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Template, and what it says -> what it says in the other language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Retelling {
    pub texts: BTreeMap<(String, String), String>,
}

impl Retelling {
    /// The template `name` with its words replaced, where there are others.
    pub fn retell(&self, name: &str, drawing: &str) -> String {
        let mut retold = String::with_capacity(drawing.len());
        let mut done = 0;
        for (range, words) in texts_of_drawing(drawing) {
            if let Some(other) = self.texts.get(&(name.to_owned(), words)) {
                retold.push_str(&drawing[done..range.start]);
                retold.push_str(&escaped(other));
                done = range.end;
            }
        }
        retold.push_str(&drawing[done..]);
        retold
    }
}

/// What stands between the tags of a drawing, without space around it, and where. Comments, styles and guides, which are never
/// printed, say nothing.
pub fn texts_of_drawing(drawing: &str) -> Vec<(Range<usize>, String)> {
    let mut texts = Vec::new();
    let mut from = 0;
    let mut depth = 0_usize;
    // The depth of the open element whose words are skipped.
    let mut silent: Option<usize> = None;
    for range in tags(drawing) {
        let between = &drawing[from..range.start];
        let words = between.trim();
        if !words.is_empty() && silent.is_none() {
            let start = from + between.len() - between.trim_start().len();
            texts.push((start..start + words.len(), plain(words)));
        }
        from = range.end;
        let tag = drawing[range].trim_start_matches('<');
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
            silent = silent.filter(|above| depth > *above);
        } else if !tag.starts_with(['!', '?']) && !tag.ends_with("/>") {
            let is_silent = SILENT.iter().any(|name| named(tag, name))
                || attributes(tag).any(|(name, _)| name == "data-guide");
            if is_silent {
                silent = silent.or(Some(depth));
            }
            depth += 1;
        }
    }
    texts
}

/// Elements whose words are never shown.
const SILENT: [&str; 4] = ["style", "title", "desc", "metadata"];

/// Fields of rows by which a drawing finds pictures and symbols, or that it compares with a word: `art` of
/// `data-art="{{art}}"`, `weather` of `data-if="weather=storm"`.
pub fn keys_of_drawing(drawing: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for range in tags(drawing) {
        for (name, value) in attributes(drawing[range].trim_start_matches('<')) {
            let label = |kind: &str| value.starts_with(kind) && name.ends_with("label");
            if ["data-art", "data-symbol"].contains(&name) || label("art:") || label("symbol:") {
                keys.extend(
                    value
                        .split("{{")
                        .skip(1)
                        .filter_map(|gap| gap.split_once("}}"))
                        .flat_map(|(gap, _)| fields(gap))
                        .map(|(field, _)| field),
                );
            } else if name == "data-if" {
                keys.extend(fields(value).into_iter().filter_map(|(field, rest)| {
                    let word = rest.trim_start_matches(['!', '~']).strip_prefix('=')?.trim_start();
                    let is_word = |c: char| c.is_alphabetic() || "'\"".contains(c);
                    word.starts_with(is_word).then_some(field)
                }));
            }
        }
    }
    keys
}

/// The names in an expression, without what is chosen of them in brackets, each with what follows it.
fn fields(expression: &str) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    let mut rest = expression;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic()) {
        let mut name = String::new();
        rest = &rest[start..];
        loop {
            let is_name = |c: char| c.is_alphanumeric() || "-_.".contains(c);
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            name.push_str(&rest[..end]);
            rest = &rest[end..];
            match rest.starts_with('[').then(|| rest.find(']')).flatten() {
                Some(close) => rest = &rest[close + 1..],
                None => break,
            }
        }
        rest = rest.trim_start();
        found.push((name, rest));
    }
    found
}

/// Where the tags of a drawing stand, comments and the like among them.
fn tags(drawing: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + drawing[at..].find('<')?;
        let rest = &drawing[start..];
        let end = match rest {
            _ if rest.starts_with("<!--") => rest.find("-->").map(|end| end + 3),
            _ if rest.starts_with("<![CDATA[") => rest.find("]]>").map(|end| end + 3),
            // Signs between quotes do not end it.
            _ => outside_quotes(rest).find(|(_, c)| *c == '>').map(|(end, _)| end + 1),
        };
        at = start + end.unwrap_or(rest.len());
        Some(start..at)
    })
}

/// The attributes of a tag, as they are written.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = tag;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once('=')?;
        let name = before.trim_end();
        let name = &name[name.rfind(char::is_whitespace).map_or(0, |at| at + 1)..];
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| ['"', '\''].contains(c))?;
        let (value, next) = after[1..].split_once(quote)?;
        rest = next;
        Some((name, value))
    })
}

/// Whether a tag, without what opens it, is of that name.
fn named(tag: &str, name: &str) -> bool {
    let rest = tag.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
}

/// The signs of a text that do not stand in quotes, and their places; the quotes are left out, too.
pub fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    text.char_indices().filter(move |(_, c)| match quote {
        Some(open) => {
            quote = quote.filter(|_| open != *c);
            false
        }
        None => {
            quote = Some(*c).filter(|c| matches!(c, '"' | '\''));
            quote.is_none()
        }
    })
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "<svg><!-- <b>no</b> --><style>a > b {}</style><title>no</title>\
        <text data-if=\"a>1\">\n  One &amp; all </text><text>{{name}} of <tspan>two</tspan></text></svg>";

    #[test]
    fn the_words_between_tags_are_found() {
        let words: Vec<String> = texts_of_drawing(DRAWING).into_iter().map(|t| t.1).collect();
        assert_eq!(words, ["One & all", "{{name}} of", "two"]);
        let guides = "<svg><g data-guide=\"a>b\"><g><text>no</text></g><rect/><text>no</text></g><text>yes</text></svg>";
        let words: Vec<String> = texts_of_drawing(guides).into_iter().map(|t| t.1).collect();
        assert_eq!(words, ["yes"]);
    }

    #[test]
    fn fields_that_look_something_up_are_found() {
        let drawing = "<svg><rect data-art=\"{{art}}\" data-fit='text'/><use data-symbol=\"{{side[default].sign}}\"/>\
            <g data-if=\"passive and kind=storm\"/><g data-if=\"cost=3 and !wide\"/><g data-if=\"kinds ~= gear\"/></svg>";
        let keys: Vec<String> = keys_of_drawing(drawing).into_iter().collect();
        assert_eq!(keys, ["art", "kind", "kinds", "side.sign"]);
    }

    #[test]
    fn words_are_replaced_in_their_template_only() {
        let mut german = Retelling::default();
        let key = |name: &str| (name.to_owned(), "One & all".to_owned());
        german.texts.insert(key("a.svg"), "Einer & <alle>".to_owned());
        let retold = german.retell("a.svg", DRAWING);
        assert!(retold.contains("\n  Einer &amp; &lt;alle&gt; </text>"), "{retold}");
        assert_eq!(german.retell("b.svg", DRAWING), DRAWING);
    }
}
