//! What reads a game's folder and proves it, by how many cards it has.

use crate::cards::{Deck, GameFile, Pack};
use crate::check::read_game;
use crate::lab::Experiment;
use crate::rules::Variant;
use crate::script::{self, Scripted};
use crate::source::{Diagnostics, Files, GameFolder};
use crate::table::{CardSet, Wide};
use crate::verify::{Prove, Prover};

/// Games by how many cards they have.
static NARROW: Prover<Scripted<u64>> = prover();
static MIDDLE: Prover<Scripted<u128>> = prover();
static WIDE: Prover<Scripted<Wide>> = prover();

const fn prover<S: CardSet>() -> Prover<Scripted<S>> {
    Prover {
        axes: script::script_axes,
        compile: |game: &GameFile, decks: &[Deck], variant: &Variant| -> Result<_, Diagnostics> {
            script::compile_script(game, decks, variant)
        },
    }
}

/// How the folders of games are read and proven.
#[derive(Debug, Clone, Copy, Default)]
pub struct Registry;

impl Registry {
    /// Reads a game, with the vocabulary of its own rules.
    ///
    /// # Errors
    /// Everything that is wrong with the files.
    pub fn load(folder: GameFolder, files: &mut Files) -> Result<Pack, Diagnostics> {
        Pack::load(folder, script::vocabulary, files)
    }

    /// Reads a game as far as it can be read, and reports all that keeps its files from being read.
    pub fn read(folder: GameFolder, files: &mut Files) -> (Option<Pack>, Diagnostics) {
        Pack::read(folder, script::vocabulary, files)
    }

    /// As [`Registry::read`], with all that is wrong with its data.
    pub fn check(folder: GameFolder, files: &mut Files) -> (Option<Pack>, Diagnostics) {
        read_game(folder, script::vocabulary, files)
    }

    /// How a game is proven: by the rules in its folder; `None` for one that is printed only.
    pub fn prover(pack: &Pack) -> Option<&'static dyn Prove> {
        let game = &pack.game;
        game.table.as_ref().and(game.script.as_ref())?;
        Some(match script::width_of(game, &pack.decks) {
            0..64 => &NARROW,
            64..128 => &MIDDLE,
            _ => &WIDE,
        })
    }

    /// How a game, or several versions of one, are played often: by the rules in their folders; `None` where one has none.
    pub fn experiment(packs: &[&Pack]) -> Option<&'static dyn Experiment> {
        let widths = packs.iter().map(|pack| {
            let game = &pack.game;
            game.table.as_ref().and(game.script.as_ref())?;
            Some(script::width_of(game, &pack.decks))
        });
        let widths: Option<Vec<usize>> = widths.collect();
        Some(match widths?.into_iter().max().unwrap_or(0) {
            0..64 => &NARROW,
            64..128 => &MIDDLE,
            _ => &WIDE,
        })
    }
}
