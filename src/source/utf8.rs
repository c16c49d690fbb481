//! Turns the bytes of a file into text, or says where they are not UTF-8. Folders, sheets and files named on the command line
//! are read through this.

use super::{Diagnostic, Files, Span, error};

/// The text of a file.
///
/// # Errors
/// D006 at the first byte that is not UTF-8; `help` says how to save the file.
pub fn read_utf8(
    label: &str,
    bytes: Vec<u8>,
    help: &str,
    files: &mut Files,
) -> Result<String, Diagnostic> {
    if is_utf16(&bytes) {
        let top = Span::new(files.add(label, ""), 0..0);
        return Err(error!(NotUtf8, top, "`{label}` is UTF-16, not UTF-8", help));
    }
    let wrong = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(wrong) => wrong,
    };
    let at = wrong.utf8_error().valid_up_to();
    let bytes = wrong.as_bytes();
    // Text that is not UTF-8 is most often Latin-1, in which every byte is a letter.
    let (good, odd) = bytes.split_at(at);
    let mut text = String::from_utf8_lossy(good).into_owned();
    let end = text.len();
    text.extend(odd.iter().map(|byte| char::from(*byte)));
    let first = odd.first().map_or(0, |byte| char::from(*byte).len_utf8());
    let place = Span::new(files.add(label, text), end..end + first);
    Err(error!(NotUtf8, place, "`{label}` is not UTF-8", help)
        .label("the first letter that is not"))
}

/// By its mark, or without one by the zeros of its first letters: no text has any.
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE")
        || bytes.starts_with(b"\xFE\xFF")
        || matches!(bytes, [0, 1..=255, 0, 1..=255, ..] | [1..=255, 0, 1..=255, 0, ..])
}
