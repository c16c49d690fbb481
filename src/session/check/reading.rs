//! Reads games as far as they can be read. A selection comes in; packs and what is wrong with them go out. Called by the command `check`.

use crate::cards::Pack;
use crate::registry;
use crate::session::open::selection::Selection;
use crate::source::{Diagnostics, Files};

/// A game as far as it was read.
pub struct GameReading {
    pub id: String,
    pub pack: Option<Pack>,
    pub faults: Diagnostics,
}

/// Reads the games that are selected.
///
/// # Errors
/// Games that are not there; where all could be read, decks and cards that none of them has.
pub fn read_games(
    selection: &Selection,
    files: &mut Files,
) -> Result<Vec<GameReading>, Diagnostics> {
    let mut readings = Vec::new();
    for folder in selection.folders()? {
        let id = folder.id.clone();
        let (pack, faults) = registry::check(folder, files);
        readings.push(GameReading { id, pack, faults });
    }
    let packs: Vec<&Pack> = readings.iter().filter_map(|r| r.pack.as_ref()).collect();
    if packs.len() == readings.len() {
        selection.check_names(&packs)?;
    }
    Ok(readings)
}
