//! How words differ from the text around them: bold, italic, a colour, a size. Reads what stands in the braces of
//! `[words]{red 80%}` for `markup`.

use std::sync::Arc;

use super::colour_names::COLOUR_NAMES;
use crate::source::{Fault, did_you_mean, fault};

/// How a span differs from the text around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextStyle {
    pub bold: bool,
    pub italic: bool,
    /// As it is written: `#c0392b`, `red`.
    pub colour: Option<Arc<str>>,
    /// Percent of the size of the text.
    pub percent: u16,
}

impl Default for TextStyle {
    fn default() -> Self {
        TextStyle { bold: false, italic: false, colour: None, percent: 100 }
    }
}

/// Sizes of words in a text, in percent of the text's.
const SIZES: std::ops::RangeInclusive<u16> = 20..=500;

impl TextStyle {
    /// This look with what stands in the braces of `[words]{red 80%}`.
    ///
    /// # Errors
    /// What is wrong with it, and what to do.
    pub(super) fn within(&self, words: &str) -> Result<TextStyle, Fault> {
        let mut look = self.clone();
        let mut any = false;
        for word in words.split_whitespace() {
            any = true;
            let size = word.strip_suffix('%');
            if let Some(size) = size.and_then(|size| size.parse::<u16>().ok()) {
                let percent = u32::from(self.percent) * u32::from(size) / 100;
                let percent = u16::try_from(percent).ok().filter(|p| SIZES.contains(p));
                look.percent = percent.ok_or_else(|| {
                    let (least, most) = (SIZES.start(), SIZES.end());
                    fault!(
                        "words cannot have {word} of the size of their text";
                        "write a size from {least}% to {most}%, counted from the text around all brackets"
                    )
                })?;
            } else if is_colour(word) {
                look.colour = Some(word.to_ascii_lowercase().into());
            } else {
                return Err(unknown(word));
            }
        }
        if any {
            Ok(look)
        } else {
            Err(Fault::new(
                "the braces behind the brackets hold nothing",
                "write a colour or a size: `[words]{red}`, `[words]{80%}`",
            ))
        }
    }
}

/// Whether a word is a colour without transparency: `#` and 3 or 6 digits, or a name of CSS.
fn is_colour(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    match word.strip_prefix('#') {
        Some(digits) => is_hex(digits),
        None => COLOUR_NAMES.split(' ').any(|name| name == word),
    }
}

/// Whether these are the digits of a colour.
fn is_hex(digits: &str) -> bool {
    [3, 6].contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_hexdigit())
}

fn unknown(word: &str) -> Fault {
    let digits = word.trim_start_matches('#');
    let help = match did_you_mean(&word.to_ascii_lowercase(), COLOUR_NAMES.split(' ')) {
        _ if is_hex(digits) => format!("did you mean `#{digits}`?"),
        Some(near) => format!("did you mean `{near}`?"),
        None if word.parse::<u16>().is_ok() => format!("did you mean `{word}%`?"),
        None => "write a colour or a size, as `[words]{#c0392b}` or `[words]{80%}`; a symbol behind a bracket needs a space: `[words] {symbol}`".into(),
    };
    fault!("`{word}` is no colour and no size"; help)
}
