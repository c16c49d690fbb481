//! The fonts of a game: its own and the bundled ones, each read once, and only when a template asks for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;

use crate::source::{Asset, Code, Diagnostic, Files, GameFolder, did_you_mean, list, too_deep};

/// A font that was loaded, by its place in the [`FontBook`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FontId(pub usize);

/// One font file.
#[derive(Debug, Clone)]
pub struct FontFace {
    pub family: String,
    pub weight: u16,
    pub italic: bool,
    pub data: Arc<Vec<u8>>,
}

/// A font: one file of one family. Other keys (licence, author) are let through.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct FontRow {
    /// The font's file, a TTF or OTF beside this list.
    file: String,
    /// The family, as templates name it: "Alegreya Sans".
    family: String,
    /// How heavy it is: 400 is regular, 700 is bold.
    weight: u16,
    /// Whether it is slanted.
    italic: bool,
}

/// The fonts of a game. Write `[[font]]` above each.
#[derive(Deserialize, JsonSchema)]
struct FontList {
    /// The fonts.
    font: Vec<FontRow>,
}

/// The schema of a list of fonts, for editors.
pub fn fonts_schema() -> Schema {
    let mut settings = SchemaSettings::draft07();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<FontList>();
    schema.remove("title");
    schema
}

/// Every font that is known, and those that were loaded.
#[derive(Debug, Clone)]
pub struct FontBook {
    folder: GameFolder,
    known: Vec<FontRow>,
    faces: Vec<FontFace>,
    loaded: BTreeMap<String, bool>,
}

impl FontBook {
    /// Reads the lists of fonts: the game's `fonts/fonts.toml`, if it has one, and the bundled one.
    ///
    /// # Errors
    /// When a list is no TOML or a row lacks a key.
    pub fn open(folder: &GameFolder, files: &mut Files) -> Result<Self, Diagnostic> {
        let mut known: Vec<FontRow> = Vec::new();
        for (label, bytes) in folder.every_asset(Asset::Font, "fonts.toml")? {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let file = files.add(label, text.as_str());
            if let Some(fault) = too_deep(file, &text) {
                return Err(fault);
            }
            let list: FontList = toml::from_str(&text).map_err(|e| {
                let span = crate::source::Span::new(file, e.span().unwrap_or(0..0));
                Diagnostic::error(Code::Unreadable, e.message().replace('\n', ", "))
                    .at(span)
                    .help("a font has `file`, `family`, `weight` and `italic`")
            })?;
            known.extend(list.font);
        }
        Ok(FontBook {
            folder: folder.clone(),
            known,
            faces: Vec::new(),
            loaded: BTreeMap::new(),
        })
    }

    /// Loads all faces of a family.
    ///
    /// # Errors
    /// When no font of that family is known, or its file cannot be read.
    pub fn load(&mut self, family: &str) -> Result<(), Diagnostic> {
        if self.loaded.contains_key(family) {
            return Ok(());
        }
        let rows: Vec<FontRow> = self
            .known
            .iter()
            .filter(|r| r.family == family)
            .cloned()
            .collect();
        if rows.is_empty() {
            let mut families: Vec<&str> = self.known.iter().map(|r| r.family.as_str()).collect();
            families.dedup();
            let help = match did_you_mean(family, families.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "use one of {}, or add a font to the game's fonts/fonts.toml",
                    list(families)
                ),
            };
            return Err(Diagnostic::error(
                Code::UnknownFont,
                format!("there is no font `{family}`"),
            )
            .help(help));
        }
        for row in rows {
            // The same face may be listed by the game and by the bundle; the game's comes first.
            if self.find(family, row.weight, row.italic).is_some() {
                continue;
            }
            let (_, data) = self.folder.asset(Asset::Font, &row.file)?;
            self.faces.push(FontFace {
                family: row.family,
                weight: row.weight,
                italic: row.italic,
                data: Arc::new(data),
            });
        }
        self.loaded.insert(family.to_owned(), true);
        Ok(())
    }

    /// The face with exactly these traits, if it is loaded.
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> Option<FontId> {
        let same = |f: &FontFace| f.family == family && f.weight == weight && f.italic == italic;
        self.faces.iter().position(same).map(FontId)
    }

    /// Weights that a loaded family has, upright or italic.
    pub fn weights(&self, family: &str, italic: bool) -> Vec<u16> {
        let of = |f: &&FontFace| f.family == family && f.italic == italic;
        self.faces.iter().filter(of).map(|f| f.weight).collect()
    }

    pub fn face(&self, id: FontId) -> &FontFace {
        &self.faces[id.0]
    }

    /// The faces loaded so far; their places are their [`FontId`]s.
    pub fn faces(&self) -> &[FontFace] {
        &self.faces
    }
}
