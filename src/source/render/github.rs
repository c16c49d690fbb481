//! Diagnostics as workflow commands of GitHub Actions, which shows them beside the changed lines. Called by `check --format
//! github`.

use super::uri::relative;
use crate::source::{Diagnostic, Diagnostics, Files};

/// One line a diagnostic: `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=D012 …::message`. Files are named from `base`,
/// the root of the repository.
///
/// The commands and how they are escaped: <https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>.
pub fn github(diagnostics: &Diagnostics, files: &Files, base: &str) -> String {
    diagnostics.iter().map(|d| line(d, files, base) + "\n").collect()
}

fn line(diagnostic: &Diagnostic, files: &Files, base: &str) -> String {
    let mut properties = Vec::new();
    if let Some(span) = diagnostic.place(files) {
        let region = files.region(span);
        properties = vec![
            ("file", relative(files.path(span.file), base)),
            ("line", region.line.to_string()),
            ("col", region.column.to_string()),
            ("endLine", region.end_line.to_string()),
            ("endColumn", region.end_column.to_string()),
        ];
    }
    let code = diagnostic.code;
    properties.push(("title", format!("{code} {}", code.title())));
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let cell = diagnostic.place(files).and_then(|span| files.cell(span));
    let mut message = match cell {
        Some(cell) => format!("{cell}: {}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    for (span, what) in &diagnostic.related {
        message.push_str(&format!("\n{}: {what}", files.place(*span)));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\n{help}"));
    }
    let severity = diagnostic.severity.name();
    format!("::{severity} {}::{}", properties.join(","), data(&message))
}

/// The message of a command: a line must not end it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command: neither a line nor the next property must end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Code, Span};

    #[test]
    fn a_command_is_one_line_whatever_the_words_are() {
        let mut files = Files::new();
        let file = files.add("/repo/a, b:c.toml", "x = 1\ny = 2\n");
        let fault = Diagnostic::warning(Code::UnknownKey, "50 % of\nit")
            .at(Span::new(file, 6..7))
            .help("take it out");
        assert_eq!(
            github(&fault.into(), &files, "/repo"),
            "::warning file=a%2C b%3Ac.toml,line=2,col=1,endLine=2,endColumn=2,title=D002 A key that nothing reads\
             ::50 %25 of%0Ait%0Atake it out\n"
        );
    }

    #[test]
    fn a_fault_of_no_file_names_none() {
        let fault = Diagnostic::error(Code::UnknownKey, "unknown");
        let told = github(&fault.into(), &Files::new(), "");
        assert_eq!(told, "::error title=D002 A key that nothing reads::unknown\n");
    }
}
