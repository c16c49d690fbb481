//! Who wins together, and what is a win: games for one, teams, tables at which hardly anybody ever wins, games that nobody wins.

use deckproof::cards::Pack;
use deckproof::lab::{
    LabFigures, LabPart, PairCounts, PairFault, PartResults, Shard, VariantPart, figures,
};
use deckproof::rules::Variant;
use deckproof::session::{LabAsked, Stopping, changed_rows, lab_games, lab_pairs, pair_findings};
use deckproof::source::{Blame, Diagnostics};
use deckproof::statistics::Verdict;

use super::asked;
use super::reported::figures_of;
use crate::small_game::SmallGame;

/// One seat plays one of three cards; with a rank of 8 or more of 10 it wins.
pub(super) const ALONE: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["me"]
longest = 4
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
played = { each = "seat", counts-for = "owner" }
[table.moves]
play = "play {card}"
"#,
    cards: r#"
[[card]]
id = "one"
name = "One"
rank = 1
[[card]]
id = "two"
name = "Two"
rank = 2
[[card]]
id = "three"
name = "Three"
rank = 3
[[card]]
id = "four"
name = "Four"
rank = 4
[[card]]
id = "five"
name = "Five"
rank = 5
[[card]]
id = "six"
name = "Six"
rank = 6
[[card]]
id = "seven"
name = "Seven"
rank = 7
[[card]]
id = "eight"
name = "Eight"
rank = 8
[[card]]
id = "nine"
name = "Nine"
rank = 9
[[card]]
id = "ten"
name = "Ten"
rank = 10
"#,
    script: r#"
def set_up(t):
    draw(deck, hand[0], 3)

def legal(t, me):
    play("play", hand[me])

def on_play(t, me, c):
    move(c, played[me])
    if c.rank >= 8:
        win(me)
    end()
"#,
};

