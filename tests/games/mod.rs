//! For tests: shipped games, with an overlay or without.

use std::path::{Path, PathBuf};

use crate::copying::copy;
use deckproof::cards::{Overlay, Pack};
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::script::{self, Rules};
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::table::Wide;

pub const FIRST: &str = "caps-and-hammers-2016";
pub const SECOND: &str = "caps-and-hammers";
pub const CAPER: &str = "caper";

/// Whether tests that read or play whole games do so in full: `SUITE=all`.
pub fn all() -> bool {
    std::env::var("SUITE").is_ok_and(|suite| suite == "all")
}

/// A shipped game.
pub fn pack(game: &str) -> Pack {
    let folder = GameFolder::shipped(game).expect(game);
    let pack = registry::load(folder, &mut Files::new());
    pack.unwrap_or_else(|faults| panic!("{game}: {faults:?}"))
}

/// A copy of a shipped game with other words in its game.toml and its script.
pub fn edited(game: &str, edits: &[(&str, &str)]) -> Pack {
    let dir = tempfile::tempdir().unwrap();
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")), dir.path().join(game));
    copy(&root.join("cards").join(game), &folder);
    for templates in ["shared", game] {
        copy(&root.join("templates").join(templates), &folder.join("templates"));
    }
    let mut texts = ["game.toml", "rules.star"].map(|file| {
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    });
    for (from, to) in edits {
        let found: usize = texts.iter().map(|(_, text)| text.matches(from).count()).sum();
        assert_eq!(found, 1, "{from}");
        for (_, text) in &mut texts {
            *text = text.replace(from, to);
        }
    }
    for (path, text) in texts {
        std::fs::write(path, text).unwrap();
    }
    let pack = registry::load(GameFolder::open(&folder).unwrap(), &mut Files::new());
    pack.unwrap_or_else(|faults| panic!("{game}: {edits:?}: {faults:?}"))
}

/// Edits by which the laws of a game's script are asked and need not hold: they are those of the rulebook's cards, not of any others.
/// What holds at every table stays a law.
pub fn without_laws(game: &str) -> Vec<(String, String)> {
    let script = pack(game).game.script.unwrap();
    let functions = script.text().lines().filter_map(|line| line.strip_prefix("def "));
    let names = functions.filter_map(|rest| rest.split('(').next());
    let laws = names.filter(|name| name.starts_with("law_") || name.starts_with("never_"));
    laws.map(|name| (format!("def {name}("), format!("def seen_{name}("))).collect()
}

/// The rules of a game in a variant, with an overlay.
pub fn rules(pack: &Pack, overlay: &str, variant: &[(&str, &str)]) -> Rules<u128> {
    let first = Variant::first(&script::script_axes(&pack.game));
    let variant = variant.iter().fold(first, |all, (axis, choice)| all.with(axis, choice));
    let over = || -> Result<Rules<u128>, Diagnostics> {
        let overlay = Overlay::read("overlay", overlay, &mut Files::new())?;
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        script::Rules::compile(&game, &decks, &variant)
    };
    over().unwrap_or_else(|faults| panic!("{overlay}\n{faults:?}"))
}

/// The folders of all games with rules: the shipped ones and the examples.
pub fn folders_with_rules() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<PathBuf> = ["cards", "examples"]
        .iter()
        .flat_map(|of| root.join(of).read_dir().unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("rules.star").is_file())
        .collect();
    found.sort();
    assert!(found.len() > 5, "{found:?}");
    found
}

/// The game of such a folder.
pub fn pack_at(path: &Path) -> Pack {
    let id = path.file_name().unwrap().to_str().unwrap();
    let folder = match GameFolder::shipped(id) {
        Some(shipped) if path.parent().unwrap().ends_with("cards") => shipped,
        _ => GameFolder::open(path).unwrap(),
    };
    registry::load(folder, &mut Files::new()).unwrap()
}

/// The rules of its first variant.
pub fn rules_of(pack: &Pack) -> Rules<Wide> {
    let variant = Variant::first(&script::script_axes(&pack.game));
    script::Rules::compile(&pack.game, &pack.decks, &variant)
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}
