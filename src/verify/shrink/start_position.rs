//! Plays a failing game from a given table: does it still fail, and is the table itself sound? A table and moves come
//! in; a [`Late`] game and a [`Health`] go out. Called by [`super::shrunk`] and [`super::strip`].

use serde_json::Value;

use super::judge::Judge;
use super::search::ShrinkSearch;
use crate::rules::{Breach, NoListener, Rng, ScriptedChance};
use crate::script::Rules;
use crate::table::{CardSet, Move, Staged};
use crate::verify::panics::guarded;

/// A failing game from a table on.
#[derive(Debug, Clone)]
pub struct Late {
    /// As [`Rules::stage`] reads it.
    pub table: Value,
    /// The moves from there as text, the breaking one last.
    pub texts: Vec<String>,
    pub moves: Vec<Move>,
    pub breach: Breach,
}

/// Deals what a table's piles do not name: the seed of a scenario that gives none.
pub const LATE_SEED: u64 = 0;

/// What is tried: a table, and moves from it.
#[derive(Debug, Clone)]
pub struct StartPosition {
    pub table: Value,
    pub texts: Vec<String>,
}

/// What happens when other moves are played from a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Some playouts break nothing: it is not the table that breaks the law.
    pub some_clean: bool,
    /// Playouts that break another law.
    pub others: u32,
}

impl Health {
    /// Whether the table is as sound after an edit (`self`) as before it.
    pub fn as_good_as(self, before: Health) -> bool {
        self.some_clean && self.others <= before.others
    }
}

impl<S: CardSet> ShrinkSearch<'_, S> {
    /// Plays a scene strictly: every move must be read, legal, and only the last may break anything, and that the law.
    pub fn played(&mut self, scene: &StartPosition) -> Option<Late> {
        let Staged { state, piles } = self.game.stage(&scene.table).ok()?;
        let (game, judge, spent) = (self.game, &mut self.judge, &mut self.spent);
        *spent += 1;
        let mut chance = ScriptedChance::new(piles, LATE_SEED);
        let mut moves = Vec::new();
        let mut state = state;
        let played = guarded(|| {
            for text in &scene.texts {
                let Ok(mv) = game.read(&state, text) else {
                    return Ok(());
                };
                if !game.legal_moves(&state).contains(&mv) || game.write(&state, mv) != *text {
                    return Ok(());
                }
                let before = state;
                moves.push(mv);
                *spent += 1;
                game.apply(&mut state, mv, &mut chance, &mut NoListener);
                judge.step(&before, mv, &state)?;
            }
            Ok(())
        });
        let breach = played.err().filter(|_| !self.allowed.is_spent())?;
        let fits = breach.property == self.property && moves.len() == scene.texts.len();
        fits.then(|| Late { table: scene.table.clone(), texts: scene.texts.clone(), moves, breach })
    }

    /// Plays at random from a table: if every game breaks the law, the table itself is wrong.
    pub fn health(&mut self, scene: &StartPosition) -> Health {
        /// Playouts, and how far they go: through the end of a round.
        const PLAYOUTS: u64 = 8;
        const PLIES: usize = 30;
        let mut health = Health { some_clean: false, others: 0 };
        for seed in 0..PLAYOUTS {
            let Ok(staged) = self.game.stage(&scene.table) else {
                return health;
            };
            let (judge, spent) = (&mut self.judge, &mut self.spent);
            let played = guarded(|| playout(self.game, judge, staged, (seed, PLIES), spent));
            match played {
                Ok(()) => health.some_clean = true,
                Err(breach) if breach.property == self.property => {}
                Err(_) => health.others += 1,
            }
        }
        health
    }
}

fn playout<S: CardSet>(
    game: &Rules<S>,
    judge: &mut Judge<'_, S>,
    staged: Staged<S>,
    (seed, plies): (u64, usize),
    spent: &mut u64,
) -> Result<(), Breach> {
    let mut rng = Rng::stream(seed, 0);
    let mut chance = ScriptedChance::new(staged.piles, seed);
    let mut state = staged.state;
    for _ in 0..plies {
        let legal = game.legal(&state);
        if game.turn(&state).is_none() || legal.is_empty() {
            break;
        }
        let before = state;
        let mv = legal.get(rng.below(legal.len()));
        *spent += 1;
        game.apply(&mut state, mv, &mut chance, &mut NoListener);
        judge.step(&before, mv, &state)?;
    }
    Ok(())
}
