//! Reads a whole game from its folder. A folder and what makes its vocabulary come in; a [`Pack`] and diagnostics go out. The
//! registry opens all games with it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::bounds::{MOST_DECKS, MOST_FLOW, MOST_WRITTEN};
use super::components;
use super::deck::{Deck, Flow, Row, too_much};
use super::face::{Face, Field};
use super::fill::{SharedFields, fill_placeholders};
use super::format::check_format;
use super::free::FreeByDesign;
use super::game::{GameFile, ScriptFile};
use super::original;
use super::pack_limits::{check_deck_names, check_size};
use super::schema::Keys;
use super::sheet_rows;
use super::translation::{Spoken, Translation, flow_file};
use super::value::{Datum, TomlTable, Value, parse_toml};
use super::vocabulary::{ReadVocabulary, ScriptReading, Unused, Vocabulary};
use crate::source::{
    Code, Diagnostic, Diagnostics, FileId, Files, GameFolder, Severity, Span, did_you_mean_of,
    did_you_mean_or, error, list_words, warning,
};

/// The rules of a game that has its own.
const SCRIPT: &str = "rules.star";

/// A game as it was read: every deck, every row, every span.
#[derive(Clone)]
pub struct Pack {
    pub folder: GameFolder,
    /// `game.toml`.
    pub file: FileId,
    pub game: GameFile,
    pub decks: Vec<Deck>,
    /// What makes the vocabularies of games, this one's and its original's.
    read_vocabulary: ReadVocabulary,
    pub(super) vocabulary: Option<Arc<Vocabulary>>,
    pub(super) shared: Arc<BTreeMap<String, Field>>,
    /// What it says in the language that it was read in, if that is not its own.
    pub spoken: Option<Spoken>,
    /// What the files say: game.toml, then the decks in their order.
    pub(super) written: Vec<ParsedFile>,
}

/// A file as it was parsed.
#[derive(Clone)]
pub(super) struct ParsedFile {
    pub file: FileId,
    pub table: Arc<TomlTable>,
}

impl ParsedFile {
    pub fn of(file: FileId, table: TomlTable) -> Self {
        ParsedFile { file, table: Arc::new(table) }
    }
}

impl Pack {
    /// Reads a game. All faults of all its files are found before it gives up.
    ///
    /// # Errors
    /// Everything that is wrong with the files.
    pub fn load(
        folder: GameFolder,
        read_vocabulary: ReadVocabulary,
        files: &mut Files,
    ) -> Result<Pack, Diagnostics> {
        match Self::read(folder, read_vocabulary, files) {
            (Some(pack), faults) if !faults.has_errors() => Ok(pack),
            (_, faults) => Err(faults),
        }
    }

    /// Reads a game as far as it can be read, and reports all that keeps its files from being read; nothing without a
    /// game.toml. What else is wrong with its data is found by [`crate::check`].
    pub fn read(
        folder: GameFolder,
        read_vocabulary: ReadVocabulary,
        files: &mut Files,
    ) -> (Option<Pack>, Diagnostics) {
        let mut faults = Diagnostics::new();
        let pack = Self::read_into(folder, read_vocabulary, files, &mut faults);
        (pack, faults)
    }

