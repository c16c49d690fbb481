//! The input of imposition: decks with their faces, and the set-up that a person chooses. Commands fill it in, `impose` reads it.

use std::fmt;

use super::choice::choices;
use super::{Registration, Size, SlotSet, Trim};

/// How a sheet is set up. Lengths in millimetres, none below nought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setup {
    /// The paper, either way up: the grid tries both.
    pub paper: Size,
    /// What the printer leaves white at each edge of the paper.
    pub margin: f64,
    /// Distance between the trims of neighbours; by default room for the bleed of both. Where their bleeds need more, each ends midway
    /// between their trims.
    pub gap: Option<f64>,
    /// How far the picture reaches beyond the trim.
    pub bleed: f64,
    /// The same for backs on the other side of the paper, where there is no neighbour, as far as the margin allows: a printer
    /// that shifts them leaves no white at the cut. Less than the bleed counts as that.
    pub back_bleed: f64,
    pub marks: CutMarks,
    pub backs: Backs,
    pub corners: Corners,
    /// Marks for a cutting machine; cards keep clear of them.
    pub registration: Registration,
    /// Exactly so many columns and rows; `None` for as many as fit.
    pub cells: Option<Cells>,
    /// Places of the first sheets that are left free. The grid is then that of a full sheet.
    pub skip: SlotSet,
    /// Pieces that are larger than the paper come in parts, which overlap by so many mm; `None` where they are refused.
    pub tile: Option<f64>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            paper: Size::new(210.0, 297.0),
            margin: 6.35,
            gap: None,
            bleed: 0.0,
            back_bleed: 0.0,
            marks: CutMarks::Crop,
            backs: Backs::LongEdge,
            corners: Corners::Square,
            registration: Registration::None,
            cells: None,
            skip: SlotSet::NONE,
            tile: None,
        }
    }
}

impl Setup {
    /// Distance between the trims of neighbours, mm.
    pub fn spacing(&self) -> f64 {
        self.gap.unwrap_or(2.0 * self.bleed)
    }
}

choices! {
    /// Where the backs of cards go.
    Backs:
    LongEdge "long-edge" "on the other side of the paper, for a printer that flips on the long edge",
    ShortEdge "short-edge" "on the other side of the paper, for a printer that flips on the short edge",
    Fold "fold" "beside the fronts, to be folded on a line and glued",
    Separate "separate" "on sheets of their own after the fronts, in the same order, for sleeves",
    None "none" "fronts only",
}

choices! {
    /// What shows where to cut.
    CutMarks:
    Crop "crop" "ticks around the cards, one for each cut",
    Frame "frame" "an outline around each card",
    None "none" "nothing but the cards",
}

choices! {
    /// How the corners of a card are printed.
    Corners:
    Square "square" "printed to the edge, for straight cuts or a corner punch",
    Round "round" "printed round, without bleed",
}

/// Columns and rows of cards. With folded backs, the columns of fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cells {
    pub columns: usize,
    pub rows: usize,
}

impl Cells {
    /// How many cards they hold.
    pub fn count(self) -> usize {
        self.columns.saturating_mul(self.rows)
    }
}

impl fmt::Display for Cells {
    /// `3x3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Length of a tick, mm.
pub(super) const LENGTH: f64 = 4.0;

/// From the trim to the tick, mm: a cut that strays leaves no ink on the card.
const OFFSET: f64 = 2.0;

/// From the trim to the tick, mm: clear of the bleed too.
pub(super) fn offset(bleed: f64) -> f64 {
    OFFSET.max(bleed)
}

choices! {
    /// How a face goes on beyond the trim.
    MakeBleed:
    Mirror "mirror" "the art goes on as its mirror image: for textures and landscapes",
    Smear "smear" "the last line of the art is drawn out: for plain grounds and frames",
}

/// The faces of one card, by the caller's indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardFaces {
    pub front: usize,
    pub back: Option<usize>,
}

/// The cards of one deck, all of one size, in the order in which they are printed.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckSheets {
    /// For errors.
    pub name: String,
    pub trim: Trim,
    /// One for each printed card: a card with three copies is listed three times.
    pub faces: Vec<CardFaces>,
    /// Whether the cards are halves of leaves, left and right by turns, that are folded between the two.
    pub booklet: bool,
}

impl DeckSheets {
    /// The set-up for these cards: fronts need not make room beside themselves for backs that there are not.
    pub(super) fn set_up(&self, setup: &Setup) -> Setup {
        let bare = self.faces.iter().all(|faces| faces.back.is_none());
        Setup { backs: if bare { Backs::None } else { setup.backs }, ..*setup }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Choose;

    /// Every value has a row of its own; the first is the default.
    fn conforms<T: Choose + Default + fmt::Debug>(all: &[T]) {
        let values: Vec<T> = T::CHOICES.iter().map(|row| row.value).collect();
        assert_eq!((&*values, values[0]), (all, T::default()));
        for row in T::CHOICES {
            assert_eq!(row.value.name(), row.name);
            assert!(!row.help.is_empty() && !row.help.ends_with('.'), "{}", row.name);
        }
    }

    #[test]
    fn every_choice_has_a_name() {
        conforms(&[Backs::LongEdge, Backs::ShortEdge, Backs::Fold, Backs::Separate, Backs::None]);
        conforms(&[CutMarks::Crop, CutMarks::Frame, CutMarks::None]);
        conforms(&[Corners::Square, Corners::Round]);
    }

    #[test]
    fn bleed_pushes_cards_apart_unless_a_gap_says_how_far() {
        let setup = |gap, bleed| Setup { gap, bleed, ..Setup::default() };
        assert_eq!(setup(None, 0.0).spacing(), 0.0);
        assert_eq!(setup(None, 3.0).spacing(), 6.0);
        assert_eq!(setup(Some(2.0), 3.0).spacing(), 2.0);
    }
}
