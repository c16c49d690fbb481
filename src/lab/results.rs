//! Counts finished games: who won, by how much, and which rows were held. An outcome comes in; whole numbers go out,
//! so the sums do not depend on the order in which threads finish. Called by `counts`; `figures` reads them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cases::{CaseCount, WinCounts};
use super::rows::RowsInPlay;
use crate::rules::{Outcome, Score, Seat};
use crate::script::Rules;
use crate::statistics::{ALIKE, Sums, merge_fields};
use crate::table::{CardSet, Table};

/// Counts of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCounts {
    pub wins: WinCounts,
    /// In how many games what decided.
    pub by: BTreeMap<String, u64>,
    pub seats: Vec<SeatCount>,
    /// The score of a winner, of each game that somebody won, and the sum of all scores.
    #[serde(default)]
    pub winner: Sums,
    #[serde(default)]
    pub stakes: Sums,
    pub rows: Vec<RowCount>,
}

/// Counts of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCount {
    /// Totals of its scores.
    pub points: Sums,
    /// Points of each part of the score in the games whose score has it, by its place in the score and its name.
    pub parts: BTreeMap<usize, BTreeMap<String, Sums>>,
}

/// Counts of one row of cards, its copies together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCount {
    /// Games in which a copy came into play.
    pub in_play: u64,
    /// Games in which a copy counted for a seat in the end.
    pub counted: u64,
    /// The seats for which a copy counted.
    pub held: CaseCount,
}

impl ResultCounts {
    pub fn new(seats: usize, rows: usize) -> Self {
        let row = RowCount { held: CaseCount::new(seats), ..RowCount::default() };
        ResultCounts {
            wins: WinCounts::new(seats),
            seats: vec![SeatCount::default(); seats],
            rows: vec![row; rows],
            ..ResultCounts::default()
        }
    }

    /// Whether one wins what the others lose, and in one game much more than in another: the standard deviation of a winner's score is at
    /// least a quarter of its mean.
    pub fn is_for_stakes(&self) -> bool {
        let (mean, variance) = (self.winner.mean(), self.winner.variance());
        let is_shared = self.stakes.games >= ALIKE && self.stakes.variance() == 0.0;
        is_shared && variance > 0.0 && 16.0 * variance >= mean * mean
    }

    /// Counts a game that is over; `teams` is the side of each seat.
    pub fn enter<S: CardSet>(
        &mut self,
        game: &Rules<S>,
        state: &Table<S>,
        outcome: &Outcome,
        teams: &[usize],
        seen: &mut RowsInPlay<'_>,
    ) {
        self.wins.enter(outcome);
        let total = |score: &Score| i64::from(score.total);
        let winner = outcome.winners.first();
        let winner = winner.and_then(|seat| outcome.scores.get(usize::from(seat.0)));
        winner.map(total).into_iter().for_each(|points| self.winner.enter(points));
        self.stakes.enter(outcome.scores.iter().map(total).sum::<i64>());
        add(&mut self.by, &outcome.by, |games| *games += 1);
        for (seat, score) in self.seats.iter_mut().zip(&outcome.scores) {
            seat.points.enter(i64::from(score.total));
            for (place, part) in score.parts.iter().enumerate() {
                let parts = seat.parts.entry(place).or_default();
                add(parts, &part.what, |points| points.enter(part.points));
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
        for cases in held.chunk_by(|a, b| a.0 == b.0) {
            let row = cases[0].0;
            seen.rows[row] = true;
            self.rows[row].counted += 1;
            self.rows[row].held.enter(cases, outcome, teams);
        }
        for (count, seen) in self.rows.iter_mut().zip(&mut seen.rows) {
            count.in_play += u64::from(std::mem::take(seen));
        }
    }
}

/// Adds to the count of a word, whose text is copied only when it is new.
fn add<C: Default>(counts: &mut BTreeMap<String, C>, word: &str, enter: impl FnOnce(&mut C)) {
    match counts.get_mut(word) {
        Some(count) => enter(count),
        None => enter(counts.entry(word.to_owned()).or_default()),
    }
}

merge_fields!(SeatCount: points, parts);
merge_fields!(RowCount: in_play, counted, held);
merge_fields!(ResultCounts: wins, by, seats, winner, stakes, rows);
