//! The interface of `verify` to the commands: packs and plans come in, reports go out. `registry` holds one for each
//! kind of game; `cli` and `session` call it. One implementation, for [`Prover`], serves all games.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::Schema;

use super::exhaust::{self, Exhausted};
use super::fuzz::{self, FuzzPlan, FuzzReport, Progress};
use super::live::{self, LiveGame};
use super::mutate::{self, MutationPlan, Noticed};
use super::prover::Prover;
use super::record::{self, RecordOrigin, RecordPlan, Recorded};
use super::replay::{self, Replay};
use super::scenario::{self, ScenarioReport};
use super::uneven_deals::find_uneven_deals;
use crate::cards::{Mutation, Overlay, Pack};
use crate::rules::{Axis, Laws, Notation, Seed, Variant};
use crate::source::{Code, Diagnostic, Diagnostics, Files};

/// Everything that can be proven of a game.
pub trait Prove: Sync {
    /// What is agreed on before a game is set up; [`Variant::all`] of it are the variants.
    fn axes(&self, pack: &Pack) -> Vec<Axis>;

    /// Plays random games of one variant with every check on.
    ///
    /// # Errors
    /// When the data cannot be played. A broken law is not an error but part of the report.
    fn fuzz(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &FuzzPlan,
        progress: Progress<'_>,
    ) -> Result<FuzzReport, Diagnostics>;

    /// A sentence for each hidden place into which set-ups put the same card far more often than chance would.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn uneven_deals(&self, pack: &Pack, variant: &Variant) -> Result<Vec<String>, Diagnostics>;

    /// Runs the scenarios beside the cards, each in the variant that it names. What does not hold is in the report, as diagnostics.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn scenarios(&self, pack: &Pack, files: &mut Files) -> Result<ScenarioReport, Diagnostics>;

    /// A scenario as a record to step through: its table, and its moves up to the first that cannot be played.
    ///
    /// # Errors
    /// When there is no such scenario, or its table or the data cannot be played.
    fn scenario_record(
        &self,
        pack: &Pack,
        slug: &str,
        files: &mut Files,
    ) -> Result<String, Diagnostics>;

    /// The schema of the game's scenarios, for editors.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn scenario_schema(&self, pack: &Pack, files: &mut Files) -> Result<Schema, Diagnostics>;

    /// What is wrong with the scenarios as they are written, where the game cannot be played.
    fn read_scenarios(&self, pack: &Pack, files: &mut Files) -> Diagnostics;

    /// Plays one game and writes it down, a JSON line a move.
    ///
    /// # Errors
    /// When the data cannot be played. A game that does not reach its end is not an error: the record says so.
    fn record(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &RecordPlan,
    ) -> Result<Recorded, Diagnostics>;

    /// Plays a record again in the variant that its header names, every line checked.
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

    /// A game for people to play; all its chance follows from `seed`.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn live(
        &self,
        pack: &Pack,
        variant: &Variant,
        seed: Seed,
    ) -> Result<Box<dyn LiveGame>, Diagnostics>;

    /// Goes on with the game of a record, from the ply `to` where one is named.
    ///
    /// # Errors
    /// The line that does not fit, and cards that were edited since.
    fn resume(
        &self,
        pack: &Pack,
        record: (&str, Arc<str>),
        to: Option<u32>,
        files: &mut Files,
    ) -> Result<Box<dyn LiveGame>, Diagnostics>;

    /// Visits every state of the game, as the overlay cuts it down if there is one.
    ///
    /// # Errors
    /// When the overlay or the data is wrong, or there are more states than `most`.
    fn exhaust(
        &self,
        pack: &Pack,
        variant: &Variant,
        overlay: Option<&Overlay>,
        most: u64,
    ) -> Result<Exhausted, Diagnostics>;

    /// Who notices each of the edits: reading, a scenario, a law, the statistics, nobody. The games of the plan are
    /// played of every variant.
    ///
    /// # Errors
    /// When the game as it is cannot be played, or does not hold.
    fn mutate(
        &self,
        pack: &Pack,
        mutations: &[Mutation],
        plan: &MutationPlan,
        files: &mut Files,
        progress: Progress<'_>,
    ) -> Result<Vec<Noticed>, Diagnostics>;
}

