//! Words as they are shown, and what differs between two texts.

use super::edit::Edit;
use crate::cards::Value;

/// Larger tables of common paragraphs are not made: the longer text is told as a whole then.
const MOST_PAIRS: usize = 4_000_000;

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

/// The paragraphs that two texts have otherwise, each with the heading that it stands under.
pub fn paragraphs(mut old: &[Paragraph], mut new: &[Paragraph]) -> Vec<Edit> {
    while let ([(_, a), o @ ..], [(_, b), n @ ..]) = (old, new)
        && a == b
    {
        (old, new) = (o, n);
    }
    while let ([o @ .., (_, a)], [n @ .., (_, b)]) = (old, new)
        && a == b
    {
        (old, new) = (o, n);
    }
    let mut edits = Vec::new();
    let (mut gone, mut come): (Vec<&Paragraph>, Vec<&Paragraph>) = (Vec::new(), Vec::new());
    let same = |a: &Paragraph, b: &Paragraph| a.1 == b.1;
    let mut both = common(old, new, same).into_iter().peekable();
    let (mut i, mut j) = (0, 0);
    loop {
        let next = both.next().unwrap_or((old.len(), new.len()));
        gone.extend(&old[i..next.0]);
        come.extend(&new[j..next.1]);
        let pairs = gone.len().max(come.len());
        for at in 0..pairs {
            let (was, is) = (gone.get(at), come.get(at));
            let heading = is.or(was).map_or("", |(heading, _)| heading.as_str());
            let say = |p: Option<&&Paragraph>| p.map(|(_, text)| text.clone());
            edits.push(Edit::new(heading, say(was), say(is)));
        }
        gone.clear();
        come.clear();
        if next == (old.len(), new.len()) {
            return edits;
        }
        (i, j) = (next.0 + 1, next.1 + 1);
    }
}

/// A heading, and a paragraph under it.
pub type Paragraph = (String, String);

/// Places of the longest run of paragraphs, or lines, that both have in this order.
pub fn common<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    if (old.len() + 1).saturating_mul(width) > MOST_PAIRS {
        return Vec::new();
    }
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i * width + j] = match same(&old[i], &new[j]) {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < old.len() && j < new.len() {
        if same(&old[i], &new[j]) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs, each as "heading: words".
    fn text(paragraphs: &[&str]) -> Vec<Paragraph> {
        let paragraphs = paragraphs.iter();
        let paragraphs = paragraphs.map(|text| text.split_once(": ").unwrap_or(("", *text)));
        paragraphs
            .map(|(heading, words)| (heading.to_owned(), words.to_owned()))
            .collect()
    }

    #[test]
    fn a_paragraph_is_told_with_its_heading() {
        let old = text(&["R1: Seven cards.", "R2: Three rounds."]);
        let new = text(&["R1: Seven cards.", "R2: Four rounds.", "R2: And a new one."]);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            paragraphs(&old, &new),
            [
                Edit::new("R2", some("Three rounds."), some("Four rounds.")),
                Edit::new("R2", None, some("And a new one.")),
            ]
        );
        assert_eq!(paragraphs(&old, &old), []);
    }

    #[test]
    fn what_stands_between_changes_is_not_told() {
        let told = paragraphs(&text(&["a", "b", "c", "d"]), &text(&["x", "b", "c", "y"]));
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
