//! What is said of pairs of games: what both have in common, ends of shares, and of how many pairs a figure is.

use deckproof::lab::{LabPart, PairCounts, PartResults, Shard};
use deckproof::rules::Variant;
use deckproof::session::{
    RunFigures, Stopping, alike_words, all_rows, lab_games, lab_pairs, pair_findings,
};
use deckproof::statistics::PairedSums;

use super::asked;
use super::sides::ALONE;
use crate::small_game::SmallGame;

/// Red wins, after so many decisions.
fn of_length(decisions: &str) -> LabPart {
    let pack = |decisions: &str| {
        let script = format!(
            r#"
def set_up(t):
    t.left = {decisions}

def legal(t, me):
    play("go")

def on_go(t, me):
    t.left -= 1
    if t.left == 0:
        win(0)
        end()
    t.turn = 1 - me
"#
        );
        let game = SmallGame {
            table: r#"
[table]
seats = ["red", "blue"]
longest = 4
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
[table.counters]
left = { to = 4 }
[table.moves]
go = "go"
"#,
            script: &script,
            cards: "\n[[card]]\nid = \"blank\"\nname = \"Blank\"\n",
        };
        game.pack().unwrap_or_else(|faults| panic!("{faults:#?}"))
    };
    pairs([&pack("2"), &pack(decisions)], 40)
}

fn pairs(versions: [&deckproof::cards::Pack; 2], pairs: u64) -> LabPart {
    let stopping = Stopping { negligible: 1.0, is_early: false };
    let asked = asked(pairs, 1, Shard::WHOLE);
    lab_pairs(versions, &[Variant::default()], &asked, stopping, &|_| ()).unwrap()
}

fn counts(part: &mut LabPart) -> &mut PairCounts {
    match &mut part.results {
        PartResults::Pairs(all) => &mut all[0].counts,
        other => panic!("{other:?}"),
    }
}

/// What both games of a pair have in common.
fn said(part: &LabPart) -> String {
    match &part.results {
        PartResults::Pairs(all) => {
            let found = pair_findings(&all[0], part.header.planned, 1.0);
            alike_words(&all[0].counts, &found).unwrap()
        }
        other => panic!("{other:?}"),
    }
}

const SAME: &str = "The games of each pair are the same, as far as it was counted.";

#[test]
fn games_are_the_same_only_if_nothing_is_different() {
    assert_eq!(said(&of_length("2")), SAME);
    // One decision more in every game, or in some; that pairs save games is not to be seen where all have one difference.
    for decisions in ["3", "1 + roll(2)"] {
        let words = said(&of_length(decisions));
        assert_eq!(words, "Both games of a pair end alike in 100\u{a0}%.");
    }
    let alone = ALONE.pack().unwrap();
    let mut part = pairs([&alone, &alone], 40);
    assert_eq!(said(&part), SAME);
    let row = counts(&mut part).rows.values_mut().next().unwrap();
    row.played.enter(0, 1);
    row.played.enter(1, 0);
    let words = "Both games of a pair end alike in 100\u{a0}%, correlation 1.00.";
    assert_eq!(said(&part), words);
}

#[test]
fn shares_of_pairs_are_no_less_than_nothing_and_no_more_than_all() {
    let alone = ALONE.pack().unwrap();
    let mut part = pairs([&alone, &alone], 20);
    for row in all_rows(counts(&mut part), 20) {
        let [before, after, change] = row.played;
        for share in [before, after] {
            assert!(share.low >= 0.0 && share.high <= 100.0, "{row:?}");
        }
        assert!(change.low >= -100.0 && change.high <= 100.0, "{row:?}");
    }
}

#[test]
fn who_decides_first_is_a_figure_of_the_games_in_which_somebody_does() {
    let mut part = of_length("3");
    let first = &mut counts(&mut part).first;
    *first = PairedSums::default();
    first.enter(1, 0);
    first.enter(0, 1);
    first.enter(1, 1);
    for row in RunFigures::of_part(&part, 1.0).rows {
        let is_of_first = row.figure.contains("decides first");
        assert_eq!(row.games, if is_of_first { 3 } else { 40 }, "{row:?}");
    }
    let caper = crate::games::pack(crate::games::CAPER);
    let variants = [super::two_players(&caper)];
    let mut part = lab_games(&caper, &variants, &asked(20, 1, Shard::WHOLE), &|_| ()).unwrap();
    let PartResults::Games(all) = &mut part.results else { panic!("games") };
    for (seat, row) in all[0].counts.first.products.iter_mut().enumerate().skip(1) {
        row[seat] = row[seat].min(2);
    }
    let rows = RunFigures::of_part(&part, 1.0).rows;
    let first = rows.iter().find(|row| row.figure == "deciding first");
    assert!(first.unwrap().games <= 4, "{first:?}");
}
