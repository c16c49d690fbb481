//! The command line: one file a command. Only here the disk is written to.

mod args;
mod balance;
mod balance_data;
mod balance_findings;
mod balance_table;
mod changed;
mod check;
mod completions;
mod diff;
mod diff_data;
mod diff_markdown;
mod diff_table;
mod examine;
mod explain;
mod export;
mod format;
mod fuzz;
mod fuzz_faults;
mod fuzz_table;
mod ledger;
mod list;
mod mutate;
mod mutate_data;
mod mutate_table;
mod output;
mod paper;
mod policy;
mod print;
mod proven;
mod record;
mod replay;
mod report;
mod studio;
mod variants;

pub use args::run;
