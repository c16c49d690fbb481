//! The files of a game's folder, to be looked at in the studio, and its texts to be edited. A folder comes in, names and contents go
//! out; a text comes in and is written whole or not at all.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::cards::{CellGrid, MOST_SHEET, Wish, read_workbook, unix_lines};
use crate::registry;
use crate::source::{Diagnostic, Files, GameFolder, machine, read_plain, read_plain_text, usage};
use crate::template::digest;

use super::output;

/// What a file is, and so how it is shown: a picture or a font by the type that browsers know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Text,
    Workbook,
    Media(&'static str),
}

/// Files that are listed, folders in one another, and bytes of a text that is shown.
const MOST_FILES: usize = 2_000;
const MOST_DEEP: usize = 6;
const MOST_BYTES: u64 = 4 << 20;

/// A file of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// As diagnostics name it.
    pub name: String,
    pub path: PathBuf,
    pub kind: FileKind,
}

/// A file as it is shown.
#[derive(Debug, Clone)]
pub enum OpenedFile {
    Text(OpenedText),
    /// A sheet of a workbook, and the files in which its cells lie.
    Sheet(CellGrid, Files),
    Media(&'static str, Vec<u8>),
}

/// The text of a file, and what tells it from what it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedText {
    pub text: String,
    pub digest: String,
}

/// All files of a game that can be shown, in the order of their names; none of a game inside the program.
pub fn source_files(folder: &GameFolder) -> Vec<SourceFile> {
    let game = folder.path().and_then(|path| path.canonicalize().ok());
    let output = game.as_ref().map(|path| path.join("output"));
    let mut found = Vec::new();
    for root in folder.roots() {
        let mut paths = Vec::new();
        collect(&root, 0, output.as_deref(), &mut paths);
        found.extend(paths.into_iter().map(|(path, kind)| {
            let inside = game.as_ref().and_then(|game| path.strip_prefix(game).ok());
            let name = match inside {
                Some(inside) => folder.label(&inside.to_string_lossy().replace('\\', "/")),
                None => path.display().to_string(),
            };
            SourceFile { name, path, kind }
        }));
    }
    found.sort_by(|a: &SourceFile, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.path == b.path);
    found
}

fn collect(
    folder: &Path,
    depth: usize,
    output: Option<&Path>,
    found: &mut Vec<(PathBuf, FileKind)>,
) {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if name.to_string_lossy().starts_with('.') || is_link || found.len() >= MOST_FILES {
            continue;
        }
        if path.is_dir() {
            if depth < MOST_DEEP && Some(path.as_path()) != output {
                collect(&path, depth + 1, output, found);
            }
        } else if let Some(kind) = kind_of(&path) {
            found.push((path, kind));
        }
    }
}

/// What a file is by its ending, if it can be shown.
fn kind_of(path: &Path) -> Option<FileKind> {
    Some(match path.extension()?.to_str()? {
        "toml" | "star" | "md" | "svg" | "csv" | "tsv" | "txt" | "jsonl" => FileKind::Text,
        "xlsx" | "xlsm" | "xlsb" | "xls" | "ods" => FileKind::Workbook,
        "png" => FileKind::Media("image/png"),
        "jpg" | "jpeg" => FileKind::Media("image/jpeg"),
        "webp" => FileKind::Media("image/webp"),
        "ttf" => FileKind::Media("font/ttf"),
        "otf" => FileKind::Media("font/otf"),
        _ => return None,
    })
}

/// Opens a file; of a workbook the sheet of that name, or its only one.
///
/// # Errors
/// When it cannot be read as what its ending says.
pub fn open_file(source: &SourceFile, sheet: Option<&str>) -> Result<OpenedFile, Diagnostic> {
    let bytes = || {
        let bytes = read_plain(&source.path, MOST_SHEET);
        bytes.map_err(|_| unreadable(source, "it is gone or too large"))
    };
    Ok(match source.kind {
        FileKind::Text => OpenedFile::Text(open_text(source)?),
        FileKind::Media(kind) => OpenedFile::Media(kind, bytes()?),
        FileKind::Workbook => {
            let (mut files, wish) = (Files::new(), Wish { sheet, ..Wish::default() });
            let grid = read_workbook(&source.name, bytes()?, wish, &mut files)?;
            OpenedFile::Sheet(grid, files)
        }
    })
}

fn unreadable(source: &SourceFile, why: &str) -> Diagnostic {
    machine!(
        UnreadableFile,
        format!("`{}` cannot be shown: {why}", source.name),
        "open it in its own program"
    )
}

