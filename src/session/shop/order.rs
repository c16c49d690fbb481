//! The order for one product of a shop: the decks as lists of cards and their pictures, within the limits of the shop. Decks
//! come in; [`Batch`]es go out. Called by `shop_making`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cards::Pack;
use crate::export::MOST_PAGES;
use crate::export::shop::{Makes, OrderedCard, Product, ShopOrder, ShopPicture};
use crate::session::draw::drawing::SelectedDeck;
use crate::session::draw::face_names::{NamedCard, NamedFace, named_cards};
use crate::sheet::Trim;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::template::Drawn;

use super::shopping::{ProductShare, Shopping};

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
