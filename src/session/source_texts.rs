//! The text files of a game's folder, to be read and edited in the studio. A folder comes in, names and texts go out; a text comes
//! in and is written whole or not at all. Called by the studio.

use std::path::{Path, PathBuf};

use super::output;
use crate::source::{Blame, Code, Diagnostic, GameFolder, read_plain_text};
use crate::template::digest;

/// Endings of files that are text.
const TEXTS: [&str; 8] = ["toml", "star", "md", "svg", "csv", "tsv", "txt", "jsonl"];

/// Files that are listed, folders in one another, and bytes of one that is shown.
const MOST_FILES: usize = 2_000;
const MOST_DEEP: usize = 6;
const MOST_BYTES: u64 = 4 << 20;

/// A text file of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// As diagnostics name it.
    pub name: String,
    pub path: PathBuf,
}

/// The text of a file, and what tells it from what it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedText {
    pub text: String,
    pub digest: String,
}

/// All text files of a game, in the order of their names; none of a game inside the program.
pub fn source_texts(folder: &GameFolder) -> Vec<SourceText> {
    let game = folder.path().and_then(|path| path.canonicalize().ok());
    let output = game.as_ref().map(|path| path.join("output"));
    let mut found = Vec::new();
    for root in folder.roots() {
        let mut paths = Vec::new();
        collect(&root, 0, output.as_deref(), &mut paths);
        found.extend(paths.into_iter().map(|path| {
            let inside = game.as_ref().and_then(|game| path.strip_prefix(game).ok());
            let name = match inside {
                Some(inside) => folder.label(&inside.to_string_lossy().replace('\\', "/")),
                None => path.display().to_string(),
            };
            SourceText { name, path }
        }));
    }
    found.sort_by(|a: &SourceText, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.path == b.path);
    found
}

fn collect(folder: &Path, depth: usize, output: Option<&Path>, found: &mut Vec<PathBuf>) {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if name.to_string_lossy().starts_with('.') || is_link || found.len() >= MOST_FILES {
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            if depth < MOST_DEEP && Some(path.as_path()) != output {
                collect(&path, depth + 1, output, found);
            }
        } else if ending.is_some_and(|ending| TEXTS.contains(&ending)) {
            found.push(path);
        }
    }
}

/// Reads a text file.
///
/// # Errors
/// When it is gone, too large, or no text.
pub fn open_text(source: &SourceText) -> Result<OpenedText, Diagnostic> {
    let unreadable = |why: &str| {
        Diagnostic::error(
            Code::UnreadableFile,
            format!("`{}` cannot be shown: {why}", source.name),
        )
        .fault(Blame::Machine)
    };
    let text = read_plain_text(&source.path, MOST_BYTES)
        .map_err(|why| unreadable(&why).help("open it in an editor"))?;
    let digest = digest(&text);
    Ok(OpenedText { text, digest })
}

/// Writes a text file, if it is still as it was when its text was taken: `digest` says how that was.
///
/// # Errors
/// When somebody else has changed it since, or it cannot be written.
pub fn save_text(source: &SourceText, text: &str, digest: &str) -> Result<(), Diagnostic> {
    let now = open_text(source)?;
    if now.digest != digest {
        let message = format!(
            "`{}` was changed by another program since this page was opened",
            source.name
        );
        return Err(Diagnostic::error(Code::CannotWrite, message)
            .fault(Blame::Usage)
            .help("copy your text, reload the page, and put it in again"));
    }
    // Browsers send lines that end as in letters; the file keeps its own ends.
    let plain = text.replace("\r\n", "\n");
    let text = if now.text.contains("\r\n") {
        plain.replace('\n', "\r\n")
    } else {
        plain
    };
    output::replace_source(&source.path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: PathBuf) -> SourceText {
        SourceText {
            name: "a".into(),
            path,
        }
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
        assert_eq!(
            std::fs::read_to_string(&source.path).unwrap(),
            "one\r\ntwo\r\n"
        );
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let source = source(folder.path().join("a.svg"));
        std::fs::write(&source.path, [0xff, 0xfe]).unwrap();
        assert!(
            open_text(&source)
                .unwrap_err()
                .message
                .contains("not UTF-8")
        );
    }
}
