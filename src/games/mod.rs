//! The families of games: what their cards can say, and how they are played. A family knows nothing of another;
//! what several need to read a table that is written down, and to tell two of them apart, is beside them.

pub mod caper;
mod differences;
pub mod hammers;
mod naming;
mod one_name;
mod spot;
#[cfg(test)]
mod trying;
