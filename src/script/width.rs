//! The one place that picks how wide the sets of a game are, and with them its tables: Hearts, with cards that nobody plays beside its 52,
//! takes half as long again with sets of 128 as with 64, and four times as long with 256.

use super::cards;
use crate::cards::Pack;
use crate::rules::Variant;
use crate::table;

/// How many cards, or zones, these games have at most, however they are set up.
pub fn width_of(packs: &[&Pack]) -> usize {
    let widths = packs.iter().flat_map(|pack| {
        let variants = Variant::all(&cards::script_axes(&pack.game)).into_iter();
        variants.filter_map(|variant| {
            let reading = table::read_table(&pack.game, &variant);
            let declared = reading.declared.as_ref()?;
            Some(cards::count(declared, &pack.decks).max(declared.zone_count()))
        })
    });
    widths.max().unwrap_or(0)
}

/// Carries out what follows with `$S` as the narrowest sets that hold the cards of all these games.
macro_rules! with_width {
    ($packs:expr, $S:ident => $body:expr) => {
        match $crate::script::width_of($packs) {
            0..64 => {
                type $S = u64;
                $body
            }
            64..128 => {
                type $S = u128;
                $body
            }
            _ => {
                type $S = $crate::table::Wide;
                $body
            }
        }
    };
}

pub(crate) use with_width;
