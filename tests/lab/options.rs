//! What is asked of the lab by its options: what a plan costs and says, values with which a game cannot be played, and options that
//! would be passed over.

use std::path::Path;
use std::process::Output;

use super::{deckproof, text};

/// Each seat plays its hand; whoever has the highest sum wins. The game is too long for hands of more than three cards.
const TABLE: &str = r#"
title = "A title that is so long that it does not fit into a line of a terminal, whatever one does"
[rules]
hand = 2
costs = [1, 2]
[table]
seats = { 1 = ["red"], 2 = ["red", "blue"] }
longest = 6
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
kept = { each = "seat", counts-for = "owner" }
[table.counters]
worth = { each = "seat", to = 999 }
[table.moves]
keep = "keep {card}"
[table.end]
wins = ["highest worth"]
score = ["worth"]
"#;

const SCRIPT: &str = r#"
def set_up(t):
    for seat in seats:
        draw(deck, hand[seat], rules.hand)

def legal(t, me):
    play("keep", hand[me])

def on_keep(t, me, c):
    move(c, kept[me])
    worth[me] += total(c, points)
    t.turn = (me + 1) % len(seats)
    if not hand[t.turn]:
        end()
"#;

fn small(folder: &Path) {
    let card = |points: u32| {
        format!("[[card]]\nname = \"Card {points}\"\nsort = \"plain\"\npoints = {points}\n")
    };
    let cards: String = (1..=12).map(card).collect();
    for (name, text) in [
        ("game.toml", TABLE.to_owned()),
        ("cards.toml", format!("template = \"card.svg\"\n{cards}")),
        ("rules.star", SCRIPT.to_owned()),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

fn lab(folder: &Path, words: &str) -> Output {
    let words: Vec<&str> = ["lab"].into_iter().chain(words.split(' ')).collect();
    deckproof(folder, &words)
}

#[test]
fn options_that_would_be_passed_over_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    for (words, says) in [
        ("play . --plan --part a.json", "cannot be used with '--part <FILE>'"),
        ("play . --plan --strict", "cannot be used with"),
        ("compare . . --plan --negligible 2", "cannot be used with"),
        ("compare . . --against greedy", "unexpected argument '--against'"),
        ("compare . . --strict", "unexpected argument '--strict'"),
        ("play . --all", "unexpected argument '--all'"),
        ("play . --negligible 2", "unexpected argument '--negligible'"),
        ("vary rules.hand=1,2 . --part a.json", "unexpected argument '--part'"),
        (
            "play . --against greedy --policy red=uniform,search:2 --players 2",
            "`--against` needs the same player in every seat",
        ),
        ("play . --policy blue=greedy,red=uniform", "players 1: there is no seat `blue`"),
        ("vary rules.hand=1..101 .", "has more than 100 values"),
        ("vary rules.hand=9..2 .", "has no values: write the smaller one first"),
        ("vary rules.nothing=1 .", "`nothing`"),
        ("vary rules.hand.x=1 .", "`rules.hand.x` is no number"),
        ("vary rules.costs=1 .", "`rules.costs` is a list"),
        ("vary cards.card-1.sort=1 .", "`cards.card-1.sort` is a string"),
        ("vary cards.card-1.points.x=1 .", "is no number"),
        ("vary cards.nope.points=1 .", "no card `nope`"),
    ] {
        let refused = lab(dir.path(), words);
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains(says), "{words}: {said}");
    }
    let many = |one: &str, times: usize| vec![one; times].join(",");
    let values = format!("vary rules.hand={} .", many("2", 101));
    assert_eq!(lab(dir.path(), &values).status.code(), Some(2), "{values}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 3);
}

#[test]
fn a_plan_is_of_the_intervals_that_a_run_prints() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let one = lab(dir.path(), "play . --players 2 --policy uniform --games 30000 --plan");
    let said = text(&one.stdout);
    assert!(said.contains("\n200 games took "), "{said}");
    assert!(said.contains("±1 point "), "{said}");
    // Quick games take no hours.
    assert!(!said.contains("0.00 h") && !said.contains("0.000 s"), "{said}");
    assert!(!said.contains("pair") && !said.contains("as often"), "{said}");
    let both = lab(dir.path(), "compare . . --players 2 --policy uniform --plan");
    let said = text(&both.stdout);
    assert!(said.contains("\n200 pairs took ") && said.contains("as often"), "{said}");
    // As many games of each variant take longer.
    let of = |words: &str| {
        let said = text(&lab(dir.path(), words).stdout).to_owned();
        assert_eq!(said.contains("The times are of all 2 variants."), !words.contains("--players"));
        said.contains(" core: ") || said.contains(" cores: ")
    };
    assert!(
        of("play . --policy uniform --plan") && of("play . --players 2 --policy uniform --plan")
    );
    let within_half = said.lines().find(|line| line.contains("±0.5"));
    let pairs = within_half.and_then(|line| line.split_whitespace().nth(2));
    let pairs = pairs.unwrap_or_default().replace(',', "");
    // Games that are all alike are decided after so many pairs, and no sooner.
    let run = |pairs: u64| {
        let words =
            format!("compare . . --players 2 --policy uniform --negligible 0.5 --games {pairs}");
        let said = text(&lab(dir.path(), &words).stdout);
        let wins = said.lines().find(|line| line.contains("wins of red"));
        wins.is_some_and(|line| line.contains("no difference"))
    };
    let pairs: u64 = pairs.parse().unwrap_or_else(|_| panic!("{said}"));
    assert!(run(pairs + 1) && !run(pairs - 1), "{pairs}");
}

