//! A stranger's folder: traps that read elsewhere, never end, or fill the memory. Each is refused with a code, a message
//! that says the bound, and nothing written. `cargo test --test suite hostile:: -- --nocapture` shows how long each takes.

#![cfg(unix)]

#[path = "hostile/drawings.rs"]
mod drawings;
#[path = "hostile/folders.rs"]
mod folders;
use crate::game;
#[path = "hostile/numbers.rs"]
mod numbers;
#[path = "hostile/trap.rs"]
mod trap;
#[path = "hostile/workbooks.rs"]
mod workbooks;
