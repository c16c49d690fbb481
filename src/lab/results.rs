//! Counts finished games: who won, by how much, and which rows were held. An outcome comes in; whole numbers go out,
//! so the sums do not depend on the order in which threads finish. Called by `counts`; `figures` reads them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rows::RowsInPlay;
use crate::rules::{Game, Outcome, Seat};
use crate::statistics::{Merge, PairedSums, Sums};

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

/// Seats of games for which a row counted, or that played it: a seat of a game is one case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCount {
    pub seats: Vec<HeldCount>,
    /// The seats of each side of a game that has one: they win and lose together.
    pub by_side: Sums,
    /// The seats of each game that has one.
    pub by_game: Sums,
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

impl CaseCount {
    pub fn new(seats: usize) -> Self {
        CaseCount {
            seats: vec![HeldCount::default(); seats],
            ..CaseCount::default()
        }
    }

    /// The number of cases.
    pub fn cases(&self) -> u64 {
        self.seats.iter().map(|count| count.margin.games).sum()
    }

    /// Counts the seats of one game, each of them once; `teams` is the side of each seat, and `margins` are [`ResultCounts::margins`].
    pub(super) fn enter(
        &mut self,
        cases: &[(usize, Seat)],
        outcome: &Outcome,
        teams: &[usize],
        margins: &[i64],
    ) {
        let side = |seat: Seat| teams.get(usize::from(seat.0));
        for (at, (_, seat)) in cases.iter().enumerate() {
            let number = usize::from(seat.0);
            if let (Some(count), Some(margin)) = (self.seats.get_mut(number), margins.get(number)) {
                count.enter(outcome.winners.contains(seat), *margin);
            }
            let of_side = |(_, other): &&(usize, Seat)| side(*other) == side(*seat);
            if cases[..at].iter().all(|case| !of_side(&case)) {
                self.by_side
                    .enter(cases.iter().filter(of_side).count() as i64);
            }
        }
        self.by_game.enter(cases.len() as i64);
    }

    /// The seats of each game (x), and those of them that are cases (y).
    pub fn of_seats(&self, games: u64) -> PairedSums {
        let seats = self.seats.len() as i128;
        PairedSums {
            pairs: games,
            sum_x: i128::from(games) * seats,
            squares_x: i128::from(games) * seats * seats,
            sum_y: self.by_game.sum,
            squares_y: self.by_game.squares,
            products: seats * self.by_game.sum,
        }
    }
}

impl Merge for CaseCount {
    fn merge(&mut self, other: &CaseCount) {
        for (own, more) in self.seats.iter_mut().zip(&other.seats) {
            own.merge(more);
        }
        self.by_side.merge(&other.by_side);
        self.by_game.merge(&other.by_game);
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
            held: CaseCount::new(seats),
            ..RowCount::default()
        };
        ResultCounts {
            seats: vec![SeatCount::default(); seats],
            rows: vec![row; rows],
            ..ResultCounts::default()
        }
    }

    /// Counts a game that is over; `teams` is the side of each seat.
    pub fn enter<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        outcome: &Outcome,
        teams: &[usize],
        seen: &mut RowsInPlay<'_>,
    ) {
        let margins = ResultCounts::margins(outcome, teams);
        self.games += 1;
        self.draws += u64::from(outcome.winners.is_empty());
        add(&mut self.by, outcome.by, |games| *games += 1);
        for ((seat, score), margin) in self.seats.iter_mut().zip(&outcome.scores).zip(&margins) {
            seat.points.enter(i64::from(score.total));
            seat.margin.enter(*margin);
            for (place, part) in score.parts.iter().enumerate() {
                let parts = seat.parts.entry(place).or_default();
                add(parts, part.what, |points| points.enter(part.points));
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
        for cases in held.chunk_by(|a, b| a.0 == b.0) {
            let row = cases[0].0;
            seen.rows[row] = true;
            self.rows[row].counted += 1;
            self.rows[row].held.enter(cases, outcome, teams, &margins);
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

/// Adds to the count of a word, whose text is copied only when it is new.
fn add<C: Default>(counts: &mut BTreeMap<String, C>, word: &str, enter: impl FnOnce(&mut C)) {
    match counts.get_mut(word) {
        Some(count) => enter(count),
        None => enter(counts.entry(word.to_owned()).or_default()),
    }
}

impl Merge for ResultCounts {
    fn merge(&mut self, other: &ResultCounts) {
        self.games += other.games;
        self.draws += other.draws;
        for (by, games) in &other.by {
            add(&mut self.by, by, |own| *own += games);
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.wins += theirs.wins;
            mine.points.merge(&theirs.points);
            mine.margin.merge(&theirs.margin);
            for (place, parts) in &theirs.parts {
                for (what, points) in parts {
                    let parts = mine.parts.entry(*place).or_default();
                    add(parts, what, |own: &mut Sums| own.merge(points));
                }
            }
        }
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            mine.in_play += theirs.in_play;
            mine.counted += theirs.counted;
            mine.held.merge(&theirs.held);
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
