//! The fonts of a game. In come the list of the game and the bundled one; out comes a font for a family, weight and slant.
//! The game's own files are all decoded when its list is read, a bundled file when a template or a picture first asks for it.
//! Every output knows a font by the names of the list.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use skrifa::{FontRef, MetadataProvider, prelude::LocationRef, prelude::Size};

use super::font_file::{FontFacts, decode};
use super::font_list::{FontRow, read_list};
use super::language::Language;
use crate::source::{
    Asset, Diagnostic, Diagnostics, Fault, Files, GameFolder, did_you_mean_or, error, list_words,
    stays_inside, warning,
};

/// A font that was loaded, by its place in the [`FontBook`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FontId(pub usize);

/// One font file.
#[derive(Debug, Clone, PartialEq)]
pub struct FontFace {
    pub family: String,
    pub weight: u16,
    pub italic: bool,
    pub data: Arc<Vec<u8>>,
}

impl FontFace {
    /// The glyph of a character and its advance in em; `None` when the font has none.
    pub fn glyph(&self, c: char) -> Option<(u16, f32)> {
        let font = FontRef::new(&self.data).ok()?;
        let glyph = font.charmap().map(c).filter(|id| id.to_u32() != 0)?;
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        let advance = metrics.advance_width(glyph)?;
        Some((u16::try_from(glyph.to_u32()).ok()?, advance))
    }
}

/// A row of a list, and its file once that was read.
#[derive(Debug, Clone)]
struct Known {
    row: FontRow,
    read: OnceLock<Arc<Vec<u8>>>,
}

impl Known {
    /// The font, read from `folder` when it is first asked for.
    fn face(&self, folder: &GameFolder) -> Result<FontFace, Diagnostic> {
        let row = &self.row;
        let data = match self.read.get() {
            Some(data) => data.clone(),
            None => {
                let data = load_file(folder, row)?.0;
                self.read.get_or_init(|| data).clone()
            }
        };
        Ok(FontFace {
            family: row.family.0.clone(),
            weight: row.weight.0,
            italic: row.italic.0,
            data,
        })
    }
}

/// Every font that is known, and those that were loaded.
#[derive(Debug, Clone)]
pub struct FontBook {
    folder: GameFolder,
    known: Vec<Known>,
    faces: Vec<FontFace>,
    loaded: BTreeSet<String>,
    warnings: Diagnostics,
    language: Language,
    /// Families that have letters of the language which those of the templates lack.
    stand_ins: Vec<String>,
}

/// How far the weight of a list may be from the file's own: many a bold font calls itself 600 or 800.
const LIKE_WEIGHT: u16 = 150;

impl FontBook {
    /// Reads the lists of fonts: the game's `fonts/fonts.toml`, if it has one, and the bundled one. Every font file of the
    /// game is read and decoded, whether a template uses it or not.
    ///
    /// # Errors
    /// All that is wrong with the game's list and its files.
    pub fn open(folder: &GameFolder, files: &mut Files) -> Result<Self, Diagnostics> {
        let mut faults = Diagnostics::new();
        let mut known: Vec<Known> = Vec::new();
        let own = folder.own_names(Asset::Font);
        for (label, bytes) in folder.every_asset(Asset::Font, "fonts.toml")? {
            let is_own = own.iter().any(|(_, path)| *path == label);
            let Ok(text) = String::from_utf8(bytes) else {
                faults.push(error!(NotUtf8, "`{label}` is not UTF-8", "save it as UTF-8"));
                continue;
            };
            let file = files.add(label, text.as_str());
            for row in read_list(file, &text, &mut faults) {
                let data = if is_own && !folder.is_shipped() {
                    read_file(folder, &row, &mut faults)
                } else {
                    None
                };
                let read = data.map_or_else(OnceLock::new, OnceLock::from);
                let same = |k: &&Known| is_own && traits(&k.row) == traits(&row);
                if let Some(other) = known.iter().find(same) {
                    let (first, second, what) = (&other.row.file.0, &row.file.0, described(&row));
                    let fault = error!(
                        FontName,
                        row.file.1,
                        "`{first}` and `{second}` are the same font: {what}",
                        "give each file its own `weight` and `italic`, or take one out"
                    );
                    faults.push(fault.related(other.row.file.1, "the first"));
                }
                known.push(Known { row, read });
            }
        }
        if faults.has_errors() {
            return Err(faults);
        }
        Ok(FontBook {
            folder: folder.clone(),
            known,
            faces: Vec::new(),
            loaded: BTreeSet::new(),
            warnings: faults,
            language: Language::default(),
            stand_ins: Vec::new(),
        })
    }

