//! What is said of pairs of games: what both have in common, ends of shares, and of how many pairs a figure is.

use deckproof::lab::{LabPart, PairCounts, PartResults, Shard};
use deckproof::report::ReportFormat;
use deckproof::rules::Variant;
use deckproof::session::{Stopping, lab_games, lab_pairs};
use deckproof::statistics::PairedSums;

use super::asked;
use super::reported::{figures_of, report_of};
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
    let report = ReportFormat::Json.write(&report_of(part));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let sections = report["games"][0]["sections"].as_array().unwrap();
    let text = sections.iter().find_map(|section| section["text"].as_str());
    text.unwrap().to_owned()
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
    let part = pairs([&alone, &alone], 20);
    let played = figures_of(&part).into_iter().filter(|row| row.name.contains("played"));
    let played: Vec<_> = played.collect();
    assert_eq!(played.len(), 30);
    for row in played {
        let least = if row.name == "cards.difference_played" { -100.0 } else { 0.0 };
        assert!(row.low >= least && row.high <= 100.0, "{row:?}");
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
    let of_pairs = figures_of(&part).into_iter().filter(|row| row.name.starts_with("differences"));
    let (of_first, others): (Vec<_>, Vec<_>) =
        of_pairs.partition(|row| row.of.contains("decides first"));
    assert!(of_first.len() == 3 && others.len() > 3, "{of_first:?} {others:?}");
    assert!(of_first.iter().all(|row| row.cases == Some(3)), "{of_first:?}");
    assert!(others.iter().all(|row| row.cases == Some(40)), "{others:?}");
    let caper = crate::games::pack(crate::games::CAPER);
    let variants = [super::two_players(&caper)];
    let mut part = lab_games(&caper, &variants, &asked(20, 1, Shard::WHOLE), &|_| ()).unwrap();
    let PartResults::Games(all) = &mut part.results else { panic!("games") };
    for (seat, row) in all[0].counts.first.products.iter_mut().enumerate().skip(1) {
        row[seat] = row[seat].min(2);
    }
    let rows = figures_of(&part);
    let first = rows.iter().find(|row| row.name == "deciding first");
    assert!(first.unwrap().cases.unwrap() <= 4, "{first:?}");
}
