//! Formats text for a terminal 80 columns wide. Words come in, lines go out. Called by whatever tells something in sentences.

const WIDTH: usize = 80;

/// Words in lines: the first begins with `first`, the others with `indent`. A no-break space holds its words together, and is a
/// space like others in what goes out.
pub fn wrapped(text: &str, first: &str, indent: &str) -> Vec<String> {
    let width = |text: &str| text.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for word in
        text.split(|c: char| c.is_whitespace() && c != '\u{a0}').filter(|word| !word.is_empty())
    {
        let word = &word.replace('\u{a0}', " ");
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(format!("{first}{word}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_no_break_space_parts_no_line() {
        let text = format!("{} 706.3\u{a0}s", ["word"; 15].join(" "));
        let lines = wrapped(&text, "", "");
        assert_eq!(lines.last().map(String::as_str), Some("706.3 s"));
        assert_eq!(wrapped("706.3\u{a0}s  or so", "", ""), ["706.3 s or so"]);
    }

    #[test]
    fn no_wrapped_line_is_wider_than_the_terminal() {
        let long = vec!["word"; 60].join(" ");
        let lines = wrapped(&long, "  ", "      ");
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert!(lines[0].starts_with("  word") && lines[1].starts_with("      word"));
    }
}
