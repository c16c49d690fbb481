//! What skill is worth, and what hidden cards are worth: every eighth game of a run is a deal of its players against chance, and against
//! themselves on the true cards.

use std::path::Path;

use deckproof::cards::Pack;
use deckproof::lab::{LabPart, MatchFigures, MatchScore, PartResults, Shard, figures, merge_parts};
use deckproof::players::SeatPolicy;
use deckproof::rules::Variant;
use deckproof::session::{LabAsked, lab_games};

use super::asked;
use super::reported::figures_of;
use crate::games::pack_at;
use crate::small_game::SmallGame;

fn example(name: &str) -> Pack {
    pack_at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name))
}

fn part(of: &Pack, policies: &str, games: u64, shard: Shard) -> LabPart {
    let variant = Variant::first(&deckproof::script::script_axes(&of.game));
    let asked = LabAsked { policies: policies.parse().unwrap(), ..asked(games, 1, shard) };
    lab_games(of, &[variant], &asked, &|_| ()).unwrap()
}

fn matches(part: &LabPart) -> Vec<MatchFigures> {
    let PartResults::Games(all) = &part.results else {
        panic!("{part:?}");
    };
    figures(&all[0].names, &all[0].counts).matches
}

#[test]
fn players_that_search_play_against_chance_and_against_themselves_on_the_true_cards() {
    let part = part(&example("night-freight"), "search:60", 160, Shard::WHOLE);
    let found = matches(&part);
    let [skill, hidden] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((skill.games, hidden.games), (40, 40));
    assert_eq!(skill.players, ["search:60", "uniform"]);
    assert_eq!(hidden.players, ["all-seeing:60", "search:60"]);
    assert_eq!(skill.better(), Some(0), "{}", skill.words());
    let says = skill.words();
    assert!(
        says.starts_with("search:60 makes ")
            && says.ends_with(" points of a hundred against uniform")
    );
    let rows = figures_of(&part);
    let row = rows.iter().find(|row| row.name == "points against uniform").unwrap();
    assert!(row.of == "search:60" && row.cases == Some(40) && row.value > 70.0, "{row:?}");
}

#[test]
fn where_all_win_together_it_is_how_often_they_do() {
    let found = matches(&part(&example("dyke-watch"), "search:20", 80, Shard::WHOLE));
    let MatchScore::Alone([search, uniform]) = found[0].score else {
        panic!("{found:?}");
    };
    assert!(search.value > uniform.value, "{search:?} {uniform:?}");
    assert_eq!(found[0].games, 20);
    assert!(found[0].words().contains(" %, uniform "), "{}", found[0].words());
}

/// Five are counted down, one or two at a time, by who sees all there is.
const NIM: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["red", "blue"]
longest = 24
[table.zones]
pile = { holds = "cards", sees = "nobody", pile = true }
[table.counters]
left = { from = 0, to = 24, start = 24 }
[table.moves]
one = "one"
two = "two"
"#,
    cards: "\n[[card]]\nid = \"match\"\nname = \"Match\"\ncopies = 5\n",
    script: r#"
def set_up(t):
    t.turn = 0

def legal(t, me):
    play("one")
    if t.left > 1:
        play("two")

def on_one(t, me):
    take(t, me, 1)

def on_two(t, me):
    take(t, me, 2)

def take(t, me, n):
    t.left -= n
    t.turn = 1 - me
    if t.left == 0:
        win(me)
        end()
"#,
};

#[test]
fn hidden_cards_are_measured_only_where_something_is_hidden() {
    // Copies of one card hide nothing, wherever they lie. The game is too long to be solved.
    let two_cards = format!("{}[[card]]\nname = \"Straw\"\n", NIM.cards);
    let table = NIM.table.replace("left = {", "left = { sees = \"nobody\",");
    let open = two_cards.as_str();
    let seen = NIM.table.replace("sees = \"nobody\", ", "");
    for (table, cards, hides) in [
        (NIM.table, NIM.cards, false),
        (NIM.table, open, true),
        (&seen, open, false),
        (&table, NIM.cards, true),
    ] {
        let pack = SmallGame { table, cards, ..NIM }.pack().unwrap();
        let found = matches(&part(&pack, "search:4", 16, Shard::WHOLE));
        let measured: Vec<String> = found.iter().map(|one| one.measures()).collect();
        let all = ["Skill", "Seeing all cards"];
        assert_eq!(measured, all[..1 + usize::from(hides)], "{table} {cards}");
    }
}

#[test]
fn chance_and_unlike_players_have_no_yardstick() {
    let game = example("night-freight");
    for policies in ["uniform", "lantern=greedy,anchor=uniform"] {
        assert_eq!(matches(&part(&game, policies, 16, Shard::WHOLE)), []);
    }
    assert_eq!(matches(&part(&game, "greedy", 16, Shard::WHOLE)).len(), 1);
}

#[test]
fn who_searches_wins_more_than_chance_when_seats_are_swapped() {
    for name in ["hearts", "oh-hell"] {
        let game = example(name);
        let variant = Variant::first(&deckproof::script::script_axes(&game.game));
        let asked =
            LabAsked { against: Some(SeatPolicy::Search(100)), ..asked(59, 1, Shard::WHOLE) };
        let part = lab_games(&game, &[variant], &asked, &|_| ()).unwrap();
        let [found] = &matches(&part)[..] else {
            panic!("{part:?}");
        };
        // Every deal is two games.
        assert_eq!(found.games, 60, "{name}");
        assert_eq!(found.better(), Some(1), "{name}: {}", found.words());
        assert_eq!(found.measures(), "Playing like uniform");
    }
}

#[test]
fn shares_of_a_run_play_its_matches_once() {
    let game = example("night-freight");
    let whole = part(&game, "search:2", 50, Shard::WHOLE);
    for of in [1, 7, 50] {
        let share = |number| part(&game, "search:2", 50, Shard { number, of });
        let parts = (1..=of).map(|number| (format!("{number}"), share(number)));
        assert_eq!(merge_parts(parts.collect()).unwrap().text(), whole.text());
    }
    assert_eq!(matches(&whole)[0].games, 14);
}

#[test]
fn worlds_that_contradict_what_was_played_are_counted() {
    let hearts = example("hearts");
    let share = |policies: &str, figure: &str| {
        let part = part(&hearts, policies, 4, Shard::WHOLE);
        let rows = figures_of(&part);
        let row = rows.iter().find(|row| row.name == figure);
        row.map(|row| row.value)
    };
    // Who could not follow suit has none of it: many worlds deal some all the same.
    let anew = share("search:10", "worlds dealt anew").unwrap();
    let kept = share("search:10", "worlds that contradict the past").unwrap();
    assert!(1.0 < anew && kept < anew, "{anew} {kept}");
    assert_eq!(share("uniform", "worlds dealt anew"), None);
}
