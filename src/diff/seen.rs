//! What a comparison needs besides the data: how the cards of a game look. `session::side` makes a [`SeenGame`] from drawn
//! faces; `diff::decks` and `diff::cards` read it.

use crate::cards::{Face, Pack};
use crate::source::Asset;

/// A game as it was read, and what can be seen of its cards.
#[derive(Clone, Copy)]
pub struct SeenGame<'a> {
    pub pack: &'a Pack,
    /// In the order of the pack's decks.
    pub decks: &'a [SeenDeck],
}

/// A deck as it is seen.
#[derive(Debug, Clone, Default)]
pub struct SeenDeck {
    /// A face a row; none of a text that flows.
    pub faces: Vec<Face>,
    /// A look a row, or a page of a text that flows.
    pub fronts: Vec<Appearance>,
    pub backs: Vec<Option<Appearance>>,
    /// Fields that its templates show or look at.
    pub fields: Vec<String>,
    /// The text that flows over it: each paragraph with its heading.
    pub text: Option<Vec<(String, String)>>,
}

/// Enough of a drawn face to say whether another one looks like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appearance {
    /// Equal for faces that look alike.
    pub fingerprint: String,
    /// All words that are printed on it.
    pub words: String,
}

/// A front or back of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FacePlace {
    pub deck: usize,
    /// Its row, or its page of a text that flows.
    pub row: usize,
    pub is_back: bool,
}

/// A face before and after; `None` where there is none.
#[derive(Debug, Clone, Copy, Default)]
pub struct FacePair {
    pub old: Option<FacePlace>,
    pub new: Option<FacePlace>,
}

impl<'a> SeenGame<'a> {
    /// How a face looks; `None` where there is none.
    pub fn look(&self, place: FacePlace) -> Option<&'a Appearance> {
        let deck = self.decks.get(place.deck)?;
        if place.is_back { deck.backs.get(place.row)?.as_ref() } else { deck.fronts.get(place.row) }
    }

    /// The place of a face that there is.
    pub fn face(&self, deck: usize, row: usize, is_back: bool) -> Option<FacePlace> {
        let place = FacePlace { deck, row, is_back };
        self.look(place).map(|_| place)
    }

    /// The bytes of a template, picture or symbol; `None` when there is none.
    pub fn bytes(&self, asset: Asset, name: &str) -> Option<Vec<u8>> {
        self.pack.folder.asset(asset, name).ok().map(|(_, bytes)| bytes)
    }
}
