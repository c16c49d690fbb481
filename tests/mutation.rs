//! Edits of the shipped games: what a rule or an example fixes does not change unnoticed. All of them are tried by
//! `deckproof mutate`; here are a few.

use deckproof::cards::{FreeByDesign, Mutation, Pack};
use deckproof::diff::Change;
use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::verify::mutate::{MutationPlan, Noticed, run_mutations};

fn pack(id: &str, files: &mut Files) -> Pack {
    let folder = GameFolder::shipped(id).unwrap();
    registry::load(folder, files).unwrap()
}

/// The edits that are asked for, with who notices them in a few games.
fn tried(id: &str, asked: impl Fn(&Mutation) -> bool) -> (Pack, Vec<(Mutation, Noticed)>) {
    let files = &mut Files::new();
    let pack = pack(id, files);
    let mut edits = pack.mutations();
    edits.retain(asked);
    let plan = MutationPlan { games: 2, seed: 1, jobs: 2 };
    let noticed = run_mutations(&pack, &edits, &plan, files, &|_| ()).unwrap();
    (pack, edits.into_iter().zip(noticed).collect())
}

fn unnoticed(id: &str, asked: impl Fn(&Mutation) -> bool) -> Vec<String> {
    let (pack, edits) = tried(id, asked);
    assert!(!edits.is_empty());
    let survives = |(mutation, noticed): &&(Mutation, Noticed)| {
        !noticed.fails() && FreeByDesign::covering(&pack.game.free, &mutation.path).is_none()
    };
    let survivors = edits.iter().filter(survives);
    survivors.map(|(m, _)| format!("{}: {m}", m.name())).collect()
}

#[test]
fn the_numbers_of_the_rules_are_noticed() {
    let rules = |mutation: &Mutation| ["rules", "rulings"].contains(&mutation.group());
    assert_eq!(unnoticed("caps-and-hammers", rules), [""; 0]);
    assert_eq!(unnoticed("caps-and-hammers-2016", rules), [""; 0]);
}

#[test]
fn what_the_rulebook_says_of_the_louvre_is_noticed_by_its_example() {
    let (_, edits) = tried("caper", |m| m.name().starts_with("locations.the-louvre.reward"));
    assert!(edits.len() >= 4);
    for (mutation, noticed) in edits {
        assert_eq!(noticed, Noticed::Scenario("e04-the-louvre".to_owned()), "{mutation}");
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
        "rules.discard-coins",
        "rulings.reach",
    ] {
        let mut edits = pack.mutations();
        edits.retain(|m| m.name() == named);
        assert!(!edits.is_empty(), "{named} is no value");
        let free = edits.iter().find_map(|m| FreeByDesign::covering(&pack.game.free, &m.path));
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
        let is_there = text == old.to_string() || old.as_str() == Some(text);
        assert!(is_there, "{}: {text}", mutation.name());
    }
}

// ------------------------------------------------------------------------- games whose rules stand in their folder

/// A copy of an example or of a good game of the tests, with other texts in the place of some.
fn example(id: &str, edits: &[(&str, &str, &str)]) -> (tempfile::TempDir, Pack) {
    let folder = tempfile::tempdir().unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let from = [root.join("examples").join(id), root.join("tests/good").join(id)];
    let from = from.iter().find(|path| path.exists()).unwrap();
    crate::copying::copy(from, folder.path());
    for (file, old, new) in edits {
        let path = folder.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
    }
    let opened = GameFolder::open(folder.path()).unwrap();
    let pack = registry::load(opened, &mut Files::new()).unwrap();
    (folder, pack)
}

/// The edits of a pack whose names begin so: what is edited, and how.
fn edits_of(pack: &Pack, path: &str) -> Vec<String> {
    let edits = pack.mutations().into_iter();
    let edits = edits.filter(|m| m.name().starts_with(path));
    edits.map(|m| format!("{}: {m}", m.name())).collect()
}

#[test]
fn the_keys_that_a_script_reads_are_edited() {
    let (_folder, hearts) = example("hearts", &[]);
    assert_eq!(
        edits_of(&hearts, "cards.2-clubs."),
        [
            "cards.2-clubs.copies: `copies = 2` added",
            "cards.2-clubs.copies: `copies = 0` added",
            "cards.2-clubs.suit: `suit = \"clubs\"` to `\"diamonds\"`",
            "cards.2-clubs.rank: `rank = 2` to `3`",
            "cards.2-clubs.rank: `rank = 2` to `1`",
            "cards.2-clubs.points: `points = 0` to `1`",
            "cards.2-clubs.points: `points = 0` to `-1`",
        ]
    );
    // `label` is printed, and no function names it.
    assert!(hearts.deck("cards").unwrap().rows[0].get("label").is_some());
    assert_eq!(hearts.only_printed().count(), 0);
}

