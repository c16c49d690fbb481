//! The command line: one file per command. The process arguments come in; printed text, written files and an exit code go out.
//! `main` calls [`run_command_line`].

mod args;
mod check;
mod console;
mod diff;
mod export;
mod export_tables;
mod fuzz;
mod guides;
mod import;
mod lab;
mod list;
mod merge;
mod mutate;
mod new;
mod options;
mod packaging;
mod paper;
mod print;
mod printer;
mod record;
mod replay;
mod report_options;
mod schema;
mod studio;
mod translate;
mod variants;
mod viewer;
mod watch;

pub use args::{command_line, run_command_line};