impl<G: Notation + Laws + Send + Sync + 'static> Prove for Prover<G> {
    fn axes(&self, pack: &Pack) -> Vec<Axis> {
        (self.axes)(&pack.game)
    }

    fn fuzz(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &FuzzPlan,
        progress: Progress<'_>,
    ) -> Result<FuzzReport, Diagnostics> {
        let (rules, origin) = (self.rules(pack, variant)?, RecordOrigin::new(pack, variant));
        Ok(fuzz::fuzz_game(&rules, &origin, plan, progress))
    }

    fn uneven_deals(&self, pack: &Pack, variant: &Variant) -> Result<Vec<String>, Diagnostics> {
        let backwards = || {
            let mut decks = pack.decks.clone();
            decks.iter_mut().for_each(|deck| deck.rows.reverse());
            (self.compile)(&pack.game, &decks, variant).ok()
        };
        Ok(find_uneven_deals(&self.rules(pack, variant)?, backwards))
    }

    fn scenarios(&self, pack: &Pack, files: &mut Files) -> Result<ScenarioReport, Diagnostics> {
        scenario::run_scenario(self, pack, files)
    }

    fn scenario_record(
        &self,
        pack: &Pack,
        slug: &str,
        files: &mut Files,
    ) -> Result<String, Diagnostics> {
        scenario::record_scenario(self, pack, slug, files)
    }

    fn scenario_schema(&self, pack: &Pack, files: &mut Files) -> Result<Schema, Diagnostics> {
        scenario::scenario_schema(self, pack, files)
    }

    fn read_scenarios(&self, pack: &Pack, files: &mut Files) -> Diagnostics {
        let mut faults = Diagnostics::new();
        scenario::read_all(pack, &(self.axes)(&pack.game), files, &mut faults);
        faults
    }

    fn record(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &RecordPlan,
    ) -> Result<Recorded, Diagnostics> {
        let rules = self.rules(pack, variant)?;
        Ok(record::play(&rules, RecordOrigin::new(pack, variant), plan))
    }

    fn replay(
        &self,
        pack: &Pack,
        name: &str,
        text: Arc<str>,
        files: &mut Files,
    ) -> Result<Replay, Diagnostics> {
        replay::replay_record(self, pack, name, text, files)
    }

    fn live(
        &self,
        pack: &Pack,
        variant: &Variant,
        seed: Seed,
    ) -> Result<Box<dyn LiveGame>, Diagnostics> {
        let rules = self.rules(pack, variant)?;
        let names = rules.names();
        let header = record::RecordHeader {
            origin: RecordOrigin::new(pack, variant),
            seed,
            reseeded: BTreeMap::new(),
            players: "people".to_owned(),
            states: false,
            legal: false,
            seats: names.seats.clone(),
            cards: names.cards.clone(),
            piles: None,
            table: None,
        };
        match live::Live::new(rules, header) {
            Ok(live) => Ok(Box::new(live)),
            Err(why) => Err(Diagnostic::error(Code::NotPlayable, why)
                .help("see what `deckproof check` says of the game")
                .into()),
        }
    }

    fn resume(
        &self,
        pack: &Pack,
        record: (&str, Arc<str>),
        to: Option<u32>,
        files: &mut Files,
    ) -> Result<Box<dyn LiveGame>, Diagnostics> {
        Ok(Box::new(live::resume(self, pack, record, to, files)?))
    }

    fn exhaust(
        &self,
        pack: &Pack,
        variant: &Variant,
        overlay: Option<&Overlay>,
        most: u64,
    ) -> Result<Exhausted, Diagnostics> {
        let rules = match overlay {
            Some(overlay) => {
                let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
                (self.compile)(&game, &decks, variant)?
            }
            None => (self.compile)(&pack.game, &pack.decks, variant)?,
        };
        exhaust::search_exhaustively(&rules, most)
    }

    fn mutate(
        &self,
        pack: &Pack,
        mutations: &[Mutation],
        plan: &MutationPlan,
        files: &mut Files,
        progress: Progress<'_>,
    ) -> Result<Vec<Noticed>, Diagnostics> {
        mutate::run_mutations(self, pack, mutations, plan, files, progress)
    }
}
