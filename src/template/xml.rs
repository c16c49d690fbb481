//! The text of a drawing as XML.

use super::sanitize::Violation;
use crate::source::Code;

/// Parses a drawing.
///
/// # Errors
/// Where it is not well-formed XML.
pub fn parse(source: &str) -> Result<roxmltree::Document<'_>, Violation> {
    roxmltree::Document::parse(source).map_err(|e| {
        let at = e.pos();
        let line = source.lines().nth(at.row as usize - 1).unwrap_or("");
        let column = line.char_indices().nth((at.col as usize).saturating_sub(1));
        let before: usize = source
            .split_inclusive('\n')
            .take(at.row as usize - 1)
            .map(str::len)
            .sum();
        let at = before + column.map_or(line.len(), |(i, _)| i);
        // The parser's words end in the place, which the message shows anyway.
        let message = e.to_string();
        let message = message.split(" at ").next().unwrap_or(&message).to_owned();
        Violation {
            code: Some(Code::Xml),
            range: at..at + 1,
            part: String::new(),
            message: format!("not well-formed XML: {message}"),
            help: match e {
                _ if source.get(at..).is_some_and(|s| s.starts_with('<')) && message.ends_with("not '<'") => {
                    "in XML `<` is written `&lt;`: data-if=\"cost&lt;3\""
                }
                roxmltree::Error::MalformedEntityReference(_) => {
                    "in XML `&` is written `&amp;`; conditions are joined by ` and `"
                }
                _ => "open the file in a text editor and correct it there, or save it again with the program that made it",
            }
            .into(),
        }
    })
}
