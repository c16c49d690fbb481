//! Makes a game into files for a shop: checks all of it, lists it as an order for each product within the limits of the shop, then paints
//! it at the pixel size of its template, or lays it on pages, and writes it. Packs come in; files go out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

use crate::cards::{GameFile, Pack};
use crate::export::shop::{
    List, Makes, OrderedCard, Product, ShopOrder, ShopPicture, archive, archive_made_by_us,
    cards_xml, list_made_by_us, manifest_csv, pages,
};
use crate::export::{Job, MOST_PAGES, pdf, png};
use crate::raster::{PaintFault, Painter, blank, quarter_turned};
use crate::session::draw::drawing::{
    FileBacks, NamedCard, NamedFace, SelectedDeck, Set, located, named_cards,
};
use crate::session::export::exporting::ExportNotes;
use crate::session::files::output::{self, ExportFolder, MadeByUs};
use crate::session::open::host::Host;
use crate::sheet::{Choose, Document, PageSide, Trim};
use crate::source::{Diagnostic, Diagnostics, counted, error, machine, usage};
use crate::template::{BLEED, Drawn};
use crate::verify::threads::locked;

use super::shopping::{PAINTED, ProductShare, Shopping};

/// The picture for the backs of cards that have none, where a shop wants one. Names of faces have a dash.
const BLANK: &str = "blank";

/// One game, fully checked, of which nothing is written yet.
struct Ready {
    set: Set,
    noting: ExportNotes,
    place: ShopTarget,
    batches: Vec<Batch>,
}

/// What is made at once: all decks of a product as pictures, or one deck as pages.
pub(super) struct Batch {
    product: &'static Product,
    decks: Vec<String>,
    order: ShopOrder,
    /// The faces of the order's pictures.
    faces: Vec<Arc<Drawn>>,
    /// The size of the first deck, which is that of all but for how it lies.
    trim: Trim,
}

impl Batch {
    /// The path of a file of pictures or of their list.
    fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.product.id)
    }

    fn picture(&self, name: &str) -> String {
        self.file(&format!("{name}.png"))
    }
}

impl Shopping {
    /// Makes all that the shop takes of some games, says what that is, and gives the folder, the PDF or the archive of each product. Decks
    /// for which it has no product are reported and left out. All games are checked before anything is written.
    ///
    /// # Errors
    /// What is wrong with the games, what the shop does not take, what cannot be written.
    pub fn export(
        &self,
        packs: Vec<Pack>,
        host: &mut dyn Host,
    ) -> Result<Vec<PathBuf>, Diagnostics> {
        let mut ready = Vec::new();
        for pack in packs {
            ready.extend(self.prepare(pack, host)?);
        }
        let mut made = Vec::new();
        for game in ready {
            let places = self.write(&game, host);
            made.extend(places.map_err(|faults| located(&game.set, faults, host))?);
            game.noting.keep(host)?;
        }
        Ok(made)
    }

    /// Draws a game and looks whether all of it can be made; nothing when nothing has changed.
    fn prepare(&self, pack: Pack, host: &mut dyn Host) -> Result<Option<Ready>, Diagnostics> {
        let mut kind = format!("shop {}, backs {}", self.shop.id, self.exporting.backs.name());
        for product in &self.products {
            kind = format!("{kind}, {product}");
        }
        let (set, noting) = self.exporting.begin(pack, &kind, host)?;
        if set.decks.is_empty() && self.exporting.changed {
            noting.keep(host)?;
            return Ok(None);
        }
        let (shares, left_out) = self.shares(&set.pack, &set.decks)?;
        host.tell(&left_out);
        let decks = set.decks.iter().map(|chosen| &set.pack.decks[chosen.deck]);
        let flows = decks.filter(|deck| deck.flow.is_some());
        let flows: Vec<&str> = flows.map(|deck| deck.id.as_str()).collect();
        if !flows.is_empty() {
            host.note(&format!("Left out, as pages of a text are no cards: {}.", flows.join(", ")));
        }
        let name = format!("{}{}", self.shop.id, self.exporting.part());
        let folder = self.exporting.folder(&set.pack.game.id);
        let place = if self.zip {
            ShopTarget::Archive(folder.join(format!("{name}.zip")), Mutex::default())
        } else {
            ShopTarget::Folder(ExportFolder::new(folder.join(name)))
        };
        let mut batches = Vec::new();
        for share in &shares {
            for batch in self.batches(&set.pack, &set.decks, share)? {
                let fits = self.may_make(&batch, &set.pack, &place);
                fits.map_err(|fault| located(&set, fault.into(), host))?;
                batches.push(batch);
            }
        }
        Ok(Some(Ready { set, noting, place, batches }))
    }

