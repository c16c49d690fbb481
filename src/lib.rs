//! Prints card games from folders of TOML, and proves that the cards keep the rules.
//!
//! A game is a folder: `game.toml`, one TOML file for each deck, SVG templates. What a card prints and what it does come
//! from the same row.
//!
//! ```text
//! foundation  source    files, spans, diagnostics: values first, rendered once at the edge
//!             syntax    the text of rules.star -> a tree
//!             cards     folder of TOML -> pack: decks of rows with spans kept, copies counted, faces; in another language too
//!             check     every check of data: one check a file; of a game with one value edited, too
//!             diff      every difference of data between two readings of a game, with the way back
//!             statistics intervals, tests and plans from exact sums of games
//! play wing   rules     what every game has in common: variants, chance, events, outcomes, captions
//!             table     what lies on any table, declared in game.toml: zones, counters, knowledge, views, redeals
//!             script    what rules.star means: names, types, how it runs; Rules, the one type of a game that is played
//!             players   who chooses moves: uniform, swarm, greedy, search in worlds that the seat cannot tell apart
//!             verify    random games with every law watched, shrinking, scenarios, records
//!             lab       games by any players, counted; an edit against the game before it; shares of a run
//! print wing  text      fonts, markup, measuring, wrapping, fitting
//!             template  SVG face + fields -> drawn face: a stack of shared layers
//!             sheet     pure geometry in millimetres: paper, grid, backs, marks
//!             raster    drawn face -> pixels, grids of them, and what may be painted at all
//!             export    pdf, png, svg, shops, cut lines, sheets, virtual tables: siblings that never import each other
//!             lint      what a good eye would find on drawn faces: one check a file
//! roof        registry  reads a game with the vocabulary of its own rules
//!             preview   a replay in neutral terms
//!             report    what a command found, as one document: terminal, Markdown, HTML, JSON, CSV
//!             session   what each command does: open, import, select, draw, impose, examine, compare, print, play, count; shops, printers, translations; it writes to the disk
//!             pages     what a browser shows: a replay, two games side by side, the studio
//!             studio    a local web server: the game while it is edited, and a table for people to play at
//!             cli       one file a command: arguments, words, exit codes; it reaches the rooms through session
//! ```
//!
//! The two wings do not know each other; they meet in the card row. `tests/architecture.rs` holds who may import whom.
//!
//! ```
//! use deckproof::registry;
//! use deckproof::source::{Files, GameFolder};
//! use deckproof::template::{Ink, Renderer, face_svg};
//!
//! let mut files = Files::new();
//! let folder = GameFolder::shipped("caper").unwrap();
//! let pack = registry::load(folder, &mut files).unwrap();
//! let deck = pack.deck("coins").unwrap();
//! let renderer = Renderer::open(&pack, &[deck], Ink::Full, &mut files).unwrap();
//! let drawn = renderer.draw(&pack, deck, &mut files).unwrap();
//! assert!(face_svg(&drawn.fronts[0], 0.0).starts_with("<svg"));
//! ```
#![forbid(unsafe_code)]

pub mod cards;
pub mod check;
pub mod cli;
pub mod diff;
pub mod export;
pub mod lab;
pub mod lint;
pub mod pages;
pub mod players;
pub mod preview;
pub mod raster;
pub mod registry;
pub mod report;
pub mod rules;
pub mod script;
pub mod session;
pub mod sheet;
pub mod source;
pub mod statistics;
pub mod studio;
pub mod syntax;
pub mod table;
pub mod template;
pub mod text;
pub mod verify;

/// The examples of the book are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/library.md")]
pub struct Book;
