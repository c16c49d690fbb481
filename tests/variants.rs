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
    let game = SmallGame { table: CITIES, cards: CARDS, script: SCRIPT };
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
fn a_key_by_which_cards_are_taken_plays() {
    let game = SmallGame { table: CITIES, cards: CARDS, script: SCRIPT };
    let names: Vec<String> = game.pack().unwrap().mutations().iter().map(|m| m.name()).collect();
    assert!(names.iter().any(|name| name.contains("old.city")), "{names:?}");
}

#[test]
fn cards_that_nothing_has_and_gaps_of_nothing_are_reported() {
    let told = |old: &str, new: &str| {
        assert!(CITIES.contains(old), "{old}");
        let table = CITIES.replace(old, new);
        let game = SmallGame { table: &table, cards: CARDS, script: SCRIPT };
        game.faults(&[]).join("\n")
    };
    for (old, new, said) in [
        (
            "\"{city}\"",
            "\"{town}\"",
            "there is no `town` to be agreed on; there are `city` and `players`",
        ),
        ("\"core\", ", "\"cor\", ", "no card has `cor` as `city`; did you mean `core`?"),
        ("{ city = [\"core\"", "{ cities = [\"core\"", "has `cities`; did you mean `city`?"),
        ("city = \"scene\"", "city = true", "this is true or false; write what stands"),
        ("city = \"scene\"", "city = []", "no card has any of no `city`"),
        (
            "city = \"scene\", players = [\"{players}\", 9]",
            "city = \"core\"",
            "`deck` and `scenes` both hold",
        ),
        ("scenes = { holds = \"cards\", ", "scenes = { ", "picks cards of no deck; name them"),
    ] {
        let found = told(old, new);
        assert!(found.contains(said), "{new}: {found}");
    }
}

const TEAMS: &str = r#"
[table]
seats = { 2 = ["north", "east"], 3 = ["north", "east", "scout"], 4 = ["north", "east", "south", "west"] }
longest = 90
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "team" }
used = {}
[table.counters]
score = { each = "seat", sees = "team", to = 99 }
tips = { each = "seat" }
[table.notes]
tipped = "the scout has more"
[table.moves]
use = "use {card}"
[table.end]
wins = { points = "highest score", east = "east" }
score = ["score"]
score-of = { scout = ["tips"] }
teams = [["north", "south"], ["east", "west"]]
"#;

const TEAM_SCRIPT: &str = r#"
def set_up(t):
    deal(deck, hand, 2)

def legal(t, me):
    play("use", hand[me])

def on_use(t, me, c):
    for seat in team(me):
        score[seat] += c.value
    move(c, used)
    t.turn = (me + 1) % len(seats)
    if not all(hand):
        if len(seats) == 3:
            tips[2] = 2
            if score[0] + score[1] < 6:
                win(2)
                end("tipped")
                return
        end()

def law_teams(t):
    "R1: four are two teams"
    return len(team(0)) == (2 if len(seats) == 4 else 1) and 0 in team(0)
"#;

#[test]
fn a_team_wins_together_and_sees_what_is_the_teams() {
    let game = SmallGame { table: TEAMS, cards: CARDS, script: TEAM_SCRIPT };
    game.conforms();
    let last = |players: &str, seed| {
        let record = game.record(&[("players", players)], seed);
        record.last().unwrap()["result"].clone()
    };
    let (mut teams, mut scouts, mut ties) = (0, 0, 0);
    for seed in 0..40 {
        let two = last("2", seed);
        assert!(two["winner"] == "north" || two["winner"] == "east", "{two}");
        let four = last("4", seed);
        let winner = four["winner"].to_string();
        assert!(["[\"north\",\"south\"]", "[\"east\",\"west\"]"].contains(&winner.as_str()));
        assert_eq!(four["scores"]["north"], four["scores"]["south"]);
        teams += usize::from(winner.contains("north"));
        if four["scores"]["north"] == four["scores"]["west"] {
            assert_eq!(four["by"], "east");
            ties += 1;
        }
        let three = last("3", seed);
        assert_eq!(three["scores"]["scout"]["tips"], 2);
        assert_eq!(three["scores"]["north"]["tips"], serde_json::Value::Null);
        if three["by"] == "tipped" {
            assert_eq!(three["winner"], "scout");
            scouts += 1;
        }
    }
    assert!((1..39).contains(&teams) && scouts > 0 && ties > 0, "{teams} {scouts} {ties}");
}

#[test]
fn teams_that_cannot_be_are_reported() {
    for (old, new, said) in [
        ("\"south\"], [", "\"suoth\"], [", "there is no seat `suoth`; did you mean `south`?"),
        ("\"south\"], [", "\"east\"], [", "`east` is in a team already; name each seat once"),
        ("[[\"north\", \"south\"], [\"east\", \"west\"]]", "[\"north\"]", "is no list of teams"),
        ("scout = [\"tips\"]", "scout = []", "the score of `scout` has no parts"),
        ("scout = [\"tips\"]", "scot = [\"tips\"]", "there is no seat `scot`"),
        ("scout = [\"tips\"]", "scout = [\"tip\"]", "there is no counter `tip`"),
        ("teams = [[", "# teams = [[", "a team sees it, and there are no teams"),
    ] {
        assert!(TEAMS.contains(old), "{old}");
        let table = TEAMS.replace(old, new);
        let game = SmallGame { table: &table, cards: CARDS, script: TEAM_SCRIPT };
        let found = game.faults(&[("players", "4")]).join("\n");
        assert!(found.contains(said), "{new}: {found}");
    }
}

#[test]
fn a_row_without_copies_still_has_its_keys() {
    let game = SmallGame {
        table: CITIES,
        cards: &CARDS.replace(
            "fast = true\n",
            "fast = true\n[[card]]\nname = \"None\"\ncity = \"core\"\ncopies = 0\nslow = 3\n",
        ),
        script: &SCRIPT.replace("having(value, 3)", "having(value, 3) | having(slow, 3)"),
    };
    assert_eq!(game.faults(&[]), Vec::<String>::new());
}