    fn read_into(
        mut folder: GameFolder,
        read_vocabulary: ReadVocabulary,
        files: &mut Files,
        faults: &mut Diagnostics,
    ) -> Option<Pack> {
        let read = folder.check_folders().and_then(|()| folder.text("game.toml", files));
        let (file, text) = faults.keep(read)?;
        let mut table = parse_toml(file, &text, faults)?;
        // The keys of another format are unknown here.
        if let Err(fault) = check_format(&table) {
            // A number that is too large was reported when it was read.
            if !faults.has_errors() {
                faults.push(fault);
            }
            return None;
        }
        let mut translation = faults.keep(Translation::open(&folder, files))?;
        if let Some(translation) = &mut translation {
            translation.game(&mut table);
        }
        let mut game = GameFile::read(&folder.id, file, &table, faults);
        game.lang = translation.as_ref().map(Translation::language).or(game.lang);
        if folder.holds(SCRIPT)
            && let Some((file, text)) = faults.keep(folder.text(SCRIPT, files))
        {
            if game.table.is_none() {
                faults.push(warning!(
                    UnusedFile,
                    Span::new(file, 0..0),
                    "the rules are not read: game.toml declares no table",
                    "write `[table]` with `seats`, or take the file away"
                ));
            } else {
                game.free.extend(FreeByDesign::of_script(file, &text, faults));
                game.script = Some(ScriptFile::new(file, folder.label(SCRIPT), text));
            }
        }
        original::check(&game, faults);
        if let Some(original) = original::id(&folder, &game) {
            folder.lend(&original);
        }
        let mut decks = Vec::new();
        let mut written = vec![ParsedFile::of(file, table)];
        let mut names = deck_names(&folder, &game, file, faults);
        if names.len() > MOST_DECKS {
            faults.push(
                error!(
                    TooMany,
                    format!("the game has {} decks", names.len()),
                    "{MOST_DECKS} are the most: put cards of one template into one deck"
                )
                .at_maybe(names[MOST_DECKS].1),
            );
            names.truncate(MOST_DECKS);
        }
        let named = names.len();
        for (name, span) in names {
            let read = folder.text(&format!("{name}.toml"), files);
            let Some((file, text)) = faults.keep(read.map_err(|fault| fault.or_at(span))) else {
                continue;
            };
            if let Some(mut table) = parse_toml(file, &text, faults) {
                let headings = sheet_rows::fill(&folder, &mut table, files, faults);
                if let Some(translation) = &mut translation {
                    translation.deck(&name, &mut table);
                }
                let mut deck = Deck::read(&name, file, &table, faults);
                deck.columns.headings = headings.unwrap_or_default();
                decks.push(deck);
                written.push(ParsedFile::of(file, table));
            }
        }
        check_size(&decks, faults);
        let vocabulary = read_vocabulary(&folder, &game, &decks).map(Arc::new);
        // Words that no card has may stand in a deck that could not be read.
        let reads_words = game.is_sound && decks.len() == named;
        if let Some(vocabulary) = vocabulary.as_ref().filter(|_| reads_words) {
            faults.append(vocabulary.faults.clone());
        }
        components::check_decks(&game, &decks, faults);
        let shared = Arc::new(shared_fields(&game, &decks, faults));
        let spoken = None;
        let mut pack = Pack {
            shared,
            folder,
            file,
            game,
            decks,
            read_vocabulary,
            vocabulary,
            spoken,
            written,
        };
        if let Some(translation) = translation {
            faults.append(translation.finish(&mut pack, files));
        }
        if faults.has_errors() && pack.reads_cards() {
            // The abilities are read as well, so that one run reports every error.
            for deck in &pack.decks {
                faults.append(pack.not_of_the_rules(faults, pack.faces(deck).1));
            }
        }
        Some(pack)
    }

    /// Whether its cards are read as they are meant: what they are read with is there.
    pub fn reads_cards(&self) -> bool {
        self.game.is_sound
    }

    /// What of `found` is not about a number of the rules, when `known` tells that they are wrong themselves.
    pub fn not_of_the_rules(&self, known: &Diagnostics, found: Diagnostics) -> Diagnostics {
        let mut errors = known.iter().filter(|d| d.severity == Severity::Error);
        let astray = errors.any(|d| d.span.is_some_and(|span| span.file == self.file));
        let of_rules = |d: &Diagnostic| matches!(d.code, Code::RulesNumber | Code::UnknownField);
        found.into_iter().filter(|d| !astray || !of_rules(d)).collect()
    }

    pub fn deck(&self, id: &str) -> Option<&Deck> {
        self.decks.iter().find(|d| d.id == id)
    }