    fn write(&self, game: &Ready, host: &mut dyn Host) -> Result<Vec<PathBuf>, Diagnostics> {
        let place = &game.place;
        let mut made = Vec::new();
        for batch in &game.batches {
            let before = place.count();
            // What a viewer opens of it.
            let shown = match self.shop.makes {
                Makes::Pictures => {
                    self.pictures(batch, place, host)?;
                    batch.product.id.clone()
                }
                Makes::Pages => {
                    self.documents(batch, &game.set.pack.game, place, host)?;
                    self.documents_of(batch).remove(0).0
                }
            };
            let shown = place.path(&shown);
            let files = counted(place.count() - before, "file");
            let cards = counted(batch.order.count() as usize, "card");
            let different = match batch.order.cards.len() {
                1 => String::new(),
                n => format!(", {n} different"),
            };
            let (title, decks) = (&batch.product.title, batch.decks.join(", "));
            let line =
                format!("{}: {title}, {decks}: {files} for {cards}{different}", shown.display());
            made.push((shown, line));
        }
        place.finish(self.exporting.is_whole(), host)?;
        made.iter().for_each(|(_, line)| host.say(line));
        Ok(made.into_iter().map(|(shown, _)| shown).collect())
    }

    /// The batches of one product.
    ///
    /// # Errors
    /// More cards than the shop takes.
    pub(super) fn batches(
        &self,
        pack: &Pack,
        decks: &[SelectedDeck],
        share: &ProductShare,
    ) -> Result<Vec<Batch>, Diagnostics> {
        let at_once = match self.shop.makes {
            Makes::Pictures => share.decks.len(),
            Makes::Pages => 1,
        };
        let mut faults = Diagnostics::new();
        let mut batches = Vec::new();
        for places in share.decks.chunks(at_once) {
            let mut batch = Batch {
                product: share.product,
                decks: Vec::new(),
                order: ShopOrder::default(),
                faces: Vec::new(),
                trim: decks[places[0]].trim.clone(),
            };
            for place in places {
                self.add_deck(&mut batch, pack, &decks[*place]);
            }
            faults.append(self.over_limits(&batch.order));
            batches.push(batch);
        }
        faults.into_result().map(|()| batches)
    }

    /// Adds the wanted cards of a deck; equal backs are one picture.
    fn add_deck(&self, batch: &mut Batch, pack: &Pack, chosen: &SelectedDeck) {
        let deck = &pack.decks[chosen.deck];
        batch.decks.push(deck.id.clone());
        let (order, faces) = (&mut batch.order, &mut batch.faces);
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut add = |(name, face): NamedFace, is_back: bool| {
            *places.entry(name.clone()).or_insert_with(|| {
                faces.push(face);
                order.pictures.push(ShopPicture { name, is_back });
                order.pictures.len() - 1
            })
        };
        let cards = named_cards(pack, chosen, self.exporting.backs).into_iter();
        for NamedCard { card, front, back } in cards.filter(|named| named.card.copies > 0) {
            let (front, back) = (add(front, false), back.map(|back| add(back, true)));
            order.cards.push(OrderedCard {
                deck: deck.id.clone(),
                id: card.id.clone(),
                name: card.name.clone(),
                copies: card.copies,
                front,
                back,
            });
        }
    }

