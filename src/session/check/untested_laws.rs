//! Finds laws of a script that could not fail in any game: a line that tests something was never reached, as the `if` around
//! it was never true. A pack comes in; a line about these laws goes out. Called by `examining`.

use std::sync::Arc;

use crate::cards::{LineCount, Pack, Profile};
use crate::rules::Variant;
use crate::source::counted;
use crate::verify::fuzz::{FuzzPlan, fuzz};

/// Statements that test nothing.
const NO_TESTS: [&str; 5] = ["break", "continue", "pass", "return False", "return True"];

/// Plays some games with every line counted, and names each law that did not come to all of its lines. A line that only tells
/// that the law is broken, `return False`, does not count.
pub fn untested_laws(pack: &Pack, variants: &[Variant], plan: &FuzzPlan) -> Option<String> {
    let mut pack = pack.clone();
    let script = pack.game.script.as_mut()?;
    let profile = Arc::new(Profile::new(script.text()));
    script.profile = Some(profile.clone());
    let mut games = 0;
    for variant in variants {
        games += fuzz(&pack, variant, plan, &|_| ()).ok()?.counts.games;
    }
    let script = pack.game.script.as_ref()?;
    let functions = &script.tree().ok()?.functions;
    let lines = profile.lines();
    let tests = |line: &&LineCount| {
        let text = script.text().lines().nth(line.number - 1);
        let text = text.and_then(|text| text.split('#').next());
        !NO_TESTS.contains(&text.unwrap_or_default().trim())
    };
    let unreached = lines.iter().filter(|line| line.runs == 0).filter(tests);
    let laws = unreached.filter_map(|line| {
        let starts = |at: usize| profile.line(at) < line.number;
        let function = functions.iter().rfind(|f| starts(f.name.range.start))?;
        let name = &function.name.text;
        let is_law = name.starts_with("law_") || name.starts_with("never_");
        is_law.then_some((name, line.number))
    });
    let mut told: Vec<(&String, usize)> = laws.collect();
    told.dedup_by_key(|(name, _)| *name);
    let told: Vec<String> =
        told.iter().map(|(name, line)| format!("`{name}` (rules.star:{line})")).collect();
    let games = counted(usize::try_from(games).ok()?, "game");
    (!told.is_empty())
        .then(|| format!("not tested in {games}, their conditions never held: {}", told.join(", ")))
}
