//! The command line: one file per command. The process arguments come in; printed text, written files and an exit code go out.
//! `main` calls [`run_command_line`].

mod args;
mod check;
mod completions;
mod console;
mod diff;
mod explain;
mod export;
mod export_csv;
mod export_cut;
mod export_foundry;
mod export_options;
mod export_pcio;
mod export_sheet;
mod export_shop;
mod export_site;
mod export_tts;
mod fuzz;
mod guides;
mod import;
mod lab;
mod lab_options;
mod list;
mod man;
mod merge;
mod mutate;
mod new;
mod paper;
mod part_file;
mod picture_options;
mod policy;
mod print;
mod printer;
mod record;
mod replay;
mod report_options;
mod schema;
mod studio;
mod translate;
mod variants;
mod version;
mod viewer;
mod wanted;
mod watch;

pub use args::{command_line, run_command_line};
