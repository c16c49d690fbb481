#![doc = include_str!("../source/codes/D318.md")]

use std::collections::BTreeSet;

use crate::source::{Diagnostic, Span, list_words, warning};

/// Words outside bold type that say where, how often, or to whom.
const PLAIN: [&str; 8] =
    ["here", "adjacent", "anywhere", "opposing", "opponent", "each", "once", "mine"];

/// Words that say nothing alone, though they are in bold type.
const EMPTY: [&str; 8] = ["a", "an", "the", "at", "of", "when", "to", "it"];

/// Numbers as words, from one.
const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// Reports a sentence for `what` that a row words itself, in place of the one that is `made` from the
/// ability: that it hides the ability when it leaves a number or key word out, else only that it is there.
pub fn by_hand(what: &str, at: Span, made: &str, given: &str) -> Diagnostic {
    let hidden = hidden(made, given);
    let made = plain(made);
    if hidden.is_empty() {
        return warning!(
            Reworded,
            at,
            "{what} is worded by hand",
            "see that it says what the ability does: \"{made}\""
        );
    }
    let words = list_words(hidden.iter());
    warning!(
        HiddenAbility,
        at,
        "{what} is worded by hand and does not say {words}",
        "say it as well, or take the wording away: the ability is \"{made}\""
    )
}

/// Numbers, symbols and key words of a sentence that another does not have.
fn hidden(made: &str, given: &str) -> Vec<String> {
    let said: BTreeSet<String> = words(given).into_iter().map(|(word, _)| word).collect();
    let mut hidden = Vec::new();
    for (word, is_key) in words(made) {
        let one = word == "1" && ["a", "an"].iter().any(|a| said.contains(*a));
        if is_key && !one && !said.contains(&word) && !hidden.contains(&word) {
            hidden.push(word);
        }
    }
    hidden
}

/// The words of a sentence without their endings, numbers as digits; and whether each is a key word: a number, a symbol,
/// in bold type, or one of a few.
fn words(markup: &str) -> Vec<(String, bool)> {
    let mut words = Vec::new();
    for (index, part) in markup.split("**").enumerate() {
        let bold = index % 2 == 1;
        let mut symbol = false;
        for piece in part.split_inclusive(['{', '}']) {
            for word in piece.trim_end_matches(['{', '}']).split(|c: char| !c.is_alphanumeric()) {
                let number = word.chars().all(|c| c.is_ascii_digit());
                let word = plainest(word);
                let key = number || symbol || bold || PLAIN.contains(&word.as_str());
                if !word.is_empty() {
                    let key = key && !EMPTY.contains(&word.as_str());
                    words.push((word, key));
                }
            }
            symbol = piece.ends_with('{');
        }
    }
    words
}

/// In small letters, without the ending of several, a number in digits.
fn plainest(word: &str) -> String {
    let word = word.to_lowercase();
    if let Some(n) = NUMBERS.iter().position(|number| *number == word) {
        return (n + 1).to_string();
    }
    match word.strip_suffix('s') {
        Some(one) if one.len() > 2 => one.to_owned(),
        _ => word,
    }
}

/// Markup as it is read aloud.
fn plain(markup: &str) -> String {
    markup.replace("**", "").replace(['\u{a0}', '\n'], " ").replace(['{', '}'], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Code;

    const ALONE: &str = "While it is your **only** Asset here: worth **4**\u{a0}{influence}.";

    #[test]
    fn a_sentence_that_says_it_all_hides_nothing() {
        for given in [
            ALONE,
            "The only one here? Then it is worth four {influence}.",
            "**Worth 4 influence** as the ONLY card here.",
        ] {
            assert_eq!(hidden(ALONE, given), [""; 0], "{given}");
        }
    }

    #[test]
    fn a_number_that_is_left_out_is_hidden() {
        let given = "Worth more {influence} as your only Asset here.";
        assert_eq!(hidden(ALONE, given), ["4"]);
        let given = "Worth 5 {influence} as your only Asset here.";
        assert_eq!(hidden(ALONE, given), ["4"]);
    }

    #[test]
    fn a_key_word_that_is_left_out_is_hidden() {
        assert_eq!(hidden(ALONE, "Worth 4 {influence}."), ["only", "here"]);
        let moves = "Move this Asset to an **adjacent** location.";
        assert_eq!(hidden(moves, "Go anywhere."), ["adjacent"]);
    }

    #[test]
    fn one_may_be_an_article() {
        let flips = "**flip**\u{a0}{flip} 1 topmost card your opponent has here";
        assert_eq!(hidden(flips, "Flip a card of your opponent's here."), [""; 0]);
    }

    #[test]
    fn what_is_hidden_is_told_with_the_sentence_of_the_ability() {
        let mut files = crate::source::Files::new();
        let at = Span::new(files.add("deck.toml", "x"), 0..1);
        let fault = by_hand("the `passive` of `admiral`", at, ALONE, "Strong alone.");
        assert_eq!(fault.code, Code::HiddenAbility);
        assert_eq!(
            fault.message,
            "the `passive` of `admiral` is worded by hand and does not say `only`, `here`, `4` and `influence`"
        );
        let help = fault.help.unwrap();
        assert!(
            help.ends_with(
                "the ability is \"While it is your only Asset here: worth 4 influence.\""
            )
        );
        let fault = by_hand("the `passive` of `admiral`", at, ALONE, ALONE);
        assert_eq!(fault.code, Code::Reworded);
    }
}
