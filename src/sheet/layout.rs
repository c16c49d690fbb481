//! The input of imposition: decks with their faces, and the set-up that a person chooses. Commands fill it in, `impose` reads it.

use std::fmt;
use std::str::FromStr;

use super::choice::choices;
use super::{Registration, Size, SlotSet, Trim, UnknownChoice};

/// How a sheet is set up. Lengths in millimetres; less than nought counts as nought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setup {
    /// The paper, either way up: the grid tries both.
    pub paper: Size,
    /// What the printer leaves white at each edge of the paper.
    pub margin: f64,
    /// Distance between the trims of neighbours: the least, as cards with bleed need twice the bleed, or the exact one.
    pub gap: f64,
    /// Whether the gap is exact: where the bleeds of two neighbours need more, each ends midway between their trims.
    pub exact_gap: bool,
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
    /// Whether each sheet shows a ruler bar, where there is room.
    pub ruler: bool,
    /// Whether each page says what it is, where there is room.
    pub footer: bool,
    /// Whether a sheet without backs gets an empty back page when there are sheets with backs. A duplex printer would
    /// print the next front on it otherwise, and every sheet after it would be out of step.
    pub blank_backs: bool,
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
            gap: 0.0,
            exact_gap: false,
            bleed: 0.0,
            back_bleed: 0.0,
            marks: CutMarks::Crop,
            backs: Backs::LongEdge,
            corners: Corners::Square,
            registration: Registration::None,
            cells: None,
            ruler: true,
            footer: true,
            blank_backs: true,
            skip: SlotSet::NONE,
            tile: None,
        }
    }
}

impl Setup {
    /// Distance between the trims of neighbours, mm: the gap, or room for the bleed of both unless the gap is exact.
    pub fn spacing(&self) -> f64 {
        if self.exact_gap { self.gap.max(0.0) } else { self.gap.max(2.0 * self.bleed).max(0.0) }
    }

    /// The same with lengths below nought, or not numbers at all, set to nought.
    pub(super) fn tidy(&self) -> Setup {
        let length = |mm: f64| if mm.is_finite() { mm.max(0.0) } else { 0.0 };
        Setup {
            margin: length(self.margin),
            gap: length(self.gap),
            bleed: length(self.bleed),
            back_bleed: length(self.back_bleed).max(length(self.bleed)),
            ..*self
        }
    }
}

choices! {
    /// Where the backs of cards go.
    Backs, "a way to print backs":
    LongEdge "long-edge" "on the other side of the paper, for a printer that flips on the long edge",
    ShortEdge "short-edge" "on the other side of the paper, for a printer that flips on the short edge",
    Fold "fold" "beside the fronts, to be folded on a line and glued",
    Separate "separate" "on sheets of their own after the fronts, in the same order, for sleeves",
    None "none" "fronts only",
}

choices! {
    /// What shows where to cut.
    CutMarks, "a kind of marks":
    Crop "crop" "ticks around the cards, one for each cut",
    Frame "frame" "an outline around each card",
    None "none" "nothing but the cards",
}

choices! {
    /// How the corners of a card are printed.
    Corners, "a kind of corners":
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

impl FromStr for Cells {
    type Err = UnknownChoice;

    /// `3x3`: columns first.
    fn from_str(text: &str) -> Result<Self, UnknownChoice> {
        let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=1000).contains(n));
        let cells = text.split_once(['x', 'X', '×']).and_then(|(c, r)| {
            let (columns, rows) = (side(c)?, side(r)?);
            Some(Cells { columns, rows })
        });
        cells.ok_or_else(|| UnknownChoice::new(text, "a grid", "write columns x rows, as in 3x3"))
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
    MakeBleed, "a way to make bleed":
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Choose;

    /// Each row of the table is told apart and reads back as itself; the first is the default.
    fn conforms<T: Choose + Default + FromStr + fmt::Display + fmt::Debug>(all: &[T]) {
        assert_eq!(all.len(), T::CHOICES.len());
        assert_eq!(T::CHOICES[0].value, T::default());
        for value in all {
            assert_eq!(T::choose(&value.to_string()), Ok(*value));
            assert_eq!(T::choose(&value.name().to_uppercase()), Ok(*value));
        }
        let error = T::choose("sideways").unwrap_err().to_string();
        for row in T::CHOICES {
            assert!(error.contains(row.name), "{error}");
            assert!(!row.help.is_empty() && !row.help.ends_with('.'), "{}", row.name);
        }
    }

    #[test]
    fn every_choice_has_a_name_that_reads_back() {
        conforms(&[Backs::LongEdge, Backs::ShortEdge, Backs::Fold, Backs::Separate, Backs::None]);
        conforms(&[CutMarks::Crop, CutMarks::Frame, CutMarks::None]);
        conforms(&[Corners::Square, Corners::Round]);
    }

    #[test]
    fn bleed_pushes_cards_apart_and_a_gap_may_push_further() {
        let setup = |gap, bleed| Setup { gap, bleed, ..Setup::default() };
        assert_eq!(setup(0.0, 0.0).spacing(), 0.0);
        assert_eq!(setup(2.0, 3.0).spacing(), 6.0);
        assert_eq!(setup(8.0, 3.0).spacing(), 8.0);
        assert_eq!(setup(-1.0, f64::NAN).tidy().spacing(), 0.0);
    }

    #[test]
    fn grids_are_written_columns_first() {
        let cells = "3 x 2".parse::<Cells>().unwrap();
        assert_eq!((cells.columns, cells.rows, cells.count()), (3, 2, 6));
        assert_eq!(cells.to_string(), "3x2");
        for text in ["3", "0x3", "3x-1", "axb", "9999x1"] {
            assert!(text.parse::<Cells>().is_err(), "{text}");
        }
    }
}
