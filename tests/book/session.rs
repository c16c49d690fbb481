//! A page as a session: its files are written, its commands run, in a folder of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::page::{Block, Page, root};

/// What runs a page, and what was found.
pub struct Session<'a> {
    page: &'a Page,
    /// The folder that the page begins in: empty, and left by nothing but `cd`.
    folder: tempfile::TempDir,
    /// Settings, the cache, and where the last command ended.
    home: tempfile::TempDir,
    current: PathBuf,
    pub faults: Vec<String>,
    /// Lines of the page, and what they should be: of outputs that differ.
    pub edits: Vec<(std::ops::Range<usize>, Vec<String>)>,
    pub commands: usize,
}

/// A command of a session, and the lines of the block that are its output.
struct Step {
    command: String,
    output: std::ops::Range<usize>,
}

impl<'a> Session<'a> {
    /// Runs a page from its first block to its last.
    pub fn of(page: &'a Page) -> Session<'a> {
        let folder = tempfile::tempdir().unwrap();
        let current = folder.path().to_owned();
        let mut session = Session {
            page,
            folder,
            home: tempfile::tempdir().unwrap(),
            current,
            faults: Vec::new(),
            edits: Vec::new(),
            commands: 0,
        };
        for block in &page.blocks {
            match (block.language.as_str(), &block.title) {
                ("console", _) => session.run(block),
                ("diff", Some(file)) => session.patch(block, file),
                (_, Some(file)) if is_ours(file) => session.compare(block, file),
                (_, Some(file)) => session.write(file, &block.text()),
                (_, None) => {}
            }
        }
        session
    }

    fn fault(&mut self, line: usize, what: &str) {
        self.faults.push(format!("{}:{line}: {what}", self.page.name));
    }

    fn write(&mut self, file: &str, text: &str) {
        let path = self.folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// A file of the repository is shown as it is.
    fn compare(&mut self, block: &Block, file: &str) {
        if std::fs::read_to_string(root().join(file)).unwrap_or_default() != block.text() {
            self.fault(block.line, &format!("{file} is another"));
        }
    }

    /// The old lines of each hunk, which are there exactly once, become the new ones.
    fn patch(&mut self, block: &Block, file: &str) {
        let path = self.folder.path().join(file);
        let Ok(mut text) = std::fs::read_to_string(&path) else {
            return self.fault(block.line, &format!("there is no {file} to change"));
        };
        for hunk in block.lines.split(|line| line.starts_with("@@")) {
            let side = |gone: char| -> String {
                let lines = hunk.iter().filter(|line| !line.starts_with(gone));
                lines.map(|line| format!("{}\n", line.get(1..).unwrap_or(""))).collect()
            };
            let (old, new) = (format!("\n{}", side('+')), format!("\n{}", side('-')));
            let framed = format!("\n{text}");
            let found = framed.matches(&old).count();
            if found != 1 {
                let what = format!("the old lines are in {file} {found} times:{old}---{framed}");
                return self.fault(block.line, &what);
            }
            text = framed.replacen(&old, &new, 1).split_off(1);
        }
        std::fs::write(path, text).unwrap();
    }

    fn run(&mut self, block: &Block) {
        for step in steps(&block.lines) {
            self.commands += 1;
            let line = block.line + step.output.start;
            let (code, printed) = self.sh(&step.command);
            if code != block.exit {
                let what = format!("`{}` exits with {code}\n{printed}", step.command);
                self.fault(line, &what);
                continue;
            }
            let shown = block.lines[step.output.clone()].join("\n");
            let [shown, printed] = [&shown, &printed]
                .map(|text| -> Vec<&str> { text.trim_end().lines().map(str::trim_end).collect() });
            if shown.is_empty() || agree(&shown, &printed) {
                continue;
            }
            let what = format!("`{}` prints\n{}", step.command, printed.join("\n"));
            self.fault(line, &what);
            let indented = |line: &&str| format!("{:1$}{line}", "", block.indent);
            let lines = printed.iter().map(indented).collect();
            let first = block.line + step.output.start;
            self.edits.push((first..first + step.output.len(), lines));
        }
    }

    /// The exit code of a command and what it prints; a `cd` in it holds for those that follow.
    fn sh(&mut self, command: &str) -> (i32, String) {
        let binary = Path::new(env!("CARGO_BIN_EXE_deckproof"));
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", binary.parent().unwrap().display());
        let home = self.home.path();
        let script = format!("exec 2>&1\n{command}\ncode=$?\npwd > \"$HOME/pwd\"\nexit $code\n");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(&self.current)
            .env("PATH", path)
            .env("HOME", home)
            .env("DECKPROOF_CONFIG", home.join("settings"))
            .env("DECKPROOF_CACHE", home.join("cache"))
            .env_remove("DECKPROOF_PAPER")
            .env("GIT_CONFIG_GLOBAL", home.join("gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "A Designer")))
            .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "a@example.org")))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        if let Ok(folder) = std::fs::read_to_string(home.join("pwd")) {
            self.current = PathBuf::from(folder.trim_end());
        }
        let code = output.status.code().unwrap_or(-1);
        (code, String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// A title that names a file of the repository.
fn is_ours(file: &str) -> bool {
    file.starts_with("cards/") || file.starts_with("examples/")
}

/// The commands of a session, each with the lines that follow it up to the next; a `\` at the end of a line goes on with the next one.
fn steps(lines: &[String]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut goes_on = false;
    for (at, line) in lines.iter().enumerate() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (_, Some(step)) if goes_on => {
                step.command.push_str(&format!("\n{line}"));
                step.output = at + 1..at + 1;
            }
            (Some(command), _) => {
                steps.push(Step { command: command.to_owned(), output: at + 1..at + 1 })
            }
            (None, Some(step)) => {
                step.output.end = at + 1;
                continue;
            }
            (None, None) => panic!("a session begins with `$ `: {line}"),
        }
        goes_on = line.ends_with('\\');
    }
    steps
}

/// Whether what is shown is what is printed: a line `…` or `...` is any number of lines, a `…` in a line any text.
fn agree(shown: &[&str], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        ["…" | "...", rest @ ..] => (0..=printed.len()).any(|at| agree(rest, &printed[at..])),
        [line, rest @ ..] => {
            printed.first().is_some_and(|t| alike(line, t)) && agree(rest, &printed[1..])
        }
    }
}

/// Whether the parts of a line between its `…` are in another, in their order.
fn alike(shown: &str, printed: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else {
        return shown == printed;
    };
    let Some(printed) = printed.strip_prefix(start) else {
        return false;
    };
    let mut starts = printed.char_indices().map(|(at, _)| at).chain([printed.len()]);
    starts.any(|at| alike(rest, &printed[at..]))
}
