//! The options that all exports of faces share, and the file names that follow from them. The commands fill in an
//! [`Exporting`]; `export_notes` and the exports read it, and draw with it.

use std::path::PathBuf;

use crate::cards::Pack;
use crate::session::draw::drawing::Set;
use crate::session::draw::face_names::FileBacks;
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::session::print::sheet_name::part_name;
use crate::source::Diagnostics;
use crate::template::Ink;

/// What is exported, and where to.
#[derive(Debug, Clone)]
pub struct Exporting {
    pub selection: Selection,
    /// Each game gets a folder in it.
    pub output: PathBuf,
    pub backs: FileBacks,
    pub ink: Ink,
    /// Only what is new or changed since the last export of the same kind.
    pub changed: bool,
}

impl Exporting {
    /// The folder of a game.
    pub fn folder(&self, game: &str) -> PathBuf {
        self.output.join(self.selection.game_name(game))
    }

    /// The part of a file name that keeps files of part of a game from overwriting those of the whole.
    pub fn part(&self) -> String {
        let Selection { deck, cards, .. } = &self.selection;
        part_name(deck, cards, self.changed)
    }

    /// The same for files of which each deck has its own.
    pub fn part_of_deck(&self) -> String {
        part_name(&[], &self.selection.cards, self.changed)
    }

    /// Whether nothing of the game is left out: what else lies beside is then of earlier exports.
    pub fn is_whole(&self) -> bool {
        self.selection.is_whole() && !self.changed
    }

    /// Draws what is asked for of one game.
    ///
    /// # Errors
    /// All that is wrong with the game.
    pub fn draw(&self, pack: Pack, host: &mut dyn Host) -> Result<Set, Diagnostics> {
        let folder = self.folder(&pack.game.id);
        host.tell(&output::name_warning(&folder).into_iter().collect());
        self.selection.draw(pack, self.ink, host)
    }
}
