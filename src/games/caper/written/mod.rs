//! How the game is written down: moves in a short text form, the table in neutral terms, and both read back.

mod captions;
mod cards;
mod clock;
mod field;
mod hands;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod misfits;
#[cfg(test)]
mod misfits_of_turns;
#[cfg(test)]
mod move_forms;
mod moves;
mod names;
mod notation;
mod ready;
#[cfg(test)]
mod round_trips;
mod stage;
mod standings;
mod table;
#[cfg(test)]
mod table_forms;
mod turn;
