//! The files of one game: its cards, and the templates, pictures and symbols beside them or bundled with the program. A path
//! or the id of a shipped game comes in; `cards` and `template` ask it for files by kind and name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bounds::{MOST_FOLDERS, MOST_NAMES, MOST_TEXT};
use super::{
    Asset, Code, Diagnostic, FileId, Files, Folder, ReadError, Retelling, Tree, did_you_mean,
    did_you_mean_or, error, grouped, list_words, machine, read_utf8, shipped_cards,
    shipped_templates,
};

/// Folders that a game's folder, or that of its templates, may hold.
const PARTS: [&str; 5] = ["art", "symbols", "fonts", "scenarios", "lang"];

/// A game's cards and templates. Fonts and symbols that it lacks come with the binary.
#[derive(Debug, Clone)]
pub struct GameFolder {
    /// The folder's name; names the output.
    pub id: String,
    cards: Folder,
    /// In the order in which they are searched.
    assets: Vec<Folder>,
    /// Whether it brings no template of its own.
    bare: bool,
    /// The language that it is read in, and whether there must be translations to it.
    language: Option<(String, bool)>,
    /// The words of its templates in that language.
    retelling: Arc<Retelling>,
}

impl GameFolder {
    /// Ids of the games that come with the binary.
    pub fn shipped_ids() -> Vec<String> {
        shipped_cards().folders()
    }

    /// A game that comes with the binary.
    pub fn shipped(id: &str) -> Option<Self> {
        let templates = shipped_templates().folder(id).into_iter().collect();
        Some(Self::new(id, shipped_cards().folder(id)?, templates, false))
    }

    /// A game whose own files are searched in the order of `assets`, and then those that come with the binary.
    fn new(id: &str, cards: Folder, mut assets: Vec<Folder>, bare: bool) -> Self {
        assets.extend(shipped_templates().folder("shared"));
        let (id, language, retelling) = (id.to_owned(), None, Arc::default());
        GameFolder { id, cards, assets, bare, language, retelling }
    }

    /// No game: the fonts and symbols that come with the binary, which the program's own pages use.
    pub fn shared() -> Self {
        Self::within("shared", Folder::Memory(Tree::new("shared/", BTreeMap::new())), None)
    }

    /// A game in a folder on disk: templates in `templates/` in it, pictures in `art/`, symbols in `symbols/`;
    /// or, in a tree shaped like the project's own, `cards/<game>` with `templates/<game>` beside `cards`.
    ///
    /// # Errors
    /// When there is no such folder or no `game.toml` in it.
    pub fn open(path: &Path) -> Result<Self, Diagnostic> {
        let shown = path.display();
        if !path.is_dir() {
            return Err(error!(
                NoGame,
                "there is no folder `{shown}`", "name a folder that holds a game.toml"
            ));
        }
        let file = path.join("game.toml");
        if !file.is_file() {
            let message = if file.exists() {
                format!("`game.toml` in `{shown}` is no file, but a folder, a pipe or a device")
            } else {
                format!("`{shown}` holds no game.toml")
            };
            return Err(error!(
                NoGame,
                message, "a game is a folder with a game.toml and one TOML file for each deck"
            ));
        }
        let real = path.canonicalize().unwrap_or_default();
        let id = real.file_name().and_then(|name| name.to_str()).unwrap_or("game");
        Ok(Self::within(id, Folder::disk(path), beside(&real).map(Folder::disk)))
    }

    /// That every folder of the game can be listed: what is in one that cannot would seem not to be there.
    ///
    /// # Errors
    /// The first that cannot, or is a link that leads out of the game's own.
    pub fn check_folders(&self) -> Result<(), Diagnostic> {
        for root in &self.assets {
            let failed =
                |name: &str, why| Err(unreadable(root.label(name).trim_end_matches('/'), why));
            if let Err(why) = root.list() {
                return failed("", why);
            }
            for part in PARTS {
                if let Some(why) = root.obstacle(part) {
                    return failed(part, why);
                }
                let below = root.folder(part).and_then(|folder| folder.unlisted_below());
                if let Some((inner, why)) = below {
                    return failed(&format!("{part}/{inner}"), why);
                }
            }
        }
        Ok(())
    }

