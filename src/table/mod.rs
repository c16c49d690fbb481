//! The table of any card game: zones, counters, cards, knowledge, questions, declared once in `game.toml`.
//!
//! `[table]` comes in ([`read`]), a [`Layout`] and [`Table`]s come out. Whoever plays changes a table through a few verbs; the
//! changes in a log, what each seat knows, views, and redeals follow from the declarations, the same for all games.

mod abilities;
mod ability_schema;
mod ability_values;
mod captions;
mod changing;
mod declared;
mod json;
mod layout;
mod made_fields;
mod moves;
mod notation;
mod patterns;
mod phrase;
mod reading;
mod reading_abilities;
mod reading_follows;
mod reading_layout;
mod reading_moves;
mod reading_zones;
mod redeal;
mod schema;
mod set;
mod staging;
mod state;
mod view;
mod wording;
mod wording_reading;

pub use abilities::{
    Abilities, Ability, Argument, Has, Listed, MOST_ABILITIES, MOST_FIELDS, MOST_IN_A_LIST,
    MOST_LISTED, MOST_OF_A_CARD, MOST_PARAMETERS, MadeField, Parameter, ParameterKind,
};
pub use captions::{SCORE_NOW, captions};
pub use changing::{AS_IT_LIES, Hearing};
pub use declared::{
    Condition, CounterKind, Declared, Each, Following, Gap, Holds, MOST_COUNTERS, MOST_FACES,
    MOST_PILES, MOST_PLACES, MOST_SEATS, Measure, Memory, NoteGap, Order, Pattern, Piece, Sees,
    Sentence, Shown, Sum, Told, Win, ZoneKind,
};
pub use json::table as table_json;
pub use layout::{Column, ColumnKind, Layout, Touched};
pub use moves::{Group, Move, Moves, NOTHING};
pub use phrase::MOST_SENTENCE;
pub use reading::{PLAYERS, axes, read};
pub use reading_abilities::words_of;
pub use reading_zones::row_word;
pub use redeal::{redeal, redeal_cards};
pub use schema::schema;
pub use set::{CardSet, Cards, PerCard, Wide};
pub use staging::stage;
pub use state::{Fault, FaultKind, MOST_QUESTIONS, Question, Table};
pub use view::{Seen, View, view};
