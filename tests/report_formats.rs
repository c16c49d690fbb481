//! Every command that has a report has it in every format, and the JSON is as the schema in the book says.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::copying::copy;

/// A command, and the codes that it may exit with.
const COMMANDS: [(&str, &[i32]); 10] = [
    ("check duel --games 3", &[0]),
    ("diff duel edited --games 20", &[0]),
    ("fuzz duel --games 5", &[0]),
    ("lab play duel --policy uniform --games 20 --records kept", &[0]),
    ("lab compare duel edited --policy uniform --games 100", &[0]),
    ("lab vary rules.hand=2,3 duel --policy uniform --games 100", &[0]),
    ("list duel", &[0]),
    ("merge part.json", &[0]),
    // Nothing of this game is shown by a scenario.
    ("mutate duel --games 1 --cards dawn", &[0, 1]),
    ("replay kept/1.jsonl --game duel", &[0]),
];

/// A format, and how it begins.
const FORMATS: [(&str, &str); 5] = [
    ("terminal", ""),
    ("markdown", "<!-- made by deckproof -->\n\n### Duel"),
    ("html", "<!doctype html>\n<!-- made by deckproof -->"),
    ("json", "{\"deckproof_report\":1,"),
    ("csv", "game,variant,table,of,figure,value,low,high,unit\n"),
];

fn run(folder: &Path, words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(words.split(' '))
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A game, an edited copy of it, a recorded game and a part of a run.
fn games() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let duel = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/duel");
    for name in ["duel", "edited"] {
        copy(&duel, &dir.path().join(name));
    }
    let cards = dir.path().join("edited/cards.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    std::fs::write(&cards, text.replacen("cost = 1", "cost = 2", 1)).unwrap();
    std::fs::create_dir(dir.path().join("kept")).unwrap();
    for words in [
        "record duel --seed 1 -o kept/1.jsonl",
        "lab play duel --policy uniform --games 20 --part part.json -q",
    ] {
        let done = run(dir.path(), words);
        assert!(done.status.success(), "{words}: {done:?}");
    }
    dir
}

#[test]
fn every_command_has_every_format() {
    let dir = games();
    let schema = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/docs/book/reference/report.schema.json"
    ));
    let schema: Value = serde_json::from_str(&schema.unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for (command, codes) in COMMANDS {
        let mut json = Value::Null;
        for (format, start) in FORMATS {
            let done = run(dir.path(), &format!("{command} --format {format}"));
            let text = String::from_utf8(done.stdout).unwrap();
            let told = String::from_utf8_lossy(&done.stderr);
            assert!(codes.contains(&done.status.code().unwrap()), "{command} {format}: {told}");
            assert!(text.starts_with(start), "{command} {format}: {text}");
            match format {
                "terminal" => {
                    // A command is copied: it stands on one line.
                    let lines = text.lines().filter(|line| !line.starts_with('`'));
                    let wide = { lines }.find(|line| line.chars().count() > 80);
                    assert!(wide.is_none() && text.contains("Duel"), "{command}: {wide:?}\n{text}");
                }
                "json" => {
                    json = serde_json::from_str(&text).unwrap();
                    let faults: Vec<String> =
                        schema.iter_errors(&json).map(|fault| fault.to_string()).collect();
                    assert!(faults.is_empty(), "{command}: {faults:?}\n{text}");
                    let name = json["command"].as_str().unwrap();
                    assert!(command.starts_with(name), "{command}: {name}");
                }
                "csv" => same_figures(command, &json, &text),
                _ => {}
            }
        }
    }
}

/// Each number of a table of the JSON is a line of the CSV, and no other is.
fn same_figures(command: &str, json: &Value, text: &str) {
    let mut expected = Vec::new();
    let games = json["games"].as_array().unwrap();
    let sections = games.iter().flat_map(|game| game["sections"].as_array().unwrap());
    for table in sections.filter_map(|section| section.get("table")) {
        for row in table["rows"].as_array().unwrap() {
            for column in table["columns"].as_array().unwrap() {
                let cell = &row[column["key"].as_str().unwrap()];
                let number = cell.as_f64().or(cell["value"].as_f64());
                expected.extend(number.map(|number| {
                    let name = table["name"].as_str().unwrap();
                    format!("{name} {} {number:.4}", column["key"].as_str().unwrap())
                }));
            }
        }
    }
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut found = Vec::new();
    for line in reader.records() {
        let line = line.unwrap();
        if let Ok(number) = line[5].parse::<f64>()
            && expected.iter().any(|one| one.starts_with(&format!("{} {} ", &line[2], &line[4])))
        {
            found.push(format!("{} {} {number:.4}", &line[2], &line[4]));
        }
    }
    assert!(!text.trim().is_empty() && expected == found, "{command}: {expected:?}\n{found:?}");
}

#[test]
fn a_report_goes_to_every_file_that_is_named_and_stdout_is_for_people() {
    let dir = games();
    let files = ["a.html", "b.md", "c.json", "d.csv"];
    let words = "list duel -o a.html -o b.md -o c.json -o d.csv";
    let done = run(dir.path(), words);
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success() && said.starts_with("Duel\n"), "{said}");
    for file in files {
        assert!(said.contains(&format!("{file}: written")), "{said}");
        assert!(dir.path().join(file).is_file(), "{file}");
    }
    // Over their own, and over nobody else's.
    assert!(run(dir.path(), words).status.success());
    for (file, text) in [("d.csv", "mine"), ("b.md", "# Mine")] {
        std::fs::write(dir.path().join(file), text).unwrap();
        let done = run(dir.path(), &format!("fuzz duel --games 5 -o {file}"));
        assert_eq!(done.status.code(), Some(2));
        assert_eq!(std::fs::read_to_string(dir.path().join(file)).unwrap(), text);
    }
    let done = run(dir.path(), "list duel -o report.txt");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2));
    assert!(told.contains("end it in .html, .md, .json or .csv"), "{told}");
}

#[test]
fn the_figures_of_a_program_do_not_hang_on_the_clock_or_on_threads() {
    let dir = games();
    for command in ["fuzz duel --games 200", "lab play duel --policy greedy --games 40"] {
        for format in ["json", "csv"] {
            let [one, two] = ["1", "2"].map(|jobs| {
                run(dir.path(), &format!("{command} --jobs {jobs} --format {format}")).stdout
            });
            assert_eq!(String::from_utf8(one).unwrap(), String::from_utf8(two).unwrap());
        }
    }
}
