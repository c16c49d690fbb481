//! What the README says is so: its game of six cards prints, its commands run, its snippets are drawn, no option is left out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use deckproof::cards::Pack;
use deckproof::export::{pdf, svg};
use deckproof::games::hammers::play::Rules;
use deckproof::registry::Registry;
use deckproof::rules::{Dice, Game, Legal, Notation, Outcome, Rng, Silent};
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

/// Copies a folder of the repository, as `cp -r` does in a clone.
fn copy(from: &str, to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(from);
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(&from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.to_str() {
            Some(folder) if path.is_dir() => copy(folder, &target),
            _ => std::fs::copy(&path, &target).map(drop).unwrap(),
        }
    }
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

    let misspelt = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, misspelt.replacen("light = ", "ligth = ", 1)).unwrap();
    let told = text(&run(dir.path(), &["check", GAME]).stderr);
    let shown = format!("```text\n{}\n```", told.trim());
    assert!(README.contains(&shown), "{told}");
}

#[test]
fn every_option_is_mentioned() {
    let dir = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 14] = [
        &["new"],
        &["print"],
        &["export", "png"],
        &["export", "svg"],
        &["export", "csv"],
        &["import"],
        &["check"],
        &["diff"],
        &["mutate"],
        &["schema"],
        &["fuzz"],
        &["balance"],
        &["record"],
        &["replay"],
    ];
    for command in commands {
        let help = run(dir.path(), &[command, &["--help"]].concat());
        succeeded("--help", &help);
        let help = text(&help.stdout);
        let options = help.lines().filter_map(|l| {
            let names = l.trim_start();
            let long = names.starts_with('-').then(|| names.find("--"))??;
            names[long..].split([' ', ',', ';']).next()
        });
        let options: Vec<&str> = options.collect();
        // Each command has at least the two that all of them have.
        assert!(options.len() > 1, "{help}");
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
    // A workflow runs where the branch of a pull request is known.
    let steps = snippets_of("yaml-example").concat();
    let steps = steps
        .lines()
        .map(|l| l.trim().trim_start_matches("- run: "));
    let ours = steps.filter(|s| s.starts_with("deckproof "));
    commands.extend(ours.map(|step| step.replace("origin/$GITHUB_BASE_REF:", "HEAD:")));
    commands
}

/// Games of a long run, which is cut short here.
const FEW: &str = "100";

/// The arguments of a run of games, with few of them.
fn cut_short<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let mut short = Vec::new();
    let mut words = arguments.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "--games" | "--seconds" => drop(words.next()),
            _ => short.push(word),
        }
    }
    if arguments.first() == Some(&"mutate") {
        short.extend(["--games", "1"]);
        if !arguments.contains(&"--cards") {
            short.push("--rules");
        }
        return short;
    }
    let plays = ["fuzz", "balance"]
        .iter()
        .any(|c| arguments.first() == Some(c));
    if plays && !arguments.contains(&"--exhaustive") {
        short.extend(["--games", FEW]);
    }
    short
}

/// Makes a repository of the folder, with a branch and a tag.
fn commit(dir: &Path) {
    let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let commit = [&name[..], &["commit", "-qm", "Six cards"]].concat();
    let steps: [&[&str]; 4] = [
        &["init", "-q", "-b", "main"],
        &["add", "."],
        &commit,
        &["tag", "v1.0"],
    ];
    for step in steps {
        let git = Command::new("git").current_dir(dir).args(step).output();
        succeeded("git", &git.unwrap());
    }
}

#[test]
fn every_command_line_runs() {
    let dir = game();
    commit(dir.path());
    let mut ran = 0;
    for line in commands() {
        let mut piped = Vec::new();
        for command in line.split(" | ") {
            let words: Vec<&str> = command.split_whitespace().collect();
            let arguments = match &words[..] {
                ["cargo", "run", "--release", "--", rest @ ..] => rest,
                ["deckproof", rest @ ..] | [_, "deckproof", rest @ ..] => rest,
                ["cp", "-r", from, to] => {
                    copy(from, &dir.path().join(to));
                    continue;
                }
                ["cargo", "test"] | ["mkdir", ..] => continue,
                _ => panic!("what is `{line}`?"),
            };
            let mut parts = arguments.split(|w| [">", ">>"].contains(w));
            let arguments = parts.next().unwrap_or(arguments);
            let output = run_with(dir.path(), &cut_short(arguments), &piped);
            succeeded(&line, &output);
            piped = output.stdout;
            ran += 1;
        }
    }
    assert!(ran > 30, "only {ran} command lines were found");
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

/// A copy of the second edition as `my-hammers`, with the Admiral that the README edits.
fn edited() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    copy("cards/caps-and-hammers", &dir.path().join("my-hammers"));
    let path = dir.path().join("my-hammers/assets.toml");
    let cards = std::fs::read_to_string(&path).unwrap();
    let weaker = cards.replacen("influence-while-alone = 4", "influence-while-alone = 3", 1);
    assert_ne!(weaker, cards);
    std::fs::write(&path, weaker).unwrap();
    dir
}

