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
//! a place in another file, and `at nothing` a fault without a place. `also: NAME` puts `tests/bad/files/NAME` beside it; `says:
//! words` are in the message or its help.

#[path = "bad/harness/mod.rs"]
mod harness;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use harness::{Case, Good, check, files_under, root};

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
                        wrong
                            .lock()
                            .unwrap()
                            .push(format!("{}: {fault}", name.display()));
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
fn the_good_game_is_told_nothing() {
    let told = check(&Good::copy("plain").unwrap(), &["--deny", "warnings"]);
    assert_eq!(told.diagnostics, [], "{}", told.stderr);
    assert_eq!(told.code, Some(0));
}
