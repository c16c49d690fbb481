//! A folder of files, on disk or in memory. Everything that a game is made of is read through it, and nothing outside the folder can
//! be, whatever links lie in it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::DirEntry;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::bounds::{MOST_BYTES, MOST_FOLDERS, MOST_NAMES};

/// A folder that files are read from. Nothing outside it is ever read through it.
#[derive(Debug, Clone)]
pub enum Folder {
    Disk(Disk),
    Memory(Tree),
}

/// A folder on disk. Links in it are followed as long as they stay inside `wall`.
#[derive(Debug, Clone)]
pub struct Disk {
    /// As it was named: for messages, and to read from.
    path: PathBuf,
    /// The outermost folder, every link of its own path followed; `None` when there is none.
    wall: Option<PathBuf>,
}

impl Disk {
    /// The real path of `name`, which must be inside the wall.
    fn find(&self, name: &str) -> Result<PathBuf, ReadError> {
        use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
        let path = self.path.join(name).canonicalize().map_err(|e| match e.kind() {
            NotFound | NotADirectory => ReadError::Missing,
            PermissionDenied => ReadError::Io(e.to_string()),
            // A link to itself or a name that is too long: the error of the operating system.
            _ => ReadError::NoFile(e.to_string()),
        })?;
        match &self.wall {
            Some(wall) if path.starts_with(wall) => Ok(path),
            _ => Err(ReadError::Outside),
        }
    }

    /// What lies in it; nothing when it lies outside the wall or cannot be read.
    fn entries(&self) -> impl Iterator<Item = DirEntry> {
        let entries = self.find("").ok().and_then(|path| path.read_dir().ok());
        entries.into_iter().flatten().flatten()
    }

    /// Names in it, of folders or of files; none when it lies outside the wall.
    fn names(&self, folders: bool) -> Vec<String> {
        let kept = self.entries().filter(|entry| {
            match std::fs::metadata(entry.path()) {
                // A dangling link is no file; a link in a circle is reported when it is read.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => false,
                found => found.is_ok_and(|found| found.is_dir()) == folders,
            }
        });
        let names = kept.filter_map(|entry| entry.file_name().into_string().ok());
        // Such a name holds control characters, which a terminal would act on.
        names.filter(|name| !name.contains(char::is_control)).collect()
    }
}

/// The bytes of a plain file, or of what the process was given open (`/dev/stdin`, `/dev/fd/63`). A named pipe would be
/// waited for and a device may never end: neither is read.
///
/// # Errors
/// What is wrong with it; [`ReadError::TooLarge`] beyond `most` bytes.
pub fn read_plain(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let failed = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => ReadError::Missing,
        _ => ReadError::Io(e.to_string()),
    };
    // A terminal, or a pipe that this process writes to, would be waited for for ever.
    let input = open_stream(path).is_some_and(|number| !matches!(number, 1 | 2));
    if !input && !std::fs::metadata(path).map_err(failed)?.is_file() {
        let why = "it is a folder, a pipe or a device";
        return Err(ReadError::NoFile(why.into()));
    }
    read_all(std::fs::File::open(path).map_err(failed)?, most)
}

/// The text of a plain file, as [`read_plain`] reads it.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read_plain_text(path: &Path, most: u64) -> Result<String, String> {
    let bytes = read_plain(path, most).map_err(|error| match error {
        ReadError::Missing => "there is no such file".to_owned(),
        ReadError::Outside | ReadError::TooMany => "it lies elsewhere".to_owned(),
        ReadError::TooLarge(most) => format!("it is larger than {} MiB", most >> 20),
        ReadError::NoFile(why) | ReadError::Io(why) => why,
    })?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}

/// All that a stream gives, if it ends within `most` bytes.
///
/// # Errors
/// As [`read_plain`].
pub fn read_all(from: impl Read, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(|e| ReadError::Io(e.to_string()))?;
    if bytes.len() as u64 > most { Err(ReadError::TooLarge(most)) } else { Ok(bytes) }
}

