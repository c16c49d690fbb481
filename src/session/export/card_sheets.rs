//! Exports pictures of cards for virtual tables, and the index file that says which card is where. A pack comes in; pictures
//! named by a digest of their content go out, so that a second export writes only what changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cards::{MOST_CARDS, Pack};
use crate::export::{
    CardDeck, CardSheet, DeckPictures, DrawnCard, GameTitle, Painting, PictureFile, PictureFormat,
    foundry, is_named_by_content, is_our_picture, paint_deck, pcio, sheet, tts,
};
use crate::raster::GridBounds;
use crate::session::draw::drawing::located;
use crate::session::draw::drawing::{SelectedDeck, Set};
use crate::session::draw::face_names::FileBacks;
use crate::session::files::leftovers::{leftovers, note_leftovers};
use crate::session::files::output::{self, MadeByUs};
use crate::session::open::host::Host;
use crate::source::{Code, Diagnostic, Diagnostics, counted, grouped};

use super::exporting::ExportNotes;
use super::exporting::Exporting;

/// The options of one run: what is exported, and how it is painted.
#[derive(Debug, Clone)]
pub struct Sheeting {
    pub exporting: Exporting,
    pub painting: Painting,
}

/// Decks that are drawn, and what is noted of them.
struct Begun {
    game: GameTitle,
    set: Set,
    decks: Vec<CardDeck>,
    noting: ExportNotes,
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
    /// All files of this export, there before or not.
    files: BTreeSet<PathBuf>,
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
        let mut made = self.empty(&pack, "sheets");
        let index = made.folder.join(self.index_name(&pack, "json"));
        if manifest {
            output::may_write(&index, sheet::made_by_us)?;
        }
        let mut begun = self.begin(pack, "sheet", host)?;
        let painted = paint_into(&mut made, &mut begun, &|_| self.painting, host)?;
        let grids = painted.iter().flat_map(|(_, p)| p.fronts.clone());
        made.grids = grids.collect();
        if manifest && made.cards > 0 {
            let bytes = sheet::manifest(&begun.game, &painted);
            made.put(index, &bytes, sheet::made_by_us)?;
        }
        self.finish(made, begun, sheet::made_by_us, host)
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
        let mut made = self.empty(&pack, "tts");
        let index = made.folder.join(self.index_name(&pack, "json"));
        output::may_write(&index, tts::made_by_us)?;
        let kind = url.map_or_else(|| "tts".to_owned(), |url| format!("tts of {url}"));
        let mut begun = self.begin(pack, &kind, host)?;
        for deck in &mut begun.decks {
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
        let painted = paint_into(&mut made, &mut begun, &painting, host)?;
        if made.cards > 0 {
            let prefix = match url {
                Some(url) => url.trim_end_matches('/').to_owned(),
                None => local_address(&made.folder)?,
            };
            let address = |file: &str| format!("{prefix}/{file}");
            let bytes = tts::save(&begun.game, &painted, &address);
            made.put(index, &bytes, tts::made_by_us)?;
        }
        self.finish(made, begun, tts::made_by_us, host)
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
        let mut made = self.empty(&pack, "foundry");
        let usual = format!("deckproof/{}", self.exporting.selection.game_name(&pack.game.id));
        let path = path.unwrap_or(&usual).trim_matches('/');
        let mut begun = self.begin(pack, &format!("foundry in {path}"), host)?;
        // The whole of a deck has one name, whether or not other decks were asked for.
        let part = self.exporting.part_of_deck();
        let file = |folder: &Path, deck: &CardDeck| folder.join(format!("{}{part}.json", deck.id));
        for deck in &begun.decks {
            output::may_write(&file(&made.folder, deck), foundry::made_by_us)?;
        }
        let painted = paint_into(&mut made, &mut begun, &|_| self.painting, host)?;
        let address = |file: &str| format!("{path}/{file}");
        for (deck, pictures) in &painted {
            let bytes = foundry::deck(&begun.game, deck, pictures, &address);
            made.put(file(&made.folder, deck), &bytes, foundry::made_by_us)?;
        }
        made.index = None;
        self.finish(made, begun, foundry::made_by_us, host)
    }

