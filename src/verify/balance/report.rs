//! The balance figures of one variant. Counts come in; shares and means with their 95 % intervals go out. `run` makes
//! it; `judge` and the commands read it.

use super::cards::CardRows;
use super::count::{BalanceCounts, HeldCount, RowCount, SeatCount, opponents};
use crate::rules::Names;
use crate::statistics::{Interval, Sums};

/// The figures of one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    pub games: u64,
    pub decisions: u64,
    pub sides: Vec<SeatBalance>,
    /// Games that nobody won.
    pub draws: Interval,
    /// What decided, in how many games; the most frequent first.
    pub by: Vec<(&'static str, u64)>,
    /// Every row that is in the game, deck by deck.
    pub cards: Vec<CardFigures>,
}

/// A seat, or the seats of a team.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatBalance {
    pub seats: Vec<String>,
    /// The share of the games that it wins.
    pub wins: Interval,
    /// The mean of its total, and of each part of its score.
    pub points: f64,
    pub parts: Vec<(&'static str, f64)>,
}

/// A row of cards, its copies together.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFigures {
    pub deck: String,
    pub row: String,
    /// Games in which a copy was drawn, moved or turned.
    pub in_play: u64,
    /// Games in which a copy counted for a seat in the end.
    pub counted: u64,
    /// The same, for each seat by itself: where it counts for two, there are two cases.
    pub held: u64,
    /// How much more often the seat for which it counts wins than that seat wins in all games: 0.05 is 52 % of the games
    /// and not 47 %. `None` when it was held less than twice, as for the points.
    pub wins: Option<Interval>,
    /// By how many points that seat is farther ahead of the mean of its opponents than in all games.
    pub points: Option<Interval>,
}

impl Balance {
    pub fn new(names: &Names, cards: &CardRows, teams: &[usize], counts: &BalanceCounts) -> Self {
        let mut by: Vec<_> = counts.by.iter().map(|(by, games)| (*by, *games)).collect();
        by.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        let sides = teams.iter().max().map_or(0, |last| last + 1);
        let opponents = opponents(teams);
        let figures = cards.rows.iter().zip(&counts.rows).map(|(row, count)| {
            let held: u64 = count.held.iter().map(|h| h.margin.games).sum();
            let shown = held >= 2;
            CardFigures {
                deck: row.deck.clone(),
                row: row.id.clone(),
                in_play: count.in_play,
                counted: count.counted,
                held,
                wins: shown.then(|| wins(counts, count, held)),
                points: shown.then(|| points(counts, count, held, &opponents)),
            }
        });
        Balance {
            games: counts.games,
            decisions: counts.decisions,
            sides: (0..sides).map(|n| side(names, teams, n, counts)).collect(),
            draws: Interval::share(counts.draws, counts.games),
            by,
            cards: figures.collect(),
        }
    }

    /// The decks, in order.
    pub fn decks(&self) -> Vec<&str> {
        let mut decks: Vec<&str> = self.cards.iter().map(|c| c.deck.as_str()).collect();
        decks.dedup();
        decks
    }
}

fn side(names: &Names, teams: &[usize], number: usize, counts: &BalanceCounts) -> SeatBalance {
    let seats: Vec<usize> = (0..teams.len()).filter(|s| teams[*s] == number).collect();
    let name = |seat: &usize| names.seats.get(*seat).cloned().unwrap_or_default();
    let games = counts.games.max(1) as f64;
    let first = seats.first().and_then(|seat| counts.seats.get(*seat));
    let parts = first.into_iter().flat_map(|seat| &seat.parts);
    SeatBalance {
        seats: seats.iter().map(name).collect(),
        wins: Interval::share(first.map_or(0, |seat| seat.wins), counts.games),
        points: first.map_or(0.0, |seat| seat.points.sum as f64 / games),
        parts: parts
            .map(|((_, what), points)| (*what, *points as f64 / games))
            .collect(),
    }
}

/// The holders' share of wins, above what their seats win in all games.
fn wins(counts: &BalanceCounts, row: &RowCount, held: u64) -> Interval {
    let won = row.held.iter().map(|h| h.wins).sum();
    let games = counts.games.max(1) as f64;
    let expected = |(held, seat): (&HeldCount, &SeatCount)| {
        held.margin.games as f64 * seat.wins as f64 / games
    };
    let expected: f64 = row.held.iter().zip(&counts.seats).map(expected).sum();
    Interval::share(won, held).above(expected / held as f64)
}

/// The holders' margins, above those of their seats in all games.
fn points(counts: &BalanceCounts, row: &RowCount, held: u64, opponents: &[usize]) -> Interval {
    // Margins were counted times the number of opponents.
    let seats = row.held.iter().zip(&counts.seats).zip(opponents);
    let seats: Vec<(&Sums, f64, f64)> = seats
        .filter(|(_, opponents)| **opponents > 0)
        .map(|((held, seat), opponents)| (&held.margin, seat.margin.mean(), *opponents as f64))
        .collect();
    let above = |(held, base, times): &(&Sums, f64, f64)| {
        (held.sum as f64 - base * held.games as f64) / times
    };
    let value = seats.iter().map(above).sum::<f64>() / held as f64;
    let distances = |(held, base, times): &(&Sums, f64, f64)| {
        held.distances(base + value * times) / (times * times)
    };
    let distances: f64 = seats.iter().map(distances).sum();
    Interval::of_mean(value, distances / (held as f64 - 1.0), held)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(values: &[i64]) -> Sums {
        let mut sum = Sums::default();
        values.iter().for_each(|value| sum.enter(*value));
        sum
    }

    /// A hundred games of a seat that wins 60 of them by 20 points, for its two opponents together, and loses the others by
    /// as much; and a row that counted for it in the games with those margins.
    fn card(margins: &[i64]) -> CardFigures {
        let all: Vec<i64> = (0..100).map(|g| if g < 60 { 20 } else { -20 }).collect();
        let mut counts = BalanceCounts::new(3, 1);
        counts.games = 100;
        counts.seats[0].wins = 60;
        counts.seats[0].margin = sum(&all);
        counts.rows[0].held[0] = HeldCount {
            wins: margins.iter().filter(|m| **m > 0).count() as u64,
            margin: sum(margins),
        };
        let names = Names {
            cards: vec!["rope".to_owned()],
            ..Names::default()
        };
        let cards = CardRows::among(&names, [("tools", "rope")].into_iter());
        Balance::new(&names, &cards, &[0, 1, 2], &counts)
            .cards
            .remove(0)
    }

    fn values(card: &CardFigures) -> Option<(f64, f64)> {
        let round = |interval: Interval| (interval.value * 1e9).round() / 1e9;
        Some((round(card.wins?), round(card.points?)))
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
        let half = 1.959_964 * (80.0_f64 / 5.0).sqrt();
        assert!((better.points.unwrap().half() - half).abs() < 1e-6);
    }

    #[test]
    fn one_case_shows_nothing() {
        assert_eq!(values(&card(&[20])), None);
        assert_eq!(card(&[20]).held, 1);
    }
}
