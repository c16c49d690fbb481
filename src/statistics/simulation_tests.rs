//! The error rates that the tests of this folder promise, found by playing many made-up runs.

use super::distributions::binomial_quantile;
use super::testing::{Edit, GAMES_PER_LOOK, LOOKS, Random};
use super::*;

const RUNS: u64 = 1_000;

/// Half of the games go otherwise, some by a whole point. Mean 0, variance 0.3 square points.
fn null_edit() -> Edit {
    Edit::new(6_554, 13_107, 13_107, 6_554)
}

/// Two points in a hundred games; the rest is as in [`null_edit`].
fn real_edit() -> Edit {
    Edit::new(6_554, 11_796, 14_418, 6_554)
}

fn sequence() -> ConfidenceSequence {
    ConfidenceSequence::planned_for((LOOKS * GAMES_PER_LOOK) as u64, 0.05, 2.0)
}

/// The first verdict over growing prefixes of the games, and after how many games.
fn decide(prefixes: &[Sums], negligible: Option<f64>) -> (Verdict, u64) {
    let mut decision = (Verdict::Undecided, 0);
    for sums in prefixes {
        decision = (sequence().verdict(sums, negligible), sums.games);
        if decision.0 != Verdict::Undecided {
            break;
        }
    }
    decision
}

/// The number of errors that a test of level 5 % exceeds in one of a hundred simulations.
fn most_errors() -> u64 {
    binomial_quantile(0.99, RUNS, 0.05)
}

#[test]
fn looking_often_raises_no_more_alarms_than_promised() {
    let (edit, mut random) = (null_edit(), Random(1));
    let (mut by_sequence, mut by_usual_interval) = (0, 0);
    for _ in 0..RUNS {
        let looks = edit.play(&mut random);
        let (verdict, _) = decide(&looks, None);
        by_sequence += u64::from(verdict != Verdict::Undecided);
        let alarm = looks.iter().any(|sums| !Interval::mean(sums).holds(0.0));
        by_usual_interval += u64::from(alarm);
    }
    println!("false alarms of {RUNS}: sequence {by_sequence}, usual {by_usual_interval}");
    assert!(by_sequence <= most_errors(), "{by_sequence}");
    assert!(by_usual_interval > RUNS / 5, "{by_usual_interval}");
}

#[test]
fn what_is_there_is_found() {
    let (edit, mut random) = (real_edit(), Random(2));
    assert!((edit.mean() - 0.02).abs() < 1e-4);
    let (mut found, mut wrong, mut played) = (0, 0, Sums::default());
    for _ in 0..RUNS {
        let (verdict, games) = decide(&edit.play(&mut random), None);
        found += u64::from(verdict == Verdict::Larger);
        wrong += u64::from(verdict == Verdict::Smaller);
        played.enter(games as i32);
    }
    let games = played.mean();
    println!(
        "a real edit, of {RUNS}: {found} found, {wrong} the wrong way, after {games:.0} games"
    );
    assert!(found > RUNS * 9 / 10 && wrong <= 2, "{found}, {wrong}");
}

#[test]
fn no_difference_is_seldom_said_of_one() {
    let (mut false_claims, mut true_claims, mut random) = (0, 0, Random(3));
    for _ in 0..RUNS {
        let claims = |edit: Edit, random: &mut Random| {
            // The sums are in half points: twice 0.02, and twice what `real_edit` does.
            let negligible = 2.0 * real_edit().mean();
            let (verdict, _) = decide(&edit.play(random), Some(negligible));
            u64::from(verdict == Verdict::NoDifferenceOver(negligible))
        };
        false_claims += claims(real_edit(), &mut random);
        true_claims += claims(null_edit(), &mut random);
    }
    println!("\"no difference\", of {RUNS}: false {false_claims}, true {true_claims}");
    assert!(false_claims <= most_errors(), "{false_claims}");
    assert!(true_claims > RUNS * 9 / 10, "{true_claims}");
}