    /// What the shop, or a PDF, does not take of an order.
    fn over_limits(&self, order: &ShopOrder) -> Diagnostics {
        let mut faults = Diagnostics::new();
        let mut refuse = |message: String, help: &str| {
            faults.push(usage!(TooManyCards, message, help));
        };
        let (title, count) = (&self.shop.title, order.count());
        if let Some(most) = self.shop.most_cards.filter(|most| count > *most) {
            let message = format!("{count} cards are one order; {title} takes {most}");
            let decks: BTreeSet<&str> = order.cards.iter().map(|card| card.deck.as_str()).collect();
            let help = match decks.len() {
                1 => "export some of its cards at a time, with --cards, as several orders",
                _ => "export deck by deck, with --deck, as several orders",
            };
            refuse(message, help);
        }
        let most = self.shop.most_copies.unwrap_or(u32::MAX);
        for card in order.cards.iter().filter(|card| card.copies > most) {
            let (copies, id) = (card.copies, &card.id);
            let message = format!("{copies} copies of `{id}`; {title} takes {most}");
            let rows = copies.div_ceil(most);
            let help = format!("make {rows} rows of it, or lower its `copies`");
            refuse(message, &help);
        }
        let pages = u64::from(count) * 2;
        if self.shop.makes == Makes::Pages && pages > MOST_PAGES as u64 {
            let message = format!("the PDF would have {pages} pages, {MOST_PAGES} are the most");
            refuse(message, "export some of the cards, with --cards");
        }
        faults
    }

    /// Whether all files of a batch may be written and painted: asked before the first of any is.
    ///
    /// # Errors
    /// A file that is in the way, and a face of too many pixels.
    fn may_make(&self, batch: &Batch, pack: &Pack, place: &ShopTarget) -> Result<(), Diagnostic> {
        if self.shop.makes == Makes::Pages {
            let mut files = self.documents_of(batch).into_iter();
            return files.try_for_each(|(name, _)| place.may_put(&name, pdf::made_by_us));
        }
        for (at, (picture, face)) in batch.order.pictures.iter().zip(&batch.faces).enumerate() {
            place.may_put(&batch.picture(&picture.name), png::made_by_us)?;
            let (painter, _) = self.painter(batch.product, face, &[]);
            painter.check(face).map_err(|fault| {
                let of = |card: &&OrderedCard| card.front == at || card.back == Some(at);
                let card = batch.order.cards.iter().find(of);
                let deck = card.and_then(|card| pack.deck(&card.deck));
                let id = deck.map_or("", |deck| &deck.id);
                usage!(
                    TooMany,
                    format!("the cards of deck `{id}` are too large: {}", fault.0),
                    "name the other decks with --deck"
                )
                .at_maybe(deck.map(|deck| deck.size_span))
            })?;
        }
        if self.white(batch).is_some() {
            place.may_put(&batch.picture(BLANK), png::made_by_us)?;
        }
        match self.shop.list {
            Some(list) => place.may_put(&batch.file(list.file()), list_made_by_us),
            None => Ok(()),
        }
    }

    /// Width and height of the white picture for the cards without a back, where there are such and the shop wants one.
    fn white(&self, batch: &Batch) -> Option<(u32, u32)> {
        let wanted = self.shop.list == Some(List::CardsXml);
        let bare = batch.order.cards.iter().any(|card| card.back.is_none());
        batch.product.pixels.filter(|_| wanted && bare)
    }

