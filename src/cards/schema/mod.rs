//! JSON Schemas of the files that a designer writes, so that an editor can complete and check them. A pack comes in; schemas go
//! out. Called by `session::schemas` for the commands `schema` and `new`.
//!
//! A schema is specialised to one game: it knows the game's decks, look-up tables, templates, pictures and the words of its
//! abilities. It is draft 7, which Taplo (and so Even Better TOML) reads, and uses what Taplo shows well: each value has a
//! description, choices are `enum`s, and an ability is a table of exactly one key.
//!
//! ```
//! use deckproof::cards::schema::{Keys, whole, word};
//!
//! let move_self = word("Where the card may move.", ["adjacent", "anywhere"]);
//! let slot = Keys::new("What works once.").may("move-self", move_self).may("influence", whole("Worth this.", 0..=30));
//! let schema = slot.table();
//! assert_eq!(schema.get("type").unwrap(), "object");
//! ```

mod deck;
mod document;
mod game;
mod overlay;

pub use super::schema_keys::{Keys, any, entries, flag, list, shown, text, whole, word, yes};
pub use deck::{ShownField, deck};
pub use document::{SchemaDocument, made_by_us};
pub use game::game;
pub use overlay::overlay;
