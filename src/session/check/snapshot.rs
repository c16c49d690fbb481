//! A game as it is on disk at one moment, with every face drawn: what a page in a browser shows. A folder and the snapshot before
//! come in, a [`GameSnapshot`] goes out; and small pictures of many faces on one, as a browser fetches and paints a few of them sooner than
//! a hundred drawings.
//!
//! A fault never empties the page: a card that cannot be drawn any more keeps its last good face, marked as old.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;

use crate::cards::{Deck, Pack, RowValue};
use crate::export::png;
use crate::raster::{CardGrid, PaintFault, Painter, paint_grid};
use crate::registry;
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::open::host::SilentHost;
use crate::session::open::selection::{Selection, is_playable};
use crate::sheet::Trim;
use crate::source::{Diagnostic, Diagnostics, Files, GameFolder, Severity, Span};
use crate::template::{Drawn, Ink, digest, fingerprint};

use super::examining::{Asked, examine};

/// A game at one moment.
#[derive(Clone, Default)]
pub struct GameSnapshot {
    /// Counted from 1 with each reading.
    pub revision: u64,
    pub id: String,
    pub title: String,
    pub decks: Vec<SnapshotDeck>,
    pub faults: Vec<SnapshotFault>,
    /// What was proven, a line each; empty while it is being examined.
    pub proofs: Vec<String>,
    /// Whether scenarios, laws and lints have been looked at, or only what it takes to draw.
    pub is_examined: bool,
    /// Whether its folder has rules.
    pub is_played: bool,
    /// Every different face by its name, those kept from before too.
    pub faces: BTreeMap<String, Arc<Drawn>>,
    /// The same faces, small, many on one picture.
    pub contact_sheets: ContactSheets,
    /// What was read; `None` where nothing could be.
    pub pack: Option<Arc<Pack>>,
}

/// A deck and its cards, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotDeck {
    pub id: String,
    pub title: String,
    /// Its trim, where that is known.
    pub trim: Option<Trim>,
    pub cards: Vec<SnapshotCard>,
}

/// A card, or a page of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotCard {
    /// Deck and row: `coins/spy`.
    pub key: String,
    pub name: String,
    pub copies: u32,
    /// Names of faces; `None` where there is nothing to show.
    pub front: Option<String>,
    pub back: Option<String>,
    /// Whether the faces are older than the data.
    pub is_stale: bool,
    /// Where its row stands.
    pub place: Option<SourcePlace>,
    /// The values of its row as they are written.
    pub values: Vec<SnapshotValue>,
    /// What is wrong with it, by place in [`GameSnapshot::faults`].
    pub faults: Vec<usize>,
}

/// A value of a card's row.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotValue {
    pub written: RowValue,
    pub place: SourcePlace,
}

/// A fault in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotFault {
    pub code: &'static str,
    pub is_error: bool,
    pub message: String,
    pub help: String,
    pub place: Option<SourcePlace>,
}

/// A place in a file of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    pub file: String,
    /// The sheet of a workbook, in which `line` and `column` are those of a cell.
    pub sheet: Option<String>,
    pub line: usize,
    pub column: usize,
    /// As the command line says it: `game/men.toml:4:7`, `game/men.xlsx, Men!C4`.
    pub words: String,
    /// As it is said beside the file: `line 4`, `Men!C4`.
    pub within: String,
}

impl SourcePlace {
    fn new(span: Span, files: &Files) -> SourcePlace {
        let (line, column) = files.line_column(span);
        SourcePlace {
            file: files.path(span.file).to_owned(),
            sheet: files.sheet(span.file).map(str::to_owned),
            line,
            column,
            words: files.place(span),
            within: files.cell(span).unwrap_or_else(|| format!("line {line}")),
        }
    }
}

impl SnapshotDeck {
    /// Marks every card as older than the data.
    fn grow_old(&mut self) {
        for card in &mut self.cards {
            card.is_stale = true;
            card.faults.clear();
        }
    }
}

