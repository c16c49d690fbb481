//! Figures of games whose true values can be worked out by hand.

use std::path::Path;

use deckproof::lab::Shard;
use deckproof::rules::Variant;
use deckproof::session::{lab_figures, lab_games, lab_remarks};

use super::reported::{Figure, figures_of};
use super::{asked, deckproof, text};
use crate::games::pack_at;
use crate::small_game::SmallGame;

const CARDS: &str = r#"
[[card]]
id = "c1"
name = "C1"
rank = 1
[[card]]
id = "c2"
name = "C2"
rank = 2
"#;

/// Three seats and two cards; `moves` and the script are all that differs.
fn game<'t>(more: &str, moves: &str, script: &'t str) -> (String, &'t str) {
    let table = format!(
        r#"
[table]
seats = ["ash", "birch", "cedar"]
longest = 4
{more}
[table.zones]
deck = {{ holds = "cards", sees = "nobody", pile = true }}
out = {{}}
hand = {{ each = "seat", sees = "owner", counts-for = "owner" }}
[table.moves]
{moves}
"#
    );
    (table, script)
}

fn rows((table, script): &(String, &str), games: u64, seed: u64) -> Vec<Figure> {
    let cards = CARDS;
    let pack =
        SmallGame { table, cards, script }.pack().unwrap_or_else(|faults| panic!("{faults:#?}"));
    let asked = asked(games, seed, Shard::WHOLE);
    let part = lab_games(&pack, &[Variant::default()], &asked, &|_| ()).unwrap();
    figures_of(&part)
}

fn the<'r>(rows: &'r [Figure], name: &str, of: &str) -> Option<&'r Figure> {
    rows.iter().find(|row| row.name == name && row.of == of)
}

/// In how many of a hundred runs the interval of a figure in percent holds its true value.
fn held(game: &(String, &str), games: u64, (figure, of): (&str, &str), truth: f64) -> usize {
    let holds = |seed: &u64| {
        let rows = rows(game, games, *seed);
        let row = the(&rows, figure, of).unwrap();
        (row.low - 1e-7..=row.high + 1e-7).contains(&(100.0 * truth))
    };
    (1..=100).filter(holds).count()
}

#[test]
fn what_deciding_first_is_worth_lies_in_its_interval() {
    let set_up = "def set_up(t):\n    t.turn = ";
    let rest = "\n\ndef legal(_t, _me):\n    play(\"go\")\n\ndef on_go(_t, me):\n";
    for (first, then, truth) in [
        // Who begins wins: of three, a third is even.
        ("roll(3) - 1", "    win(me)\n    end()\n", 2.0 / 3.0),
        ("0", "    win(me)\n    end()\n", 2.0 / 3.0),
        // All win, or ash alone, who begins: 1 above the mean of 1, 0.9 and 0.9.
        (
            "0",
            "    win(0)\n    if roll(10) < 10:\n        win(1)\n        win(2)\n    end()\n",
            1.0 - 2.8 / 3.0,
        ),
        // Ash begins nearly always, and wins half of the games whoever begins: whether another begins once makes no other figure of it.
        (
            "max(roll(64) - 62, 0)",
            "    if roll(2) == 1:\n        win(0)\n    else:\n        win(roll(2))\n    end()\n",
            // 31 of 32 times ash, else birch or cedar.
            (62.0 / 64.0 * 0.5 + 2.0 / 64.0 * 0.25) - 1.0 / 3.0,
        ),
    ] {
        let script = format!("{set_up}{first}{rest}{then}");
        let game = game("", "go = \"go\"", &script);
        let held = held(&game, 100, ("deciding first", ""), truth);
        assert!(held >= 88, "{first}: {held} of 100");
    }
}

#[test]
fn which_seat_has_a_card_is_chance_too() {
    // Ash or birch plays it and nobody wins, or nobody plays it and ash wins: to have it costs half a win or none, a quarter on average.
    let game = game(
        "",
        "play = \"play {card}\"\npass = \"pass\"",
        r#"
def set_up(t):
    die = roll(4)
    t.turn = 0
    if die == 2:
        t.turn = 1
    if die <= 2:
        move(card("c1"), out)

def legal(_t, _me):
    if out:
        play("play", out)
    else:
        play("pass")

def on_play(_t, me, c):
    move(c, hand[me])
    end()

def on_pass(_t, _me):
    win(0)
    end()
"#,
    );
    for figure in ["cards.when_played", "cards.when_held"] {
        let held = held(&game, 200, (figure, "cards/c1"), -0.25);
        assert!(held >= 88, "{figure}: {held} of 100");
    }
}

