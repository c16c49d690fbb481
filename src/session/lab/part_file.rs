//! Files of parts of a run: how they are read, and which of them a share may be written over. A path comes in; a part, or what is wrong
//! with the file, goes out. Called by `merging`, and by the commands that run on many machines.

use std::path::Path;

use crate::lab::{LabPart, PartHeader};
use crate::source::{Code, Diagnostic, read_plain_text};

/// Bytes of a part: counts of a game with hundreds of cards are a few hundred kilobytes.
const MOST_BYTES: u64 = 64 << 20;

/// Whether a file is a part of a run: it may be written again.
pub fn is_our_part(head: &[u8]) -> bool {
    head.starts_with(b"{\"header\":{\"deckproof_part\":")
}

/// Reads a part.
///
/// # Errors
/// What the file is instead.
pub fn read_part(path: &Path) -> Result<LabPart, Diagnostic> {
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
    let message = format!("`{}` is a part of another run: {why}", path.display());
    Err(Diagnostic::usage(Code::PartOfARun, message)
        .help("write the parts of this run into a folder of their own, or take the old ones away"))
}

/// That a file cannot be read as a part.
pub fn unreadable(says: String) -> Diagnostic {
    Diagnostic::usage(Code::PartOfARun, says)
        .help("name files that `deckproof lab play --shard K/N --part FILE` wrote, or their folder")
}
