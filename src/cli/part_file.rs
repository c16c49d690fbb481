//! The file of a part of a run, which `--part` names. A path comes in; that it can be written goes out. Called by `fuzz` and `lab`.

use std::path::Path;

use super::console::{Console, Done};
use crate::session::{PartHeader, is_our_part, may_write_share};

/// Asks before a run whether its counts can be written: a share not over a part of another run, which would be lost.
///
/// # Errors
/// As [`Console::will_write`]; when a part of another run is there.
pub fn will_write_part(
    path: &Path,
    header: &PartHeader,
    is_share: bool,
    console: &mut Console,
) -> Done {
    console.will_write("--part", path, is_our_part)?;
    if is_share {
        may_write_share(path, header)?;
    }
    Ok(())
}
