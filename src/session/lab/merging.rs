//! Adds up the parts of a run that was shared out. Files come in; their sum goes out, or what is missing. Called by the command `merge`.

use std::path::{Path, PathBuf};

use crate::lab::{LabPart, Shard, Shares, merge_parts, missing_shares, missing_words};
use crate::source::{Code, Diagnostic, Diagnostics, counted, shell_word};

use super::part_file::{read_part, unreadable};

/// Missing shares whose commands are told.
const MOST_NAMED: usize = 5;

/// Runs of missing shares whose numbers are told.
const MOST_RUNS: usize = 20;

/// Files that are read as parts.
pub struct ReadParts {
    /// Parts by the names of their files.
    parts: Vec<(String, LabPart)>,
    /// The files.
    pub paths: Vec<PathBuf>,
    /// Where missing parts go.
    folder: PathBuf,
}

impl ReadParts {
    /// Reads the files that are named, and those of folders that are.
    ///
    /// # Errors
    /// Files that are no parts.
    pub fn read(named: &[PathBuf]) -> Result<ReadParts, Diagnostics> {
        let (mut parts, mut faults) = (Vec::new(), Diagnostics::new());
        let paths = paths_of(named)?;
        for path in &paths {
            match read_part(path) {
                Ok(part) => parts.push((path.display().to_string(), part)),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let folder = named.iter().find(|path| path.is_dir()).cloned().unwrap_or_default();
        Ok(ReadParts { parts, paths, folder })
    }

    /// One of them, which says what run they are of.
    pub fn first(&self) -> Option<&LabPart> {
        self.parts.first().map(|(_, part)| part)
    }

    /// Their sum; one that lacks parts only if it may be `partial`.
    ///
    /// # Errors
    /// Parts that do not fit each other, and missing ones.
    pub fn sum(self, partial: bool) -> Result<LabPart, Diagnostics> {
        let ranges = self.parts.iter().flat_map(|(_, part)| part.games.clone());
        let ranges: Vec<(u64, u64)> = ranges.collect();
        let whole = merge_parts(self.parts).map_err(|all| {
            let mut faults = Diagnostics::new();
            all.into_iter().for_each(|fault| faults.push(fault.error(Code::PartOfARun)));
            faults
        })?;
        if let Some(said) = missing_words(&whole).filter(|_| !partial) {
            let shares = missing_shares(&ranges, &whole);
            let fault = Diagnostic::error(Code::PartOfARun, said);
            return Err(fault.help(missing_help(&whole, &shares, &self.folder)).into());
        }
        Ok(whole)
    }
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
