//! The slips of `slips.txt`.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::games::{self, Game};
use super::mutation::repack;
use super::program::{Desk, Run};

struct Slip<'a> {
    game: &'a str,
    commands: Vec<&'a str>,
    file: &'a str,
    expected: &'a str,
    old: String,
    new: String,
}

fn slips(text: &str) -> Vec<Slip<'_>> {
    let (mut game, mut commands, mut slips) = ("", Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(folder) = line.strip_prefix("== ") {
            (game, commands) = (folder, Vec::new());
        } else if let Some(command) = line.strip_prefix("$ ") {
            commands.push(command);
        } else {
            let (file, rest) = line.split_once(": ").unwrap();
            let (expected, edit) = rest.split_once(" | ").unwrap();
            let (old, new) = edit.split_once("=>").unwrap();
            let plain = |text: &str| text.replace("\\n", "\n");
            let (old, new) =
                (old.strip_suffix(' ').unwrap_or(old), new.strip_prefix(' ').unwrap_or(new));
            slips.push(Slip {
                game,
                commands: commands.clone(),
                file,
                expected,
                old: plain(old),
                new: plain(new),
            });
        }
    }
    slips
}

impl Slip<'_> {
    /// What is reported first: code and place.
    fn reported(&self) -> Result<String, String> {
        let desk = Desk::new();
        let game: Game = games::game(&games::root().join(self.game));
        game.write(&desk.path(&game.id));
        let (asked, before) = self.commands.split_last().ok_or("no command")?;
        let ask = |command: &str| {
            let words = command.split(' ').map(|word| word.replace("GAME", &game.id));
            let words: Vec<String> = words.collect();
            desk.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        for command in before {
            let run = ask(command);
            if run.code != Some(0) {
                return Err(format!("`{command}`: {}", run.stderr));
            }
        }
        let line = self.make(&desk.path(&game.id))?;
        let run = ask(asked);
        if !matches!(run.code, Some(1 | 2)) {
            return Err(format!("exit code {:?}: {}{}", run.code, run.stdout, run.stderr));
        }
        let (code, place) =
            if asked.contains("--format json") { of_json(&run) } else { of_words(&run) }
                .ok_or(format!("no place: {}{}", run.stdout, run.stderr))?;
        // The program names a file as it was named, or from the root on.
        let within = |folder: String| place.strip_prefix(&folder).map(str::to_owned);
        let root = desk.path("").display().to_string();
        let place = within(format!("{}/", game.id))
            .or(within(root).map(|name| format!("../{name}")))
            .unwrap_or(place);
        let is_here = place == format!("{}:{line}", self.file);
        Ok(if is_here { code } else { format!("{code} at {place}") })
    }

    /// Makes the slip. Gives the line where it is.
    fn make(&self, folder: &std::path::Path) -> Result<usize, String> {
        let (name, part) = self.file.split_once('!').unwrap_or((self.file, ""));
        let path = folder.join(name);
        if self.old.is_empty() {
            std::fs::write(&path, &self.new).unwrap();
            return Ok(1);
        }
        let bytes = std::fs::read(&path).map_err(|fault| format!("{name}: {fault}"))?;
        let mut line = Err(format!("`{}` is not in it", self.old));
        let mut edit = |content: &mut Vec<u8>| {
            let text = String::from_utf8(std::mem::take(content)).unwrap();
            let same =
                self.old.bytes().zip(self.new.bytes()).take_while(|(old, new)| old == new).count();
            if let Some(at) = text.find(&self.old) {
                line = Ok(text.as_bytes()[..at + same].iter().filter(|b| **b == b'\n').count() + 1);
            }
            *content = text.replacen(&self.old, &self.new, 1).into_bytes();
        };
        let mut bytes = bytes;
        if part.is_empty() {
            edit(&mut bytes);
        } else {
            bytes = repack(&bytes, &mut |name| name == part, &mut edit).ok_or("not an archive")?;
        }
        std::fs::write(&path, bytes).unwrap();
        line
    }
}

/// Code and place of the first fault.
fn of_json(run: &Run) -> Option<(String, String)> {
    let report: serde_json::Value = serde_json::from_str(&run.stdout).ok()?;
    let first = crate::reports::rows(&report, "findings").into_iter().next()?;
    first["column"].as_u64()?;
    let place = format!("{}:{}", first["file"].as_str()?, first["line"]);
    Some((first["code"].as_str()?.to_owned(), place))
}

/// The same of a frame: `error[D012]: …` and `--> file:line:column`.
fn of_words(run: &Run) -> Option<(String, String)> {
    let (_, rest) = run.stderr.split_once("error[")?;
    let (code, rest) = rest.split_once(']')?;
    let (_, rest) = rest.split_once("--> ")?;
    let (place, _column) = rest.lines().next()?.rsplit_once(':')?;
    Some((code.to_owned(), place.to_owned()))
}

#[test]
fn each_slip_is_reported_where_it_is() {
    let slips = slips(include_str!("slips.txt"));
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(slip) = slips.get(index) else { return };
                    let reported =
                        slip.reported().unwrap_or_else(|fault| format!("nothing: {fault}"));
                    found.lock().unwrap().push((index, reported));
                }
            });
        }
    });
    let (mut by_code, mut wrong) = (BTreeMap::<String, usize>::new(), Vec::new());
    let mut found = found.into_inner().unwrap();
    found.sort();
    for (index, reported) in found {
        let slip = &slips[index];
        if reported == slip.expected {
            *by_code.entry(reported.split(' ').next().unwrap().to_owned()).or_default() += 1;
        } else {
            wrong.push(format!(
                "{}/{}: {} => {}: {reported}",
                slip.game, slip.file, slip.old, slip.new
            ));
        }
    }
    println!("{} slips by code: {by_code:?}", slips.len());
    assert!(slips.len() >= 100 && wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
