//! The one place that picks how wide the sets of a game are, and with them its tables: Hearts, with cards that nobody plays beside its 52,
//! takes half as long again with sets of 128 as with 64, and four times as long with 256.

use super::cards;
use crate::cards::Pack;
use crate::rules::Variant;
use crate::source::Diagnostics;
use crate::table;

/// How many cards, or zones, these games have at most, however they are set up.
pub fn width_of(packs: &[&Pack]) -> usize {
    let widths = packs.iter().flat_map(|pack| {
        let variants = Variant::all(&cards::script_axes(&pack.game));
        let declared = variants.into_iter().filter_map(|variant| {
            let (rows, span) = pack.game.table.as_ref()?;
            table::read_table(rows, *span, &variant, &mut Diagnostics::new())
        });
        let widths = declared
            .map(|declared| cards::count(&declared, &pack.decks).max(declared.zone_count()));
        widths.collect::<Vec<usize>>()
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
