//! The texts of a game for people who translate them, and back: `lang/de.csv` in the game's folder, or a file beside.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cards::{
    Pack, TextRow, Translated, check_language, language_file, read_csv_texts, read_po,
    write_csv_texts, write_po,
};
use crate::registry::Registry;
use crate::source::{
    Code, Diagnostic, Diagnostics, Fault, Files, GameFolder, read_plain, read_utf8,
};

use super::host::Host;
use super::made::BOM;
use super::output;

/// Bytes of a file of translations at most.
const MOST_BYTES: u64 = 32 << 20;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextsWritten {
    pub path: PathBuf,
    pub texts: usize,
    pub translated: usize,
}

/// Writes every text of a game with its translation: to `to`, a CSV or PO file, or into the game's folder. What was translated
/// stays; a text that has changed since is to be translated again, with the earlier words beside it.
///
/// # Errors
/// What is wrong with the game and the file, and a shipped game without `to`.
pub fn export_texts(
    folder: GameFolder,
    code: &str,
    to: Option<&Path>,
    host: &mut dyn Host,
) -> Result<TextsWritten, Diagnostics> {
    check_language(code)?;
    let path = match to {
        Some(path) => path.to_owned(),
        None => own_file(&folder, code)?,
    };
    let texts = texts_of(folder, code, host)?;
    write(&path, code, &texts)
}

/// Takes the translations of a CSV or PO file into the file of the game's folder. Those of texts that the game does not have,
/// or has otherwise now, are told and left out.
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
    let path = own_file(&folder, code)?;
    let brought = read(from, host)?;
    let mut texts = texts_of(folder, code, host)?;
    let mut by_place: BTreeMap<(String, String), String> = BTreeMap::new();
    for text in brought {
        if let Some(words) = text.translation {
            by_place.insert((text.place, text.text.trim().to_owned()), words);
        }
    }
    for text in &mut texts.texts {
        let key = (text.place.clone(), text.text.trim().to_owned());
        if let Some(words) = by_place.remove(&key) {
            text.translation = Some(words);
        }
    }
    for (place, text) in by_place.into_keys() {
        let message = format!("`{place}` does not say {text:?} in this game");
        let fault = Diagnostic::warning(Code::UnusedTranslation, message)
            .help("nothing was taken over for it: run `deckproof translate export` for the texts as they are");
        host.tell(&fault.into());
    }
    write(&path, code, &texts)
}

struct Texts {
    texts: Vec<Translated>,
    /// Place -> what the file said of it before its text changed.
    earlier: BTreeMap<String, String>,
}

fn texts_of(folder: GameFolder, code: &str, host: &mut dyn Host) -> Result<Texts, Diagnostics> {
    let name = language_file(code);
    let mut earlier = BTreeMap::new();
    // What is wrong with the file, the reading of the game tells.
    if let Ok(bytes) = folder.bytes(&name, MOST_BYTES)
        && let Ok((_, rows)) = read_csv_texts(&folder.label(&name), bytes, &mut Files::new())
    {
        for row in rows {
            let words = match row.translation.is_empty() {
                true => row.earlier,
                false => row.translation,
            };
            earlier.insert(row.place, words);
        }
    }
    let pack = Pack::load(folder.in_language(code, false), &Registry, host.files())?;
    let texts = pack.spoken.map_or_else(Vec::new, |spoken| spoken.texts);
    Ok(Texts { texts, earlier })
}

fn write(path: &Path, code: &str, texts: &Texts) -> Result<TextsWritten, Diagnostics> {
    let old = |place: &str| texts.earlier.get(place).cloned().unwrap_or_default();
    let text = match is_po(path) {
        true => write_po(code, &texts.texts, &old),
        false => {
            let csv = write_csv_texts(&texts.texts, &old);
            // A spreadsheet takes other letters than English ones for something else without it.
            let bom = if csv.is_ascii() { "" } else { BOM };
            format!("{bom}{csv}")
        }
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        output::folder(folder)?;
    }
    output::write(path, text.as_bytes(), is_translation)?;
    Ok(TextsWritten {
        path: path.to_owned(),
        texts: texts.texts.len(),
        translated: texts
            .texts
            .iter()
            .filter(|t| t.translation.is_some())
            .count(),
    })
}

/// Whether a file holds translations, ours or those of a program for them: by the header of a CSV file, or by the first line of a PO
/// file that is no remark.
fn is_translation(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(str::trim);
    let Some(first) = lines.find(|line| !line.is_empty() && !line.starts_with('#')) else {
        return text.trim().is_empty();
    };
    let names: Vec<&str> = first.split([',', ';', '\t']).collect();
    let is_header = ["where", "text", "translation"]
        .iter()
        .all(|name| names.iter().any(|n| n.trim_matches('"') == *name));
    ["msgctxt \"", "msgid \""]
        .iter()
        .any(|begin| first.starts_with(begin))
        || is_header
}

fn read(path: &Path, host: &mut dyn Host) -> Result<Vec<Translated>, Diagnostics> {
    let shown = path.display().to_string();
    let bytes = read_plain(path, MOST_BYTES).map_err(|_| {
        Diagnostic::error(Code::UnreadableFile, format!("cannot read `{shown}`"))
            .fault(Fault::Usage)
            .help("name a CSV or PO file that `deckproof translate export` wrote")
    })?;
    if is_po(path) {
        let text = read_utf8(&shown, bytes, "save it as UTF-8", host.files())?;
        let file = host.files().add(&shown, text.as_str());
        return read_po(file, &text);
    }
    let (_, rows) = read_csv_texts(&shown, bytes, host.files())?;
    let text = |row: TextRow| Translated {
        place: row.place,
        text: row.text,
        translation: Some(row.translation).filter(|words| !words.is_empty()),
    };
    Ok(rows.into_iter().map(text).collect())
}

fn is_po(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    ending.is_some_and(|e| e.eq_ignore_ascii_case("po") || e.eq_ignore_ascii_case("pot"))
}

/// The file in the game's folder.
fn own_file(folder: &GameFolder, code: &str) -> Result<PathBuf, Diagnostic> {
    match folder.path() {
        Some(path) => Ok(path.join(language_file(code))),
        None => {
            let message = format!(
                "the files of the shipped game `{}` cannot be changed",
                folder.id
            );
            Err(Diagnostic::error(Code::NoLanguage, message)
                .fault(Fault::Usage)
                .help("copy it with `deckproof new`, or name a file with -o"))
        }
    }
}