impl GameSnapshot {
    /// Reads and draws a game; what it takes longer to find out is left to [`GameSnapshot::examine`].
    pub fn read(folder: GameFolder, ink: Ink, before: Option<&GameSnapshot>) -> GameSnapshot {
        let mut host = SilentHost::default();
        let id = folder.id.clone();
        let (pack, found) = registry::check(folder, &mut host.files);
        let Some(pack) = pack else {
            let empty = || GameSnapshot { title: id.clone(), id, ..GameSnapshot::default() };
            return before.cloned().unwrap_or_else(empty).unread(&found, &host.files);
        };
        let selection = Selection::default();
        let proofed = selection.proof(&pack, ink, &found, &mut host);
        let mut faults = found;
        faults.append(proofed.faults);
        let mut faces = BTreeMap::new();
        let mut drawn = BTreeMap::new();
        for chosen in &proofed.decks {
            let fronts = keep_faces(chosen.drawn.fronts.iter().map(Some), &mut faces);
            let backs = keep_faces(chosen.drawn.backs.iter().map(Option::as_ref), &mut faces);
            let names: Vec<_> = fronts.into_iter().zip(backs).collect();
            drawn.insert(chosen.deck, (names, chosen.trim.clone()));
        }
        let decks = pack.decks.iter().enumerate().map(|(at, deck)| {
            let old = before.and_then(|b| b.decks.iter().find(|old| old.id == deck.id));
            let (names, trim) = drawn.remove(&at).unzip();
            let trim = trim.or_else(|| old?.trim.clone());
            let names = names.unwrap_or_default();
            let mut values = pack.row_values(at, &host.files);
            let cards = shown_rows(deck, names.len()).map(|(row, key, name, copies)| {
                let kept = old.and_then(|old| old.cards.iter().find(|card| card.key == key));
                let is_stale = names.get(row).is_none() && kept.is_some();
                let old = kept.map(|kept| (kept.front.clone(), kept.back.clone()));
                let (front, back) = names.get(row).cloned().or(old).unwrap_or_default();
                let written = deck.rows.get(row).filter(|_| deck.flow.is_none());
                let values = values.get_mut(row).filter(|_| written.is_some());
                let values = values.map(std::mem::take).unwrap_or_default().into_iter();
                let values = values.map(|written| SnapshotValue {
                    place: SourcePlace::new(written.value.span, &host.files),
                    written,
                });
                SnapshotCard {
                    key,
                    name,
                    copies,
                    front,
                    back,
                    is_stale,
                    place: written.map(|row| SourcePlace::new(row.span, &host.files)),
                    values: values.collect(),
                    faults: Vec::new(),
                }
            });
            let cards = cards.collect();
            SnapshotDeck { id: deck.id.clone(), title: deck.title.clone(), trim, cards }
        });
        let mut snapshot = GameSnapshot {
            revision: before.map_or(1, |before| before.revision + 1),
            id,
            title: pack.game.full_title(),
            decks: decks.collect(),
            is_played: is_playable(&pack),
            faces,
            ..GameSnapshot::default()
        };
        snapshot.keep_unread_decks(before, &pack, faults.has_errors());
        snapshot.keep_old_faces(before);
        snapshot.contact_sheets = ContactSheets::lay_out(&snapshot.decks);
        snapshot.tell(&faults, &pack, &host.files);
        snapshot.pack = Some(Arc::new(pack));
        snapshot
    }

    /// The same with all that `check` finds: lints, scenarios and `games` random games of each variant.
    #[must_use]
    pub fn examine(&self, folder: GameFolder, games: u64) -> GameSnapshot {
        let mut host = SilentHost::default();
        let mut snapshot = GameSnapshot { is_examined: true, ..self.clone() };
        let (Some(pack), found) = registry::check(folder, &mut host.files) else {
            return snapshot;
        };
        let is_read = is_playable(&pack) && !found.has_errors();
        let variants = if is_read { Variant::all(&script_axes(&pack.game)) } else { Vec::new() };
        let asked =
            Asked { selection: &Selection::default(), variants: &variants, games, shop: None };
        let examined = examine(&pack, found, &asked, &mut host);
        snapshot.proofs = examined.proofs;
        snapshot.tell(&examined.found, &pack, &host.files);
        snapshot
    }

    /// Of a folder that cannot be opened.
    pub fn missing(fault: &Diagnostic) -> GameSnapshot {
        GameSnapshot::default().without_folder(fault)
    }

    /// The same, of a folder that cannot be opened any more.
    #[must_use]
    pub fn without_folder(&self, fault: &Diagnostic) -> GameSnapshot {
        self.unread(&fault.clone().into(), &Files::new())
    }

    /// The same when game.toml cannot be read: all that was there before, marked as old.
    fn unread(&self, found: &Diagnostics, files: &Files) -> GameSnapshot {
        let mut snapshot = GameSnapshot {
            revision: self.revision + 1,
            proofs: Vec::new(),
            pack: None,
            is_examined: true,
            faults: faults_in_words(found, files),
            ..self.clone()
        };
        snapshot.decks.iter_mut().for_each(SnapshotDeck::grow_old);
        snapshot
    }

