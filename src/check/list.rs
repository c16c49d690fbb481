//! Lists the checks, and the stage at which each one runs. A pack and the diagnostics so far come in; new diagnostics go out.
//! Called by `session::examining` and the command line.

use super::game_data::GameData;
use super::{
    components, free_of_nothing, rulings, shared_names, unknown_clause, unused_declarations,
    unused_files, unused_rows,
};
use crate::cards::{Pack, ReadVocabulary};
use crate::source::{Diagnostics, Files, GameFolder};

/// When a check is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Always, and for a game with one value edited, to see whether a check notices.
    Rows,
    /// When the game was read without an error.
    Read,
    /// When the selection was drawn without an error as well; may look at the other files of the folder.
    Drawn,
    /// When that was all of its decks.
    Whole,
}

/// A check.
type Look = fn(&GameData<'_>, &mut Files, &mut Diagnostics);

/// Every check.
const CHECKS: &[(Stage, Look)] = &[
    (Stage::Rows, shared_names::check_shared_names),
    (Stage::Rows, components::check_components),
    (Stage::Rows, unused_rows::check_unused_rows),
    (Stage::Read, free_of_nothing::check_free_of_nothing),
    (Stage::Drawn, |data, _, faults| faults.append(data.pack.script_warnings())),
    (Stage::Drawn, rulings::check_rulings),
    (Stage::Drawn, unknown_clause::check_unknown_clause),
    (Stage::Whole, unused_declarations::check_unused_declarations),
    (Stage::Whole, unused_files::check_unused_files),
];

/// Everything that the checks of a stage find, in the order of the list.
pub fn check_data(
    pack: &Pack,
    stage: Stage,
    known: &Diagnostics,
    files: &mut Files,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    let data = GameData { pack, known };
    for (_, look) in CHECKS.iter().filter(|check| check.0 == stage) {
        look(&data, files, &mut found);
    }
    found
}

/// Reads a game as far as it can be read, and finds all that is wrong with its data; nothing is read without a game.toml.
pub fn read_game(
    folder: GameFolder,
    vocabulary: ReadVocabulary,
    files: &mut Files,
) -> (Option<Pack>, Diagnostics) {
    let (pack, mut faults) = Pack::read(folder, vocabulary, files);
    if let Some(pack) = &pack {
        faults.append(check_data(pack, Stage::Rows, &faults, files));
        if !faults.has_errors() {
            faults.append(check_data(pack, Stage::Read, &faults, files));
        }
    }
    (pack, faults)
}
