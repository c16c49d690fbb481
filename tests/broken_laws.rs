//! What a law says that does not hold: the values that it compared, the cards that should not be there, its line.

use std::process::Command;

use deckproof::rules::{NoListener, SeededChance, Tally};

use crate::small_game::SmallGame;

const TABLE: &str = r#"
[table]
seats = ["one", "two"]
places = 2
longest = 9
[table.zones]
deck = { holds = "cards", pile = true }
hand = { each = "seat" }
row = { each = "place" }
[table.counters]
coins = { each = "seat", start = 3 }
first = { is = "seat" }
[table.moves]
play = "play {card}"
"#;

const CARDS: &str = r#"
[[card]]
name = "a"
suit = "sun"
[[card]]
name = "b"
copies = 3
suit = "moon"
"#;

/// What is said at the first decision by a law of these lines.
fn said(law: &str) -> String {
    let script = format!(
        r#"
def set_up(t):
    move(card("a"), row[0])
    move(card("b#1"), hand[1])
    t.first = 1

def legal(t, me):
    play("play", deck)

def on_play(t, me, c):
    move(c, row[1])

def is_rich(me):
    return coins[me] > 3

def law_rich(t):
    return not is_rich(0)

def law_so(t):
    "R1: it is so"
    {law}
"#
    );
    let (table, cards, script) = (TABLE, CARDS, script.as_str());
    let rules = SmallGame { table, cards, script }.rules();
    let state = rules.set_up(&mut SeededChance::new(1), &mut NoListener);
    let watched = rules.watch(None, &state, &mut Tally::default());
    watched.unwrap_err().says
}

#[test]
fn a_law_says_what_it_compared() {
    for (law, says) in [
        ("return sum(coins) == 7", "6 is not 7 (`sum(coins) == 7`)"),
        ("return t.over or t.first == 0", "two is not one (`t.first == 0`)"),
        ("return coins[0] == 3 and coins[1] < 3", "3 is not less than 3 (`coins[1] < 3`)"),
        ("return coins[0] != 3", "both are 3 (`coins[0] != 3`)"),
        ("return coins[0] == 4 if row[0] else coins[0] == 5", "3 is not 4 (`coins[0] == 4`)"),
        ("return row[0].suit == \"moon\"", "sun is not \"moon\" (`row[0].suit == \"moon\"`)"),
        ("return hand[1] == none", "`b#1` is not an empty set (`hand[1] == none`)"),
        ("return card(\"b#1\") in row[0]", "`b#1` is not in `a` (`card(\"b#1\") in row[0]`)"),
        ("return not row[0]", "`row[0]` is `a`"),
        (
            "return coins[0] == 1 or coins[1] == 2",
            "3 is not 1 (`coins[0] == 1`), and 3 is not 2 (`coins[1] == 2`)",
        ),
        (
            "for p in places:\n        if len(row[p]) != 1:\n            return False\n    return True",
            "0 is not 1 (`len(row[p]) != 1`, `p` is 1)",
        ),
        (
            "if coins[0] == 9:\n        return True\n    elif row[1] or row[0]:\n        return False\n    return True",
            "`row[0]` is `a`",
        ),
    ] {
        assert_eq!(said(law), format!("`law_so` is False: {says}"), "{law}");
    }
}

#[test]
fn a_law_that_compares_nothing_says_its_name() {
    assert_eq!(said("return is_rich(1)"), "`law_so` is False");
    assert_eq!(
        said(
            "if coins[0] == 3:\n        coins_of_one = 4\n        return coins_of_one == coins[0] * 0\n    return True"
        ),
        "`law_so` is False: 4 is not 0 (`coins_of_one == coins[0] * 0`)"
    );
}

#[test]
fn check_shows_the_line_of_a_law_that_no_table_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("duel");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    crate::copying::copy(&root.join("tests/good/duel"), &game);
    let path = game.join("rules.star");
    let script = std::fs::read_to_string(&path).unwrap();
    let law =
        "\ndef law_first(t):\n    \"R9: the first round is the third\"\n    return t.round >= 3\n";
    std::fs::write(&path, script.clone() + law).unwrap();
    let done =
        Command::new(env!("CARGO_BIN_EXE_deckproof")).arg("check").arg(&game).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr) + String::from_utf8_lossy(&done.stdout);
    let line = script.lines().count() + 2;
    for part in [
        "R9 does not hold before the first move: `law_first` is False: 1 is less than 3 (`t.round >= 3`)",
        &format!("rules.star:{line}:5"),
        "this deal shows it:",
        "the first round is the third",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
}