    /// Keeps the decks whose files are there and cannot be read any more, each where it was; and those that have lost all their rows
    /// while something is wrong, as a deck does whose sheet cannot be read.
    fn keep_unread_decks(&mut self, before: Option<&GameSnapshot>, pack: &Pack, is_wrong: bool) {
        let files = pack.folder.deck_names();
        for (at, old) in before.iter().flat_map(|before| &before.decks).enumerate() {
            let is_there = files.iter().any(|name| name.trim_end_matches(".toml") == old.id);
            let now = self.decks.iter().position(|deck| deck.id == old.id);
            let is_read = now.is_some_and(|now| !is_wrong || !self.decks[now].cards.is_empty());
            if is_read || !is_there {
                continue;
            }
            let mut kept = old.clone();
            kept.grow_old();
            match now {
                Some(now) => self.decks[now] = kept,
                None => self.decks.insert(at.min(self.decks.len()), kept),
            }
        }
    }

    /// Keeps the faces that cards still show although they are older than the data.
    fn keep_old_faces(&mut self, before: Option<&GameSnapshot>) {
        let shown = self.decks.iter().flat_map(|deck| &deck.cards);
        let names: BTreeSet<&String> =
            shown.flat_map(|card| [&card.front, &card.back]).flatten().collect();
        for name in names {
            if let Some(face) = before.and_then(|before| before.faces.get(name)) {
                self.faces.entry(name.clone()).or_insert_with(|| face.clone());
            }
        }
    }

    /// Puts the faults into words, and with the cards in whose rows they lie.
    fn tell(&mut self, found: &Diagnostics, pack: &Pack, files: &Files) {
        for card in self.decks.iter_mut().flat_map(|deck| &mut deck.cards) {
            card.faults.clear();
        }
        self.faults = faults_in_words(found, files);
        for (number, fault) in found.iter().enumerate() {
            let spans = fault.span.into_iter().chain(fault.related.iter().map(|(span, _)| *span));
            for span in spans {
                let rows =
                    pack.decks.iter().filter_map(|deck| Some((&deck.id, deck.row_at(span)?)));
                for (deck, row) in rows {
                    let shown = self.decks.iter_mut().find(|shown| shown.id == *deck);
                    if let Some(card) = shown.and_then(|shown| shown.cards.get_mut(row))
                        && !card.faults.contains(&number)
                    {
                        card.faults.push(number);
                    }
                }
            }
        }
    }

    /// The sheets of a workbook in which cards or faults lie.
    pub fn sheets_of(&self, file: &str) -> BTreeSet<&str> {
        let places = self.cards().filter_map(|(_, card)| card.place.as_ref());
        let places = places.chain(self.faults.iter().filter_map(|fault| fault.place.as_ref()));
        let here = places.filter(|place| place.file == file);
        here.filter_map(|place| place.sheet.as_deref()).collect()
    }

    /// The faults in a file.
    pub fn faults_in<'f>(&'f self, file: &'f str) -> impl Iterator<Item = &'f SnapshotFault> {
        let is_in = move |place: &SourcePlace| place.file == file;
        let faults = self.faults.iter();
        faults.filter(move |fault| fault.place.as_ref().is_some_and(is_in))
    }

    /// Every card with its deck.
    pub fn cards(&self) -> impl Iterator<Item = (&SnapshotDeck, &SnapshotCard)> {
        let decks = self.decks.iter();
        decks.flat_map(|deck| deck.cards.iter().map(move |card| (deck, card)))
    }
}

/// What a deck shows: place, key, name and copies of its rows, or of the pages of its text.
fn shown_rows(
    deck: &Deck,
    faces: usize,
) -> impl Iterator<Item = (usize, String, String, u32)> + '_ {
    let pages = if deck.flow.is_some() { faces } else { 0 };
    let pages = (0..pages).map(|page| {
        let number = page + 1;
        (page, format!("{}/page-{number}", deck.id), format!("Page {number}"), 1)
    });
    let rows = deck.rows.iter().enumerate().filter(|_| deck.flow.is_none());
    let rows =
        rows.map(|(at, row)| (at, format!("{}/{}", deck.id, row.id), row.name.clone(), row.copies));
    rows.chain(pages)
}

/// The names of faces; a face that several cards share is named once.
fn keep_faces<'f>(
    faces: impl Iterator<Item = Option<&'f Arc<Drawn>>>,
    kept: &mut BTreeMap<String, Arc<Drawn>>,
) -> Vec<Option<String>> {
    let mut last: Option<(&Arc<Drawn>, String)> = None;
    let mut name = |face: &'f Arc<Drawn>| {
        if let Some((known, name)) = &last
            && Arc::ptr_eq(known, face)
        {
            return name.clone();
        }
        let name = fingerprint(face);
        kept.entry(name.clone()).or_insert_with(|| face.clone());
        last = Some((face, name.clone()));
        name
    };
    faces.map(|face| face.map(&mut name)).collect()
}

