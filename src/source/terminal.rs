//! Text that a terminal shows as it is. Lines with names from files in them come in; the same without what a terminal would act on goes
//! out. Called where text leaves the program.

use std::borrow::Cow;

/// Signs that take no room, or turn the direction of what follows (Unicode: the controls of bidirectional text, and their like). Joiners
/// and the marks of direction have their use in words.
pub fn turns_or_hides(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}')
}

/// A text with `\u{fffd}` in the place of every sign that a terminal would act on. Line feeds stay, and so do bold and coloured words: of
/// escape codes only these.
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| turns_or_hides(c) || (c.is_control() && c != '\n' && c != '\t');
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut left = text;
    while let Some(at) = left.find(is_odd) {
        let (before, odd) = left.split_at(at);
        shown.push_str(before);
        let kept = look(odd);
        if let Some(code) = kept {
            shown.push_str(code);
        } else {
            shown.push(char::REPLACEMENT_CHARACTER);
        }
        let first = odd.chars().next().map_or(0, char::len_utf8);
        left = &odd[kept.map_or(first, str::len)..];
    }
    shown.push_str(left);
    Cow::Owned(shown)
}

/// The escape code at the start of a text, if it only says how words look: `\x1b[1;31m`.
fn look(text: &str) -> Option<&str> {
    let codes = text.strip_prefix("\x1b[")?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].starts_with('m').then(|| &text[..end + 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_given_words_and_their_look_only() {
        for (text, shown) in [
            ("\x1b[1mReef\x1b[0m\nann", "\x1b[1mReef\x1b[0m\nann"),
            ("\x1b[2Jann\r\u{202e}ben\u{9b}5m", "�[2Jann��ben�5m"),
            ("\x1b]0;title\x07", "�]0;title�"),
            ("שלום\u{200d}", "שלום\u{200d}"),
            ("\x1b[1", "�[1"),
        ] {
            assert_eq!(for_terminal(text), shown, "{text:?}");
        }
    }
}