#[test]
fn rare_outcomes_raise_no_more_alarms_either() {
    // In one of 655 games; then also one-sided, a point against two half points; then in one of 10,923.
    for (seed, edit) in
        [(4, Edit::new(0, 50, 50, 0)), (5, Edit::new(0, 100, 0, 50)), (6, Edit::new(0, 4, 0, 2))]
    {
        assert_eq!(edit.mean(), 0.0);
        let mut random = Random(seed);
        let mut alarms = 0;
        for _ in 0..RUNS {
            let (verdict, _) = decide(&edit.play(&mut random), None);
            alarms += u64::from(verdict != Verdict::Undecided);
        }
        println!("false alarms of {RUNS} with rare outcomes: {alarms}");
        assert!(alarms <= most_errors(), "{alarms}");
    }
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    let mut random = Random(7);
    let (mut share, mut mean, mut exact) = (0, 0, 0);
    let (win, draw) = (0.35, 0.3);
    for _ in 0..RUNS {
        let (mut games, mut sums) = (WinDrawLoss::default(), Sums::default());
        for _ in 0..400 {
            match random.uniform() {
                of_one if of_one < win => games.wins += 1,
                of_one if of_one < win + draw => games.draws += 1,
                _ => games.losses += 1,
            }
        }
        for (outcome, count) in [(2, games.wins), (1, games.draws)] {
            (0..count).for_each(|_| sums.enter(outcome));
        }
        (0..games.losses).for_each(|_| sums.enter(0));
        share += u64::from(Interval::share(games.wins, 400).holds(win));
        mean += u64::from(Interval::mean(&sums).holds(1.0));
        exact += u64::from(share_upper_bound(games.wins, 400, 0.05) >= win);
    }
    println!("covered, of {RUNS}: share {share}, mean {mean}, exact bound {exact}");
    let usual = binomial_quantile(0.005, RUNS, 0.95)..=binomial_quantile(0.995, RUNS, 0.95);
    for covered in [share, mean, exact] {
        assert!(usual.contains(&covered), "{covered}, not {usual:?}");
    }
}

#[test]
fn few_cards_that_stand_out_are_false_though_all_share_a_deck() {
    const CARDS: usize = 50;
    const ODD: usize = 10;
    let mut random = Random(8);
    let (mut false_share, mut odd_found) = (0.0, 0);
    for _ in 0..RUNS {
        // The likelihood ratio of a shift by 3; half of the variance is common to all cards, with either sign.
        let common = random.normal();
        let e_values: Vec<f64> = (0..CARDS)
            .map(|card| {
                let shift = if card < ODD { 5.0 } else { 0.0 };
                let sign = if card % 3 == 0 { -1.0 } else { 1.0 };
                let noise = (sign * common + random.normal()) * 0.5_f64.sqrt();
                libm::exp(3.0 * (shift + noise) - 4.5)
            })
            .collect();
        let rejected = e_bh(&e_values, 0.05);
        let odd = rejected.iter().filter(|card| **card < ODD).count();
        odd_found += odd;
        false_share += (rejected.len() - odd) as f64 / rejected.len().max(1) as f64;
    }
    let (rate, power) = (false_share / RUNS as f64, odd_found as f64 / (ODD as f64 * RUNS as f64));
    println!("e-BH: {rate:.4} of the rejected are false, {power:.3} of the odd cards are found");
    assert!(rate <= 0.05 && power > 0.9, "{rate}, {power}");
}

#[test]
fn the_worst_dependence_takes_the_promised_rate_and_no_more() {
    // In one run of twenty, five of twenty e-values are just what it takes, and else 0: each has the mean 1.
    let (mut random, mut false_runs) = (Random(9), 0);
    for _ in 0..RUNS {
        let mut e_values = [0.0; 20];
        if random.uniform() < 0.05 {
            let first = random.next() as usize % 20;
            (0..5).for_each(|step| e_values[(first + step) % 20] = 80.0);
        }
        false_runs += u64::from(!e_bh(&e_values, 0.05).is_empty());
    }
    println!("e-BH at its worst: {false_runs} of {RUNS} runs reject");
    let promised = binomial_quantile(0.005, RUNS, 0.05)..=binomial_quantile(0.995, RUNS, 0.05);
    assert!(promised.contains(&false_runs), "{false_runs}");
}
