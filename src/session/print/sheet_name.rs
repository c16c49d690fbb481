//! Names the files of sheets, from the game, the selection and the paper. Different selections get different names, so that no
//! print overwrites another.

use sha2::{Digest, Sha256};

use crate::session::open::selection::Selection;
use crate::sheet::Paper;

/// So many decks or cards are named in a file's name; more are counted.
const MOST_NAMED: usize = 3;

/// Letters of what names the selection, before they are counted instead.
const LONGEST: usize = 80;

/// The paper that goes without saying.
const USUAL: &str = "a4";

/// The name of the PDF of a game, without its ending: `tides`, `tides-tokens`, `tides-mat-a3`, `tides-changed`. `changed` is the last
/// part of it, for what differs from an earlier print.
pub fn sheet_name(
    game: &str,
    selection: &Selection,
    paper: &Paper,
    changed: Option<&str>,
) -> String {
    let mut parts = vec![selection.game_name(game)];
    parts.extend(shortened(&selection.deck, "decks"));
    parts.extend(shortened(&selection.cards, "cards"));
    if paper.name != Some(USUAL) {
        parts.push(paper.word());
    }
    parts.extend(changed.map(str::to_owned));
    parts.join("-")
}

/// What tells the files of a part from those of the whole: `-tokens`, `+owl`, `.changed`. No card has such signs in its id, so
/// that a deck, a card and what has changed cannot be taken for one another.
pub fn part_name(decks: &[String], cards: &[String], changed: bool) -> String {
    let decks = shortened(decks, "decks").map(|decks| format!("-{decks}"));
    let cards = shortened(cards, "cards").map(|cards| format!("+{cards}"));
    let changed = changed.then(|| ".changed".to_owned());
    [decks, cards, changed].into_iter().flatten().collect()
}

/// `mat-tokens`, or `7-decks-1f3a` when they are many: the digits tell one such choice from another.
fn shortened(names: &[String], what: &str) -> Option<String> {
    let mut names = names.to_vec();
    names.sort();
    names.dedup();
    if names.is_empty() {
        return None;
    }
    let all = names.join("-");
    if names.len() <= MOST_NAMED && all.len() <= LONGEST {
        return Some(all);
    }
    let digest = Sha256::digest(all.as_bytes());
    let [first, second, ..] = digest[..] else {
        return Some(all);
    };
    Some(format!("{}-{what}-{first:02x}{second:02x}", names.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(deck: &[&str], cards: &[&str], paper: &str, changed: bool) -> String {
        let words = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let selection = Selection::of_parts(&words(deck), &words(cards));
        sheet_name("tides", &selection, &Paper::parse(paper).unwrap(), changed.then_some("changed"))
    }

    #[test]
    fn what_is_printed_names_its_file() {
        assert_eq!(name(&[], &[], "a4", false), "tides");
        assert_eq!(name(&["mat"], &[], "a4", false), "tides-mat");
        assert_eq!(name(&["mat"], &[], "a3", true), "tides-mat-a3-changed");
        assert_eq!(name(&[], &[], "letter", false), "tides-letter");
        assert_eq!(name(&[], &[], "520 x 270", false), "tides-520x270");
        assert_eq!(name(&["b", "a", "a"], &["owl"], "a4", false), "tides-a-b-owl");
    }

    #[test]
    fn parts_are_told_from_one_another() {
        let part = |deck: &[&str], cards: &[&str], changed| {
            let words = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
            part_name(&words(deck), &words(cards), changed)
        };
        assert_eq!(part(&[], &[], false), "");
        assert_eq!(part(&["mat"], &[], false), "-mat");
        assert_eq!(part(&["mat"], &["owl", "changed"], false), "-mat+changed-owl");
        assert_eq!(part(&["changed"], &[], false), "-changed");
        assert_eq!(part(&[], &[], true), ".changed");
    }

    #[test]
    fn many_names_are_counted_and_told_apart() {
        let four = name(&[], &["a", "b", "c", "d"], "a4", false);
        let others = name(&[], &["a", "b", "c", "e"], "a4", false);
        assert!(four.starts_with("tides-4-cards-"), "{four}");
        assert_ne!(four, others);
        let long = "x".repeat(200);
        assert!(name(&[&long], &[], "a4", false).len() < 40);
    }
}
