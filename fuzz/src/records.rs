//! A record of a shipped game, played again.

use std::cell::RefCell;
use std::collections::BTreeMap;

use deckproof::cards::Pack;
use deckproof::source::{Files, GameFolder};
use serde_json::Value;

use super::games::{load, told};

thread_local! {
    /// The shipped games, read once.
    static PACKS: RefCell<BTreeMap<String, Pack>> = const { RefCell::new(BTreeMap::new()) };
}

pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let (header, rest) = text.split_once('\n').unwrap_or((text, ""));
    let value = serde_json::from_str(header).unwrap_or(Value::Null);
    let game = value.get("game").and_then(Value::as_str).unwrap_or("caper");
    let id = match GameFolder::shipped(game) {
        Some(folder) => folder.id,
        None => "caper".to_owned(),
    };
    PACKS.with_borrow_mut(|packs| {
        if !packs.contains_key(&id) {
            let folder = GameFolder::shipped(&id);
            let read = folder.and_then(|folder| load(folder, &mut Files::new()));
            packs.extend(read.map(|pack| (id.clone(), pack)));
        }
        if let Some(pack) = packs.get(&id) {
            replay(pack, &format!("{}\n{rest}", checked(header, value)));
        }
    });
}

fn replay(pack: &Pack, text: &str) {
    if !deckproof::session::is_playable(pack) {
        return;
    }
    let mut read = Files::new();
    if let Err(faults) =
        deckproof::verify::replay::replay_record(pack, "input.jsonl", text.into(), &mut read)
    {
        told(&faults, &read);
    }
}

/// The header with the check that belongs to it, as a forger would write it: otherwise every change of a header would
/// end at its check.
fn checked(header: &str, value: Value) -> String {
    let Value::Object(mut map) = value else {
        return header.to_owned();
    };
    map.remove("check");
    let text = Value::Object(map.clone()).to_string();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    map.insert("check".into(), format!("{hash:016x}").into());
    Value::Object(map).to_string()
}
