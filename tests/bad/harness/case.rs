//! A wrong file: what it expects, and whether that is told.

use std::fs;
use std::path::{Path, PathBuf};

use super::good::{Good, root};
use super::told::check;

/// A wrong file and the first line of it.
pub struct Case {
    file: PathBuf,
    pub code: String,
    severity: String,
    at: At,
    /// The game and its file whose place is taken.
    game: String,
    place: String,
    /// The header and a line of the section whose place is taken.
    section: Option<(String, String)>,
    also: Vec<String>,
    says: Vec<String>,
}

enum At {
    /// Line and column of the wrong file.
    Here(usize, usize),
    /// Line and column of another file of the game.
    There(usize, usize, String),
}

impl Case {
    pub fn read(file: &Path) -> Result<Case, String> {
        let bytes = fs::read(file).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let first = text.lines().next().unwrap_or_default();
        let said = first.split_once("expect:").ok_or("its first line expects nothing")?;
        let said = said.1.trim().trim_end_matches("-->");
        let mut parts = said.split("; ").map(str::trim);
        let expected = parts.next().unwrap_or_default();
        let words: Vec<&str> = expected.splitn(4, ' ').collect();
        let [code, severity, "at", at] = words[..] else {
            return Err(format!("`{expected}` is no `D002 error at 7:1`"));
        };
        let mut case = Case {
            file: file.to_owned(),
            code: code.to_owned(),
            severity: severity.to_owned(),
            at: At::read(at)?,
            game: String::new(),
            place: String::new(),
            section: None,
            also: Vec::new(),
            says: Vec::new(),
        };
        for part in parts {
            let (key, value) = part.split_once(": ").unwrap_or((part, ""));
            match key {
                "in" => {
                    let place = value.split_once('/').ok_or("`in` is a game and a file")?;
                    (case.game, case.place) = (place.0.to_owned(), place.1.to_owned());
                }
                "for" => {
                    let (header, line) = value
                        .split_once("] ")
                        .map_or((value, ""), |(h, l)| (&value[..=h.len()], l));
                    case.section = Some((header.to_owned(), line.trim().to_owned()));
                }
                "also" => case.also.push(value.to_owned()),
                "says" => case.says.push(value.to_owned()),
                _ => return Err(format!("`{key}` is unknown")),
            }
        }
        Ok(case)
    }

    /// Puts the file in its place and checks that just what it expects is told.
    pub fn run(&self) -> Result<(), String> {
        let good = Good::copy(&self.game)?;
        let offset = self.put(&good)?;
        let told = check(&good, &[]);
        let all = || {
            let list = told.diagnostics.iter().map(|d| format!("\n  told: {d}"));
            list.collect::<String>()
        };
        let [one] = &told.diagnostics[..] else {
            let n = told.diagnostics.len();
            return Err(format!("{n} diagnostics{}", all()));
        };
        let mut wrong = Vec::new();
        let mut want = |holds: bool, what: &str| {
            if !holds {
                wrong.push(what.to_owned());
            }
        };
        want(one.code == self.code, &format!("expected {}", self.code));
        want(one.severity == self.severity, &format!("expected {}", self.severity));
        want(one.help.as_ref().is_some_and(|h| !h.is_empty()), "it has no help");
        let (place, line) = match &self.at {
            At::Here(line, column) => {
                let moved = line.checked_add_signed(offset).unwrap_or_default();
                ((self.place.clone(), moved, *column), format!("{line}:{column}"))
            }
            At::There(line, column, file) => {
                ((file.clone(), *line, *column), format!("{line}:{column} of {file}"))
            }
        };
        let (file, line_there, column) = place;
        let met = one.place.as_ref().is_some_and(|(told, l, c)| {
            (line_there, column) == (*l, *c) && told.replace('\\', "/").ends_with(&file)
        });
        want(met, &format!("expected at {line} (moved by {offset})"));
        for words in &self.says {
            let help = one.help.as_deref().unwrap_or_default();
            let said = one.message.contains(words) || help.contains(words);
            want(said, &format!("it does not say `{words}`"));
        }
        let failed = told.code != Some(0);
        want(failed == (self.severity == "error"), "the exit code is wrong");
        if wrong.is_empty() { Ok(()) } else { Err(format!("{}{}", wrong.join(", "), all())) }
    }

