//! What a font cannot show: letters without a glyph, bold and italic words without such a face, and what to do about each. The checks
//! of a template and the drawing of a face report it.

use super::fonts::FontBook;
use super::markup::Rich;
use super::shape::Style;
use crate::source::{Code, Diagnostic};

/// What of a text needs a weight or a slant that its family lacks, each once. The family must be loaded.
pub fn missing_faces(rich: &Rich, style: &Style, book: &FontBook) -> Vec<Diagnostic> {
    let mut asked = Vec::new();
    let mut missing = Vec::new();
    for (range, look) in &rich.spans {
        let (weight, italic) = style.face(look);
        if asked.contains(&(weight, italic)) {
            continue;
        }
        asked.push((weight, italic));
        let Err(fault) = book.check_face(&style.family, weight, italic) else {
            continue;
        };
        let kind = match (look.bold, look.italic) {
            (true, true) => "bold italic",
            (true, false) => "bold",
            _ => "italic",
        };
        let help = fault.help.unwrap_or_default();
        let help =
            format!("{help}: add the {kind} file to fonts/fonts.toml, or take the marks out");
        let message = format!("{kind} words: {}", fault.message);
        let words = rich.text.get(range.clone()).unwrap_or_default();
        let words = words.split('\u{a0}').next().unwrap_or_default().trim();
        missing.push(Diagnostic::error(fault.code, message).help(help).part(words));
    }
    missing
}

/// The sign of which people know that something was lost.
const LOST: char = '\u{fffd}';

/// That a font has no glyph for some signs; `None` when there are none.
pub fn missing_glyphs(family: &str, missing: &[char]) -> Option<Diagnostic> {
    let mut missing = missing.to_vec();
    missing.sort_unstable();
    missing.dedup();
    let first = *missing.first()?;
    let signs: Vec<String> = missing.iter().map(|c| named(*c)).collect();
    let message = format!("the font `{family}` has no glyph for {}", signs.join(", "));
    let help = match first {
        LOST => {
            "type the letter again: it was lost when the file was converted, or is a control character that nothing shows"
        }
        c if c.is_control() => "take it out: it was probably pasted in unseen",
        c if is_mark(c) => {
            "write the letter with its accent as one sign, without the mark, or use a font that has the mark"
        }
        _ => "write it with other letters, draw a symbol, or use another font",
    };
    Some(Diagnostic::error(Code::MissingGlyph, message).part(first).help(help))
}

fn named(c: char) -> String {
    let code = c as u32;
    match c {
        LOST => format!("a sign that was lost (U+{code:04X})"),
        c if c.is_control() => format!("a control character (U+{code:04X})"),
        c if is_mark(c) => format!("the mark `\u{25cc}{c}` (U+{code:04X})"),
        c if is_unseen(c) => format!("an invisible sign (U+{code:04X})"),
        c => format!("`{c}` (U+{code:04X})"),
    }
}

/// Whether it is put on the letter before it (Unicode: the blocks of combining marks).
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{65f}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether it takes no room, or turns the direction of words.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_named_and_not_the_letter_below_it() {
        let told = |c: char| missing_glyphs("Cabin", &[c]).unwrap().message;
        assert!(told('\u{308}').contains("the mark `\u{25cc}\u{308}` (U+0308)"));
        assert!(told('\u{fffd}').contains("lost"));
        assert!(told('\u{7}').contains("a control character (U+0007)"));
        assert!(told('火').contains("`火` (U+706B)"));
    }
}
