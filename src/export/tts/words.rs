//! The words that are printed on a face, for the description that players search.

use crate::template::{Drawn, Layer};

/// Letters of a description; nobody reads more in a tooltip.
const LONGEST: usize = 1_000;

/// The words of a face, a line for each of its texts, without the `name` that the object bears already.
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
                // One text in several colours.
                Some((last, text)) if element.is_some() && *last == element => {
                    text.push(' ');
                    text.push_str(&words);
                }
                _ => texts.push((element, words)),
            }
        }
    }
    let told = texts.into_iter().map(|(_, text)| text);
    let told = told.filter(|text| !text.is_empty() && !text.eq_ignore_ascii_case(name));
    let text = told.collect::<Vec<_>>().join("\n");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
