//! What the book and the README say is so: each page is a session in an empty folder, whose files are written and whose commands run.
//!
//! - A `console` block: `$ ` begins a command, the lines after it are what it prints (nothing: anything). A line `…` is any number of
//!   lines, a `…` in a line any text. All commands of the block exit with 0, or as `exit=N` behind the word `console` says.
//! - A block with `title="PATH"` is a file of the session; with the language `diff`, an edit of one. A path under `cards/` or `examples/` is
//!   a file of the repository, which is shown as it is.
//! - A `toml` or `python` block without a title is a part of some file: it can be read. With `from="PATH"` its lines are in that file.
//! - An `sh` block does not run: [`NOT_RUN`] says why.
//!
//! `BOOK=reference/check` runs the pages with that in their names; `GOLDEN=write` writes what commands print into the pages.

mod bounds;
mod commands;
mod page;
mod records;
#[cfg(unix)]
mod session;
mod template;

use page::{Page, all, root};

/// Pages with `sh` blocks, and why these cannot run here.
const NOT_RUN: &[(&str, &str)] = &[
    ("README.md", "compiles the program, or fetches it"),
    ("docs/book/install.md", "installs the program from the network"),
    ("docs/book/contributing/", "compiles the program and its tests"),
    ("docs/book/limits.md", "measures for minutes, with Cargo"),
    ("docs/book/library.md", "calls Cargo"),
    ("docs/book/spreadsheet.md", "fetches a sheet from the network"),
    ("docs/book/studio.md", "runs until somebody ends it, and opens a browser"),
    ("docs/book/lab.md", "compares with a game's last commit"),
    ("docs/book/proving.md", "is a hook for git"),
    ("docs/book/clusters.md", "asks a cluster"),
    ("docs/book/virtual-table.md", "talks to a program on this computer"),
    ("docs/book/reference/spreadsheets.md", "fetches a sheet from the network"),
    ("docs/book/reference/text.md", "converts fonts with other programs"),
    ("docs/book/reference/export.md", "talks to a program on this computer"),
    ("docs/book/reference/games.md", "plays for minutes"),
];

#[cfg(unix)]
#[test]
fn every_page_runs() {
    use std::sync::Mutex;

    let wanted = std::env::var("BOOK").unwrap_or_default();
    let write = std::env::var("GOLDEN").is_ok_and(|word| word == "write");
    let pages = all();
    let pages = pages.iter().filter(|page| page.name.contains(&wanted));
    let (queue, faults) = (Mutex::new(pages), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(page) = { queue.lock().unwrap().next() } {
                    let started = std::time::Instant::now();
                    let session = session::Session::of(page);
                    let seconds = started.elapsed().as_secs_f64();
                    println!("{:5.1} s {:3} commands {}", seconds, session.commands, page.name);
                    if write {
                        rewrite(page, session.edits);
                    }
                    faults.lock().unwrap().extend(session.faults);
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Puts outputs into a page, from the last to the first, so that lines keep their numbers.
#[cfg(unix)]
fn rewrite(page: &Page, edits: Vec<(std::ops::Range<usize>, Vec<String>)>) {
    let mut lines: Vec<String> = page.text.lines().map(str::to_owned).collect();
    for (range, output) in edits.into_iter().rev() {
        lines.splice(range, output);
    }
    std::fs::write(root().join(&page.name), lines.join("\n") + "\n").unwrap();
}

#[test]
fn what_does_not_run_has_a_reason() {
    for page in all() {
        let known = NOT_RUN.iter().any(|(name, _)| page.name.starts_with(name));
        let block = page.blocks.iter().find(|block| block.language == "sh");
        if let Some(block) = block.filter(|_| !known) {
            panic!("{}:{}: nothing runs an `sh` block", page.name, block.line);
        }
    }
}

#[test]
fn parts_of_files_can_be_read() {
    for page in all() {
        for block in page.blocks.iter().filter(|block| block.title.is_none()) {
            let (place, text) = (format!("{}:{}", page.name, block.line), block.text());
            match block.language.as_str() {
                "toml" => drop(text.parse::<toml::Table>().expect(&place)),
                "python" => drop(deckproof::syntax::parse_script(&text).expect(&place)),
                _ => {}
            }
            let Some(from) = &block.from else { continue };
            let file = std::fs::read_to_string(root().join(from)).unwrap();
            assert!(file.contains(&text), "{place}: not in {from}");
        }
    }
}

/// `mkdocs build --strict` asks the same of the book.
#[test]
fn what_the_readme_links_to_is_there() {
    let readme = Page::read("README.md");
    for link in readme.text.split("](").skip(1) {
        let link = link.split([')', '#']).next().unwrap_or(link);
        let elsewhere = link.starts_with("http") || link.is_empty();
        assert!(elsewhere || root().join(link).exists(), "there is no {link}");
    }
    let lines = readme.text.lines().count();
    assert!(lines <= 200, "{lines} lines: the book has room for more");
}
