//! A good game in a folder of its own, one thing of it to be spoilt, and what the tool then says.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::files::files_under;

const GAME: &str = r#"title = "Tiny"
decks = ["spells"]
"#;

const SPELLS: &str = r##"template = "spell.svg"
back = "spell-back.svg"
count = 3

[[card]]
name = "Fire"
copies = 2
cost = 1
colour = "#b5392b"
art = "flame"
text = "Burn it, **twice** if you can."

[[card]]
name = "Frost"
cost = 2
colour = "#2f5d7c"
art = "flame"
text = "It stays {star} as it is."
"##;

const SPELL: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<rect x="-4" y="-4" width="71.5" height="96.9" fill="{{colour}}"/>
<rect data-art="{{art}}" x="15" y="20" width="20" height="20"/>
<text x="5" y="10" font-family="Oswald" font-size="5" fill="#000">{{cost}}</text>
<rect data-fit="name" x="10" y="5" width="40" height="6" data-font="Oswald" data-size="14" data-lines="1"/>
<rect data-fit="text" x="5" y="50" width="50" height="20" data-font="Cabin" data-size="10" data-color="#1d1a16"/>
</svg>
"##;

const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-4" y="-4" width="71.5" height="96.9" fill="#204060"/>
</svg>
"##;

const FLAME: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0 9 10H1Z"/></svg>"#;

/// A game of two cards, and an empty place for what is made of it.
pub struct Game {
    dir: tempfile::TempDir,
}

/// What a run of the tool said and did.
pub struct Told {
    pub code: Option<i32>,
    pub stderr: String,
    /// Paths under the output folder.
    pub files: Vec<PathBuf>,
}

impl Game {
    pub fn good() -> Game {
        let game = Game { dir: tempfile::tempdir().unwrap() };
        game.write("tiny/game.toml", GAME);
        game.write("tiny/spells.toml", SPELLS);
        game.write("tiny/templates/spell.svg", SPELL);
        game.write("tiny/templates/spell-back.svg", BACK);
        game.write("tiny/art/flame.svg", FLAME);
        game
    }

    /// The good game with `from` replaced in one file of it.
    pub fn spoilt(file: &str, from: &str, to: &str) -> Game {
        let game = Game::good();
        game.spoil(file, from, to);
        game
    }

    pub fn spoil(&self, file: &str, from: &str, to: &str) {
        let path = self.path("tiny").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} holds no `{from}`");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// The tool, to be run beside the game.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
        self.beside(&mut command);
        command
    }

    /// A shell that runs `script`; the tool is `$0`.
    pub fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_deckproof")]);
        self.beside(&mut command);
        command
    }

    fn beside(&self, command: &mut Command) {
        // The settings of whoever runs the tests are not part of them.
        command.env_remove("DECKPROOF_PAPER").env_remove("CLICOLOR_FORCE");
        command.current_dir(self.dir.path());
    }

    /// `deckproof print tiny -o out`, and whatever else is asked for.
    pub fn print(&self, more: &[&str]) -> Told {
        self.run(&[&["print", "tiny", "-o", "out"], more].concat())
    }

    pub fn run(&self, args: &[&str]) -> Told {
        self.told(&self.command().args(args).output().unwrap())
    }

    pub fn told(&self, output: &Output) -> Told {
        Told {
            code: output.status.code(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
            files: files_under(&self.path("out")),
        }
    }
}

impl Told {
    /// The run ended with `code`, said each of `words`, helped, and wrote nothing.
    pub fn refused(&self, code: i32, words: &[&str]) {
        self.said(code, words);
        assert!(self.files.is_empty(), "written: {:?}", self.files);
    }

    pub fn said(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        for word in words.iter().chain(&["help"]) {
            assert!(self.stderr.contains(word), "`{word}` is missing in:\n{}", self.stderr);
        }
    }
}
