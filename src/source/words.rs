//! Numbers in sentences. A number and a noun come in, the words that a message has for them go out; whatever counts something in a
//! message calls it, so that a plural is made in one place.

use std::fmt::Display;

/// Words one after the other, with something between them.
pub fn joined<W: Display>(words: impl IntoIterator<Item = W>, between: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(between)
}

/// `1 card`, `2 cards`.
pub fn counted(n: usize, noun: &str) -> String {
    format!("{} {}", grouped(n as u64), plural(n, noun))
}

/// The noun after a number: `card` after 1; `cards`, `copies` and `boxes` after any other.
pub fn plural(n: usize, noun: &str) -> String {
    const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];
    if n == 1 {
        return noun.to_owned();
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(VOWELS) => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// The word with a capital letter.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// What else changes with a number: `has` or `have`, `index` or `indices`.
pub fn one_or_many<'a>(n: usize, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// A number with its thousands apart: `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A difference with its sign, to so many digits: `+1.2`, `-0.4`; `0.0` where it comes to nothing.
pub fn signed(difference: f64, digits: usize) -> String {
    let text = format!("{difference:+.digits$}");
    if text.chars().all(|c| "+-0.".contains(c)) { text[1..].to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        let all = [1.25, -0.06, -0.04, 0.04, 0.0, -0.0, 10.0].map(|n| signed(n, 1));
        assert_eq!(all, ["+1.2", "-0.1", "0.0", "0.0", "0.0", "0.0", "+10.0"]);
        assert_eq!([signed(-0.4, 0), signed(-0.6, 0)], ["0", "-1"]);
        assert_eq!(signed(f64::NEG_INFINITY, 1), "-inf");
    }

    #[test]
    fn a_noun_follows_its_number() {
        assert_eq!(counted(1, "copy"), "1 copy");
        let many = ["card", "copy", "key", "box", "other face", "sash"];
        let many = many.map(|noun| counted(0, noun));
        let as_written = ["cards", "copies", "keys", "boxes", "other faces", "sashes"];
        assert_eq!(many, as_written.map(|noun| format!("0 {noun}")));
    }

    #[test]
    fn thousands_stand_apart() {
        let all = [0, 999, 1_000, 12_345, 123_456, 1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "1,000", "12,345", "123,456", "1,234,567"]);
    }
}
