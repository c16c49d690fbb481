//! What cards can do: one file an ability, with its reading and its wording.
//!
//! In a row an ability is one key with its value, in the slot `passive` or `operation`:
//! `passive = { influence-while-alone = 4 }`. A new one is a file here, its `mod` line and its name in the list of its
//! slot (`slots.rs`).

mod ally_influence;
mod carry_hidden;
mod influence_per_opposing;
mod influence_while_alone;
mod justify;
mod move_self;
mod occupy;
mod pair_country;
mod pair_lab;
mod passes;
mod reading;
mod reveal;
mod set_influence;
mod slots;
mod ties_are_yours;
mod unseen_by_crises;
mod wording;

pub use ally_influence::AllyInfluence;
pub use carry_hidden::CarryHidden;
pub use influence_per_opposing::InfluencePerOpposing;
pub use influence_while_alone::InfluenceWhileAlone;
pub use justify::Justify;
pub use move_self::MoveSelf;
pub use occupy::{EachRound, Occupy, Where};
pub use pair_country::PairCountry;
pub use pair_lab::{LabMark, PairLab};
pub use passes::{Beside, Passes};
pub use reading::{INFLUENCE, Reading};
pub use reveal::Reveal;
pub use set_influence::SetInfluence;
pub use slots::{Ability, Operation, Passive};
pub use ties_are_yours::TiesAreYours;
pub use unseen_by_crises::UnseenByCrises;
pub use wording::Wording;
