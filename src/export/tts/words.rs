//! Extracts the words of a face, for the description that players search. A drawn face comes in, its text without symbols goes
//! out. Called by `cards` and `save`.

use crate::template::{Drawn, Layer};

/// The most letters of a description: it is shown as a tooltip.
const LONGEST: usize = 1_000;

/// The words of a face, a line for each of its texts, without the `name`, which the object already shows.
pub fn description(face: &Drawn, name: &str) -> String {
    let mut texts: Vec<(Option<u32>, String)> = Vec::new();
    for layer in &face.layers {
        let Layer::Words(passages) = layer else {
            continue;
        };
        for passage in passages {
            let element = passage.origin.map(|origin| origin.element.start);
            let words = passage.runs.iter().flat_map(|r| r.text.split_whitespace());
            let words = words.collect::<Vec<_>>().join(" ");
            match texts.last_mut() {
                // The same text continues in another colour.
                Some((last, text)) if element.is_some() && *last == element => {
                    text.push(' ');
                    text.push_str(&words);
                }
                _ => texts.push((element, words)),
            }
        }
    }
    let mut lines: Vec<String> = Vec::new();
    let named = name.to_uppercase();
    for (_, text) in texts {
        let line = tidy(&text);
        // Words that a face repeats, and lines of punctuation alone, are left out.
        let says = line.chars().any(char::is_alphanumeric);
        if says && line.to_uppercase() != named && !lines.contains(&line) {
            lines.push(line);
        }
    }
    let text = lines.join("\n");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The text without the gaps that symbols leave.
fn tidy(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in [".", ",", ";", ":"] {
        line = line.replace(&format!(" {sign}"), sign);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_of_a_symbol_is_closed() {
        assert_eq!(tidy("Winner: 5  and an antique ."), "Winner: 5 and an antique.");
    }
}