/// A report with its figures alike, and its columns as near as can be: an edited card changes all of them.
fn without_figures(report: &str) -> String {
    let figure = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    let word = |word: &str| match word.chars().all(figure) {
        true => "0".to_owned(),
        false => word.to_owned(),
    };
    let line = |line: &str| {
        line.split_whitespace()
            .map(word)
            .collect::<Vec<_>>()
            .join(" ")
    };
    report.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_of_random_games_tells_what_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let cases = [
        ("half uniform", "fuzz caps-and-hammers --games 2000"),
        ("paris-2", "fuzz caper --games 2000 --seed 1"),
    ];
    for (marker, arguments) in cases {
        let output = run_line(dir.path(), arguments);
        succeeded(arguments, &output);
        let [shown, told] = [shown(marker), text(&output.stdout)].map(|t| without_figures(&t));
        is_told(&shown, &told);
    }
}

#[test]
fn what_commands_print_is_what_is_shown() {
    let dir = game();
    let cases = [
        ("57 scenarios hold", "check"),
        (
            "ply  states",
            "fuzz caps-and-hammers --exhaustive --overlay small.toml",
        ),
    ];
    for (marker, arguments) in cases {
        let output = run_line(dir.path(), arguments);
        succeeded(marker, &output);
        is_told(&shown(marker), &text(&output.stdout));
    }
}

#[test]
fn a_new_game_and_a_sheet_that_becomes_a_deck_are_told_as_shown() {
    let dir = game();
    let new = run_line(dir.path(), "new tides");
    succeeded("new", &new);
    assert_eq!(shown("Tides, "), text(&new.stdout));
    let import = "import beasts.csv -o lantern-bay --back back.svg";
    let import = run_line(dir.path(), import);
    succeeded("import", &import);
    assert_eq!(shown("2 different cards"), text(&import.stdout));
}

/// Writes `new` for `old` in a file of the copy that `deckproof new mine --from caps-and-hammers` made.
fn edit(dir: &Path, file: &str, old: &str, new: &str) {
    let path = dir.join("mine").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(old), "{file} has no {old}");
    std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
}

#[test]
fn three_edits_are_told_apart_as_shown() {
    let dir = tempfile::tempdir().unwrap();
    succeeded(
        "new",
        &run_line(dir.path(), "new mine --from caps-and-hammers"),
    );
    edit(dir.path(), "assets.toml", "count = 25", "count = 26");
    let armament = "copies = 4\ninfluence = 3";
    let stronger = "copies = 4\ninfluence = 4";
    edit(dir.path(), "assets.toml", armament, stronger);
    let spy = "profession = \"spy\"\ncopies = ";
    edit(
        dir.path(),
        "assets.toml",
        &format!("{spy}3"),
        &format!("{spy}4"),
    );
    edit(dir.path(), "templates/art/lab-1.svg", "#d39b2a", "#c04030");
    let diff = run_line(dir.path(), "diff caps-and-hammers mine");
    succeeded("diff", &diff);
    is_told(&shown("3 -> 4"), &text(&diff.stdout));
}

#[test]
fn words_that_hide_an_ability_are_told_as_shown() {
    let dir = tempfile::tempdir().unwrap();
    succeeded(
        "new",
        &run_line(dir.path(), "new mine --from caps-and-hammers"),
    );
    let short =
        "passive = { influence-while-alone = 4 }\nwording = { operation = \"Move it next door.\" }";
    edit(
        dir.path(),
        "assets.toml",
        "passive = { influence-while-alone = 4 }",
        short,
    );
    let check = run_line(dir.path(), "check mine --games 0");
    let told = text(&check.stderr);
    assert!(told.contains(&shown("D318")), "{told}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_refused_as_shown() {
    let dir = game();
    with_a_link_out(dir.path());
    let check = run_line(dir.path(), "check stranger");
    assert_eq!(check.status.code(), Some(1));
    let told = text(&check.stderr);
    assert!(told.contains(&shown("stranger/templates")), "{told}");
}

/// The game of six cards as `stranger`, whose templates are a link to somewhere else.
#[cfg(unix)]
fn with_a_link_out(dir: &Path) {
    std::fs::rename(dir.join(GAME), dir.join("stranger")).unwrap();
    let templates = dir.join("stranger/templates");
    std::fs::remove_dir_all(&templates).unwrap();
    std::os::unix::fs::symlink("/etc", templates).unwrap();
}

#[test]
fn the_edit_that_is_shown_breaks_three_scenarios_and_the_one_shown() {
    let dir = edited();
    let check = run(dir.path(), &["check", "my-hammers"]);
    assert_eq!(check.status.code(), Some(1));
    let told = text(&check.stderr);
    assert!(told.ends_with("\n3 errors\n"), "{told}");
    assert!(
        told.contains(&shown("error[D405]: g12-an-admiral-alone")),
        "{told}"
    );
}

#[test]
fn the_replay_that_is_shown_is_the_one_that_is_told() {
    let dir = edited();
    let record = run_line(dir.path(), "record caps-and-hammers --seed 7 -o game.jsonl");
    succeeded("record", &record);
    let board = run_line(dir.path(), "replay game.jsonl --ply 17");
    succeeded("replay", &board);
    assert_eq!(shown("── 17, round 1"), text(&board.stdout));

    let parted = run_line(dir.path(), "replay game.jsonl --game my-hammers");
    assert_eq!(parted.status.code(), Some(1));
    is_told(&shown("error[D433]: ply "), &text(&parted.stderr));
}

#[test]
fn files_of_the_repository_are_shown_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let blocks = blocks();
    let named = blocks.iter().filter_map(|b| Some((b.file.as_ref()?, b)));
    let mut shown = 0;
    for (file, block) in named.filter(|(file, _)| file.starts_with("cards/")) {
        let there = std::fs::read_to_string(root.join(file)).unwrap();
        assert_eq!(block.text, there, "{file}");
        shown += 1;
    }
    assert!(shown > 0);
    // The other snippets of game.toml are parts of that of the second edition.
    let data = std::fs::read_to_string(root.join("cards/caps-and-hammers/game.toml")).unwrap();
    for snippet in snippets("toml") {
        is_told(&snippet, &data);
    }
}

