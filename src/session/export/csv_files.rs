//! Writes decks as CSV, for a spreadsheet. A pack comes in, a file for each deck goes out. Called by the command `export csv`.

use std::path::Path;

use crate::cards::{Pack, write_csv};
use crate::session::files::generated_file::{self, BOM};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::source::{Diagnostics, counted};

/// Writes the decks that are selected into the game's folder in `output`.
///
/// # Errors
/// Files that are somebody else's, or cannot be written.
pub fn export_csv(
    pack: &Pack,
    selection: &Selection,
    output: &Path,
    delimiter: u8,
    host: &dyn Host,
) -> Result<(), Diagnostics> {
    let folder = output.join(selection.game_name(&pack.game.id));
    let chosen =
        pack.decks.iter().filter(|d| selection.deck.is_empty() || selection.deck.contains(&d.id));
    let mut sheets = Vec::new();
    for deck in chosen {
        let path = folder.join(format!("{}.csv", deck.id));
        generated_file::may_write(&path)?;
        let written = pack.written_deck(deck).unwrap_or_default();
        let body = write_csv(&written, delimiter);
        let text = generated_file::marked("export csv", &body);
        // Without a byte order mark, spreadsheets misread letters outside ASCII.
        let bom = if text.is_ascii() { "" } else { BOM };
        sheets.push((path, format!("{bom}{text}")));
    }
    if sheets.is_empty() {
        return Ok(());
    }
    output::folder(&folder)?;
    for (path, text) in &sheets {
        generated_file::write_generated(path, text)?;
    }
    let count = counted(sheets.len(), "sheet");
    host.say(&format!("{}: {count}", folder.display()));
    Ok(())
}