/// The number of an open file of this process, where a path is one: `/dev/stdout`, `/dev/fd/63`.
pub fn open_stream(path: &Path) -> Option<u32> {
    match path.to_str()? {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        path => path
            .strip_prefix("/dev/fd/")
            .or_else(|| path.strip_prefix("/proc/self/fd/"))?
            .parse()
            .ok(),
    }
}

/// Files by their paths below a root, with slashes between the folders.
pub type TreeFiles = BTreeMap<String, Cow<'static, [u8]>>;

/// Files in memory: what an archive or a revision held, or what came with the program.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// How the root is named in messages.
    label: String,
    /// The folder of the root that this one is: empty, or ending in a slash.
    prefix: String,
    is_shipped: bool,
    files: Arc<TreeFiles>,
}

impl Tree {
    /// Files by their paths, with slashes between the folders; `label` names the root in messages.
    pub fn new(label: impl Into<String>, files: BTreeMap<String, Vec<u8>>) -> Self {
        let files = files.into_iter().map(|(path, bytes)| (path, bytes.into()));
        Tree { label: label.into(), files: Arc::new(files.collect()), ..Tree::default() }
    }

    /// Files that came with the program.
    pub(super) fn shipped(files: TreeFiles) -> Self {
        Tree { is_shipped: true, files: Arc::new(files), ..Tree::default() }
    }

    /// Paths below this folder.
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.files
            .range(self.prefix.clone()..)
            .map_while(|(path, _)| path.strip_prefix(&self.prefix))
            .filter(|path| !path.is_empty())
    }
}

/// Why a file could not be read, or the names in a folder not be listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    Missing,
    /// There are more names than `MOST_NAMES`, or folders more than `MOST_FOLDERS` deep.
    TooMany,
    /// The name leads out of the folder.
    Outside,
    /// It has more bytes than these.
    TooLarge(u64),
    /// There is something that cannot be read as a file, and why.
    NoFile(String),
    Io(String),
}

impl Folder {
    /// A folder on disk, itself the wall: nothing outside it is read, whatever links lie in it.
    pub fn disk(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let wall = path.canonicalize().ok();
        Folder::Disk(Disk { path, wall })
    }

    /// Whether both are the same folder, however it was named.
    pub fn same_as(&self, other: &Folder) -> bool {
        let real = |folder: &Folder| match folder {
            Folder::Disk(disk) => disk.path.canonicalize().ok(),
            _ => None,
        };
        match (real(self), real(other)) {
            (Some(own), Some(other)) => own == other,
            _ => self.label("") == other.label(""),
        }
    }

