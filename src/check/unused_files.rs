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
    let (words, patterns) = words(data.pack, files);
    for (asset, (name, label)) in own {
        let stem = name
            .rsplit_once('.')
            .map_or(name.as_str(), |(stem, _)| stem);
        let is_made = |pattern| is_made_by(stem, pattern) || is_made_by(&name, pattern);
        if is_named(stem, &words) || patterns.iter().any(is_made) {
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

/// Fixed letters of a name that a template composes, in their order; between them, and where one is empty at an end, is anything.
type NamePattern = Vec<String>;

/// Every word of the faces, the templates and the texts that flow; and the names that templates compose for the cards, which may
/// hold what no card has, such as the number in a repetition.
fn words(pack: &Pack, files: &mut Files) -> (BTreeSet<String>, BTreeSet<NamePattern>) {
    let mut words = BTreeSet::new();
    let mut patterns = BTreeSet::new();
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
    for face in faces.clone() {
        face.names().for_each(|name| read(face.text(name)));
    }
    let mut templates = BTreeSet::new();
    for deck in &pack.decks {
        templates.extend(pack.templates(deck).into_iter().map(|(name, _)| name));
        if let Ok(flow) = pack.flow(deck, files) {
            read(&flow.text);
        }
    }
    let boxes = pack.game.boxes.iter();
    let art = boxes.flat_map(|of_cards| &of_cards.art);
    templates.extend(art.map(|(_, template, _)| template.as_str()));
    for template in templates {
        let Ok((_, bytes)) = pack.folder.asset(Asset::Template, template) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        read(&text);
        for name in composed_names(&text) {
            for face in faces.clone() {
                patterns.insert(filled(name, face));
            }
        }
    }
    (words, patterns)
}

/// The values of attributes that are a name with a placeholder and fixed letters; in the name of an element (`art:icon_{{suit}}`)
/// without what stands before it.
fn composed_names(template: &str) -> impl Iterator<Item = &str> {
    let values = template.split(['"', '\'']).skip(1);
    let names = values.map(|value| match value.trim().split_once(':') {
        Some(("art" | "symbol", name)) => name.split(' ').next().unwrap_or(name),
        _ => value.trim(),
    });
    names.filter(|name| {
        let fixed = !(name.starts_with("{{") && name.find("}}") == Some(name.len() - 2));
        name.contains("{{") && name.len() < LONGEST_NAME && fixed
    })
}

/// Bytes of a name, placeholders included.
const LONGEST_NAME: usize = 200;

/// A composed name on a card.
fn filled(name: &str, face: &Face) -> NamePattern {
    let mut pattern = vec![String::new()];
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("{{") {
        let (field, after) = after.split_once("}}").unwrap_or((after, ""));
        let (field, case) = field.split_once('|').unwrap_or((field, ""));
        let last = pattern.len() - 1;
        pattern[last].push_str(before);
        match (face.get(field.trim()), case.trim()) {
            (None, _) => pattern.push(String::new()),
            (Some(field), "upper") => pattern[last].push_str(&field.text.to_uppercase()),
            (Some(field), "lower") => pattern[last].push_str(&field.text.to_lowercase()),
            (Some(field), _) => pattern[last].push_str(&field.text),
        }
        rest = after;
    }
    let last = pattern.len() - 1;
    pattern[last].push_str(rest);
    pattern
}

/// Whether a name has the fixed letters of a pattern, which are not all empty.
fn is_made_by(name: &str, pattern: &NamePattern) -> bool {
    let [first, inner @ .., last] = pattern.as_slice() else {
        return pattern.first().is_some_and(|whole| whole == name);
    };
    let ends = name
        .strip_prefix(first.as_str())
        .and_then(|rest| rest.strip_suffix(last.as_str()));
    let mut rest = match ends {
        Some(rest) if pattern.iter().any(|part| !part.is_empty()) => rest,
        _ => return false,
    };
    inner
        .iter()
        .all(|part| match rest.split_once(part.as_str()) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
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
    fn a_name_that_a_template_composes_is_one_of_a_card_or_any() {
        let template = r##"<rect data-art="icon_{{suit}}" x='4' id="symbol:n{{i}}of{{count}} scale=slice" data-symbol="{{s}}" fill="#fff"/>"##;
        let names: Vec<&str> = composed_names(template).collect();
        assert_eq!(names, ["icon_{{suit}}", "n{{i}}of{{count}}"]);
        let mut face = Face::default();
        face.set("suit", "Sun", None);
        assert_eq!(filled("icon_{{suit}}", &face), ["icon_Sun"]);
        assert_eq!(
            filled("{{ suit|lower }}{{suit|upper}}.png", &face),
            ["sunSUN.png"]
        );
        let pattern = filled("{{suit}}-{{i}}of{{count}}", &face);
        assert_eq!(pattern, ["Sun-", "of", ""]);
        for (name, is_made) in [("Sun-3of9", true), ("Sun-3", false), ("Moon-3of9", false)] {
            assert_eq!(is_made_by(name, &pattern), is_made, "{name}");
        }
        assert!(!is_made_by("anything", &filled("{{i}}{{j}}", &face)));
    }

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
