//! What a card is worth to who holds or plays it. Counts of a row of cards come in, figures with intervals go out. Called by `figures`.

use super::cases::CaseCount;
use super::counts::LabCounts;
use super::results::opponents;
use crate::statistics::{Interval, Sums};

/// A row of cards, its copies together.
#[derive(Debug, Clone, PartialEq)]
pub struct CardWorth {
    pub deck: String,
    pub row: String,
    /// Games in which a copy was drawn, moved or turned.
    pub in_play: Interval,
    /// Games in which a copy counted for a seat in the end.
    pub counted: Interval,
    /// Seats of all games for which a copy counted: where it counts for two, there are two cases.
    pub cases: u64,
    /// Seats of all games that played a copy.
    pub played: Interval,
    /// How much more often the seat for which it counts wins than that seat wins in all games: 0.05 is 52 % of the games and not 47 %.
    /// `None` below two cases of different sides or games, as for the others.
    pub held_worth: Option<Interval>,
    /// By how many points that seat is farther ahead of the mean of its opponents than in all games; `None` also without opponents.
    pub held_lead: Option<Interval>,
    /// As `held_worth`, of the seats that played it.
    pub played_worth: Option<Interval>,
}

/// The figures of a row, by its number; `None` where nothing was counted of it.
pub fn card_worth(
    (deck, id): &(String, String),
    row: usize,
    teams: &[usize],
    counts: &LabCounts,
) -> Option<CardWorth> {
    let (count, played) = (counts.results.rows.get(row)?, counts.played.get(row)?);
    let wins = &counts.results.wins;
    let games = wins.games;
    Some(CardWorth {
        deck: deck.clone(),
        row: id.clone(),
        in_play: Interval::share(count.in_play, games),
        counted: Interval::share(count.counted, games),
        cases: count.held.cases(),
        played: Interval::share_in_clusters(&played.of_seats(games)),
        held_worth: count.held.worth(wins).map(|worth| worth.interval()),
        held_lead: lead(&count.held, &opponents(teams), counts),
        played_worth: played.worth(wins).map(|worth| worth.interval()),
    })
}

/// The holders' margins, above those of their seats in all games.
fn lead(count: &CaseCount, opponents: &[usize], counts: &LabCounts) -> Option<Interval> {
    let effective = count.effective()?;
    let cases = count.cases() as f64;
    // Margins were counted times the number of opponents.
    let seats = count.seats.iter().zip(&counts.results.seats).zip(opponents);
    let seats: Vec<(&Sums, f64, f64)> = seats
        .filter(|(_, opponents)| **opponents > 0)
        .map(|((held, seat), opponents)| (&held.margin, seat.margin.mean(), *opponents as f64))
        .collect();
    if seats.is_empty() {
        return None;
    }
    let above = |(held, base, times): &(&Sums, f64, f64)| {
        (held.sum as f64 - base * held.games as f64) / times
    };
    let value = seats.iter().map(above).sum::<f64>() / cases;
    let distances = |(held, base, times): &(&Sums, f64, f64)| {
        held.distances(base + value * times) / (times * times)
    };
    let distances: f64 = seats.iter().map(distances).sum();
    let variance = distances / (cases - 1.0);
    Some(Interval::of_mean(value, variance, effective))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, Seat};

    fn sum(values: &[i64]) -> Sums {
        let mut sum = Sums::default();
        values.iter().for_each(|value| sum.enter(*value));
        sum
    }

    /// A hundred games of a seat that wins 60 of them by 20 points, for its two opponents together, and loses the others by
    /// as much; and a row that counted for it in the games with those margins.
    fn card(margins: &[i64]) -> CardWorth {
        let all: Vec<i64> = (0..100).map(|g| if g < 60 { 20 } else { -20 }).collect();
        let mut counts = LabCounts::new(3, 1);
        let results = &mut counts.results;
        for game in 0..100 {
            let winner = if game < 60 { Seat(0) } else { Seat(1) };
            results.wins.enter(&won_by(&[winner]));
        }
        results.seats[0].margin = sum(&all);
        for margin in margins {
            let winner = if *margin > 0 { Seat(0) } else { Seat(1) };
            let held = &mut results.rows[0].held;
            held.enter(
                &[(0, Seat(0))],
                &won_by(&[winner]),
                &[0, 1, 2],
                &[*margin, 0, 0],
            );
        }
        card_worth(&("tools".into(), "rope".into()), 0, &[0, 1, 2], &counts).unwrap()
    }

    fn won_by(winners: &[Seat]) -> Outcome {
        Outcome {
            scores: Vec::new(),
            winners: winners.to_vec(),
            level: Vec::new(),
            by: "points",
        }
    }

    fn values(card: &CardWorth) -> Option<(f64, f64)> {
        let round = |interval: Interval| (interval.value * 1e9).round() / 1e9;
        Some((round(card.held_worth?), round(card.held_lead?)))
    }

    #[test]
    fn a_card_is_measured_against_what_its_seat_wins_anyway() {
        // 3 of 5 games won, as ever.
        let usual = card(&[20, 20, 20, -20, -20]);
        assert_eq!(values(&usual), Some((0.0, 0.0)));
        // 4 of 5 won. Per opponent 6 points ahead, and 2 in all games.
        let better = card(&[20, 20, 20, 20, -20]);
        assert_eq!(values(&better), Some((0.2, 4.0)));
        // Points of the five: 10, 10, 10, 10, -10. Their standard deviation is the root of 80.
        // Student's table for 4 degrees of freedom.
        let half = 2.776_445 * (80.0_f64 / 5.0).sqrt();
        assert!((better.held_lead.unwrap().half() - half).abs() < 1e-6);
    }

    /// A game of four that is won in half of the games; all four play the row, in all of them or in every second.
    fn played_by_all(teams: [usize; 4], in_all: bool) -> CardWorth {
        let mut counts = LabCounts::new(4, 1);
        let seats = [0, 1, 2, 3].map(Seat);
        for game in 0..100_u64 {
            let winners: &[Seat] = if game % 2 == 0 { &seats } else { &[] };
            counts.results.wins.enter(&won_by(winners));
            if in_all || game % 4 < 2 {
                let cases = seats.map(|seat| (0, seat));
                counts.played[0].enter(&cases, &won_by(winners), &teams, &[0; 4]);
            }
        }
        card_worth(&("tools".into(), "rope".into()), 0, &teams, &counts).unwrap()
    }

    #[test]
    fn seats_that_win_together_are_one_case() {
        // Who always plays it wins what all games are won: there is no chance in it.
        let always = played_by_all([0; 4], true).played_worth.unwrap();
        assert!(always.value == 0.0 && always.half() < 0.01, "{always:?}");
        // In every second game: 50 cases, not 200, and those of all games as well: 0.25 / 50 + 0.25 / 100 - 2 * 0.25 / 100.
        for teams in [[0; 4], [0, 1, 2, 3]] {
            let half = played_by_all(teams, false).played_worth.unwrap().half();
            assert!((half - 1.96 * 0.0025_f64.sqrt()).abs() < 0.01, "{half}");
        }
        let together = played_by_all([0; 4], true);
        // Where all play it or none does, it is games that are counted.
        let played = played_by_all([0; 4], false).played;
        assert!((played.half() / Interval::share(50, 100).half() - 1.0).abs() < 0.02);
        assert_eq!(together.played.value, 1.0);
        assert_eq!(together.held_lead, None);
    }

    #[test]
    fn one_case_shows_nothing() {
        assert_eq!(values(&card(&[20])), None);
        assert_eq!(card(&[20]).cases, 1);
    }
}
