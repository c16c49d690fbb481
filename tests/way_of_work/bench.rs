//! A folder with a fresh game `tides` in it, and what the tool says there.

use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Bench {
    dir: tempfile::TempDir,
}

pub struct Told {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Told {
    #[track_caller]
    pub fn ended(self, code: i32) -> Told {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn says(&self, words: &str) {
        let all = format!("{}{}", self.stdout, self.stderr);
        assert!(all.contains(words), "`{words}` is missing in:\n{all}");
    }
}

impl Bench {
    pub fn new() -> Bench {
        let bench = Bench { dir: tempfile::tempdir().unwrap() };
        bench.run(&["new", "tides", "-q"]).ended(0);
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn command(&self, folder: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
        command.args(args).current_dir(self.path(folder));
        for name in ["DECKPROOF_PAPER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Told {
        self.run_in("", args)
    }

    pub fn run_in(&self, folder: &str, args: &[&str]) -> Told {
        let output = self.command(folder, args).output().unwrap();
        Told {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Replaces words in a file, as an editor does that saves in place.
    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no `{from}`");
        self.write(name, &text.replacen(from, to, 1));
    }

    /// A mat of half a metre beside the cards.
    pub fn add_mat(&self) {
        self.write(
            "tides/mat.toml",
            "title = \"Mat\"\ntemplate = \"mat.svg\"\nsize = \"380 x 250\"\n\n[[card]]\nname = \"The Sea\"\n",
        );
        self.write(
            "tides/templates/mat.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 380 250\"><rect x=\"-4\" y=\"-4\" width=\"388\" height=\"258\" fill=\"#204060\"/></svg>",
        );
    }

    pub fn names(&self, folder: &str) -> Vec<String> {
        names(&self.path(folder))
    }
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
