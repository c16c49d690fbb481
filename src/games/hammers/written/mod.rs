//! How the game is written down: moves in a short text form, the table in neutral terms, and both read back.

mod captions;
mod cards;
mod clock;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod misfits;
#[cfg(test)]
mod move_forms;
mod moves;
mod names;
mod notation;
#[cfg(test)]
mod round_trips;
mod stage;
mod standings;
mod table;
#[cfg(test)]
mod table_forms;
mod zones;
