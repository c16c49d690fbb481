//! What stands out in the games of one version: games whose shares and means are known, each with something planted in it.

use deckproof::cards::Pack;
use deckproof::lab::{CardWorth, LabFigures, LabPart, PartResults, Shard, figures};
use deckproof::rules::Variant;
use deckproof::session::{LabRemark, lab_figures, lab_games, lab_remarks};

use super::asked;
use crate::small_game::SmallGame;

/// Each seat is dealt three cards, keeps or discards each, and scores what it kept.
const TABLE: &str = r#"
[rules]
head_start = 0
[table]
seats = ["red", "blue"]
longest = 6
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
kept = { each = "seat", counts-for = "owner" }
discard = {}
[table.counters]
worth = { each = "seat", from = -999, to = 999 }
[table.moves]
keep = "keep {card}"
drop = "drop {card}"
[table.end]
wins = ["highest worth"]
score = ["worth"]
"#;

const SCRIPT: &str = r#"
def set_up(t):
    for seat in seats:
        draw(deck, hand[seat], 3)
    worth[0] = rules.head_start

def legal(t, me):
    play("keep", hand[me])
    play("drop", hand[me])

def on_keep(t, me, c):
    move(c, kept[me])
    worth[me] += total(c, points)
    pass_on(t, me)

def on_drop(t, me, c):
    move(c, discard)
    pass_on(t, me)

def pass_on(t, me):
    if not hand[me]:
        if me == 1:
            end()
        else:
            t.turn = 1
"#;

/// Cards of much the same worth.
const EVEN: [i32; 12] = [2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7];

const GAMES: u64 = 6_000;

/// Cards `a`, `b` and so on of so many points.
fn cards(points: &[i32]) -> String {
    let card = |(at, points): (usize, &i32)| {
        let name = char::from(b'a' + at as u8);
        format!("[[card]]\nid = \"{name}\"\nname = \"{name}\"\npoints = {points}\n")
    };
    points.iter().enumerate().map(card).collect()
}

/// The same, the fifth of them, `e`, of other points.
fn with_e(points: i32) -> String {
    let mut all = EVEN;
    all[4] = points;
    cards(&all)
}

