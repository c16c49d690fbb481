//! What a shop would say of cards before it prints them: sizes and numbers here, safe area, bleed and dots to the inch by the lints.

use crate::cards::Pack;
use crate::export::shop::Makes;
use crate::lint::Asks;
use crate::source::Diagnostics;

use super::drawing::Chosen;
use super::shop::Shopping;
use super::shop_painting::PAINTED;

impl Shopping {
    /// The limits of the shop, for the lints.
    pub(super) fn asks(&self) -> Asks {
        let bleed = match self.shop.makes {
            // What lies beyond is drawn out of what is painted.
            Makes::Pictures => self.shop.bleed.min(PAINTED),
            Makes::Pages => self.shop.bleed,
        };
        let usual = Asks::default();
        Asks {
            safe: self.shop.safe,
            bleed,
            dpi: self.shop.least_dpi.unwrap_or(usual.dpi),
        }
    }

    /// The decks of which the shop makes what is asked for, and what it would refuse of them. Where a product is named, only decks
    /// of its size are asked about.
    pub(super) fn would_take<'a>(
        &self,
        pack: &Pack,
        decks: &'a [Chosen],
    ) -> (Vec<&'a Chosen>, Diagnostics) {
        let (shares, left_out) = match self.shares(pack, decks) {
            Ok(shares) => shares,
            Err(faults) => return (Vec::new(), faults),
        };
        let mut found = if self.products.is_empty() {
            left_out
        } else {
            Diagnostics::new()
        };
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
