//! Applies a translation to a game: `lang/de.csv` in its folder gives each text in the other language. Tables come in and leave
//! with other words, as they are read, so nothing that draws, exports or checks the game needs to know. A text without a
//! translation, or whose original has changed since, is kept and reported. Called by `pack`.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::MOST_SHEET;
use super::placeholders::compare_placeholders;
use super::text_files::{
    COLUMNS, TextKey, TextRow, Translated, read_csv_texts, text_key, unix_lines,
};
use super::texts::{Looked, texts_of_deck, texts_of_game};
use super::value::{Datum, TomlTable, Value};
use crate::source::{
    Asset, Diagnostic, Diagnostics, FileId, Files, GameFolder, Severity, Span, counted, error,
    is_language_tag, list_words, usage, warning,
};

/// The folder of the files.
pub(super) const FOLDER: &str = "lang";

/// The words of one language while a game is read.
pub(super) struct Translation {
    pub(super) code: String,
    pub(super) file: FileId,
    /// Place and original, for templates; place alone for everything else.
    pub(super) rows: BTreeMap<TextKey, TextRow>,
    /// Fields that look something up, and so are no words.
    pub(super) looked: Looked,
    /// Names of the game's symbols: a gap that draws one may be left out.
    pub(super) symbols: BTreeSet<String>,
    /// Every text that was met.
    pub(super) texts: Vec<Translated>,
    pub(super) used: BTreeSet<TextKey>,
    pub(super) faults: Diagnostics,
}

/// What a game says in the language that it was read in.
#[derive(Debug, Clone)]
pub struct Spoken {
    pub code: String,
    pub texts: Vec<Translated>,
    /// Texts that flow and have no file in this language.
    pub pages: Vec<String>,
}

impl Spoken {
    /// Texts that keep their own words.
    pub fn missing(&self) -> impl Iterator<Item = String> {
        let named = self.texts.iter().filter(|text| text.translation.is_none()).map(|text| {
            if text.place.starts_with("templates/") {
                // One of several that differ only in their words.
                format!("{} {:?}", text.place, text.text)
            } else {
                text.place.clone()
            }
        });
        named.chain(self.pages.iter().cloned())
    }
}

/// # Errors
/// A word that can be no code of a language.
pub fn check_language(code: &str) -> Result<(), Diagnostic> {
    is_language_tag(code).then_some(()).ok_or_else(|| {
        usage!(
            NoLanguage,
            "`{code}` is no code of a language",
            "write two or three letters, with a region if need be: de, pt-BR"
        )
    })
}

/// The file of a language in the folder of a game.
pub fn language_file(code: &str) -> String {
    format!("{FOLDER}/{code}.csv")
}

/// The file of a text that flows, in a language.
pub(super) fn flow_file(code: &str, name: &str) -> String {
    format!("{FOLDER}/{code}/{name}")
}

impl Translation {
    /// The words of the language that the folder is read in, if one is asked for.
    ///
    /// # Errors
    /// No such language, and a file that cannot be read as translations.
    pub fn open(
        folder: &GameFolder,
        files: &mut Files,
    ) -> Result<Option<Translation>, Diagnostics> {
        let Some(code) = folder.language() else {
            return Ok(None);
        };
        check_language(code)?;
        let name = language_file(code);
        let mut bytes = Vec::new();
        if folder.is_translated(code) {
            bytes = folder.bytes(&name, MOST_SHEET)?;
        } else if !folder.begins_language() {
            return Err(no_language(folder, code).into());
        }
        if folder.begins_language() && bytes.trim_ascii().is_empty() {
            bytes = format!("{}\n", COLUMNS.join(",")).into_bytes();
        }
        let sheet = read_csv_texts(&folder.label(&name), bytes, files)?;
        let mut faults = Diagnostics::new();
        let mut rows: BTreeMap<TextKey, TextRow> = BTreeMap::new();
        for row in sheet.rows.into_iter().filter(|row| !row.translation.is_empty()) {
            let key = text_key(&row.place, &row.text);
            if let Some(first) = rows.get(&key) {
                faults.push(
                    error!(
                        BadTranslation,
                        row.place_span,
                        format!("`{}` is translated twice", row.place),
                        "take one of the rows out"
                    )
                    .related(first.place_span, "first here"),
                );
                continue;
            }
            rows.insert(key, row);
        }
        if faults.has_errors() {
            return Err(faults);
        }
        Ok(Some(Translation {
            code: code.to_owned(),
            file: sheet.file,
            rows,
            looked: Looked::open(folder, files),
            symbols: folder
                .names(Asset::Symbol)
                .iter()
                .filter_map(|file| Some(file.rsplit_once('.')?.0.to_owned()))
                .collect(),
            texts: Vec::new(),
            used: BTreeSet::new(),
            faults,
        }))
    }

