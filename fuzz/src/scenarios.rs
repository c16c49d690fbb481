//! A scenario beside a shipped game, read and run. A first line `# game: ID` says which game.

use std::cell::RefCell;
use std::collections::BTreeMap;

use deckproof::cards::Pack;
use deckproof::source::{Files, GameFolder};

use super::games::{folder, load, shipped, told};

thread_local! {
    /// The shipped games, read once.
    static PACKS: RefCell<BTreeMap<String, Pack>> = const { RefCell::new(BTreeMap::new()) };
}

pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let named = text.lines().next().and_then(|l| l.strip_prefix("# game: "));
    let ids = GameFolder::shipped_ids();
    let known = ids.iter().find(|id| Some(id.as_str()) == named);
    let Some(id) = known.or(ids.first()) else {
        return;
    };
    PACKS.with_borrow_mut(|packs| {
        if !packs.contains_key(id) {
            let read = load(folder(id, shipped(id)), &mut Files::new());
            packs.extend(read.map(|pack| (id.clone(), pack)));
        }
        if let Some(pack) = packs.get_mut(id) {
            play(pack, input);
        }
    });
}

fn play(pack: &mut Pack, input: &[u8]) {
    let mut files = BTreeMap::from([("scenarios/input.toml".to_owned(), input.to_vec())]);
    // Clauses that are cited are looked up here.
    if let Ok((_, rules)) = GameFolder::shipped(&pack.game.id)
        .map_or_else(|| Err(()), |game| game.text("rules.md", &mut Files::new()).map_err(|_| ()))
    {
        files.insert("rules.md".into(), rules.as_bytes().to_vec());
    }
    pack.folder = folder(&pack.game.id, files);
    if !deckproof::session::is_playable(pack) {
        return;
    }
    let mut read = Files::new();
    match deckproof::verify::scenario::run_scenarios(pack, &mut read) {
        Ok(report) => told(&report.faults, &read),
        Err(faults) => told(&faults, &read),
    }
}