    /// What a deck's file holds; for one that takes its rows from a sheet, as if they stood in it.
    pub fn written_deck(&self, deck: &Deck) -> Option<TomlTable> {
        let written = self.written.iter().find(|w| w.file == deck.file)?;
        let mut table = TomlTable::clone(&written.table);
        if deck.rows_from.is_some() {
            let of_sheet = ["rows", "sheet", "columns", "ignore", "skip", "rich"];
            table.entries.retain(|(key, _)| !of_sheet.contains(&key.name.as_str()));
        }
        Some(table)
    }

    /// The shipped game that this one is a copy of, as it was shipped. `None` for a shipped game itself, and for one of its own.
    pub fn original(&self, files: &mut Files) -> Option<Pack> {
        let folder = GameFolder::shipped(&original::id(&self.folder, &self.game)?)?;
        Pack::load(folder, self.read_vocabulary, files).ok()
    }

    /// Keys that the rules and abilities of the game read themselves.
    pub fn vocabulary_keys(&self) -> &[String] {
        self.vocabulary.as_ref().map_or(&[], |vocabulary| &vocabulary.keys)
    }

    /// What compiling the script finds; `None` for a game without abilities and rules.
    pub(super) fn script_reading(&self) -> Option<&ScriptReading> {
        Some(self.vocabulary.as_ref()?.script(&self.game, &self.decks))
    }

    /// What is declared and neither the rules of play nor the cards use.
    pub fn unused(&self) -> &[Unused] {
        self.script_reading().map_or(&[], |script| &script.unused)
    }

    /// What seems odd in a script that can be compiled.
    pub fn script_warnings(&self) -> Diagnostics {
        self.script_reading().map_or_else(Diagnostics::new, |script| script.warnings.clone())
    }

    /// Whether the rules of play can be read; otherwise it is unknown what plays.
    pub fn reads_rules(&self) -> bool {
        self.script_reading().is_none_or(|script| !script.is_unread)
    }

    /// Whether the cards of a deck are played, so that people distinguish them by their names. Player aids are not.
    pub fn is_played(&self, deck: &Deck) -> bool {
        let played = self.vocabulary.as_ref().map(|vocabulary| &vocabulary.played);
        played.is_none_or(|played| played.is_empty() || played.contains_key(&deck.id))
    }

    /// Keys that the rules and abilities read of the rows of this deck; none when it is only printed.
    pub fn read_keys(&self, deck: &Deck) -> Vec<&str> {
        let own = self.vocabulary_keys();
        let keys = self.vocabulary.as_ref().and_then(|vocabulary| vocabulary.rows.get(&deck.id));
        let names = keys.into_iter().flat_map(Keys::iter).map(|(name, _)| name);
        names.filter(|name| own.iter().any(|key| key == name)).collect()
    }

    /// Keys of a row that the rules read; `None` for a game without rules.
    pub fn rule_keys(&self) -> Option<&[String]> {
        let script = self.game.script.as_ref();
        let vocabulary = self.vocabulary.as_ref().filter(|_| script.is_some());
        vocabulary.map(|vocabulary| vocabulary.rule_keys.as_slice())
    }

    /// The data of this game with the files of another reading beside them: its scenarios and texts.
    #[must_use]
    pub fn beside(&self, folder: GameFolder) -> Pack {
        Pack { folder, ..self.clone() }
    }

    /// A face with the fields that all faces of the game have.
    pub fn blank_face(&self) -> Face {
        Face::new(self.shared.clone())
    }

    /// The faces of a deck, one a row, and what is wrong with them.
    pub fn faces(&self, deck: &Deck) -> (Vec<Face>, Diagnostics) {
        let mut faults = Diagnostics::new();
        let mut faces = Vec::with_capacity(deck.rows.len());
        let mut written = 0;
        for row in &deck.rows {
            let mut face = self.plain_face(row, &mut faults);
            if deck.rows_from.is_some() {
                face.sheet = Some(row.span.file);
            }
            if let Some(vocabulary) = &self.vocabulary {
                (vocabulary.fill_face)(deck, row, &mut face, &mut faults);
            }
            written += face.size();
            if written > MOST_WRITTEN {
                faults.push(too_much(&deck.id, row.span));
                break;
            }
            faces.push(face);
        }
        (faces, faults)
    }

