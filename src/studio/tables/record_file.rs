//! The record of a table on the disk: synced before a move is confirmed, so that a process that is killed loses no confirmed move.
//! Lines come in.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::session::{output, record_text, seed_file};
use crate::source::{Diagnostic, GameFolder, counted, joined, machine};
use crate::verify::live::LiveGame;

/// Records of one folder.
const MOST_RECORDS: u32 = 9_999;

/// A record that is written to.
pub struct RecordFile {
    pub path: PathBuf,
    file: File,
}

/// Where the records of a game lie: in `output/records`, of its own folder or of the current one for a shipped game.
pub fn records_folder(folder: &GameFolder) -> PathBuf {
    folder
        .path()
        .filter(|_| !folder.is_shipped())
        .unwrap_or(Path::new(""))
        .join("output")
        .join("records")
}

/// The names of the records of a game, the newest first.
pub fn records(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".jsonl"))
        .collect();
    names.sort_by(|a, b| b.cmp(a));
    names
}

/// What a record is of, for a list: its variant, and who won when the game is over. Empty where it cannot be read.
pub fn record_summary(path: &Path) -> String {
    let text = record_text(path).unwrap_or_default();
    let line = |line: Option<&str>| serde_json::from_str::<Value>(line.unwrap_or_default()).ok();
    let Some(header) = line(text.lines().next()) else {
        return String::new();
    };
    let words = header["variant"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(axis, value)| Some(format!("{axis} {}", value.as_str()?)));
    let last = line(text.lines().last()).unwrap_or_default();
    let moves = text.lines().filter(|line| line.contains("\"move\":")).count();
    let ending = match (&last["result"], last["result"]["winner"].as_str()) {
        (Value::Null, _) => format!("{} so far", counted(moves, "move")),
        (result, _) if result.get("fault").is_some() => {
            "stopped by a fault of its rules".to_owned()
        }
        (_, Some(winner)) => format!("won by {winner}"),
        _ => "over".to_owned(),
    };
    joined(words.chain([ending]), ", ")
}

impl RecordFile {
    /// A new record in a folder, under the first number that is free, with the lines so far; `secrets` are the seeds that it keeps sealed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(
        folder: &Path,
        game: &str,
        text: &str,
        secrets: &str,
    ) -> Result<RecordFile, Diagnostic> {
        output::folder_for(output::IN_PLACE, folder)?;
        for number in 1..=MOST_RECORDS {
            let path = folder.join(format!("{game}-{number:04}.jsonl"));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    let mut record = RecordFile { path, file };
                    record.seal(secrets)?;
                    record.write(text)?;
                    // The name of a new file is in its folder, which has to reach the disk as well.
                    let _ = File::open(folder).and_then(|folder| folder.sync_all());
                    return Ok(record);
                }
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(unwritable(&path, &e)),
            }
        }
        let message = format!("`{}` holds {MOST_RECORDS} records of this game", folder.display());
        Err(machine!(CannotWrite, message, "move some of them away"))
    }

    /// Adds to it, and returns when it is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), Diagnostic> {
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|e| unwritable(&self.path, &e))
    }

    /// Puts another text in place of all of it, whole or not at all; `secrets` are those that it keeps sealed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replace(&mut self, text: &str, secrets: &str) -> Result<(), Diagnostic> {
        self.seal(secrets)?;
        output::replace_source(&self.path, text.as_bytes())?;
        let file = OpenOptions::new().append(true).open(&self.path);
        self.file = file.map_err(|e| unwritable(&self.path, &e))?;
        if secrets.is_empty() {
            // Left there, it would open nothing that is not open.
            let _ = fs::remove_file(seed_file(&self.path));
        }
        Ok(())
    }

    /// Keeps seeds beside it, for this user only.
    fn seal(&self, secrets: &str) -> Result<(), Diagnostic> {
        if secrets.is_empty() {
            return Ok(());
        }
        output::replace_private(&seed_file(&self.path), secrets.as_bytes())
    }
}

/// The record of a game, and the seeds that it keeps sealed. One that goes on has no last line.
pub fn written(live: &LiveGame) -> (String, String) {
    let mut text = live.record();
    if !live.result().is_null() {
        return (text, String::new());
    }
    text.truncate(text.rfind("{\"result\"").unwrap_or(text.len()));
    (text, live.header().secrets())
}

fn unwritable(path: &Path, why: &std::io::Error) -> Diagnostic {
    let message = format!("the record `{}` cannot be written: {why}", path.display());
    machine!(
        CannotWrite,
        message,
        "is the disk full? the game goes on where it was once there is room"
    )
}
