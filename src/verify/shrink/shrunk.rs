//! Shrinks one failing game: first its script, then the table that it may start from. A failure and a budget come in;
//! a [`Shrunk`] goes out. Called by [`super::counterexample`], which writes it down.

use super::deck::WordedDeck;
use super::edits::Base;
use super::judge::Judge;
use super::script::{Filler, Playthrough};
use super::search::{ShrinkSearch, script_of};
use super::start_position::{Late, StartPosition};
use super::strip::strip;
use crate::rules::Breach;
use crate::script::Rules;
use crate::table::CardSet;
use crate::verify::failure::Failure;
use crate::verify::playing::Allowance;

/// Plies that are played at most to shrink a failure: a second or two in a release build.
pub const BUDGET: u64 = 400_000;

/// Steps that the rules may take for it, where they are a script.
const STEPS: u64 = 100_000_000;

/// What is left of a failing game.
#[derive(Debug, Clone)]
pub struct Shrunk {
    /// From the set-up, complete: every card that is dealt, every move.
    pub script: Playthrough,
    /// What its last move breaks.
    pub breach: Breach,
    /// The same from a table set up by name, as late as it can be; `None` when no such table breaks the law.
    pub late: Option<Late>,
    /// Plies played to get here.
    pub spent: u64,
}

/// Shrinks a failing game; plays about `budget` plies at most. The same failure and budget always give the same.
/// `None`: played again, the game breaks nothing, or something else.
pub fn search<S: CardSet>(game: &Rules<S>, failure: &Failure, budget: u64) -> Option<Shrunk> {
    let deck = WordedDeck::new(game);
    let mut search = ShrinkSearch {
        game,
        judge: Judge::like(game, &failure.breach),
        deck: &deck,
        property: failure.breach.property,
        // A third is for the table that it may start from.
        budget: budget / 3 * 2,
        spent: 0,
        allowed: Allowance::new(game, STEPS),
    };
    let whole = script_of(game, failure)?;
    let mut base = search.tried(&whole, Filler::First, failure.moves.len())?;
    if !base.run.is_cut {
        search.exhaust(&mut base);
    }
    search.budget = search.spent.saturating_add(budget / 3);
    let late = start_late(&mut search, &base);
    let script = if base.run.is_cut { whole } else { base.script };
    Some(Shrunk { breach: base.run.breach?, script, late, spent: search.spent })
}

/// The shortest end of the game that breaks the law from a table set up by name, that table stripped of what does not
/// matter.
pub fn start_late<S: CardSet>(search: &mut ShrinkSearch<'_, S>, base: &Base<S>) -> Option<Late> {
    let run = &base.run;
    let texts: Vec<String> = run
        .states
        .iter()
        .zip(&run.moves)
        .map(|(state, made)| search.game.write(state, made.mv))
        .collect();
    let mut first = None;
    for ply in (0..texts.len()).rev() {
        if search.is_spent() {
            break;
        }
        let chance = run.chance(ply, base.script.seed);
        let scene = StartPosition {
            table: search.game.table(&run.states[ply], &chance),
            texts: texts[ply..].to_vec(),
        };
        let Some(late) = search.played(&scene) else {
            continue;
        };
        let health = search.health(&scene);
        if health.some_clean {
            return Some(strip(search, scene, late, health));
        }
        // Whatever is played from here breaks the law: an earlier table may show better why.
        first = Some(late);
    }
    first
}
