//! How a game ended.

use super::Seat;

/// One part of a score: "countries" 14, "regions" 3, "protests" -4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub what: &'static str,
    pub points: i32,
}

/// What one seat has in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    pub parts: Vec<Part>,
    /// The sum of the parts.
    pub total: i32,
}

impl Score {
    pub fn of(parts: Vec<Part>) -> Self {
        Score {
            total: parts.iter().map(|p| p.points).sum(),
            parts,
        }
    }
}

/// The end of a game.
///
/// Seats of a team have the same score and win together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One a seat, in order.
    pub scores: Vec<Score>,
    /// Who won: a seat, all seats of a team, or nobody.
    pub winners: Vec<Seat>,
    /// What decided: "points", "fewer-countries", "draw".
    pub by: &'static str,
}
