//! What a seat cannot see is dealt anew: the same for all tables that it cannot tell apart, whatever is hidden.

use std::collections::BTreeMap;
use std::path::Path;

use deckproof::registry;
use deckproof::rules::{NoListener, Rng, SeededChance, Variant};
use deckproof::script::{self, Rules};
use deckproof::source::{Files, GameFolder};
use deckproof::table::{CardSet, Table, Wide};

use crate::small_game::SmallGame;

/// A game in a folder, in its first variant.
fn game(path: &Path) -> Option<Rules<Wide>> {
    let folder = GameFolder::open(path).unwrap();
    let pack = registry::load(folder, &mut Files::new()).unwrap();
    pack.game.script.as_ref()?;
    let variant = Variant::first(&script::script_axes(&pack.game));
    Some(
        script::Rules::compile(&pack.game, &pack.decks, &variant)
            .unwrap_or_else(|faults| panic!("{faults:?}")),
    )
}

/// Every position of some random games: the same ones, whether anybody listens or not.
fn positions<S: CardSet>(game: &Rules<S>, games: u64) -> Vec<Table<S>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::stream(7, seed);
        let mut chance = SeededChance::new(seed);
        let (mut same, mut log) = (SeededChance::new(seed), Vec::new());
        let mut table = game.set_up(&mut chance, &mut NoListener);
        let mut heard = game.set_up(&mut same, &mut log);
        while game.turn(&table).is_some() {
            assert!(heard == table, "game {seed}: a log changes the table");
            found.push(table);
            let legal = game.legal(&table);
            let mv = legal.get(rng.below(legal.len()));
            game.apply(&mut table, mv, &mut chance, &mut NoListener);
            game.apply(&mut heard, mv, &mut same, &mut log);
        }
        assert!(heard == table, "game {seed}: a log changes the end");
    }
    found
}

/// Worlds of a table look like it to the seat, and each of them gives the worlds that the table gives.
fn are_canonical<S: CardSet>(name: &str, game: &Rules<S>, table: &Table<S>, seed: u64) {
    for seat in game.seats() {
        let world = game.redeal(table, seat, &mut Rng::new(seed));
        assert_eq!(game.view(&world, seat), game.view(table, seat), "{name}");
        if game.turn(table) == Some(seat) {
            assert_eq!(game.legal_moves(&world), game.legal_moves(table), "{name}");
        }
        let again = [table, &world].map(|from| game.redeal(from, seat, &mut Rng::new(seed + 1)));
        assert!(again[0] == again[1], "{name}: {seat:?} would deal on from the true table");
    }
}

/// Three seats bid from purses that nobody else sees, behind cards in a stack.
const PURSES: &str = r#"
[table]
seats = ["ash", "birch", "cedar"]
longest = 40
faces = ["down"]
questions = ["bid"]

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
stack = { sees = { up = "all", down = "nobody" }, order = true, face = "down" }

[table.counters]
purse = { each = "seat", sees = "owner", to = 6, start = 2 }
bank = { to = 6 }
mood = { each = "seat", is = "flag", sees = "nobody" }

[table.conserve]
"purse + bank" = 6

[table.moves]
give = "give {number}"
lay = "lay {card}"

[table.end]
wins = ["highest purse"]
"#;

const RULES: &str = r#""Purses."

def set_up(t):
    deal(deck, hand, 3)
    t.turn = 0

def legal(t, me):
    play("lay", hand[me])

def on_lay(t, me, c):
    mood[me] = c.worth > 4
    move(c, stack)
    ask_all("bid")

def legal_bid(t, me):
    play("give", numbers(0, purse[me]))

def on_give(t, me, n):
    purse[me] -= n
    t.bank += n

def answered(t):
    for seat in seats:
        if t.bank > 0 and purse[seat] == 0:
            for other in seats:
                show(purse[seat], other)
            pay(t.bank, purse[seat], 1)
    t.turn = (t.turn + 1) % 3
    if not hand[t.turn]:
        end()
"#;

