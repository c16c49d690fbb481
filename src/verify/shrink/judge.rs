//! Decides whether a move breaks the law in question, by the same check that found the failure. States come in;
//! nothing, or a [`Breach`], goes out. Called by `run` and `start_position`.

use crate::rules::{Breach, Rng, Tally};
use crate::script::{Rules, VIEWS};
use crate::table::{CardSet, Move, Table};
use crate::verify::information_leak;
use crate::verify::playing::{never, outcome, reached, unending};

/// Judges games as they are played.
pub struct Judge<'a, S: CardSet> {
    game: &'a Rules<S>,
    tally: Tally,
    never: u64,
    /// The law is that nothing leaks: nothing else is asked.
    leaks: bool,
}

impl<'a, S: CardSet> Judge<'a, S> {
    /// How often a table is redealt for each seat. One deal can miss a leak.
    const WORLDS: usize = 6;

    /// A judge for failures like `breach`.
    pub fn like(game: &'a Rules<S>, breach: &Breach) -> Self {
        let leaks = breach.property == VIEWS;
        Judge { game, tally: Tally::default(), never: never(game), leaks }
    }

    /// Judges the table at the first decision.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn start(&mut self, state: &Table<S>) -> Result<(), Breach> {
        if self.leaks {
            return Ok(());
        }
        self.tally.seen = 0;
        self.game.watch(None, state, &mut self.tally)?;
        self.goes_on(state)
    }

    /// Judges one move and all that followed.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn step(&mut self, before: &Table<S>, mv: Move, after: &Table<S>) -> Result<(), Breach> {
        if self.leaks {
            // The same redeals wherever the move is in a script.
            let mut rng = Rng::new(0);
            for seat in self.game.seats() {
                for _ in 0..Self::WORLDS {
                    information_leak::find_leak(self.game, before, mv, seat, &mut rng)?;
                }
            }
            return Ok(());
        }
        self.tally.seen = 0;
        self.game.watch(Some(before), after, &mut self.tally)?;
        let found = self.tally.seen & self.never;
        if found != 0 {
            return Err(reached(self.game, found));
        }
        self.goes_on(after)
    }

    fn goes_on(&self, state: &Table<S>) -> Result<(), Breach> {
        match self.game.turn(state) {
            Some(_) if self.game.legal(state).is_empty() => Err(unending(self.game, state)),
            Some(_) => Ok(()),
            None => outcome(self.game, state).map(|_| ()),
        }
    }
}
