//! The most that is read of a folder, which may be a stranger's. A real game stays far below each bound; a mistake or an
//! attack is above. The readers of files, TOML and diagnostics take their bounds from here.

/// Bytes of one file that holds a picture or a font.
pub const MOST_BYTES: u64 = 64 << 20;

/// Bytes of one text: game.toml, a deck, a scenario, rules.md.
pub const MOST_TEXT: u64 = 4 << 20;

/// How deeply tables and lists may be nested in one line of a file.
pub const MOST_DEEP: usize = 32;

/// Files and folders in `art/` or another folder of a game, those in its folders included; and beside `game.toml`.
pub const MOST_NAMES: usize = 10_000;

/// Folders inside one another.
pub const MOST_FOLDERS: usize = 32;

/// The most diagnostics of one run: after fixing these, it is run again.
pub const MOST_TOLD: usize = 1_000;

/// The most places that are shown where one message speaks of several.
pub const MOST_PLACES_TOLD: usize = 8;
