//! What is ordered from a shop: which decks become which of its products, and what the shop would refuse. Options and decks
//! come in; products and diagnostics go out. Sizes and counts are checked here; safe area, bleed and resolution by the lints.

use std::path::PathBuf;

use crate::cards::{Deck, Pack};
use crate::export::shop::{List, Makes, Product, Shop, find_shop, shops};
use crate::lint::PrintDemands;
use crate::session::draw::drawing::{FileBacks, SelectedDeck};
use crate::session::export::exporting::Exporting;
use crate::session::open::selection::Selection;
use crate::sheet::Trim;
use crate::source::{Blame, Diagnostic, Diagnostics, Severity, instead, joined, usage, warning};
use crate::template::Ink;

/// Millimetres beyond the cut that templates are asked to paint; what a shop wants beyond is their edge drawn out.
pub(super) const PAINTED: f64 = 3.0;

/// Longer lists of sizes are not shown in a message.
const MOST_NEAREST: usize = 3;

/// The options of one run: what is made, and where it is written.
#[derive(Debug, Clone)]
pub struct Shopping {
    pub exporting: Exporting,
    pub shop: &'static Shop,
    /// Products to take where a deck's size suits several.
    pub products: Vec<String>,
    /// One archive in place of a folder.
    pub zip: bool,
}

/// The decks of one product, by their places in the set.
pub(super) struct ProductShare {
    pub product: &'static Product,
    pub decks: Vec<usize>,
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
                let help = format!("it makes {}", joined(all, ", "));
                faults.push(usage!(NoProduct, message, help));
            }
        }
        if self.zip && self.shop.list == Some(List::CardsXml) {
            let message = "cards.xml names pictures on this disk, and finds none in an archive";
            faults.push(usage!(NoProduct, message, "leave out --zip"));
        }
        faults.into_result()
    }

    fn product(&self, name: &str) -> Option<&'static Product> {
        self.shop.products.iter().find(|product| product.id == name)
    }

    /// Which decks become which product, and which are left out; a deck of which no copy is wanted is no matter.
    ///
    /// # Errors
    /// When nothing is left, or a product is of use to no deck.
    pub(super) fn shares(
        &self,
        pack: &Pack,
        decks: &[SelectedDeck],
    ) -> Result<(Vec<ProductShare>, Diagnostics), Diagnostics> {
        let mut shares: Vec<ProductShare> = Vec::new();
        let mut faults = Diagnostics::new();
        for (at, chosen) in decks.iter().enumerate() {
            let deck = &pack.decks[chosen.deck];
            if deck.flow.is_some() || chosen.cards.iter().all(|card| card.copies == 0) {
                continue;
            }
            let Some(product) = self.shop.product_for(&chosen.trim, &self.products) else {
                faults.push(self.no_product(deck, &chosen.trim));
                continue;
            };
            match shares.iter_mut().find(|share| share.product.id == product.id) {
                Some(share) => share.decks.push(at),
                None => shares.push(ProductShare { product, decks: vec![at] }),
            }
        }
        let unused = self.products.iter().filter_map(|name| self.product(name));
        for product in unused.filter(|p| !shares.iter().any(|share| share.product.id == p.id)) {
            let sizes = decks
                .iter()
                .map(|chosen| format!("{} ({})", pack.decks[chosen.deck].id, chosen.trim.size));
            let message = format!("no deck has the size of {}", product.name_and_size());
            let help = format!("the decks are {}", joined(sizes, ", "));
            faults.push(usage!(NoProduct, message, help));
        }
        if shares.is_empty() && faults.is_empty() {
            let message = format!("there is no card for {}", self.shop.title);
            let help = "name a deck with --deck whose cards have copies";
            faults.push(usage!(NoProduct, message, help));
        }
        if !shares.is_empty() && !faults.has_errors() {
            return Ok((shares, faults));
        }
        let errors = faults.into_iter();
        Err(errors.map(|fault| Diagnostic { severity: Severity::Error, ..fault }).collect())
    }

    fn no_product(&self, deck: &Deck, trim: &Trim) -> Diagnostic {
        let round = if trim.is_round() { "round, " } else { "" };
        let message = format!(
            "deck `{}` is left out: {} makes no cards of its size ({round}{})",
            deck.id, self.shop.title, trim.size
        );
        let nearest = self.shop.nearest(trim, MOST_NEAREST);
        let nearest = joined(nearest.iter().map(|p| p.name_and_size()), ", ");
        let help = if self.shop.products.len() > MOST_NEAREST {
            format!("the nearest are {nearest}; `deckproof export shop` lists all")
        } else {
            format!("it makes {nearest}")
        };
        warning!(NoProduct, deck.size_span, message, help).fault(Blame::Usage)
    }

    /// The limits of the shop, for the lints.
    pub(crate) fn asks(&self) -> PrintDemands {
        let bleed = match self.shop.makes {
            // What lies beyond is drawn out of what is painted.
            Makes::Pictures => self.shop.bleed.min(PAINTED),
            Makes::Pages => self.shop.bleed,
        };
        let usual = PrintDemands::default();
        PrintDemands { safe: self.shop.safe, bleed, dpi: self.shop.least_dpi.unwrap_or(usual.dpi) }
    }

    /// The decks of which the shop makes what is asked for, and what it would refuse of them. Where a product is named, only decks
    /// of its size are asked about.
    pub(crate) fn would_take<'a>(
        &self,
        pack: &Pack,
        decks: &'a [SelectedDeck],
    ) -> (Vec<&'a SelectedDeck>, Diagnostics) {
        let (shares, left_out) = match self.shares(pack, decks) {
            Ok(shares) => shares,
            Err(faults) => return (Vec::new(), faults),
        };
        let mut found = if self.products.is_empty() { left_out } else { Diagnostics::new() };
        let named = |id: &String| self.products.is_empty() || self.products.contains(id);
        let mut taken = Vec::new();
        for share in shares.iter().filter(|share| named(&share.product.id)) {
            taken.extend(share.decks.iter().map(|at| &decks[*at]));
            if let Err(faults) = self.batches(pack, decks, share) {
                found.append(faults);
            }
        }
        (taken, found)
    }
}

/// What `check --for SHOP/PRODUCT` asks about.
///
/// # Errors
/// A shop or a product that there is not.
pub fn asked_of_shop(name: &str, selection: &Selection) -> Result<Shopping, Diagnostics> {
    let (shop, product) = match name.split_once('/') {
        Some((shop, product)) => (shop, Some(product)),
        None => (name, None),
    };
    let shopping = Shopping {
        exporting: Exporting {
            selection: selection.clone(),
            output: PathBuf::new(),
            backs: FileBacks::Beside,
            ink: Ink::Full,
            changed: false,
        },
        shop: shop_named(shop)?,
        products: product.into_iter().map(str::to_owned).collect(),
        zip: false,
    };
    shopping.check()?;
    Ok(shopping)
}

/// The shop of that name.
///
/// # Errors
/// A shop that there is not.
pub fn shop_named(name: &str) -> Result<&'static Shop, Diagnostics> {
    if let Some(shop) = find_shop(name) {
        return Ok(shop);
    }
    let help = instead(name, shops().iter().map(|shop| shop.id));
    Err(usage!(UnknownName, "there is no shop `{name}`", help).into())
}
