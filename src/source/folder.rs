//! A folder of files: on disk, or embedded in the binary.

use std::path::{Component, Path, PathBuf};

use include_dir::{Dir, include_dir};

static CARDS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Largest file that is read, in bytes: a picture may be large, a mistake is larger.
const LARGEST: u64 = 64 << 20;

/// A folder that files are read from. Nothing outside it is ever read through it.
#[derive(Debug, Clone)]
pub enum Folder {
    Disk(PathBuf),
    Embedded(&'static Dir<'static>),
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    Missing,
    /// The name leads out of the folder.
    Outside,
    TooLarge,
    Io(String),
}

impl Folder {
    /// `cards/` as it was when the binary was built.
    pub fn shipped_cards() -> Self {
        Folder::Embedded(&CARDS)
    }

    /// `templates/` as it was when the binary was built.
    pub fn shipped_templates() -> Self {
        Folder::Embedded(&TEMPLATES)
    }

    /// The folder `name` in this one, if there is one.
    pub fn folder(&self, name: &str) -> Option<Folder> {
        match self {
            Folder::Disk(path) => {
                let path = path.join(name);
                path.is_dir().then_some(Folder::Disk(path))
            }
            Folder::Embedded(dir) => dir.get_dir(dir.path().join(name)).map(Folder::Embedded),
        }
    }

    /// The bytes of the file at the relative path `name`.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        if !Path::new(name)
            .components()
            .all(|c| matches!(c, Component::Normal(_)))
        {
            return Err(ReadError::Outside);
        }
        match self {
            Folder::Embedded(dir) => dir
                .get_file(dir.path().join(name))
                .map(|f| f.contents().to_vec())
                .ok_or(ReadError::Missing),
            Folder::Disk(root) => read_inside(root, name),
        }
    }

    /// Names of the folders in this one, sorted.
    pub fn folders(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Folder::Embedded(dir) => dir.dirs().filter_map(|d| file_name(d.path())).collect(),
            Folder::Disk(path) => entries(path, |p| p.is_dir()),
        };
        names.sort();
        names
    }

    /// Names of the files in this one, sorted.
    pub fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Folder::Embedded(dir) => dir.files().filter_map(|f| file_name(f.path())).collect(),
            Folder::Disk(path) => entries(path, |p| p.is_file()),
        };
        names.sort();
        names
    }

    /// How a file of this folder is named in messages.
    pub fn label(&self, name: &str) -> String {
        let path = match self {
            Folder::Disk(path) => path.join(name),
            Folder::Embedded(dir) => dir.path().join(name),
        };
        path.display().to_string()
    }
}

fn file_name(path: &Path) -> Option<String> {
    path.file_name()?.to_str().map(str::to_owned)
}

fn entries(path: &Path, keep: impl Fn(&Path) -> bool) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(path) else {
        return Vec::new();
    };
    entries
        .flatten()
        .map(|e| e.path())
        .filter(|p| keep(p))
        .filter_map(|p| file_name(&p))
        .collect()
}

fn read_inside(root: &Path, name: &str) -> Result<Vec<u8>, ReadError> {
    let io = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => ReadError::Missing,
        _ => ReadError::Io(e.to_string()),
    };
    let path = root.join(name).canonicalize().map_err(io)?;
    // A link may point anywhere; only what stays inside is read.
    if !path.starts_with(root.canonicalize().map_err(io)?) {
        return Err(ReadError::Outside);
    }
    let size = std::fs::metadata(&path).map_err(io)?.len();
    if size > LARGEST {
        return Err(ReadError::TooLarge);
    }
    std::fs::read(&path).map_err(io)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("secret"), "x").unwrap();
        std::fs::create_dir(dir.path().join("in")).unwrap();
        let folder = Folder::Disk(dir.path().join("in"));
        assert_eq!(folder.read("../secret"), Err(ReadError::Outside));
        assert_eq!(folder.read("/etc/passwd"), Err(ReadError::Outside));
        #[cfg(unix)]
        {
            let link = dir.path().join("in/link");
            std::os::unix::fs::symlink(dir.path().join("secret"), link).unwrap();
            assert_eq!(folder.read("link"), Err(ReadError::Outside));
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_missing() {
        assert_eq!(
            Folder::shipped_cards().read("no-such.toml"),
            Err(ReadError::Missing)
        );
    }
}
