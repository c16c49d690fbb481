//! Games in memory, and reading what is said of them.

use std::collections::BTreeMap;

use deckproof::cards::Pack;
use deckproof::registry;
use deckproof::source::{Diagnostics, Files, Folder, GameFolder, Tree, render, shipped_cards};

/// The files of one text: each begins with a line `-- name --`; what stands before the first is `game.toml`.
pub fn files(text: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut name = "game.toml".to_owned();
    let mut body = String::new();
    for line in text.split_inclusive('\n') {
        let marked = line.trim_end().strip_prefix("-- ");
        match marked.and_then(|rest| rest.strip_suffix(" --")) {
            Some(next) => {
                let before = std::mem::take(&mut body);
                if !before.is_empty() || name != "game.toml" {
                    files.insert(std::mem::replace(&mut name, next.to_owned()), before.into());
                } else {
                    name = next.to_owned();
                }
            }
            None => body.push_str(line),
        }
    }
    files.insert(name, body.into());
    files
}

/// A game in memory; `id` is what its folder would be called.
pub fn folder(id: &str, files: BTreeMap<String, Vec<u8>>) -> GameFolder {
    GameFolder::within(id, Folder::Memory(Tree::new("memory:", files)), None)
}

/// Reads a game and tells what is wrong with it.
pub fn load(folder: GameFolder, files: &mut Files) -> Option<Pack> {
    match registry::load(folder, files) {
        Ok(pack) => Some(pack),
        Err(faults) => {
            told(&faults, files);
            None
        }
    }
}

/// What is said is shown as well: its places must lie in their texts. An engine that panics is caught and told as a
/// broken law; here it is a finding.
pub fn told(faults: &Diagnostics, files: &Files) {
    for fault in faults.iter() {
        assert!(!fault.message.is_empty(), "{fault:?}");
        assert!(!fault.message.contains("no panic does not hold"), "{}", fault.message);
        std::hint::black_box(render(fault, files, false));
    }
}

/// The files of a shipped game, to be put beside others.
pub fn shipped(id: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    if let Some(folder) = shipped_cards().folder(id) {
        for name in folder.files() {
            if let Ok(bytes) = folder.read(&name) {
                files.insert(name, bytes);
            }
        }
    }
    files
}