    /// Puts the wrong file in its place. Gives by how many lines it was moved.
    fn put(&self, good: &Good) -> Result<isize, String> {
        let bytes = fs::read(&self.file).map_err(|e| e.to_string())?;
        let target = match good.path(&self.place) {
            // The templates of a shipped game lie beside its cards.
            path if !path.exists() && self.place.starts_with("templates/") => {
                let inner = self.place.trim_start_matches("templates/");
                good.dir.path().join("templates").join(&self.game).join(inner)
            }
            path => path,
        };
        let folder = target.parent().ok_or("`in` names no file")?;
        fs::create_dir_all(folder).map_err(|e| e.to_string())?;
        for name in &self.also {
            let to = folder.join(name);
            fs::create_dir_all(to.parent().unwrap_or(folder)).map_err(|e| e.to_string())?;
            let from = root().join("tests/bad/files").join(name);
            fs::copy(&from, to).map_err(|e| format!("{}: {e}", from.display()))?;
        }
        let write = |bytes: &[u8]| fs::write(&target, bytes).map_err(|e| e.to_string());
        if let Some((header, line)) = &self.section {
            let whole = fs::read_to_string(&target).map_err(|e| e.to_string())?;
            let section = section_of(&whole, header, line)?;
            let own = String::from_utf8(bytes).map_err(|e| e.to_string())?;
            let lines: Vec<&str> = whole.lines().collect();
            let (before, after) = (&lines[..section.start], &lines[section.end..]);
            let text = [before, &own.lines().collect::<Vec<_>>(), after].concat().join("\n");
            write((text + "\n").as_bytes())?;
            return Ok(section.start.cast_signed());
        }
        // Prose has no comments: its first line would be printed.
        if target.extension().is_some_and(|ending| ending == "md") {
            let first = bytes.iter().position(|b| *b == b'\n').unwrap_or(0);
            write(&bytes[first + 1..])?;
            return Ok(-1);
        }
        write(&bytes)?;
        Ok(0)
    }
}

impl At {
    /// `7:1` or `7:1 of game.toml`.
    fn read(text: &str) -> Result<At, String> {
        let (numbers, file) = text.split_once(" of ").unwrap_or((text, ""));
        let numbers = numbers.split_once(':');
        let numbers = numbers.and_then(|(l, c)| Some((l.parse().ok()?, c.parse().ok()?)));
        let (line, column) = numbers.ok_or(format!("`{text}` is no place"))?;
        Ok(match file {
            "" => At::Here(line, column),
            file => At::There(line, column, file.to_owned()),
        })
    }
}

/// The lines, counted from 0, of the one section with this header that holds this line, up to the blank lines and comments
/// before the next.
fn section_of(text: &str, header: &str, line: &str) -> Result<std::ops::Range<usize>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_header = |at: &usize| lines[*at].starts_with('[');
    let starts: Vec<usize> = (0..lines.len()).filter(is_header).collect();
    let mut found = Vec::new();
    for (i, start) in starts.iter().enumerate() {
        let mut end = starts.get(i + 1).copied().unwrap_or(lines.len());
        let loose = |line: &str| line.trim().is_empty() || line.starts_with('#');
        while end > start + 1 && loose(lines[end - 1]) {
            end -= 1;
        }
        let named = lines[*start].trim_end() == header;
        let holds = line.is_empty() || lines[*start..end].iter().any(|l| l.starts_with(line));
        if named && holds {
            found.push(*start..end);
        }
    }
    match &found[..] {
        [one] => Ok(one.clone()),
        _ => Err(format!("{} sections are `{header} {line}`", found.len())),
    }
}
