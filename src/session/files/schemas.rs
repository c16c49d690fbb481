//! Makes the JSON Schemas of a game's files, for editors. A pack comes in; files in the game's folder go out. Called by the commands `schema` and `new`.

use std::path::Path;

use crate::cards::Pack;
use crate::cards::schema::{self, SchemaDocument, ShownField, made_by_us};
use crate::registry;
use crate::session::open::playable::is_playable;
use crate::sheet::CARDS;
use crate::source::{Diagnostics, Files, Folder, GameFolder, Tree};
use crate::template::uses;
use crate::text::fonts_schema;
use crate::verify::scenario::scenario_schema;

use super::fresh_folder::Contents;
use super::output;

/// The folder of a game's schemas, beside its game.toml.
pub const SCHEMA_FOLDER: &str = "schema";

/// A kind of TOML file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SchemaKind {
    /// game.toml
    Game,
    /// A deck's file
    Deck,
    /// A file of scenarios/
    Scenario,
    /// A file for --overlay
    Overlay,
    /// fonts/fonts.toml
    Fonts,
}

/// The schema of a file.
pub struct FileSchema {
    pub kind: SchemaKind,
    /// The deck whose file it is for.
    pub deck: Option<String>,
    pub document: SchemaDocument,
}

/// Every schema of a game.
///
/// # Errors
/// What is wrong with its templates.
pub fn schemas(pack: &Pack, files: &mut Files) -> Result<Vec<FileSchema>, Diagnostics> {
    let title = |what: &str| format!("{} ({what})", pack.game.title);
    let mut made = Vec::new();
    let mut add = |kind, deck: Option<&str>, document| {
        let deck = deck.map(str::to_owned);
        made.push(FileSchema { kind, deck, document });
    };
    let game = schema::game(pack);
    let document = SchemaDocument::new("game", &title("game.toml"), &game);
    add(SchemaKind::Game, None, document);
    let mut fields: Vec<Vec<ShownField>> = Vec::new();
    for deck in &pack.decks {
        let shown = uses(pack, deck, files)?;
        let sizes = CARDS.iter().map(|size| size.name);
        let own = schema::deck(pack, deck, &shown, sizes);
        let document = SchemaDocument::new(&deck_file(&deck.id), &title(&deck.title), &own);
        add(SchemaKind::Deck, Some(&deck.id), document);
        fields.push(shown);
    }
    if is_playable(pack) {
        let own = scenario_schema(pack, files)?;
        let document = SchemaDocument::new(SCENARIO, &title("a scenario"), &own);
        add(SchemaKind::Scenario, None, document);
        let own = schema::overlay(pack, &fields);
        let document = SchemaDocument::new(OVERLAY, &title("an overlay"), &own);
        add(SchemaKind::Overlay, None, document);
    }
    let document = SchemaDocument::new(FONTS, "Fonts", &fonts_schema());
    add(SchemaKind::Fonts, None, document);
    Ok(made)
}

/// Writes schemas into a folder.
///
/// # Errors
/// A file in the way that this tool did not make; I/O errors.
pub fn write_schemas(folder: &Path, schemas: &[FileSchema]) -> Result<(), Diagnostics> {
    output::folder(folder)?;
    let paths = schemas.iter().map(|schema| {
        let path = folder.join(&schema.document.file);
        (path, &schema.document)
    });
    // Asked before the first is written.
    for (path, _) in paths.clone() {
        output::may_write(&path, made_by_us)?;
    }
    for (path, document) in paths {
        output::write_file(&path, document.text().as_bytes(), made_by_us)?;
    }
    Ok(())
}

/// Adds all schemas of a game to its files, which will lie in the folder `dir`.
///
/// # Errors
/// What is wrong with the game.
pub fn add_schemas(
    dir: &Path,
    contents: &mut Contents,
    files: &mut Files,
) -> Result<(), Diagnostics> {
    let tree = Tree::new(format!("{}/", dir.display()), contents.clone());
    let id = dir.file_name().unwrap_or_default().to_string_lossy();
    let folder = GameFolder::within(&id, Folder::Memory(tree), None);
    let pack = registry::load(folder, files)?;
    for FileSchema { document, .. } in schemas(&pack, files)? {
        let path = format!("{SCHEMA_FOLDER}/{}", document.file);
        contents.insert(path, document.text().into_bytes());
    }
    Ok(())
}

/// The names of the schemas, which a deck may happen to have as well.
const SCENARIO: &str = "scenario";
const OVERLAY: &str = "overlay";
pub(super) const FONTS: &str = "fonts";

/// The name of a deck's schema.
pub(super) fn deck_file(id: &str) -> String {
    if [SCENARIO, OVERLAY, FONTS].contains(&id) { format!("deck-{id}") } else { id.to_owned() }
}