/// Faults as a page shows them.
pub fn faults_in_words(found: &Diagnostics, files: &Files) -> Vec<SnapshotFault> {
    let in_words = |fault: &Diagnostic| SnapshotFault {
        place: fault.place(files).map(|span| SourcePlace::new(span, files)),
        ..SnapshotFault::placeless(fault)
    };
    found.iter().map(in_words).collect()
}

impl SnapshotFault {
    /// A fault without the place where it lies.
    pub fn placeless(fault: &Diagnostic) -> SnapshotFault {
        SnapshotFault {
            code: fault.code.number(),
            is_error: fault.severity == Severity::Error,
            message: fault.message.clone(),
            help: fault.help.clone().unwrap_or_default(),
            place: None,
        }
    }
}

/// Dots to the inch of a face at scale 1: a card of 63 mm has 159 pixels.
const DPI: f64 = 64.0;

/// Faces beside each other.
const COLUMNS: usize = 6;

/// Faces on one sheet: after a row is saved, so many are painted anew.
const MOST_FACES: usize = 24;

/// Square millimetres of faces on one sheet, so that pages of text share one with few others.
const MOST_AREA: f64 = 24.0 * 70.0 * 120.0;

/// Where faces lie on contact sheets.
#[derive(Debug, Clone, Default)]
pub struct ContactSheets {
    places: HashMap<String, Arc<ContactPlace>>,
    /// The names of the faces of each sheet, in order.
    sheets: BTreeMap<String, Vec<String>>,
}

/// Where a face lies on a sheet, counted in faces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactPlace {
    /// The sheet's name, which stands for its contents.
    pub sheet: String,
    pub column: usize,
    pub row: usize,
    pub columns: usize,
    pub rows: usize,
}

impl ContactSheets {
    /// Lays out the faces of some decks: fronts with fronts, backs with backs.
    pub fn lay_out(decks: &[SnapshotDeck]) -> ContactSheets {
        let mut laid = ContactSheets::default();
        for deck in decks {
            let trim = deck.trim.as_ref();
            let area = trim.map_or(1.0, |trim| trim.size.width * trim.size.height);
            let each = ((MOST_AREA / area) as usize).clamp(1, MOST_FACES);
            let fronts = deck.cards.iter().map(|card| &card.front);
            let backs = deck.cards.iter().map(|card| &card.back);
            for side in [fronts.collect::<Vec<_>>(), backs.collect()] {
                let mut names: Vec<String> = Vec::new();
                for name in side.into_iter().flatten() {
                    if !names.contains(name) && !laid.places.contains_key(name) {
                        names.push(name.clone());
                    }
                }
                names.chunks(each).for_each(|faces| laid.add_sheet(faces));
            }
        }
        laid
    }

    fn add_sheet(&mut self, faces: &[String]) {
        let sheet = digest(&faces.join(" "));
        let columns = faces.len().min(COLUMNS);
        for (at, face) in faces.iter().enumerate() {
            let place = ContactPlace {
                sheet: sheet.clone(),
                column: at % columns,
                row: at / columns,
                columns,
                rows: faces.len().div_ceil(columns),
            };
            self.places.insert(face.clone(), Arc::new(place));
        }
        self.sheets.insert(sheet, faces.to_vec());
    }

    /// Where a face lies.
    pub fn place(&self, face: &str) -> Option<&ContactPlace> {
        self.places.get(face).map(Arc::as_ref)
    }

    /// The faces of a sheet.
    pub fn faces(
        &self,
        sheet: &str,
        drawn: &BTreeMap<String, Arc<Drawn>>,
    ) -> Option<Vec<Arc<Drawn>>> {
        let names = self.sheets.get(sheet)?;
        names.iter().map(|name| drawn.get(name).cloned()).collect()
    }
}

/// A sheet of such faces as a PNG file, `scale` times as fine as usual.
///
/// # Errors
/// When a face cannot be painted.
pub fn paint_contact_sheet(faces: &[Arc<Drawn>], scale: f64) -> Result<Vec<u8>, PaintFault> {
    let dpi = DPI * scale;
    let pixels = |side: fn(&Drawn) -> f64| {
        let sides = faces.iter().map(|face| side(face));
        (sides.fold(1.0, f64::max) * dpi / 25.4).round() as u32
    };
    let columns = faces.len().clamp(1, COLUMNS);
    let grid = CardGrid {
        columns: columns as u32,
        rows: faces.len().div_ceil(columns) as u32,
        cell: (pixels(|face| face.width), pixels(|face| face.height)),
        dpi,
        faces: 0..faces.len(),
    };
    let painter = Painter::new(dpi, 0.0, faces);
    let picture: Pixmap = paint_grid(&painter, &grid, faces, &|_| {})?;
    png::encode(&picture, dpi)
}