    /// Warnings about the lists.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// The language that words are set in.
    pub fn language(&self) -> Language {
        self.language
    }

    pub fn set_language(&mut self, language: Language) {
        self.language = language;
    }

    /// Loads the families that the list has for a language; behind those of the templates, which go first.
    ///
    /// # Errors
    /// As [`FontBook::load`].
    pub fn load_stand_ins(&mut self, tag: &str) -> Result<(), Diagnostic> {
        let tag = tag.replace('_', "-").to_lowercase();
        let is_meant = |lang: &str| tag == lang || tag.starts_with(&format!("{lang}-"));
        let rows = self.known.iter().map(|known| &known.row);
        let rows =
            rows.filter(|row| row.lang.as_deref().is_some_and(|l| is_meant(&l.to_lowercase())));
        let mut families: Vec<String> = rows.map(|row| row.family.0.clone()).collect();
        families.dedup();
        for family in &families {
            self.load(family)?;
        }
        self.stand_ins = families;
        Ok(())
    }

    /// The family itself, then those whose letters are taken where it has none.
    pub fn families<'a>(&'a self, family: &'a str) -> impl Iterator<Item = &'a str> {
        let others = self.stand_ins.iter().map(String::as_str);
        std::iter::once(family).chain(others.filter(move |other| *other != family))
    }

    /// Whether a fallback font of the language has the character.
    pub fn has_fallback(&self, c: char) -> bool {
        let mut faces = self.faces.iter().filter(|face| self.stand_ins.contains(&face.family));
        faces.any(|face| face.glyph(c).is_some())
    }

    /// Loads all faces of a family.
    ///
    /// # Errors
    /// When no font of that family is known, or its file cannot be read.
    pub fn load(&mut self, family: &str) -> Result<(), Diagnostic> {
        if self.loaded.contains(family) {
            return Ok(());
        }
        if self.of_family(family).next().is_none() {
            return Err(self.unknown(family));
        }
        for known in self.known.iter().filter(|k| k.row.family.0 == family) {
            let (_, weight, italic) = traits(&known.row);
            // The same face may be listed by the game and by the bundle; the game's comes first.
            if self.find(family, weight, italic).is_none() {
                self.faces.push(known.face(&self.folder)?);
            }
        }
        self.loaded.insert(family.to_owned());
        Ok(())
    }

    fn unknown(&self, family: &str) -> Diagnostic {
        let mut families: Vec<&str> = self.known.iter().map(|k| k.row.family.0.as_str()).collect();
        families.dedup();
        let known = list_words(families.iter());
        let other = format!("use one of {known}, or add a font to the game's fonts/fonts.toml");
        let help = did_you_mean_or(family, families, other);
        error!(UnknownFont, "there is no font `{family}`", help)
    }

    /// The face with exactly these traits, if it is loaded.
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> Option<FontId> {
        let same = |f: &FontFace| f.family == family && f.weight == weight && f.italic == italic;
        self.faces.iter().position(same).map(FontId)
    }

    fn of_family<'a>(&'a self, family: &'a str) -> impl Iterator<Item = &'a Known> {
        self.known.iter().filter(move |k| k.row.family.0 == family)
    }

    /// The family of that name as the lists write it; capitals, spaces and hyphens may differ.
    pub fn family(&self, name: &str) -> Option<&str> {
        let squeezed = |name: &str| name.replace([' ', '-'], "").to_lowercase();
        let wanted = squeezed(name);
        let families = || self.known.iter().map(|k| k.row.family.0.as_str());
        let same = families().find(|family| *family == name);
        same.or_else(|| families().find(|family| squeezed(family) == wanted))
    }