/// Nobody decides anything; `wins` is what happens with a die of a hundred sides.
fn by_chance(teams: &str, wins: &str) -> Pack {
    let table = format!(
        r#"
[table]
seats = ["red", "blue", "green"]
longest = 4
[table.zones]
deck = {{ holds = "cards", sees = "nobody", pile = true }}
[table.moves]
go = "go"
stay = "stay"
{teams}
"#
    );
    let script = format!(
        r#"
def set_up(t):
    pass

def legal(t, me):
    play("go")
    play("stay")

def on_stay(t, me):
    on_go(t, me)

def on_go(t, me):
    die = 10 * (roll(10) - 1) + roll(10)
{wins}
    end()
"#
    );
    let game = SmallGame {
        table: &table,
        script: &script,
        cards: "\n[[card]]\nid = \"blank\"\nname = \"Blank\"\n",
    };
    game.pack().unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn played(of: &Pack, policies: &str, games: u64) -> LabFigures {
    let asked = LabAsked { policies: policies.parse().unwrap(), ..asked(games, 1, Shard::WHOLE) };
    let part: LabPart = lab_games(of, &[Variant::default()], &asked, &|_| ()).unwrap();
    match part.results {
        PartResults::Games(all) => figures(&all[0].names, &all[0].counts),
        other => panic!("{other:?}"),
    }
}

fn part_of_pairs(old: &Pack, new: &Pack, pairs: u64) -> Result<LabPart, PairFault> {
    let asked = asked(pairs, 1, Shard::WHOLE);
    let stopping = Stopping { negligible: 1.0, is_early: false };
    lab_pairs([old, new], &[Variant::default()], &asked, stopping, &|_| ())
}

pub(super) fn pairs_of(
    old: &Pack,
    new: &Pack,
    pairs: u64,
) -> Result<VariantPart<PairCounts>, PairFault> {
    match part_of_pairs(old, new, pairs)?.results {
        PartResults::Pairs(mut all) => Ok(all.remove(0)),
        other => panic!("{other:?}"),
    }
}

fn played_pairs(old: &Pack, new: &Pack, pairs: u64) -> VariantPart<PairCounts> {
    pairs_of(old, new, pairs).unwrap()
}

#[test]
fn a_game_for_one_is_played_to_be_won() {
    let alone = ALONE.pack().unwrap();
    // Three of ten cards win: one of three in 70.8 %, any one in 30 %.
    for (policies, wins) in [
        ("uniform", 0.3),
        ("greedy", 1.0 - 35.0 / 120.0),
        ("search:30", 1.0 - 35.0 / 120.0),
        ("all-seeing:30", 1.0 - 35.0 / 120.0),
    ] {
        let found = played(&alone, policies, 400);
        let share = found.seats[0].wins;
        assert!((share.value - wins).abs() < 0.08, "{policies}: {share:?}");
    }
}

#[test]
fn the_note_with_which_games_end_is_counted() {
    let table = format!("{}[table.notes]\ndone = \"that was all\"\n", ALONE.table);
    let script = ALONE.script.replace("    end()", "    end(\"done\")");
    let game = SmallGame { table: &table, script: &script, ..ALONE };
    let found = played(&game.pack().unwrap(), "uniform", 40);
    let done = found.notes.iter().find(|note| note.word == "done").unwrap();
    assert_eq!((done.games.value, done.each.value), (1.0, 1.0));
}

#[test]
fn a_team_is_a_side_though_it_hardly_ever_wins() {
    let wins = "    if die == 1:\n        win(0)\n    else:\n        win(2)";
    let found =
        played(&by_chance("[table.end]\nteams = [[\"red\", \"blue\"]]", wins), "uniform", 400);
    assert_eq!(found.sides, [vec![0, 1], vec![2]]);
    assert!((found.even - 0.5).abs() < 1e-9);
    let apart = played(&by_chance("", wins), "uniform", 400);
    assert_eq!(apart.sides.len(), 3);
}

#[test]
fn who_wins_together_is_one_side_however_seldom_that_is() {
    let never = "    if die > 100:\n        win(seats)";
    for wins in ["    if die == 1:\n        win(seats)", never] {
        let found = played(&by_chance("", wins), "uniform", 100);
        assert_eq!(found.sides, [vec![0, 1, 2]], "{wins}");
        assert_eq!(found.first, None);
    }
}

/// Wins of red alone cannot be held against those of red and blue.
#[test]
fn an_edit_of_the_sides_is_refused_and_they_are_named() {
    let rivals = "    if die <= 50:\n        win(0)\n    else:\n        win(2)";
    let team = "[table.end]\nteams = [[\"red\", \"blue\"]]";
    let apart = by_chance("", rivals);
    for (other, sides) in [
        (by_chance(team, rivals), "`red + blue` and `green`"),
        (by_chance("", "    if die > 0:\n        win(seats)"), "`red + blue + green`"),
    ] {
        let each = "`red`, `blue` and `green`";
        for (old, new, says) in [
            (&apart, &other, format!("{each} before the edit, {sides} after it")),
            (&other, &apart, format!("{sides} before the edit, {each} after it")),
        ] {
            let faults = Diagnostics::from(pairs_of(old, new, 10).unwrap_err());
            let fault = faults.iter().next().unwrap();
            assert!(fault.message.ends_with(&says), "{fault:?}");
            assert_eq!(fault.fault, Blame::Usage);
        }
    }
    // That nobody wins says nothing of who would win together.
    let never = by_chance("", "    if die > 100:\n        win(seats)");
    for (old, new) in [(&apart, &never), (&never, &apart)] {
        assert_eq!(played_pairs(old, new, 10).names.sides().len(), 3);
    }
}

/// Red wins a third and nobody another one; then red wins less and blue more, and nobody more.
#[test]
fn pairs_say_of_wins_what_single_games_say() {
    let before = "    if die < 33:\n        win(0)\n    elif die < 66:\n        win(1)";
    let after = "    if die < 11:\n        win(0)\n    elif die < 55:\n        win(1)";
    let [old, new] = [before, after].map(|wins| by_chance("", wins));
    let part = played_pairs(&old, &new, 3_000);
    let found = pair_findings(&part, 3_000, 1.0);
    let each = [played(&old, "uniform", 3_000), played(&new, "uniform", 3_000)];
    for (what, of, verdict) in [
        ("wins of red", Some(0), Verdict::Smaller),
        ("wins of blue", Some(1), Verdict::Larger),
        ("games won by nobody", None, Verdict::Larger),
    ] {
        let one = found.iter().find(|one| one.what == what).unwrap();
        for (pairs, single) in [one.old, one.new].iter().zip(&each) {
            let share = of.map_or(single.draws, |seat: usize| single.seats[seat].wins);
            assert!((pairs.value - 100.0 * share.value).abs() < 4.0, "{one:?}");
        }
        assert_eq!(one.verdict, verdict, "{one:?}");
    }
    let green = found.iter().find(|one| one.what == "wins of green").unwrap();
    assert_eq!((green.old.value, green.new.high < 2.0), (0.0, true));
}

#[test]
fn a_card_is_worth_the_same_in_pairs_and_in_single_games() {
    let alone = ALONE.pack().unwrap();
    let part = part_of_pairs(&alone, &alone, 4_000).unwrap();
    let rows = figures_of(&part);
    let [before, after, change] = ["worth_before", "worth_after", "difference_worth"]
        .map(|what| rows.iter().filter(move |row| row.name == format!("cards.{what}")));
    assert_eq!(before.clone().count(), 10);
    for row in before.chain(after) {
        let wins = ["eight", "nine", "ten"].iter().any(|id| row.of.ends_with(id));
        let worth = if wins { 70.0 } else { -30.0 };
        assert!((row.low..=row.high).contains(&worth), "{row:?}");
        assert!(row.high - row.low < 12.0, "{row:?}");
    }
    assert!(change.clone().count() == 10 && change.clone().all(|row| row.value == 0.0));
    let PartResults::Pairs(all) = &part.results else { panic!("pairs") };
    assert_eq!(changed_rows(&all[0].counts, 4_000), []);
}

#[test]
fn who_cannot_lose_alone_is_not_compared_by_wins() {
    let script = ALONE.script.replace("c.rank >= 8", "c.rank >= 0");
    let game = SmallGame { script: &script, ..ALONE };
    let found = played(&game.pack().unwrap(), "search:2", 40);
    let skill = "search:2 and uniform both won every game, so there is nothing to compare";
    assert_eq!(found.matches[0].words(), skill);
    let found = played(&ALONE.pack().unwrap(), "search:2", 400);
    assert!(found.matches[0].words().contains("search:2 wins "));
}
