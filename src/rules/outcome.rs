//! What the rules say of moves and ends: refusals, what a move is like, what is played for, scores and outcomes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Seat;

/// Why a move is not legal: a short stable word (`cannot-pay`), the clause, and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal<'a> {
    pub word: &'a str,
    /// The clauses, of each edition that has one: "CH1-R9, CH2-R5".
    pub clause: &'a str,
    pub says: &'a str,
}

impl Refusal<'_> {
    /// The sentence, with the word and the clause where it has one: `the card costs more than you have (too-dear, R4)`.
    pub fn describe(&self) -> String {
        let mut of = vec![self.word, self.clause];
        of.retain(|part| !part.is_empty());
        format!("{} ({})", self.says, of.join(", "))
    }
}

/// What a move is like, for players with preferences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveFeatures {
    /// The verb, 0 to 15.
    pub verb: u8,
    /// The row of the card that is played, 0 to 63.
    pub row: Option<u8>,
    /// The place that it goes to, 0 to 15.
    pub place: Option<u8>,
}

/// What a player that searches maximises, as `[table.end]` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// To win; points only decide between moves that win about as often.
    #[default]
    Wins,
    /// Its own score, whoever wins.
    Points,
    /// Its own part of the sum of all scores.
    Share,
}

impl Aim {
    /// What is counted, in the plural.
    pub fn unit(self) -> &'static str {
        match self {
            Aim::Wins => "wins",
            Aim::Points => "points",
            Aim::Share => "share",
        }
    }
}

/// One part of a score: "countries" 14, "regions" 3, "protests" -4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScorePart {
    pub what: Arc<str>,
    pub points: i32,
}

/// What one seat has in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    pub parts: Vec<ScorePart>,
    /// The sum of the parts.
    pub total: i32,
}

impl Score {
    pub fn new(parts: Vec<ScorePart>) -> Self {
        Score { total: parts.iter().map(|p| p.points).sum(), parts }
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
    /// Nobody is ahead of these: who won, or who share the first place of a game that nobody won.
    pub level: Vec<Seat>,
    /// What decided: "points", "fewer-countries", "draw".
    pub by: Arc<str>,
}
