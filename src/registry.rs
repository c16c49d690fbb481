//! The one list of games' families.

use std::sync::Arc;

use crate::cards::{Deck, Game, Pack};
use crate::cards::{Vocabularies, Vocabulary};
use crate::games::caper::{self, Caper};
use crate::games::hammers::{self, Hammers};
use crate::rules::Variant;
use crate::script::{self, Scripted};
use crate::source::{Diagnostics, GameFolder};
use crate::table::{CardSet, Wide};
use crate::verify::{Prove, Prover};

/// A family of games.
struct Family {
    /// What `[rules] family` gives.
    name: &'static str,
    /// What its cards may say.
    vocabulary: fn() -> Arc<dyn Vocabulary>,
    /// How it is played and proven; `None` for one that is printed only.
    prover: Option<&'static dyn Prove>,
}

const FAMILIES: &[Family] = &[
    Family {
        name: Hammers::FAMILY,
        vocabulary: || Arc::new(Hammers),
        prover: Some(&Prover {
            axes: |_| Vec::new(),
            compile: |game, decks, _| hammers::play::Rules::compile(game, decks),
        }),
    },
    Family {
        name: Caper::FAMILY,
        vocabulary: || Arc::new(Caper),
        prover: Some(&Prover {
            axes: caper::play::Rules::axes,
            compile: caper::play::Rules::compile,
        }),
    },
];

/// Games with rules of their own, by how many cards they have.
static NARROW: Prover<Scripted<u64>> = own();
static MIDDLE: Prover<Scripted<u128>> = own();
static WIDE: Prover<Scripted<Wide>> = own();

const fn own<S: CardSet>() -> Prover<Scripted<S>> {
    Prover {
        axes: script::axes,
        compile: |game: &Game, decks: &[Deck], variant: &Variant| -> Result<_, Diagnostics> {
            script::compile(game, decks, variant)
        },
    }
}

/// Every family there is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Registry;

impl Registry {
    /// How a game is proven: by its own rules, or by those of its family; `None` for one that is printed only.
    pub fn prover(pack: &Pack) -> Option<&'static dyn Prove> {
        let game = &pack.game;
        if game.table.is_some() && game.script.is_some() {
            return Some(match script::width_of(game, &pack.decks) {
                0..64 => &NARROW,
                64..128 => &MIDDLE,
                _ => &WIDE,
            });
        }
        find(&game.rules.as_ref()?.family)?.prover
    }
}

fn find(family: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|f| f.name == family)
}

impl Vocabularies for Registry {
    fn find(&self, family: &str) -> Option<Arc<dyn Vocabulary>> {
        find(family).map(|f| (f.vocabulary)())
    }

    fn families(&self) -> Vec<&'static str> {
        FAMILIES.iter().map(|f| f.name).collect()
    }

    fn own(&self, folder: &GameFolder, game: &Game, decks: &[Deck]) -> Option<Arc<dyn Vocabulary>> {
        let own = script::vocabulary(folder, game, decks)?;
        Some(Arc::new(own))
    }
}