/// Records of a few games, with their tables.
fn records() -> String {
    const GAMES: [&str; 5] = [
        "caps-and-hammers",
        "caps-and-hammers-2016",
        "caper",
        "caper --city rome --players 3",
        "caper --players 4",
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut records = String::new();
    for seed in 1..=8 {
        for game in GAMES {
            for more in ["", " --states"] {
                let arguments = format!("record {game} --seed {seed}{more}");
                let output = run_line(dir.path(), &arguments);
                succeeded("record", &output);
                records.push_str(&text(&output.stdout));
            }
        }
    }
    records
}

/// Whether the parts of `example` between its `…` stand in `line`, in order.
fn holds(line: &str, example: &str) -> bool {
    let mut rest = Some(line);
    for part in example.split('…') {
        rest = rest.and_then(|r| r.split_once(part)).map(|(_, r)| r);
    }
    rest.is_some()
}

#[test]
fn every_line_of_a_record_that_is_shown_stands_in_one() {
    let records = records();
    let lines = snippets("json").concat();
    let prose = README.split("```").step_by(2);
    let quoted = prose.flat_map(|p| p.split('`').skip(1).step_by(2));
    let changes = quoted.filter(|q| q.starts_with("{\""));
    let examples: Vec<&str> = lines.lines().chain(changes).collect();
    assert!(examples.len() > 12, "{examples:?}");
    for example in examples {
        let there = records.lines().any(|line| holds(line, example));
        assert!(there, "in no record: {example}");
    }
}

#[test]
fn every_key_of_the_table_is_explained() {
    let records = records();
    let (_, section) = README.split_once("### The table").unwrap();
    let states = records.lines().filter_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line.get("state").cloned()
    });
    let mut keys: Vec<String> = states
        .flat_map(|state| {
            state
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        })
        .collect();
    keys.sort();
    keys.dedup();
    assert!(keys.len() > 20, "{keys:?}");
    for key in keys {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
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
    let mut examples = blocks.iter().filter(|b| b.language == "toml-example");
    let list = examples.find(|b| b.file.is_some());
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

fn random_game(seed: u64) -> Result<Option<Outcome>, Diagnostics> {
    let mut files = Files::new();
    let pack = Pack::load(GameFolder::find("caps-and-hammers")?, &Registry, &mut files)?;
    let rules = Rules::compile(&pack.game, &pack.decks)?;
    let (mut chance, mut choice) = (Dice::new(seed), Rng::stream(seed, 64));
    let mut state = rules.set_up(&mut chance, &mut Silent);
    while rules.turn(&state).is_some() {
        let legal = rules.legal(&state);
        let mv = legal.get(choice.below(legal.len()));
        println!("{}", rules.write(&state, mv));
        rules.apply(&mut state, mv, &mut chance, &mut Silent);
    }
    Ok(rules.outcome(&state))
}

#[test]
fn the_library_is_used_as_shown() {
    let here = include_str!("readme.rs");
    for shown in snippets("rust") {
        let (uses, function) = shown.split_once("\n\n").unwrap();
        assert!(here.contains(function), "this file holds the README's code");
        for line in uses.lines() {
            let (room, _) = line.rsplit_once("::").unwrap();
            assert!(here.contains(room), "this file uses what the README does");
        }
    }
    let bytes = first_coin().map_err(|f| format!("{f:?}")).unwrap();
    assert!(svg::made_by_us(&bytes));
    let outcome = random_game(7).map_err(|f| format!("{f:?}")).unwrap();
    // The game of `deckproof record caps-and-hammers --seed 7`.
    let scores = outcome.unwrap().scores;
    assert_eq!(scores.iter().map(|s| s.total).collect::<Vec<_>>(), [3, 24]);
}
