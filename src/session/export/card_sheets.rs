//! Exports pictures of cards for virtual tables, and the index file that says which card is where. A pack comes in; pictures
//! named by a digest of their content go out, so that a second export writes only what changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cards::{MOST_CARDS, Pack};
use crate::export::{
    CardDeck, CardSheet, DeckPictures, DrawnCard, GameTitle, Painting, PictureFile, PictureFormat,
    foundry, is_named_by_content, is_our_picture, paint_deck, pcio, sheet, tts,
};
use crate::raster::GridBounds;
use crate::session::draw::drawing::{FileBacks, SelectedDeck, Set, located};
use crate::session::files::output::{self, ExportFolder, MadeByUs};
use crate::session::open::host::Host;
use crate::session::print::imposing::too_many_cards;
use crate::source::{Diagnostic, Diagnostics};

use super::exporting::{ExportNotes, Exporting};

/// The options of one run: what is exported, and how it is painted.
#[derive(Debug, Clone)]
pub struct Sheeting {
    pub exporting: Exporting,
    pub painting: Painting,
}

/// The export of one game while it is made.
struct TableExport {
    game: GameTitle,
    set: Set,
    decks: Vec<CardDeck>,
    noting: ExportNotes,
    folder: ExportFolder,
    made: Sheeted,
    /// How the files that say what lies where are known.
    made_by_us: MadeByUs,
}

/// Decks with their pictures.
type Painted = Vec<(CardDeck, DeckPictures)>;

/// What was made of one game.
#[derive(Debug, Clone, Default)]
pub struct Sheeted {
    /// The file that says what lies where; none when it was not asked for.
    pub index: Option<PathBuf>,
    pub folder: PathBuf,
    /// Number of cards, with copies.
    pub cards: u32,
    pub pictures: usize,
    /// Pictures of fronts, where they are grids.
    pub grids: Vec<CardSheet>,
    /// Files that were not there before as they are now, the index among them.
    pub written: usize,
}

impl Sheeting {
    /// Grids of faces, with a manifest on wish.
    ///
    /// # Errors
    /// All that is wrong with the game, and what cannot be written.
    pub fn sheets(
        &self,
        pack: Pack,
        manifest: bool,
        host: &mut dyn Host,
    ) -> Result<Sheeted, Diagnostics> {
        let index = manifest.then(|| self.index_name(&pack, "json"));
        let index = index.as_deref();
        let mut export = self.begin(pack, "sheets", "sheet", (index, sheet::made_by_us), host)?;
        let painted = export.paint_into(&|_| self.painting, host)?;
        export.made.grids = painted.iter().flat_map(|(_, p)| p.fronts.clone()).collect();
        if let Some(index) = index.filter(|_| export.made.cards > 0) {
            export.put(index, &sheet::manifest(&export.game, &painted))?;
        }
        self.finish(export, host)
    }