#[test]
fn a_value_that_breaks_the_game_is_named_and_the_others_are_shown() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let words = "vary rules.hand=3..4 . --players 2 --policy uniform --games 20 -o a.html -o a.csv";
    let broken = lab(dir.path(), words);
    let (said, errors) = (text(&broken.stdout), text(&broken.stderr));
    assert_eq!(broken.status.code(), Some(1), "{errors}");
    let wins = said.lines().find(|line| line.trim_start().starts_with("3 ")).unwrap_or_default();
    assert!(said.contains("\nplayers 2\n") && wins.trim_end().ends_with(" 20"), "{said}");
    let unplayable = "rules.hand = 4: a game cannot be played: the game goes on after 6 decisions";
    let on_a_line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(on_a_line.contains(&format!("{unplayable} (it is not among")), "{said}");
    assert!(
        errors.contains("rules.hand = 4: a game cannot be played: ") && !errors.contains("= 3"),
        "{errors}"
    );
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    assert!(page.contains(unplayable), "{page}");
    let table = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    assert!(table.contains(",values,3/") && !table.contains(",values,4/"), "{table}");
    // With none of the values there is nothing to show.
    let none = lab(dir.path(), "vary rules.hand=4,5 . --players 2 --policy uniform");
    assert_eq!(none.status.code(), Some(1));
    assert!(none.stdout.is_empty() && text(&none.stderr).contains("rules.hand = 5: "));
}

/// Writes the small game once more into a folder below, with other words.
fn small_below(folder: &Path, name: &str, was: &str, is: &str) {
    let folder = folder.join(name);
    std::fs::create_dir(&folder).unwrap();
    small(&folder);
    std::fs::write(folder.join("game.toml"), TABLE.replace(was, is)).unwrap();
}

#[test]
fn the_version_that_cannot_be_played_is_named() {
    let dir = tempfile::tempdir().unwrap();
    small_below(dir.path(), "whole", "", "");
    small_below(dir.path(), "broken", "hand = 2", "hand = 4");
    for (words, says) in [
        ("vary rules.hand=2,3 broken", "error[D411]: broken: a game cannot be played: "),
        ("compare broken whole", "before the edit, broken: a game cannot be played: "),
        ("compare whole broken", "after the edit, broken: a game cannot be played: "),
    ] {
        let words = format!("{words} --players 2 --policy uniform --games 20");
        let refused = lab(dir.path(), &words);
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{words}: {said}");
        assert!(said.contains(says), "{words}: {said}");
        assert!(said.contains("`deckproof fuzz broken`"), "{words}: {said}");
    }
}

/// Skipped, with a word, where there is no git.
#[test]
fn where_no_game_is_named_it_is_the_one_here_and_an_edit_is_since_the_last_commit() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let git = |words: &str| {
        let settings = "-c user.name=t -c user.email=t@example.org -c commit.gpgsign=false";
        let words = settings.split(' ').chain(words.split(' '));
        let mut git = std::process::Command::new("git");
        let ran = git.current_dir(dir.path()).args(words).output();
        ran.is_ok_and(|done| done.status.success())
    };
    let commit = "-c core.hooksPath=/dev/null commit --quiet --message first";
    if !["init --quiet", "add .", commit].into_iter().all(git) {
        eprintln!("skipped: git is missing");
        return;
    }
    std::fs::write(dir.path().join("game.toml"), TABLE.replace("hand = 2", "hand = 1")).unwrap();
    let players = "--players 2 --policy uniform --games 20 --seed 1";
    for (words, shown) in [
        ("play", "play ."),
        ("compare", "compare HEAD: ."),
        ("vary rules.hand=2", "vary rules.hand=2 ."),
    ] {
        let done = lab(dir.path(), &format!("{words} {players}"));
        let said = text(&done.stdout);
        assert!(done.status.success(), "{done:?}");
        let command = said.lines().find(|line| line.starts_with('`')).unwrap_or_default();
        assert!(command.starts_with(&format!("`deckproof lab {shown} --players 2 ")), "{said}");
        if words == "compare" {
            let length = said.lines().find(|line| line.contains("decisions of a game"));
            let length = length.unwrap_or_default();
            assert!(length.contains(" 4.0 ") && length.contains(" 2.0 "), "{said}");
        }
    }
}

