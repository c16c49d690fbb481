//! "Did you mean": the known word nearest to one that is not known, and lists of words for a help line. Called wherever a
//! name is looked up.

use std::fmt::Display;

/// The known word nearest to `word`, if it is near enough to be a misspelling.
pub fn did_you_mean<'a, W: AsRef<str> + ?Sized + 'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a W>,
) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let scored = known
        .into_iter()
        .map(W::as_ref)
        .map(|k| (strsim::jaro_winkler(&lower, &k.to_lowercase()), k))
        .filter(|(score, _)| *score >= 0.8);
    // max_by keeps the last of equals; the first is wanted, so that the answer follows the list.
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, k)| k)
}

/// The help for a word that is not known: the nearest known one, or else something `other`.
pub fn did_you_mean_or<'a, W: AsRef<str> + ?Sized + 'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a W>,
    other: impl Into<String>,
) -> String {
    did_you_mean(word, known).map_or_else(|| other.into(), |near| format!("did you mean `{near}`?"))
}

/// As [`did_you_mean_or`], with all known words behind `lead`: "decks are `a` and `b`".
pub fn did_you_mean_of<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
    lead: &str,
) -> String {
    did_you_mean_or(word, known.clone(), format!("{lead} {}", list_words(known)))
}

/// As [`did_you_mean_or`], with all known words.
pub fn instead<'a, W: AsRef<str> + Display + ?Sized + 'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a W> + Clone,
) -> String {
    did_you_mean_or(word, known.clone(), there_are(known))
}

/// All known words as a sentence: "there are `a` and `b`".
pub fn there_are<W: Display>(known: impl IntoIterator<Item = W>) -> String {
    let known: Vec<W> = known.into_iter().collect();
    match known.as_slice() {
        [only] => format!("there is `{only}`"),
        known => format!("there are {}", list_words(known)),
    }
}

/// `a`, `b` and `c`: known words for a help line.
pub fn list_words<W: Display>(words: impl IntoIterator<Item = W>) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("`{w}`")).collect();
    match words.split_last() {
        None => "none".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_mended_and_a_stranger_is_not() {
        let known = ["power", "copies", "name"];
        assert_eq!(did_you_mean("powr", known), Some("power"));
        assert_eq!(did_you_mean("zzz", known), None);
    }

    #[test]
    fn lists_read_like_a_sentence() {
        assert_eq!(list_words(["a"]), "`a`");
        assert_eq!(list_words(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