/// Runs something on the game with these rules.
fn purses<T>(table: &str, script: &str, run: impl FnOnce(SmallGame<'_>) -> T) -> T {
    let card = |n| format!("[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nworth = {n}\n");
    let cards: String = (1..=9).map(card).collect();
    run(SmallGame { table, cards: &cards, script })
}

/// The games of some folders of the project, and their names.
fn games_in(folders: &[&str]) -> Vec<(String, Rules<Wide>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = folders.iter().flat_map(|of| std::fs::read_dir(root.join(of)).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let whole =
        paths.filter(|path| path.join("rules.star").exists() && path.join("templates").exists());
    whole.filter_map(|path| Some((path.display().to_string(), game(&path)?))).collect()
}

#[test]
fn tables_that_a_seat_cannot_tell_apart_give_it_the_same_worlds() {
    let games = games_in(&["examples", "tests/good"]);
    assert!(games.len() >= 8, "{}", games.len());
    for (name, game) in &games {
        for (seed, table) in positions(game, 6).iter().enumerate() {
            are_canonical(name, game, table, seed as u64);
        }
    }
}

#[test]
fn a_card_that_is_seen_on_a_hidden_one_stays_on_that_place_of_the_stack() {
    let mut compared = 0;
    for (_, game) in games_in(&["examples"]) {
        for table in positions(&game, 60) {
            for seat in game.seats() {
                let known = table.known[usize::from(seat.0)];
                let world = game.redeal(&table, seat, &mut Rng::new(compared));
                for card in table.riding(known).cards() {
                    let below = [&table, &world].map(|table| {
                        let host = table.host.as_ref()[usize::from(card)];
                        table.below.as_ref()[usize::from(host)]
                    });
                    assert_eq!(below[0], below[1], "{card}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn whether_a_move_reads_the_same_on_two_tables_is_what_its_texts_say() {
    let game = game(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/caps-and-hammers-2016"));
    let games = games_in(&["examples"]).into_iter();
    let (mut alike, mut different) = (0, 0);
    for (name, game) in games.chain([("2016".into(), game.unwrap())]) {
        let positions = positions(&game, 20);
        for (at, one) in positions.iter().enumerate() {
            let decides = |other: &&Table<Wide>| game.turn(other) == game.turn(one);
            let Some(other) = positions[at + 1..].iter().find(decides) else {
                continue;
            };
            for mv in game.legal_moves(one) {
                let same = game.write(one, mv) == game.write(other, mv);
                assert_eq!(game.is_written_alike(one, other, mv), same, "{name}");
                *(if same { &mut alike } else { &mut different }) += 1;
            }
        }
    }
    assert!(alike > 1_000 && different > 10, "{alike} {different}");
}

#[test]
fn hidden_numbers_answers_and_stacks_are_drawn_anew() {
    let game = purses(PURSES, RULES, |game| game.rules());
    let positions = positions(&game, 10);
    for (seed, table) in positions.iter().enumerate() {
        are_canonical("purses", &game, table, seed as u64);
    }
    // All that can be is dealt: seat 0 sees its own purse and the bank, so the other two share what is left.
    let seat = game.seats().next().unwrap();
    let waits = |table: &&Table<u64>| {
        table.counter(3) == 2 && table.counter(0) == 1 && !table.questions().is_empty()
    };
    let table = positions.iter().find(waits).expect("two coins in the bank, one in the purse");
    let (mut shares, mut moods, mut tops) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    const WORLDS: u32 = 4_000;
    for seed in 0..WORLDS {
        let world = game.redeal(table, seat, &mut Rng::stream(3, seed.into()));
        assert_eq!((0..4).map(|n| i64::from(world.counter(n))).sum::<i64>(), 6);
        *shares.entry((world.counter(1), world.counter(2))).or_insert(0) += 1;
        *moods.entry((4..7).map(|n| world.counter(n)).collect::<Vec<_>>()).or_insert(0) += 1;
        let stack =
            game.census(&world).into_iter().filter(|(_, zone)| game.names.zone(*zone) == "stack");
        *tops.entry(stack.map(|(card, _)| card).collect::<Vec<_>>()).or_insert(0) += 1;
    }
    assert_eq!(shares.keys().copied().collect::<Vec<_>>(), [(0, 3), (1, 2), (2, 1), (3, 0)]);
    assert_eq!(moods.len(), 8, "every flag may be either");
    assert!(tops.len() > 1, "who does not see what was laid deals it anew");
    // Six cards that seat 0 does not see lie in two hands: in one of twenty ways.
    let mut hands = BTreeMap::new();
    for seed in 0..WORLDS {
        let world = game.redeal(&positions[0], seat, &mut Rng::stream(4, seed.into()));
        let census = game.census(&world).into_iter();
        let held = census.filter(|(_, zone)| game.names.zone(*zone) == "hand/birch");
        let mut hand: Vec<_> = held.map(|(card, _)| card).collect();
        hand.sort();
        *hands.entry(hand).or_insert(0) += 1;
    }
    assert_eq!(hands.len(), 20, "{hands:?}");
    for (what, counts) in [
        ("hands", hands.into_values().collect()),
        ("shares", shares.values().copied().collect::<Vec<u32>>()),
        ("moods", moods.into_values().collect()),
    ] {
        let expected = f64::from(WORLDS) / counts.len() as f64;
        let chi: f64 = counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        // Twenty equal shares pass 43.8 once in a thousand times.
        let most = if counts.len() == 20 { 43.8 } else { 30.0 };
        assert!(chi < most, "{what}: {counts:?}");
    }
}

#[test]
fn moves_that_depend_on_a_hidden_number_are_a_leak() {
    purses(PURSES, RULES, |game| game.conforms());
    let peeking = RULES.replace(
        "hand[me])\n\ndef on_lay",
        "hand[me] if purse[(me + 1) % 3] < 3 else bold(hand[me]))\n\ndef bold(some):\n    for c in some:\n        return c\n    return none\n\ndef on_lay",
    );
    let failures = purses(PURSES, &peeking, |game| game.failures());
    let leaks = |failure: &String| failure.contains("is legal changes with");
    assert!(failures.iter().any(leaks), "{failures:#?}");
}

#[test]
fn a_hidden_number_is_told_only_when_it_is_shown() {
    let tell = "    for seat in seats:\n        note(\"left\", seat, purse[seat])\n";
    let show = "        for other in seats:\n            show(purse[seat], other)\n";
    let then = "    t.turn = (t.turn";
    let telling = RULES.replace(then, &format!("{tell}{then}"));
    let showing = RULES.replace(then, &format!("{tell}{show}{then}"));
    let table = PURSES
        .replace("[table.end]", "[table.notes]\nleft = \"{seat} has {a} left\"\n\n[table.end]");
    purses(&table, &showing, |game| game.conforms());
    let failures = purses(&table, &telling, |game| game.failures());
    let leaks = |failure: &String| failure.contains("reads `left");
    assert!(failures.iter().any(leaks), "{failures:#?}");
}

#[test]
fn a_hidden_number_has_a_range() {
    let table = PURSES.replace("sees = \"owner\", to = 6, start", "sees = \"owner\", start");
    let faults = purses(&table, RULES, |game| game.faults(&[]));
    let told = |fault: &String| fault.contains("`purse` is hidden and has no greatest value");
    assert!(faults.iter().any(told), "{faults:#?}");
}
