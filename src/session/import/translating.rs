//! Writes the texts of a game for translators, and reads their translations back. A game's folder and a file come in; `lang/de.csv`
//! in that folder, or another CSV file, goes out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cards::{
    TextKey, TextLine, TextRow, Translated, check_language, language_file, read_csv_texts,
    text_key, unix_lines, write_csv_texts,
};
use crate::registry;
use crate::session::files::generated_file::BOM;
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::source::{
    Diagnostic, Diagnostics, Files, GameFolder, Span, counted, read_plain, usage, warning,
};

/// Bytes of a file of translations at most.
const MOST_BYTES: u64 = 32 << 20;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextsWritten {
    pub path: PathBuf,
    pub texts: usize,
    pub translated: usize,
    /// Translations that followed their text to another place.
    pub moved: usize,
    /// Translations of texts that are gone, kept at the end of the file.
    pub kept: usize,
}

/// Writes every text of a game with its translation: to `to`, a CSV file, or into the game's folder. What was translated
/// stays; a text that has changed since is to be translated again, with the earlier words beside it; the translation of a
/// text that moved goes with it, and that of a removed one is kept at the end.
///
/// # Errors
/// What is wrong with the game and the file, a shipped game without `to`, and a file `to` with translations that the game
/// does not have yet.
pub fn export_texts(
    folder: GameFolder,
    code: &str,
    to: Option<&Path>,
    host: &mut dyn Host,
) -> Result<TextsWritten, Diagnostics> {
    check_language(code)?;
    let own = folder.path().map(|path| path.join(language_file(code)));
    let path = match (to, own) {
        (Some(path), _) => path.to_owned(),
        (None, Some(own)) => own,
        (None, None) => {
            let help = "copy it with `deckproof new`, or name a file with -o";
            return Err(shipped(&folder, help).into());
        }
    };
    check_ending(&path)?;
    output::may_write(&path, is_translation)?;
    let id = folder.id.clone();
    let texts = texts_of(folder, code, host)?;
    // It may hold translations made since.
    if let Some(path) = to.filter(|path| path.is_file())
        && let unseen @ 1.. = texts.unseen(&read(path, host)?)
    {
        let (shown, translations) = (path.display(), counted(unseen, "translation"));
        return Err(usage!(
            NotOurs,
            "`{shown}` has {translations} that `{id}` does not have",
            "take them over with `deckproof translate import {id} {shown} --lang {code}`, or name another file with -o"
        )
        .into());
    }
    texts.write(&path)
}

/// Takes the translations of a CSV file into the file of the game's folder. Those of texts that the game does not have,
/// or has changed since, are reported and left out.
///
/// # Errors
/// What is wrong with the game and the files, and a shipped game.
pub fn import_texts(
    folder: GameFolder,
    code: &str,
    from: &Path,
    host: &mut dyn Host,
) -> Result<TextsWritten, Diagnostics> {
    check_language(code)?;
    let Some(path) = folder.path().map(|path| path.join(language_file(code))) else {
        let help = "copy it with `deckproof new`, and import into the copy";
        return Err(shipped(&folder, help).into());
    };
    let brought = read(from, host)?;
    let mut texts = texts_of(folder, code, host)?;
    texts.take(brought, host);
    texts.write(&path)
}

/// A translation from a file, and its position there.
type Brought = (Translated, Span);

/// The texts of a game as the file of its folder has them.
struct Texts {
    /// The translators' own columns.
    columns: Vec<String>,
    lines: Vec<TextLine>,
    /// Translations of texts that the game does not have any more.
    gone: Vec<TextLine>,
    moved: usize,
}

