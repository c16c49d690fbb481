//! Defines the top-level command line with clap and dispatches each command to its file. The process arguments come in, an exit
//! code goes out. `main` calls [`run_command_line`]; the book, manual pages and completions use [`command_line`].

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::console::{Console, Done};
use super::variants::with_axes;
use super::watch::run_on_change;
use super::{
    check, diff, export, fuzz, guides, import, lab, list, merge, mutate, new, packaging, print,
    printer, record, replay, schema, studio, translate,
};
use crate::session::{NewGame, SheetImport};
use crate::source::built_from;

const ABOUT: &str =
    "Prints card games from folders of TOML, and proves that the cards keep the rules.";

const EXAMPLES: &str = "\
Examples:
  deckproof print                          all shipped games, A4, into output/
  deckproof print caper --paper letter     one game on US Letter
  deckproof print my-game -o sheets        a game folder of your own
  deckproof export png caper --dpi 300     every face as a picture
  deckproof printer canon                  measure your printer, for `print --printer canon`
  deckproof new my-game                    the folder of a new game, ready to print
  deckproof import cards.csv               a deck from a spreadsheet
  deckproof guides my-game                 boxes that can be seen in Inkscape
  deckproof studio my-game                 see it in your browser while you edit it
  deckproof check my-game                  what is wrong with it, and how to fix it
  deckproof diff HEAD: my-game             what differs: rules, looks, scenarios
  deckproof fuzz                           random games, every law watched
  deckproof lab play my-game               who wins, with which cards, how long it takes
  deckproof lab compare HEAD: my-game      what an edit does between good players
  deckproof mutate my-game                 which slips in the data nobody would notice
  deckproof record caps-and-hammers        a game as JSON lines, for `deckproof replay`
  deckproof list                           games, decks and cards
  deckproof schema my-game --lines         editors complete and check its files
  deckproof translate export my-game --lang de   its texts for a translator

Exit codes: 0 all is well, 1 the card data is wrong, 2 the command line asks for what cannot be,
3 the machine failed (disk, permissions).";

#[derive(Parser)]
#[command(name = "deckproof", version, about = ABOUT, after_help = EXAMPLES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say nothing but faults
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// The commands, each with the function that runs it.
macro_rules! commands {
    ($($name:ident($args:ty) => $run:path;)+) => {
        #[derive(Subcommand)]
        pub(super) enum Command {
            $($name($args),)+
        }

        impl Command {
            pub(super) fn run(&self, console: &mut Console) -> Done {
                match self {
                    $(Command::$name(args) => $run(args, console),)+
                }
            }
        }
    };
}

commands! {
    Print(Box<print::PrintArgs>) => print::run_print;
    Printer(printer::PrinterArgs) => printer::run_printer;
    Export(export::ExportArgs) => export::run_export;
    New(NewGame) => new::run_new;
    Import(SheetImport) => import::run_import;
    Guides(guides::GuidesArgs) => guides::run_guides;
    Check(check::CheckArgs) => check::run_check;
    Studio(studio::StudioArgs) => studio::run_studio_command;
    Diff(diff::DiffArgs) => diff::run_diff;
    Fuzz(fuzz::FuzzArgs) => fuzz::run_fuzz;
    Lab(Box<lab::LabArgs>) => lab::run_lab;
    Merge(merge::MergeArgs) => merge::run_merge;
    Mutate(mutate::MutateArgs) => mutate::run_mutate;
    Record(record::RecordArgs) => record::run_record;
    Replay(replay::ReplayArgs) => replay::run_replay;
    List(list::ListArgs) => list::run_list;
    Schema(schema::SchemaArgs) => schema::run_schema;
    Translate(translate::TranslateArgs) => translate::run_translate;
    Man(packaging::ManArgs) => packaging::run_man;
    Completions(packaging::CompletionsArgs) => packaging::run_completions;
}

/// The whole command line: every command with its options and their help, for the book, for manual pages and for shells.
pub fn command_line() -> clap::Command {
    with_negative_numbers(Cli::command())
}

/// A command as it is written on a command line, but for the name of the program.
pub(super) fn read_command(words: &[String]) -> Result<Command, clap::Error> {
    let words = std::iter::once("deckproof").chain(words.iter().map(String::as_str));
    Cli::try_parse_from(words).map(|cli| cli.command)
}

/// A number below zero is a value of its option, so that what is said of it is which numbers may be given.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
            arg.allow_negative_numbers(is_option)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Runs the command that the process was called with. `commit` is what the program was built from, as `--version` says it;
/// nothing where it is unknown.
pub fn run_command_line(commit: &str) -> ExitCode {
    built_from(commit);
    let mut command = command_line().long_version(packaging::long_version());
    command.build();
    let words = with_axes(&command, std::env::args_os().collect());
    let cli = match Cli::from_arg_matches(&command.get_matches_from(words)) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    if let Some(code) = watched(&cli) {
        return code;
    }
    let mut console = Console::new(cli.quiet);
    let done = cli.command.run(&mut console);
    console.finish(done)
}

/// Runs a command that is to be done again and again; `None` for any other.
fn watched(cli: &Cli) -> Option<ExitCode> {
    let wanted = match &cli.command {
        Command::Print(args) => args.watched(),
        Command::Check(args) => args.watched(),
        Command::Export(args) => args.watched(),
        _ => None,
    };
    Some(run_on_change(cli.quiet, wanted?, |console| cli.command.run(console)))
}