    /// The text of a deck that flows.
    ///
    /// # Errors
    /// When the deck does not flow, its text cannot be read, or has gaps that nothing fills.
    pub fn flow(&self, deck: &Deck, files: &mut Files) -> Result<Flow, Diagnostics> {
        let Some((name, span)) = &deck.flow else {
            return Err(error!(
                Flow,
                format!("deck `{}` has no `flow`", deck.id),
                "name the text: `flow = \"rules.md\"`"
            )
            .into());
        };
        let is_spoken = self.spoken.as_ref().is_some_and(|s| !s.pages.contains(name));
        let other = self.folder.language().filter(|_| is_spoken).map(|code| flow_file(code, name));
        let read = self.folder.text(other.as_ref().unwrap_or(name), files);
        let (file, text) = read.map_err(|fault| fault.or_at(Some(*span)))?;
        if text.len() > MOST_FLOW {
            let most = MOST_FLOW >> 10;
            return Err(error!(
                TooMany,
                *span,
                format!("the text of deck `{}` has {} KiB", deck.id, text.len() >> 10),
                "{most} KiB are the most: cut it, or make two decks of it"
            )
            .into());
        }
        let mut faults = Diagnostics::new();
        let whole = Span::new(file, 0..text.len());
        let filled = match fill_placeholders(&text, &self.shared, whole, &mut faults) {
            Cow::Borrowed(_) => text.clone(),
            Cow::Owned(filled) => filled.into(),
        };
        if faults.is_empty() { Ok(Flow { file, text, filled }) } else { Err(faults) }
    }

    /// The words of a row's value as they are printed on its card.
    pub fn words(&self, value: &Value) -> Option<String> {
        let mut faults = Diagnostics::new();
        let text = value.text()?;
        Some(fill_placeholders(&text, &self.shared, value.span, &mut faults).into_owned())
    }

    fn plain_face(&self, row: &Row, faults: &mut Diagnostics) -> Face {
        let mut face = self.blank_face();
        face.set("id", row.id.clone(), Some(row.span));
        face.set("copies", row.copies.to_string(), Some(row.span));
        let keys = self.vocabulary_keys();
        for (key, value) in &row.table.entries {
            let own = keys.contains(&key.name);
            match value.text() {
                Some(text) => {
                    let text = fill_placeholders(&text, &self.shared, value.span, faults);
                    face.set(&key.name, text, Some(value.span));
                }
                None if own => {}
                None => {
                    let message = format!("`{}` is {}", key.name, value.kind());
                    let help = no_field(&key.name, value, keys);
                    faults.push(error!(WrongType, value.span, message, help));
                }
            }
            if let Some(rows) = self.game.tables.get(&key.name) {
                join(rows, &key.name, value, &mut face, faults);
            }
        }
        face
    }
}

/// The fields that every face and every text of a game has: those of game.toml, `count.gear` for the cards of a deck, and
/// `game.cards` for those of all.
pub(super) fn shared_fields(
    game: &GameFile,
    decks: &[Deck],
    faults: &mut Diagnostics,
) -> SharedFields {
    let mut fields = game.fields_telling(faults);
    let mut set = |name: String, cards: u32| {
        let text = cards.to_string();
        fields.insert(name, Field { text, span: None });
    };
    for deck in decks {
        set(format!("count.{}", deck.id), deck.cards());
    }
    set("game.cards".into(), decks.iter().map(Deck::cards).sum());
    fields
}

