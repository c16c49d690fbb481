//! Damage by chance: to texts as people and programs do it, to other files as disks and networks do.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::games::{Game, ending};

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % bound.max(1)
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A range within `length`, of `longest` at most.
    fn piece(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        start..(start + 1 + self.below(longest)).min(length)
    }
}

const EXTREMES: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "0.000001",
    "1e308",
    "1e-320",
    "nan",
    "inf",
    "0x7fffffff",
    "63",
    "64",
    "1000000",
];

/// Marks without which a text is another one.
const MARKS: &[u8] = b"\"'[](){}<>=,:;#%&/|.";

/// Longest text or file that damage may make.
const LONGEST: usize = 1 << 18;

/// Damages one or two files of a game, and says which.
pub fn damage(game: &mut Game, others: &[Vec<Game>], random: &mut Random) -> String {
    let mut said = Vec::new();
    for _ in 0..=random.below(2) {
        // Each kind of file is as likely as another.
        let mut endings: Vec<&str> = game.open.iter().map(|name| ending(name)).collect();
        endings.sort_unstable();
        endings.dedup();
        let chosen = *random.pick(&endings);
        let names: Vec<&String> = game.open.iter().filter(|name| ending(name) == chosen).collect();
        let name = (*random.pick(&names)).clone();
        let donor = donor(chosen, others, random);
        let file = game.files.get_mut(&name).unwrap();
        match chosen {
            "xlsx" | "ods" | "xlsb" if random.below(4) > 0 => inside_archive(file, random),
            "png" | "jpg" | "webp" | "ttf" | "otf" | "xlsx" | "ods" | "xls" | "xlsb" => {
                bytes(file, &donor, random)
            }
            _ => {
                for _ in 0..=random.below(3) {
                    text(file, &donor, random);
                }
            }
        }
        file.truncate(LONGEST.max(file.len().min(1 << 22)));
        said.push(name);
    }
    said.join(" and ")
}

/// Another file with this ending, or nothing.
fn donor(wanted: &str, others: &[Vec<Game>], random: &mut Random) -> Vec<u8> {
    for _ in 0..20 {
        let games: &Vec<Game> = random.pick(others);
        let game = random.pick(games);
        let found = game.open.iter().find(|name| ending(name) == wanted);
        if let Some(name) = found {
            return game.files[name].clone();
        }
    }
    Vec::new()
}

fn bytes(file: &mut Vec<u8>, donor: &[u8], random: &mut Random) {
    // Headers are asked more often than what follows them.
    let reach = if random.below(2) == 0 { file.len().min(512) } else { file.len() };
    match random.below(6) {
        0 => file.truncate(random.below(file.len())),
        1 => {
            let piece = random.piece(donor.len(), 2048);
            let at = random.below(file.len());
            file.splice(at..at, donor[piece].iter().copied());
        }
        2 => {
            let piece = random.piece(reach, 256);
            file.drain(piece);
        }
        3 => {
            let piece = random.piece(reach, 4);
            let extreme = *random.pick(&[0, 0xff, 0x7f, 0x80]);
            file[piece].fill(extreme);
        }
        _ => {
            for _ in 0..=random.below(8) {
                let at = random.below(reach);
                if let Some(byte) = file.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
}

fn text(file: &mut Vec<u8>, donor: &[u8], random: &mut Random) {
    match random.below(12) {
        0 => bytes(file, donor, random),
        1 => {
            let piece = random.piece(donor.len(), 200);
            let at = random.below(file.len());
            file.splice(at..at, donor[piece].iter().copied());
        }
        2 => {
            let piece = random.piece(file.len(), 100);
            let times = 1 << random.below(10);
            let more = file[piece.clone()].repeat(times);
            file.splice(piece.end..piece.end, more);
        }
        3 => {
            let lines: Vec<&[u8]> = file.split_inclusive(|b| *b == b'\n').collect();
            let mut lines: Vec<Vec<u8>> = lines.into_iter().map(<[u8]>::to_vec).collect();
            let (one, other) = (random.below(lines.len()), random.below(lines.len()));
            if !lines.is_empty() {
                lines.swap(one, other);
            }
            *file = lines.concat();
        }
        4 => {
            let lines: Vec<&[u8]> = file.split_inclusive(|b| *b == b'\n').collect();
            let (gone, stays) = (random.below(lines.len()), lines.iter().enumerate());
            *file =
                stays.filter(|(at, _)| *at != gone).flat_map(|(_, line)| line.to_vec()).collect();
        }
        5 | 6 => {
            if let Some(run) = run_of(file, u8::is_ascii_digit, random) {
                let extreme = random.pick(EXTREMES);
                file.splice(run, extreme.bytes());
            }
        }
        7 | 8 => {
            if let Some(run) = run_of(file, |b| MARKS.contains(b), random) {
                file.remove(run.start);
            }
        }
        9 => {
            // One word for another of the same text.
            let from = run_of(file, u8::is_ascii_alphabetic, random);
            let to = run_of(file, u8::is_ascii_alphabetic, random);
            if let (Some(from), Some(to)) = (from, to) {
                let word = file[from].to_vec();
                file.splice(to, word);
            }
        }
        _ => {
            // A misspelt word.
            if let Some(run) = run_of(file, u8::is_ascii_alphabetic, random) {
                let at = run.start + random.below(run.len());
                match random.below(3) {
                    0 => drop(file.remove(at)),
                    1 => file.insert(at, b'e'),
                    _ => file.swap(at, run.start),
                }
            }
        }
    }
}

/// A run of such bytes, from a place by chance on.
fn run_of(
    file: &[u8],
    such: impl Fn(&u8) -> bool,
    random: &mut Random,
) -> Option<std::ops::Range<usize>> {
    let from = random.below(file.len());
    let start = from + file[from..].iter().position(&such)?;
    let length = file[start..].iter().position(|b| !such(b)).unwrap_or(file.len() - start);
    Some(start..start + length)
}

/// Damages a few of the texts of a workbook, and packs it again; one that was damaged before stays as it is.
fn inside_archive(file: &mut Vec<u8>, random: &mut Random) {
    // One in four, so that at most a few are.
    let mut which = Random::new(random.below(usize::MAX) as u64);
    let packed = repack(file, &mut |_| which.below(4) == 0, &mut |content| {
        let before = content.clone();
        text(content, &before, random);
    });
    if let Some(packed) = packed {
        *file = packed;
    }
}

/// An archive with those of its files edited that are asked for by name.
pub fn repack(
    file: &[u8],
    is_meant: &mut dyn FnMut(&str) -> bool,
    edit: &mut dyn FnMut(&mut Vec<u8>),
) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(file)).ok()?;
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).ok()?;
        let mut content = Vec::new();
        entry.read_to_end(&mut content).ok()?;
        files.push((entry.name().ok()?.into_owned(), content));
    }
    for (name, content) in &mut files {
        if is_meant(name) {
            edit(content);
        }
    }
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        packed.start_file(name, SimpleFileOptions::default()).ok()?;
        packed.write_all(&content).ok()?;
    }
    Some(packed.finish().ok()?.into_inner())
}
