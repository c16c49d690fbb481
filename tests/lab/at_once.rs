//! Games in which all answer at the same time: nothing moves before the last of them has answered.

use std::path::Path;

use deckproof::cards::Pack;
use deckproof::lab::{LabCounts, LabPart, PartResults, Shard, VariantPart, figures};
use deckproof::players::SeatPolicy;
use deckproof::rules::Variant;
use deckproof::session::{LabAsked, lab_games};
use deckproof::source::Diagnostics;

use super::asked;
use crate::games::pack_at;
use crate::small_game::SmallGame;

fn played(of: &Pack, policies: &str) -> Result<LabPart, Diagnostics> {
    let variants = Variant::all(&deckproof::script::script_axes(&of.game));
    let asked = LabAsked { policies: policies.parse().unwrap(), ..asked(100, 1, Shard::WHOLE) };
    lab_games(of, &variants, &asked, &|_| ())
}

fn parts(of: &Pack, policies: &str) -> Vec<VariantPart<LabCounts>> {
    match played(of, policies).unwrap().results {
        PartResults::Games(all) => all,
        other => panic!("{other:?}"),
    }
}

/// What each seat picks lies before it at the end, and nothing else does.
#[track_caller]
fn is_played_as_it_is_held(of: &Pack) {
    for VariantPart { counts, .. } in parts(of, "uniform") {
        let mut all = 0;
        for (played, row) in counts.played.iter().zip(&counts.results.rows) {
            assert_eq!(*played, row.held);
            all += row.held.cases();
        }
        assert!(all > 100);
    }
}

#[test]
fn each_seat_played_the_cards_that_it_picked() {
    let hedgerow = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hedgerow");
    is_played_as_it_is_held(&pack_at(&hedgerow));
}

/// Each seat takes two of the other's three cards, which it names by where they lie, and the third is discarded.
const FACE_DOWN: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["red", "blue"]
places = 2
longest = 4
questions = ["pick"]
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
field = { each = ["place", "seat"], order = "kept" }
discard = {}
kept = { each = "seat", counts-for = "owner" }
[table.counters]
worth = { each = "seat", to = 99 }
[table.moves]
pick = "pick {field:nth}"
[table.end]
wins = ["highest worth"]
"#,
    cards: r#"
[[card]]
id = "low"
name = "Low"
copies = 5
points = 1
[[card]]
id = "high"
name = "High"
copies = 5
points = 4
"#,
    script: r#"
def set_up(t):
    for me in seats:
        draw(deck, field[0][me], 3)
    ask_all("pick")

def legal(t, me):
    pass

def legal_pick(t, me):
    play("pick", field[0][1 - me])

def on_pick(t, me, c):
    move(c, kept[me])
    worth[me] += c.points

def answered(t):
    if len(field[0][0]) > 1:
        ask_all("pick")
    else:
        move(all(field), discard)
        end()
"#,
};

fn face_down() -> Pack {
    let pack = FACE_DOWN.pack();
    pack.unwrap_or_else(|faults| panic!("{faults:#?}"))
}

#[test]
fn each_seat_played_the_cards_that_it_picked_by_where_they_lie() {
    is_played_as_it_is_held(&face_down());
}

/// `pick 1:2` would mean another card.
#[test]
fn a_card_of_ones_own_is_not_offered_by_where_it_lies() {
    let script = FACE_DOWN.script.replace("[1 - me]", "[me]");
    let own = SmallGame { script: &script, ..FACE_DOWN };
    let told = played(&own.pack().unwrap(), "uniform").unwrap_err();
    let said: String = told.iter().map(|fault| fault.message.as_str()).collect();
    let here = "rules.star:11:10: `";
    assert!(said.contains(here) && said.contains("cannot be named by where it lies"), "{said}");
    assert_eq!(FACE_DOWN.failures(), [""; 0]);
}

#[test]
fn nobody_decides_first_where_all_answer_at_once_or_win_together() {
    for (example, is_first) in [("hedgerow", false), ("dyke-watch", false), ("hearts", true)] {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
        let pack = pack_at(&examples.join(example));
        for part in parts(&pack, "uniform") {
            let found = figures(&part.names, &part.counts);
            assert_eq!(found.first.is_some(), is_first, "{example}");
            // Their points are counted when the game is over.
            assert_eq!(found.lead, None, "{example}");
        }
    }
}

/// Who answers first sees no more of what comes of it than who answers last.
#[test]
fn a_player_that_looks_one_move_ahead_looks_beyond_the_answers_of_the_others() {
    for (greedy, policies) in
        ["red=greedy,blue=uniform", "red=uniform,blue=greedy"].iter().enumerate()
    {
        let seats = &parts(&face_down(), policies)[0].counts.results.seats;
        let points = [0, 1].map(|seat: usize| seats[seat].points.sum);
        // 125 are expected: of its two cards 17 in 12 are high ones, of the other's 12.
        assert!(points[greedy] > points[1 - greedy] + 60, "{policies}: {points:?}");
    }
}

/// Red wins when the two differ; when both choose the first, blue does, and when both choose the second, either. By hand: red chooses
/// heads, and blue left, in a third of the games, and red wins two thirds.
const PENNIES: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["red", "blue"]
longest = 5
questions = ["pick"]
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
[table.counters]
choice = { each = "seat", to = 1 }
[table.moves]
heads = "heads"
tails = "tails"
left = "left"
right = "right"
"#,
    cards: "\n[[card]]\nid = \"penny\"\nname = \"Penny\"\n",
    script: r#"
def set_up(t):
    ask_all("pick")

def legal(t, me):
    pass

def legal_pick(t, me):
    if me == 0:
        play("heads")
        play("tails")
    else:
        play("left")
        play("right")

def on_heads(t, me):
    choice[me] = 0

def on_tails(t, me):
    choice[me] = 1

def on_left(t, me):
    choice[me] = 0

def on_right(t, me):
    choice[me] = 1

def answered(t):
    if choice[0] != choice[1]:
        win(0)
    elif choice[0] == 0 or roll(2) == 1:
        win(1)
    else:
        win(0)
    end()
"#,
};

#[test]
fn neither_answers_as_if_it_knew_what_the_other_does() {
    let pennies = PENNIES.pack().unwrap();
    let asked = LabAsked {
        policies: "search:400".parse().unwrap(),
        against: Some(SeatPolicy::AllSeeing(400)),
        ..asked(400, 1, Shard::WHOLE)
    };
    let part = lab_games(&pennies, &[Variant::default()], &asked, &|_| ()).unwrap();
    let PartResults::Games(all) = part.results else {
        panic!();
    };
    let found = figures(&all[0].names, &all[0].counts);
    for verb in ["heads", "left"] {
        let used = found.verbs.iter().find(|one| one.word == verb).unwrap();
        let share = used.games.value;
        assert!((share - 1.0 / 3.0).abs() < 0.15, "{verb}: {share}");
    }
    let wins = found.seats[0].wins.value;
    assert!((wins - 2.0 / 3.0).abs() < 0.08, "{wins}");
    // There are no hidden cards: who sees them all sees no more.
    let against = &found.matches[0];
    assert_eq!(against.better(), None, "{}", against.words());
}
