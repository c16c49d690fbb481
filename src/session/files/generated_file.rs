//! Writes text files that this tool makes and people may edit. The first line names the command and holds a digest of the rest: a
//! file that was edited since is not overwritten.

use std::path::Path;

use crate::source::{Diagnostic, hex_digest, usage};

use super::output;

/// How the first line of such a file begins.
const MARK: &str = "# Made by deckproof ";

/// Byte order mark: a spreadsheet then reads the file as UTF-8.
pub const BOM: &str = "\u{FEFF}";

/// Bytes of the digest that are kept: enough to know an edit.
const KEPT: usize = 8;

/// The text below a line that says by what command it was made.
pub fn marked(command: &str, body: &str) -> String {
    format!("{MARK}{command} [{}]\n{body}", digest(body))
}

/// Writes a text that [`marked`] made.
///
/// # Errors
/// When a file is there that this tool did not make, or that was edited since.
pub fn write_generated(path: &Path, text: &str) -> Result<(), Diagnostic> {
    may_write(path)?;
    output::write_file(path, text.as_bytes(), ours)
}

/// As [`write`], without writing.
///
/// # Errors
/// As [`write`].
pub fn may_write(path: &Path) -> Result<(), Diagnostic> {
    output::may_write(path, ours)?;
    if !path.is_file() {
        return Ok(());
    }
    let there = std::fs::read(path).map_err(|e| output::unwritable(path, &e))?;
    if there.is_empty() || untouched(&there) {
        return Ok(());
    }
    let message =
        format!("`{}` was edited since deckproof made it: it is left as it is", path.display());
    Err(usage!(
        NotOurs,
        message,
        "move it away, or write elsewhere with -o; with `rows` a deck reads an edited sheet itself"
    ))
}

fn ours(head: &[u8]) -> bool {
    let head = head.strip_prefix(BOM.as_bytes()).unwrap_or(head);
    head.starts_with(MARK.as_bytes())
}

fn untouched(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let Some((first, body)) = text.split_once('\n') else {
        return false;
    };
    let said = first.rsplit_once('[').and_then(|(_, end)| end.strip_suffix(']'));
    said == Some(&digest(body))
}

fn digest(body: &str) -> String {
    hex_digest(body, KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_made_is_made_again_until_it_is_edited() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cards.csv");
        write_generated(&path, &marked("export csv", "name\nGale\n")).unwrap();
        write_generated(&path, &format!("{BOM}{}", marked("export csv", "name\nOwl\n"))).unwrap();
        let edited = std::fs::read_to_string(&path).unwrap() + "Fog\n";
        std::fs::write(&path, &edited).unwrap();
        let fault = write_generated(&path, &marked("export csv", "")).unwrap_err();
        assert!(fault.message.contains("was edited since"), "{fault:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), edited);
    }

    #[test]
    fn what_others_made_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cards.csv");
        std::fs::write(&path, "name\nGale\n").unwrap();
        let fault = write_generated(&path, &marked("export csv", "")).unwrap_err();
        assert!(fault.message.contains("was not made by deckproof"), "{fault:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "name\nGale\n");
    }
}
