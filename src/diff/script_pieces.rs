//! Cuts a script into its functions, so that one function can be replaced by another script's version. The text of a script
//! comes in; its pieces, or a new text, go out. Called by `diff::script` and `diff::change`.

/// A function of a script, or all code outside functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ScriptPiece {
    /// Its name; `None` for code outside functions.
    pub function: Option<String>,
    /// Where it begins.
    pub at: usize,
    pub text: String,
}

impl ScriptPiece {
    /// Whether both are the same apart from comments.
    pub fn says_as(&self, other: &ScriptPiece) -> bool {
        self.lines().eq(other.lines())
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.text
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty() && !line.trim_start().starts_with('#'))
    }
}

/// The code outside functions, then the functions.
pub(super) fn pieces(script: &str) -> Vec<ScriptPiece> {
    let piece = |(function, lines): ScriptSection<'_>| ScriptPiece {
        at: match function {
            Some(_) => lines.first().map_or(0, |line| line.at),
            None => 0,
        },
        function,
        text: lines.iter().map(|line| line.text).collect(),
    };
    sections(script).into_iter().map(piece).collect()
}

/// A line of a script.
#[derive(Debug, Clone, Copy)]
pub(super) struct SourceLine<'t> {
    /// From 1.
    pub number: usize,
    /// Where it begins.
    pub at: usize,
    /// With its line ending.
    pub text: &'t str,
}

/// A function by its name, or all code outside functions, and its lines.
pub(super) type ScriptSection<'t> = (Option<String>, Vec<SourceLine<'t>>);

/// The lines outside of functions, then those of each function.
pub(super) fn sections(script: &str) -> Vec<ScriptSection<'_>> {
    let mut sections: Vec<ScriptSection<'_>> = vec![(None, Vec::new())];
    let (mut inside, mut at) = (0, 0);
    for (number, text) in (1..).zip(script.split_inclusive('\n')) {
        let name = text.strip_prefix("def ");
        match name.and_then(|rest| rest.split('(').next()) {
            Some(name) => {
                inside = sections.len();
                sections.push((Some(name.trim().to_owned()), Vec::new()));
            }
            // A comment, an empty line or a closing bracket belongs to the code before it.
            None if !text.starts_with([' ', '\t', '\n', '\r', '#', ')', ']', '}']) => inside = 0,
            None => {}
        }
        sections[inside].1.push(SourceLine { number, at, text });
        at += text.len();
    }
    sections
}

/// The script with a function as it is elsewhere; without it where it is `None` there.
pub(super) fn with(script: &str, function: Option<&str>, there: Option<&str>) -> String {
    let mut pieces = pieces(script);
    match (pieces.iter().position(|piece| piece.function.as_deref() == function), there) {
        (Some(at), Some(text)) => text.clone_into(&mut pieces[at].text),
        (Some(at), None) => drop(pieces.remove(at)),
        (None, Some(text)) => pieces.push(ScriptPiece {
            function: function.map(str::to_owned),
            at: script.len(),
            text: text.to_owned(),
        }),
        (None, None) => {}
    }
    let mut script =
        pieces.iter().map(|piece| piece.text.trim_end()).collect::<Vec<_>>().join("\n\n");
    script.push('\n');
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "# The rules.\nA = [\n  1,\n]\n\ndef f(t):\n    # one\n    pass\n\nB = 2\n\ndef g(t):\n    end()\n";

    #[test]
    fn a_script_is_what_stands_outside_and_its_functions() {
        let found = pieces(SCRIPT);
        let names: Vec<_> = found.iter().map(|p| p.function.as_deref()).collect();
        assert_eq!(names, [None, Some("f"), Some("g")]);
        assert!(found[0].text.contains("A = [\n  1,\n]\n"));
        assert!(found[0].text.contains("B = 2\n"));
        assert!(SCRIPT[found[2].at..].starts_with("def g"));
    }

    #[test]
    fn a_function_is_put_back_taken_out_and_added() {
        let other = with(SCRIPT, Some("f"), Some("def f(t):\n    end()\n"));
        assert_eq!(pieces(&other)[1].text.trim_end(), "def f(t):\n    end()");
        assert!(!pieces(SCRIPT)[1].says_as(&pieces(&other)[1]));
        assert!(pieces(SCRIPT)[2].says_as(&pieces(&other)[2]));
        let without = with(SCRIPT, Some("f"), None);
        assert_eq!(pieces(&without).len(), 2);
        let more = with(SCRIPT, Some("h"), Some("def h(t):\n    pass\n"));
        assert_eq!(pieces(&more)[3].function.as_deref(), Some("h"));
    }

    #[test]
    fn a_comment_is_no_difference() {
        let other = with(SCRIPT, Some("f"), Some("def f(t):\n    # two\n    pass\n"));
        assert!(pieces(SCRIPT)[1].says_as(&pieces(&other)[1]));
    }
}
