#![doc = include_str!("../source/codes/D509.md")]

use super::game_data::GameData;
use super::unused_files::shown_texts;
use crate::cards::Unused;
use crate::source::{Diagnostic, Diagnostics, Files, warning};

/// Declarations that neither the script nor, for numbers, a text uses.
pub fn check_unused_declarations(data: &GameData<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let unused = data.pack.unused();
    let mut texts = None;
    for one in unused {
        let texts = texts.get_or_insert_with(|| texts_with_numbers(data, files));
        let is_shown = one.what == "number" && texts.iter().any(|text| shows(text, &one.name));
        if !is_shown {
            faults.push(fault(one));
        }
    }
}

fn fault(unused: &Unused) -> Diagnostic {
    let Unused { what, name, span } = unused;
    let (message, help) = match *what {
        "ability" => ("no card has", "give it to a card, or take it away"),
        "ruling" => {
            ("the script never asks for", "ask for it with `ruling(…)`, or take its `decides` away")
        }
        "number" => {
            ("nothing reads", "read it in rules.star, show it on a card, or take the line away")
        }
        _ => ("the script never uses", "use it in rules.star, or take it away"),
    };
    warning!(Unused, *span, "{message} the {what} `{name}`", help)
}

/// Everything in which a number of `[rules]` may be shown: cards, `game.toml`, texts that flow, templates.
fn texts_with_numbers(data: &GameData<'_>, files: &mut Files) -> Vec<String> {
    let pack = data.pack;
    let (mut texts, templates) = shown_texts(pack, files);
    texts.extend(templates);
    texts.extend(pack.folder.text("game.toml", files).map(|(_, text)| text.to_string()));
    texts.extend(
        pack.decks
            .iter()
            .flat_map(|deck| &deck.rows)
            .flat_map(|row| &row.table.entries)
            .map(|(_, value)| format!("{:?}", value.datum)),
    );
    texts
}

/// Whether a text names the number: `{rules.hand}`, `side[rules.first]`.
fn shows(text: &str, number: &str) -> bool {
    let path = format!("rules.{number}");
    let goes_on = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut found = text.match_indices(&path);
    found.any(|(at, _)| !text[at + path.len()..].starts_with(goes_on))
}