fn game(table: &str, cards: &str) -> Pack {
    let small = SmallGame { table, cards, script: SCRIPT };
    small.pack().unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn part(pack: &Pack) -> LabPart {
    played(pack, GAMES, 1)
}

fn played(pack: &Pack, games: u64, seed: u64) -> LabPart {
    let variants = Variant::all(&deckproof::script::script_axes(&pack.game));
    let asked = asked(games, seed, Shard::WHOLE);
    lab_games(pack, &variants, &asked, &|_| ()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn remarks(part: &LabPart) -> Vec<LabRemark> {
    lab_remarks(&lab_figures(part), 2.0)
}

/// What stands out for certain.
fn sure(part: &LabPart) -> Vec<String> {
    let remarks = remarks(part).into_iter();
    let sure = remarks.filter(|remark| remark.is_sure);
    sure.map(|remark| remark.says).collect()
}

fn said(table: &str, cards: &str) -> Vec<String> {
    sure(&part(&game(table, cards)))
}

/// Of the only variant.
fn figures_of(table: &str, cards: &str) -> LabFigures {
    figures_in(&part(&game(table, cards)))
}

fn figures_in(part: &LabPart) -> LabFigures {
    match &part.results {
        PartResults::Games(all) => figures(&all[0].names, &all[0].counts),
        other => panic!("{other:?}"),
    }
}

fn card<'f>(figures: &'f LabFigures, row: &str) -> &'f CardWorth {
    figures.cards.iter().find(|card| card.row == row).unwrap()
}

#[test]
fn the_sides_of_a_fair_game_win_as_often_as_each_other_and_the_rest_is_drawn() {
    let found = figures_of(TABLE, &cards(&EVEN));
    let [red, blue] = &found.seats[..] else {
        panic!("two seats");
    };
    let all = red.wins.value + blue.wins.value + found.draws.value;
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    assert!((red.wins.value - blue.wins.value).abs() < 0.03);
    // Three cards are dealt, half of them kept, 4.5 each is worth.
    assert!((red.points.value - 6.75).abs() < 0.2, "{:?}", red.points);
    assert_eq!(red.parts, [("worth".to_owned(), red.points)]);
    assert_eq!(said(TABLE, &cards(&EVEN)), [""; 0]);
}

#[test]
fn a_card_comes_into_play_when_it_is_dealt_and_counts_when_it_is_kept() {
    for card in figures_of(TABLE, &cards(&EVEN)).cards {
        // 6 of 12 cards are dealt, half of them kept.
        assert!((card.in_play.value - 0.5).abs() < 0.03, "{card:?}");
        assert!((card.counted.value - 0.25).abs() < 0.03, "{card:?}");
        let counted = (card.counted.value * GAMES as f64).round();
        assert_eq!(card.cases as f64, counted);
    }
}

#[test]
fn a_planted_card_is_found_and_nothing_else() {
    for (points, quarter) in [(40, "best"), (-40, "worst")] {
        let said = said(TABLE, &with_e(points));
        let [outlier] = &said[..] else {
            panic!("{said:?}");
        };
        let start = format!("`e` is in the {quarter} quarter of the deck `cards`, ");
        assert!(outlier.starts_with(&start), "{outlier}");
    }
    // They differ by chance alone.
    assert_eq!(said(TABLE, &cards(&[3; 12])), [""; 0]);
}

/// One run in twenty says so of a side that is outside its interval, and a build server would stop for it.
#[test]
fn what_chance_makes_does_not_stand_out() {
    let pack = game(TABLE, &cards(&[3; 12]));
    let (mut alarms, mut unsure, mut outside) = (0, 0, None);
    for seed in 1..=200 {
        let part = played(&pack, 300, seed);
        alarms += usize::from(!sure(&part).is_empty());
        // The report names every side whose interval leaves out its even share.
        let found = figures_in(&part);
        let off = found.seats.iter().filter(|seat| {
            let off = (seat.wins.value - found.even).abs();
            off > seat.wins.high - seat.wins.value && off > seat.wins.value - seat.wins.low
        });
        let off: Vec<String> = off.map(|seat| format!("{} wins ", seat.name)).collect();
        let said: Vec<String> = remarks(&part).into_iter().map(|remark| remark.says).collect();
        assert_eq!(said.len(), off.len(), "{seed}: {said:?}");
        assert!(off.iter().zip(&said).all(|(off, said)| said.starts_with(off)));
        unsure += usize::from(!off.is_empty());
        outside = outside.or((!off.is_empty()).then_some(seed));
    }
    println!("{alarms} alarms, {unsure} intervals without an even share, in 200 runs");
    // Of three standard deviations 0.5 are expected.
    assert!(alarms <= 3, "{alarms} of 200");
    // Of a share, one in twenty.
    assert!((3..=20).contains(&unsure), "{unsure} of 200");
    let seed = outside.unwrap().to_string();
    let folder = folder(TABLE, &cards(&[3; 12]));
    let words = ["lab", "play", ".", "--policy", "uniform", "--games", "300", "--strict", "--seed"];
    let told = super::deckproof(folder.path(), &[&words[..], &[&seed]].concat());
    let report = unwrapped(&told.stdout);
    assert!(told.status.success(), "{told:?}");
    assert!(
        report.contains("Nothing stands out for certain red wins ")
            && report.contains("that may be chance")
            && !report.contains("What stands out"),
        "{report}"
    );
}

/// Who decides first is drawn by lot, and wins one game in `wins`; or red always decides first.
fn drawn_first(first: &str, wins: u32) -> Pack {
    let script = format!(
        "def set_up(t):\n    t.turn = {first}\n\ndef legal(_t, _me):\n    play(\"go\")\n\ndef on_go(_t, me):\n    win(me if roll({wins}) == 1 else 1 - me)\n    end()\n"
    );
    let small = SmallGame {
        table: "[table]\nseats = [\"red\", \"blue\"]\nlongest = 1\n[table.moves]\ngo = \"go\"\n[table.zones]\ndeck = { holds = \"cards\" }\n",
        cards: "[[card]]\nname = \"Coin\"\n",
        script: &script,
    };
    small.pack().unwrap_or_else(|faults| panic!("{faults:#?}"))
}

#[test]
fn deciding_first_stands_out_where_it_is_drawn_by_lot() {
    let told = sure(&played(&drawn_first("roll(2) - 1", 4), 1_000, 1));
    let [first] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(first.starts_with("deciding first is worth -2"), "{first}");
    // Where it is always red, that is what red wins.
    let told = sure(&played(&drawn_first("0", 4), 1_000, 1));
    let starts = told.iter().map(|says| says.split(' ').next().unwrap_or(""));
    assert_eq!(starts.collect::<Vec<_>>(), ["red", "blue"], "{told:?}");
    let fair = drawn_first("roll(2) - 1", 2);
    let runs = (1..=200).filter(|seed| !sure(&played(&fair, 300, *seed)).is_empty());
    assert!(runs.count() <= 2);
}

/// With two cities; a card is in the cities that its row names.
fn cities() -> String {
    TABLE.replace(
        "[table.zones]\ndeck = {",
        "[table.variants]\ncity = [\"rome\", \"paris\"]\n[table.zones]\ndeck = { where = { city = [\"both\", \"{city}\"] },",
    )
}

/// Cards of both cities, and `more`.
fn city_cards(more: &[(&str, &str, i32)]) -> String {
    let both = cards(&EVEN).replace("\npoints", "\ncity = \"both\"\npoints");
    let more = more.iter().map(|(name, city, points)| {
        format!("[[card]]\nname = \"{name}\"\ncity = \"{city}\"\npoints = {points}\n")
    });
    both + &more.collect::<String>()
}

fn of_outliers(said: &[String]) -> Vec<&str> {
    let outliers = said.iter().filter(|says| says.contains("quarter"));
    let place = |says: &'_ String| says.find(", ").unwrap_or(says.len());
    outliers.map(|says| &says[..place(says)]).collect()
}

#[test]
fn a_card_is_an_outlier_if_it_is_one_in_each_city_that_has_it() {
    let even = [("Forum", "rome", 4), ("Louvre", "paris", 4)];
    let always = city_cards(&even).replacen("points = 6\n", "points = 60\n", 1);
    assert_eq!(
        of_outliers(&said(&cities(), &always)),
        ["`e` is in the best quarter of the deck `cards` wherever it occurs"]
    );
    let one = city_cards(&[("Forum", "rome", 60), ("Louvre", "paris", 4)]);
    assert_eq!(
        of_outliers(&said(&cities(), &one)),
        ["`forum` is in the best quarter of the deck `cards` in games with city rome"]
    );
}

#[test]
fn a_card_that_counts_for_nobody_is_told_if_others_of_its_deck_count() {
    let zones = "[table.zones]\naside = { holds = \"cards\", where = { spare = 1 } }\ndeck = { where = { spare = 0 },";
    let table = TABLE.replace("[table.zones]\ndeck = {", zones);
    let spared = cards(&EVEN).replace("\npoints", "\nspare = 0\npoints");
    let spared = spared.replacen("spare = 0\npoints = 7\n", "spare = 1\npoints = 7\n", 1);
    assert_eq!(
        said(&table, &spared),
        ["`f` of the deck `cards` never comes into play in 6,000 games"]
    );
    let found = figures_of(&table, &spared);
    let spare = card(&found, "f");
    assert_eq!((spare.in_play.value, spare.cases), (0.0, 0));
    assert_eq!(spare.held_worth, None);
    // Where cards count for nobody, they are asked what they are worth when played.
    let nobody = TABLE.replace(", counts-for = \"owner\"", "");
    assert_eq!(said(&nobody, &cards(&EVEN)), [""; 0]);
    let said = said(&nobody, &with_e(40));
    let [outlier] = &said[..] else {
        panic!("{said:?}");
    };
    assert!(outlier.starts_with("`e` is in the best quarter") && outlier.ends_with(" when played"));
}

/// Of 26 cards six are dealt and three are kept: in twenty games two or three are kept in none.
#[test]
fn a_card_that_chance_leaves_out_is_not_told() {
    let pack = game(TABLE, &cards(&[3; 26]));
    let runs = (1..=100).flat_map(|seed| sure(&played(&pack, 20, seed)));
    let alarms = runs.filter(|says| says.contains("never"));
    assert_eq!(alarms.count(), 0);
}

#[test]
fn a_head_start_makes_sides_uneven_unless_they_score_by_things_of_their_own() {
    let ahead = TABLE.replace("head_start = 0", "head_start = 2");
    let told = said(&ahead, &cards(&EVEN));
    let [red, blue] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(red.starts_with("red wins ") && blue.starts_with("blue wins "));
    let own = ahead
        .replace("[table.moves]", "alms = { each = \"seat\" }\n[table.moves]")
        .replace("score = [\"worth\"]", "score = [\"worth\"]\nscore-of = { blue = [\"alms\"] }");
    assert_eq!(said(&own, &cards(&EVEN)), [""; 0]);
}

#[test]
fn seats_of_a_team_are_one_side() {
    let pairs = TABLE
        .replace("[\"red\", \"blue\"]", "[\"red\", \"blue\", \"red-friend\", \"blue-friend\"]")
        .replace(
            "score = [\"worth\"]",
            "score = [\"worth\"]\nteams = [[\"red\", \"red-friend\"], [\"blue\", \"blue-friend\"]]",
        )
        .replace("head_start = 0", "head_start = 9");
    let pack = game(&pairs, &cards(&EVEN));
    let told = remarks(&part(&pack));
    let starts = ["red + red-friend wins ", "blue + blue-friend wins "];
    assert_eq!(told.len(), 2, "{told:?}");
    for (told, start) in told.iter().zip(starts) {
        assert!(told.says.starts_with(start), "{told:?}");
    }
}

#[test]
fn copies_of_a_row_are_counted_together_and_once_for_a_seat() {
    let rope = "[[card]]\nname = \"Rope\"\npoints = 3\ncopies = 6\n";
    let found = figures_of(TABLE, rope);
    let [rope] = &found.cards[..] else {
        panic!("one row");
    };
    assert_eq!(rope.in_play.value, 1.0);
    // A side keeps none of its three in one game of 8, both sides none in one of 64.
    assert!((rope.counted.value - 63.0 / 64.0).abs() < 0.01, "{rope:?}");
    assert!((rope.cases as f64 / GAMES as f64 - 1.75).abs() < 0.03);
}

/// A report on one line.
fn unwrapped(report: &[u8]) -> String {
    let report = super::text(report);
    report.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn folder(table: &str, cards: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let files = [
        ("game.toml", format!("title = \"Small\"\n{table}")),
        ("cards.toml", format!("template = \"card.svg\"\n{cards}")),
        ("rules.star", SCRIPT.to_owned()),
    ];
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}

#[test]
fn it_is_an_error_only_when_that_is_asked_for() {
    let ahead = TABLE.replace("head_start = 0", "head_start = 3");
    let dir = folder(&ahead, &cards(&EVEN));
    let words = ["lab", "play", ".", "--policy", "uniform", "--games", "2000"];
    let loose = super::deckproof(dir.path(), &words);
    let told = super::text(&loose.stdout);
    assert_eq!(loose.status.code(), Some(0), "{told}");
    let uneven = "red wins ";
    assert!(told.contains("What stands out") && told.contains(uneven), "{told}");
    let strict = super::deckproof(dir.path(), &[&words[..], &["--strict"]].concat());
    assert_eq!(strict.status.code(), Some(1));
    let errors = super::text(&strict.stderr);
    assert!(errors.contains("error[D413]: ") && errors.contains(uneven), "{errors}");
    // So far off is even enough, and the report still says so.
    let wide = super::deckproof(dir.path(), &[&words[..], &["--strict", "--even", "40"]].concat());
    assert_eq!(wide.status.code(), Some(0), "{wide:?}");
    let told = unwrapped(&wide.stdout);
    assert!(
        told.contains("Nothing stands out for certain") && told.contains("a side within 40"),
        "{told}"
    );
    // Of an edit, the report says what it changes.
    let both = ["lab", "compare", ".", ".", "--strict"];
    assert_eq!(super::deckproof(dir.path(), &both).status.code(), Some(2));
}