    /// A picture of each face, and the list of the cards.
    fn pictures(
        &self,
        batch: &Batch,
        place: &ShopTarget,
        host: &dyn Host,
    ) -> Result<(), Diagnostic> {
        let (order, faces) = (&batch.order, &batch.faces);
        let put = |pixels: &Pixmap, name: &str| {
            let bytes = png::encode(pixels, self.shop.dpi).map_err(unpainted)?;
            place.put(&batch.picture(name), bytes, png::made_by_us)
        };
        let steps = host.progress(&format!("{}, {}", self.shop.title, batch.product.title));
        // Faces of one size share what they have in common.
        let mut sizes: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
        for (at, face) in faces.iter().enumerate() {
            let key = (face.width.to_bits(), face.height.to_bits());
            sizes.entry(key).or_default().push(at);
        }
        let mut done = 0;
        for of_size in sizes.values() {
            let own: Vec<Arc<Drawn>> = of_size.iter().map(|at| faces[*at].clone()).collect();
            let (painter, turn) = self.painter(batch.product, &own[0], &own);
            of_size.par_iter().try_for_each(|at| {
                let picture = &order.pictures[*at];
                let mut pixels = painter.paint(&faces[*at]).map_err(unpainted)?;
                if turn {
                    // Held sideways and turned over like a page of a book, the printed card has its back upright.
                    pixels = quarter_turned(&pixels, !picture.is_back).map_err(unpainted)?;
                }
                put(&pixels, &picture.name)
            })?;
            done += of_size.len();
            steps(done, faces.len());
        }
        let Some(list) = self.shop.list else {
            return Ok(());
        };
        let bytes = match list {
            List::Csv => manifest_csv(order).map_err(|fault| our_fault(&fault))?,
            List::CardsXml => {
                if let Some(size) = self.white(batch) {
                    let mut white = blank(size).map_err(unpainted)?;
                    white.fill(Color::WHITE);
                    put(&white, BLANK)?;
                }
                let folder = place.path(&batch.product.id);
                let folder = std::path::absolute(&folder).unwrap_or(folder);
                cards_xml(order, self.shop, &folder, BLANK).into_bytes()
            }
        };
        place.put(&batch.file(list.file()), bytes, list_made_by_us)
    }

    /// What paints faces of the size of this one, and whether the shop gets their pictures turned upright.
    fn painter(&self, product: &Product, face: &Drawn, faces: &[Arc<Drawn>]) -> (Painter, bool) {
        let around = 2.0 * self.shop.bleed;
        let pixels = |mm: f64| ((mm + around) * self.shop.dpi / 25.4).round() as u32;
        let lies = face.width > face.height;
        let (pixels, turn) = match product.pixels {
            Some((width, height)) if lies => ((height, width), true),
            Some(size) => (size, false),
            None => ((pixels(face.width), pixels(face.height)), false),
        };
        // The edge of a round card is not straight, so it cannot be extended.
        let painted = if product.round { BLEED } else { PAINTED };
        (Painter::framed(self.shop.dpi, painted, pixels, faces), turn)
    }

    /// The PDF files of a deck.
    fn documents(
        &self,
        batch: &Batch,
        game: &GameFile,
        place: &ShopTarget,
        host: &dyn Host,
    ) -> Result<(), Diagnostic> {
        for (name, document) in self.documents_of(batch) {
            let job = Job {
                document,
                faces: batch.faces.clone(),
                title: format!("{}: {}", game.full_title(), batch.decks.join(", ")),
                author: game.authors.join(", "),
                lang: game.lang().to_owned(),
                date: game.date,
                ..Job::default()
            };
            let steps = host.progress(&format!("{}, {name}", self.shop.title));
            let bytes = pdf::sheets(&job, &*steps);
            let bytes = bytes.map_err(unpainted)?;
            place.put(&name, bytes, pdf::made_by_us)?;
        }
        Ok(())
    }

