//! Runs `deckproof merge`: adds up the parts of a run that was shared out. Files come in; their sum as a file, and its report, go out.
//! Called by `args`.

use std::path::PathBuf;

use crate::lab::{LabPart, PartFault, merge_parts, missing_shards};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, counted, grouped};

use super::lab::is_our_part;
use super::lab_report::{LabBounds, ReportFiles, show_part};
use super::report::{Done, Report};

const EXAMPLES: &str = "\
Examples:
  deckproof lab my-game --games 1000000 --shard 1/200 --out part-1.json    … and 199 more, anywhere
  deckproof merge part-*.json                                the report of all of them
  deckproof merge part-*.json -o whole.json                  to the byte what one run would have given
  deckproof merge part-*.json --partial                      of those that are there

Parts may come in any order and grouping, and merged files may be merged again. The same part twice
has to be the same bytes; parts of other data, another command or another version are refused by
name. What is missing is named, with the command that runs it.

Exit codes: 0 the run is whole, or --partial was given; 1 parts are missing or do not fit;
2 the command line asks for what cannot be, 3 the machine failed.";

/// Bytes of a part: counts of a game with hundreds of cards are a few hundred kilobytes.
const MOST_BYTES: u64 = 64 << 20;

/// Missing parts that are named.
const MOST_NAMED: usize = 5;

/// Add up the parts of a run that was shared out over machines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// Files that `lab`, `fuzz` or `merge` wrote
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Write the sum to a file, which can be merged again
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Report on what is there, although parts are missing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    bounds: LabBounds,
    #[command(flatten)]
    files: ReportFiles,
}

pub fn run_merge(args: &MergeArgs, report: &mut Report) -> Done {
    args.files.can_be_written(report)?;
    if let Some(path) = &args.out {
        report.will_write(path, is_our_part)?;
    }
    let mut faults = Diagnostics::new();
    let mut parts = Vec::new();
    for path in &args.parts {
        match read(path) {
            Ok(part) => parts.push((path.display().to_string(), part)),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let read: Vec<LabPart> = parts.iter().map(|(_, part)| part.clone()).collect();
    let whole = merge_parts(parts).map_err(|all| {
        let mut faults = Diagnostics::new();
        all.into_iter()
            .for_each(|fault| faults.push(diagnostic(fault)));
        faults
    })?;
    let gaps = whole.missing();
    if !gaps.is_empty() {
        let games: u64 = gaps.iter().map(|gap| gap.end - gap.start).sum();
        let shards = missing_shards(&read, &whole);
        let said = format!(
            "{} of {} games are missing",
            grouped(games),
            grouped(whole.header.total)
        );
        let help = match shards.as_slice() {
            [] => "run the command of the parts again with --shard and --out".to_owned(),
            shards => {
                let command = |shard: &crate::lab::Shard| {
                    format!(
                        "`deckproof {} --shard {shard} --out part-{}.json`",
                        whole.header.command, shard.number
                    )
                };
                let named: Vec<String> = shards.iter().take(MOST_NAMED).map(command).collect();
                let more = shards.len().saturating_sub(MOST_NAMED);
                let rest = if more > 0 {
                    format!(
                        ", and {} more: {}",
                        counted(more, "part"),
                        numbers(&shards[MOST_NAMED..])
                    )
                } else {
                    String::new()
                };
                format!("run {}{rest}", named.join(", "))
            }
        };
        let fault = Diagnostic::error(Code::PartOfARun, said).help(help);
        if !args.partial {
            return Err(fault.into());
        }
        report.note(&format!(
            "{} of {} games are missing",
            grouped(games),
            grouped(whole.header.total)
        ));
    }
    if let Some(path) = &args.out {
        report.write(path, whole.text().as_bytes(), is_our_part)?;
    }
    show_part(&whole, None, args.bounds, None, &args.files, report)
}

/// `4, 7 to 9, 12`.
fn numbers(shards: &[crate::lab::Shard]) -> String {
    let numbers: Vec<u64> = shards.iter().map(|shard| shard.number).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let said = runs.map(|run| match run {
        [one] => one.to_string(),
        run => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    said.take(20).collect::<Vec<_>>().join(", ")
}

fn read(path: &PathBuf) -> Result<LabPart, Diagnostic> {
    let name = path.display().to_string();
    let unreadable = |says: String| {
        Diagnostic::error(Code::PartOfARun, says)
            .fault(Blame::Usage)
            .help("name files that `deckproof lab --shard K/N --out FILE` wrote")
    };
    let size =
        std::fs::metadata(path).map_err(|e| unreadable(format!("`{name}` cannot be read: {e}")))?;
    if !size.is_file() || size.len() > MOST_BYTES {
        return Err(unreadable(format!(
            "`{name}` is no file of at most {} MB",
            MOST_BYTES >> 20
        )));
    }
    let text = std::fs::read_to_string(path)
        .map_err(|e| unreadable(format!("`{name}` cannot be read: {e}")))?;
    LabPart::read(&name, &text).map_err(diagnostic)
}

fn diagnostic(fault: PartFault) -> Diagnostic {
    Diagnostic::error(Code::PartOfARun, fault.says).help(fault.help)
}
