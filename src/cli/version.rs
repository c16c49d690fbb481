//! Writes the text of `deckproof --version`: the version, the build and the data format it reads go out. Called by `args`.

use crate::session::FORMAT;
use crate::source::version;

/// The version with the commit that it was built from, where that is known; the machine it was built for; the format of data.
pub fn long_version() -> String {
    format!("{}\ntarget: {}\ndata format: {FORMAT}", version(), env!("DECKPROOF_TARGET"))
}
