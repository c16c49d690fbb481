//! Tests that the balance figures are right: tiny games whose shares and means are known come in, and the reports
//! must say so. Run by `cargo test`.

use super::cards::CardRows;
use super::run::play;
use super::testing::Keeper;
use super::{Balance, BalancePlan, CardFigures, End, Findings, judge_balance, places};
use crate::players::Players;
use crate::rules::Variant;
use crate::verify::playing::Common;
use crate::verify::testing::{Broken, Fault, Toy};

fn plan(games: u64, jobs: usize) -> BalancePlan {
    BalancePlan {
        games,
        seed: 1,
        jobs,
        players: Some(Players::Uniform),
    }
}

fn figures(game: &Keeper) -> Balance {
    play(game, &game.cards(), &plan(20_000, 2), &|_| ()).unwrap()
}

fn card<'a>(balance: &'a Balance, row: &str) -> &'a CardFigures {
    balance.cards.iter().find(|c| c.row == row).unwrap()
}

/// Games of one variant each, by what was agreed on: `rome 2` is city rome, players 2.
fn judged(games: &[(&str, &Keeper)]) -> Findings {
    let variant = |said: &str| {
        let axes = ["city", "players"].iter().zip(said.split(' '));
        Variant {
            choices: axes.map(|(a, v)| ((*a).to_owned(), v.to_owned())).collect(),
        }
    };
    let all = games.iter().map(|(said, g)| (variant(said), figures(g)));
    judge_balance(&all.collect::<Vec<_>>(), 0.02)
}

fn outliers(findings: &Findings) -> Vec<(&str, End, &[usize])> {
    let told = findings.outliers.iter();
    told.map(|o| (o.row.as_str(), o.end, &o.variants[..]))
        .collect()
}

/// Cards of much the same worth.
const EVEN: [i32; 12] = [2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7];

/// The same, one card changed.
fn with(card: usize, worth: i32) -> Keeper {
    let mut all = EVEN;
    all[card] = worth;
    Keeper::new(&all)
}

#[test]
fn threads_change_nothing() {
    let game = Keeper::new(&EVEN);
    let mut mixed = plan(3_000, 1);
    mixed.players = None;
    let one = play(&game, &game.cards(), &mixed, &|_| ()).unwrap();
    assert_eq!((one.games, one.decisions), (3_000, 18_000));
    for jobs in [2, 3, 8] {
        mixed.jobs = jobs;
        let more = play(&game, &game.cards(), &mixed, &|_| ()).unwrap();
        assert_eq!(more, one);
    }
    mixed.seed = 2;
    assert_ne!(play(&game, &game.cards(), &mixed, &|_| ()).unwrap(), one);
}

#[test]
fn the_sides_of_a_fair_game_win_as_often_as_each_other_and_the_rest_is_drawn() {
    let balance = figures(&Keeper::new(&EVEN));
    let [red, blue] = &balance.sides[..] else {
        panic!("two sides");
    };
    let all = red.wins.value + blue.wins.value + balance.draws.value;
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    assert!((red.wins.value - blue.wins.value).abs() < 0.015);
    // Three cards are dealt, half of them kept, 4.5 each is worth.
    assert!((red.points - 6.75).abs() < 0.1, "{}", red.points);
    assert_eq!(red.parts, [("kept", red.points)]);
    let draws = balance.by.iter().find(|(by, _)| *by == "draw").unwrap().1;
    assert_eq!(draws as f64 / 20_000.0, balance.draws.value);
}

#[test]
fn a_card_comes_into_play_when_it_is_dealt_and_counts_when_it_is_kept() {
    let balance = figures(&Keeper::new(&EVEN));
    for card in &balance.cards {
        // 6 of 12 cards are dealt, half of them kept.
        assert!((9_600..10_400).contains(&card.in_play), "{}", card.in_play);
        assert!((4_700..5_300).contains(&card.counted), "{}", card.counted);
        assert_eq!(card.held, card.counted);
    }
}

#[test]
fn the_effect_in_points_is_the_worth_of_the_card() {
    let balance = figures(&Keeper::new(&EVEN));
    for (figures, worth) in balance.cards.iter().zip(EVEN) {
        let points = figures.points.unwrap();
        // Kept, it is worth its points, and the others of both hands are drawn from cards without it.
        let others = (54 - worth) as f64 / 11.0 / 2.0;
        let expected = f64::from(worth) + 2.0 * others - 3.0 * others;
        assert!(
            (points.value - expected).abs() < 3.0 * points.half(),
            "{} of {worth}: {points:?}, not {expected}",
            figures.row
        );
    }
}

#[test]
fn a_planted_card_is_found_and_nothing_else() {
    for (worth, end) in [(40, End::Best), (-40, End::Worst)] {
        let found = judged(&[("rome 2", &with(4, worth))]);
        assert_eq!(outliers(&found), [("e", end, &[0][..])]);
        assert!(found.outliers[0].times > 3.0, "{found:?}");
    }
    assert_eq!(
        judged(&[("rome 2", &Keeper::new(&EVEN))]),
        Findings::default()
    );
}

