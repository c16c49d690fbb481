//! The result of the conformance suite: each check, how often it ran, and where it first failed. [`super::run`] makes
//! it.

/// The result of the suite on one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conformance {
    pub games: u64,
    pub decisions: u64,
    /// In the order of the suite.
    pub checks: Vec<ConformanceCheck>,
}

impl Conformance {
    /// Whether every check held.
    pub fn holds(&self) -> bool {
        self.checks.iter().all(|check| check.failed.is_none())
    }

    /// The checks that did not hold, each with where it failed first.
    pub fn failures(&self) -> impl Iterator<Item = (&ConformanceCheck, &ConformanceFailure)> {
        let checks = self.checks.iter();
        checks.filter_map(|check| Some((check, check.failed.as_ref()?)))
    }
}

/// One check of the suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConformanceCheck {
    /// A short stable word.
    pub name: &'static str,
    /// What it promises.
    pub says: &'static str,
    /// How often it ran.
    pub done: u64,
    /// Where it did not hold, the first time.
    pub failed: Option<ConformanceFailure>,
}

/// Where a check failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConformanceFailure {
    /// The number of the game in the run, from 0.
    pub game: u64,
    /// Decisions before.
    pub ply: u32,
    /// The move that was played, as text; none at a game's end.
    pub mv: Option<String>,
    /// What is wrong.
    pub says: String,
}