    /// A room of playingcards.io, one file.
    ///
    /// # Errors
    /// As [`Sheeting::sheets`], and what a room does not take.
    pub fn pcio(&self, pack: Pack, host: &mut dyn Host) -> Result<Sheeted, Diagnostics> {
        let mut made = self.empty(&pack, "");
        let path = made.folder.join(self.index_name(&pack, "pcio"));
        output::may_write(&path, pcio::made_by_us)?;
        let mut begun = self.begin(pack, "pcio", host)?;
        if self.exporting.backs == FileBacks::None {
            // What has no back shows its front on both sides, and would show what was meant to be hidden.
            begun.decks.iter_mut().for_each(CardDeck::with_white_backs);
        }
        let mut pictures = BTreeMap::new();
        let mut keep = |picture: PictureFile| {
            pictures.insert(picture.name, picture.bytes);
            Ok(())
        };
        let painted = paint(&mut begun, &|_| self.painting, host, &mut keep)?;
        made.cards = cards(&painted);
        made.pictures = pictures.len();
        if made.cards > 0 {
            let bytes = pcio::room(&begun.game, &painted, &pictures)?;
            output::folder(&made.folder)?;
            made.put(path, &bytes, pcio::made_by_us)?;
        }
        self.finish(made, begun, pcio::made_by_us, host)
    }

    fn empty(&self, pack: &Pack, folder: &str) -> Sheeted {
        Sheeted { folder: self.exporting.folder(&pack.game.id).join(folder), ..Sheeted::default() }
    }

    /// The file beside the pictures: `caper.json`, `caper-gear.json`, `caper.changed.json`.
    fn index_name(&self, pack: &Pack, ending: &str) -> String {
        let game = self.exporting.selection.game_name(&pack.game.id);
        format!("{game}{}.{ending}", self.exporting.part())
    }

    /// Draws the decks, and leaves out their backs on wish. `table` is for what the pictures are, with what else tells one such export
    /// from another.
    fn begin(&self, pack: Pack, table: &str, host: &mut dyn Host) -> Result<Begun, Diagnostics> {
        let Painting { bounds, dpi, format, .. } = self.painting;
        let bare = self.exporting.backs == FileBacks::None;
        let backs = if bare { ", no backs" } else { "" };
        let (columns, rows, side) = (bounds.columns, bounds.rows, bounds.side);
        let kind = format!(
            "{table}, {columns} x {rows} of {side} pixels, {dpi} dpi, {}{backs}",
            format.name()
        );
        let (set, noting) = self.exporting.begin(pack, &kind, host)?;
        let mut decks: Vec<CardDeck> = set
            .decks
            .iter()
            .map(|chosen| self.card_deck(&set, chosen, &noting))
            .filter(|deck| deck.count() > 0)
            .collect();
        let asked: u32 = decks.iter().map(CardDeck::count).sum();
        if asked > MOST_CARDS {
            return Err(too_many(asked).into());
        }
        if bare {
            let all = decks.iter_mut().flat_map(|deck| &mut deck.cards);
            all.for_each(|card| card.back = None);
        }
        Ok(Begun { game: title(&set.pack), set, decks, noting })
    }