#[test]
fn a_card_that_is_strong_in_one_city_only_is_no_outlier() {
    let (strong, even) = (with(4, 40), Keeper::new(&EVEN));
    // Another card's name makes it another city.
    let mut other = with(4, 40);
    other.names.cards[11] = "elsewhere".to_owned();
    let mut other_even = Keeper::new(&EVEN);
    other_even.names.cards[11] = "elsewhere".to_owned();

    let in_both = judged(&[("rome 2", &strong), ("paris 2", &other)]);
    assert_eq!(outliers(&in_both), [("e", End::Best, &[0, 1][..])]);
    let in_one = judged(&[("rome 2", &strong), ("paris 2", &other_even)]);
    assert_eq!(outliers(&in_one), []);
    // With as many players its own city is all that it is compared with, and the cards of both are the same.
    let players = judged(&[("rome 2", &strong), ("rome 3", &even)]);
    assert_eq!(outliers(&players), [("e", End::Best, &[0][..])]);
    let always = judged(&[("rome 2", &strong), ("rome 3", &strong)]);
    assert_eq!(outliers(&always), [("e", End::Best, &[0, 1][..])]);
}

#[test]
fn a_card_of_one_city_is_judged_there_alone() {
    let mut rome = with(4, 40);
    rome.names.cards[4] = "colosseum".to_owned();
    let mut paris = Keeper::new(&EVEN);
    paris.names.cards[4] = "louvre".to_owned();
    let found = judged(&[("rome 2", &rome), ("paris 2", &paris)]);
    assert_eq!(outliers(&found), [("colosseum", End::Best, &[0][..])]);
}

#[test]
fn cards_of_the_same_worth_are_no_outliers_of_each_other() {
    // They differ by chance alone.
    let found = judged(&[("rome 2", &Keeper::new(&[3; 12]))]);
    assert_eq!(outliers(&found), []);
}

#[test]
fn a_card_that_nobody_can_get_is_told() {
    let mut game = Keeper::new(&EVEN);
    game.left_out = 1 << 7;
    let found = judged(&[("rome 2", &Keeper::new(&EVEN)), ("paris 2", &game)]);
    let told: Vec<_> = found.unseen.iter().collect();
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].row.as_str(), &told[0].variants[..]),
        ("h", &[1][..])
    );
    let figures = figures(&game);
    let card = card(&figures, "h");
    assert_eq!((card.in_play, card.counted, card.wins), (0, 0, None));
}

#[test]
fn a_head_start_makes_sides_uneven_and_no_card_an_outlier() {
    let mut game = Keeper::new(&EVEN);
    game.head_start = 2;
    let found = judged(&[("rome 2", &game)]);
    let sides: Vec<usize> = found.uneven.iter().map(|u| u.side).collect();
    assert_eq!(sides, [0, 1]);
    assert!(found.uneven[0].wins > found.uneven[0].even + 0.02);
    assert_eq!(outliers(&found), []);
}

#[test]
fn sides_with_scores_of_their_own_are_not_compared() {
    let mut game = Keeper::new(&EVEN);
    (game.head_start, game.roles) = (9, true);
    assert_eq!(judged(&[("rome 2", &game)]).uneven, []);
}

#[test]
fn seats_of_a_team_are_one_side() {
    let (pairs, alone) = (Keeper::in_teams(&EVEN), Keeper::new(&EVEN));
    let (pairs, alone) = (figures(&pairs), figures(&alone));
    let seats: Vec<_> = pairs.sides.iter().map(|s| s.seats.join(" ")).collect();
    assert_eq!(seats, ["red red-friend", "blue blue-friend"]);
    assert_eq!(pairs.sides[0].wins, alone.sides[0].wins);
    assert_eq!(pairs.cards, alone.cards);
}

#[test]
fn copies_of_a_row_are_counted_together_and_once_for_a_seat() {
    let mut game = Keeper::new(&[3; 6]);
    let names = ["rope#1", "rope#2", "rope#3", "rope#4", "rope#5", "rope#6"];
    game.names.cards = names.map(str::to_owned).to_vec();
    let balance = figures(&game);
    let [rope] = &balance.cards[..] else {
        panic!("one row");
    };
    assert_eq!(rope.in_play, 20_000);
    // A side keeps none of its three in one game of 8, both sides none in one of 64.
    assert!((19_550..19_820).contains(&rope.counted), "{}", rope.counted);
    assert!((34_700..35_300).contains(&rope.held), "{}", rope.held);
}

#[test]
fn ranks_have_the_best_first_and_an_end_at_each_quarter() {
    let balance = figures(&Keeper::new(&[1, 2, 4, 8, 16, 32, 64, 128]));
    let places = places(&balance, "deck");
    let order: String = places.iter().map(|p| &*balance.cards[p.card].row).collect();
    assert_eq!(order, "hgfedcba");
    let ends: Vec<_> = places.iter().map(|p| p.quarter).collect();
    let (best, worst) = (Some(End::Best), Some(End::Worst));
    assert_eq!(ends, [best, best, None, None, None, None, worst, worst]);
}

#[test]
fn nothing_is_asked_of_a_deck_that_counts_for_nobody() {
    // The toy's cards are discarded at the end of each round.
    let toy = Toy::new(2, Fault::Nothing);
    let rows: Vec<(&str, &str)> = toy.names.cards.iter().map(|c| ("deck", &**c)).collect();
    let cards = CardRows::among(&toy.names, rows.into_iter());
    let balance = play(&toy, &cards, &plan(2_000, 1), &|_| ()).unwrap();
    assert!(balance.cards.iter().all(|c| c.in_play > 0 && c.held == 0));
    let found = judge_balance(&[(Variant::default(), balance)], 0.05);
    assert_eq!(found, Findings::default());
}

#[test]
fn a_game_that_does_not_end_is_a_fault_and_not_a_wait() {
    let broken = Broken::new("ends");
    let cards = CardRows::among(&broken.toy.names, std::iter::empty());
    let fault = play(&broken, &cards, &plan(10, 2), &|_| ()).unwrap_err();
    assert_eq!(fault.property, Common::Stuck.number());
}