fn texts_of(folder: GameFolder, code: &str, host: &mut dyn Host) -> Result<Texts, Diagnostics> {
    let name = language_file(code);
    // Errors in the file were reported when the game was read.
    let sheet = folder
        .bytes(&name, MOST_BYTES)
        .ok()
        .and_then(|bytes| read_csv_texts(&folder.label(&name), bytes, &mut Files::new()).ok());
    let (columns, rows) = sheet.map_or_else(Default::default, |sheet| (sheet.columns, sheet.rows));
    let pack = registry::load(folder.in_language(code, false), host.files())?;
    let spoken = pack.spoken.map_or_else(Vec::new, |spoken| spoken.texts);
    let mut places: BTreeMap<TextKey, usize> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        // Of rows for one place, the one with words counts.
        if !row.translation.is_empty() || !places.contains_key(&text_key(&row.place, &row.text)) {
            places.insert(text_key(&row.place, &row.text), at);
        }
    }
    let mut rows: Vec<Option<TextRow>> = rows.into_iter().map(Some).collect();
    let lines = spoken.into_iter().map(|text| {
        let at = places.get(&key_of(&text));
        let row = at.and_then(|at| rows.get_mut(*at)?.take());
        let (mut earlier, others) = row.map_or_else(Default::default, |row| {
            let words = if row.translation.is_empty() { row.earlier } else { row.translation };
            (words, row.others)
        });
        if text.translation.is_some() {
            earlier.clear();
        }
        TextLine { earlier, text, others }
    });
    let lines = lines.collect();
    let gone = rows.into_iter().flatten().map(|row| TextLine {
        text: Translated {
            place: row.place,
            text: row.text,
            translation: Some(row.translation).filter(|words| !words.is_empty()),
        },
        earlier: row.earlier,
        others: row.others,
    });
    let gone = gone.filter(|line| line.text.translation.is_some() || !line.earlier.is_empty());
    let mut texts = Texts { columns, lines, gone: gone.collect(), moved: 0 };
    texts.follow();
    Ok(texts)
}

impl Texts {
    /// Gives texts without a translation that of the same words at a place that is gone: a card or a deck was renamed.
    fn follow(&mut self) {
        let mut used = BTreeSet::new();
        for line in &mut self.lines {
            let is_new = line.text.translation.is_none() && line.earlier.is_empty();
            let same = |gone: &&TextLine| {
                gone.text.translation.is_some()
                    && gone.text.text.trim() == line.text.text.trim()
                    && field(&gone.text.place) == field(&line.text.place)
            };
            let found: Vec<&TextLine> = self.gone.iter().filter(same).collect();
            let nearest =
                found.iter().find(|gone| card(&gone.text.place) == card(&line.text.place));
            let agree =
                found.windows(2).all(|two| two[0].text.translation == two[1].text.translation);
            let found = nearest.or(found.first().filter(|_| agree));
            if let Some(gone) = found.filter(|_| is_new) {
                used.insert(key_of(&gone.text));
                line.text.translation = gone.text.translation.clone();
                line.others = gone.others.clone();
                self.moved += 1;
            }
        }
        self.gone.retain(|gone| !used.contains(&key_of(&gone.text)));
    }

    /// How many translations of a file are missing from these texts, though their places are there.
    fn unseen(&self, brought: &[Brought]) -> usize {
        let known: BTreeMap<TextKey, &TextLine> =
            self.lines.iter().map(|line| (key_of(&line.text), line)).collect();
        let is_unseen = |(text, _): &&Brought| {
            known.get(&key_of(text)).is_some_and(|line| {
                text.translation != line.text.translation
                    && text.translation.as_ref() != Some(&line.earlier)
            })
        };
        brought.iter().filter(is_unseen).count()
    }

