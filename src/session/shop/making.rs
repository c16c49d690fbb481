//! Makes a game into files for a shop: checks all of it, then paints it or lays it on pages, lists it and writes it. Packs come
//! in; a [`Sold`] for each product goes out. Called by the command `export shop`.

use std::path::PathBuf;

use crate::cards::Pack;
use crate::export::shop::{Makes, Product};
use crate::session::draw::drawing::Set;
use crate::session::draw::located::located;
use crate::session::export::export_notes::ExportNotes;
use crate::session::files::leftovers::note_leftovers;
use crate::session::open::host::Host;
use crate::sheet::Choose;
use crate::source::{Diagnostics, counted};

use super::files::ShopTarget;
use super::order::Batch;
use super::shopping::Shopping;

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
