//! What cards do, one file an ability: how it is read, and how it is worded and drawn on the card.
//!
//! A new ability is a file here and its name in the list below and in that of `list.rs`.

mod capers;
mod coins;
mod cost;
mod fine;
mod flip;
mod goods;
mod income;
mod list;
mod more_capers;
mod more_coins;
mod points;
mod printed;
mod protected;
mod reading;
mod recover;
mod shelter;
mod take_coins;

pub use cost::Cost;
pub use goods::Good;
pub use income::Income;
pub use list::{
    Ability, Capers, Coins, ENTRIES, Entry, Fine, Flip, Goods, MoreCapers, MoreCoins, Points,
    Protected, Recover, Shelter, TakeCoins,
};
pub use printed::{Printed, Slot};
pub use reading::{MOST_COINS, Reading};
