//! Counts finished games: who won, by how much, and which rows were held. An outcome comes in; whole numbers go out,
//! so the sums do not depend on the order in which threads finish. Called by `counts`; `figures` reads them.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::rows::RowsInPlay;
use crate::rules::{Game, Outcome, Seat};
use crate::statistics::{Merge, Sums};

/// Counts of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCounts {
    pub games: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// In how many games what decided.
    pub by: BTreeMap<String, u64>,
    pub seats: Vec<SeatCount>,
    pub rows: Vec<RowCount>,
}

/// Counts of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCount {
    pub wins: u64,
    /// Totals of its scores.
    pub points: Sums,
    /// See [`ResultCounts::margins`].
    pub margin: Sums,
    /// Points of each part of the score, by its place in the score and its name.
    pub parts: BTreeMap<usize, BTreeMap<String, i64>>,
}

/// Counts of one row of cards, its copies together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCount {
    /// Games in which a copy came into play.
    pub in_play: u64,
    /// Games in which a copy counted for a seat in the end.
    pub counted: u64,
    /// For each seat: the games in which a copy counted for it.
    pub held: Vec<HeldCount>,
}

/// Games in which a row counted for a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldCount {
    pub wins: u64,
    /// The seat's, see [`ResultCounts::margins`].
    pub margin: Sums,
}

impl HeldCount {
    pub fn enter(&mut self, won: bool, margin: i64) {
        self.wins += u64::from(won);
        self.margin.enter(margin);
    }
}

impl Merge for HeldCount {
    fn merge(&mut self, other: &HeldCount) {
        self.wins += other.wins;
        self.margin.merge(&other.margin);
    }
}

impl ResultCounts {
    pub fn new(seats: usize, rows: usize) -> Self {
        let row = RowCount {
            held: vec![HeldCount::default(); seats],
            ..RowCount::default()
        };
        ResultCounts {
            seats: vec![SeatCount::default(); seats],
            rows: vec![row; rows],
            ..ResultCounts::default()
        }
    }

    /// Counts a game that is over, with its [`ResultCounts::margins`].
    pub fn enter<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        outcome: &Outcome,
        margins: &[i64],
        seen: &mut RowsInPlay<'_>,
    ) {
        self.games += 1;
        self.draws += u64::from(outcome.winners.is_empty());
        add(&mut self.by, outcome.by, 1);
        for ((seat, score), margin) in self.seats.iter_mut().zip(&outcome.scores).zip(margins) {
            seat.points.enter(i64::from(score.total));
            seat.margin.enter(*margin);
            for (place, part) in score.parts.iter().enumerate() {
                add(
                    seat.parts.entry(place).or_default(),
                    part.what,
                    part.points.into(),
                );
            }
        }
        for winner in &outcome.winners {
            if let Some(seat) = self.seats.get_mut(usize::from(winner.0)) {
                seat.wins += 1;
            }
        }
        let held = game.holders(state).into_iter().filter_map(|(card, seat)| {
            let row = seen.row(card)?;
            Some((row, seat))
        });
        let mut held: Vec<(usize, Seat)> = held.collect();
        held.sort_unstable();
        // Two copies in one hand are one case.
        held.dedup();
        let mut last = None;
        for (row, seat) in held {
            seen.rows[row] = true;
            let count = &mut self.rows[row];
            count.counted += u64::from(last != Some(row));
            last = Some(row);
            let number = usize::from(seat.0);
            if let (Some(held), Some(margin)) = (count.held.get_mut(number), margins.get(number)) {
                held.enter(outcome.winners.contains(&seat), *margin);
            }
        }
        for (count, seen) in self.rows.iter_mut().zip(&mut seen.rows) {
            count.in_play += u64::from(std::mem::take(seen));
        }
    }

    /// For each seat its total less the mean of its opponents' totals, times the number of opponents: a whole number.
    pub fn margins(outcome: &Outcome, teams: &[usize]) -> Vec<i64> {
        let totals: Vec<i64> = outcome.scores.iter().map(|s| s.total.into()).collect();
        let margin = |seat: usize| {
            let against = teams.iter().zip(&totals);
            let against = against.filter(|(team, _)| **team != teams[seat]);
            against.map(|(_, total)| totals[seat] - total).sum()
        };
        (0..totals.len().min(teams.len())).map(margin).collect()
    }
}

/// Adds to the count of a word.
fn add<N: AddAssign + Default>(counts: &mut BTreeMap<String, N>, word: &str, more: N) {
    match counts.get_mut(word) {
        Some(count) => *count += more,
        None => {
            counts.insert(word.to_owned(), more);
        }
    }
}

impl Merge for ResultCounts {
    fn merge(&mut self, other: &ResultCounts) {
        self.games += other.games;
        self.draws += other.draws;
        for (by, games) in &other.by {
            add(&mut self.by, by, *games);
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.wins += theirs.wins;
            mine.points.merge(&theirs.points);
            mine.margin.merge(&theirs.margin);
            for (place, parts) in &theirs.parts {
                for (what, points) in parts {
                    add(mine.parts.entry(*place).or_default(), what, *points);
                }
            }
        }
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            mine.in_play += theirs.in_play;
            mine.counted += theirs.counted;
            for (mine, theirs) in mine.held.iter_mut().zip(&theirs.held) {
                mine.merge(theirs);
            }
        }
    }
}

/// How many opponents each seat has.
pub fn opponents(teams: &[usize]) -> Vec<usize> {
    let against = |team: &usize| teams.iter().filter(|other| *other != team).count();
    teams.iter().map(against).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Score, ScorePart};

    fn outcome(totals: &[i32]) -> Outcome {
        let score = |points: &i32| {
            Score::new(vec![ScorePart {
                what: "points",
                points: *points,
            }])
        };
        Outcome {
            scores: totals.iter().map(score).collect(),
            winners: Vec::new(),
            level: Vec::new(),
            by: "points",
        }
    }

    #[test]
    fn a_margin_is_over_the_opponents_and_not_over_the_team() {
        assert_eq!(ResultCounts::margins(&outcome(&[7, 4]), &[0, 1]), [3, -3]);
        assert_eq!(
            ResultCounts::margins(&outcome(&[7, 4, 1]), &[0, 1, 2]),
            [9, 0, -9]
        );
        assert_eq!(
            ResultCounts::margins(&outcome(&[7, 4, 7, 4]), &[0, 1, 0, 1]),
            [6, -6, 6, -6]
        );
        assert_eq!(opponents(&[0, 1, 0, 1]), [2, 2, 2, 2]);
    }
}
