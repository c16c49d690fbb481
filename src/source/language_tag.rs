//! What a code of a language looks like, for translations and for fonts.

/// The longest that is read: `sr-Latn-RS` has ten letters.
const LONGEST_TAG: usize = 16;

/// Whether a word is like `de`, `pt-BR` or `sr-Latn-RS`; which languages there are is not asked.
pub fn is_language_tag(code: &str) -> bool {
    let mut parts = code.split('-');
    let first = parts.next().unwrap_or_default();
    let letters = |part: &str| part.bytes().all(|b| b.is_ascii_alphabetic());
    let plain = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    code.len() <= LONGEST_TAG
        && (2..=3).contains(&first.len())
        && letters(first)
        && parts.all(plain)
}
