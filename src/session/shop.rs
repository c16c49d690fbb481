//! What a shop takes, made of a game: its decks are given to products, painted or laid on pages, listed and written.

use std::path::PathBuf;

use crate::cards::{Deck, Pack};
use crate::export::shop::{List, Makes, Product, Shop};
use crate::sheet::Trim;
use crate::source::{Code, Diagnostic, Diagnostics, Fault, Severity, counted};
use crate::template::Ink;

use super::drawing::{Chosen, Set};
use super::examining::located;
use super::face_names::FileBacks;
use super::host::Host;
use super::output;
use super::printing::keep_changed;
use super::selection::Selection;
use super::shop_files::Place;
use super::shop_order::Batch;

/// Longer lists of sizes are not read where another size is meant.
const MOST_NEAREST: usize = 3;

/// One run: what is asked for, and where it goes.
#[derive(Debug, Clone)]
pub struct Shopping {
    pub selection: Selection,
    /// The folder in which each game has one.
    pub output: PathBuf,
    pub shop: &'static Shop,
    /// Products to take where a deck's size suits several.
    pub products: Vec<String>,
    pub backs: FileBacks,
    pub ink: Ink,
    /// Only what differs from the last print into the folder.
    pub changed: bool,
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
        match faults.is_empty() {
            true => Ok(()),
            false => Err(faults),
        }
    }

    fn product(&self, name: &str) -> Option<&'static Product> {
        self.shop.products.iter().find(|product| product.id == name)
    }

    /// Makes all that the shop takes of one game. Decks for which it has no product are told and left out.
    ///
    /// # Errors
    /// What is wrong with the game, what the shop does not take, what cannot be written.
    pub fn export(&self, pack: Pack, host: &mut dyn Host) -> Result<Vec<Sold>, Diagnostics> {
        let mut set = self.selection.draw(pack, self.ink, host)?;
        if self.changed {
            keep_changed(&mut set, &self.selection, &self.output, host)?;
            if set.decks.is_empty() {
                return Ok(Vec::new());
            }
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
        let made = self.write(&set, &shares, host);
        made.map_err(|faults| located(&set, faults, host))
    }

    /// Which decks become which product, and which are left out.
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
            if deck.flow.is_some() {
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
            faults.push(refusal(
                message,
                "name a deck of cards with --deck".to_owned(),
            ));
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
        let nearest = self.shop.nearest(trim, MOST_NEAREST);
        let nearest: Vec<String> = nearest.iter().map(|p| p.name_and_size()).collect();
        let nearest = nearest.join(", ");
        let help = match self.shop.products.len() > MOST_NEAREST {
            true => format!("the nearest are {nearest}; `deckproof export shop` lists all"),
            false => format!("it makes {nearest}"),
        };
        Diagnostic::warning(Code::NoProduct, message)
            .fault(Fault::Usage)
            .at(deck.size_span)
            .help(help)
    }

    fn write(
        &self,
        set: &Set,
        shares: &[Share],
        host: &mut dyn Host,
    ) -> Result<Vec<Sold>, Diagnostics> {
        let folder = self
            .output
            .join(self.selection.game_name(&set.pack.game.id));
        host.tell(&output::name_warning(&folder).into_iter().collect());
        let place = match self.zip {
            true => Place::archive(folder.join(format!("{}.zip", self.shop.id))),
            false => Place::folder(folder.join(self.shop.id)),
        };
        // All is looked at before anything is written.
        let mut batches = Vec::new();
        for share in shares {
            for batch in self.batches(&set.pack, &set.decks, share)? {
                self.may_make(&batch, &place)?;
                batches.push(batch);
            }
        }
        let mut sold = Vec::new();
        for batch in &batches {
            let before = place.count();
            match self.shop.makes {
                Makes::Pictures => self.pictures(batch, &place, host)?,
                Makes::Pages => self.documents(batch, &set.pack.game, &place, host)?,
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
        let stale = place.finish()?;
        if let Some(first) = stale.first() {
            let others = match stale.len() {
                1 => String::new(),
                all => format!(" and {}", counted(all - 1, "other file")),
            };
            host.note(&format!("Not of this export: {}{others}.", first.display()));
        }
        if self.verify {
            for (sold, batch) in sold.iter_mut().zip(&batches) {
                sold.verified = Some(self.read_back(batch, &place)?);
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
