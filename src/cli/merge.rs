//! Runs `deckproof merge`: adds up the parts of a run that was shared out. Files come in; their sum as a file, and its report, go
//! out.

use std::path::PathBuf;

use crate::session::{
    EVEN, LabBounds, LabPart, NEGLIGIBLE, PartResults, ReadParts, is_our_part, lab_figures,
    lab_report, merge_faults, output,
};
use crate::source::usage;

use super::console::{Console, Done};
use super::options::{Even, Negligible, write_part};
use super::report_options::ReportOptions;

const EXAMPLES: &str = "\
Examples:
  deckproof lab play my-game --games 1000000 --shard 1/200 --part part-1.json   … and 199 more, anywhere
  deckproof merge part-*.json                                the report of all of them
  deckproof merge parts                                      of all in a folder
  deckproof merge part-*.json --part whole.json              to the byte what one run would have given
  deckproof merge part-*.json -o whole.html                  the report as a page
  deckproof merge part-*.json --partial                      of those that are there

Parts may come in any order and grouping, and merged files may be merged again. The same part twice
has to be the same bytes; parts of other data, another command or another version are refused by
name. What is missing is named, with the command that runs it.

Of random games, a law that does not hold is an error once the sum is written: the first game that
breaks one is that of one run, which would have ended there, while the sum has counts of later games,
too. In a whole run of 100,000 games or more each thing that should happen sometimes must have been
seen.

Exit codes: 0 the run is whole, or --partial was given; 1 parts are missing or do not fit, a law does
not hold, or something was never seen; 2 the command line asks for what cannot be, 3 the machine
failed.";

/// Add up the parts of a run that was shared out over machines
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// Files that `lab`, `fuzz` or `merge` wrote; of a folder all files that end in .json
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Write the sum to a file, which can be merged again
    #[arg(long, value_name = "FILE")]
    part: Option<PathBuf>,
    /// Report on what is there, although parts are missing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    negligible: Negligible,
    #[command(flatten)]
    even: Even,
    #[command(flatten)]
    shown: ReportOptions,
}

pub fn run_merge(args: &MergeArgs, console: &mut Console) -> Done {
    let parts = ReadParts::read(&args.parts)?;
    if let Some(part) = parts.first() {
        can_be_answered(part, args)?;
    }
    let mut shown = args.shown.begin("merge", console)?;
    if let Some(path) = &args.part {
        console.will_write("--part", path, is_our_part)?;
        if parts.paths.iter().any(|part| output::is_same_place(part, path)) {
            let message = format!("`{}` is one of the parts that are added up", path.display());
            let help = "write the sum to another file: nobody could take it apart again";
            return Err(usage!(OptionsDisagree, message, help).into());
        }
    }
    let whole = parts.sum(args.partial)?;
    write_part(args.part.as_deref(), &whole, console)?;
    let (negligible, even) =
        (args.negligible.negligible.unwrap_or(NEGLIGIBLE), args.even.even.unwrap_or(EVEN));
    let bounds = LabBounds { negligible, even };
    shown.tell(lab_report(&whole, &lab_figures(&whole), None, bounds, None), console);
    shown.finish(console)?;
    merge_faults(&whole).into_result()
}

/// Whether the results of such a part can be told in all ways that are asked for.
fn can_be_answered(part: &LabPart, args: &MergeArgs) -> Done {
    let is_of_games = matches!(part.results, PartResults::Games(_));
    let is_of_pairs = matches!(part.results, PartResults::Pairs(_));
    let even = args.even.even.filter(|_| !is_of_games).map(|_| "`--even`");
    let negligible = args.negligible.negligible.filter(|_| !is_of_pairs).map(|_| "`--negligible`");
    let options: Vec<&str> = even.into_iter().chain(negligible).collect();
    if options.is_empty() {
        return Ok(());
    }
    let message = format!(
        "there is nothing to say for {}: these are parts of `{}`",
        options.join(", "),
        part.header.command.split(' ').next().unwrap_or_default()
    );
    Err(usage!(
        OptionsDisagree,
        message,
        "`--even` is for the games of one game, `--negligible` for pairs"
    )
    .into())
}
