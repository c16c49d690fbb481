//! Two readings of a game side by side: what parts them in rules, in looks and in copies, which scenarios come out otherwise,
//! and both as pictures.

mod board;
mod cards;
mod decks;
mod found;
mod game;
mod page;
mod pictures;
mod scenarios;
mod script;
mod shares;
mod sheet;
mod side;
mod words;

pub use decks::compare;
pub use found::{CardChange, Comparison, DeckChange, Edit, Fate, Kind};
pub use page::{made_by_us, page};
pub use scenarios::{Outcome, Scenarios, scenarios};
pub use script::{ScriptChange, ScriptLine};
pub use shares::{Shares, SideShare, shares};
pub use sheet::sheet;
pub use side::Side;