    /// A game in files that were read already: `cards` holds its game.toml, `templates` the templates when they lie
    /// beside it and not in its own folder `templates`.
    pub fn within(id: &str, cards: Folder, templates: Option<Folder>) -> Self {
        let mut assets = Vec::from_iter(cards.folder("templates").or(templates));
        let has_template = cards.files().iter().any(|f| f.ends_with(".svg"));
        let bare = assets.is_empty() && !has_template;
        assets.push(cards.clone());
        Self::new(id, cards, assets, bare)
    }

    /// A game by its id, or by its folder when `name` is a path or no shipped game.
    ///
    /// # Errors
    /// As [`GameFolder::open`]; a near miss of a shipped game's name is suggested.
    pub fn find(name: &str) -> Result<Self, Diagnostic> {
        if let Some(game) = Self::shipped(name) {
            return Ok(game);
        }
        let ids = Self::shipped_ids();
        Self::open(Path::new(name)).map_err(|fault| {
            let ids = || ids.iter().map(String::as_str);
            match did_you_mean(name, ids()) {
                _ if Path::new(name).exists() => fault,
                Some(near) => fault.help(format!("did you mean the shipped game `{near}`?")),
                None => fault.help(format!(
                    "name a folder that holds a game.toml, or a shipped game: {}",
                    list_words(ids())
                )),
            }
        })
    }

    /// The same game in another language. Unless that `must_exist`, no translation is a beginning of one.
    #[must_use]
    pub fn in_language(mut self, code: &str, must_exist: bool) -> Self {
        self.language = Some((code.to_owned(), must_exist));
        self
    }

    /// The language that it is read in, if not its own.
    pub fn language(&self) -> Option<&str> {
        self.language.as_ref().map(|(code, _)| code.as_str())
    }

    /// Whether there is a file of translations to a language.
    pub fn is_translated(&self, code: &str) -> bool {
        self.files_in("lang").contains(&format!("{code}.csv"))
    }

    /// Whether a translation that does not exist yet counts as empty.
    pub fn begins_language(&self) -> bool {
        self.language.as_ref().is_some_and(|(_, must_exist)| !must_exist)
    }

    /// Sets the translated words of its templates.
    pub fn retell(&mut self, retelling: Retelling) {
        self.retelling = Arc::new(retelling);
    }

    /// The folder on disk that its cards lie in; none for a game that came with the binary.
    pub fn path(&self) -> Option<&Path> {
        self.cards.path()
    }

    /// Names of the files in a folder within the game's own, sorted.
    pub fn files_in(&self, folder: &str) -> Vec<String> {
        self.cards.folder(folder).map_or_else(Vec::new, |folder| folder.files())
    }

    /// Whether both are the same folder, however it was named.
    pub fn same_as(&self, other: &GameFolder) -> bool {
        self.cards.same_as(&other.cards)
    }

