//! Failing games get small: faults are planted whose shortest game is known.

use crate::games;
mod planted;

use std::path::Path;

use deckproof::cards::{Deck, GameFile as GameData, Pack};
use deckproof::players::Players;
use deckproof::registry::Registry;
use deckproof::rules::{CardId, Facing, Game, Variant};
use deckproof::script;
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::table::{CardSet, Move};
use deckproof::verify::failure::{Failure, LawQuestion};
use deckproof::verify::record::RecordOrigin;
use deckproof::verify::shrink::{Counterexample, shrink};
use deckproof::verify::{Prover, replay, scenario};
use planted::{Planted, Rules, State, Trigger};

/// Seeds that the median is taken of.
const SEEDS: u64 = 15;
/// Plies that a shrinker may play here: a fraction of a second without optimisation.
const BUDGET: u64 = 40_000;

/// Whether a card of the row `id` lies with a face at a place, on one side.
fn lies(rules: &Rules, state: &State, zone: &str, (id, face): (&str, &str)) -> bool {
    let names = rules.names();
    let at = names.zones.iter().position(|name| name == zone);
    let cards = at.map_or(0, |at| state.zone(at as u8)).cards();
    let mut faces = cards.map(|card| {
        let row = names.card(CardId(card.into())).split('#').next();
        (row, names.face(Facing(state.face(card))))
    });
    faces.any(|lying| lying == (Some(id), face))
}

/// A counter by its name.
fn counter(rules: &Rules, state: &State, name: &str) -> i16 {
    let mut names = rules.names().counters.iter();
    names.position(|counter| counter == name).map_or(0, |at| state.counter(at as u8))
}

/// Whether the turn ends, not the round's last, and somewhere these two lie opposite each other.
fn opposite(
    rules: &Rules,
    state: &State,
    mv: Move,
    mine: (&str, &str),
    theirs: (&str, &str),
) -> bool {
    let declared = &rules.layout.declared;
    let seats = &declared.seats;
    let me = usize::from(state.decides());
    let (me, other) = (&seats[me], &seats[1 - me]);
    let meet = |place: &String| {
        lies(rules, state, &format!("field/{place}/{me}"), mine)
            && lies(rules, state, &format!("field/{place}/{other}"), theirs)
    };
    let ends = declared.patterns[usize::from(mv.pattern)].verb == "end";
    ends && counter(rules, state, "turns") < 9 && declared.places.iter().any(meet)
}

/// The shortest game: deploy an Admiral, end; deploy a Spy there, launch it to reveal the Admiral, end.
fn spy_and_admiral(rules: &Rules, state: &State, mv: Move) -> bool {
    let (mine, theirs) = (("spy", "up"), ("admiral", "revealed"));
    opposite(rules, state, mv, mine, theirs)
}

/// The shortest game: deploy an Admiral, launch it to a place beside, end; deploy a Scientist there, end.
fn admiral_and_scientist(rules: &Rules, state: &State, mv: Move) -> bool {
    let (mine, theirs) = (("scientist", "down"), ("admiral", "up"));
    opposite(rules, state, mv, mine, theirs)
}

/// No short game from the set-up gets there: four rounds take 80 decisions.
fn spy_of_round_five(rules: &Rules, state: &State, mv: Move) -> bool {
    counter(rules, state, "round") >= 5 && spy_and_admiral(rules, state, mv)
}

/// The game with the fault, and the counterexample of each run's first game that fails.
fn counterexamples(game: &str, trigger: Trigger, seeds: u64) -> (Pack, Vec<Counterexample>) {
    let pack = games::pack(game);
    let planted = Planted { rules: games::rules(&pack, "", &[]), trigger };
    let first = |seed: u64| {
        let players = |index: u64| Players::ALL[(index % 2) as usize];
        let find = |index| Failure::find(&planted, seed, index, players(index), LawQuestion::Laws);
        (0..10_000).find_map(find).expect("no game failed")
    };
    let origin = RecordOrigin::new(&pack, &Variant::default());
    let shrunk = |seed| shrink(&planted, &origin, &first(seed), BUDGET);
    let found = (0..seeds).map(shrunk).collect();
    (pack, found)
}

/// The median of the decisions from the set-up, told with all.
fn median(game: &str, trigger: Trigger) -> usize {
    let (_, found) = counterexamples(game, trigger, SEEDS);
    let mut lengths: Vec<usize> = found.iter().map(|c| c.from_set_up).collect();
    lengths.sort_unstable();
    println!("{game}: {lengths:?}");
    lengths[lengths.len() / 2]
}

