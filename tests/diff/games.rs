//! A game and an edited copy of it, and what `deckproof diff` says of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::copying::copy;
use crate::reports::rows;

/// Two folders side by side, `old` and `new`.
pub struct Games {
    pub dir: tempfile::TempDir,
}

/// What a run said.
pub struct Told {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Games {
    /// A shipped game, its templates in its folder, twice.
    pub fn shipped(id: &str) -> Games {
        let games = Games { dir: tempfile::tempdir().unwrap() };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for side in ["old", "new"] {
            copy(&root.join("cards").join(id), &games.path(side));
            copy(&root.join("templates").join(id), &games.path(side).join("templates"));
        }
        games
    }

    /// A game whose rules stand in its folder, twice.
    pub fn example(id: &str) -> Games {
        let games = Games { dir: tempfile::tempdir().unwrap() };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for side in ["old", "new"] {
            copy(&root.join("examples").join(id), &games.path(side));
        }
        games
    }

    /// A small game without rules, twice.
    pub fn tiny() -> Games {
        let games = Games { dir: tempfile::tempdir().unwrap() };
        for side in ["old", "new"] {
            for (file, text) in TINY {
                let path = games.path(side).join(file);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
        }
        games
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Replaces what stands in a file of the new game, which must be there.
    pub fn edit(&self, file: &str, from: &str, to: &str) -> &Self {
        let path = self.path("new").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} holds no `{from}`");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
        self
    }

    pub fn run(&self, args: &[&str]) -> Told {
        self.run_with(args, &[])
    }

    /// Runs with settings of the environment.
    pub fn run_with(&self, args: &[&str], settings: &[(&str, &str)]) -> Told {
        let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .arg("diff")
            .args(args)
            .env_remove("CLICOLOR_FORCE")
            .envs(settings.iter().copied())
            .env("GIT_CEILING_DIRECTORIES", self.dir.path().parent().unwrap())
            .current_dir(self.dir.path())
            .output()
            .unwrap();
        told(output)
    }

    /// The differences as JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        let told = self.run(&[args, &["--format", "json"]].concat());
        assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
        serde_json::from_str(&told.stdout).unwrap()
    }

    /// The cards that differ, in the words of [`words`].
    pub fn cards(&self) -> Vec<String> {
        words(&self.json(&["old", "new"]))
    }
}

fn told(output: Output) -> Told {
    Told {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The cards that differ: "assets/spy copies: copies 3 > 4".
pub fn words(json: &Value) -> Vec<String> {
    let rows = rows(json, "changes");
    let is_of_a_card = |row: &&Value| row["place"].as_str().unwrap().contains('/');
    let rows: Vec<&Value> = rows.iter().filter(is_of_a_card).collect();
    let card = |changes: &[&Value]| {
        let word = |value: &Value| value.as_str().unwrap_or("none").to_owned();
        let mut kinds: Vec<String> = changes.iter().map(|row| word(&row["kind"])).collect();
        kinds.dedup();
        let says = |row: &&&Value| match word(&row["kind"]).as_str() {
            "new" | "gone" => None,
            "moved" => Some(format!("was {}", word(&row["old"]))),
            _ if row["new"] == "drawn otherwise" => Some(word(&row["what"])),
            _ => {
                let [what, old, new] = ["what", "old", "new"].map(|key| word(&row[key]));
                Some(format!("{what} {old} > {new}"))
            }
        };
        let says: Vec<String> = changes.iter().filter_map(|row| says(&row)).collect();
        let line =
            format!("{} {}: {}", word(&changes[0]["place"]), kinds.join(" "), says.join("; "));
        line.trim_end_matches([':', ' ']).to_owned()
    };
    rows.chunk_by(|a, b| a["place"] == b["place"]).map(card).collect()
}

/// What differs elsewhere than on cards: place, kind and what.
pub fn elsewhere(json: &Value, place: &str) -> Vec<Value> {
    let rows = rows(json, "changes").into_iter();
    rows.filter(|row| row["place"] == place).collect()
}

/// The slugs of the scenarios with an outcome.
pub fn slugs(json: &Value, outcome: &str) -> Vec<String> {
    let rows = rows(json, "scenarios").into_iter();
    let slug = |row: Value| row["scenario"].as_str().unwrap().to_owned();
    rows.filter(|row| row["outcome"] == outcome).map(slug).collect()
}

const TINY: [(&str, &str); 6] = [
    ("game.toml", "title = \"Tiny <b>&\"\nversion = \"1.0.0\"\n"),
    (
        "spells.toml",
        r##"template = "spell.svg"
back = "back.svg"

[[card]]
name = "Fire"
cost = 1
colour = "#b5392b"
art = "flame"
text = "Burn it, **twice** if you can."

[[card]]
name = "Frost"
cost = 2
colour = "#2f5d7c"
art = "flame"
text = "It stays as it is."
"##,
    ),
    (
        "templates/spell.svg",
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-4" y="-4" width="71.5" height="96.9" fill="{{colour}}"/>
<rect data-art="{{art}}" x="15" y="20" width="20" height="20"/>
<text x="5" y="10" font-family="Oswald" font-size="5" fill="#000">{{cost}}</text>
<rect data-fit="name" x="10" y="5" width="40" height="6" data-font="Oswald" data-size="14" data-lines="1"/>
<rect data-fit="text" x="5" y="50" width="50" height="20" data-font="Cabin" data-size="10" data-color="#1d1a16"/>
</svg>
"##,
    ),
    (
        "templates/back.svg",
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-4" y="-4" width="71.5" height="96.9" fill="#204060"/>
</svg>
"##,
    ),
    (
        "templates/art/flame.svg",
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0 9 10H1Z" fill="#ffcc00"/></svg>"##,
    ),
    (
        "templates/art/ice.svg",
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0 9 10H1Z" fill="#aaddff"/></svg>"##,
    ),
];
