//! A cache for pictures that were scaled down for a print, beside the user's other caches. Each file holds its key and a
//! checksum; a file that is damaged, or cannot be read or written, counts as missing. It changes how long a print takes, never
//! what comes out.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy;

use crate::source::hex_digest;

/// Bytes of all files together, of which the ones that were used last are kept.
pub const MOST_BYTES: u64 = 512 << 20;

/// Bytes of one file.
const MOST_FILE: u64 = 64 << 20;

/// Names the folder of the files.
const VARIABLE: &str = "DECKPROOF_CACHE";

/// The first line of each file.
const HEAD: &str = "deckproof picture 1";

/// What the name of a file begins with while it is written.
const PART: &str = ".deckproof-";

const ENDING: &str = "picture";

/// How old a file is that a killed run left half-written.
const LEFT: Duration = Duration::from_secs(3600);

pub struct PictureCache {
    folder: PathBuf,
}

impl PictureCache {
    /// The user's; `None` where there is no such place.
    pub fn of_user() -> Option<PictureCache> {
        let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
        let folder = match named {
            Some(folder) => PathBuf::from(folder),
            None => etcetera::choose_base_strategy().ok()?.cache_dir().join("deckproof"),
        };
        Some(PictureCache { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}.{ENDING}", hex_digest(name, 32)))
    }

    /// Takes files away, those that were used longest ago first, until the rest has room.
    pub fn sweep(&self, most: u64) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in entries {
            let path = entry.path();
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let name = entry.file_name();
            let part = name.to_str().is_some_and(|name| name.starts_with(PART));
            let old = used.elapsed().is_ok_and(|age| age > LEFT);
            if part && old {
                let _ = fs::remove_file(&path);
            } else if metadata.is_file() && path.extension().is_some_and(|e| e == ENDING) {
                files.push((used, metadata.len(), path));
            }
        }
        files.sort();
        let mut all: u64 = files.iter().map(|file| file.1).sum();
        for (_, bytes, path) in files {
            if all <= most {
                return;
            }
            let _ = fs::remove_file(path);
            all -= bytes;
        }
    }

    fn write(&self, path: &Path, bytes: &[&[u8]]) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new().prefix(PART).tempfile_in(&self.folder)?;
        for part in bytes {
            file.write_all(part)?;
        }
        file.persist(path).map(|_| ()).map_err(|e| e.error)
    }

    /// The picture of this name and its MIME type.
    pub fn get(&self, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let path = self.path(name);
        let file = fs::File::open(&path).ok()?;
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        (&file).take(MOST_FILE).read_to_end(&mut bytes).ok()?;
        let end = bytes.iter().position(|b| *b == b'\n')?;
        let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
        let content = bytes.split_off(end + 1);
        let mime = ["image/png", "image/jpeg"]
            .into_iter()
            .find(|mime| head == first_line(name, mime, &content))?;
        // Just used, so the last to be removed.
        let _ = file.set_modified(now());
        Some((mime, content))
    }

    pub fn put(&self, name: &str, mime: &str, bytes: &[u8]) {
        if bytes.len() as u64 >= MOST_FILE / 2 {
            return;
        }
        let head = first_line(name, mime, bytes) + "\n";
        let _ = self.write(&self.path(name), &[head.as_bytes(), bytes]);
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "when a file was used decides how long it is kept, not what is printed"
)]
fn now() -> SystemTime {
    SystemTime::now()
}

fn first_line(name: &str, mime: &str, bytes: &[u8]) -> String {
    format!("{HEAD} {name} {mime} {}", hex_digest(bytes, 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, PictureCache) {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("new/deckproof");
        (dir, PictureCache { folder })
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let (_dir, cache) = cache();
        assert_eq!(cache.get("a"), None);
        cache.put("a", "image/png", b"pixels");
        assert_eq!(cache.get("a"), Some(("image/png", b"pixels".to_vec())));
        assert_eq!(cache.get("b"), None);
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let (_dir, cache) = cache();
        cache.put("a", "image/png", b"pixels");
        let path = cache.path("a");
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, &bytes).unwrap();
            assert_eq!(cache.get("a"), None, "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(cache.get("a"), None, "up to byte {at}");
        }
        // A file of another picture under this one's name.
        fs::copy(cache.path("a"), cache.path("b")).unwrap();
        assert_eq!(cache.get("b"), None);
    }

    #[test]
    fn the_oldest_go_first() {
        let (_dir, cache) = cache();
        for (age, name) in [(30, "old"), (20, "used"), (10, "new")] {
            cache.put(name, "image/png", &[0; 1000]);
            let file = fs::File::options().write(true).open(cache.path(name)).unwrap();
            file.set_modified(now() - Duration::from_secs(age)).unwrap();
        }
        assert!(cache.get("used").is_some());
        fs::write(cache.folder.join("of somebody else"), [0; 5000]).unwrap();
        cache.sweep(2500);
        let there = ["old", "used", "new"].map(|name| cache.get(name).is_some());
        assert_eq!(there, [false, true, true]);
        assert!(cache.folder.join("of somebody else").exists());
    }

    #[test]
    fn a_folder_that_cannot_be_is_no_fault() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("file");
        fs::write(&folder, "").unwrap();
        let cache = PictureCache { folder };
        cache.put("a", "image/png", b"pixels");
        cache.sweep(0);
        assert_eq!(cache.get("a"), None);
    }
}
