//! What the README says is so: its game of six cards prints, its commands run, its snippets are drawn, no option is left out.

mod commands;
use crate::copying;
mod library;
mod outputs;
mod records;
mod template;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use copying::copy;

const README: &str = include_str!("../../README.md");
const BINARY: &str = env!("CARGO_BIN_EXE_deckproof");
/// The clone that the README speaks of.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const GAME: &str = "lantern-bay";

/// A fenced block: the file that the line before it names in backticks, its language, its lines.
struct Block {
    file: Option<String>,
    language: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut before = "";
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            let file = before.strip_prefix('`').and_then(|l| l.strip_suffix('`'));
            blocks.push(Block {
                file: file.map(str::to_owned),
                language: language.to_owned(),
                text: format!("{}\n", body.join("\n")),
            });
            before = "";
        } else if !line.is_empty() {
            before = line;
        }
    }
    blocks
}

/// The texts of the blocks of a language that name no file.
fn snippets(language: &str) -> Vec<String> {
    let blocks = blocks().into_iter();
    let of_language = blocks.filter(|b| b.language == language && b.file.is_none());
    of_language.map(|b| b.text).collect()
}

/// The texts of all blocks of a language.
fn snippets_of(language: &str) -> Vec<String> {
    let of_language = blocks().into_iter().filter(|b| b.language == language);
    of_language.map(|b| b.text).collect()
}

/// A folder with the game of six cards in it, as the README gives it.
fn game() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for block in blocks()
        .iter()
        .filter(|b| !b.language.ends_with("-example"))
    {
        let Some(file) = &block.file else { continue };
        write(dir.path(), file, &block.text);
    }
    dir
}

fn write(dir: &Path, file: &str, text: &str) {
    let path = dir.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn run(dir: &Path, arguments: &[&str]) -> Output {
    run_with(dir, arguments, &[])
}

/// Runs the command with arguments that hold no space.
fn run_line(dir: &Path, arguments: &str) -> Output {
    run(dir, &arguments.split(' ').collect::<Vec<_>>())
}

/// Runs the command with `input` on its standard input.
fn run_with(dir: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(BINARY)
        .current_dir(dir)
        .env_remove("DECKPROOF_PAPER")
        .env("DECKPROOF_CONFIG", dir.join("settings"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    if !input.is_empty() {
        stdin.write_all(input).unwrap();
    }
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
fn succeeded(what: &str, output: &Output) {
    let (said, wrong) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "`{what}` failed\n{said}{wrong}");
}

/// The block of text of the README that holds `marker`.
fn shown(marker: &str) -> String {
    let block = snippets("text").into_iter().find(|b| b.contains(marker));
    block.unwrap_or_else(|| panic!("no block shows `{marker}`"))
}

/// Each line that is shown is told, in this order: whole, or as far as its `…`.
#[track_caller]
fn is_told(shown: &str, told: &str) {
    let mut lines = told.lines();
    for line in shown.lines().filter(|l| l.trim() != "…") {
        let same = |told: &str| match line.split_once('…') {
            Some((start, _)) => told.starts_with(start),
            None => told == line,
        };
        assert!(
            lines.any(same),
            "`{line}` is not told, or not there:\n{told}"
        );
    }
}

#[test]
fn every_picture_and_section_that_is_linked_is_there() {
    for link in README.split("](").skip(1) {
        let link = link.split(')').next().unwrap_or(link);
        if link.starts_with("http") {
            continue;
        }
        let (file, head) = link.split_once('#').unwrap_or((link, ""));
        let path = Path::new(ROOT).join(if file.is_empty() { "README.md" } else { file });
        assert!(path.exists(), "there is no {link}");
        if !head.is_empty() {
            let text = std::fs::read_to_string(path).unwrap();
            assert!(heads(&text).any(|h| h == head), "no section {link}");
        }
    }
}

/// The sections of a page, as links name them.
fn heads(page: &str) -> impl Iterator<Item = String> {
    let heads = page.lines().filter(|line| line.starts_with('#'));
    heads.map(|head| {
        head.trim_start_matches('#')
            .trim()
            .to_lowercase()
            .replace(' ', "-")
    })
}
