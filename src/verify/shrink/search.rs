//! The greedy search for a smaller script: a failing script comes in; it is made smaller, pass by pass, until nothing
//! helps or the budget is spent, and goes out. Called by [`super::shrunk`].

use super::deck::WordedDeck;
use super::edits::{Base, EditPasses, Pass, Weight};
use super::judge::Judge;
use super::run::{NotingChance, play_script};
use super::script::{Filler, Planned, Playthrough, piles};
use crate::rules::{NoListener, SeededChance};
use crate::script::Rules;
use crate::table::CardSet;
use crate::verify::failure::Failure;
use crate::verify::panics::guarded;
use crate::verify::playing::Allowance;

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
        piles: piles(chance.deals),
        seed: failure.seed,
        moves,
    })
}

/// A search: what it plays, who judges, what it looks for, what it may spend.
pub struct ShrinkSearch<'a, S: CardSet> {
    pub game: &'a Rules<S>,
    pub judge: Judge<'a, S>,
    pub deck: &'a WordedDeck,
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
    pub(super) fn tried(
        &mut self,
        script: &Playthrough,
        filler: Filler,
        most: usize,
    ) -> Option<Base<S>> {
        self.spent += 1;
        let how = (filler, most);
        let run = play_script(self.game, &mut self.judge, script, how, &mut self.spent)?;
        if self.allowed.is_spent() || run.breach.as_ref()?.property != self.property {
            return None;
        }
        Some(Base {
            script: run.script(script.seed),
            weight: Weight::new(self.game, self.deck, &run),
            run,
        })
    }

    /// Goes through all passes until none helps. Fewer moves make earlier passes worth trying again.
    pub(super) fn exhaust(&mut self, base: &mut Base<S>) {
        let passes = EditPasses::<'a, S>::PASSES;
        let (mut at, mut before) = (0, base.weight);
        while at < passes.len() {
            let moves = base.weight.moves;
            match self.less(passes[at], base) {
                Some(less) => {
                    *base = less;
                    if base.weight.moves < moves {
                        (at, before) = (0, base.weight);
                    }
                }
                None => at += 1,
            }
            if at == passes.len() && base.weight < before {
                (at, before) = (0, base.weight);
            }
        }
    }

    /// The first script of a pass that is less.
    fn less(&mut self, pass: Pass<'a, S>, base: &Base<S>) -> Option<Base<S>> {
        let edits = EditPasses { game: self.game, deck: self.deck };
        for script in pass(&edits, base) {
            for filler in Filler::ALL {
                // To make a script costs about what it costs to play it.
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
