//! Sheets of cards for virtual tables: drawn, painted, written picture by picture, and last the file that says what lies where.
//! Pictures are named by what is in them, so that a second export writes only what changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cards::{MOST_CARDS, Pack};
use crate::export::{
    CardDeck, CardEntry, DeckPictures, GameTitle, Painting, PictureFile, Sheet, foundry,
    is_named_by_content, is_our_picture, paint_deck, pcio, sheet, tts,
};
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::template::Ink;

use super::drawing::{Chosen, Set};
use super::examining::located;
use super::host::Host;
use super::noting::Noting;
use super::output;
use super::selection::Selection;
use super::sheet_name::selection_name;

/// One run: what is asked for, how it is painted, where it goes.
#[derive(Debug, Clone)]
pub struct Sheeting {
    pub selection: Selection,
    /// Each game gets a folder in it.
    pub output: PathBuf,
    pub ink: Ink,
    pub painting: Painting,
    /// Whether backs are exported; without them a table that wants some gets white ones.
    pub backs: bool,
    /// Only what is new or changed since the last export of this kind.
    pub changed: bool,
}

/// Decks whose pictures are made, and what is noted of them.
struct Painted {
    decks: Vec<(CardDeck, DeckPictures)>,
    noting: Noting,
}

/// What was made of one game.
#[derive(Debug, Clone, Default)]
pub struct Sheeted {
    /// The file that says what lies where; none when it was not asked for.
    pub index: Option<PathBuf>,
    pub folder: PathBuf,
    /// Cards, copies counted.
    pub cards: u32,
    pub pictures: usize,
    /// Pictures of fronts, where they are grids.
    pub grids: Vec<Sheet>,
    /// Files that were not there before as they are now, the index among them.
    pub written: usize,
    /// Pictures of earlier exports that lie beside and are no longer shown.
    pub unused: Vec<String>,
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
        let game = title(&pack);
        let mut made = self.empty(&game, "sheets");
        let index = made.folder.join(self.index_name(&game));
        if manifest {
            output::may_write(&index, sheet::made_by_us)?;
        }
        let whole = |_: &CardDeck| self.painting;
        let painted = self.paint_into_folder(pack, &mut made, &whole, host, |_| ())?;
        made.grids = painted
            .decks
            .iter()
            .flat_map(|(_, p)| p.fronts.clone())
            .collect();
        if manifest && made.cards > 0 {
            let bytes = sheet::manifest(&game, &painted.decks);
            made.put(index, &bytes, sheet::made_by_us)?;
        }
        painted.noting.keep(host)?;
        Ok(made)
    }

    /// A saved object of Tabletop Simulator and its pictures; `url` is what stands before their names when they are hosted.
    /// Gives the message as well that shows the game on a running table.
    ///
    /// # Errors
    /// As [`Sheeting::sheets`].
    pub fn tts(
        &self,
        pack: Pack,
        url: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<(Sheeted, Option<Vec<u8>>), Diagnostics> {
        let game = title(&pack);
        let mut made = self.empty(&game, "tts");
        let index = made.folder.join(self.index_name(&game));
        output::may_write(&index, tts::made_by_us)?;
        let painting = |deck: &CardDeck| Painting {
            bounds: tts::bounds_for(deck),
            ..self.painting
        };
        // A card of the game has a back, and a tile may do without.
        let backs = |deck: &mut CardDeck| {
            if tts::piece_of(deck) == tts::Piece::Cards {
                deck.with_white_backs();
            }
        };
        let painted = self.paint_into_folder(pack, &mut made, &painting, host, backs)?;
        let mut message = None;
        if made.cards > 0 {
            let prefix = match url {
                Some(url) => url.trim_end_matches('/').to_owned(),
                None => local_address(&made.folder)?,
            };
            let address = |file: &str| format!("{prefix}/{file}");
            let bytes = tts::save(&game, &painted.decks, &address);
            made.put(index, &bytes, tts::made_by_us)?;
            message = Some(tts::push_message(&bytes));
        }
        painted.noting.keep(host)?;
        Ok((made, message))
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
        let game = title(&pack);
        let mut made = self.empty(&game, "foundry");
        let name = |deck: &str| {
            let part = if self.changed { "-changed" } else { "" };
            format!("{deck}{part}.json")
        };
        for deck in &pack.decks {
            output::may_write(&made.folder.join(name(&deck.id)), foundry::made_by_us)?;
        }
        let each = |_: &CardDeck| self.painting;
        let painted = self.paint_into_folder(pack, &mut made, &each, host, |_| ())?;
        let usual = format!("deckproof/{}", self.selection.game_name(&game.id));
        let folder = path.unwrap_or(&usual).trim_matches('/');
        let address = |file: &str| format!("{folder}/{file}");
        for (deck, pictures) in &painted.decks {
            let bytes = foundry::deck(&game, deck, pictures, &address);
            made.put(
                made.folder.join(name(&deck.id)),
                &bytes,
                foundry::made_by_us,
            )?;
        }
        made.index = None;
        painted.noting.keep(host)?;
        Ok(made)
    }

    /// A room of playingcards.io, one file.
    ///
    /// # Errors
    /// As [`Sheeting::sheets`], and what a room does not take.
    pub fn pcio(&self, pack: Pack, host: &mut dyn Host) -> Result<Sheeted, Diagnostics> {
        let game = title(&pack);
        let mut made = self.empty(&game, "");
        let name = self.index_name(&game).replace(".json", ".pcio");
        let path = made.folder.join(name);
        output::may_write(&path, pcio::made_by_us)?;
        let mut pictures = BTreeMap::new();
        let mut keep = |picture: PictureFile| {
            pictures.insert(picture.name, picture.bytes);
            Ok(())
        };
        // What has no back shows its front on both sides, and would show what was meant to be hidden.
        let backs = |deck: &mut CardDeck| {
            if !self.backs {
                deck.with_white_backs();
            }
        };
        let painting = |_: &CardDeck| self.painting;
        let painted = self.paint((pack, "pcio"), &painting, host, backs, &mut keep)?;
        made.cards = cards(&painted.decks);
        made.pictures = pictures.len();
        if made.cards > 0 {
            let bytes = pcio::room(&game, &painted.decks, &pictures)?;
            output::folder(&made.folder)?;
            made.put(path, &bytes, pcio::made_by_us)?;
        }
        painted.noting.keep(host)?;
        Ok(made)
    }

    fn empty(&self, game: &GameTitle, folder: &str) -> Sheeted {
        Sheeted {
            folder: self
                .output
                .join(self.selection.game_name(&game.id))
                .join(folder),
            ..Sheeted::default()
        }
    }

    /// The file beside the pictures: `caper.json`, `caper-gear.json`, `caper-changed.json`.
    fn index_name(&self, game: &GameTitle) -> String {
        let name = selection_name(&game.id, &self.selection);
        let changed = if self.changed { "-changed" } else { "" };
        format!("{name}{changed}.json")
    }

    /// Draws the decks, paints and writes their pictures.
    fn paint_into_folder(
        &self,
        pack: Pack,
        made: &mut Sheeted,
        painting: &dyn Fn(&CardDeck) -> Painting,
        host: &mut dyn Host,
        prepare: impl Fn(&mut CardDeck),
    ) -> Result<Painted, Diagnostics> {
        let mut names = BTreeSet::new();
        let mut written = 0;
        let mut put = |picture: PictureFile| {
            output::folder(&made.folder)?;
            let path = made.folder.join(&picture.name);
            written += usize::from(write_changed(&path, &picture.bytes, is_our_picture)?);
            names.insert(picture.name);
            Ok(())
        };
        let kind = made.folder.file_name().unwrap_or_default();
        let kind = kind.to_string_lossy().into_owned();
        let painted = self.paint((pack, &kind), painting, host, prepare, &mut put)?;
        made.cards = cards(&painted.decks);
        made.written = written;
        made.pictures = names.len();
        // Of a part of the game nothing is said: the rest belongs to the whole.
        if self.selection.is_whole() && !self.changed {
            made.unused = unused(&made.folder, &names);
        }
        Ok(painted)
    }

    /// Draws and paints the decks for a `kind` of table; `put` gets their pictures.
    fn paint(
        &self,
        (pack, kind): (Pack, &str),
        painting: &dyn Fn(&CardDeck) -> Painting,
        host: &mut dyn Host,
        prepare: impl Fn(&mut CardDeck),
        put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
    ) -> Result<Painted, Diagnostics> {
        let warning =
            output::name_warning(&self.output.join(self.selection.game_name(&pack.game.id)));
        host.tell(&warning.into_iter().collect());
        let place = (
            self.output.as_path(),
            format!("{}@{kind}", self.selection.noted_as(&pack.game.id)),
        );
        let mut set = self.selection.draw(pack, self.ink, host)?;
        let which = (self.changed, self.selection.is_whole());
        let noting = Noting::begin(place, &mut set, self.ink, which, host)?;
        let mut decks: Vec<CardDeck> = set.decks.iter().map(|c| card_deck(&set, c)).collect();
        decks.retain(|deck| deck.count() > 0);
        let asked: u32 = decks.iter().map(CardDeck::count).sum();
        if asked > MOST_CARDS {
            return Err(too_many(asked).into());
        }
        let mut painted = Vec::with_capacity(decks.len());
        let (all, steps) = (decks.len(), host.progress(&set.pack.game.title));
        let mut fault = None;
        for mut deck in decks {
            if !self.backs {
                deck.cards.iter_mut().for_each(|card| card.back = None);
            }
            prepare(&mut deck);
            match paint_deck(&deck, painting(&deck), put) {
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
            Some(fault) => Err(located(&set, fault.into(), host)),
            None => Ok(Painted {
                decks: painted,
                noting,
            }),
        }
    }
}

impl Sheeted {
    /// Writes the file that says what lies where.
    fn put(
        &mut self,
        path: PathBuf,
        bytes: &[u8],
        made_by_us: fn(&[u8]) -> bool,
    ) -> Result<(), Diagnostic> {
        self.written += usize::from(write_changed(&path, bytes, made_by_us)?);
        self.index = Some(path);
        Ok(())
    }
}

/// Cards, copies counted.
fn cards(decks: &[(CardDeck, DeckPictures)]) -> u32 {
    decks.iter().map(|(deck, _)| deck.count()).sum()
}

fn title(pack: &Pack) -> GameTitle {
    GameTitle {
        id: pack.game.id.clone(),
        title: pack.game.title.clone(),
        version: pack.game.version.clone(),
    }
}

/// The faces that are wanted of a deck.
fn card_deck(set: &Set, chosen: &Chosen) -> CardDeck {
    let deck = &set.pack.decks[chosen.deck];
    let card = |(face, copies): &(usize, u32)| {
        let page = face + 1;
        let (id, name) = match deck.rows.get(*face) {
            Some(row) => (row.id.clone(), row.name.clone()),
            None => (
                format!("page-{page}"),
                format!("{}, page {page}", deck.title),
            ),
        };
        CardEntry {
            id,
            name,
            copies: *copies,
            front: Arc::clone(&chosen.drawn.fronts[*face]),
            back: chosen.drawn.backs[*face].clone(),
        }
    };
    let wanted = chosen.wanted.iter().filter(|(_, copies)| *copies > 0);
    CardDeck {
        id: deck.id.clone(),
        title: deck.title.clone(),
        size: (chosen.trim.size.width, chosen.trim.size.height),
        corner: chosen.trim.corner,
        is_text: deck.flow.is_some(),
        cards: wanted.map(card).collect(),
    }
}

fn too_many(cards: u32) -> Diagnostic {
    let message = format!("{cards} cards are asked for");
    let help = format!("{MOST_CARDS} are the most: name some with --deck");
    Diagnostic::error(Code::TooManyCards, message)
        .fault(Fault::Usage)
        .help(help)
}

/// Writes a file unless it is there already, byte for byte; says whether it was written.
fn write_changed(
    path: &Path,
    bytes: &[u8],
    made_by_us: fn(&[u8]) -> bool,
) -> Result<bool, Diagnostic> {
    let there = path.is_file() && std::fs::read(path).is_ok_and(|there| there == bytes);
    if !there {
        output::write(path, bytes, made_by_us)?;
    }
    Ok(!there)
}

/// Pictures that earlier exports left in the folder.
fn unused(folder: &Path, names: &BTreeSet<String>) -> Vec<String> {
    let entries = folder.read_dir().ok();
    let files = entries.into_iter().flatten().flatten();
    let files = files.filter_map(|entry| entry.file_name().into_string().ok());
    let mut left: Vec<String> = files
        .filter(|name| is_named_by_content(name) && !names.contains(name))
        .collect();
    left.sort();
    left
}

/// A folder of this computer as the game writes it: `file:///home/me/game`, `file:///C:\Users\me\game`. The game takes the
/// rest of it as a path, so nothing is escaped.
fn local_address(folder: &Path) -> Result<String, Diagnostic> {
    let whole = std::path::absolute(folder).map_err(|e| output::unwritable(folder, &e))?;
    let path = whole.display().to_string();
    Ok(format!("file:///{}", path.trim_start_matches('/')))
}
