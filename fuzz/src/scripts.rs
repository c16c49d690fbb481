//! A text as the script of a game whose table is given, and as the table of a game whose script is given. A first line `# game: ID` says which.

use std::collections::BTreeMap;

use deckproof::cards::Pack;
use deckproof::lab::LabPlan;
use deckproof::players::{Players, SeatPolicy};
use deckproof::rules::Variant;
use deckproof::source::Files;
use deckproof::verify::record::RecordPlan;

use super::games::{folder, load, told};

/// Games by their names: `game.toml`, `cards.toml`, `rules.star`.
const GAMES: [(&str, [&str; 3]); 3] = [
    (
        "duel",
        [
            include_str!("../../tests/good/duel/game.toml"),
            include_str!("../../tests/good/duel/cards.toml"),
            include_str!("../../tests/good/duel/rules.star"),
        ],
    ),
    (
        "hearts",
        [
            include_str!("../../examples/hearts/game.toml"),
            include_str!("../../examples/hearts/cards.toml"),
            include_str!("../../examples/hearts/rules.star"),
        ],
    ),
    (
        "oh-hell",
        [
            include_str!("../../examples/oh-hell/game.toml"),
            include_str!("../../examples/oh-hell/cards.toml"),
            include_str!("../../examples/oh-hell/rules.star"),
        ],
    ),
];

/// The input as `rules.star`.
pub fn run(input: &[u8]) {
    with("rules.star", input);
}

/// The input as `game.toml`.
pub fn run_table(input: &[u8]) {
    with("game.toml", input);
}

fn with(name: &str, input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let named = text.lines().next().and_then(|l| l.strip_prefix("# game: "));
    let found = GAMES.iter().find(|(id, _)| Some(*id) == named);
    let (id, texts) = found.unwrap_or(&GAMES[0]);
    let names = ["game.toml", "cards.toml", "rules.star"];
    let mut files: BTreeMap<String, Vec<u8>> = names
        .iter()
        .zip(texts)
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    files.insert(name.to_owned(), input.to_vec());
    let mut read = Files::new();
    if let Some(pack) = load(folder(id, files), &mut read) {
        played(&pack, &mut read);
    }
}

/// Plays some games, writes one down and reads it back. No law is watched: a fault of the rules is none of the program.
fn played(pack: &Pack, read: &mut Files) {
    if !deckproof::session::is_playable(pack) {
        return;
    }
    let variant = Variant::first(&deckproof::script::script_axes(&pack.game));
    let plan = RecordPlan { seed: 1, players: Players::Uniform, states: true, legal: false };
    let record = match deckproof::verify::record::record_game(pack, &variant, &plan) {
        Ok(record) => record,
        Err(faults) => return told(&faults, read),
    };
    let finished = record.unfinished.is_none();
    if let Err(faults) =
        deckproof::verify::replay::replay_record(pack, "input.jsonl", record.text.into(), read)
    {
        told(&faults, read);
        let laws = |fault: &deckproof::source::Diagnostic| fault.message.contains("hold");
        assert!(!finished || faults.iter().any(laws), "a record of our own");
    }
    let counted = deckproof::lab::names(pack, &variant).and_then(|names| {
        let plan = LabPlan {
            against: None,
            policies: vec![SeatPolicy::Uniform; names.seats.len()],
            teams: names.teams.clone(),
            seed: 1,
            games: 0..4,
            jobs: 1,
            follows_lead: true,
        };
        deckproof::lab::count(pack, &variant, &plan, &|_| ())
    });
    if let Err(faults) = counted {
        told(&faults, read);
    }
}
