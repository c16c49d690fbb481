//! What the roof asks of a family that can be proven; one implementation serves all.

use std::sync::Arc;

use super::conform::{self, Conformance};
use super::exhaust::{self, Exhausted};
use super::fuzz::{self, FuzzPlan, FuzzReport, Progress};
use super::record::{self, RecordPlan};
use super::replay::{self, Replay};
use super::scenario::{self, ScenarioReport};
use crate::cards::{Deck, Game as GameData, Overlay, Pack};
use crate::rules::{Laws, Notation};
use crate::source::{Diagnostics, Files};

/// Everything that can be proven of a game.
pub trait Prove: Sync {
    /// Plays random games with every check on.
    ///
    /// # Errors
    /// When the data cannot be played. A broken law is no error but a part of the report.
    fn fuzz(
        &self,
        pack: &Pack,
        plan: &FuzzPlan,
        progress: Progress<'_>,
    ) -> Result<FuzzReport, Diagnostics>;

    /// Runs the scenarios beside the cards. What does not hold is told as diagnostics in the report.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn scenarios(&self, pack: &Pack, files: &mut Files) -> Result<ScenarioReport, Diagnostics>;

    /// Plays one game and writes it down, a JSON line a move.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn record(&self, pack: &Pack, plan: &RecordPlan) -> Result<String, Diagnostics>;

    /// Plays a record again, every line checked.
    ///
    /// # Errors
    /// The line that does not fit, and why.
    fn replay(
        &self,
        pack: &Pack,
        name: &str,
        text: Arc<str>,
        files: &mut Files,
    ) -> Result<Replay, Diagnostics>;

    /// The conformance suite, on `games` games.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn conform(&self, pack: &Pack, games: u64, seed: u64) -> Result<Conformance, Diagnostics>;

    /// Visits every state of the game as the overlay cuts it down.
    ///
    /// # Errors
    /// When the overlay or the data is wrong, or there are more states than `most`.
    fn exhaust(&self, pack: &Pack, overlay: &Overlay, most: u64) -> Result<Exhausted, Diagnostics>;
}

/// A family: how its rules are compiled.
pub struct Prover<G> {
    pub compile: fn(&GameData, &[Deck]) -> Result<G, Diagnostics>,
}

impl<G: Notation + Laws> Prover<G> {
    fn of(&self, pack: &Pack) -> Result<G, Diagnostics> {
        (self.compile)(&pack.game, &pack.decks)
    }
}

impl<G: Notation + Laws> Prove for Prover<G> {
    fn fuzz(
        &self,
        pack: &Pack,
        plan: &FuzzPlan,
        progress: Progress<'_>,
    ) -> Result<FuzzReport, Diagnostics> {
        Ok(fuzz::run(&self.of(pack)?, pack, plan, progress))
    }

    fn scenarios(&self, pack: &Pack, files: &mut Files) -> Result<ScenarioReport, Diagnostics> {
        scenario::run(self.compile, pack, files)
    }

    fn record(&self, pack: &Pack, plan: &RecordPlan) -> Result<String, Diagnostics> {
        Ok(record::play(&self.of(pack)?, pack, plan))
    }

    fn replay(
        &self,
        pack: &Pack,
        name: &str,
        text: Arc<str>,
        files: &mut Files,
    ) -> Result<Replay, Diagnostics> {
        replay::run(&self.of(pack)?, pack, name, text, files)
    }

    fn conform(&self, pack: &Pack, games: u64, seed: u64) -> Result<Conformance, Diagnostics> {
        Ok(conform::run(&self.of(pack)?, games, seed))
    }

    fn exhaust(&self, pack: &Pack, overlay: &Overlay, most: u64) -> Result<Exhausted, Diagnostics> {
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        exhaust::run(&(self.compile)(&game, &decks)?, most)
    }
}
