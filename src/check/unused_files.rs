#![doc = include_str!("../source/codes/D031.md")]

use super::game_data::GameData;
use std::collections::BTreeSet;

use crate::cards::{Face, Pack};
use crate::source::{Asset, Code, Diagnostic, Diagnostics, Files, Span};

/// Pictures and symbols of the game's own that no card, template or text names.
pub fn check_unused_files(data: &GameData<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let folder = &data.pack.folder;
    let own = |asset| {
        folder
            .own_names(asset)
            .into_iter()
            .map(move |own| (asset, own))
    };
    let own: Vec<_> = [Asset::Art, Asset::Symbol]
        .into_iter()
        .flat_map(own)
        .collect();
    if own.is_empty() {
        return;
    }
    let words = words(data.pack, files);
    for (asset, (name, label)) in own {
        let stem = name
            .rsplit_once('.')
            .map_or(name.as_str(), |(stem, _)| stem);
        if is_named(stem, &words) {
            continue;
        }
        let what = match asset {
            Asset::Art => "picture",
            _ => "symbol",
        };
        let top = Span::new(files.add(label, ""), 0..0);
        faults.push(
            Diagnostic::warning(
                Code::UnusedFile,
                format!("nothing shows the {what} `{stem}`"),
            )
            .at(top)
            .help("name it on a card or in a template, or take the file away"),
        );
    }
}

/// Every word of the faces, the templates and the texts that flow.
fn words(pack: &Pack, files: &mut Files) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let of_cards = pack.decks.iter().filter(|deck| deck.flow.is_none());
    let faces: Vec<Face> = of_cards.flat_map(|deck| pack.faces(deck).0).collect();
    // A card's value may be a name with spaces or points in it, and with its ending.
    let faces = faces.iter();
    for value in faces
        .clone()
        .flat_map(|face| face.names().map(|name| face.text(name).trim()))
    {
        words.insert(value.to_owned());
        words.extend(value.rsplit_once('.').map(|(stem, _)| stem.to_owned()));
    }
    let mut read = |text: &str| {
        let part = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '/'));
        for word in text.split(part) {
            // `heroes/anna` is one name, `and/or` are two.
            words.extend(word.split('/').map(str::to_owned));
            words.insert(word.to_owned());
        }
    };
    for face in faces {
        face.names().for_each(|name| read(face.text(name)));
    }
    for deck in &pack.decks {
        for (template, _) in pack.templates(deck) {
            if let Ok((_, bytes)) = pack.folder.asset(Asset::Template, template) {
                read(&String::from_utf8_lossy(&bytes));
            }
        }
        if let Ok(flow) = pack.flow(deck, files) {
            read(&flow.text);
        }
    }
    let boxes = pack.game.boxes.iter();
    for (_, template, _) in boxes.flat_map(|of_cards| &of_cards.art) {
        if let Ok((_, bytes)) = pack.folder.asset(Asset::Template, template) {
            read(&String::from_utf8_lossy(&bytes));
        }
    }
    words
}

/// Whether a file is named; also by a part of a name, as `role-` of `role-{{role}}`.
fn is_named(stem: &str, words: &BTreeSet<String>) -> bool {
    let parts = stem
        .match_indices(['-', '/'])
        .map(|(at, sign)| at + sign.len());
    words.contains(stem)
        || parts
            .into_iter()
            .any(|end| words.contains(&stem[..end]) || words.contains(&stem[end - 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_made_of_parts_is_named() {
        let words: BTreeSet<String> = ["flame", "role-", "-small"].map(str::to_owned).into();
        let words: BTreeSet<String> = words
            .into_iter()
            .chain(["heroes/".into(), "items/sword".into()])
            .collect();
        for stem in [
            "flame",
            "role-lookout",
            "coin-small",
            "heroes/anna",
            "items/sword",
        ] {
            assert!(is_named(stem, &words), "{stem}");
        }
        for stem in ["flames", "roles", "role", "coin-large", "items/axe"] {
            assert!(!is_named(stem, &words), "{stem}");
        }
    }
}
