//! Runs `deckproof merge`: adds up the parts of a run that was shared out. Files come in; their sum as a file, and its report, go out.
//! Called by `args`.

use std::path::{Path, PathBuf};

use crate::lab::{LabPart, PartResults, Shard, Shares, merge_parts, missing_shares, missing_words};
use crate::session::{EVEN, LabBounds, NEGLIGIBLE, lab_figures, lab_report, output};
use crate::source::{Code, Diagnostic, Diagnostics, counted, shell_word};

use super::console::{Console, Done};
use super::lab_options::{Even, Negligible};
use super::merge_faults::merge_faults;
use super::part_file::{is_our_part, part_fault, read_part, unreadable};
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

/// Missing shares whose commands are told.
const MOST_NAMED: usize = 5;

/// Runs of missing shares whose numbers are told.
const MOST_RUNS: usize = 20;

/// Add up the parts of a run that was shared out over machines
#[derive(Debug, clap::Args)]
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
    let mut faults = Diagnostics::new();
    let mut parts = Vec::new();
    let paths = paths_of(&args.parts)?;
    for path in &paths {
        match read_part(path) {
            Ok(part) => parts.push((path.display().to_string(), part)),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    if let Some((_, part)) = parts.first() {
        can_be_answered(part, args)?;
    }
    let mut shown = args.shown.begin("merge", console)?;
    if let Some(path) = &args.part {
        console.will_write("--part", path, is_our_part)?;
        if paths.iter().any(|part| output::is_same_place(part, path)) {
            return Err(is_added_up(path).into());
        }
    }
    let ranges: Vec<(u64, u64)> = parts.iter().flat_map(|(_, part)| part.games.clone()).collect();
    let whole = merge_parts(parts).map_err(|all| {
        let mut faults = Diagnostics::new();
        all.into_iter().for_each(|fault| faults.push(part_fault(fault)));
        faults
    })?;
    if let Some(said) = missing_words(&whole).filter(|_| !args.partial) {
        let shares = missing_shares(&ranges, &whole);
        let fault = Diagnostic::error(Code::PartOfARun, said);
        let folder = args.parts.iter().find(|path| path.is_dir());
        let folder = folder.map_or(Path::new(""), PathBuf::as_path);
        return Err(fault.help(missing_help(&whole, &shares, folder)).into());
    }
    if let Some(path) = &args.part {
        console.write("--part", path, whole.text().as_bytes(), is_our_part)?;
    }
    let (negligible, even) = (args.negligible.or(NEGLIGIBLE), args.even.or(EVEN));
    let bounds = LabBounds { negligible, even };
    shown.tell(lab_report(&whole, &lab_figures(&whole), None, bounds, None), console);
    shown.finish(console)?;
    let faults = merge_faults(&whole);
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// That the sum would be written over one of its parts.
fn is_added_up(path: &Path) -> Diagnostic {
    let message = format!("`{}` is one of the parts that are added up", path.display());
    Diagnostic::usage(Code::OptionsDisagree, message)
        .help("write the sum to another file: nobody could take it apart again")
}

/// The files that are named, and those of folders that are, in the order of their names.
fn paths_of(named: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut paths = Vec::new();
    for path in named {
        if !path.is_dir() {
            paths.push(path.clone());
            continue;
        }
        let name = path.display();
        let there = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let there = there.map_err(|why| unreadable(format!("`{name}` cannot be read: {why}")))?;
        let files = there.iter().map(std::fs::DirEntry::path);
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|ending| ending == "json")).collect();
        if files.is_empty() {
            return Err(unreadable(format!("no file in `{name}` ends in .json")));
        }
        files.sort();
        paths.extend(files);
    }
    Ok(paths)
}

/// Whether the results of such a part can be told in all ways that are asked for.
fn can_be_answered(part: &LabPart, args: &MergeArgs) -> Done {
    let mut unanswered = Vec::new();
    let is_of_games = matches!(part.results, PartResults::Games(_));
    let is_of_pairs = matches!(part.results, PartResults::Pairs(_));
    unanswered.extend((args.even.given() && !is_of_games).then_some("--even"));
    unanswered.extend((args.negligible.given() && !is_of_pairs).then_some("--negligible"));
    if unanswered.is_empty() {
        return Ok(());
    }
    let options: Vec<String> = unanswered.iter().map(|name| format!("`{name}`")).collect();
    let message = format!(
        "there is nothing to say for {}: these are parts of `{}`",
        options.join(", "),
        part.header.command.split(' ').next().unwrap_or_default()
    );
    Err(Diagnostic::usage(Code::OptionsDisagree, message)
        .help("`--even` is for the games of one game, `--negligible` for pairs")
        .into())
}

/// The commands that play what is missing, into the folder of the parts; of many the first, and the numbers of the other shares.
fn missing_help(whole: &LabPart, shares: &[Shares], folder: &Path) -> String {
    let command = |shard: Shard| {
        // A file of another number of shares may have the name.
        let mut file = folder.join(format!("part-{}.json", shard.number));
        if file.exists() {
            file = folder.join(format!("part-{}-of-{}.json", shard.number, shard.of));
        }
        let file = file.display().to_string();
        format!("`deckproof {} --shard {shard} --part {}`", whole.header.command, shell_word(&file))
    };
    let all = shares.iter().flat_map(Shares::iter);
    let named: Vec<String> = all.take(MOST_NAMED).map(command).collect();
    let help = format!("run {}", named.join(", "));
    let count: u64 = shares.iter().map(Shares::count).sum();
    match count.saturating_sub(MOST_NAMED as u64) {
        0 => help,
        more => format!(
            "{help}, and {}: {}",
            counted(more as usize, "more share"),
            numbers(shares, MOST_NAMED as u64)
        ),
    }
}

/// `4/30, 7/30 to 9/30` without the first so many.
fn numbers(shares: &[Shares], mut named: u64) -> String {
    let mut said = Vec::new();
    for Shares { numbers, of } in shares {
        let from = numbers.end.min(numbers.start + named);
        named -= from - numbers.start;
        match numbers.end - from {
            0 => {}
            1 => said.push(format!("{from}/{of}")),
            _ => said.push(format!("{from}/{of} to {}/{of}", numbers.end - 1)),
        }
        if said.len() > MOST_RUNS {
            said[MOST_RUNS] = "and so on: merge again for the next".to_owned();
            break;
        }
    }
    said.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_shares_are_told_after_those_with_a_command() {
        let shares = |numbers, of| Shares { numbers, of };
        let all = [shares(2..4, 30), shares(7..12, 30), shares(60..61, 77)];
        assert_eq!(numbers(&all, 3), "8/30 to 11/30, 60/77");
        assert_eq!(numbers(&all, 6), "11/30, 60/77");
        let many: Vec<Shares> = (1..100).map(|at| shares(2 * at..2 * at + 1, 300)).collect();
        let told = numbers(&many, 5);
        assert!(told.starts_with("12/300, 14/300"), "{told}");
        assert!(told.ends_with("50/300, and so on: merge again for the next"), "{told}");
    }
}
