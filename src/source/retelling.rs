//! The own words of templates in another language: what stands between the tags of a drawing, replaced before anybody reads it.

use std::collections::BTreeMap;
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

/// What stands between the tags of a drawing, without space around it, and where. Comments and styles say nothing.
pub fn texts_of_drawing(drawing: &str) -> Vec<(Range<usize>, String)> {
    let mut texts = Vec::new();
    let mut at = 0;
    let mut silent = false;
    while let Some(tag) = drawing[at..].find('<').map(|found| at + found) {
        let between = &drawing[at..tag];
        let words = between.trim();
        if !words.is_empty() && !silent {
            let start = at + between.len() - between.trim_start().len();
            texts.push((start..start + words.len(), plain(words)));
        }
        let rest = &drawing[tag..];
        let end = match rest {
            _ if rest.starts_with("<!--") => rest.find("-->").map(|end| end + 3),
            _ if rest.starts_with("<![CDATA[") => rest.find("]]>").map(|end| end + 3),
            _ => end_of_tag(rest),
        };
        let end = end.unwrap_or(rest.len());
        let tag_text = &rest[..end];
        let whole = !tag_text.ends_with("/>");
        for name in ["style", "title", "desc", "metadata"] {
            let opens = tag_text.strip_prefix('<').is_some_and(|t| named(t, name));
            let closes = tag_text.strip_prefix("</").is_some_and(|t| named(t, name));
            silent = (silent || (opens && whole)) && !closes;
        }
        at = tag + end;
    }
    texts
}

/// Whether a tag, without what opens it, is of that name.
fn named(tag: &str, name: &str) -> bool {
    let rest = tag.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
}

/// Where the tag ends with which a text begins; signs between quotes do not end it.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '>') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn plain(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    text.replace("&quot;", "\"").replace("&amp;", "&")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
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
    }

    #[test]
    fn words_are_replaced_in_their_template_only() {
        let mut german = Retelling::default();
        let key = |name: &str| (name.to_owned(), "One & all".to_owned());
        german
            .texts
            .insert(key("a.svg"), "Einer & <alle>".to_owned());
        let retold = german.retell("a.svg", DRAWING);
        assert!(
            retold.contains("\n  Einer &amp; &lt;alle&gt; </text>"),
            "{retold}"
        );
        assert_eq!(german.retell("b.svg", DRAWING), DRAWING);
    }
}
