//! Runs the scenarios of two versions of a game and compares: which of them pass or fail differently with the new data. Two
//! [`ShownGame`]s come in; [`Scenarios`] go out. Called by the command `diff`.

use crate::cards::Pack;
use crate::session::open::compared_game::ShownGame;
use crate::session::open::selection::is_playable;
use crate::source::{Diagnostics, Files};
use crate::verify::scenario::{ScenarioOutcome, run_scenarios};

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
    let known = |slug: &str| text_exists(new, slug);
    let gone = before.into_iter().filter(|o| !known(&o.slug));
    let gone = gone.map(|o| of(&as_it_was, &o.slug).unwrap_or(o));
    found.gone = gone.collect();
    Ok(Some(found))
}

fn text_exists(side: &ShownGame, slug: &str) -> bool {
    let names = side.pack.folder.scenario_names();
    names.contains(&format!("scenarios/{slug}.toml"))
}

fn ran(pack: &Pack, files: &mut Files) -> Result<Vec<ScenarioOutcome>, Diagnostics> {
    if !is_playable(pack) {
        return Ok(Vec::new());
    }
    Ok(run_scenarios(pack, files)?.scenarios)
}
