#![doc = include_str!("../source/codes/D031.md")]

use super::game_data::GameData;
use std::collections::BTreeSet;

use crate::cards::{Face, Pack};
use crate::source::{Asset, Diagnostic, Diagnostics, Files, Span, warning};

/// Pictures and symbols of the game's own that no card, template or text names, and files among the scenarios that are not read.
pub fn check_unused_files(data: &GameData<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let folder = &data.pack.folder;
    for name in folder.unread_scenarios() {
        let help = "a scenario is a file `scenarios/NAME.toml`: its ending in small letters, and in no folder below";
        let message = format!("`{name}` is not read");
        faults.push(warning(files, folder.label(&name), message, help));
    }
    let own = |asset| folder.own_names(asset).into_iter().map(move |own| (asset, own));
    let own: Vec<_> = [Asset::Art, Asset::Symbol].into_iter().flat_map(own).collect();
    if own.is_empty() {
        return;
    }
    let (words, patterns) = words(data.pack, files);
    for (asset, (name, label)) in own {
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        if words.contains(stem) || patterns.iter().any(|pattern| is_made_by(stem, pattern)) {
            continue;
        }
        let what = asset.word();
        let help = "name it on a card or in a template, or take the file away";
        faults.push(warning(files, label, format!("nothing shows the {what} `{stem}`"), help));
    }
}

fn warning(files: &mut Files, label: String, message: String, help: &str) -> Diagnostic {
    let top = Span::new(files.add(label, ""), 0..0);
    warning!(UnusedFile, top, message, help)
}

/// Fixed letters of a name that a template composes; between them is anything.
type NamePattern = Vec<String>;

/// Every word of the faces, the templates and the texts that flow, in small and capital letters as `{{suit|lower}}` writes them; and
/// the names that templates compose.
fn words(pack: &Pack, files: &mut Files) -> (BTreeSet<String>, BTreeSet<NamePattern>) {
    let mut words = BTreeSet::new();
    let mut patterns = BTreeSet::new();
    let faces: Vec<Face> = pack
        .decks
        .iter()
        .filter(|deck| deck.flow.is_none())
        .flat_map(|deck| pack.faces(deck).0)
        .collect();
    // A card's value may be a name with spaces or points in it, and with its ending.
    let faces = faces.iter();
    for value in faces.clone().flat_map(|face| face.names().map(|name| face.text(name).trim())) {
        words.insert(value.to_owned());
        words.extend(value.rsplit_once('.').map(|(stem, _)| stem.to_owned()));
    }
    let mut read = |text: &str| {
        let part = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '/'));
        for word in text.split(part) {
            // `heroes/anna` is one name, `and/or` are two.
            words.extend(word.split('/').map(str::to_owned));
            words.extend([word.to_owned(), word.to_lowercase(), word.to_uppercase()]);
        }
    };
    for face in faces {
        face.names().for_each(|name| read(face.text(name)));
    }
    let (flowing, templates) = shown_texts(pack, files);
    flowing.iter().for_each(|text| read(text));
    for text in templates {
        read(&text);
        patterns.extend(composed_names(&text));
    }
    (words, patterns)
}

/// The texts that flow, and the templates.
pub(super) fn shown_texts(pack: &Pack, files: &mut Files) -> (Vec<String>, Vec<String>) {
    let (mut flowing, mut templates) = (Vec::new(), BTreeSet::new());
    for deck in &pack.decks {
        templates.extend(pack.templates(deck).into_iter().map(|(name, _)| name));
        let flow = pack.flow(deck, files).ok();
        flowing.extend(flow.map(|flow| flow.text.to_string()));
    }
    templates.extend(
        pack.game
            .boxes
            .iter()
            .flat_map(|of_cards| &of_cards.art)
            .map(|(_, template, _)| template.as_str()),
    );
    let templates = templates
        .into_iter()
        .filter_map(|name| pack.folder.asset(Asset::Template, name).ok())
        .map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned());
    (flowing, templates.collect())
}

/// The fixed letters of each name with placeholders in a template, in their order; in the name of an element (`art:icon_{{suit}}`)
/// without what stands before it.
fn composed_names(template: &str) -> impl Iterator<Item = NamePattern> {
    template.split(['"', '\'']).skip(1).filter(|value| value.contains("{{")).map(|value| {
        let name = match value.split_once(':') {
            Some(("art" | "symbol", name)) => name.split(' ').next().unwrap_or(name),
            _ => value,
        };
        // Without the file's ending, which many have.
        let name = match name.rsplit_once('.') {
            Some((stem, ending)) if !ending.contains('}') => stem,
            _ => name,
        };
        name.split("{{")
            .map(|part| part.split_once("}}").map_or(part, |(_, after)| after))
            .map(str::to_owned)
            .collect()
    })
}

/// Whether a name has the fixed letters of a pattern, which are not all empty.
fn is_made_by(name: &str, pattern: &NamePattern) -> bool {
    let [first, inner @ .., last] = pattern.as_slice() else {
        return false;
    };
    let mut rest = name.strip_prefix(first.as_str());
    rest = rest.and_then(|rest| rest.strip_suffix(last.as_str()));
    for part in inner {
        rest = rest.and_then(|rest| Some(rest.split_once(part.as_str())?.1));
    }
    rest.is_some() && pattern.iter().any(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_a_template_composes_has_its_fixed_letters() {
        let template = r##"<rect data-art="icon_{{suit}}" x='4' data-symbol="{{s}}.png" id="symbol:n{{i}}of{{count}} scale=slice" data-symbol="{{s}}" fill="#fff"/>"##;
        let patterns: Vec<NamePattern> = composed_names(template).collect();
        assert_eq!(patterns, [vec!["icon_", ""], vec!["", ""], vec!["n", "of", ""], vec!["", ""]]);
        for (name, is_made) in [
            ("icon_sun", true),
            ("n3of9", true),
            ("icon-sun", false),
            ("n3", false),
            ("sun", false),
        ] {
            let made = patterns.iter().any(|pattern| is_made_by(name, pattern));
            assert_eq!(made, is_made, "{name}");
        }
    }
}