#[test]
fn versions_for_other_numbers_of_players_are_compared_in_what_both_have() {
    let dir = tempfile::tempdir().unwrap();
    small_below(dir.path(), "two", "", "");
    let added = "2 = [\"red\", \"blue\"], 3 = [\"red\", \"blue\", \"green\"]";
    small_below(dir.path(), "three", "2 = [\"red\", \"blue\"]", added);
    let both = lab(dir.path(), "compare two three --players 1,2 --policy uniform --games 20");
    assert!(both.status.success(), "{both:?}");
    for more in ["", " --players 3"] {
        let refused = lab(dir.path(), &format!("compare two three --policy uniform{more}"));
        let said = text(&refused.stderr).replace("\n", " ");
        assert_eq!(refused.status.code(), Some(2), "{said}");
        for says in [
            "players `1` and `2` before the edit, `1`, `2` and `3` after it",
            "`--players 1,2` plays what both have",
        ] {
            assert!(said.contains(says), "{said}");
        }
    }
}

#[test]
fn a_plan_of_few_games_says_how_little_it_knows() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let one = lab(dir.path(), "play . --players 2 --policy uniform --games 1 --plan");
    let said = text(&one.stdout);
    assert!(said.contains(" to 9,600 ") && said.contains("say little"), "{said}");
    let two = lab(dir.path(), "compare . . --players 1 --policy uniform --games 40 --plan");
    let said = text(&two.stdout);
    // Who plays alone wins always: nothing varies.
    assert!(!said.contains("Correlation") && !said.contains("say little"), "{said}");
}

#[test]
fn reports_are_no_wider_than_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    small_below(dir.path(), "game", "", "");
    std::fs::create_dir(dir.path().join("none")).unwrap();
    let long = super::merged::long_run().text();
    std::fs::write(dir.path().join("long.json"), long).unwrap();
    // In the last a law does not hold.
    for (words, code) in [
        ("lab play game --games 4 --policy uniform", 0),
        ("lab play game --games 4 --policy uniform --plan", 0),
        ("lab play game --games 4 --policy uniform --records none", 0),
        ("lab vary rules.hand=1,2 game --games 4 --policy uniform", 0),
        ("lab play game --games 4 --policy uniform --against greedy", 0),
        ("lab compare game game --games 4 --policy uniform", 0),
        ("lab compare game game --games 4 --policy uniform --plan", 0),
        ("merge long.json", 1),
    ] {
        let done = deckproof(dir.path(), &words.split(' ').collect::<Vec<_>>());
        let said = text(&done.stdout);
        assert_eq!(done.status.code(), Some(code), "{done:?}");
        assert!(said.lines().count() > 4, "{words}: {said}");
        // The command stands on one line, to be copied.
        for line in said.lines().filter(|line| !line.starts_with('`')) {
            assert!(line.chars().count() <= 80, "{words}: {line}");
        }
    }
}

#[test]
fn the_page_says_of_choices_what_the_terminal_does() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let words = "play . --players 2 --policy uniform --games 40 -o a.html";
    let done = lab(dir.path(), words);
    let said = text(&done.stdout);
    assert!(done.status.success(), "{done:?}");
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, choices) = said.split_once("- There are ").unwrap_or_else(|| panic!("{said}"));
    let (choices, _) = choices.split_once(" there is no choice.").unwrap();
    assert!(choices.contains("in nine of ten decisions no more than "), "{choices}");
    assert!(page.replace('\u{a0}', " ").contains(choices), "no {choices} in\n{page}");
    assert!(page.contains("How to read this"));
}

