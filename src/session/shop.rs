//! What a shop takes, made of a game: its decks are given to products, painted or laid on pages, listed and written.

use std::path::PathBuf;

use crate::cards::{Deck, Pack};
use crate::export::shop::{List, Makes, Product, Shop};
use crate::sheet::{Choose, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, Fault, Severity, counted};

use super::drawing::{Chosen, Set};
use super::examining::located;
use super::exporting::Exporting;
use super::host::Host;
use super::leftovers::note_leftovers;
use super::noting::Noting;
use super::shop_files::Place;
use super::shop_order::Batch;

/// Longer lists of sizes are not read where another size is meant.
const MOST_NEAREST: usize = 3;

/// One run: what is asked for, and where it goes.
#[derive(Debug, Clone)]
pub struct Shopping {
    pub exporting: Exporting,
    pub shop: &'static Shop,
    /// Products to take where a deck's size suits several.
    pub products: Vec<String>,
    /// One archive in place of a folder.
    pub zip: bool,
    /// Whether the files are opened again once they are written.
    pub verify: bool,
}

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
    /// What the files hold, where they were opened again.
    pub verified: Option<String>,
}

impl Sold {
    /// `24 files for 30 cards`.
    pub fn summary(&self) -> String {
        let files = counted(self.files, "file");
        format!("{files} for {}", counted(self.cards as usize, "card"))
    }
}

/// One game, of which all has been looked at, and nothing is written yet.
struct Ready {
    set: Set,
    noting: Noting,
    place: Place,
    batches: Vec<Batch>,
}

/// The decks of one product, by their places in the set.
pub(super) struct Share {
    pub product: &'static Product,
    pub decks: Vec<usize>,
}

fn refusal(message: String, help: String) -> Diagnostic {
    Diagnostic::error(Code::NoProduct, message)
        .fault(Fault::Usage)
        .help(help)
}

impl Shopping {
    /// Whether all that is named is there.
    ///
    /// # Errors
    /// A product that the shop does not make, with those that it does.
    pub fn check(&self) -> Result<(), Diagnostics> {
        let mut faults = Diagnostics::new();
        for name in &self.products {
            if self.product(name).is_none() {
                let all = self.shop.products.iter().map(Product::name_and_size);
                let message = format!("{} makes no `{name}`", self.shop.title);
                let help = format!("it makes {}", all.collect::<Vec<_>>().join(", "));
                faults.push(refusal(message, help));
            }
        }
        if self.zip && self.shop.list == Some(List::CardsXml) {
            let message = "cards.xml names pictures on this disk, and finds none in an archive";
            faults.push(refusal(message.to_owned(), "leave out --zip".to_owned()));
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }

    fn product(&self, name: &str) -> Option<&'static Product> {
        self.shop.products.iter().find(|product| product.id == name)
    }

    /// Makes all that the shop takes of some games. Decks for which it has no product are told and left out. All games are looked at
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
        let mut kind = format!(
            "shop {}, backs {}",
            self.shop.id,
            self.exporting.backs.name()
        );
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
            host.note(&format!(
                "Left out, as pages of a text are no cards: {}.",
                flows.join(", ")
            ));
        }
        let name = format!("{}{}", self.shop.id, self.exporting.part());
        let folder = self.exporting.folder(&set.pack.game.id);
        let place = if self.zip {
            Place::archive(folder.join(format!("{name}.zip")))
        } else {
            Place::folder(folder.join(name))
        };
        let mut batches = Vec::new();
        for share in &shares {
            for batch in self.batches(&set.pack, &set.decks, share)? {
                let fits = self.may_make(&batch, &set.pack, &place);
                fits.map_err(|fault| located(&set, fault.into(), host))?;
                batches.push(batch);
            }
        }
        Ok(Some(Ready {
            set,
            noting,
            place,
            batches,
        }))
    }

    /// Which decks become which product, and which are left out; a deck of which no copy is wanted is no matter.
    ///
    /// # Errors
    /// When nothing is left, or a product is of use to no deck.
    pub(super) fn shares(
        &self,
        pack: &Pack,
        decks: &[Chosen],
    ) -> Result<(Vec<Share>, Diagnostics), Diagnostics> {
        let mut shares: Vec<Share> = Vec::new();
        let mut faults = Diagnostics::new();
        for (at, chosen) in decks.iter().enumerate() {
            let deck = &pack.decks[chosen.deck];
            if deck.flow.is_some() || chosen.wanted.iter().all(|(_, copies)| *copies == 0) {
                continue;
            }
            let Some(product) = self.shop.product_for(&chosen.trim, &self.products) else {
                faults.push(self.no_product(deck, &chosen.trim));
                continue;
            };
            match shares
                .iter_mut()
                .find(|share| share.product.id == product.id)
            {
                Some(share) => share.decks.push(at),
                None => shares.push(Share {
                    product,
                    decks: vec![at],
                }),
            }
        }
        let unused = self.products.iter().filter_map(|name| self.product(name));
        for product in unused.filter(|p| !shares.iter().any(|share| share.product.id == p.id)) {
            let sizes = decks
                .iter()
                .map(|chosen| format!("{} ({})", pack.decks[chosen.deck].id, chosen.trim.size));
            let message = format!("no deck has the size of {}", product.name_and_size());
            let help = format!("the decks are {}", sizes.collect::<Vec<_>>().join(", "));
            faults.push(refusal(message, help));
        }
        if shares.is_empty() && faults.is_empty() {
            let message = format!("there is no card for {}", self.shop.title);
            let help = "name a deck with --deck whose cards have copies";
            faults.push(refusal(message, help.to_owned()));
        }
        if !shares.is_empty() && !faults.has_errors() {
            return Ok((shares, faults));
        }
        let mut errors = Diagnostics::new();
        for fault in faults.iter() {
            errors.push(Diagnostic {
                severity: Severity::Error,
                ..fault.clone()
            });
        }
        Err(errors)
    }

    fn no_product(&self, deck: &Deck, trim: &Trim) -> Diagnostic {
        let round = if trim.is_round() { "round, " } else { "" };
        let message = format!(
            "deck `{}` is left out: {} makes no cards of its size ({round}{})",
            deck.id, self.shop.title, trim.size
        );
        let products = self.shop.nearest(trim, MOST_NEAREST);
        let names: Vec<String> = products.iter().map(|p| p.name_and_size()).collect();
        let nearest = names.join(", ");
        let help = if self.shop.products.len() > MOST_NEAREST {
            format!("the nearest are {nearest}; `deckproof export shop` lists all")
        } else {
            format!("it makes {nearest}")
        };
        Diagnostic::warning(Code::NoProduct, message)
            .fault(Fault::Usage)
            .at(deck.size_span)
            .help(help)
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
                verified: None,
            });
        }
        place.finish()?;
        if self.exporting.is_whole() {
            note_leftovers(&place.leftovers(), host);
        }
        if self.verify {
            for (sold, batch) in sold.iter_mut().zip(batches) {
                sold.verified = Some(self.read_back(batch, place)?);
            }
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
