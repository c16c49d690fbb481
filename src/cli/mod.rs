//! The command line: one file a command. Only here the disk is written to.

mod args;
mod check;
mod completions;
mod export;
mod list;
mod output;
mod paper;
mod print;
mod report;
mod studio;

pub use args::run;