    /// Adopts translations; reports those without a text, and duplicates.
    fn take(&mut self, brought: Vec<Brought>, host: &mut dyn Host) {
        let mut by_place: BTreeMap<(String, String), Brought> = BTreeMap::new();
        for (text, span) in brought {
            let key = (text.place.clone(), text.text.trim().to_owned());
            let other = by_place.insert(key, (text.clone(), span));
            if let Some((_, first)) =
                other.filter(|(other, _)| other.translation != text.translation)
            {
                let message =
                    format!("`{}` is translated twice: the last one is taken", text.place);
                let help = "take one of them out, and import again";
                let fault = warning!(BadTranslation, span, message, help);
                host.tell(&fault.related(first, "first here").into());
            }
        }
        let mut used = BTreeSet::new();
        for line in &mut self.lines {
            let key = (line.text.place.clone(), line.text.text.trim().to_owned());
            if let Some((text, _)) = by_place.get(&key) {
                line.text.translation = text.translation.clone();
                line.earlier.clear();
                used.insert(key);
            }
        }
        by_place.retain(|key, _| !used.contains(key));
        for (text, span) in by_place.into_values() {
            if self.gone.iter().any(|gone| gone.text == text) {
                continue;
            }
            let message = format!("`{}` does not say {:?} in this game", text.place, text.text);
            let help = "nothing was taken over for it: run `deckproof translate export` for the texts as they are";
            host.tell(&warning!(UnusedTranslation, span, message, help).into());
            let key = key_of(&text);
            let stale = self.lines.iter_mut().find(|line| {
                key_of(&line.text) == key
                    && line.text.translation.is_none()
                    && line.earlier.is_empty()
            });
            if let Some(line) = stale {
                line.earlier = text.translation.unwrap_or_default();
            }
        }
    }

    fn write(&self, path: &Path) -> Result<TextsWritten, Diagnostics> {
        let lines = [&self.lines[..], &self.gone[..]].concat();
        let csv = write_csv_texts(&self.columns, &lines);
        // Without it, a spreadsheet misreads letters outside ASCII.
        let bom = if csv.is_ascii() { "" } else { BOM };
        let text = format!("{bom}{csv}");
        output::put_file(path, text.as_bytes(), is_translation)?;
        let translated = self.lines.iter().filter(|l| l.text.translation.is_some());
        Ok(TextsWritten {
            path: path.to_owned(),
            texts: self.lines.len(),
            translated: translated.count(),
            moved: self.moved,
            kept: self.gone.len(),
        })
    }
}

fn key_of(text: &Translated) -> TextKey {
    text_key(&text.place, &text.text)
}

/// The field of a place: `name` of `gear/rope.name`.
fn field(place: &str) -> &str {
    if place.starts_with("templates/") {
        ""
    } else {
        place.rsplit(['.', '/']).next().unwrap_or_default()
    }
}

/// Card and field of a place: `rope.name` of `gear/rope.name`.
fn card(place: &str) -> &str {
    place.split_once('/').map_or(place, |(_, card)| card)
}

/// Whether a file holds translations: by its header.
fn is_translation(bytes: &[u8]) -> bool {
    let text = unix_lines(&String::from_utf8_lossy(bytes));
    let text = text.trim_start_matches(BOM);
    let mut lines = text.lines().map(str::trim);
    let Some(first) = lines.find(|line| !line.is_empty()) else { return true };
    let first = first.to_lowercase();
    let names: Vec<&str> = first.split([',', ';', '\t']).collect();
    ["where", "text", "translation"]
        .iter()
        .all(|name| names.iter().any(|n| n.trim().trim_matches('"') == *name))
}

fn read(path: &Path, host: &mut dyn Host) -> Result<Vec<Brought>, Diagnostics> {
    let shown = path.display().to_string();
    let bytes = read_plain(path, MOST_BYTES).map_err(|_| {
        usage!(
            UnreadableFile,
            "cannot read `{shown}`",
            "name a CSV file that `deckproof translate export` wrote"
        )
    })?;
    if bytes.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let rows = read_csv_texts(&shown, bytes, host.files())?.rows.into_iter();
    let rows = rows.filter(|row| !row.translation.is_empty()).map(|row| {
        let TextRow { place, text, translation, place_span, .. } = row;
        (Translated { place, text, translation: Some(translation) }, place_span)
    });
    Ok(rows.collect())
}

/// That a file is of a kind that is written.
fn check_ending(path: &Path) -> Result<(), Diagnostic> {
    let ending = path.extension().and_then(|e| e.to_str());
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        return Ok(());
    }
    Err(usage!(
        FileName,
        format!("`{}` is not a CSV file", path.display()),
        "let the name end in .csv"
    ))
}

fn shipped(folder: &GameFolder, help: &str) -> Diagnostic {
    usage!(
        NoLanguage,
        format!("the files of the shipped game `{}` cannot be changed", folder.id),
        help
    )
}
