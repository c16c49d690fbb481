//! Sums and conditions on the fields of a card: in a template, and where a deck says which rows of its sheet to skip. `reader`
//! parses them, `evaluate` works them out.

mod evaluate;
mod number;
mod reader;
mod signs;

pub use evaluate::{Condition, FieldName, Sum, ValueFault, Word, WordMatch};
pub use number::Number;
pub use reader::{read_condition, read_sum};
pub use signs::is_name;
