//! The games of one player against another.

use serde::{Deserialize, Serialize};

use super::counts::merge_fields;

/// The games of one player against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinDrawLoss {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl WinDrawLoss {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

merge_fields!(WinDrawLoss: wins, draws, losses);
