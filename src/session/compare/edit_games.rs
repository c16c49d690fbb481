//! Tries an edit: random games in pairs, before a change and after it, of every variant that both versions have; and the scenarios of both
//! versions, which of them pass or fail differently with the new data. Two [`ShownGame`]s come in, what differs goes out.

use crate::cards::Pack;
use crate::lab::{PartResults, Shard, pair_names};
use crate::players::{SeatPolicies, SeatPolicy};
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::lab::findings::{PairFinding, pair_findings};
use crate::session::lab::runs::{LabAsked, LabProgress, NEGLIGIBLE, Stopping, lab_pairs};
use crate::session::open::compared_game::ShownGame;
use crate::session::open::selection::is_playable;
use crate::source::{Diagnostics, Files};
use crate::verify::scenario::{ScenarioOutcome, run_scenarios};

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

/// What became of the scenarios.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scenarios {
    /// Held, and does not hold any more.
    pub broken: Vec<ScenarioOutcome>,
    /// Holds now.
    pub mended: Vec<ScenarioOutcome>,
    /// Was rewritten, and would fail in its old form.
    pub rewritten: Vec<ScenarioOutcome>,
    /// Only in the new game; with what was found, when it does not hold.
    pub new: Vec<ScenarioOutcome>,
    /// Only in the old game; with what is found now, when it would not hold any more.
    pub gone: Vec<ScenarioOutcome>,
    /// How many hold now as before.
    pub held: usize,
    /// How many failed before and still fail.
    pub failing: usize,
}

impl Scenarios {
    pub fn is_empty(&self) -> bool {
        let lists = [&self.broken, &self.mended, &self.rewritten, &self.new, &self.gone];
        lists.iter().all(|list| list.is_empty())
    }

    /// The lists, each with what its scenarios did: "held, does not hold any more".
    pub fn lists(&self) -> [(&'static str, &'static str, &[ScenarioOutcome]); 5] {
        [
            ("broken", "held, does not hold any more", &self.broken),
            ("mended", "holds now", &self.mended),
            ("rewritten", "edited, as it was it would not hold any more", &self.rewritten),
            ("new", "new", &self.new),
            ("gone", "gone", &self.gone),
        ]
    }
}

/// Runs the scenarios of both games with their own data, and those of the old one with the data of the new. `None` when neither
/// can be played.
///
/// # Errors
/// When the data of one of them cannot be played.
pub fn scenarios(
    old: &ShownGame,
    new: &ShownGame,
    files: &mut Files,
) -> Result<Option<Scenarios>, Diagnostics> {
    if !is_playable(&old.pack) && !is_playable(&new.pack) {
        return Ok(None);
    }
    let before = ran(&old.pack, files)?;
    let after = ran(&new.pack, files)?;
    let as_it_was = ran(&new.pack.beside(old.pack.folder.clone()), files)?;
    let text = |side: &ShownGame, slug: &str, files: &mut Files| {
        let name = format!("scenarios/{slug}.toml");
        side.pack.folder.text(&name, files).ok().map(|(_, text)| text)
    };
    let of = |all: &[ScenarioOutcome], slug: &str| all.iter().find(|o| o.slug == slug).cloned();
    let mut found = Scenarios::default();
    for now in after {
        let Some(then) = of(&before, &now.slug) else {
            found.new.push(now);
            continue;
        };
        let edited = text(old, &now.slug, files) != text(new, &now.slug, files);
        match (then.holds(), now.holds()) {
            (true, false) => found.broken.push(now),
            (false, true) => found.mended.push(now),
            (false, false) => found.failing += 1,
            (true, true) => match of(&as_it_was, &now.slug).filter(|o| edited && !o.holds()) {
                Some(outcome) => found.rewritten.push(outcome),
                None => found.held += 1,
            },
        }
    }
    let names = new.pack.folder.scenario_names();
    let is_gone = |o: &ScenarioOutcome| !names.contains(&format!("scenarios/{}.toml", o.slug));
    let gone = before.into_iter().filter(is_gone);
    let gone = gone.map(|o| of(&as_it_was, &o.slug).unwrap_or(o));
    found.gone = gone.collect();
    Ok(Some(found))
}

fn ran(pack: &Pack, files: &mut Files) -> Result<Vec<ScenarioOutcome>, Diagnostics> {
    if !is_playable(pack) {
        return Ok(Vec::new());
    }
    Ok(run_scenarios(pack, files)?.scenarios)
}
