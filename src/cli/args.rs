//! Defines the top-level command line with clap and dispatches each command to its file. The process arguments come in, an exit
//! code goes out. `main` calls [`run_command_line`]; the book, manual pages and completions use [`command_line`].

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::console::Console;
use super::variants::with_axes;
use super::watch::run_on_change;
use super::{
    check, completions, diff, export, fuzz, guides, import, lab, list, man, merge, mutate, new,
    print, printer, version,
};
use super::{record, replay, schema, studio, translate};
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

#[derive(Subcommand)]
enum Command {
    Print(Box<print::PrintArgs>),
    Printer(printer::PrinterArgs),
    Export(export::ExportArgs),
    New(new::NewArgs),
    Import(import::ImportArgs),
    Guides(guides::GuidesArgs),
    Check(check::CheckArgs),
    Studio(studio::StudioArgs),
    Diff(diff::DiffArgs),
    Fuzz(fuzz::FuzzArgs),
    Lab(Box<lab::LabArgs>),
    Merge(merge::MergeArgs),
    Mutate(mutate::MutateArgs),
    Record(record::RecordArgs),
    Replay(replay::ReplayArgs),
    List(list::ListArgs),
    Schema(schema::SchemaArgs),
    Translate(translate::TranslateArgs),
    Man(man::ManArgs),
    Completions(completions::CompletionsArgs),
}

/// The whole command line: every command with its options and their help, for the book, for manual pages and for shells.
pub fn command_line() -> clap::Command {
    with_negative_numbers(Cli::command())
}

/// A number below zero is a value of its option, so that what is said of it is which numbers may be given.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let options = command.mut_args(|arg| {
        let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
        arg.allow_negative_numbers(is_option)
    });
    options.mut_subcommands(with_negative_numbers)
}

/// Runs the command that the process was called with. `commit` is what the program was built from, as `--version` says it;
/// nothing where it is unknown.
pub fn run_command_line(commit: &str) -> ExitCode {
    built_from(commit);
    let mut command = command_line().long_version(version::long_version());
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
    let done = match cli.command {
        Command::Print(args) => print::run_print(&args, &mut console),
        Command::Printer(args) => printer::run_printer(&args, &mut console),
        Command::Export(args) => export::run_export(&args, &mut console),
        Command::New(args) => new::run_new(&args, &mut console),
        Command::Import(args) => import::run_import(&args, &mut console),
        Command::Guides(args) => guides::run_guides(&args, &mut console),
        Command::Check(args) => check::run_check(&args, &mut console),
        Command::Studio(args) => studio::run_studio_command(&args, &mut console),
        Command::Diff(args) => diff::run_diff(&args, &mut console),
        Command::Fuzz(args) => fuzz::run_fuzz(&args, &mut console),
        Command::Lab(args) => lab::run_lab(&args, &mut console),
        Command::Merge(args) => merge::run_merge(&args, &mut console),
        Command::Mutate(args) => mutate::run_mutate(&args, &mut console),
        Command::Record(args) => record::run_record(&args, &mut console),
        Command::Replay(args) => replay::run_replay(&args, &mut console),
        Command::List(args) => list::run_list(&args, &mut console),
        Command::Schema(args) => schema::run_schema(&args, &mut console),
        Command::Translate(args) => translate::run_translate(&args, &mut console),
        Command::Man(args) => man::run_man(&args, command_line(), &console),
        Command::Completions(args) => completions::run_completions(&args, command_line(), &console),
    };
    console.finish(done)
}

/// Runs a command that is to be done again and again; `None` for any other.
fn watched(cli: &Cli) -> Option<ExitCode> {
    let quiet = cli.quiet;
    match &cli.command {
        Command::Print(args) if args.watch => {
            Some(run_on_change(quiet, &args.wanted, |console| print::run_print(args, console)))
        }
        Command::Check(args) if args.watch => {
            Some(run_on_change(quiet, &args.wanted, |console| check::run_check(args, console)))
        }
        Command::Export(args) => {
            let wanted = args.watched()?;
            Some(run_on_change(quiet, wanted, |console| export::run_export(args, console)))
        }
        _ => None,
    }
}
