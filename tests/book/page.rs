//! A page of the book, taken apart: its text and its fenced blocks.

use std::path::{Path, PathBuf};

/// A page: the README, or a file of `docs/book/`.
pub struct Page {
    /// Its path from the top of the repository.
    pub name: String,
    pub text: String,
    pub blocks: Vec<Block>,
}

/// A fenced block.
pub struct Block {
    /// The number of its fence, from 1.
    pub line: usize,
    /// How far the fence is indented: a block may belong to an item of a list.
    pub indent: usize,
    pub language: String,
    /// `title="…"`: the file that the block is, or is an edit of.
    pub title: Option<String>,
    /// `from="…"`: the file of the repository that the block is a part of.
    pub from: Option<String>,
    /// `exit=N`: the exit code of the session's commands.
    pub exit: i32,
    /// Its lines, without the indent.
    pub lines: Vec<String>,
}

impl Block {
    /// The text of the block, as a file would hold it.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl Page {
    pub fn read(name: &str) -> Page {
        let text = std::fs::read_to_string(root().join(name)).unwrap();
        let blocks = blocks(&text);
        Page { name: name.to_owned(), text, blocks }
    }

    /// What stands between backticks in its running text.
    pub fn quoted(&self) -> Vec<String> {
        let mut fenced = false;
        let prose = self.text.lines().filter(|line| {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            !fenced && !fence
        });
        let prose: Vec<&str> = prose.collect();
        let quoted = prose.join(" ");
        let quoted = quoted.split('`').skip(1).step_by(2);
        quoted.map(str::to_owned).collect()
    }
}

/// The top of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The README and all pages of the book.
pub fn all() -> Vec<Page> {
    let mut names = vec!["README.md".to_owned()];
    collect(&root().join("docs/book"), &mut names);
    names.sort();
    names.iter().map(|name| Page::read(name)).collect()
}

fn collect(folder: &Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, names);
        } else if path.extension().is_some_and(|e| e == "md") {
            let name = path.strip_prefix(root()).unwrap();
            names.push(name.to_str().unwrap().replace('\\', "/"));
        }
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let fence = line.trim_start();
        if !fence.starts_with("```") {
            continue;
        }
        let info = fence.trim_start_matches('`');
        let ticks = &fence[..fence.len() - info.len()];
        let indent = line.len() - fence.len();
        let body = lines.by_ref().map(|(_, line)| line);
        let body = body.take_while(|line| line.trim() != ticks);
        let lines = body.map(|line| line.get(indent..).unwrap_or("").to_owned());
        blocks.push(Block {
            line: number + 1,
            indent,
            language: info.split(' ').next().unwrap_or("").to_owned(),
            title: quoted(info, "title"),
            from: quoted(info, "from"),
            exit: exit(info),
            lines: lines.collect(),
        });
    }
    blocks
}

/// The value of `key="…"` in what follows a fence.
fn quoted(info: &str, key: &str) -> Option<String> {
    let (_, value) = info.split_once(&format!(" {key}=\""))?;
    Some(value.split('"').next().unwrap_or(value).to_owned())
}

fn exit(info: &str) -> i32 {
    let code = info.split(' ').find_map(|word| word.strip_prefix("exit="));
    code.map_or(0, |code| code.parse().unwrap())
}