    /// The folders on disk that it is read from; none for a game that came with the binary.
    pub fn roots(&self) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> = std::iter::once(&self.cards)
            .chain(&self.assets)
            .filter_map(|folder| folder.path()?.canonicalize().ok())
            .collect();
        roots.sort();
        // A folder in another is watched with it.
        roots.dedup_by(|inner, outer| inner.starts_with(outer));
        roots
    }

    /// Whether a file of this name lies beside `game.toml`.
    pub fn holds(&self, name: &str) -> bool {
        self.cards.files().iter().any(|file| file == name)
    }

    /// Names of the TOML files beside `game.toml`, without their ending, sorted.
    pub fn deck_names(&self) -> Vec<String> {
        let files = self.cards.files();
        let names = files.iter().filter_map(|file| file.strip_suffix(".toml"));
        names.filter(|name| *name != "game").map(str::to_owned).collect()
    }

    /// Names of TOML files beside `game.toml` that are not read, since a terminal would obey what is in them, they are
    /// not UTF-8 or end in capitals; as they can be shown.
    pub fn skipped_decks(&self) -> Vec<String> {
        let mut skipped = self.cards.skipped();
        skipped.retain(|name| name.ends_with(".toml"));
        let files = self.cards.files().into_iter();
        let ends = |name: &String| name.to_lowercase().ends_with(".toml");
        skipped.extend(files.filter(|name| ends(name) && !name.ends_with(".toml")));
        skipped
    }

    /// Paths of the scenarios (`scenarios/*.toml`) in the game's folder, sorted.
    pub fn scenario_names(&self) -> Vec<String> {
        let mut names = self.files_in("scenarios");
        names.retain(|name| name.ends_with(".toml"));
        names.iter().map(|name| format!("scenarios/{name}")).collect()
    }

    /// Paths of what lies where scenarios do and is not read as one, sorted. Notes to read (`.md`, `.txt`) may lie there.
    pub fn unread_scenarios(&self) -> Vec<String> {
        let Some(folder) = self.cards.folder("scenarios") else {
            return self.holds("scenarios").then(|| "scenarios".into()).into_iter().collect();
        };
        let is_read = |name: &str| name.ends_with(".toml") && !name.contains('/');
        let is_note = |name: &str| name.ends_with(".md") || name.ends_with(".txt");
        let mut names = folder.files_below();
        names.retain(|name| !is_read(name) && !is_note(name) && !name.starts_with('.'));
        names.extend(folder.skipped());
        names.iter().map(|name| format!("scenarios/{name}")).collect()
    }

    /// Lends the templates and pictures of a shipped game to a folder that brings no template of its own.
    pub fn lend(&mut self, shipped: &str) {
        let templates = shipped_templates().folder(shipped);
        if let Some(templates) = templates.filter(|_| self.bare) {
            self.assets.insert(0, templates);
            self.bare = false;
        }
    }

    /// Whether the game came with the binary.
    pub fn is_shipped(&self) -> bool {
        self.cards.is_shipped()
    }

    /// Reads a text of the game (`game.toml`, a deck, `rules.md`).
    ///
    /// # Errors
    /// A diagnostic that names the file.
    pub fn text(&self, name: &str, files: &mut Files) -> Result<(FileId, Arc<str>), Diagnostic> {
        let bytes = self.bytes(name, MOST_TEXT)?;
        decode(self.cards.label(name), bytes, files)
    }

    /// How a file of the game is named in messages.
    pub fn label(&self, name: &str) -> String {
        self.cards.label(name)
    }

    /// Reads a file of the game that has no more than `most` bytes.
    ///
    /// # Errors
    /// As [`GameFolder::text`].
    pub fn bytes(&self, name: &str, most: u64) -> Result<Vec<u8>, Diagnostic> {
        self.cards
            .read(name)
            .and_then(|bytes| match bytes.len() {
                long if long as u64 > most => Err(ReadError::TooLarge(most)),
                _ => Ok(bytes),
            })
            .map_err(|error| {
                let fault = unreadable(&self.cards.label(name), error.clone());
                let there = self.cards.files();
                match did_you_mean(name, there.iter()) {
                    Some(near) if error == ReadError::Missing => {
                        fault.help(format!("did you mean `{near}`?"))
                    }
                    _ => fault,
                }
            })
    }

    /// Reads a template, picture, symbol or font: the game's own first, then the shared one.
    /// Gives the path for messages, and the bytes.
    ///
    /// # Errors
    /// A diagnostic that names the file and, when it is missing, the nearest name there is.
    pub fn asset(&self, asset: Asset, name: &str) -> Result<(String, Vec<u8>), Diagnostic> {
        if let Some(found) = self.search(asset, name).next() {
            return found;
        }
        let (place, code) = match asset {
            Asset::Template => ("templates/", Code::UnknownTemplate),
            Asset::Art => ("art/", Code::UnknownPicture),
            Asset::Symbol => ("symbols/", Code::UnknownSymbol),
            Asset::Font => ("fonts/", Code::UnknownFont),
        };
        let known = self.names(asset);
        let known = known.iter().map(String::as_str);
        let help = did_you_mean_or(name, known, format!("put it into the game's folder `{place}`"));
        Err(Diagnostic::error(code, format!("there is no {} `{name}`", asset.word())).help(help))
    }

    /// Every file of that name with its path for messages, or why it cannot be read, in the order in which they are searched.
    fn search(
        &self,
        asset: Asset,
        name: &str,
    ) -> impl Iterator<Item = Result<(String, Vec<u8>), Diagnostic>> {
        let path = format!("{}{name}", asset.folder());
        self.assets.iter().filter_map(move |folder| match folder.read(&path) {
            Ok(bytes) => Some(Ok((folder.label(&path), bytes))),
            Err(ReadError::Missing) => None,
            Err(error) => Some(Err(unreadable(&folder.label(&path), error))),
        })
    }

    /// Every file of that name: the game's own first, then the shared one; with their paths for messages.
    ///
    /// # Errors
    /// When one that is there cannot be read.
    pub fn every_asset(
        &self,
        asset: Asset,
        name: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
        self.search(asset, name).collect()
    }

    /// Names of all assets of a kind, sorted, the shared ones included; with `/` between folders.
    pub fn names(&self, asset: Asset) -> Vec<String> {
        let mut names = self.names_by_folder(asset).concat();
        names.sort();
        names.dedup();
        names
    }

    /// As [`GameFolder::names`], one list for each folder that is searched, in that order.
    pub fn names_by_folder(&self, asset: Asset) -> Vec<Vec<String>> {
        let sub = asset.folder().trim_end_matches('/');
        self.assets
            .iter()
            .map(|folder| match sub {
                "" => folder.files(),
                sub => folder.folder(sub).map_or_else(Vec::new, |f| f.files_below()),
            })
            .collect()
    }

    /// Assets of a kind that the game brings itself, sorted: their names, and their paths for messages. What is shared or
    /// lent is none of them.
    pub fn own_names(&self, asset: Asset) -> Vec<(String, String)> {
        let sub = asset.folder().trim_end_matches('/');
        let shared = shipped_templates().folder("shared").map(|folder| folder.label(""));
        let mut names = Vec::new();
        for folder in &self.assets {
            let is_own =
                !folder.is_shipped() || (self.is_shipped() && Some(folder.label("")) != shared);
            if let Some(folder) = folder.folder(sub).filter(|_| is_own) {
                let files = folder.files_below().into_iter();
                names.extend(files.map(|name| (name.clone(), folder.label(&name))));
            }
        }
        names.sort();
        names.dedup_by(|a, b| a.0 == b.0);
        names
    }

    /// As [`GameFolder::asset`], for a text.
    ///
    /// # Errors
    /// As [`GameFolder::asset`], and when the bytes are not UTF-8.
    pub fn asset_text(
        &self,
        asset: Asset,
        name: &str,
        files: &mut Files,
    ) -> Result<(FileId, Arc<str>), Diagnostic> {
        let (label, bytes) = self.asset(asset, name)?;
        if asset != Asset::Template || self.retelling.texts.is_empty() {
            return decode(label, bytes, files);
        }
        let text = read_utf8(&label, bytes, SAVE_AS, files)?;
        let text: Arc<str> = self.retelling.retell(name, &text).into();
        Ok((files.add(label, text.clone()), text))
    }
}

