//! How much is read of a folder that a stranger made. A good game is far below each; a mistake or a trap is above.

/// Bytes of one file that holds a picture or a font.
pub const MOST_BYTES: u64 = 64 << 20;

/// Bytes of one text: game.toml, a deck, a scenario, rules.md.
pub const MOST_TEXT: u64 = 4 << 20;

/// Tables and lists in one another, as one line of a file says it.
pub const MOST_DEEP: usize = 32;

/// Diagnostics that are told of one run: whoever has mended these runs it again.
pub const MOST_TOLD: usize = 1_000;
