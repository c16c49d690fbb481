//! What is agreed on before a game: which cards are in it, who sits at the table.

use crate::small_game::SmallGame;

const CITIES: &str = r#"
[table]
seats = { 2 = ["one", "two"], 3 = ["one", "two", "three"] }
longest = 30
[table.variants]
city = ["paris", "rome"]
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true, where = { city = ["core", "{city}"] } }
scenes = { holds = "cards", where = { city = "scene", players = ["{players}", 9] } }
hand = { each = "seat", sees = "owner" }
used = {}
[table.moves]
use = "use {card}"
"#;

const CARDS: &str = r#"
[[card]]
name = "Old"
city = "core"
copies = 4
value = 1
[[card]]
name = "Seine"
city = "paris"
copies = 2
value = 2
[[card]]
name = "Tiber"
city = "rome"
copies = 3
value = 3
fast = true
[[card]]
name = "Bridge"
city = "scene"
players = 2
[[card]]
name = "Square"
city = "scene"
players = [3, 9]
"#;

const SCRIPT: &str = r#"
BRIDGE = card("bridge")

def set_up(t):
    deal(deck, hand, 2)

def legal(t, me):
    play("use", hand[me])

def on_use(t, me, c):
    move(c, used)
    t.turn = (me + 1) % len(seats)
    if not all(hand):
        end()

def law_cards(t):
    "R1: the cards of the city are in the game, and those of the other are not"
    if variant.city == "paris" and len(having(value, 3) | fast | city.rome) > 0:
        return False
    return len(cards) == (6 if variant.city == "paris" else 7) + len(scenes)

def law_bridge(t):
    "R1: two players have the bridge, all have the square"
    return len(BRIDGE) == (1 if variant.players == 2 else 0) and card("square") in scenes

def seen_tiber(t):
    "R1: a card of a city"
    return len(used & card("tiber#1")) > 0 or variant.city == "paris"
"#;

#[test]
fn the_cards_of_what_was_agreed_on_join_the_game() {
    let game = SmallGame {
        table: CITIES,
        cards: CARDS,
        script: SCRIPT,
    };
    game.conforms();
    let names = |agreed: &[(&str, &str)]| {
        let record = game.record(agreed, 1);
        record[0]["cards"].as_array().unwrap().len()
    };
    assert_eq!(names(&[]), 4 + 2 + 2);
    assert_eq!(names(&[("city", "rome")]), 4 + 3 + 2);
    assert_eq!(names(&[("city", "rome"), ("players", "3")]), 4 + 3 + 1);
}

#[test]
fn cards_that_nothing_has_and_gaps_of_nothing_are_reported() {
    let told = |old: &str, new: &str| {
        assert!(CITIES.contains(old), "{old}");
        let table = CITIES.replace(old, new);
        let game = SmallGame {
            table: &table,
            cards: CARDS,
            script: SCRIPT,
        };
        game.faults(&[]).join("\n")
    };
    for (old, new, said) in [
        (
            "\"{city}\"",
            "\"{town}\"",
            "there is no `town` to be agreed on; there are `city` and `players`",
        ),
        (
            "\"core\", ",
            "\"cor\", ",
            "no card has `cor` as `city`; did you mean `core`?",
        ),
        (
            "{ city = [\"core\"",
            "{ cities = [\"core\"",
            "has `cities`; did you mean `city`?",
        ),
        (
            "city = \"scene\"",
            "city = true",
            "this is true or false; write what stands",
        ),
        (
            "city = \"scene\"",
            "city = []",
            "no card has any of no `city`",
        ),
        (
            "city = \"scene\", players = [\"{players}\", 9]",
            "city = \"core\"",
            "`deck` and `scenes` both hold",
        ),
        (
            "scenes = { holds = \"cards\", ",
            "scenes = { ",
            "picks cards of no deck; name them",
        ),
    ] {
        let found = told(old, new);
        assert!(found.contains(said), "{new}: {found}");
    }
}
