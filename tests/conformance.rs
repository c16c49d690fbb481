//! Every registered game that can be played conforms.

mod games;

use deckproof::registry::Registry;
use deckproof::source::GameFolder;

/// The shipped games whose family can be proven.
fn provable() -> Vec<String> {
    let family = |game: &String| games::pack(game).game.rules.map(|rules| rules.family);
    let proven = |game: &String| family(game).is_some_and(|f| Registry::prover(&f).is_some());
    GameFolder::shipped_ids()
        .into_iter()
        .filter(proven)
        .collect()
}

#[test]
fn both_editions_are_among_the_games_that_are_proven() {
    assert_eq!(provable(), [games::SECOND, games::FIRST]);
}

#[test]
fn every_registered_game_conforms() {
    for game in provable() {
        let pack = games::pack(&game);
        let rules = pack.game.rules.as_ref().unwrap();
        let prover = Registry::prover(&rules.family).unwrap();
        let found = prover.conform(&pack, 6, 1).unwrap();
        let failed: Vec<_> = found.failures().collect();
        assert_eq!(failed, [], "{game}");
        for check in &found.checks {
            assert!(
                check.done >= found.games,
                "{game}: {} was not done",
                check.name
            );
        }
    }
}
