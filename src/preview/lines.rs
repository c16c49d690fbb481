//! Formats text for a terminal 80 columns wide: colours, padding and wrapping. Words come in, lines go out. Called by `board`,
//! `columns` and `stacks`.

pub const WIDTH: usize = 80;

/// Escape codes: bold, dim, and back to plain.
pub const BOLD: &str = "\x1b[1m";
pub const DIM: &str = "\x1b[2m";
pub const PLAIN: &str = "\x1b[0m";
/// Blue, red, green, yellow: the seats in order.
pub const SEATS: [&str; 4] = ["\x1b[34m", "\x1b[31m", "\x1b[32m", "\x1b[33m"];

pub fn coloured(seat: usize, text: &str) -> String {
    format!("{}{text}{PLAIN}", SEATS[seat % SEATS.len()])
}

pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// A word padded to a column, with one space after it; if it is too long, letters before its number are cut: `military-oc…#1`.
pub fn fitted(word: &str, column: usize) -> String {
    let room = column.saturating_sub(1);
    let shown = if width(word) > room {
        let (stem, number) = match word.rfind('#') {
            Some(at) => word.split_at(at),
            None => (word, ""),
        };
        let kept = room.saturating_sub(width(number) + 1);
        format!("{}…{number}", stem.chars().take(kept).collect::<String>())
    } else {
        word.to_owned()
    };
    format!("{shown:column$}")
}

/// Words in lines: the first begins with `first`, the others with `indent`.
pub fn hanging(text: &str, first: &str, indent: &str) -> Vec<String> {
    within(WIDTH, text, first, indent)
}

/// As [`hanging`], in lines of a given width. A no-break space holds its words together, and is a space like others in what goes out.
pub fn within(most: usize, text: &str, first: &str, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let words = text.split(|c: char| c.is_whitespace() && c != '\u{a0}');
    for word in words.filter(|word| !word.is_empty()) {
        let word = &word.replace('\u{a0}', " ");
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(format!("{first}{word}")),
        }
    }
    lines
}

/// Words in lines that begin with `indent`.
pub fn wrapped(text: &str, indent: &str) -> Vec<String> {
    hanging(text, indent, indent)
}

/// Without colours.
#[cfg(test)]
pub fn plain(text: &str) -> String {
    let codes = [BOLD, DIM, PLAIN].into_iter().chain(SEATS);
    codes.fold(text.to_owned(), |text, code| text.replace(code, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_number() {
        assert_eq!(fitted("military-occupation#2", 12), "military…#2 ");
        assert_eq!(fitted("spy#1", 8), "spy#1   ");
    }

    #[test]
    fn a_no_break_space_parts_no_line() {
        let text = format!("{} 706.3\u{a0}s", ["word"; 15].join(" "));
        let lines = wrapped(&text, "");
        assert_eq!(lines.last().map(String::as_str), Some("706.3 s"));
        assert_eq!(wrapped("706.3\u{a0}s  or so", ""), ["706.3 s or so"]);
    }

    #[test]
    fn no_wrapped_line_is_wider_than_the_terminal() {
        let long = vec!["word"; 60].join(" ");
        let lines = hanging(&long, "  ", "      ");
        assert!(lines.iter().all(|line| width(line) <= WIDTH));
        assert!(lines[0].starts_with("  word") && lines[1].starts_with("      word"));
    }
}