#[test]
fn of_cards_that_move_at_once_none_was_played_for_its_place_in_the_file() {
    let game = game(
        "",
        "swap = \"swap\"\ngive = \"give {card}\"",
        r#"
def set_up(t):
    draw(deck, hand[0], 2)
    t.turn = 0

def legal(t, me):
    play("swap")
    play("give", hand[me] & card("c2"))

def on_swap(_t, _me):
    move(hand[0], hand[1])
    end()

def on_give(_t, _me, c):
    move(c | hand[0], out)
    end()
"#,
    );
    let rows = rows(&game, 100, 1);
    let played = |of| the(&rows, "cards.played", of).unwrap().value;
    assert_eq!(played("cards/c1"), 0.0);
    // It is named, and moves second: by one of three seats, in every second game in which ash holds it, in all.
    assert!(played("cards/c2") > 10.0);
}

#[test]
fn a_move_without_a_card_plays_the_first_of_its_own_and_none_of_another_seat() {
    let set_up = "def set_up(t):\n    move(card(\"c1\"), hand[0])\n    move(card(\"c2\"), hand[1])\n    t.turn = 0\n\ndef legal(_t, _me):\n    ";
    for (moves, rest, played) in [
        (
            "show = \"show\"",
            "play(\"show\")\n\ndef on_show(_t, _me):\n    move(hand[1], out)\n    move(hand[0], out)\n    end()\n",
            [1, 0],
        ),
        // Of two that it names, the one that moves; and never one that it does not name.
        (
            "lay = \"lay {card} on {below:card}\"",
            "play(\"lay\", card(\"c1\"), card(\"c2\"))\n\ndef on_lay(_t, _me, _c, below):\n    move(below, out)\n    end()\n",
            [0, 1],
        ),
        (
            "burn = \"burn for {card}\"",
            "play(\"burn\", card(\"c2\"))\n\ndef on_burn(_t, _me, _c):\n    move(hand[0], out)\n    end()\n",
            [0, 0],
        ),
    ] {
        let script = format!("{set_up}{rest}");
        let rows = rows(&game("", moves, &script), 30, 1);
        // One of three seats.
        let found = ["cards/c1", "cards/c2"].map(|of| the(&rows, "cards.played", of).unwrap());
        let found = found.map(|row| (row.value * 3.0 / 100.0).round() as i32);
        assert_eq!(found, played, "{moves}");
    }
}

/// Who calls turns up a card, and the other seat's as well.
#[test]
fn at_a_showdown_the_card_of_who_called_was_played() {
    let kuhn = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/kuhn");
    let asked = asked(2_000, 1, Shard::WHOLE);
    let part = lab_games(&pack_at(&kuhn), &[Variant::default()], &asked, &|_| ()).unwrap();
    let rows = figures_of(&part);
    let worth = |of| the(&rows, "cards.when_played", of).unwrap().value;
    let (jack, king) = (worth("cards/jack"), worth("cards/king"));
    println!("jack {jack:+.0}, king {king:+.0}");
    // A jack never wins a showdown, and a king always does.
    assert!(jack < -40.0 && king > 40.0, "{jack} {king}");
}

/// Of a game in a folder, as the report says it.
fn report(folder: &Path, games: &str) -> String {
    let words = ["lab", "play", ".", "--policy", "uniform", "--games", games];
    let done = deckproof(folder, &words);
    assert!(done.status.success(), "{done:?}");
    text(&done.stdout)
}

#[test]
fn players_that_leave_the_stakes_out_of_account_are_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    let kuhn = dir.path().join("kuhn");
    crate::copying::copy(&root.join("tests/good/kuhn"), &kuhn);
    let says = report(&kuhn, "4000");
    assert!(says.contains("points a game") && !says.contains("Stakes"), "{says}");
    // A chip of each: with one digit nobody would see that it is not nothing.
    let ash = says.lines().find(|line| line.starts_with(" ash ")).unwrap();
    println!("{ash}");
    assert!(!ash.trim_end().ends_with("±0.0"), "{ash}");
    let rules = std::fs::read_to_string(kuhn.join("game.toml")).unwrap();
    let wins = rules.replace("aim = \"points\"\n", "");
    assert_ne!(wins, rules);
    std::fs::write(kuhn.join("game.toml"), wins).unwrap();
    let says = report(&kuhn, "40");
    assert!(says.contains("- Stakes: players that search aim at wins alone"), "{says}");
    let on_a_line = says.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(on_a_line.contains("`aim = \"points\"` in `[table.end]` changes that"), "{says}");
    assert!(!says.contains("points a game"), "{says}");
    // Tricks are points that nobody loses.
    let says = report(&root.join("examples/night-freight"), "40");
    assert!(!says.contains("Stakes"), "{says}");
}

