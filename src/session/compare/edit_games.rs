//! Plays random games in pairs, before a change and after it, of every variant that both versions have. Two [`ShownGame`]s come in, what
//! the pairs say goes out. Called by the command `diff` and the studio.

use crate::lab::{PartResults, Shard, pair_names};
use crate::players::{SeatPolicies, SeatPolicy};
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::lab::findings::{PairFinding, pair_findings};
use crate::session::lab::runs::{LabAsked, LabProgress, Stopping, lab_pairs};
use crate::session::open::compared_game::ShownGame;
use crate::session::open::selection::is_playable;
use crate::source::Diagnostics;

/// Percentage points of wins below which a difference does not matter.
const NEGLIGIBLE: f64 = 1.0;

/// What the pairs of one variant say.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantDifference {
    /// In words; empty for the only one.
    pub variant: String,
    pub found: Vec<PairFinding>,
}

/// Plays so many pairs of each variant that both have with the same seats and sides; nothing when one of them cannot be played.
///
/// # Errors
/// When the data of one of them cannot be played.
pub fn edit_games(
    old: &ShownGame,
    new: &ShownGame,
    (pairs, seed): (u64, u64),
    progress: LabProgress<'_>,
) -> Result<Vec<VariantDifference>, Diagnostics> {
    let packs = [&old.pack, &new.pack];
    if !packs.into_iter().all(is_playable) {
        return Ok(Vec::new());
    }
    let [before, after] = packs.map(|pack| Variant::all(&script_axes(&pack.game)));
    let mut variants = Vec::new();
    for variant in after {
        if !before.contains(&variant) {
            continue;
        }
        match pair_names(packs, &variant) {
            Ok(_) => variants.push(variant),
            Err(fault) if fault.of.is_none() => {}
            Err(fault) => return Err(fault.into()),
        }
    }
    let asked = LabAsked {
        policies: SeatPolicies::all(SeatPolicy::Uniform),
        against: None,
        games: pairs,
        seed,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        shard: Shard::WHOLE,
        follows_lead: false,
        command: format!(
            "lab {} {} --policy uniform --games {pairs} --seed {seed}",
            old.label, new.label
        ),
    };
    let stopping = Stopping { negligible: NEGLIGIBLE, is_early: false };
    let part = lab_pairs(packs, &variants, &asked, stopping, progress)?;
    let PartResults::Pairs(all) = &part.results else {
        return Ok(Vec::new());
    };
    let differences = all.iter().map(|one| VariantDifference {
        variant: one.variant.describe(),
        found: pair_findings(one, pairs, NEGLIGIBLE),
    });
    Ok(differences.collect())
}