#[test]
fn the_page_of_an_edit_has_what_was_before_and_what_is_after() {
    let dir = tempfile::tempdir().unwrap();
    small_below(dir.path(), "old", "", "");
    small_below(dir.path(), "new", "hand = 2", "hand = 1");
    let words = "compare old new --players 2 --policy uniform --games 40 -o a.html";
    let done = lab(dir.path(), words);
    let said = text(&done.stdout);
    assert!(done.status.success(), "{done:?}");
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    // Each has a hand of two cards, then one of one.
    let row = said.lines().find(|line| line.contains("decisions of a game"));
    assert!(row.is_some_and(|row| row.contains(" 4.0 ") && row.contains(" 2.0 ")), "{said}");
    let number = |words: &str| format!("<td class=\"number\">{words}</td>");
    let row =
        format!("<th scope=\"row\">decisions of a game</th>{}{}", number("4.0"), number("2.0"));
    assert!(page.contains(&row), "{page}");
    let row = said.lines().find(|line| line.contains("wins of red"));
    let row: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
    let ["wins", "of", "red", before, "%", after, "%", ..] = row[..] else {
        panic!("{said}");
    };
    let [before, after] = [before, after].map(|share| number(&format!("{share}\u{a0}%")));
    let row = format!("<th scope=\"row\">wins of red</th>{before}{after}");
    assert!(page.contains(&row), "no {row} in\n{page}");
}

#[test]
fn every_value_of_a_sweep_has_the_same_figures() {
    let dir = tempfile::tempdir().unwrap();
    small_below(dir.path(), "one", "hand = 2", "hand = 1");
    // With one card each, nobody can draw.
    let words = "vary rules.hand=1,2 one --players 2 --policy uniform --games 300 -o a.csv";
    let done = lab(dir.path(), words);
    assert!(done.status.success(), "{done:?}");
    let figures = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    let of_value = |value: &str| -> Vec<String> {
        let mut rows = csv::Reader::from_reader(figures.as_bytes());
        let rows = rows.records().map(Result::unwrap);
        let rows = rows.filter(|row| &row[2] == "values");
        let figures = rows.filter_map(|row| {
            let what = row[3].strip_prefix(&format!("{value}/"))?;
            Some(format!("{what}: {}", &row[4]))
        });
        figures.collect()
    };
    assert_eq!(of_value("1"), of_value("2"));
    let nobody = "games won by nobody: difference";
    assert!(of_value("1").iter().any(|one| one == nobody), "{figures}");
}

#[test]
fn the_page_of_a_sweep_names_variants_and_says_what_becomes_of_the_card() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let words = "vary cards.card-3.points=3,9 . --policy uniform --games 40 -o a.html";
    let done = lab(dir.path(), words);
    let said = text(&done.stdout);
    assert!(done.status.success(), "{done:?}");
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    for players in [1, 2] {
        let title = format!(
            "Difference of wins of red, percentage points, by cards.card-3.points (players {players})"
        );
        // Above the curve, and for who cannot see it.
        assert_eq!(page.matches(&title).count(), 2, "{title}");
    }
    for what in ["games with it played", "worth to who plays"] {
        let on_terminal = said.matches(what).count();
        assert!(on_terminal > 0, "{said}");
        assert_eq!(page.matches(what).count(), on_terminal, "{what}");
    }
}

/// What decides a game that is lost, and what is asked of decisions, where nobody is there to draw with and nothing to decide.
#[test]
fn what_there_is_not_is_not_told() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let path = dir.path().join("rules.star");
    std::fs::write(&path, SCRIPT.replace("rules.hand)", "rules.hand)\n    end()")).unwrap();
    let table = TABLE.replace("wins = [\"highest worth\"]\n", "");
    std::fs::write(dir.path().join("game.toml"), table).unwrap();
    let words = "--policy uniform --games 20 -o a.csv";
    let done = lab(dir.path(), &format!("play . --players 1 {words}"));
    let said = text(&done.stdout);
    assert!(done.status.success(), "{done:?}");
    assert!(said.contains("Every game has 0 decisions.") && !said.contains("no choice"), "{said}");
    let figures = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    assert!(figures.contains(",game,decided by/nobody wins,"), "{figures}");
    assert!(!figures.contains("without a choice") && !figures.contains("legal moves"));
    // Two can draw, where they are no side of their own.
    std::fs::write(dir.path().join("game.toml"), TABLE).unwrap();
    let two = lab(dir.path(), &format!("play . --players 2 {words}"));
    assert!(two.status.success(), "{two:?}");
    let figures = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    assert!(figures.contains(",game,decided by/draw,"), "{figures}");
}