    /// The PDF files of a deck, each with its pages.
    fn documents_of(&self, batch: &Batch) -> Vec<(String, Document)> {
        let deck = batch.decks.join("-");
        let all = pages(&batch.order, self.shop, batch.product, &batch.trim);
        let only = |back: bool| {
            let mut document = all.clone();
            let pages = &mut document.pages;
            pages.retain(|page| (page.side == PageSide::Back) == back);
            document
        };
        let bare = batch.order.cards.iter().all(|card| card.back.is_none());
        match self.exporting.backs {
            FileBacks::Beside => vec![(format!("{deck}.pdf"), all)],
            FileBacks::None => vec![(format!("{deck}.pdf"), only(false))],
            FileBacks::Separate if bare => vec![(format!("{deck}-fronts.pdf"), only(false))],
            FileBacks::Separate => vec![
                (format!("{deck}-fronts.pdf"), only(false)),
                (format!("{deck}-backs.pdf"), only(true)),
            ],
        }
    }
}

fn unpainted(fault: PaintFault) -> Diagnostic {
    error!(
        Unpaintable,
        format!("a face cannot be painted: {}", fault.0),
        "look at the template in another program"
    )
}

fn our_fault(what: &str) -> Diagnostic {
    machine!(
        CannotWrite,
        "a list cannot be written: {what}",
        "this is a fault of deckproof: please report it"
    )
}

/// A folder that is being filled, or an archive, whose files are kept until it is whole.
pub enum ShopTarget {
    Folder(ExportFolder),
    Archive(PathBuf, Mutex<BTreeMap<String, Vec<u8>>>),
}

impl ShopTarget {
    /// Where a file or folder of it lies on the disk: in the archive, if it is one.
    pub fn path(&self, name: &str) -> PathBuf {
        match self {
            ShopTarget::Folder(folder) => folder.path.join(name),
            ShopTarget::Archive(path, _) => path.clone(),
        }
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        match self {
            ShopTarget::Folder(folder) => folder.count(),
            ShopTarget::Archive(_, put) => locked(put).len(),
        }
    }

    /// Whether a file may be put there: asked before the first is.
    ///
    /// # Errors
    /// As [`output::may_write`].
    pub fn may_put(&self, name: &str, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        match self {
            ShopTarget::Folder(folder) => folder.may_put(name, made_by_us),
            ShopTarget::Archive(path, _) => output::may_write(path, archive_made_by_us),
        }
    }

    /// Puts a file, from any thread.
    ///
    /// # Errors
    /// As [`output::write_file`].
    pub fn put(&self, name: &str, bytes: Vec<u8>, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        match self {
            ShopTarget::Folder(folder) => folder.put(name, &bytes, made_by_us),
            ShopTarget::Archive(_, put) => {
                locked(put).insert(name.to_owned(), bytes);
                Ok(())
            }
        }
    }

    /// Writes the archive, if it is one; of the folder of a `whole` export, names files of earlier ones, whatever products those were of.
    ///
    /// # Errors
    /// I/O errors.
    pub fn finish(&self, is_whole: bool, host: &dyn Host) -> Result<(), Diagnostic> {
        match self {
            ShopTarget::Folder(folder) => {
                let inside = |folder: &PathBuf| {
                    let entries = folder.read_dir().into_iter().flatten().flatten();
                    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
                };
                let mut folders: Vec<PathBuf> = inside(&folder.path).collect();
                let backs: Vec<PathBuf> = folders.iter().flat_map(inside).collect();
                folders.extend(backs);
                let ours: [MadeByUs; 3] = [png::made_by_us, pdf::made_by_us, list_made_by_us];
                let is_ours = |_: &str, head: &[u8]| ours.iter().any(|is_ours| is_ours(head));
                if is_whole {
                    folder.note_leftovers(&folders, is_ours, host);
                }
                Ok(())
            }
            ShopTarget::Archive(path, put) => {
                let bytes = archive(&locked(put)).map_err(|fault| {
                    let message = format!("cannot make `{}`: {fault}", path.display());
                    machine!(CannotWrite, message, "leave out --zip")
                })?;
                output::put_file(path, &bytes, archive_made_by_us)
            }
        }
    }
}
