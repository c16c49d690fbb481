//! Makes a folder completely or not at all. A path and the contents come in; the files are written to a temporary folder beside it,
//! which is then renamed.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::source::{Diagnostic, machine, usage};

use super::temp_files;

/// Files by their paths inside the folder, slashes between the parts.
pub type Contents = BTreeMap<String, Vec<u8>>;

/// Whether the folder may be made: nothing is there, or an empty folder.
///
/// # Errors
/// If something else is there.
pub fn may_make(path: &Path) -> Result<(), Diagnostic> {
    let shown = path.display();
    let message = match std::fs::read_dir(path) {
        Ok(mut entries) => match entries.next() {
            None => return Ok(()),
            Some(_) => format!("`{shown}` is not empty"),
        },
        Err(e) if e.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => {
            return Ok(());
        }
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            format!("`{shown}` is there, and is no folder")
        }
        Err(e) => return Err(failed(path, &e)),
    };
    Err(usage!(NotOurs, message, "name a folder that does not exist yet, or an empty one"))
}

/// Makes the folder with all its files. A failure leaves no part of it.
///
/// # Errors
/// As [`may_make`], and I/O errors.
pub fn make_folder(path: &Path, contents: &Contents) -> Result<(), Diagnostic> {
    may_make(path)?;
    let there = path.is_dir();
    let parent = match path.parent() {
        _ if there => path.to_owned(),
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let above = missing_above(&parent);
    let made = std::fs::create_dir_all(&parent).and_then(|()| {
        let (part, _guard) = temp_files::make_part(
            &parent,
            |builder, parent| builder.tempdir_in(parent),
            |part| part.path(),
        )?;
        write_all(part.path(), contents)?;
        if there {
            move_in(part.path(), path)
        } else {
            temp_files::set_mode(part.path(), 0o755)?;
            std::fs::rename(part.path(), path)
        }
    });
    made.map_err(|e| {
        for folder in above.iter().rev() {
            // Only empty folders are removed, so no other file is lost.
            let _ = std::fs::remove_dir(folder);
        }
        failed(path, &e)
    })
}

/// The folders above that do not exist yet, outermost first.
fn missing_above(folder: &Path) -> Vec<PathBuf> {
    let missing = folder.ancestors().take_while(|f| !f.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    missing.reverse();
    missing
}

fn write_all(folder: &Path, contents: &Contents) -> std::io::Result<()> {
    for (name, bytes) in contents {
        let path = folder.join(name);
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above)?;
        }
        std::fs::write(path, bytes)?;
    }
    Ok(())
}

/// Moves all that is in one folder into another, which was empty; all of it or nothing.
fn move_in(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut moved: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if let Err(e) = std::fs::rename(entry.path(), &target) {
            for path in moved {
                let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path));
            }
            return Err(e);
        }
        moved.push(target);
    }
    Ok(())
}

fn failed(path: &Path, error: &std::io::Error) -> Diagnostic {
    let help = match error.kind() {
        ErrorKind::StorageFull => "make room on the disk, or choose another place",
        ErrorKind::NotADirectory => "a file stands where a folder should be: choose another place",
        _ => "choose another place, or change the permissions of the folder above",
    };
    machine!(CannotWrite, format!("cannot make the folder `{}`: {error}", path.display()), help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Blame;

    fn contents() -> Contents {
        let files = [("game.toml", "title"), ("templates/card.svg", "<svg/>")];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        files.into()
    }

    /// Names of all that is in a folder, hidden or not.
    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_is_made_with_all_above_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b/mine");
        make_folder(&path, &contents()).unwrap();
        assert_eq!(names(&path), ["game.toml", "templates"]);
        assert_eq!(names(&dir.path().join("a/b")), ["mine"]);
    }

    #[test]
    fn an_empty_folder_is_filled() {
        let dir = tempfile::tempdir().unwrap();
        make_folder(dir.path(), &contents()).unwrap();
        assert_eq!(names(dir.path()), ["game.toml", "templates"]);
    }

    #[test]
    fn what_is_there_is_not_touched() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("mine"), "mine").unwrap();
        let fault = make_folder(dir.path(), &contents()).unwrap_err();
        assert!(fault.message.ends_with("is not empty"), "{}", fault.message);
        let fault = make_folder(&dir.path().join("mine"), &contents()).unwrap_err();
        assert!(fault.message.ends_with("is no folder"), "{}", fault.message);
        assert_eq!(names(dir.path()), ["mine"]);
    }

    #[test]
    fn what_fails_half_way_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let mut contents = contents();
        // No file can lie below a file: the last one cannot be written.
        contents.insert("templates/card.svg/below".into(), Vec::new());
        for path in ["mine", "a/b/mine", ""] {
            let fault = make_folder(&dir.path().join(path), &contents).unwrap_err();
            assert_eq!(fault.fault, Blame::Machine);
            assert_eq!(names(dir.path()), [""; 0], "{path}");
        }
    }
}
