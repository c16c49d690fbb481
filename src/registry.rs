//! The one list of games' families.

use crate::cards::{Vocabularies, Vocabulary};
use crate::games::caper::{self, Caper};
use crate::games::hammers::{self, Hammers};
use crate::verify::{Prove, Prover};

/// A family of games.
struct Family {
    /// What `[rules] family` gives.
    name: &'static str,
    /// What its cards may say.
    vocabulary: &'static dyn Vocabulary,
    /// How it is played and proven; `None` for one that is printed only.
    prover: Option<&'static dyn Prove>,
}

const FAMILIES: &[Family] = &[
    Family {
        name: Hammers::FAMILY,
        vocabulary: &Hammers,
        prover: Some(&Prover {
            axes: |_| Vec::new(),
            compile: |game, decks, _| hammers::play::Rules::compile(game, decks),
        }),
    },
    Family {
        name: Caper::FAMILY,
        vocabulary: &Caper,
        prover: Some(&Prover {
            axes: caper::play::Rules::axes,
            compile: caper::play::Rules::compile,
        }),
    },
];

/// Every family there is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Registry;

impl Registry {
    /// How a family is proven; `None` when it is not known, or printed only.
    pub fn prover(family: &str) -> Option<&'static dyn Prove> {
        find(family)?.prover
    }
}

fn find(family: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|f| f.name == family)
}

impl Vocabularies for Registry {
    fn find(&self, family: &str) -> Option<&'static dyn Vocabulary> {
        find(family).map(|f| f.vocabulary)
    }

    fn families(&self) -> Vec<&'static str> {
        FAMILIES.iter().map(|f| f.name).collect()
    }
}