#[test]
fn a_number_that_is_the_same_in_every_game_is_certain() {
    let hearts = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hearts");
    let of_moves = |games| {
        let says = report(&hearts, games);
        let line = says.lines().find(|line| line.starts_with(" play ")).unwrap();
        line.split_whitespace().skip(3).collect::<Vec<_>>().join(" ")
    };
    // 13 tricks of four; a few games do not show that it is always so.
    assert_eq!(of_moves("20"), "52.00");
    assert!(of_moves("19").starts_with("52.00 ±"));
    let asked = asked(20, 1, Shard::WHOLE);
    let part = lab_games(&pack_at(&hearts), &[Variant::default()], &asked, &|_| ()).unwrap();
    let rows = figures_of(&part);
    let length = the(&rows, "decisions, mean", "").unwrap();
    assert!([length.low, length.value, length.high] == [64.0; 3], "{length:?}");
}

#[test]
fn games_without_a_decision_say_nothing_of_decisions() {
    // Every second game has one, without a choice.
    let game = game(
        "",
        "go = \"go\"",
        r#"
def set_up(t):
    t.turn = 0
    if roll(2) == 1:
        win(1)
        end()

def legal(_t, _me):
    play("go")

def on_go(_t, me):
    win(me)
    end()
"#,
    );
    let rows = rows(&game, 40, 1);
    let forced = the(&rows, "decisions without a choice", "").unwrap();
    // All of some 20 decisions, not of 40 games: Wilson's interval begins at 1 / (1 + 1.96² / 20).
    let decisions = the(&rows, "decisions, mean", "").unwrap().value * 40.0;
    let expected = 1.0 / (1.0 + 1.959_964_f64.powi(2) / decisions);
    assert!((forced.low - 100.0 * expected).abs() < 1e-4, "{forced:?}");
    assert!((10.0..30.0).contains(&decisions));
}

#[test]
fn a_card_that_two_name_at_once_was_played_by_both() {
    let game = game(
        "questions = [\"take\"]",
        "take = \"take {card}\"",
        r#"
def set_up(_t):
    move(card("c1"), out)
    move(card("c2"), out)
    ask_all("take")

def legal_take(_t, _me):
    play("take", out)

def on_take(_t, me, c):
    if c in out and me > 0:
        move(c, hand[me])

def answered(_t):
    end()
"#,
    );
    let rows = rows(&game, 50, 1);
    let shares = ["cards/c1", "cards/c2"].map(|of| the(&rows, "cards.played", of).unwrap());
    let sum = shares[0].value + shares[1].value;
    assert!((sum - 100.0).abs() < 1e-7, "{sum}: each seat names one card");
}

#[test]
fn a_note_that_is_called_like_what_decides_is_not_made_by_that() {
    let end = |how: &str| {
        let script = format!(
            "def set_up(t):\n    t.turn = 0\n\ndef legal(_t, _me):\n    play(\"go\")\n\ndef on_go(_t, _me):\n    {how}\n"
        );
        let moves = "go = \"go\"\n[table.notes]\ndraw = \"a card is drawn\"";
        let game = game("", moves, &script);
        let rows = rows(&game, 20, 1);
        the(&rows, "notes.games", "draw").unwrap().value
    };
    assert_eq!(end("end()"), 0.0);
    assert_eq!(end("end(\"draw\")"), 100.0);
}

#[test]
fn one_game_does_not_show_that_a_card_never_counts() {
    let (table, script) = game(
        "",
        "go = \"go\"",
        r#"
def set_up(t):
    draw(deck, hand[0], 1)
    t.turn = 0

def legal(_t, _me):
    play("go")

def on_go(_t, me):
    win(me)
    end()
"#,
    );
    let pack = SmallGame { table: &table, cards: CARDS, script }.pack().unwrap();
    for games in [1, 3] {
        let asked = asked(games, 1, Shard::WHOLE);
        let part = lab_games(&pack, &[Variant::default()], &asked, &|_| ()).unwrap();
        let said = lab_remarks(&lab_figures(&part), 2.0).into_iter().map(|remark| remark.says);
        let said: Vec<String> = said.filter(|says| says.contains("never")).collect();
        assert_eq!(said, [""; 0], "{games}");
    }
}
