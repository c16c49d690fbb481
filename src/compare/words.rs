//! Words as they are told, and what parts two texts.

use std::hash::Hash;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::found::Edit;
use crate::cards::Value;
use crate::template::{Drawn, Layer};
use crate::text::{PartKind, parts};

/// Marked-up words on one line, without their emphasis; symbols stay as they are written.
pub fn plain(text: &str) -> String {
    let text = text.replace("**", "").replace(['\n', '\u{a0}'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value as it is told: text plain, the rest as it would be written.
pub fn say(value: &Value) -> String {
    match value.as_str() {
        Some(text) => plain(text),
        None => value.to_string(),
    }
}

/// All words that are printed on a face.
pub fn printed(face: &Drawn) -> String {
    let mut all = Vec::new();
    for layer in &face.layers {
        if let Layer::Words(passages) = layer {
            let runs = passages.iter().flat_map(|p| &p.runs);
            all.extend(runs.map(|run| run.text.trim()));
        }
    }
    let all = all.join(" ");
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The paragraphs that two texts have otherwise, each with the heading that it stands under.
pub fn paragraphs(old: &str, new: &str) -> Vec<Edit> {
    let (old, new) = (read(old), read(new));
    let texts = |side: &[Paragraph]| side.iter().map(|p| p.1.clone()).collect::<Vec<_>>();
    let mut edits = Vec::new();
    for (gone, come) in differing(&texts(&old), &texts(&new)) {
        let (gone, come) = (&old[gone], &new[come]);
        for at in 0..gone.len().max(come.len()) {
            let (was, is) = (gone.get(at), come.get(at));
            let heading = is.or(was).map_or("", |(heading, _)| heading.as_str());
            let say = |p: Option<&Paragraph>| p.map(|(_, text)| text.clone());
            edits.push(Edit::new(heading, say(was), say(is)));
        }
    }
    edits
}

/// A heading, and a paragraph under it.
type Paragraph = (String, String);

fn read(text: &str) -> Vec<Paragraph> {
    let Ok(parts) = parts(text) else {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        return lines.map(|line| (String::new(), plain(line))).collect();
    };
    let mut heading = String::new();
    let mut all = Vec::new();
    for part in parts {
        let says = part.words();
        let is_heading = |kind: &PartKind| {
            matches!(
                kind,
                PartKind::Title | PartKind::Heading | PartKind::Subheading
            )
        };
        if is_heading(&part.kind) {
            heading.clone_from(&says);
        }
        all.push((heading.clone(), says));
    }
    all
}

/// Where two lists differ: the places in the old one, and those in the new one that stand there instead.
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

    #[test]
    fn a_paragraph_is_told_with_its_heading() {
        let old = "# Rules\n\n## R1\n\nSeven cards.\n\n## R2\n\nThree **rounds**.\n";
        let new = old.replace("Three", "Four") + "\n- And a new one.\n";
        let told = paragraphs(old, &new);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            told,
            [
                Edit::new("R2", some("Three rounds."), some("Four rounds.")),
                Edit::new("R2", None, some("And a new one.")),
            ]
        );
        assert_eq!(paragraphs(old, old), []);
    }

    #[test]
    fn what_stands_between_changes_is_not_told() {
        let text = |words: [&str; 4]| words.join("\n\n");
        let told = paragraphs(&text(["a", "b", "c", "d"]), &text(["x", "b", "c", "y"]));
        let told: Vec<_> = told
            .iter()
            .map(|e| (e.old.as_deref(), e.new.as_deref()))
            .collect();
        assert_eq!(told, [(Some("a"), Some("x")), (Some("d"), Some("y"))]);
    }

    #[test]
    fn words_are_told_on_one_line_without_emphasis() {
        assert_eq!(
            plain("**Now:** take 2\u{a0}{coin}.\nThen go."),
            "Now: take 2 {coin}. Then go."
        );
    }
}
