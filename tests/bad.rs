//! Wrong files: one fault each in `tests/bad/`, whose first line says what `deckproof check` must tell of it. Each is put into the
//! place that it names in a copy of a good game; exactly the expected fault is told, at the expected place, with a help.
//!
//! The first line, in a comment of the file's language:
//!
//! ```text
//! # expect: D002 error at 7:1; in: plain/cards.toml
//! # expect: D312 error at 4:1; in: caps-and-hammers/countries.toml; for: [[card]] name = "Iraq"
//! ```
//!
//! `in` is a good game (`tests/good/plain` or a shipped one) and the file whose place is taken. With `for`, only a section is
//! taken: the one with that header that holds that line. Lines and columns are those of the wrong file; `at 7:1 of game.toml` is
//! a place in another file. `also: NAME` puts `tests/bad/files/NAME` beside it; `says:
//! words` are in the message or its help.

#[path = "common/files.rs"]
mod files;
#[path = "bad/harness/mod.rs"]
mod harness;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use deckproof::source::Code;
use files::files_under;
use harness::{Case, Good, check, root};

/// Every wrong file, in the order of their names.
fn cases() -> Vec<PathBuf> {
    let bad = root().join("tests/bad");
    let mut files = files_under(&bad);
    files.retain(|file| {
        let inside = file.strip_prefix(&bad).unwrap();
        !inside.starts_with("harness") && !inside.starts_with("files")
    });
    files.sort();
    files
}

/// Whether a wrong file is one of those that are asked for by `BAD=part-of-its-path`.
fn asked_for(file: &std::path::Path) -> bool {
    let wanted = std::env::var("BAD").unwrap_or_default();
    file.to_string_lossy().contains(&wanted)
}

#[test]
fn each_wrong_file_is_told_as_it_says_itself() {
    let files: Vec<PathBuf> = cases().into_iter().filter(|file| asked_for(file)).collect();
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let told = Case::read(file).and_then(|case| case.run());
                    if let Err(fault) = told {
                        let name = file.strip_prefix(root().join("tests/bad")).unwrap();
                        wrong.lock().unwrap().push(format!("{}: {fault}", name.display()));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    let (bad, all) = (wrong.len(), files.len());
    assert!(all > 0, "there is no wrong file");
    assert!(bad == 0, "{bad} of {all}:\n\n{}", wrong.join("\n\n"));
}

#[test]
fn the_good_games_are_told_nothing() {
    for game in ["plain", "sheet", "duel", "gifts"] {
        let told = check(&Good::copy(game).unwrap(), &["--deny", "warnings"]);
        assert_eq!(told.diagnostics, [], "{game}: {}", told.stderr);
        assert_eq!(told.code, Some(0), "{game}");
    }
}

/// Codes that no wrong file of a game can show, and what shows them instead. The first part has a place all the same.
const WITHOUT_A_FILE: &[(&str, &str)] = &[
    ("D009", "a text of 4 MiB: tests/hostile/numbers.rs"),
    ("D023", "an overlay is named on the command line: src/cards/overlay.rs"),
    ("D028", "told by `mutate`: src/session/prove/mutating.rs"),
    ("D409", "random games: tests/law_places.rs"),
    ("D410", "100,000 random games: src/session/prove/fuzzing.rs"),
    ("D416", "told by `mutate`: src/session/prove/mutating.rs"),
    ("D435", "cards edited since a game was recorded: tests/records.rs"),
    // From here on no line of a file is to blame.
    ("D010", "the machine gives no file: permissions"),
    ("D011", "the command line: tests/bad_input.rs"),
    ("D411", "`lab` asks for what the game cannot do"),
    ("D412", "`fuzz --exhaustive` on a game that is too large"),
    ("D413", "`lab`: the game as a whole is not even"),
    ("D417", "the command line: tests/lab/main.rs"),
    ("D436", "a part that is named on the command line"),
    ("D9", "the command line, files that are written, the machine"),
];

/// Each code has a wrong file here, or a slip in tests/black_box/slips.txt, and so a file, a line and a column.
#[test]
fn each_code_is_told_at_a_place() {
    let files = cases();
    let mut shown: Vec<String> = files.iter().map(|f| Case::read(f).unwrap().code).collect();
    let slips = include_str!("black_box/slips.txt").lines();
    let code = |line: &str| Some(line.split_once(": D")?.1.split([' ', '|']).next()?.to_owned());
    shown.extend(slips.filter_map(code).map(|code| format!("D{code}")));
    let mut wrong = Vec::new();
    for code in Code::ALL.iter().map(|code| code.number()) {
        let excused = WITHOUT_A_FILE.iter().find(|(of, _)| code.starts_with(of));
        let shown = shown.iter().any(|c| c == code);
        if excused.is_none() && !shown {
            wrong.push(format!("{code} has no wrong file in tests/bad"));
        }
        if shown && excused.is_some_and(|(of, _)| *of == code) {
            wrong.push(format!("{code} has a wrong file: it needs no excuse"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Heading, a paragraph or two, a wrong example, a right one, and a last word if need be.
#[test]
fn each_page_has_the_shape_of_a_page() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        if let Err(fault) = shape(code.number(), code.page()) {
            wrong.push(format!("{code}: {fault}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn shape(number: &str, page: &str) -> Result<(), String> {
    let heading = format!("# {number}: ");
    let (title, rest) = page.split_once("\n\n").ok_or("there is nothing but a heading")?;
    let named = title.strip_prefix(&heading).is_some_and(|t| !t.is_empty());
    want(named, "the heading is not `# D012: Title`")?;
    let (prose, rest) = rest.split_once("\n\n## Wrong\n\n").ok_or("no `## Wrong`")?;
    let (wrong, rest) = rest.split_once("\n\n## Right\n\n").ok_or("no `## Right`")?;
    want(
        !prose.is_empty() && !prose.starts_with('#') && !prose.contains("\n#"),
        "no paragraph says what is meant",
    )?;
    want(page.ends_with('\n'), "the last line does not end")?;
    let end = rest[3..].find("\n```").ok_or("the right example is not closed")?;
    let (right, last) = rest.split_at(end + 3 + 4);
    want(last == "\n" || last.starts_with("\n\n"), "words behind the right example")?;
    let lines = page.lines().count();
    want((15..=35).contains(&lines), &format!("it has {lines} lines"))?;
    for example in [wrong, right] {
        let kinds = ["```toml\n", "```svg\n", "```python\n", "```text\n"];
        let opened = kinds.iter().any(|kind| example.starts_with(kind));
        want(opened && example.ends_with("\n```"), "an example is not fenced")?;
        want(example.lines().count() > 2, "an example is empty")?;
    }
    want(wrong != right, "wrong and right are the same")
}

fn want(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}
