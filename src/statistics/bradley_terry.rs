//! The model of Bradley and Terry (Biometrika, 1952): a player of strength s scores 1 / (1 + exp(t − s)) against one of
//! strength t. Scores of pairings come in; the likeliest strengths and their information go out. Called by
//! `tournament`.

use super::cholesky::Cholesky;
use super::elo::WinDrawLoss;

/// Newton's steps double the digits; a tournament needs about six.
const MOST_STEPS: usize = 100;

/// What the likelihood is a function of: scores and numbers of games, the prior's draws among them.
pub(super) struct PairingScores {
    players: usize,
    /// Row against column.
    scores: Vec<f64>,
    games: Vec<f64>,
}

impl PairingScores {
    pub fn new(players: usize, results: &[WinDrawLoss], prior_draws: f64) -> Self {
        let draws = |results: &WinDrawLoss| match results.games() {
            0 => 0.0,
            _ => prior_draws,
        };
        let score = |results: &WinDrawLoss| {
            results.wins as f64 + 0.5 * (results.draws as f64 + draws(results))
        };
        let games = |results: &WinDrawLoss| results.games() as f64 + draws(results);
        PairingScores {
            players,
            scores: results.iter().map(score).collect(),
            games: results.iter().map(games).collect(),
        }
    }

    /// The players to whom no chain of scores leads from the reference, or from whom none leads back (Ford, Solution of
    /// a Ranking Problem, 1957).
    pub fn unbounded(&self, reference: usize) -> Vec<usize> {
        let scored_against =
            |row: usize, column: usize| self.scores[row * self.players + column] > 0.0;
        let below = self.reached(reference, scored_against);
        let above = self.reached(reference, |row, column| scored_against(column, row));
        (0..self.players)
            .filter(|player| !(below[*player] && above[*player]))
            .collect()
    }

    fn reached(&self, from: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.players];
        let mut waiting = vec![from];
        while let Some(player) = waiting.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                waiting.extend((0..self.players).filter(|other| leads(player, *other)));
            }
        }
        reached
    }

    /// The maximum by Newton's method. A step that does not lead up is halved: the logarithm of the likelihood is
    /// concave, so a small enough one does.
    pub fn likeliest_strengths(&self, reference: usize) -> Vec<f64> {
        let mut strengths = vec![0.0; self.players];
        let mut likelihood = self.log_likelihood(&strengths);
        for _ in 0..MOST_STEPS {
            let gradient = self.gradient(&strengths, reference);
            let mut step = self.information(&strengths, reference).solve(gradient);
            let next = loop {
                let moved = strengths.iter().zip(&step).map(|(at, by)| at + by);
                let moved: Vec<f64> = moved.collect();
                let found = self.log_likelihood(&moved);
                if found > likelihood {
                    break Some((moved, found));
                }
                if step.iter().all(|by| by.abs() < 1e-12) {
                    break None;
                }
                step.iter_mut().for_each(|by| *by /= 2.0);
            };
            match next {
                Some(higher) => (strengths, likelihood) = higher,
                None => break,
            }
        }
        strengths
    }

    /// Σ score · ln P(win), over both halves.
    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (row, of_row) in strengths.iter().enumerate() {
            for (column, of_column) in strengths.iter().enumerate() {
                let score = self.scores[row * self.players + column];
                // Not infinity times zero where a step went too far.
                if score > 0.0 {
                    sum -= score * libm::log1p(libm::exp(of_column - of_row));
                }
            }
        }
        sum
    }

    /// Score minus expected score. The reference does not move.
    fn gradient(&self, strengths: &[f64], reference: usize) -> Vec<f64> {
        let of_player = |player: usize| -> f64 {
            let surplus = (0..self.players).map(|other| {
                let at = player * self.players + other;
                self.scores[at] - self.games[at] * expected_score(strengths, player, other)
            });
            surplus.sum()
        };
        let mut gradient: Vec<f64> = (0..self.players).map(of_player).collect();
        gradient[reference] = 0.0;
        gradient
    }

    /// The negative second derivatives. Row and column of the reference are those of a unit matrix, which pins it.
    pub fn information(&self, strengths: &[f64], reference: usize) -> Cholesky {
        let players = self.players;
        let mut matrix = vec![0.0; players * players];
        for row in 0..players {
            for column in (0..players).filter(|column| *column != row) {
                let expected = expected_score(strengths, row, column);
                let weight = self.games[row * players + column] * expected * (1.0 - expected);
                if row != reference {
                    matrix[row * players + row] += weight;
                    if column != reference {
                        matrix[row * players + column] = -weight;
                    }
                }
            }
        }
        matrix[reference * players + reference] = 1.0;
        Cholesky::new(players, matrix)
    }
}

fn expected_score(strengths: &[f64], player: usize, other: usize) -> f64 {
    1.0 / (1.0 + libm::exp(strengths[other] - strengths[player]))
}
