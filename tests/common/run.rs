//! The tool, run as a person runs it.

use std::path::Path;
use std::process::{Command, Output};

/// `deckproof` with these arguments, in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// A game of one's own in a folder `own`: its files beside `game.toml` and templates for cards and backs of the colours `col` and
/// `bcol`: `poker.svg`, `back.svg` (white), `own-back.svg`, and `token.svg` of 25 mm.
pub fn game_of(decks: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("own/templates")).unwrap();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join("own").join(name), text).unwrap();
    };
    write("game.toml", "title = \"Own\"\n");
    let svg = |(width, height): (f64, f64), colour: &str, text: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><rect x=\"-4\" y=\"-4\" width=\"{}\" \
             height=\"{}\" fill=\"{colour}\"/><text x=\"6\" y=\"12\" font-family=\"Cabin\" font-size=\"4\">{text}</text></svg>",
            width + 8.0,
            height + 8.0
        )
    };
    let poker = (63.5, 88.9);
    write("templates/poker.svg", &svg(poker, "{{col}}", "{{name}}"));
    write("templates/back.svg", &svg(poker, "#ffffff", "Own"));
    write("templates/own-back.svg", &svg(poker, "{{bcol}}", "Own"));
    write("templates/token.svg", &svg((25.0, 25.0), "{{col}}", ""));
    for (name, text) in decks {
        write(&format!("{name}.toml"), text);
    }
    folder
}
