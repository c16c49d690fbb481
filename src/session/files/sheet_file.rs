//! Reads a spreadsheet, deck or overlay file that is named on the command line. A path comes in; its content, or the error, goes out.

use std::path::Path;
use std::sync::Arc;

use crate::cards::{is_on_the_web, not_fetched};
use crate::source::{Blame, Diagnostic, FileId, Files, ReadError, error, read_plain, read_utf8};

use super::generated_file::BOM;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 32 << 20;

/// What stands between the cells of a sheet.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Delimiter {
    #[value(name = ",", alias = "comma")]
    Comma,
    #[value(name = ";", alias = "semicolon")]
    Semicolon,
    #[value(name = "tab", alias = "\\t")]
    Tab,
}

impl Delimiter {
    pub fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
            Delimiter::Tab => b'\t',
        }
    }
}

/// The bytes of a sheet.
///
/// # Errors
/// When there is no such file, it is too large, or no plain file.
pub fn read_sheet_file(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let name = path.to_string_lossy();
    if is_on_the_web(&name) {
        return Err(not_fetched().fault(Blame::Usage));
    }
    bytes(path, "name a sheet: CSV, TSV, xlsx, xls or ods")
}

/// Reads an overlay.
///
/// # Errors
/// As [`read`].
pub fn read_overlay(path: &Path, files: &mut Files) -> Result<(FileId, Arc<str>), Diagnostic> {
    let bytes = bytes(path, "name a TOML file after --overlay")?;
    text(path.display().to_string(), bytes, "save it as UTF-8", files)
}

fn bytes(path: &Path, help: &str) -> Result<Vec<u8>, Diagnostic> {
    let label = path.display();
    let unreadable = |why: &str, fault: Blame| {
        error!(UnreadableFile, "cannot read `{label}`: {why}", help).fault(fault)
    };
    read_plain(path, LARGEST).map_err(|error| match error {
        ReadError::TooLarge(most) => {
            error!(
                TooLarge,
                format!("`{label}` is larger than {} MiB", most >> 20),
                "make the file smaller"
            )
        }
        ReadError::Missing | ReadError::Outside | ReadError::TooMany => {
            unreadable("there is no such file", Blame::Usage)
        }
        ReadError::NoFile(why) => unreadable(&why, Blame::Usage),
        ReadError::Io(why) => unreadable(&why, Blame::Machine),
    })
}

/// The text of a file, without what marks it as UTF-8.
fn text(
    label: String,
    bytes: Vec<u8>,
    help: &str,
    files: &mut Files,
) -> Result<(FileId, Arc<str>), Diagnostic> {
    let text = read_utf8(&label, bytes, help, files)?;
    let text: Arc<str> = text.strip_prefix(BOM).unwrap_or(&text).into();
    Ok((files.add(label, text.clone()), text))
}