    /// Where it lies on disk, if it does.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Folder::Disk(disk) => Some(&disk.path),
            _ => None,
        }
    }

    /// Whether it came with the program.
    pub fn is_shipped(&self) -> bool {
        matches!(self, Folder::Memory(tree) if tree.is_shipped)
    }

    /// The folder `name` in this one, if there is one.
    pub fn folder(&self, name: &str) -> Option<Folder> {
        match self {
            Folder::Disk(disk) => {
                let wall = disk.wall.clone();
                let path = disk.path.join(name);
                path.is_dir().then_some(Folder::Disk(Disk { path, wall }))
            }
            Folder::Memory(tree) => {
                let prefix = format!("{}{name}/", tree.prefix);
                let tree = Tree { prefix, ..tree.clone() };
                let some = tree.paths().next().is_some();
                some.then_some(Folder::Memory(tree))
            }
        }
    }

    /// The bytes of the file at the relative path `name`.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        if !stays_inside(name) {
            return Err(ReadError::Outside);
        }
        match self {
            Folder::Memory(tree) => Ok(tree
                .files
                .get(&format!("{}{name}", tree.prefix))
                .ok_or(ReadError::Missing)?
                .to_vec()),
            Folder::Disk(disk) => read_plain(&disk.find(name)?, MOST_BYTES),
        }
    }

    /// Names of the folders in this one, sorted.
    pub fn folders(&self) -> Vec<String> {
        self.names(true)
    }

    /// Names of the files in this one, sorted.
    pub fn files(&self) -> Vec<String> {
        self.names(false)
    }

    fn names(&self, folders: bool) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Folder::Disk(disk) => disk.names(folders),
            Folder::Memory(tree) => {
                let names = tree.paths().filter_map(|path| match path.split_once('/') {
                    Some((folder, _)) => folders.then_some(folder),
                    None => (!folders).then_some(path),
                });
                names.map(str::to_owned).collect()
            }
        };
        names.sort();
        names.dedup();
        names
    }

    /// Names of the files in this folder and in the folders below it, with `/` between folders, sorted. A folder that a link
    /// leads to is listed once.
    pub fn files_below(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.each_below(&mut |prefix, folder| {
            names.extend(folder.files().iter().map(|file| format!("{prefix}{file}")));
            true
        });
        names.sort();
        names
    }

    /// The first of this folder and those below it whose names cannot be listed, by its name in this one, and why; or where they become
    /// too many.
    pub fn unlisted_below(&self) -> Option<(String, ReadError)> {
        let (mut found, mut names) = (None, 0);
        self.each_below(&mut |prefix, folder| {
            let listed = folder.list().and_then(|count| {
                names += count;
                let is_deep = prefix.matches('/').count() > MOST_FOLDERS;
                if is_deep || names > MOST_NAMES {
                    return Err(ReadError::TooMany);
                }
                Ok(())
            });
            found = listed.err().map(|why| (prefix.to_owned(), why));
            found.is_none()
        });
        found
    }

    /// How many names it has, if they can be listed. Where that fails they are none, so this is asked first.
    ///
    /// # Errors
    /// Why not: it is a link out of the folder that it was found in, the operating system refuses, or they are too many.
    pub fn list(&self) -> Result<usize, ReadError> {
        let Folder::Disk(disk) = self else {
            return Ok(0);
        };
        let failed = |e: std::io::Error| ReadError::Io(e.to_string());
        let mut count = 0;
        for entry in disk.find("")?.read_dir().map_err(failed)? {
            entry.map_err(failed)?;
            count += 1;
            if count > MOST_NAMES {
                return Err(ReadError::TooMany);
            }
        }
        Ok(count)
    }

    /// Why the folder `name` in this one cannot be looked at; `None` where it can or is not there.
    pub fn obstacle(&self, name: &str) -> Option<ReadError> {
        let Folder::Disk(disk) = self else {
            return None;
        };
        match std::fs::metadata(disk.path.join(name)) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                Some(ReadError::Io(e.to_string()))
            }
            _ => None,
        }
    }

    /// Shows `see` this folder and those below it, each with its name before those of its files, as long as it says so.
    fn each_below(&self, see: &mut dyn FnMut(&str, &Folder) -> bool) {
        let mut known: BTreeSet<PathBuf> = BTreeSet::new();
        let mut waiting = vec![(String::new(), self.clone())];
        while let Some((prefix, folder)) = waiting.pop() {
            if let Folder::Disk(disk) = &folder
                && let Ok(place) = disk.find("")
                && !known.insert(place)
            {
                continue;
            }
            if !see(&prefix, &folder) {
                return;
            }
            let inner = folder.folders().into_iter();
            waiting.extend(inner.filter_map(|name| {
                let inner = folder.folder(&name)?;
                Some((format!("{prefix}{name}/"), inner))
            }));
        }
    }

    /// Names in this one that are left out of [`Folder::files`], since a terminal would obey what is in them or they are not
    /// UTF-8; as they can be shown, sorted.
    pub fn skipped(&self) -> Vec<String> {
        let Folder::Disk(disk) = self else {
            return Vec::new();
        };
        let mut skipped: Vec<String> = disk
            .entries()
            .map(|entry| entry.file_name())
            .filter(|name| name.to_str().is_none_or(|name| name.contains(char::is_control)))
            .map(|name| name.to_string_lossy().escape_debug().to_string())
            .collect();
        skipped.sort();
        skipped
    }

    /// How a file of this folder is named in messages.
    pub fn label(&self, name: &str) -> String {
        let path = match self {
            // In the current folder, `./cards.toml` is shown as `cards.toml`.
            Folder::Disk(disk) if disk.path == Path::new(".") => PathBuf::from(name),
            Folder::Disk(disk) => disk.path.join(name),
            Folder::Memory(tree) => {
                return format!("{}{}{name}", tree.label, tree.prefix);
            }
        };
        path.display().to_string()
    }
}

