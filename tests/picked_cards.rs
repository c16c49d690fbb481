//! Cards that chance picks where they lie, and warnings where chance seems to be meant and has no say.

use deckproof::rules::{NoListener, SeededChance, Variant};
use deckproof::source::Files;
use deckproof::verify::fuzz::{FuzzPlan, fuzz};
use deckproof::verify::replay::replay_record;
use deckproof::verify::uneven_deals::uneven_deals;
use serde_json::Value;

use crate::small_game::SmallGame;

const TABLE: &str = r#"
[table]
seats = ["ann", "ben"]
longest = 12

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
row = { sees = "nobody", order = true }
open = { sees = "all" }

[table.counters]
turns = { to = 12 }

[table.moves]
steal = "steal"
"#;

const SCRIPT: &str = r#""Steals."
def set_up(t):
    deal(deck, hand, 4)
    draw(deck, row, 1)

def legal(t, me):
    play("steal")

def on_steal(t, me):
    move(pick_random(hand[1 - me]), hand[me])
    draw(deck, open, 1)
    t.turns += 1
    t.turn = 1 - me
    if t.turns == 6:
        end()
"#;

/// A game with other lines in its script, and in its table.
fn with<T>(edits: &[(&str, &str)], then: impl FnOnce(SmallGame<'_>) -> T) -> T {
    let (mut table, mut script) = (TABLE.to_owned(), SCRIPT.to_owned());
    for (old, new) in edits {
        assert!(table.contains(old) || script.contains(old), "{old}");
        (table, script) = (table.replace(old, new), script.replace(old, new));
    }
    let cards: Vec<String> = (1..=16)
        .map(|n| format!("[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nrank = {n}\n"))
        .collect();
    then(SmallGame { table: &table, cards: &cards.concat(), script: &script })
}

#[test]
fn a_game_with_picked_cards_conforms_and_its_records_replay() {
    with(&[], |game| {
        game.conforms();
        let stolen = |seed| -> Vec<Value> {
            let lines = game.record(&[], seed).into_iter();
            let lines = lines.filter(|line| line["chance"] == "draw" && line["ply"] == 1);
            let changes = lines.flat_map(|line| line["changes"].as_array().cloned());
            changes.flatten().map(|card| card["card"].clone()).collect()
        };
        let stolen: Vec<Vec<Value>> = (0..40).map(stolen).collect();
        assert!(stolen.iter().all(|cards| cards.len() == 2), "{stolen:?}");
        let first: std::collections::BTreeSet<String> =
            stolen.iter().map(|cards| cards[0].to_string()).collect();
        assert!(first.len() > 8, "{first:?}");
    });
}

#[test]
fn a_law_that_a_picked_card_breaks_is_broken_by_the_smallest_game() {
    let law = "def law_kept(before, t):\n    \"c16 is not stolen\"\n    return card(\"c16\") not in before.hand[0] & hand[1]\n\ndef on_steal";
    with(&[("def on_steal", law)], |game| {
        let pack = game.pack().unwrap();
        let plan = FuzzPlan { games: 200, seed: 1, jobs: 1, ..FuzzPlan::default() };
        let found = fuzz(&pack, &Variant::default(), &plan, &|_| ());
        let smallest = found.unwrap().fault.unwrap().smallest;
        assert!(smallest.moves <= 2, "{:?}", smallest.story);
        let record = smallest.record.clone().into();
        let replayed = replay_record(&pack, "any.jsonl", record, &mut Files::new());
        assert!(replayed.is_ok(), "{}", smallest.record);
    });
}

#[test]
fn picking_from_no_cards_is_a_fault() {
    with(&[("deal(deck, hand, 4)", "deal(deck, hand, 0)")], |game| {
        let (rules, mut chance) = (game.rules(), SeededChance::new(1));
        let mut table = rules.set_up(&mut chance, &mut NoListener);
        let steal = rules.legal(&table).get(0);
        rules.apply(&mut table, steal, &mut chance, &mut NoListener);
        let fault = rules.describe_fault(&table.fault.unwrap());
        assert!(fault.contains("one card is meant, here is none"), "{fault}");
    });
}

#[test]
fn cards_in_the_order_of_the_list_are_warned_of() {
    let steal = "move(pick_random(hand[1 - me]), hand[me])";
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[], ""),
        (
            &[(steal, "move(first(highest(hand[1 - me], rank)), hand[me])")],
            "`first` takes the card of `hand` that the decks list first",
        ),
        (
            &[(
                steal,
                "low = hand[1 - me] & having(rank, 3)\n    if low:\n        move(first(low), hand[me])",
            )],
            "`first` takes the card of `hand` that the decks list first",
        ),
        (&[(steal, "move(highest(hand[1 - me], rank), hand[me])")], ""),
        (
            &[(steal, "move(first(hand[1 - me]), hand[me])")],
            "`first` takes the card of `hand` that the decks list first",
        ),
        (
            &[(steal, "c = first(deck)\n    move(c, hand[me])")],
            "`first` takes the card of `deck` that the decks list first",
        ),
        (&[(steal, "move(first(hand[me]), hand[1 - me])")], ""),
        (
            &[("draw(deck, row, 1)", "move(deck, row)")],
            "`deck` goes to `row` in the order of the list",
        ),
    ];
    for (edits, says) in cases {
        let warnings = with(edits, |game| game.warnings());
        let fits = match says {
            "" => warnings.is_empty(),
            says => warnings.len() == 1 && warnings[0].contains(says),
        };
        assert!(fits, "{edits:?}: {warnings:?}");
    }
    let stacked = [
        ("nobody\", pile = true", "nobody\", order = true"),
        ("deal(deck, hand, 4)\n    draw(deck, row, 1)", "move(top(deck), row)"),
        ("    draw(deck, open, 1)\n", ""),
    ];
    let warnings = with(&stacked, |game| game.warnings());
    assert!(
        warnings.concat().contains("the cards of `deck` lie in the order of the list"),
        "{warnings:?}"
    );
}

#[test]
fn a_hidden_card_that_every_set_up_deals_to_the_same_place_is_warned_of() {
    let deal = "deal(deck, hand, 4)";
    let warnings = |set_up: &str| {
        with(&[(deal, set_up)], |game| {
            let pack = game.pack().unwrap();
            uneven_deals(&pack, &Variant::default()).unwrap()
        })
    };
    assert_eq!(warnings(deal), [""; 0]);
    let in_turn = "n = 0\n    for c in deck:\n        if n < 8:\n            move(c, hand[n % 2])\n            n += 1";
    let found = warnings(in_turn);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0]
            .contains("200 of 200 deals put c1 from deck into hand/ann; by chance it would be 50"),
        "{found:?}"
    );
    // A loop that begins somewhere else each time deals in the order of the list, too.
    let cut = "n = 0\n    b = roll(4) * 2\n    for c in deck:\n        n += 1\n        if n > b and n <= b + 8:\n            move(c, hand[n % 2])";
    assert!(!warnings(cut).is_empty());
    // What a card says may send it somewhere.
    let by_rank = "for c in deck:\n        if c.rank < 9:\n            move(c, hand[c.rank % 2])";
    assert_eq!(warnings(by_rank), [""; 0]);
}
