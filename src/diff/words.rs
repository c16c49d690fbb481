//! Puts values and texts into words for a report. A value, or two texts, come in; plain text or the paragraphs that differ go
//! out. Called by the other modules of `diff`.

use std::hash::Hash;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::edit::ValueChange;
use crate::cards::Value;

/// Marked-up words on one line, without their emphasis; symbols stay as they are written.
pub fn plain(text: &str) -> String {
    text.replace("**", "")
        .replace(['\n', '\u{a0}'], " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A value as it is shown: text plain, the rest as in a file.
pub fn say(value: &Value) -> String {
    match value.as_str() {
        Some(text) => plain(text),
        None => value.to_string(),
    }
}

/// The paragraphs in which two texts differ, each with its heading.
pub fn paragraphs(old: &[Paragraph], new: &[Paragraph]) -> Vec<ValueChange> {
    let texts = |side: &[Paragraph]| side.iter().map(|p| p.1.clone()).collect::<Vec<_>>();
    let mut edits = Vec::new();
    for (gone, come) in differing(&texts(old), &texts(new)) {
        let (gone, come) = (&old[gone], &new[come]);
        for at in 0..gone.len().max(come.len()) {
            let (was, is) = (gone.get(at), come.get(at));
            let heading = is.or(was).map_or("", |(heading, _)| heading.as_str());
            let say = |p: Option<&Paragraph>| p.map(|(_, text)| text.clone());
            edits.push(ValueChange::new(heading, say(was), say(is)));
        }
    }
    edits
}

/// A heading, and a paragraph under it.
pub type Paragraph = (String, String);

/// Where two lists differ: the places in the old one, and those in the new one that replace them.
pub fn differing<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(Range<usize>, Range<usize>)> {
    capture_diff_slices(Algorithm::Myers, old, new)
        .into_iter()
        .filter(|op| op.tag() != DiffTag::Equal)
        .map(|op| (op.old_range(), op.new_range()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs, each as "heading: words".
    fn text(paragraphs: &[&str]) -> Vec<Paragraph> {
        let paragraphs = paragraphs.iter();
        let paragraphs = paragraphs.map(|text| text.split_once(": ").unwrap_or(("", *text)));
        paragraphs.map(|(heading, words)| (heading.to_owned(), words.to_owned())).collect()
    }

    #[test]
    fn a_paragraph_is_told_with_its_heading() {
        let old = text(&["R1: Seven cards.", "R2: Three rounds."]);
        let new = text(&["R1: Seven cards.", "R2: Four rounds.", "R2: And a new one."]);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            paragraphs(&old, &new),
            [
                ValueChange::new("R2", some("Three rounds."), some("Four rounds.")),
                ValueChange::new("R2", None, some("And a new one.")),
            ]
        );
        assert_eq!(paragraphs(&old, &old), []);
    }

    #[test]
    fn what_stands_between_changes_is_not_told() {
        let told = paragraphs(&text(&["a", "b", "c", "d"]), &text(&["x", "b", "c", "y"]));
        let told: Vec<_> = told.iter().map(|e| (e.old.as_deref(), e.new.as_deref())).collect();
        assert_eq!(told, [(Some("a"), Some("x")), (Some("d"), Some("y"))]);
    }

    #[test]
    fn words_are_told_on_one_line_without_emphasis() {
        assert_eq!(plain("**Now:** take 2\u{a0}{coin}.\nThen go."), "Now: take 2 {coin}. Then go.");
    }
}