/// Whether a name is that of something in the folder or below, on every machine: `C:\x` and `a\..\b` are no names here
/// because they are paths elsewhere.
pub fn stays_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    parts.all(|part| matches!(part, Component::Normal(_))) && !drive && !name.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder `in` with a file in it, and a secret beside it.
    fn walled() -> (tempfile::TempDir, Folder) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("secret"), "x").unwrap();
        std::fs::create_dir(dir.path().join("in")).unwrap();
        std::fs::write(dir.path().join("in/own"), "own").unwrap();
        let folder = Folder::disk(dir.path().join("in"));
        (dir, folder)
    }

    #[test]
    fn a_name_that_leads_out_of_the_folder_is_refused() {
        let (_dir, folder) = walled();
        for name in [
            "../secret",
            "own/../../secret",
            "./own",
            "/etc/passwd",
            "C:secret",
            "c:\\secret",
            "..\\secret",
            "\\\\server\\share",
        ] {
            assert_eq!(folder.read(name), Err(ReadError::Outside), "{name}");
        }
        assert_eq!(folder.read("file:/etc/passwd"), Err(ReadError::Missing));
        assert_eq!(folder.read("own"), Ok(b"own".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_only_inside_the_folder() {
        use std::os::unix::fs::symlink;
        let (dir, folder) = walled();
        let at = |name: &str| dir.path().join("in").join(name);
        symlink(dir.path().join("secret"), at("out")).unwrap();
        symlink("own", at("inner")).unwrap();
        symlink("loop", at("loop")).unwrap();
        symlink("nothing", at("dangling")).unwrap();
        assert_eq!(folder.read("out"), Err(ReadError::Outside));
        assert_eq!(folder.read("inner"), Ok(b"own".to_vec()));
        assert!(matches!(folder.read("loop"), Err(ReadError::NoFile(_))));
        assert_eq!(folder.read("dangling"), Err(ReadError::Missing));
        assert_eq!(folder.files(), ["inner", "loop", "out", "own"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_a_link_out_holds_nothing() {
        use std::os::unix::fs::symlink;
        let (dir, folder) = walled();
        symlink(dir.path(), dir.path().join("in/out")).unwrap();
        let out = folder.folder("out").unwrap();
        assert_eq!(out.list(), Err(ReadError::Outside));
        assert!(folder.list().is_ok());
        assert_eq!((out.files(), out.folders()), (Vec::new(), Vec::new()));
        assert_eq!(out.read("secret"), Err(ReadError::Outside));
        assert_eq!(folder.read("out/secret"), Err(ReadError::Outside));
    }

    #[test]
    fn only_files_are_read() {
        let (_dir, folder) = walled();
        assert!(matches!(folder.read(""), Err(ReadError::NoFile(_))));
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
        assert_eq!((art.files(), art.folders()), (vec!["a.png".into()], vec!["deep".into()]));
        assert_eq!(art.read("deep/b.png"), Ok(b"art/deep/b.png".to_vec()));
        assert_eq!(art.label("a.png"), "main:art/a.png");
        assert!(folder.folder("ar").is_none());
    }

    #[test]
    fn a_file_that_is_not_there_is_missing() {
        assert_eq!(crate::source::shipped_cards().read("no-such.toml"), Err(ReadError::Missing));
    }
}