/// Help for a value that is neither a field of a card nor a key of abilities.
fn no_field(key: &str, value: &Value, abilities: &[String]) -> String {
    let plain = "write a string, a number, true or false, or a list of words";
    let first = value.as_list().and_then(<[Value]>::first).unwrap_or(value);
    let Some((ability, _)) = first.as_table().and_then(|table| table.entries.first()) else {
        return plain.to_owned();
    };
    let other = format!(
        "{plain}; an ability is declared in game.toml: `[ability.{}]` with `in = \"{key}\"`",
        ability.name
    );
    did_you_mean_or(key, abilities.iter().map(String::as_str), other)
}

/// Adds the fields of the look-up row that `value` names, as `table.field`. A list may name several rows, and adds nothing.
fn join(
    rows: &BTreeMap<String, TomlTable>,
    table: &str,
    value: &Value,
    face: &mut Face,
    faults: &mut Diagnostics,
) {
    if let Datum::List(all) = &value.datum {
        for one in all {
            named(rows, table, one, faults);
        }
        return;
    }
    let Some((id, row)) = named(rows, table, value, faults) else {
        return;
    };
    for (key, value) in &row.entries {
        let words = face.get(&format!("{table}.{id}.{}", key.name));
        if let Some(words) = words.map(|field| field.text.clone()) {
            face.set(format!("{table}.{}", key.name), words, Some(value.span));
        }
    }
}

/// The look-up row that a value names, with its id.
fn named<'r>(
    rows: &'r BTreeMap<String, TomlTable>,
    table: &str,
    value: &Value,
    faults: &mut Diagnostics,
) -> Option<(String, &'r TomlTable)> {
    let known = || rows.keys().map(String::as_str);
    let id = match value.datum {
        Datum::String(_) | Datum::Integer(_) => value.text()?,
        _ => {
            let help = "write one of its rows in quotes";
            let message = format!("`{table}` names no row of table `{table}`");
            faults.push_once_with(error!(UnknownRow, value.span, message, help), || {
                Some(format!("{help}: it has {}", list_words(known())))
            });
            return None;
        }
    };
    let row = rows.get(&id);
    if row.is_none() {
        let message = format!("table `{table}` has no row `{id}`");
        let fault = error!(UnknownRow, value.span, message, "name one of its rows");
        faults.push_once_with(fault, || Some(did_you_mean_of(&id, known(), "it has")));
    }
    Some((id, row?))
}

fn deck_names(
    folder: &GameFolder,
    game: &GameFile,
    file: FileId,
    faults: &mut Diagnostics,
) -> Vec<(String, Option<Span>)> {
    let there = folder.deck_names();
    for name in folder.skipped_decks() {
        let why = if name.ends_with(".toml") {
            "its name holds characters that are none"
        } else {
            "its name does not end in `.toml`, in small letters"
        };
        faults.push(error!(
            UnreadableFile,
            "the file `{name}` is not read: {why}",
            "rename it to small letters, digits and dashes: `cards.toml`"
        ));
    }
    check_deck_names(&there, faults);
    let Some(named) = &game.decks else {
        if there.is_empty() {
            faults.push(error!(
                NoDeck,
                Span::new(file, 0..0),
                "the game has no deck",
                "write a deck as `cards.toml` beside game.toml"
            ));
        }
        return there.into_iter().map(|n| (n, None)).collect();
    };
    let mut names = Vec::new();
    for (index, (name, span)) in named.iter().enumerate() {
        if let Some((_, first)) = named[..index].iter().find(|(n, _)| n == name) {
            faults.push(
                error!(DeckTwice, *span, "deck `{name}` is named twice", "take one of them away")
                    .related(*first, "first named here"),
            );
            continue;
        }
        if there.contains(name) {
            names.push((name.clone(), Some(*span)));
            continue;
        }
        let other = format!("write it as `{name}.toml` beside game.toml");
        let help = did_you_mean_or(name, there.iter().map(String::as_str), other);
        faults.push(error!(NoDeck, *span, "there is no deck `{name}`", help));
    }
    names
}
