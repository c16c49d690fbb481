//! Reads a game's folder. TOML and sheets come in; a [`Pack`] goes out: decks of rows with their positions kept, copies
//! counted, and the fields that a template may show. Called by `session`, `check` and `verify`.
//!
//! This module does not know what an ability means: the caller brings what makes a [`Vocabulary`], which reads the abilities of
//! a row and words them.

mod allow;
mod bounds;
mod boxes;
mod by_hand;
mod card_templates;
mod clauses;
mod columns;
mod components;
mod csv_cell;
mod csv_writing;
mod deck;
mod deck_writing;
mod expression;
mod face;
mod fill;
mod format;
mod free;
mod game;
mod grid;
mod kept;
mod mutation;
mod mutations;
mod original;
mod overlay;
mod pack;
mod pack_limits;
mod placeholders;
mod profile;
mod read;
mod row_values;
pub mod schema;
mod schema_keys;
mod sheet_reading;
mod sheet_rows;
mod sheet_selection;
#[cfg(test)]
mod sheet_tests;
mod slips;
mod text_files;
mod texts;
mod translation;
mod untranslated;
mod value;
mod vocabulary;

pub use allow::{Allowed, without_allowed};
pub use bounds::{MOST_CARDS, MOST_SHEET};
pub use boxes::{BOX_SIDES, CardBox};
pub use by_hand::by_hand;
pub use clauses::is_clause;
pub use columns::{Columns, holds_words, may_be_copies};
pub use components::{Component, ComponentPart, ComponentShare};
pub use csv_writing::write_csv;
pub use deck::{Deck, Flow, Row, slug};
pub use deck_writing::{toml_key, toml_string, write_deck};
pub use expression::{
    Condition, FieldName, Number, Sum, ValueFault, Word, WordMatch, is_name, read_condition,
    read_sum,
};
pub use face::{Face, Field, LookUp, PrintedAbility};
pub use fill::{SharedFields, fill_placeholders as fill_words};
pub use format::FORMAT;
pub use free::FreeByDesign;
pub use game::{Credit, GameFile, RulesTable, Ruling, ScenariosTable, ScriptFile};
pub use grid::{CellGrid, CellLine, Wish, read_workbook, sheet_names};
pub use kept::Kept;
pub use mutation::{Mutation, PathStep};
pub use overlay::Overlay;
pub use pack::Pack;
pub use profile::{LineCount, Profile};
pub use read::Reader;
pub use row_values::RowValue;
pub use sheet_reading::{DeckSheet, SheetColumn};
pub use sheet_rows::{is_on_the_web, not_fetched, open_sheet};
pub use text_files::{
    TextKey, TextLine, TextRow, TextSheet, Translated, read_csv_texts, text_key, unix_lines,
    write_csv_texts,
};
pub use translation::{Spoken, check_language, language_file};
pub use value::{Datum, Key, TomlTable, Value, parse_large, parse_toml};
pub use vocabulary::{Alternatives, ReadVocabulary, ScriptReading, TextEdit, Unused, Vocabulary};
