//! Which of a text's words ask for a bold or italic face that their family lacks. A text and the loaded fonts come in, one
//! fault for each missing face goes out; the checks of a template and the drawing of a face call it.

use super::fonts::FontBook;
use super::markup::Rich;
use super::shape::Style;
use crate::source::Diagnostic;

/// Words that no face of their family can show.
pub struct MissingFace {
    pub fault: Diagnostic,
    /// The words, as they may be written.
    pub words: String,
}

/// What of a text needs a weight or a slant that its family lacks, each once. The family must be loaded.
pub fn missing_faces(rich: &Rich, style: &Style, book: &FontBook) -> Vec<MissingFace> {
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
        missing.push(MissingFace {
            fault: Diagnostic::error(fault.code, message).help(help),
            words: words.to_owned(),
        });
    }
    missing
}
