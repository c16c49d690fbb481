//! Brings a game's folder up to the current data format. A folder comes in; the new `game.toml` goes out, and is written if
//! asked for. Called by the command `migrate`.

use crate::cards::{Migrated, migrate};
use crate::source::{Diagnostics, GameFolder};

use super::host::Host;
use super::output;

/// What has to be done to the game.toml of a folder, which is done if `write`; `None` when it is of the present format.
///
/// # Errors
/// A game.toml that cannot be read, is no TOML or of a newer format, and what the machine says.
pub fn migrate_folder(
    folder: &GameFolder,
    write: bool,
    host: &mut dyn Host,
) -> Result<Option<Migrated>, Diagnostics> {
    folder.check_links()?;
    let (_, text) = folder.text("game.toml", host.files())?;
    let migrated = migrate(&folder.label("game.toml"), &text, host.files())?;
    let path = folder.path().map(|path| path.join("game.toml"));
    if let (Some(migrated), Some(path), true) = (&migrated, path, write) {
        output::write_file_for(output::IN_PLACE, &path, migrated.text.as_bytes(), |_| true)?;
    }
    Ok(migrated)
}
