//! Makes the files for a shop: faces painted at the pixel size of its template, or laid on PDF pages. A batch of an order comes
//! in; files go to a [`ShopTarget`]. Called by `shop_making`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

use crate::cards::{GameFile, Pack};
use crate::export::shop::{
    List, Makes, OrderedCard, Product, cards_xml, list_made_by_us, manifest_csv, pages,
};
use crate::export::{Job, pdf, png};
use crate::raster::{PaintFault, Painter, blank, quarter_turned};
use crate::session::draw::face_names::FileBacks;
use crate::session::open::host::Host;
use crate::sheet::{Document, PageSide};
use crate::source::{Code, Diagnostic};
use crate::template::{BLEED, Drawn};

use super::files::ShopTarget;
use super::making::Batch;
use super::shopping::{PAINTED, Shopping};

/// The picture for the backs of cards that have none, where a shop wants one. Names of faces have a dash.
const BLANK: &str = "blank";

impl Shopping {
    /// Whether all files of a batch may be written and painted: asked before the first of any is.
    ///
    /// # Errors
    /// A file that is in the way, and a face of too many pixels.
    pub(super) fn may_make(
        &self,
        batch: &Batch,
        pack: &Pack,
        place: &ShopTarget,
    ) -> Result<(), Diagnostic> {
        if self.shop.makes == Makes::Pages {
            let mut files = self.documents_of(batch).into_iter();
            return files.try_for_each(|(name, _)| place.may_put(&name, pdf::made_by_us));
        }
        for (at, (picture, face)) in batch.order.pictures.iter().zip(&batch.faces).enumerate() {
            place.may_put(&batch.file(&format!("{}.png", picture.name)), png::made_by_us)?;
            let (painter, _) = self.painter(batch.product, face, &[]);
            painter.check(face).map_err(|fault| {
                let of = |card: &&OrderedCard| card.front == at || card.back == Some(at);
                let card = batch.order.cards.iter().find(of);
                let deck = card.and_then(|card| pack.deck(&card.deck));
                let id = deck.map_or("", |deck| &deck.id);
                let message = format!("the cards of deck `{id}` are too large: {}", fault.0);
                Diagnostic::usage(Code::TooMany, message)
                    .at_maybe(deck.map(|deck| deck.size_span))
                    .help("name the other decks with --deck")
            })?;
        }
        if self.white(batch).is_some() {
            place.may_put(&batch.file(&format!("{BLANK}.png")), png::made_by_us)?;
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
    pub(super) fn pictures(
        &self,
        batch: &Batch,
        place: &ShopTarget,
        host: &dyn Host,
    ) -> Result<(), Diagnostic> {
        let (order, faces) = (&batch.order, &batch.faces);
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
                self.put_picture(&pixels, &picture.name, batch, place)
            })?;
            done += of_size.len();
            steps(done, faces.len());
        }
        self.put_list(batch, place)
    }

    fn put_picture(
        &self,
        pixels: &Pixmap,
        name: &str,
        batch: &Batch,
        place: &ShopTarget,
    ) -> Result<(), Diagnostic> {
        let bytes = png::encode(pixels, self.shop.dpi).map_err(unpainted)?;
        place.put(&batch.file(&format!("{name}.png")), bytes, png::made_by_us)
    }

    fn put_list(&self, batch: &Batch, place: &ShopTarget) -> Result<(), Diagnostic> {
        let order = &batch.order;
        let Some(list) = self.shop.list else {
            return Ok(());
        };
        let bytes = match list {
            List::Csv => manifest_csv(order).map_err(|fault| our_fault(&fault))?,
            List::CardsXml => {
                if let Some(size) = self.white(batch) {
                    let mut white = blank(size).map_err(unpainted)?;
                    white.fill(Color::WHITE);
                    self.put_picture(&white, BLANK, batch, place)?;
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
        let (pixels, turn) = self.frame(product, face);
        // The edge of a round card is not straight, so it cannot be extended.
        let painted = if product.round { BLEED } else { PAINTED };
        let painter = Painter::framed(self.shop.dpi, painted, pixels, faces);
        (painter, turn)
    }

    /// The pixels of a product's picture for a face as it lies, and whether that is on its side.
    pub(super) fn frame(&self, product: &Product, face: &Drawn) -> ((u32, u32), bool) {
        let lies = face.width > face.height;
        let around = 2.0 * self.shop.bleed;
        let pixels = |mm: f64| ((mm + around) * self.shop.dpi / 25.4).round() as u32;
        match product.pixels {
            Some((width, height)) if lies => ((height, width), true),
            Some(size) => (size, false),
            None => ((pixels(face.width), pixels(face.height)), false),
        }
    }

    /// The PDF files of a deck.
    pub(super) fn documents(
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
    pub(super) fn documents_of(&self, batch: &Batch) -> Vec<(String, Document)> {
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
    let message = format!("a face cannot be painted: {}", fault.0);
    Diagnostic::error(Code::Unpaintable, message).help("look at the template in another program")
}

fn our_fault(what: &str) -> Diagnostic {
    let message = format!("a list cannot be written: {what}");
    Diagnostic::machine(Code::CannotWrite, message)
        .help("this is a fault of deckproof: please report it")
}