#[test]
fn the_numbers_that_a_script_reads_are_edited() {
    let more = ("game.toml", "hand = 7\n", "hand = 7\nwide = 3\n[rules.printed]\nsize = 4\n");
    let exact = (
        "game.toml",
        "exact = 10                       # points for as many tricks as were bid\n",
        "",
    );
    let read = ("rules.star", "rules.exact if", "10 if");
    let said = ("rules.star", "< rules.exact", "< 10");
    let (_folder, oh_hell) = example("oh-hell", &[more, exact, read, said]);
    assert_eq!(
        edits_of(&oh_hell, "rules"),
        ["rules.hand: `hand = 7` to `8`", "rules.hand: `hand = 7` to `6`"]
    );
}

#[test]
fn a_key_that_no_function_reads_only_prints() {
    let blind = ("rules.star", "score[me] += c.worth", "score[me] += 1");
    let (_folder, with) = example("gifts", &[]);
    let (_other, without) = example("gifts", &[blind]);
    let [with, without] = [with, without].map(|pack| edits_of(&pack, "cards.ruby.worth"));
    assert_eq!((with.len(), without.len()), (2, 0), "{without:?}");
}

#[test]
fn a_deck_that_does_not_lie_on_the_table_only_prints() {
    let aids = "template = \"card.svg\"\nback = \"back.svg\"\n[[card]]\nname = \"Aid\"\nlabel = \"?\"\nrank = 3\nsuit = \"hearts\"\n";
    let folder = tempfile::tempdir().unwrap();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hearts");
    crate::copying::copy(&from, folder.path());
    std::fs::write(folder.path().join("aids.toml"), aids).unwrap();
    let folder = GameFolder::open(folder.path()).unwrap();
    let pack = registry::load(folder, &mut Files::new()).unwrap();
    assert_eq!(edits_of(&pack, "aids"), [""; 0]);
    let printed: Vec<&str> = pack.only_printed().map(|deck| deck.id.as_str()).collect();
    assert_eq!(printed, ["aids"]);
}

#[test]
fn edits_of_a_folder_are_noticed_by_its_laws() {
    let (_folder, hearts) = example("hearts", &[]);
    let mut edits = hearts.mutations();
    edits.retain(|m| m.name() == "cards.queen-spades.points");
    let plan = MutationPlan { games: 4, seed: 1, jobs: 2 };
    let noticed = run_mutations(&hearts, &edits, &plan, &mut Files::new(), &|_| ()).unwrap();
    assert_eq!(edits.len(), 2);
    assert!(noticed.iter().all(Noticed::fails), "{noticed:?}");
}

#[test]
fn the_numbers_of_rules_of_ones_own_are_noticed() {
    for id in ["dyke-watch", "night-freight", "oh-hell"] {
        let files = &mut Files::new();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = GameFolder::open(&path.join("examples").join(id)).unwrap();
        let pack = registry::load(folder, files).unwrap();
        let mut edits = pack.mutations();
        edits.retain(|mutation| mutation.group() == "rules");
        assert!(edits.len() >= 4, "{id}: {edits:?}");
        let plan = MutationPlan { games: 20, seed: 1, jobs: 2 };
        let noticed = run_mutations(&pack, &edits, &plan, files, &|_| ()).unwrap();
        for (edit, noticed) in edits.iter().zip(noticed) {
            assert!(noticed.fails(), "{id}: {} {edit}: {noticed:?}", edit.name());
        }
    }
}

#[test]
fn an_edit_changes_one_value_and_can_be_put_back() {
    let pack = pack("caps-and-hammers-2016", &mut Files::new());
    let changes = |edited: &Pack| {
        let (here, there) = ((&edited.game, &*edited.decks), (&pack.game, &*pack.decks));
        Change::between(here, there).len()
    };
    let mut edits = pack.mutations();
    edits.retain(|edit| !edit.is_of_the_script());
    assert!(edits.len() > 100);
    for edit in edits.iter().step_by(3) {
        let (edited, _) = pack.edited(edit);
        // A default is the value of every row that is silent.
        let is_default = edit.path.iter().any(|key| key == "defaults");
        assert!(changes(&edited) == 1 || is_default, "{edit}");
        let mut undo = edit.clone();
        std::mem::swap(&mut undo.old, &mut undo.new);
        let (back, _) = edited.edited(&undo);
        assert_eq!(changes(&back), 0, "{edit}");
    }
}
