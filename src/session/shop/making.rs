//! Makes a game into files for a shop: checks all of it, lists it as an order for each product within the limits of the shop, then paints
//! it or lays it on pages, and writes it. Packs come in; a [`Sold`] for each product goes out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::cards::Pack;
use crate::export::MOST_PAGES;
use crate::export::shop::{Makes, OrderedCard, Product, ShopOrder, ShopPicture};
use crate::session::draw::drawing::located;
use crate::session::draw::drawing::{SelectedDeck, Set};
use crate::session::draw::face_names::{NamedCard, NamedFace, named_cards};
use crate::session::export::exporting::ExportNotes;
use crate::session::files::leftovers::note_leftovers;
use crate::session::open::host::Host;
use crate::sheet::{Choose, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, counted};
use crate::template::Drawn;

use super::files::ShopTarget;
use super::shopping::{ProductShare, Shopping};

/// What was made of one product.
#[derive(Debug, Clone)]
pub struct Sold {
    pub product: &'static Product,
    /// The folder, the PDF or the archive.
    pub place: PathBuf,
    pub decks: Vec<String>,
    pub files: usize,
    /// Copies counted.
    pub cards: u32,
    pub different: usize,
}

impl Sold {
    /// `24 files for 30 cards`.
    pub fn summary(&self) -> String {
        let files = counted(self.files, "file");
        format!("{files} for {}", counted(self.cards as usize, "card"))
    }
}

/// One game, fully checked, of which nothing is written yet.
struct Ready {
    set: Set,
    noting: ExportNotes,
    place: ShopTarget,
    batches: Vec<Batch>,
}

impl Shopping {
    /// Makes all that the shop takes of some games. Decks for which it has no product are reported and left out. All games are checked
    /// before anything is written.
    ///
    /// # Errors
    /// What is wrong with the games, what the shop does not take, what cannot be written.
    pub fn export(&self, packs: Vec<Pack>, host: &mut dyn Host) -> Result<Vec<Sold>, Diagnostics> {
        let mut ready = Vec::new();
        for pack in packs {
            ready.extend(self.prepare(pack, host)?);
        }
        let mut sold = Vec::new();
        for game in ready {
            let made = self.write(&game, host);
            sold.extend(made.map_err(|faults| located(&game.set, faults, host))?);
            game.noting.keep(host)?;
        }
        Ok(sold)
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
            ShopTarget::archive(folder.join(format!("{name}.zip")))
        } else {
            ShopTarget::folder(folder.join(name))
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

    fn write(&self, game: &Ready, host: &mut dyn Host) -> Result<Vec<Sold>, Diagnostics> {
        let (place, batches) = (&game.place, &game.batches);
        let mut sold = Vec::new();
        for batch in batches {
            let before = place.count();
            match self.shop.makes {
                Makes::Pictures => self.pictures(batch, place, host)?,
                Makes::Pages => self.documents(batch, &game.set.pack.game, place, host)?,
            }
            sold.push(Sold {
                product: batch.product,
                place: place.path(&self.shown(batch)),
                decks: batch.decks.clone(),
                files: place.count() - before,
                cards: batch.order.count(),
                different: batch.order.cards.len(),
            });
        }
        place.finish()?;
        if self.exporting.is_whole() {
            note_leftovers(&place.leftovers(), host);
        }
        Ok(sold)
    }

    /// What a viewer opens of a batch.
    fn shown(&self, batch: &Batch) -> String {
        match self.shop.makes {
            Makes::Pictures => batch.product.id.clone(),
            Makes::Pages => self.documents_of(batch).remove(0).0,
        }
    }
}

/// What is made at once: all decks of a product as pictures, or one deck as pages.
pub(super) struct Batch {
    pub product: &'static Product,
    pub decks: Vec<String>,
    pub order: ShopOrder,
    /// The faces of the order's pictures.
    pub faces: Vec<Arc<Drawn>>,
    /// The size of the first deck, which is that of all but for how it lies.
    pub trim: Trim,
}

impl Batch {
    /// The path of a file of pictures or of their list.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.product.id)
    }
}

impl Shopping {
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
        if faults.is_empty() { Ok(batches) } else { Err(faults) }
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
            let fault = Diagnostic::usage(Code::TooManyCards, message);
            faults.push(fault.help(help));
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
}
