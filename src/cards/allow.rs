//! Reads `[check]` of game.toml: warnings that are accepted in this game, each with its reason. `session::examining` removes
//! those warnings from the diagnostics of a game.
//!
//! ```toml
//! [check]
//! allow = { D207 = "the pale words are decoration, and stand in dark ones on the other side" }
//! ```

use super::read::{Reader, reason_of};
use super::value::{Key, TomlTable};
use crate::source::{Code, Diagnostic, Diagnostics, Severity, Span, error, warning};

/// A warning that `[check]` of game.toml allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    pub code: Code,
    /// Why it is no fault here.
    pub why: String,
    pub span: Span,
}

/// Reads `[check]`.
pub(super) fn read_allowed(
    table: &TomlTable,
    span: Span,
    faults: &mut Diagnostics,
) -> Vec<Allowed> {
    let mut r = Reader::new(table, span, "[check]", faults);
    let allow = r.entries("allow");
    r.finish();
    let mut allowed = Vec::new();
    for entry in allow {
        let Key { name, span } = &entry.0;
        match name.parse::<Code>() {
            Err(_) => {
                let help = match Code::nearest(name) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "write the code of a warning, as `deckproof check` tells it".to_owned(),
                };
                faults.push(error!(UnknownWord, *span, "there is no code `{name}`", help));
            }
            Ok(code) if !code.warns() => faults.push(allowed_error(code, *span)),
            Ok(code) => {
                let help = "write in quotes why it is no fault in this game";
                let why = reason_of(entry, help, faults);
                allowed.extend(why.map(|why| Allowed { code, why, span: *span }));
            }
        }
    }
    allowed
}

fn allowed_error(code: Code, at: Span) -> Diagnostic {
    error!(
        AllowedError,
        at,
        "`{code}` is an error: it cannot be allowed",
        "take it out of `allow`; fix what it reports, when it does"
    )
}

/// `found` without the allowed warnings, and how many those were. An error cannot be allowed: trying to is
/// reported. With `all`, when every check has run, an entry that allows nothing is reported as well.
pub fn without_allowed(found: Diagnostics, allowed: &[Allowed], all: bool) -> (Diagnostics, usize) {
    let of = |code: Code| allowed.iter().find(|a| a.code == code);
    let (mut left, mut taken) = (Diagnostics::new(), Vec::new());
    for diagnostic in found {
        match (diagnostic.severity, of(diagnostic.code)) {
            (Severity::Warning, Some(_)) => taken.push(diagnostic.code),
            _ => left.push(diagnostic),
        }
    }
    for entry in allowed.iter().filter(|a| !taken.contains(&a.code)) {
        let code = entry.code;
        if left.iter().any(|d| d.code == code) {
            left.push(allowed_error(code, entry.span));
        } else if all {
            left.push(warning!(
                NeedlessAllow,
                entry.span,
                "nothing here needs `{code}` to be allowed",
                "take it out of `allow`, so that it is told when it comes back"
            ));
        }
    }
    (left, taken.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    /// The warnings that a `[check]` allows, and the diagnostics about it.
    fn allow(entries: &str) -> (Vec<Allowed>, Vec<String>) {
        let text = format!("allow = {{ {entries} }}\n");
        let (mut files, mut faults) = (Files::new(), Diagnostics::new());
        let file = files.add("game.toml", text.as_str());
        let table = super::super::parse_toml(file, &text, &mut faults).unwrap();
        let allowed = read_allowed(&table, Span::new(file, 0..0), &mut faults);
        let told = faults.iter().map(|f| format!("{}: {}", f.code, f.message));
        (allowed, told.collect())
    }

    fn found(codes: &[(Code, Severity)]) -> Diagnostics {
        let mut found = Diagnostics::new();
        for (code, severity) in codes {
            let diagnostic = Diagnostic::warning(*code, "x");
            found.push(Diagnostic { severity: *severity, ..diagnostic });
        }
        found
    }

    fn left(entries: &str, codes: &[(Code, Severity)], all: bool) -> Vec<&'static str> {
        let (allowed, _) = allow(entries);
        let (left, _) = without_allowed(found(codes), &allowed, all);
        left.iter().map(|d| d.code.number()).collect()
    }

    #[test]
    fn each_entry_needs_a_code_and_a_reason() {
        let (allowed, told) = allow("D207 = \"decoration\"");
        assert_eq!(allowed[0].code, Code::LowContrast);
        assert!(told.is_empty());
        assert_eq!(allow("D207 = \" \"").1, ["D024: `D207` is given no reason"]);
        assert_eq!(allow("D207 = true").1, ["D024: `D207` is given no reason"]);
        assert_eq!(allow("D2007 = \"x\"").1, ["D303: there is no code `D2007`"]);
    }

    #[test]
    fn an_allowed_warning_is_not_told() {
        let warned = [(Code::LowContrast, Severity::Warning)];
        assert_eq!(left("D207 = \"x\"", &warned, true), [""; 0]);
        assert_eq!(left("", &warned, true), ["D207"]);
    }

    #[test]
    fn an_error_cannot_be_allowed() {
        let wrong = [(Code::NeverShown, Severity::Error)];
        assert_eq!(left("D104 = \"x\"", &wrong, false), ["D104", "D025"]);
        let told = ["D025: `D018` is an error: it cannot be allowed"];
        assert_eq!(allow("D018 = \"x\"").1, told);
    }

    #[test]
    fn what_allows_nothing_is_told_when_everything_was_looked_at() {
        assert_eq!(left("D207 = \"x\"", &[], true), ["D026"]);
        assert_eq!(left("D207 = \"x\"", &[], false), [""; 0]);
    }
}
