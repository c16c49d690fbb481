//! What the README says is so: its game of six cards prints, its commands run, its snippets are drawn, no option is left out.

use std::path::Path;
use std::process::{Command, Output};

use deckproof::cards::Pack;
use deckproof::export::{pdf, svg};
use deckproof::registry::Registry;
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::template::{Ink, Press};

const README: &str = include_str!("../README.md");
const BINARY: &str = env!("CARGO_BIN_EXE_deckproof");
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
    Command::new(BINARY)
        .current_dir(dir)
        .env_remove("DECKPROOF_PAPER")
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
fn succeeded(what: &str, output: &Output) {
    let (said, wrong) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "`{what}` failed\n{said}{wrong}");
}

/// Pages of a PDF, by its page objects.
fn pages(path: &Path) -> usize {
    lopdf::Document::load(path).unwrap().get_pages().len()
}

#[test]
fn the_game_of_six_cards_is_checked_and_printed() {
    let dir = game();
    let check = run(dir.path(), &["check", GAME]);
    succeeded("check", &check);
    let said = text(&check.stdout);
    assert!(said.contains("6 cards"), "{said}");
    assert!(README.contains(&format!("```text\n{said}```")), "{said}");

    let print = run(dir.path(), &["print", GAME]);
    succeeded("print", &print);
    let path = dir.path().join("output/lantern-bay.pdf");
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && pdf::made_by_us(&bytes));
    // Six fronts on one sheet, their backs behind them.
    assert_eq!(pages(&path), 2);

    let own = [
        "print", GAME, "--ink", "low", "--backs", "none", "-o", "low",
    ];
    succeeded("print --ink low", &run(dir.path(), &own));
    assert_eq!(pages(&dir.path().join("low/lantern-bay.pdf")), 1);
}

#[test]
fn the_fault_that_is_shown_is_the_one_that_is_told() {
    let dir = game();
    let path = dir.path().join("lantern-bay/cards.toml");
    let cards = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, cards.replacen("\"storm\"", "\"strom\"", 1)).unwrap();
    let check = run(dir.path(), &["check", GAME]);
    assert_eq!(check.status.code(), Some(1));
    let told = text(&check.stderr);
    let shown = format!("```text\n{}\n```", told.trim());
    assert!(README.contains(&shown), "{told}");
}

#[test]
fn every_option_is_mentioned() {
    let dir = tempfile::tempdir().unwrap();
    for command in [&["print"][..], &["export", "png"], &["export", "svg"]] {
        let help = run(dir.path(), &[command, &["--help"]].concat());
        succeeded("--help", &help);
        let help = text(&help.stdout);
        let options = help.lines().filter_map(|l| {
            let names = l.trim_start();
            let long = names.starts_with('-').then(|| names.find("--"))??;
            names[long..].split([' ', ',']).next()
        });
        let options: Vec<&str> = options.collect();
        assert!(options.len() > 5, "{help}");
        for option in options {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let mut found = README.match_indices(option);
            let whole = found.any(|(at, _)| !README[at + option.len()..].starts_with(word));
            assert!(whole, "{command:?} has {option}, the README has not");
        }
    }
}

/// The command lines of the README: in `sh` blocks, and in running text between backticks.
fn commands() -> Vec<String> {
    let mut commands: Vec<String> = snippets("sh")
        .iter()
        .flat_map(|b| b.lines())
        .map(|l| l.split(" #").next().unwrap_or(l).trim().to_owned())
        .collect();
    let prose = README.split("```").step_by(2);
    let quoted = prose.flat_map(|p| p.split('`').skip(1).step_by(2));
    let ours = quoted.filter(|q| q.starts_with("deckproof "));
    commands.extend(ours.map(|q| q.replace('\n', " ")));
    commands
}

#[test]
fn every_command_line_runs() {
    let dir = game();
    let mut ran = 0;
    for line in commands() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let arguments = match &words[..] {
            ["cargo", "run", "--release", "--", rest @ ..] => rest,
            ["deckproof", rest @ ..] | [_, "deckproof", rest @ ..] => rest,
            ["cargo", "test"] | ["mkdir", ..] => continue,
            _ => panic!("what is `{line}`?"),
        };
        let arguments = arguments.split(|w| *w == ">").next().unwrap_or(arguments);
        let output = run(dir.path(), arguments);
        succeeded(&line, &output);
        ran += 1;
    }
    assert!(ran > 15, "only {ran} command lines were found");
}

