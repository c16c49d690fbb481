//! A folder of files: on disk, embedded in the binary, or in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

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
    Memory(Tree),
}

/// Files in memory, by their paths below a root: what an archive or a revision held.
#[derive(Debug, Clone)]
pub struct Tree {
    /// How the root is named in messages.
    label: String,
    /// The folder of the root that this one is: empty, or ending in a slash.
    prefix: String,
    files: Arc<BTreeMap<String, Vec<u8>>>,
}

impl Tree {
    /// Files by their paths, with slashes between the folders; `label` names the root in messages.
    pub fn new(label: impl Into<String>, files: BTreeMap<String, Vec<u8>>) -> Self {
        Tree {
            label: label.into(),
            prefix: String::new(),
            files: Arc::new(files),
        }
    }

    /// Paths below this folder.
    fn paths(&self) -> impl Iterator<Item = &str> {
        let from = self.files.range(self.prefix.clone()..);
        let below = from.map_while(|(path, _)| path.strip_prefix(&self.prefix));
        below.filter(|path| !path.is_empty())
    }
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
            Folder::Memory(tree) => {
                let prefix = format!("{}{name}/", tree.prefix);
                let tree = Tree {
                    prefix,
                    ..tree.clone()
                };
                let some = tree.paths().next().is_some();
                some.then_some(Folder::Memory(tree))
            }
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
            Folder::Memory(tree) => {
                let file = tree.files.get(&format!("{}{name}", tree.prefix));
                file.cloned().ok_or(ReadError::Missing)
            }
            Folder::Disk(root) => read_inside(root, name),
        }
    }

    /// Names of the folders in this one, sorted.
    pub fn folders(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Folder::Embedded(dir) => dir.dirs().filter_map(|d| file_name(d.path())).collect(),
            Folder::Disk(path) => entries(path, |p| p.is_dir()),
            Folder::Memory(tree) => {
                let folders = tree.paths().filter_map(|p| p.split_once('/'));
                folders.map(|(folder, _)| folder.to_owned()).collect()
            }
        };
        names.sort();
        names.dedup();
        names
    }

    /// Names of the files in this one, sorted.
    pub fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Folder::Embedded(dir) => dir.files().filter_map(|f| file_name(f.path())).collect(),
            Folder::Disk(path) => entries(path, |p| p.is_file()),
            Folder::Memory(tree) => {
                let files = tree.paths().filter(|p| !p.contains('/'));
                files.map(str::to_owned).collect()
            }
        };
        names.sort();
        names
    }

    /// How a file of this folder is named in messages.
    pub fn label(&self, name: &str) -> String {
        let path = match self {
            Folder::Disk(path) => path.join(name),
            Folder::Embedded(dir) => dir.path().join(name),
            Folder::Memory(tree) => {
                return format!("{}{}{name}", tree.label, tree.prefix);
            }
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
    fn files_in_memory_are_a_folder_like_any_other() {
        let files = ["game.toml", "art/a.png", "art/deep/b.png"];
        let files = files.map(|path| (path.to_owned(), path.as_bytes().to_vec()));
        let folder = Folder::Memory(Tree::new("main:", files.into()));
        assert_eq!(folder.files(), ["game.toml"]);
        assert_eq!(folder.folders(), ["art"]);
        assert_eq!(folder.read("art/a.png"), Ok(b"art/a.png".to_vec()));
        assert_eq!(folder.read("../game.toml"), Err(ReadError::Outside));
        let art = folder.folder("art").unwrap();
        assert_eq!(
            (art.files(), art.folders()),
            (vec!["a.png".into()], vec!["deep".into()])
        );
        assert_eq!(art.read("deep/b.png"), Ok(b"art/deep/b.png".to_vec()));
        assert_eq!(art.label("a.png"), "main:art/a.png");
        assert!(folder.folder("ar").is_none());
    }

    #[test]
    fn a_file_that_is_not_there_is_missing() {
        assert_eq!(
            Folder::shipped_cards().read("no-such.toml"),
            Err(ReadError::Missing)
        );
    }
}