#[test]
fn five_decisions_with_a_spy_are_shown_in_ten_in_the_first_edition() {
    assert!(median(games::FIRST, spy_and_admiral) <= 10);
}

#[test]
fn five_decisions_with_a_spy_are_shown_in_ten_in_the_second_edition() {
    assert!(median(games::SECOND, spy_and_admiral) <= 10);
}

#[test]
fn five_decisions_with_an_admiral_are_shown_in_ten_in_the_first_edition() {
    assert!(median(games::FIRST, admiral_and_scientist) <= 10);
}

#[test]
fn five_decisions_with_an_admiral_are_shown_in_ten_in_the_second_edition() {
    assert!(median(games::SECOND, admiral_and_scientist) <= 10);
}

#[test]
fn what_needs_many_rounds_is_shown_from_a_table() {
    for game in [games::FIRST, games::SECOND] {
        let (_, found) = counterexamples(game, spy_of_round_five, 1);
        for found in found {
            assert!(found.from_set_up > 80, "{}", found.from_set_up);
            assert!(found.start.is_some());
            assert!(found.moves <= 5, "{:#?}", found.story);
        }
    }
}

#[test]
fn the_story_ends_with_the_law() {
    let (_, found) = counterexamples(games::SECOND, spy_and_admiral, 1);
    let found = &found[0];
    assert_eq!(found.property, "CH2-I4");
    // What was dealt, the moves, what they broke.
    assert_eq!(found.story.len(), found.moves + 2, "{:#?}", found.story);
    assert!(found.story.last().unwrap().contains("CH2-I4"));
}

#[test]
fn the_record_is_played_again_by_the_faulty_game() {
    let (pack, found) = counterexamples(games::SECOND, spy_and_admiral, 3);
    for found in found {
        let text = found.record.as_str().into();
        let again = replay::replay_record(&FAULTY, &pack, "record", text, &mut Files::new());
        assert!(again.is_ok(), "{:?}", again.err());
    }
}

/// A copy of the second edition with one scenario.
fn with_scenario(dir: &Path, text: &str) -> Pack {
    let shipped = GameFolder::shipped(games::SECOND).unwrap();
    let mut names = shipped.deck_names();
    names.push("game".to_owned());
    let files = names.into_iter().map(|name| format!("{name}.toml"));
    for name in files.chain(["rules.star".to_owned()]) {
        let (_, text) = shipped.text(&name, &mut Files::new()).unwrap();
        std::fs::write(dir.join(name), text.as_bytes()).unwrap();
    }
    std::fs::create_dir(dir.join("scenarios")).unwrap();
    std::fs::write(dir.join("scenarios/found.toml"), text).unwrap();
    let folder = GameFolder::open(dir).unwrap();
    Registry::load(folder, &mut Files::new()).unwrap_or_else(|f| panic!("{f:?}"))
}

const SOUND: Prover<Rules> = Prover {
    axes: |_| Vec::new(),
    compile: |game, decks, variant| script::compile_script(game, decks, variant),
};

const FAULTY: Prover<Planted> = Prover { axes: |_| Vec::new(), compile: with_fault };

fn with_fault(game: &GameData, decks: &[Deck], variant: &Variant) -> Result<Planted, Diagnostics> {
    Ok(Planted { rules: script::compile_script(game, decks, variant)?, trigger: spy_and_admiral })
}

#[test]
fn the_scenario_fails_as_long_as_the_fault_is_there() {
    let (_, found) = counterexamples(games::SECOND, spy_and_admiral, 3);
    for found in found {
        let text = found.scenario.unwrap();
        let dir = tempfile::tempdir().unwrap();
        let pack = with_scenario(dir.path(), &text);
        let files = &mut Files::new();
        let faulty = scenario::run_scenario(&FAULTY, &pack, files).unwrap();
        let told: Vec<&str> = faulty.faults.iter().map(|d| d.message.as_str()).collect();
        assert!(told.iter().any(|t| t.contains("breaks CH2-I4")), "{told:?}\n{text}");
        assert!(!faulty.scenarios[0].holds());
        let sound = scenario::run_scenario(&SOUND, &pack, files).unwrap();
        assert!(sound.scenarios[0].holds(), "{:?}\n{text}", sound.faults);
    }
}