/// A card with all the fields that the snippets of the reference show.
const CARD: &str = r#"
[[card]]
name = "Brig"
cost = 3
kinds = ["ship", "fast"]
emblem = "lamp"
art = "lighthouse"
region = "north"
rules = "**Sail** for {lamp}.\nThen stop."
quip = "Wind is free."
"#;

/// Names the card's keys, so that none is unknown where a snippet shows only some of them.
const ALL_KEYS: &str = r#"<g data-if="name=nobody and cost and kinds and emblem and art and region and rules and quip"><path d="M0 0h1"/></g>"#;

#[test]
fn every_snippet_of_the_template_language_is_drawn() {
    let snippets = snippets("svg");
    assert!(snippets.len() >= 7, "only {} snippets", snippets.len());
    for snippet in snippets {
        let dir = game();
        let front = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\">{snippet}{ALL_KEYS}</svg>"
        );
        write(dir.path(), "lantern-bay/templates/card.svg", &front);
        write(
            dir.path(),
            "lantern-bay/game.toml",
            "title = \"Snippets\"\n[table.region.north]\ncolour = \"#204060\"\n",
        );
        let rows = if snippet.contains("data-flow") {
            write(
                dir.path(),
                "lantern-bay/rules.md",
                "# Rules\n\n- Sail.\n- Stop.\n",
            );
            "flow = \"rules.md\"\n"
        } else {
            CARD
        };
        let deck = format!("template = \"card.svg\"\n{rows}");
        write(dir.path(), "lantern-bay/cards.toml", &deck);
        for ink in ["full", "low"] {
            let print = ["print", GAME, "--ink", ink, "-o", ink];
            succeeded(&snippet, &run(dir.path(), &print));
        }
    }
}

#[test]
fn fonts_of_ones_own_are_listed_as_shown() {
    let dir = game();
    let blocks = blocks();
    let list = blocks.iter().find(|b| b.language == "toml-example");
    let list = list.unwrap();
    write(dir.path(), list.file.as_deref().unwrap(), &list.text);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/shared/fonts");
    std::fs::copy(
        shared.join("Cabin-Regular.ttf"),
        dir.path().join("lantern-bay/fonts/MyFont-Regular.ttf"),
    )
    .unwrap();
    let path = dir.path().join("lantern-bay/templates/card.svg");
    let front = std::fs::read_to_string(&path).unwrap();
    let own = front.replace("\"Oswald\" data-weight=\"600\"", "\"My Font\"");
    assert_ne!(own, front);
    std::fs::write(&path, own).unwrap();
    succeeded("check", &run(dir.path(), &["check", GAME]));
}

#[test]
fn every_picture_and_section_that_is_linked_is_there() {
    let heads: Vec<String> = README
        .lines()
        .filter(|l| l.starts_with('#'))
        .map(|l| {
            let head = l.trim_start_matches('#').trim();
            head.to_lowercase().replace(' ', "-")
        })
        .collect();
    for link in README.split("](").skip(1) {
        let link = link.split(')').next().unwrap_or(link);
        if link.starts_with("http") {
            continue;
        }
        match link.strip_prefix('#') {
            Some(head) => assert!(heads.iter().any(|h| h == head), "no section {head}"),
            None => {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(link);
                assert!(path.exists(), "there is no {link}");
            }
        }
    }
}

fn first_coin() -> Result<Vec<u8>, Diagnostics> {
    let mut files = Files::new();
    let pack = Pack::load(GameFolder::find("caper")?, &Registry, &mut files)?;
    let coins: Vec<_> = pack.decks.iter().filter(|d| d.id == "coins").collect();
    let press = Press::open(&pack, &coins, Ink::Full, &mut files)?;
    let drawn = press.draw(&pack, coins[0], &mut files)?;
    Ok(svg::face(&drawn.fronts[0], 3.0))
}

#[test]
fn the_library_is_used_as_shown() {
    let shown = snippets("rust").remove(0);
    let (_, function) = shown.split_once("\n\n").unwrap();
    assert!(
        include_str!("readme.rs").contains(function),
        "this file holds the README's code"
    );
    let bytes = first_coin().map_err(|f| format!("{f:?}")).unwrap();
    assert!(svg::made_by_us(&bytes));
}
