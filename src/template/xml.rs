//! The text of a template as XML.

use crate::source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// Parses a template.
///
/// # Errors
/// Where it is not well-formed XML, or declares what is not read.
pub fn parse(file: FileId, source: &str) -> Result<roxmltree::Document<'_>, Diagnostics> {
    roxmltree::Document::parse(source).map_err(|e| {
        if e == roxmltree::Error::DtdDetected {
            let at = source.find("<!DOCTYPE").unwrap_or(0);
            let end = source[at..].find(['[', '>']).map_or(source.len(), |n| at + n);
            return Diagnostic::error(Code::Xml, "a document type (DTD) is not read")
                .at(Span::new(file, at..end))
                .help("take out the whole <!DOCTYPE …>: what it declares may name files, and grow without end")
                .into();
        }
        let at = e.pos();
        let line = source.lines().nth(at.row as usize - 1).unwrap_or("");
        let column = line.char_indices().nth(at.col as usize - 1);
        let before: usize = source
            .split_inclusive('\n')
            .take(at.row as usize - 1)
            .map(str::len)
            .sum();
        let at = before + column.map_or(line.len(), |(i, _)| i);
        // The parser's words end in the place, which the message shows anyway.
        let message = e.to_string();
        let message = message.split(" at ").next().unwrap_or(&message).to_owned();
        Diagnostic::error(Code::Xml, format!("not well-formed XML: {message}"))
            .at(Span::new(file, at..at + 1))
            .help(match e {
                _ if source.get(at..).is_some_and(|s| s.starts_with('<')) && message.ends_with("not '<'") => {
                    "in XML `<` is written `&lt;`: data-if=\"cost&lt;3\""
                }
                roxmltree::Error::MalformedEntityReference(_) => {
                    "in XML `&` is written `&amp;`; conditions are joined by ` and `"
                }
                _ => "open the file in Inkscape or a text editor and correct it there",
            })
            .into()
    })
}