    /// A saved object of Tabletop Simulator and its pictures; `url` is the prefix of their names when they are hosted.
    ///
    /// # Errors
    /// As [`Sheeting::sheets`].
    pub fn tts(
        &self,
        pack: Pack,
        url: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Sheeted, Diagnostics> {
        let index = self.index_name(&pack, "json");
        let kind = url.map_or_else(|| "tts".to_owned(), |url| format!("tts of {url}"));
        let ours: MadeByUs = tts::made_by_us;
        let mut export = self.begin(pack, "tts", &kind, (Some(&index), ours), host)?;
        for deck in &mut export.decks {
            // A card of the game has a back, and a tile may do without.
            if tts::piece_of(deck) == tts::DeckPiece::Cards {
                deck.with_white_backs();
            }
        }
        // The game cuts round tiles itself.
        let painting = |deck: &CardDeck| Painting {
            bounds: tts::bounds_for(deck),
            cuts: false,
            ..self.painting
        };
        let painted = export.paint_into(&painting, host)?;
        if export.made.cards > 0 {
            let prefix = match url {
                Some(url) => url.trim_end_matches('/').to_owned(),
                None => local_address(&export.folder.path)?,
            };
            let address = |file: &str| format!("{prefix}/{file}");
            export.put(&index, &tts::save(&export.game, &painted, &address))?;
        }
        self.finish(export, host)
    }

    /// Decks for Foundry VTT and their pictures; `path` is the folder in the user data of Foundry that they will lie in.
    ///
    /// # Errors
    /// As [`Sheeting::sheets`].
    pub fn foundry(
        &self,
        pack: Pack,
        path: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Sheeted, Diagnostics> {
        let usual = format!("deckproof/{}", self.exporting.selection.game_name(&pack.game.id));
        let path = path.unwrap_or(&usual).trim_matches('/');
        let kind = format!("foundry in {path}");
        let mut export = self.begin(pack, "foundry", &kind, (None, foundry::made_by_us), host)?;
        // The whole of a deck has one name, whether or not other decks were asked for.
        let part = self.exporting.part_of_deck();
        let file = |deck: &CardDeck| format!("{}{part}.json", deck.id);
        for deck in &export.decks {
            export.folder.may_put(&file(deck), foundry::made_by_us)?;
        }
        let painted = export.paint_into(&|_| self.painting, host)?;
        let address = |file: &str| format!("{path}/{file}");
        for (deck, pictures) in &painted {
            export.put(&file(deck), &foundry::deck(&export.game, deck, pictures, &address))?;
        }
        export.made.index = None;
        self.finish(export, host)
    }

    /// A room of playingcards.io, one file.
    ///
    /// # Errors
    /// As [`Sheeting::sheets`], and what a room does not take.
    pub fn pcio(&self, pack: Pack, host: &mut dyn Host) -> Result<Sheeted, Diagnostics> {
        let index = self.index_name(&pack, "pcio");
        let mut export = self.begin(pack, "", "pcio", (Some(&index), pcio::made_by_us), host)?;
        if self.exporting.backs == FileBacks::None {
            // What has no back shows its front on both sides, and would show what was meant to be hidden.
            export.decks.iter_mut().for_each(CardDeck::with_white_backs);
        }
        let mut pictures = BTreeMap::new();
        let mut keep = |picture: PictureFile| {
            pictures.insert(picture.name, picture.bytes);
            Ok(())
        };
        let decks = std::mem::take(&mut export.decks);
        let painted = export.paint(decks, &|_| self.painting, &mut keep, host)?;
        export.made.pictures = pictures.len();
        if export.made.cards > 0 {
            export.put(&index, &pcio::room(&export.game, &painted, &pictures)?)?;
        }
        self.finish(export, host)
    }

    /// The file beside the pictures: `caper.json`, `caper-gear.json`, `caper.changed.json`.
    fn index_name(&self, pack: &Pack, ending: &str) -> String {
        let game = self.exporting.selection.game_name(&pack.game.id);
        format!("{game}{}.{ending}", self.exporting.part())
    }

    /// Draws the decks, and leaves out their backs on wish. `table` is for what the pictures are, with what else tells one such export
    /// from another; the index may be written.
    fn begin(
        &self,
        pack: Pack,
        folder: &str,
        table: &str,
        (index, made_by_us): (Option<&str>, MadeByUs),
        host: &mut dyn Host,
    ) -> Result<TableExport, Diagnostics> {
        let folder = ExportFolder::new(self.exporting.folder(&pack.game.id).join(folder));
        if let Some(index) = index {
            folder.may_put(index, made_by_us)?;
        }
        let Painting { bounds, dpi, format, .. } = self.painting;
        let bare = self.exporting.backs == FileBacks::None;
        let backs = if bare { ", no backs" } else { "" };
        let (columns, rows, side) = (bounds.columns, bounds.rows, bounds.side);
        let kind = format!(
            "{table}, {columns} x {rows} of {side} pixels, {dpi} dpi, {}{backs}",
            format.name()
        );
        let (set, noting) = self.exporting.begin(pack, &kind, host)?;
        let decks = set.decks.iter().map(|chosen| self.card_deck(&set, chosen, &noting));
        let decks: Vec<CardDeck> = decks.filter(|deck| deck.count() > 0).collect();
        let asked = decks.iter().map(CardDeck::count).sum();
        if asked > MOST_CARDS {
            return Err(too_many_cards(asked, "name some with --deck").into());
        }
        let made = Sheeted { folder: folder.path.clone(), cards: asked, ..Sheeted::default() };
        let game = &set.pack.game;
        let game = GameTitle {
            id: game.id.clone(),
            title: game.title.clone(),
            version: game.version.clone(),
        };
        Ok(TableExport { game, set, decks, noting, folder, made, made_by_us })
    }

    /// The faces that are wanted of a deck.
    fn card_deck(&self, set: &Set, chosen: &SelectedDeck, noting: &ExportNotes) -> CardDeck {
        let deck = &set.pack.decks[chosen.deck];
        let is_rest = self.exporting.changed;
        let card = |card: &DrawnCard| {
            let all = noting.copies(&deck.id, &card.id).filter(|_| is_rest);
            let first = all.unwrap_or(card.copies).saturating_sub(card.copies) + 1;
            let back = card.back.clone().filter(|_| self.exporting.backs != FileBacks::None);
            DrawnCard { first, back, ..card.clone() }
        };
        let wanted = chosen.cards.iter().filter(|card| card.copies > 0);
        CardDeck {
            id: deck.id.clone(),
            title: deck.title.clone(),
            size: (chosen.trim.size.width, chosen.trim.size.height),
            corner: chosen.trim.corner,
            outline: chosen.trim.outline.clone(),
            is_text: deck.flow.is_some(),
            is_rest,
            cards: wanted.map(card).collect(),
        }
    }

    /// Notes what was exported, and looks for what earlier exports left.
    fn finish(&self, export: TableExport, host: &mut dyn Host) -> Result<Sheeted, Diagnostics> {
        let TableExport { game, noting, folder, made, made_by_us, .. } = export;
        noting.keep(host)?;
        // What a part of the game has of its own stays in use beside the whole.
        let of_parts = format!("{}-", self.exporting.selection.game_name(&game.id));
        let is_ours = |name: &str, head: &[u8]| {
            let is_index = made_by_us(head) && !name.contains('+') && !name.starts_with(&of_parts);
            if self.exporting.changed {
                is_index && name.contains(&self.exporting.part())
            } else {
                is_index || is_named_by_content(name) && is_our_picture(head)
            }
        };
        // Not reported for part of a game: the other files belong to the whole.
        if self.exporting.selection.is_whole() {
            folder.note_leftovers(&[], is_ours, host);
        }
        Ok(made)
    }
}

impl TableExport {
    /// Writes the file that says what lies where.
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.made.index = Some(self.folder.path.join(name));
        self.made.written += usize::from(self.folder.put_changed(name, bytes, self.made_by_us)?);
        Ok(())
    }

    /// Paints the decks and writes their pictures.
    fn paint_into(
        &mut self,
        painting: &dyn Fn(&CardDeck) -> Painting,
        host: &mut dyn Host,
    ) -> Result<Painted, Diagnostics> {
        let (decks, mut written) = (std::mem::take(&mut self.decks), 0);
        let mut put = |PictureFile { name, bytes }: PictureFile| {
            written += usize::from(self.folder.put_changed(&name, &bytes, is_our_picture)?);
            Ok(())
        };
        let painted = self.paint(decks, painting, &mut put, host)?;
        self.made.written = written;
        self.made.pictures = self.folder.count();
        Ok(painted)
    }

    /// Paints the decks; `put` gets their pictures.
    fn paint(
        &self,
        decks: Vec<CardDeck>,
        painting: &dyn Fn(&CardDeck) -> Painting,
        put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
        host: &mut dyn Host,
    ) -> Result<Painted, Diagnostics> {
        let square = decks.iter().filter(|deck| {
            let painting = painting(deck);
            deck.is_no_rectangle() && painting.cuts && !painting.format.is_transparent()
        });
        let square: Vec<&str> = square.map(|deck| deck.id.as_str()).collect();
        if !square.is_empty() {
            host.note(&format!(
                "Round pieces and those of other shapes stay square, as JPEG cannot be transparent: {}.",
                square.join(", ")
            ));
        }
        let (all, steps) = (decks.len(), host.progress(&self.game.title));
        let painted = decks.into_iter().zip(1..).map(|(mut deck, done)| {
            let painting = painting(&deck);
            let pictures = paint_deck(&mut deck, painting, put)?;
            steps(done, all);
            Ok((deck, pictures))
        });
        let painted = painted.collect::<Result<_, Diagnostic>>();
        drop(steps);
        painted.map_err(|fault| located(&self.set, fault.into(), host))
    }
}

/// A folder of this computer as the game writes it: `file:///home/me/game`, `file:///C:\Users\me\game`. The game takes the
/// rest of it as a path, so nothing is escaped.
fn local_address(folder: &Path) -> Result<String, Diagnostic> {
    let whole = std::path::absolute(folder).map_err(|e| output::unwritable(folder, &e))?;
    let path = whole.display().to_string();
    Ok(format!("file:///{}", path.trim_start_matches('/')))
}

/// How a table wants its pictures when nothing else is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TablePictures {
    /// The most that one picture may hold.
    bounds: GridBounds,
    /// Dots to the inch, and the most of them.
    dpi: f64,
    finest: f64,
    /// Whether they are stored as small as can be, and then the pixels on a side.
    pub small: Option<u32>,
}