/// `templates/<game>` of the tree that `cards/<game>` stands in. No part of that path may be a link: it is no part of the
/// game's own folder.
fn beside(cards: &Path) -> Option<PathBuf> {
    let game = cards.file_name()?;
    let templates = cards
        .parent()
        .filter(|room| room.ends_with("cards"))?
        .parent()?
        .join("templates")
        .join(game);
    let plain = templates.canonicalize().is_ok_and(|p| p == templates);
    (plain && templates.is_dir()).then_some(templates)
}

const SAVE_AS: &str = "save it as UTF-8: in Notepad, Save As, Encoding UTF-8";

fn decode(
    label: String,
    bytes: Vec<u8>,
    files: &mut Files,
) -> Result<(FileId, Arc<str>), Diagnostic> {
    let text: Arc<str> = read_utf8(&label, bytes, SAVE_AS, files)?.into();
    Ok((files.add(label, text.clone()), text))
}

fn unreadable(label: &str, error: ReadError) -> Diagnostic {
    match error {
        ReadError::TooMany => {
            let most = grouped(MOST_NAMES as u64);
            error!(
                TooLarge,
                "`{label}` holds more than {most} files, or folders more than {MOST_FOLDERS} deep",
                "move what the game does not show out of its folder"
            )
        }
        ReadError::Missing => {
            error!(MissingFile, "there is no file `{label}`", "create it, or correct the name")
        }
        ReadError::Outside => error!(
            OutsideFolder,
            "`{label}` lies outside the game's folder",
            "copy the file into the folder: a game reads nothing outside it"
        ),
        ReadError::TooLarge(most) => error!(
            TooLarge,
            format!("`{label}` is larger than {} MiB", most >> 20),
            "make the file smaller"
        ),
        ReadError::NoFile(why) => error!(
            UnreadableFile,
            "`{label}` cannot be read as a file: {why}",
            "put a plain file there: a game reads nothing else"
        ),
        ReadError::Io(e) => {
            machine!(UnreadableFile, "cannot read `{label}`: {e}", "check the file's permissions")
        }
    }
}
