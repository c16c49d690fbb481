//! Compares who wins random games before and after a change. Two [`ShownGame`]s and a plan come in; each side's share of the
//! wins goes out. Called by the command `diff`.

use super::scenario_outcomes::prover;
use super::side::ShownGame;
use crate::rules::Variant;
use crate::source::Diagnostics;
use crate::statistics::Interval;
use crate::verify::balance::{Balance, BalancePlan};

/// One variant of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantShares {
    /// What it is called; empty where there is one only.
    pub variant: String,
    pub sides: Vec<SideShare>,
}

/// The share of the games that a side wins.
#[derive(Debug, Clone, PartialEq)]
pub struct SideShare {
    pub seats: Vec<String>,
    pub old: Interval,
    pub new: Interval,
}

impl SideShare {
    /// Whether chance alone hardly makes such a difference: neither interval holds the other's share.
    pub fn parted(&self) -> bool {
        self.old.high < self.new.low || self.new.high < self.old.low
    }
}

/// Plays random games of each variant that both have; nothing when one of them cannot be played.
///
/// # Errors
/// When the data of one of them cannot be played.
pub fn shares(
    old: &ShownGame,
    new: &ShownGame,
    plan: &BalancePlan,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<VariantShares>, Diagnostics> {
    let (Some(was), Some(is)) = (prover(old), prover(new)) else {
        return Ok(Vec::new());
    };
    let before = Variant::all(&was.axes(&old.pack));
    let mut all = Vec::new();
    let mut done = 0;
    for variant in Variant::all(&is.axes(&new.pack)) {
        if !before.contains(&variant) {
            continue;
        }
        let from = done;
        let told = |games: u64| progress(from + games);
        let then = was.balance(&old.pack, &variant, plan, &told)?;
        let told = |games: u64| progress(from + plan.games + games);
        let now = is.balance(&new.pack, &variant, plan, &told)?;
        done += 2 * plan.games;
        all.push(VariantShares {
            variant: variant.word(),
            sides: sides(&then, &now),
        });
    }
    Ok(all)
}

fn sides(then: &Balance, now: &Balance) -> Vec<SideShare> {
    let pairs = now.sides.iter().filter_map(|side| {
        let old = then.sides.iter().find(|s| s.seats == side.seats)?;
        Some(SideShare {
            seats: side.seats.clone(),
            old: old.wins,
            new: side.wins,
        })
    });
    pairs.collect()
}
