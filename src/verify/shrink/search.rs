//! Shrinks one failing game: first its script, pass by pass, until nothing helps or the budget is spent; then the table that it may
//! start from. A failure and a budget come in; a [`Shrunk`] goes out.

use super::deck::WordedDeck;
use super::edits::{Base, Pass, Weight};
use super::judge::Judge;
use super::run::play_script;
use super::script::{Filler, Planned, Playthrough, piles};
use super::start_position::Late;
use crate::rules::{Breach, NoListener, SeededChance};
use crate::script::Rules;
use crate::table::CardSet;
use crate::verify::paired_chance::NotingChance;
use crate::verify::panics::guarded;
use crate::verify::playing::{Allowance, Failure};

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
    let late = search.start_late(&base);
    let script = if base.run.is_cut { whole } else { base.script };
    Some(Shrunk { breach: base.run.breach?, script, late, spent: search.spent })
}

/// The whole failing game as a script.
pub fn script_of<S: CardSet>(game: &Rules<S>, failure: &Failure) -> Option<Playthrough> {
    let mut chance = NotingChance::new(SeededChance::new(failure.seed));
    let mut moves = Vec::new();
    let mut play = || {
        let mut state = game.set_up(&mut chance, &mut NoListener);
        for mv in &failure.moves {
            let Some(seat) = game.turn(&state) else { break };
            moves.push(Planned { seat, mv: *mv, does: Vec::new() });
            game.apply(&mut state, *mv, &mut chance, &mut NoListener);
        }
    };
    // The last move may panic: that can be the failure itself.
    let _ = guarded(|| {
        play();
        Ok(())
    });
    (moves.len() == failure.moves.len()).then(|| Playthrough {
        piles: piles(chance.drawn.iter().map(|draw| (draw.pile, draw.got))),
        seed: failure.seed,
        moves,
    })
}

/// A search: what it plays, who judges, what it looks for, what it may spend.
pub struct ShrinkSearch<'a, S: CardSet> {
    pub game: &'a Rules<S>,
    pub judge: Judge<'a, S>,
    pub deck: &'a WordedDeck<'a, S>,
    pub property: usize,
    pub budget: u64,
    pub spent: u64,
    pub allowed: Allowance<'a, S>,
}

impl<'a, S: CardSet> ShrinkSearch<'a, S> {
    /// Whether the budget is spent; the last run does not count then.
    pub fn is_spent(&self) -> bool {
        self.spent >= self.budget || self.allowed.is_spent()
    }

    /// Runs a script; `None` unless it breaks the law.
    fn tried(&mut self, script: &Playthrough, filler: Filler, most: usize) -> Option<Base<S>> {
        self.spent += 1;
        let run = play_script(self.game, &mut self.judge, script, (filler, most), &mut self.spent)?;
        if self.allowed.is_spent() || run.breach.as_ref()?.property != self.property {
            return None;
        }
        let weight = Weight::new(self.deck, &run);
        Some(Base { script: run.script(script.seed), weight, run })
    }

    /// Goes through all passes until none helps. Fewer moves make earlier passes worth trying again.
    fn exhaust(&mut self, base: &mut Base<S>) {
        loop {
            let before = base.weight;
            'passes: for pass in WordedDeck::<'a, S>::PASSES {
                while let Some(less) = self.less(pass, base) {
                    let is_shorter = less.weight.moves < base.weight.moves;
                    *base = less;
                    if is_shorter {
                        break 'passes;
                    }
                }
            }
            if base.weight == before {
                return;
            }
        }
    }

    /// The first script of a pass that is less.
    fn less(&mut self, pass: Pass<'a, S>, base: &Base<S>) -> Option<Base<S>> {
        for script in pass(self.deck, base) {
            for filler in Filler::ALL {
                self.spent += script.moves.len() as u64;
                if self.is_spent() {
                    return None;
                }
                let tried = self.tried(&script, filler, base.weight.moves);
                if let Some(less) = tried.filter(|less| less.weight < base.weight) {
                    return Some(less);
                }
            }
        }
        None
    }
}