/// Reads a text file.
///
/// # Errors
/// When it is gone, too large, or no text.
fn open_text(source: &SourceFile) -> Result<OpenedText, Diagnostic> {
    let text = read_plain_text(&source.path, MOST_BYTES);
    let text = text.map_err(|why| unreadable(source, &why))?;
    let digest = digest(&text);
    Ok(OpenedText { text, digest })
}

/// Writes a text file, if it is still as it was when its text was taken: `digest` says how that was.
///
/// # Errors
/// When somebody else has changed it since, or it cannot be written.
pub fn save_text(source: &SourceFile, text: &str, digest: &str) -> Result<(), Diagnostic> {
    let now = open_text(source)?;
    if now.digest != digest {
        return Err(changed(&source.name));
    }
    // Browsers send lines that end as in letters; the file keeps its own ends.
    let plain = text.replace("\r\n", "\n");
    let text = if now.text.contains("\r\n") { plain.replace('\n', "\r\n") } else { plain };
    output::replace_source(&source.path, text.as_bytes())
}

/// A value of a card: what it was when it was shown, and what it shall be.
#[derive(Debug, Clone, Deserialize)]
pub struct ValueEdit {
    /// Deck and row: `coins/spy`.
    pub card: String,
    pub key: String,
    pub was: String,
    pub cell: String,
}

/// Writes a value of a card into its file, in which no other byte changes; gives the card's key, which its name may have given it.
///
/// # Errors
/// What is wrong with the value; when it was changed since, or cannot be written.
pub fn save_value(folder: GameFolder, edit: &ValueEdit) -> Result<String, Diagnostic> {
    let sources = source_files(&folder);
    let mut files = Files::new();
    let (pack, _) = registry::read(folder, &mut files);
    let [was, cell] = [&edit.was, &edit.cell].map(|text| unix_lines(text));
    let found = pack.and_then(|pack| {
        let (name, id) = edit.card.split_once('/')?;
        let deck = pack.decks.iter().position(|deck| deck.id == name)?;
        let row = pack.decks[deck].rows.iter().position(|row| row.id == id)?;
        let values = pack.row_values(deck, &files).into_iter().nth(row)?;
        let old = values.into_iter().find(|value| value.key == edit.key)?;
        let is_same = old.is_editable && [&was, &cell].contains(&&old.cell);
        is_same.then_some((pack, (deck, row), old))
    });
    let (pack, place, old) = found.ok_or_else(|| changed(&edit.key))?;
    if old.cell == cell {
        return Ok(edit.card.clone());
    }
    let (text, id) = pack.edit_value(place, &old, &cell, &mut files)?;
    let (path, before) = (files.path(old.value.span.file), files.text(old.value.span.file));
    let source = sources.iter().find(|source| source.name == path);
    let source = source.ok_or_else(|| changed(path))?;
    // A mark of the encoding may stand before the text.
    let now = open_text(source)?.text;
    let mark = now.strip_suffix(&**before).ok_or_else(|| changed(path))?;
    output::replace_source(&source.path, [mark, &text].concat().as_bytes())?;
    Ok(format!("{}/{id}", pack.decks[place.0].id))
}

fn changed(what: &str) -> Diagnostic {
    usage!(
        CannotWrite,
        "`{what}` was changed by another program since this page was opened",
        "copy your text, reload the page, and put it in again"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: PathBuf) -> SourceFile {
        SourceFile { name: "a".into(), path, kind: FileKind::Text }
    }

    #[test]
    fn a_text_is_saved_only_over_the_one_that_was_opened() {
        let folder = tempfile::tempdir().unwrap();
        let source = source(folder.path().join("game.toml"));
        std::fs::write(&source.path, "one\n").unwrap();
        let opened = open_text(&source).unwrap();
        save_text(&source, "two\r\n", &opened.digest).unwrap();
        assert_eq!(std::fs::read_to_string(&source.path).unwrap(), "two\n");
        assert!(save_text(&source, "three\n", &opened.digest).is_err());
        assert_eq!(std::fs::read_to_string(&source.path).unwrap(), "two\n");
    }

    #[test]
    fn the_ends_of_lines_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let source = source(folder.path().join("game.toml"));
        std::fs::write(&source.path, "one\r\n").unwrap();
        let opened = open_text(&source).unwrap();
        save_text(&source, "one\ntwo\n", &opened.digest).unwrap();
        assert_eq!(std::fs::read_to_string(&source.path).unwrap(), "one\r\ntwo\r\n");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let source = source(folder.path().join("a.svg"));
        std::fs::write(&source.path, [0xff, 0xfe]).unwrap();
        assert!(open_text(&source).unwrap_err().message.contains("not UTF-8"));
    }
}
