//! Lists what an imported deck still lacks before it prints: template fields without a column, and keys that no template shows.
//! The path of the deck comes in, lines of text go out. Called by `sheet_import`.

use std::path::Path;

use crate::cards::{Deck, Pack};
use crate::registry;
use crate::session::open::host::Host;
use crate::source::{Asset, Diagnostics, GameFolder, list_words};
use crate::template::{Ink, Renderer};

/// A line of each, for people.
pub fn notes(path: &Path, host: &mut dyn Host) -> Vec<String> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let shown = folder.display();
    if !folder.join("game.toml").is_file() {
        return vec![
            "it prints once it lies in a game's folder, beside game.toml: `deckproof new` makes one"
                .to_owned(),
        ];
    }
    let pack = GameFolder::open(folder)
        .map_err(Diagnostics::from)
        .and_then(|folder| registry::load(folder, host.files()));
    let pack = match pack {
        Ok(pack) => pack,
        Err(faults) => {
            let first = faults.iter().next().map_or("", |fault| &fault.message);
            return vec![format!(
                "the game cannot be read: {first}; see `deckproof check {shown}`"
            )];
        }
    };
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let Some(deck) = pack.deck(name) else {
        return vec![format!(
            "add \"{name}\" to `decks` in {}: only those are printed",
            folder.join("game.toml").display()
        )];
    };
    match of_deck(&pack, deck, host) {
        Some(notes) if notes.is_empty() => {
            vec![format!("`deckproof print {shown} --deck {name}` prints it")]
        }
        Some(notes) => notes,
        None => vec![format!("its template cannot be read yet: see `deckproof check {shown}`")],
    }
}

/// `None` when a template is there and cannot be read.
fn of_deck(pack: &Pack, deck: &Deck, host: &mut dyn Host) -> Option<Vec<String>> {
    let known = pack.folder.names(Asset::Template);
    let lacking: Vec<&str> = pack
        .templates(deck)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !known.iter().any(|known| known == name))
        .collect();
    if !lacking.is_empty() {
        return Some(vec![format!(
            "there is no template {} yet: draw it into templates/",
            list_words(lacking)
        )]);
    }
    let renderer = Renderer::open(pack, &[deck], Ink::Full, host.files()).ok()?;
    let astray = renderer.astray(pack, deck);
    let mut notes = Vec::new();
    let fields = |fields: &[String]| list_words(fields.iter().map(String::as_str));
    if !astray.lacking.is_empty() {
        let lacking = fields(&astray.lacking);
        notes.push(format!("the template shows {lacking}, which no card has: add a column, or a line under [defaults]"));
    }
    if !astray.unshown.is_empty() {
        let unshown = fields(&astray.unshown);
        notes.push(format!(
            "no template shows {unshown}: draw it as {{{{{}}}}}, or take the column out",
            astray.unshown[0]
        ));
    }
    Some(notes)
}
