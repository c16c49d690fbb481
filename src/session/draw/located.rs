//! What lints look at of drawn decks, and which elements cannot be painted. A set that was drawn comes in, diagnostics go out. Called by
//! whatever writes faces, and by `examining`.

use crate::cards::Pack;
use crate::lint::{DeckProof, PrintDemands, Proof, look_for_unpaintable};
use crate::session::open::host::Host;
use crate::source::{Code, Diagnostics};
use crate::template::Renderer;

use super::drawing::{SelectedDeck, Set};

/// What is wrong with a set that could not be written: where it cannot be painted, the elements that are the reason, as `check`
/// reports them.
pub fn located(set: &Set, faults: Diagnostics, host: &mut dyn Host) -> Diagnostics {
    if !faults.iter().any(|d| d.code == Code::Unpaintable) {
        return faults;
    }
    let proof = proof_of(&set.pack, &set.renderer, &set.decks);
    let found = look_for_unpaintable(&proof, host.files());
    if found.is_empty() { faults } else { found }
}

/// What the checks of drawn faces look at.
pub fn proof_of<'a>(
    pack: &'a Pack,
    renderer: &'a Renderer,
    decks: impl IntoIterator<Item = &'a SelectedDeck>,
) -> Proof<'a> {
    let decks = decks.into_iter().map(|chosen| {
        let deck = &pack.decks[chosen.deck];
        DeckProof {
            deck,
            trim: chosen.trim.clone(),
            faces: match deck.flow {
                Some(_) => Vec::new(),
                None => pack.faces(deck).0,
            },
            drawn: &chosen.drawn,
        }
    });
    Proof { pack, renderer, decks: decks.collect(), asks: PrintDemands::default() }
}