    /// The face with exactly these traits, which need not be loaded: of a picture's words.
    ///
    /// # Errors
    /// When there is no such font, or its file cannot be read.
    pub fn face_of(&self, family: &str, weight: u16, italic: bool) -> Result<FontFace, Diagnostic> {
        let mut faces = self.of_family(family).peekable();
        if faces.peek().is_none() {
            return Err(self.unknown(family));
        }
        match faces.find(|k| traits(&k.row) == (family, weight, italic)) {
            Some(known) => known.face(&self.folder),
            None => Err(self.no_face(family, weight, italic)),
        }
    }

    /// That a loaded family has a face of this weight and slant.
    ///
    /// # Errors
    /// Which it has instead.
    pub fn check_face(&self, family: &str, weight: u16, italic: bool) -> Result<(), Diagnostic> {
        match self.find(family, weight, italic) {
            Some(_) => Ok(()),
            None => Err(self.no_face(family, weight, italic)),
        }
    }

    fn no_face(&self, family: &str, weight: u16, italic: bool) -> Diagnostic {
        let slant = if italic { " italic" } else { "" };
        let of = self.of_family(family).map(|k| traits(&k.row));
        let weights: BTreeSet<u16> = of.filter(|t| t.2 == italic).map(|t| t.1).collect();
        let weights: Vec<String> = weights.iter().map(u16::to_string).collect();
        let help = if weights.is_empty() {
            format!("it has no{slant} face")
        } else {
            format!("it has {}{slant}", weights.join(", "))
        };
        error!(FontWeight, "the font `{family}` has no weight {weight}{slant}", help)
    }

    pub fn face(&self, id: FontId) -> &FontFace {
        &self.faces[id.0]
    }

    /// The faces loaded so far; their places are their [`FontId`]s.
    pub fn faces(&self) -> &[FontFace] {
        &self.faces
    }
}

fn traits(row: &FontRow) -> (&str, u16, bool) {
    (&row.family.0, row.weight.0, row.italic.0)
}

fn described(row: &FontRow) -> String {
    let slant = if row.italic.0 { " italic" } else { "" };
    format!("{} {}{slant}", row.family.0, row.weight.0)
}

/// Reads and decodes the file of a row.
fn load_file(folder: &GameFolder, row: &FontRow) -> Result<(Arc<Vec<u8>>, FontFacts), Diagnostic> {
    let (name, span) = &row.file;
    let part = format!("\"{name}\"");
    if !stays_inside(name) {
        let fault = error!(
            OutsideFolder,
            *span,
            "`{name}` lies outside the game's folder",
            "copy the file into fonts/ and write its name alone: a game reads nothing outside its folder"
        );
        return Err(fault.part(part));
    }
    let (_, data) = folder
        .asset(Asset::Font, name)
        .map_err(|fault| fault.or_at(Some(*span)).part(part.clone()))?;
    let facts = decode(&data).map_err(|Fault { message, help, .. }| {
        error!(FontFile, *span, "`{name}` {message}", help).part(part)
    })?;
    Ok((Arc::new(data), facts))
}

/// As [`load_file`], for a font of the game's own, whose row must say what the file says.
fn read_file(folder: &GameFolder, row: &FontRow, faults: &mut Diagnostics) -> Option<Arc<Vec<u8>>> {
    let (data, facts) = match load_file(folder, row) {
        Ok(read) => read,
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    };
    let name = &row.file.0;
    let (family, span) = &row.family;
    if let Some(own) = facts.families.first().filter(|_| !facts.families.contains(family)) {
        faults.push(error!(
            FontName,
            *span,
            "`{name}` is a font of the family `{own}`, not `{family}`",
            "write family = \"{own}\", here and in the templates"
        ));
    }
    if facts.italic != row.italic.0 {
        let italic = facts.italic;
        let not = if italic { "" } else { "not " };
        let message = format!("`{name}` is {not}italic");
        faults.push(error!(FontName, row.italic.1, message, "write italic = {italic}"));
    }
    if let Some(weight) = facts.weight.filter(|w| w.abs_diff(row.weight.0) > LIKE_WEIGHT) {
        let (own, span) = row.weight;
        faults.push(warning!(
            FontName,
            span,
            "`{name}` says that its weight is {weight}, not {own}",
            "write weight = {weight}, here and in the templates"
        ));
    }
    Some(data)
}
