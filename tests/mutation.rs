//! Edits of the shipped games: what a rule or an example fixes does not change unnoticed. All of them are tried by
//! `deckproof mutate`; here are a few.

use deckproof::cards::{FreeByDesign, Mutation, Pack};
use deckproof::registry::Registry;
use deckproof::source::{Files, GameFolder};
use deckproof::verify::mutate::{MutationPlan, Noticed};

fn pack(id: &str, files: &mut Files) -> Pack {
    let folder = GameFolder::shipped(id).unwrap();
    Pack::load(folder, &Registry, files).unwrap()
}

/// The edits that are asked for, with who notices them in a few games.
fn tried(id: &str, asked: impl Fn(&Mutation) -> bool) -> (Pack, Vec<(Mutation, Noticed)>) {
    let files = &mut Files::new();
    let pack = pack(id, files);
    let mut edits = pack.mutations();
    edits.retain(asked);
    let prover = Registry::prover(&pack).unwrap();
    let plan = MutationPlan {
        games: 2,
        seed: 1,
        jobs: 2,
    };
    let noticed = prover.mutate(&pack, &edits, &plan, files, &|_| ()).unwrap();
    (pack, edits.into_iter().zip(noticed).collect())
}

fn unnoticed(id: &str, asked: impl Fn(&Mutation) -> bool) -> Vec<String> {
    let (pack, edits) = tried(id, asked);
    assert!(!edits.is_empty());
    let survives = |(mutation, noticed): &&(Mutation, Noticed)| {
        !noticed.fails() && FreeByDesign::of(&pack.game.free, &mutation.path).is_none()
    };
    let survivors = edits.iter().filter(survives);
    survivors
        .map(|(m, _)| format!("{}: {m}", m.name()))
        .collect()
}

#[test]
fn the_numbers_of_the_rules_are_noticed() {
    let rules = |mutation: &Mutation| !mutation.is_of_a_card();
    assert_eq!(unnoticed("caps-and-hammers", rules), [""; 0]);
    assert_eq!(unnoticed("caps-and-hammers-2016", rules), [""; 0]);
}

#[test]
fn what_the_rulebook_says_of_the_louvre_is_noticed_by_its_example() {
    let (_, edits) = tried("caper", |m| {
        m.name().starts_with("locations.the-louvre.reward")
    });
    assert!(edits.len() >= 4);
    for (mutation, noticed) in edits {
        assert_eq!(
            noticed,
            Noticed::Scenario("e04-the-louvre".to_owned()),
            "{mutation}"
        );
    }
}

#[test]
fn what_the_rulebook_names_is_not_free() {
    let pack = pack("caper", &mut Files::new());
    for named in [
        "gear.plasma-cutter.gives.0.points",
        "gear.plasma-cutter.when-played.0.coins",
        "gear.plans-caches.colour",
        "gear.plans-caches.gives.0.points.each",
        "thieves.the-banker.gives.0.points.of",
        "thieves.the-dame.gives",
        "thieves.the-artist.gives.0.capers",
        "locations.the-louvre.reward.1.goods.0",
        "locations.the-chapel.modifier.protect",
        "rules.coins",
        "rulings.reach",
    ] {
        let mut edits = pack.mutations();
        edits.retain(|m| m.name() == named);
        assert!(!edits.is_empty(), "{named} is no value");
        let free = edits
            .iter()
            .find_map(|m| FreeByDesign::of(&pack.game.free, &m.path));
        assert_eq!(free, None, "{named}");
    }
}

#[test]
fn every_value_of_a_card_stands_where_it_is_told() {
    let files = &mut Files::new();
    let pack = pack("caper", files);
    for mutation in pack.mutations() {
        let Some(old) = &mutation.old else { continue };
        let text = &files.text(mutation.span.file)[mutation.span.range()];
        assert_eq!(text, old.to_string(), "{}", mutation.name());
    }
}
