//! The files about the user's printers, in the user's configuration folder. A printer's name comes in; its file is found, read
//! or changed. Called by `correcting` and the command `printer`.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::printer_file::{PrinterFile, damaged};
use super::printer_name::PrinterName;
use super::{ledger, output};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files, ReadError, Span, read_plain};

/// Names the folder of what the user has set.
pub const VARIABLE: &str = "DECKPROOF_CONFIG";

const ENDING: &str = "toml";

/// Bytes of a file: a hundred trays with their papers.
const MOST_BYTES: u64 = 256 << 10;

/// The folder of the printers' files.
///
/// # Errors
/// When the machine names no place for what a user has set.
pub fn printers_folder() -> Result<PathBuf, Diagnostic> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let folder = match named {
        Some(folder) => PathBuf::from(folder),
        None => match etcetera::choose_base_strategy() {
            Ok(folders) => folders.config_dir().join("deckproof"),
            Err(_) => {
                let message = "there is no folder for what a user has set: no home folder is known";
                return Err(Diagnostic::error(Code::CannotWrite, message)
                    .fault(Blame::Machine)
                    .help(format!("name one with the variable {VARIABLE}")));
            }
        },
    };
    Ok(folder.join("printers"))
}

/// The file of a printer.
pub fn printer_path(folder: &Path, printer: &str) -> PathBuf {
    folder.join(format!("{printer}.{ENDING}"))
}

/// The printers that have a file, by their names.
pub fn printers(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ENDING))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| {
            name.parse::<PrinterName>()
                .is_ok_and(|n| n.printer == *name)
        })
        .collect();
    names.sort();
    names
}

impl PrinterFile {
    /// The file of a printer; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is not one of these.
    pub fn open(path: &Path, files: &mut Files) -> Result<Option<PrinterFile>, Diagnostics> {
        let shown = path.display().to_string();
        let bytes = match read_plain(path, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(ReadError::Missing) => return Ok(None),
            Err(ReadError::TooLarge(_)) => {
                return Err(damaged(&format!("`{shown}` is too long")).into());
            }
            Err(ReadError::NoFile(why) | ReadError::Io(why)) => {
                let message = format!("cannot read `{shown}`: {why}");
                return Err(unreadable(message).into());
            }
            Err(ReadError::Outside) => {
                return Err(unreadable(format!("cannot read `{shown}`")).into());
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => PrinterFile::read(&shown, &text, files).map(Some),
            Err(e) => {
                let good = e.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(e.as_bytes()).into_owned();
                let file = files.add(shown, text);
                let fault = damaged("this is no text").at(Span::new(file, good..good + 1));
                Err(fault.into())
            }
        }
    }

    /// Reads a printer's file, changes it, and writes it: one process at a time.
    ///
    /// # Errors
    /// When the file is damaged or cannot be written.
    pub fn keep(
        folder: &Path,
        printer: &str,
        change: impl FnOnce(&mut PrinterFile),
        files: &mut Files,
    ) -> Result<PathBuf, Diagnostics> {
        output::folder(folder).map_err(|fault| {
            fault.help(format!("name another folder with the variable {VARIABLE}"))
        })?;
        let held = ledger::hold(folder)?;
        let path = printer_path(folder, printer);
        let mut known = PrinterFile::open(&path, files)?.unwrap_or_default();
        change(&mut known);
        // A file that was read as a printer file may be overwritten, even if its comments changed.
        output::write_file(&path, known.text().as_bytes(), |_| true)?;
        drop(held);
        Ok(path)
    }
}

fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(Code::UnreadableFile, message)
        .fault(Blame::Machine)
        .help(format!(
            "move it away, check its permissions, or name another folder with the variable {VARIABLE}"
        ))
}