    /// Where the language is named, for what is wrong with its code.
    pub fn language(&self) -> (String, Span) {
        (self.code.clone(), Span::new(self.file, 0..0))
    }

    /// Gives `game.toml` its other words.
    pub fn game(&mut self, table: &mut TomlTable) {
        self.looked.add_tables(table);
        texts_of_game(table, &self.looked.clone(), &mut |place, value| self.say(place, value));
    }

    /// Gives a deck its other words.
    pub fn deck(&mut self, id: &str, table: &mut TomlTable) {
        texts_of_deck(id, table, &self.looked.clone(), &mut |place, value| self.say(place, value));
    }

    fn say(&mut self, place: &str, value: &mut Value) {
        let Some(text) = value.as_str().map(str::to_owned) else {
            return;
        };
        if let Some((words, span)) = self.find(place, &text, value.span) {
            value.datum = Datum::String(words);
            value.span = span;
        }
    }

    /// The translation of a text, noted as met.
    pub(super) fn find(&mut self, place: &str, text: &str, at: Span) -> Option<(String, Span)> {
        let text = &unix_lines(text);
        let key = text_key(place, text);
        let row = self.rows.get(&key);
        if row.is_some() {
            self.used.insert(key);
        }
        let stale = row.filter(|row| row.text.trim() != text.trim());
        let row = row.filter(|row| row.text.trim() == text.trim());
        self.texts.push(Translated {
            place: place.to_owned(),
            text: text.to_owned(),
            translation: row.map(|row| row.translation.clone()),
        });
        if let Some(row) = row {
            return Some((row.translation.clone(), row.translation_span));
        }
        let (code, file) = (&self.code, language_file(&self.code));
        self.faults.push(match stale {
            Some(row) => warning!(
                Untranslated,
                row.place_span,
                "the text of `{place}` has changed since it was translated to `{code}`",
                "look at the translation, and copy the new text into the column `text`"
            ),
            None => warning!(
                Untranslated,
                at,
                "`{place}` has no translation to `{code}`",
                "write it into `{file}`; `deckproof translate export` adds the row"
            ),
        });
        None
    }

    /// Reports what translations leave out of their texts, or say more often: the cards would state another rule.
    pub(super) fn compare_gaps(&mut self) {
        let keys: BTreeSet<TextKey> = self
            .texts
            .iter()
            .filter(|text| text.translation.is_some())
            .map(|text| text_key(&text.place, &text.text))
            .collect();
        for row in keys.iter().filter_map(|key| self.rows.get(key)) {
            self.faults.append(self.odd_gaps(row));
        }
    }

    fn odd_gaps(&self, row: &TextRow) -> Diagnostics {
        let mut faults = Diagnostics::new();
        let is_rule = row.place.starts_with("game/ability.") && row.place.ends_with(".says");
        for odd in compare_placeholders(&row.text, &row.translation) {
            // A term of the rules is a word, which may be written out: most languages inflect it.
            let is_word =
                |text: &Translated| text.place.strip_prefix("game/") == Some(odd.name.as_str());
            if self.texts.iter().any(is_word) {
                continue;
            }
            let is_name = odd.name.contains('.') || self.symbols.contains(&odd.name);
            let (written, place) = (&odd.written, &row.place);
            let mut fault = if odd.is_missing {
                warning!(
                    BadTranslation,
                    "the translation of `{place}` leaves out `{written}`",
                    "write it into the translation as it stands in the text"
                )
            } else {
                warning!(
                    BadTranslation,
                    "the translation of `{place}` says `{written}` more often than the text",
                    "write it as often as it stands in the text"
                )
            };
            if is_rule && odd.is_missing && !is_name {
                fault.severity = Severity::Error;
            }
            faults.push(fault.at(row.translation_span));
        }
        faults
    }
}

fn no_language(folder: &GameFolder, code: &str) -> Diagnostic {
    let id = &folder.id;
    let files = folder.files_in(FOLDER);
    let known: Vec<&str> = files.iter().filter_map(|f| f.strip_suffix(".csv")).collect();
    let help = match known.len() {
        0 => format!("begin with `deckproof translate export {id} --lang {code}`"),
        n => format!("it has {}: {}", counted(n, "translation"), list_words(known)),
    };
    usage!(NoLanguage, "`{id}` is not translated to `{code}`", help)
}
