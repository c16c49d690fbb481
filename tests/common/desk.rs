//! A desk: a folder in which deckproof is run, with settings of its own.

use std::path::PathBuf;
use std::process::{Command, Output};

pub struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        let dir = tempfile::tempdir().unwrap();
        Desk { dir }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn file(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// A printed file.
    pub fn pdf(&self, name: &str) -> Vec<u8> {
        self.file(&format!("output/{name}"))
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(arguments)
            .current_dir(self.dir.path())
            .env_remove("DECKPROOF_PAPER")
            .env("DECKPROOF_CONFIG", self.path("settings"))
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap()
    }

    /// What a successful run says, its warnings last.
    #[track_caller]
    pub fn does(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}");
        String::from_utf8(output.stdout).unwrap() + &told
    }

    /// Why a run is refused that asks for what cannot be.
    #[track_caller]
    pub fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}
