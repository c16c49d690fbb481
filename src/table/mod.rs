//! The table of any card game: zones, counters, cards, knowledge, questions, declared once in `game.toml`.
//!
//! `[table]` comes in ([`read_table`]); a [`Layout`] and [`Table`]s go out. `script` calls it. Tables are
//! changed through a few operations; events, what each seat knows, views and redeals follow from the declarations, in the
//! same way for all games.

mod abilities;
mod ability_values;
mod captions;
mod changing;
mod declared;
mod json;
mod layout;
mod made_fields;
mod moves;
mod named;
mod notation;
mod patterns;
mod reading;
mod reading_abilities;
mod reading_counters;
mod reading_end;
mod reading_layout;
mod reading_moves;
mod reading_variants;
mod reading_zones;
mod redeal;
mod schema;
mod set;
mod staging;
mod state;
mod told;
mod view;
mod whereabouts;
mod wording;
mod wording_reading;

pub use abilities::{
    Abilities, Ability, Argument, Has, Listed, MadeField, Parameter, ParameterKind,
};
pub use captions::{SCORE_NOW, table_captions};
pub use changing::{AS_IT_LIES, Hearing};
pub use declared::{
    CardCondition, ConservedSum, CounterKind, CounterReport, CounterValue, Declared,
    DerivedNumbers, Each, Gap, MOST_COUNTERS, MOST_SEATS, MOST_SIDES, Memory, MovePattern,
    MovePiece, NoteGap, ScoreMeasure, Sees, Sentence, ShownLayout, Win, ZoneKind, ZoneOrder,
};
pub use json::{counter_json, seen_to_json, table_json, values_by_name};
pub use layout::{ColumnKind, Layout, RowKey, Touched, UnreadKey};
pub use moves::{Move, MoveGroup, Moves, NOTHING};
pub use named::{HasName, instead_of, names, numbered};
pub use reading::{TableReading, read_table};
pub use reading_abilities::words_of;
pub use reading_variants::read_axes;
pub use reading_zones::{one_or_more, row_word};
pub use redeal::{Dealer, Redealt};
pub use schema::table_schema;
pub use set::{CardSet, PerCard, SetCards, Wide};
pub use staging::{Staged, set_up_table_from_json};
pub use state::{FaultKind, Question, RunFault, Table};
pub use told::{FactShape, FactValue, MOST_FACTS, MOST_WORDS, SeenFact, ToldFacts};
pub use view::{KnownCard, View, view_of};
pub use whereabouts::{Decision, Relabelling, Remembered};
pub use wording::MOST_SENTENCE;