    /// The faces that are wanted of a deck.
    fn card_deck(&self, set: &Set, chosen: &SelectedDeck, noting: &ExportNotes) -> CardDeck {
        let deck = &set.pack.decks[chosen.deck];
        let is_rest = self.exporting.changed;
        let card = |card: &DrawnCard| {
            let all = noting.copies(&deck.id, &card.id).filter(|_| is_rest);
            let first = all.unwrap_or(card.copies).saturating_sub(card.copies) + 1;
            DrawnCard { first, ..card.clone() }
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
    fn finish(
        &self,
        made: Sheeted,
        begun: Begun,
        made_by_us: MadeByUs,
        host: &mut dyn Host,
    ) -> Result<Sheeted, Diagnostics> {
        begun.noting.keep(host)?;
        // What a part of the game has of its own stays in use beside the whole.
        let of_parts = format!("{}-", self.exporting.selection.game_name(&begun.game.id));
        let index = |name: &str, head: &[u8]| {
            made_by_us(head) && !name.contains('+') && !name.starts_with(&of_parts)
        };
        let is_ours = |name: &str, head: &[u8]| {
            if self.exporting.changed {
                index(name, head) && name.contains(&self.exporting.part())
            } else {
                index(name, head) || is_named_by_content(name) && is_our_picture(head)
            }
        };
        // Not reported for part of a game: the other files belong to the whole.
        if self.exporting.selection.is_whole() {
            let folder = std::slice::from_ref(&made.folder);
            note_leftovers(&leftovers(folder, &made.files, is_ours), host);
        }
        Ok(made)
    }
}

impl Sheeted {
    /// Writes the file that says what lies where.
    fn put(&mut self, path: PathBuf, bytes: &[u8], made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        self.index = Some(path.clone());
        self.put_file(path, bytes, made_by_us)
    }

    /// Writes a file unless it is there already, byte for byte.
    fn put_file(
        &mut self,
        path: PathBuf,
        bytes: &[u8],
        made_by_us: MadeByUs,
    ) -> Result<(), Diagnostic> {
        if !std::fs::read(&path).is_ok_and(|there| there == bytes) {
            output::write_file(&path, bytes, made_by_us)?;
            self.written += 1;
        }
        self.files.insert(path);
        Ok(())
    }
}

/// Paints the decks and writes their pictures.
fn paint_into(
    made: &mut Sheeted,
    begun: &mut Begun,
    painting: &dyn Fn(&CardDeck) -> Painting,
    host: &mut dyn Host,
) -> Result<Painted, Diagnostics> {
    let mut put = |picture: PictureFile| {
        output::folder(&made.folder)?;
        made.put_file(made.folder.join(&picture.name), &picture.bytes, is_our_picture)
    };
    let painted = paint(begun, painting, host, &mut put)?;
    made.cards = cards(&painted);
    made.pictures = made.files.len();
    Ok(painted)
}

/// Paints the decks; `put` gets their pictures.
fn paint(
    begun: &mut Begun,
    painting: &dyn Fn(&CardDeck) -> Painting,
    host: &mut dyn Host,
    put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
) -> Result<Painted, Diagnostics> {
    let decks = std::mem::take(&mut begun.decks);
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
    let mut painted = Vec::with_capacity(decks.len());
    let (all, steps) = (decks.len(), host.progress(&begun.game.title));
    let mut fault = None;
    for mut deck in decks {
        let painting = painting(&deck);
        match paint_deck(&mut deck, painting, put) {
            Ok(pictures) => painted.push((deck, pictures)),
            Err(found) => {
                fault = Some(found);
                break;
            }
        }
        steps(painted.len(), all);
    }
    drop(steps);
    match fault {
        Some(fault) => Err(located(&begun.set, fault.into(), host)),
        None => Ok(painted),
    }
}

/// Number of cards, with copies.
fn cards(decks: &Painted) -> u32 {
    decks.iter().map(|(deck, _)| deck.count()).sum()
}

fn title(pack: &Pack) -> GameTitle {
    GameTitle {
        id: pack.game.id.clone(),
        title: pack.game.title.clone(),
        version: pack.game.version.clone(),
    }
}

fn too_many(cards: u32) -> Diagnostic {
    let message = format!("{} are asked for", counted(cards as usize, "card"));
    let help = format!("{} are the most: name some with --deck", grouped(MOST_CARDS.into()));
    Diagnostic::usage(Code::TooManyCards, message).help(help)
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
    pub asks: GridQuestion,
    /// What to do with the pictures.
    pub hint: &'static str,
}

/// What a table wants typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridQuestion {
    Nothing,
    /// Columns and rows of each picture.
    Grid,
}

pub const TABLES: &[PictureTable] = &[
    // help.tabletopia.com, "How to prepare graphics": a file for each face, ten pixels a millimetre, 4000 on a side.
    PictureTable {
        name: "tabletopia",
        title: "Tabletopia",
        pictures: TablePictures { finest: 254.0, ..TablePictures::new(GridBounds::one(4000)) },
        asks: GridQuestion::Nothing,
        hint: "upload the pictures of a deck together; all have the same size, and its back has it, too",
    },
    // It has no published limits; browsers show 4096 pixels everywhere.
    PictureTable {
        name: "screentop",
        title: "Screentop.gg",
        pictures: TablePictures { finest: 300.0, ..TablePictures::grid(10, 10, 4096) },
        asks: GridQuestion::Grid,
        hint: "upload each sheet, type its columns and rows, and choose the back of the cards",
    },
];
