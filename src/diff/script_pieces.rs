//! Cuts a script into its functions, so that two scripts can be compared function by function, and one function be replaced by
//! another script's version.

/// A function of a script, or all code outside functions.
pub(super) struct ScriptSection<'t> {
    /// Its name; `None` for code outside functions.
    pub function: Option<String>,
    lines: Vec<SourceLine<'t>>,
}

/// A line of a script.
struct SourceLine<'t> {
    /// From 1.
    number: usize,
    /// Where it begins.
    at: usize,
    /// With its line ending.
    text: &'t str,
}

impl ScriptSection<'_> {
    /// Where it begins.
    pub fn at(&self) -> usize {
        let first = self.lines.first().filter(|_| self.function.is_some());
        first.map_or(0, |line| line.at)
    }

    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text).collect()
    }

    /// Its lines without comments and with their numbers; those that are not empty then.
    pub fn code(&self) -> Vec<(usize, String)> {
        let lines = self.lines.iter().map(|line| (line.number, without_comment(line.text)));
        lines.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Whether both are the same apart from comments.
    pub fn says_as(&self, other: &ScriptSection<'_>) -> bool {
        let [own, others] = [self, other].map(|section| section.code().into_iter());
        own.map(|line| line.1).eq(others.map(|line| line.1))
    }
}

/// The code outside of functions, then the functions.
pub(super) fn sections(script: &str) -> Vec<ScriptSection<'_>> {
    let mut sections = vec![ScriptSection { function: None, lines: Vec::new() }];
    let (mut inside, mut at) = (0, 0);
    for (number, text) in (1..).zip(script.split_inclusive('\n')) {
        let name = text.strip_prefix("def ");
        match name.and_then(|rest| rest.split('(').next()) {
            Some(name) => {
                inside = sections.len();
                let function = Some(name.trim().to_owned());
                sections.push(ScriptSection { function, lines: Vec::new() });
            }
            // A comment, an empty line or a closing bracket belongs to the code before it.
            None if !text.starts_with([' ', '\t', '\n', '\r', '#', ')', ']', '}']) => inside = 0,
            None => {}
        }
        sections[inside].lines.push(SourceLine { number, at, text });
        at += text.len();
    }
    sections
}

/// A line without what follows a `#` outside of a text; control characters as spaces.
fn without_comment(line: &str) -> String {
    let mut quote: Option<char> = None;
    let mut escaped = false;
    let mut end = line.len();
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    line[..end].trim_end().replace(|c: char| c.is_control(), " ")
}

/// The script with a function as it is elsewhere; without it where it is `None` there.
pub(super) fn with(script: &str, function: Option<&str>, there: Option<&str>) -> String {
    let sections = sections(script);
    let is_meant = |section: &ScriptSection<'_>| section.function.as_deref() == function;
    let added = there.filter(|_| !sections.iter().any(is_meant));
    let texts = sections.iter().filter_map(|section| {
        if is_meant(section) { there.map(str::to_owned) } else { Some(section.text()) }
    });
    let texts = texts.chain(added.map(str::to_owned));
    let texts: Vec<String> = texts.map(|text| text.trim_end().to_owned()).collect();
    texts.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "# The rules.\nA = [\n  1,\n]\n\ndef f(t):\n    # one\n    pass\n\nB = 2\n\ndef g(t):\n    end()\n";

    #[test]
    fn a_script_is_what_stands_outside_and_its_functions() {
        let found = sections(SCRIPT);
        let names: Vec<_> = found.iter().map(|p| p.function.as_deref()).collect();
        assert_eq!(names, [None, Some("f"), Some("g")]);
        assert!(found[0].text().contains("A = [\n  1,\n]\n"));
        assert!(found[0].text().contains("B = 2\n"));
        assert!(SCRIPT[found[2].at()..].starts_with("def g"));
    }

    #[test]
    fn a_function_is_put_back_taken_out_and_added() {
        let other = with(SCRIPT, Some("f"), Some("def f(t):\n    end()\n"));
        assert_eq!(sections(&other)[1].text().trim_end(), "def f(t):\n    end()");
        assert!(!sections(SCRIPT)[1].says_as(&sections(&other)[1]));
        assert!(sections(SCRIPT)[2].says_as(&sections(&other)[2]));
        let without = with(SCRIPT, Some("f"), None);
        assert_eq!(sections(&without).len(), 2);
        let more = with(SCRIPT, Some("h"), Some("def h(t):\n    pass\n"));
        assert_eq!(sections(&more)[3].function.as_deref(), Some("h"));
    }

    #[test]
    fn a_comment_is_no_difference() {
        let other = with(SCRIPT, Some("f"), Some("def f(t):\n    # two\n    pass\n"));
        assert!(sections(SCRIPT)[1].says_as(&sections(&other)[1]));
    }

    #[test]
    fn a_number_sign_in_a_text_begins_no_comment() {
        assert_eq!(without_comment("note(\"a # b\")  # c"), "note(\"a # b\")");
        assert_eq!(without_comment(r##"x = "\"#" # c"##), r##"x = "\"#""##);
    }
}
