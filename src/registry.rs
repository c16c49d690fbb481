//! The one list of games' families.

use crate::cards::{Vocabularies, Vocabulary};
use crate::games::caper::Caper;
use crate::games::hammers::Hammers;

/// A family of games: the name that `[rules] family` gives, and what it knows.
type Family = (&'static str, &'static dyn Vocabulary);

const FAMILIES: &[Family] = &[(Hammers::FAMILY, &Hammers), (Caper::FAMILY, &Caper)];

/// Every family there is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Registry;

impl Vocabularies for Registry {
    fn find(&self, family: &str) -> Option<&'static dyn Vocabulary> {
        let found = FAMILIES.iter().find(|(name, _)| *name == family);
        found.map(|(_, vocabulary)| *vocabulary)
    }

    fn families(&self) -> Vec<&'static str> {
        FAMILIES.iter().map(|(name, _)| *name).collect()
    }
}
