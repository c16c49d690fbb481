//! Writes the text of `deckproof --version`. A commit comes in; the version, the build and the data format it reads go out.
//! Called by `args`.

use crate::cards::FORMAT;

/// The version with the commit that it was built from, where that is known; the machine it was built for; the formats of data.
pub fn long_version(commit: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let commit = match commit {
        "" => String::new(),
        commit => format!(" ({commit})"),
    };
    let target = env!("DECKPROOF_TARGET");
    format!("{version}{commit}\ntarget: {target}\ndata format: {FORMAT}; reads 1 to {FORMAT}")
}