impl TablePictures {
    /// A saved object of Tabletop Simulator, decks of Foundry VTT, a room of playingcards.io.
    pub const TTS: TablePictures = TablePictures::new(tts::SHEET);
    pub const FOUNDRY: TablePictures = TablePictures::new(foundry::PICTURE);
    pub const PCIO: TablePictures = TablePictures {
        dpi: pcio::DPI,
        small: Some(pcio::USUAL_SIDE),
        ..TablePictures::new(pcio::PICTURE)
    };

    /// Grids of at most so many columns and rows, and pixels on a side.
    pub const fn grid(columns: u32, rows: u32, side: u32) -> Self {
        TablePictures::new(GridBounds { columns, rows, side })
    }

    /// As fine as print, with nothing lost.
    const fn new(bounds: GridBounds) -> Self {
        TablePictures { bounds, dpi: 300.0, finest: f64::INFINITY, small: None }
    }

    /// The run that is meant; in a `format` and with so many dots to the inch, if not as usual.
    pub fn sheeting(
        self,
        exporting: Exporting,
        dpi: Option<u16>,
        format: PictureFormat,
    ) -> Sheeting {
        let mut bounds = self.bounds;
        if dpi.is_none() {
            bounds.side = self.small.unwrap_or(bounds.side);
        }
        let dpi = dpi.map_or(self.dpi, f64::from).min(self.finest);
        Sheeting { exporting, painting: Painting { bounds, dpi, format, cuts: true } }
    }
}

/// A table, and what it takes.
#[derive(Debug, PartialEq)]
pub struct PictureTable {
    pub name: &'static str,
    pub title: &'static str,
    pub pictures: TablePictures,
    /// Whether it wants columns and rows of each picture typed.
    pub asks_grid: bool,
    /// What to do with the pictures.
    pub hint: &'static str,
}

pub const TABLES: &[PictureTable] = &[
    // help.tabletopia.com, "How to prepare graphics": a file for each face, ten pixels a millimetre, 4000 on a side.
    PictureTable {
        name: "tabletopia",
        title: "Tabletopia",
        pictures: TablePictures { finest: 254.0, ..TablePictures::new(GridBounds::one(4000)) },
        asks_grid: false,
        hint: "upload the pictures of a deck together; all have the same size, and its back has it, too",
    },
    // It has no published limits; browsers show 4096 pixels everywhere.
    PictureTable {
        name: "screentop",
        title: "Screentop.gg",
        pictures: TablePictures { finest: 300.0, ..TablePictures::grid(10, 10, 4096) },
        asks_grid: true,
        hint: "upload each sheet, type its columns and rows, and choose the back of the cards",
    },
];
