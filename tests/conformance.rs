//! Every shipped game that can be played conforms.

use crate::conform::conform;
use crate::games;

use deckproof::rules::Variant;
use deckproof::source::GameFolder;

/// The shipped games that can be proven.
fn provable() -> Vec<String> {
    let proven = |game: &String| deckproof::session::is_playable(&games::pack(game));
    GameFolder::shipped_ids().into_iter().filter(proven).collect()
}

#[test]
fn every_shipped_game_is_proven() {
    assert_eq!(provable(), ["caper", games::SECOND, games::FIRST]);
}

/// Two games of each variant; six with `SUITE=all`.
#[test]
fn every_variant_of_every_shipped_game_conforms() {
    let games = if games::all() { 6 } else { 2 };
    for game in provable() {
        let pack = games::pack(&game);
        for variant in Variant::all(&deckproof::script::script_axes(&pack.game)) {
            let name = format!("{game} {}", variant.word());
            let found = conform(&pack, &variant, games, 1).unwrap();
            let failed: Vec<_> = found.failures().collect();
            assert_eq!(failed, [], "{name}");
            for check in &found.checks {
                let done = check.done >= found.games;
                assert!(done, "{name}: {} was not done", check.name);
            }
        }
    }
}
