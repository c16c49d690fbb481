//! Makes the JSON Schemas of a game's files, for editors. A pack comes in; files in the game's folder go out.

use std::path::Path;

use schemars::Schema;

use crate::cards::schema::{SchemaDocument, ShownField, made_by_us};
use crate::cards::{Pack, schema};
use crate::registry;
use crate::session::open::selection::is_playable;
use crate::sheet::CARDS;
use crate::source::{Diagnostics, Files, Folder, GameFolder, Tree, machine};
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
    let mut add = |kind, deck: Option<&str>, name: &str, title: &str, schema: &Schema| {
        let deck = deck.map(str::to_owned);
        made.push(FileSchema { kind, deck, document: SchemaDocument::new(name, title, schema) });
    };
    add(SchemaKind::Game, None, "game", &title("game.toml"), &schema::game(pack));
    let mut fields: Vec<Vec<ShownField>> = Vec::new();
    for deck in &pack.decks {
        let shown = uses(pack, deck, files)?;
        let sizes = CARDS.iter().map(|size| size.name);
        let own = schema::deck(pack, deck, &shown, sizes);
        add(SchemaKind::Deck, Some(&deck.id), &deck_file(&deck.id), &title(&deck.title), &own);
        fields.push(shown);
    }
    if is_playable(pack) {
        let own = scenario_schema(pack, files)?;
        add(SchemaKind::Scenario, None, SCENARIO, &title("a scenario"), &own);
        let own = schema::overlay(pack, &fields);
        add(SchemaKind::Overlay, None, OVERLAY, &title("an overlay"), &own);
    }
    add(SchemaKind::Fonts, None, FONTS, "Fonts", &fonts_schema());
    Ok(made)
}

/// Writes schemas into a folder.
///
/// # Errors
/// A file in the way that this tool did not make; I/O errors.
pub fn write_schemas(folder: &Path, schemas: &[FileSchema]) -> Result<(), Diagnostics> {
    output::folder(folder)?;
    let paths =
        schemas.iter().map(|FileSchema { document, .. }| (folder.join(&document.file), document));
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

/// How Taplo knows the line.
const MARK: &str = "#:schema";

/// Puts the line on top of each TOML file of the game's folder, or corrects it, and changes nothing else. Gives how many files
/// were changed.
///
/// # Errors
/// I/O errors.
pub fn put_schema_lines(folder: &Path, pack: &Pack) -> Result<usize, Diagnostics> {
    let mut files = vec![("game.toml".to_owned(), "schema/game.json".to_owned())];
    for deck in &pack.decks {
        let schema = format!("schema/{}.json", deck_file(&deck.id));
        files.push((format!("{}.toml", deck.id), schema));
    }
    for scenario in pack.folder.scenario_names() {
        files.push((scenario, "../schema/scenario.json".to_owned()));
    }
    for (fonts, up) in [("fonts/fonts.toml", ".."), ("templates/fonts/fonts.toml", "../..")] {
        if folder.join(fonts).is_file() {
            files.push((fonts.to_owned(), format!("{up}/schema/{FONTS}.json")));
        }
    }
    let mut changed = 0;
    for (file, schema) in files {
        let path = folder.join(&file);
        let text = std::fs::read_to_string(&path).map_err(|e| {
            machine!(
                UnreadableFile,
                format!("cannot read `{}`: {e}", path.display()),
                "check the file's permissions"
            )
        })?;
        let mended = with_line(&text, &schema);
        if mended != text {
            // The line was asked for.
            output::write_file_for(output::IN_PLACE, &path, mended.as_bytes(), |_| true)?;
            changed += 1;
        }
    }
    Ok(changed)
}

/// The text with the line on top, in the place of one that there is among its first comments.
fn with_line(text: &str, schema: &str) -> String {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let line = format!("{MARK} {schema}");
    let ending = match body.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut before = 0;
    for there in body.split_inclusive('\n') {
        if there.starts_with(MARK) {
            let old = there.trim_end_matches(['\r', '\n']).len();
            let (head, tail) = (&body[..before], &body[before + old..]);
            return format!("{mark}{head}{line}{tail}");
        }
        if !there.starts_with('#') {
            break;
        }
        before += there.len();
    }
    format!("{mark}{line}{ending}{body}")
}

#[cfg(test)]
mod schema_lines_tests {
    use super::*;

    #[test]
    fn the_line_is_put_on_top() {
        let text = "# Cards.\ntitle = \"A\"\n";
        assert_eq!(with_line(text, "schema/a.json"), format!("#:schema schema/a.json\n{text}"));
        assert_eq!(with_line("", "a"), "#:schema a\n");
    }

    #[test]
    fn a_line_that_is_there_is_mended_in_its_place() {
        let text = "# Cards.\n#:schema old.json\n# More.\n\ntitle = \"A\"";
        let mended = "# Cards.\n#:schema new.json\n# More.\n\ntitle = \"A\"";
        assert_eq!(with_line(text, "new.json"), mended);
        assert_eq!(with_line(mended, "new.json"), mended);
    }

    #[test]
    fn line_endings_and_a_byte_order_mark_stay() {
        assert_eq!(with_line("a = 1\r\n", "s"), "#:schema s\r\na = 1\r\n");
        assert_eq!(with_line("#:schema t\r\na = 1\r\n", "s"), "#:schema s\r\na = 1\r\n");
        assert_eq!(with_line("\u{feff}a = 1\n", "s"), "\u{feff}#:schema s\na = 1\n");
    }
}
