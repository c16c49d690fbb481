//! Finds the documentation of a diagnostic code, for `deckproof check --explain CODE`. The name of a code comes in; its page as
//! terminal text, or an error, goes out. Called by `check`.

use crate::source::{Code, Diagnostic, Diagnostics};

const BOLD: &str = "\x1b[1m";
const FAINT: &str = "\x1b[2m";
const CYAN: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

/// The page of the code called `name`, or the list of all codes for `list`; with colours, which the terminal's stream takes
/// out where there is none.
///
/// # Errors
/// When there is no such code.
pub fn explain(name: &str) -> Result<String, Diagnostics> {
    if name == "list" {
        let codes = Code::ALL.iter();
        return Ok(codes.map(|code| format!("{BOLD}{code}{PLAIN}  {}\n", code.title())).collect());
    }
    match name.parse::<Code>() {
        Ok(code) => Ok(page(code.page())),
        Err(unknown) => {
            let help = match Code::nearest(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "see them all with `deckproof check --explain list`".to_owned(),
            };
            Err(Diagnostic::usage(Code::UnknownName, unknown).help(help).into())
        }
    }
}

/// Markdown as it is read on a terminal: headings and code stand out, fences are left out.
fn page(markdown: &str) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            text.push_str(&format!("    {FAINT}{line}{PLAIN}\n"));
        } else if line.starts_with('#') {
            let heading = line.trim_start_matches('#').trim_start();
            text.push_str(&format!("{BOLD}{heading}{PLAIN}\n"));
        } else {
            text.push_str(&marked(line));
            text.push('\n');
        }
    }
    text
}

/// A line with its `code` marked; the backticks stay, for those who see no colours.
fn marked(line: &str) -> String {
    let mut text = String::new();
    for (i, part) in line.split('`').enumerate() {
        match i % 2 {
            0 => text.push_str(part),
            _ => text.push_str(&format!("{CYAN}`{part}`{PLAIN}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reads_well_without_colours() {
        let text = page("# D1: Title\n\nTake `out` it.\n\n## Wrong\n\n```toml\na = 1\n```\n");
        let plain =
            [BOLD, FAINT, CYAN, PLAIN].iter().fold(text, |text, colour| text.replace(colour, ""));
        assert_eq!(plain, "D1: Title\n\nTake `out` it.\n\nWrong\n\n    a = 1\n");
    }

    #[test]
    fn a_code_is_found_in_any_case_and_a_slip_is_mended() {
        assert!(explain("d012").unwrap().contains("D012"));
        let help = |name: &str| {
            let fault = explain(name).unwrap_err();
            fault.iter().next().unwrap().help.clone().unwrap()
        };
        assert_eq!(help("D0012"), "did you mean `D012`?");
        assert!(help("contrast").contains("--explain list"));
        assert_eq!(explain("list").unwrap().lines().count(), Code::ALL.len());
    }
}
