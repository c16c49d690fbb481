//! JSON Schema for editors: what it says of a file is what the reader says, and the shipped files carry it.

mod edits;
mod lines;
mod own;
mod shipped;
mod verdict;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

const GAMES: [&str; 3] = ["caper", "caps-and-hammers", "caps-and-hammers-2016"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs `deckproof` in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The schemas of the shipped games as they are written now: game, file, text.
fn written() -> &'static BTreeMap<(String, String), String> {
    static WRITTEN: OnceLock<BTreeMap<(String, String), String>> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let output = run(dir.path(), &["schema", "-o", "all"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let mut written = BTreeMap::new();
        for game in GAMES {
            for path in files(&dir.path().join("all").join(game), "json") {
                let file = path.file_name().unwrap().to_str().unwrap().to_owned();
                let text = std::fs::read_to_string(path).unwrap();
                written.insert((game.to_owned(), file), text);
            }
        }
        written
    })
}

/// The schema of a shipped game's file of that kind.
fn schema(game: &str, name: &str) -> Value {
    let key = (game.to_owned(), format!("{name}.json"));
    let text = written().get(&key).unwrap_or_else(|| panic!("{key:?}"));
    serde_json::from_str(text).unwrap()
}

/// What the schema says against a value, a line each.
fn complaints(schema: &Value, value: &Value) -> Vec<String> {
    said(&jsonschema::draft7::new(schema).unwrap(), value)
}

/// As [`complaints`], of a schema that is asked often.
fn said(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    let errors = validator.iter_errors(value);
    errors.map(|e| format!("{}: {e}", e.instance_path())).collect()
}

/// The files of a folder with that ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|e| e.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|p| p.extension().is_some_and(|e| e == ending)).collect();
    paths.sort();
    paths
}

/// A TOML text as an editor hands it to the schema.
fn json(toml: &str) -> Value {
    toml::from_str(toml).unwrap_or_else(|e| panic!("{e}\n{toml}"))
}
