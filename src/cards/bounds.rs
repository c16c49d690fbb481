//! Limits on the size of a game. A good game is far below each; only a mistake or a malicious file exceeds one. Used by the
//! readers of `cards`, which report what is too large.

/// Copies of one card.
pub const MOST_COPIES: i64 = 1_000;

/// Cards of a game, copies counted.
pub const MOST_CARDS: u32 = 100_000;

/// Decks of a game.
pub const MOST_DECKS: usize = 200;

/// Values of one list: cards of a deck, steps of a scenario.
pub const MOST_ROWS: usize = 10_000;

/// Keys of one table.
pub const MOST_KEYS: usize = 1_000;

/// Bytes of one value.
pub const MOST_WORDS: usize = 64 << 10;

/// Bytes of the cards of a deck, `[defaults]` and look-up tables written out for each.
pub const MOST_WRITTEN: usize = 64 << 20;

/// Bytes of a text that flows.
pub const MOST_FLOW: usize = 512 << 10;

/// Bytes of a sheet that a deck takes its rows from.
pub const MOST_SHEET: u64 = 32 << 20;

/// Bytes of all sheets of a run, unpacked: one workbook may hold the rows of many decks.
pub const MOST_SHEETS: u64 = 160 << 20;

/// Bytes of the words in one cell of a workbook, read or not. Excel takes 32,767 letters.
pub const MOST_CELL: usize = 1 << 20;

/// Filled cells of a sheet.
pub const MOST_CELLS: usize = 1_000_000;

/// Filled lines of a sheet: its cards, and the lines above them.
pub const MOST_LINES: usize = MOST_ROWS + 1_000;

/// Rows of a file of translations, which has several for each card of every deck.
pub const MOST_TEXTS: usize = 200_000;

/// Letters of an id or of a deck's name, which become part of file names.
pub const MOST_NAME: usize = 100;
