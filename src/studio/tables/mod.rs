//! Tables at which people play: who sits where, what each of them may see and do, and the record of it. Moves come in; states for
//! each pass, and records on the disk, go out. The routes of both servers call it.

mod open_table;
mod pass;
mod record_file;
mod seats;
mod store;

pub use open_table::Answer;
pub use open_table::{OpenTable, no_random_numbers};
pub use record_file::{record_summary, records, records_folder};
pub use seats::{NewTable, SeatKind};
pub use store::{Tables, next_beat};
