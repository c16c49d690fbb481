//! What an edit leaves alone is the same in both games of a pair, and what is rare is not ruled out by games that are all alike.

use deckproof::cards::Pack;
use deckproof::session::pair_findings;
use deckproof::statistics::Verdict;

use super::sides::pairs_of;
use crate::small_game::SmallGame;

/// One card is turned; gold wins. `zones` are the piles, `gold` is what stands with that card.
fn turned(zones: &str, gold: &str) -> Pack {
    let table = format!(
        "[table]\nseats = [\"red\", \"blue\"]\nlongest = 1000\n[table.zones]\n{zones}\n[table.moves]\ngo = \"go\"\n"
    );
    let card = |name: &str| format!("[[card]]\nname = \"{name}\"\nrank = {}\n", name.len());
    let others = ["Zinc!", "Nickel", "Mercury", "Platinum", "Manganese"];
    let cards = format!("{}{gold}\n{}", card("Gold"), others.map(card).concat());
    let game = SmallGame {
        table: &table,
        cards: &cards,
        script: r#"
def set_up(t):
    pass

def legal(t, me):
    play("go")

def on_go(t, me):
    draw(deck, open, 1)
    if top(open).rank == 4:
        win(0)
    else:
        win(1)
    end()
"#,
    };
    game.pack().unwrap_or_else(|faults| panic!("{faults:#?}"))
}

const DECK: &str = "deck = { holds = \"cards\", sees = \"nobody\", pile = true }";
const OPEN: &str = "open = { order = true }";
const SPARE: &str = "spare = { sees = \"nobody\", pile = true }";

#[test]
fn a_copy_more_leaves_the_first_where_it_was() {
    let zones = format!("{DECK}\n{OPEN}");
    let (one, two) = (turned(&zones, ""), turned(&zones, "copies = 2"));
    let wins = pairs_of(&one, &two, 400).unwrap().counts.wins.of_seat(0);
    assert!(wins.sum_x > 40 && wins.sum_y > wins.sum_x, "{wins:?}");
    // Each game that gold won it wins again.
    assert_eq!(wins.products, wins.sum_x);
}

#[test]
fn a_pile_more_and_the_order_of_piles_change_nothing() {
    let below = turned(&[DECK, OPEN, SPARE].join("\n"), "");
    for zones in [[SPARE, DECK, OPEN].join("\n"), [DECK, OPEN].join("\n")] {
        let counts = pairs_of(&below, &turned(&zones, ""), 200).unwrap().counts;
        assert_eq!(counts.alike, 200, "{zones}");
    }
}

/// A game may have a thousand decisions: that two hundred have one each does not say that none has.
#[test]
fn games_that_are_all_alike_rule_out_no_long_one() {
    let game = turned(&[DECK, OPEN].join("\n"), "");
    for (pairs, is_ruled_out) in [(200, false), (10_000, true)] {
        let part = pairs_of(&game, &game, pairs).unwrap();
        let found = pair_findings(&part, pairs, 1.0);
        let lengths = found.last().unwrap();
        let verdict = lengths.verdict == Verdict::NoDifferenceOver(0.5);
        assert_eq!(verdict, is_ruled_out, "{lengths:?}");
        assert!(lengths.difference.high > 0.1, "{lengths:?}");
    }
}
