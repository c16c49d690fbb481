//! The result of running the scenarios of a game. `running` and `coverage` fill it; the commands print it.

use crate::source::Diagnostics;

/// One scenario that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioOutcome {
    /// The file's name without its ending.
    pub slug: String,
    pub title: String,
    /// The clauses that it shows: "CH2-E6".
    pub cites: Vec<String>,
    /// What does not hold in it.
    pub fault: Option<String>,
}

impl ScenarioOutcome {
    pub fn holds(&self) -> bool {
        self.fault.is_none()
    }
}

/// All scenarios of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScenarioReport {
    pub scenarios: Vec<ScenarioOutcome>,
    /// What does not hold, and what cannot be read.
    pub faults: Diagnostics,
    /// Clauses that no scenario shows and that are not declared as invisible, in the order of the rules.
    pub without: Vec<String>,
    /// Refusals with which no scenario expects a move to be refused, each with its clause.
    pub unshown_refusals: Vec<String>,
    /// Clauses that no table can show, each with the reason that the data gives.
    pub not_on_a_table: Vec<(String, String)>,
}

impl ScenarioReport {
    /// How many hold.
    pub fn held(&self) -> usize {
        self.scenarios.iter().filter(|s| s.holds()).count()
    }

    /// A line about refusals that no scenario shows; nothing where all are shown, or there are no scenarios.
    pub fn refusals_summary(&self) -> Option<String> {
        if self.unshown_refusals.is_empty() || self.scenarios.is_empty() {
            return None;
        }
        let unshown = self.unshown_refusals.join(", ");
        Some(format!("no scenario shows a move refused with {unshown}"))
    }

    /// One line: "24 scenarios hold; every rule has one".
    pub fn summary(&self) -> String {
        let (held, all) = (self.held(), self.scenarios.len());
        let hold = match (held, all) {
            (_, 0) => return "no scenarios".to_owned(),
            (1, 1) => "1 scenario holds".to_owned(),
            _ if held == all => format!("{all} scenarios hold"),
            _ => format!("{held} of {all} scenarios hold"),
        };
        match self.without.as_slice() {
            [] => format!("{hold}; every rule has one"),
            without => format!("{hold}; none shows {}", without.join(", ")),
        }
    }
}
