//! The parts of a run that was shared out. Files come in; their sum goes out, or what is missing; of random games with every law watched, what
//! is wrong as well.

use std::path::{Path, PathBuf};

use crate::lab::{
    LabPart, PartHeader, PartResults, Shard, Shares, merge_parts, missing_shares, missing_words,
};
use crate::session::open::chosen_variants::with_options;
use crate::source::{
    Code, Diagnostic, Diagnostics, counted, error, grouped, joined, read_plain_text, shell_word,
    usage,
};
use crate::verify::fuzz::RARE;

/// Bytes of a part: counts of a game with hundreds of cards are a few hundred kilobytes.
const MOST_BYTES: u64 = 64 << 20;

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
        let paths = paths_of(named)?;
        let parts = Diagnostics::all_of(
            paths
                .iter()
                .map(|path| Ok::<_, Diagnostic>((path.display().to_string(), read_part(path)?))),
        )?;
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
            let faults = all.into_iter().map(|fault| fault.error(Code::PartOfARun));
            faults.collect::<Diagnostics>()
        })?;
        if let Some(said) = missing_words(&whole).filter(|_| !partial) {
            let shares = missing_shares(&ranges, &whole);
            let help = missing_help(&whole, &shares, &self.folder);
            return Err(error!(PartOfARun, said, help).into());
        }
        Ok(whole)
    }
}

/// Whether a file is a part of a run: it may be written again.
pub fn is_our_part(head: &[u8]) -> bool {
    head.starts_with(b"{\"header\":{\"deckproof_part\":")
}

/// Reads a part.
///
/// # Errors
/// What the file is instead.
fn read_part(path: &Path) -> Result<LabPart, Diagnostic> {
    let name = path.display().to_string();
    let text = read_plain_text(path, MOST_BYTES)
        .map_err(|why| unreadable(format!("`{name}` cannot be read: {why}")))?;
    LabPart::read(&name, &text).map_err(|fault| fault.error(Code::PartOfARun))
}

/// That a share is not written over a part of another run, which would be lost.
///
/// # Errors
/// When a part of another run is there.
pub fn may_write_share(path: &Path, header: &PartHeader) -> Result<(), Diagnostic> {
    // What cannot be read is no part, or one of another format: it has to be run again.
    let Ok(there) = read_part(path) else {
        return Ok(());
    };
    let run = |header: &PartHeader| {
        let PartHeader { data, total, .. } = header;
        (header.command.clone(), data.clone(), header.seed, *total)
    };
    if run(&there.header) == run(header) {
        return Ok(());
    }
    let why = if there.header.command == header.command {
        "the game has changed since".to_owned()
    } else {
        format!("of `deckproof {}`", there.header.command)
    };
    Err(usage!(
        PartOfARun,
        format!("`{}` is a part of another run: {why}", path.display()),
        "write the parts of this run into a folder of their own, or take the old ones away"
    ))
}

/// That a file cannot be read as a part.
fn unreadable(says: String) -> Diagnostic {
    usage!(
        PartOfARun,
        says,
        "name files that `deckproof lab play --shard K/N --part FILE` wrote, or their folder"
    )
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
    let help = format!("run {}", joined(all.take(MOST_NAMED).map(command), ", "));
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

/// What is wrong in a merged run, as one run would have had it: laws that do not hold; in a whole run without one, what was never seen.
pub fn merge_faults(whole: &LabPart) -> Diagnostics {
    let PartResults::Laws(all) = &whole.results else {
        return Diagnostics::new();
    };
    let (title, command, seed) = (&whole.header.title, &whole.header.command, whole.header.seed);
    let mut faults = Diagnostics::new();
    for one in all {
        let Some((game, law)) = &one.counts.broken else {
            continue;
        };
        let of = with_options(&one.variant);
        // A share of one game.
        let (number, total) = (game + 1, whole.header.total);
        faults.push(error!(
            LawBroken,
            "{title}: {law} does not hold{of} in game {game} of seed {seed}",
            "`deckproof {command} --shard {number}/{total} --part game-{game}.json` plays this game alone, and writes it as a record and as a scenario"
        ));
    }
    // One that ended at a broken law was too short to expect every event.
    if !faults.is_empty() || !whole.missing().is_empty() {
        return faults;
    }
    for one in all.iter().filter(|one| one.counts.games >= RARE) {
        let (counts, of) = (&one.counts, with_options(&one.variant));
        let is_unseen = |(id, count): &&(String, u64)| *count == 0 && counts.sometimes.contains(id);
        for (id, _) in counts.properties.iter().filter(is_unseen) {
            let games = grouped(counts.games);
            faults.push(error!(
                NeverSeen,
                "{title}: `{id}` was seen in none of {games} games{of}",
                never_seen_help()
            ));
        }
    }
    faults
}

/// What to do about an event that no long run shows.
pub fn never_seen_help() -> String {
    let rare = grouped(RARE);
    format!(
        "in {rare} games it should be: no card or rule brings it about any more, or hardly ever"
    )
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
