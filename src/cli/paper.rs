//! The options for how cards are laid out on paper, and the parsers of paper sizes and bleed.

use crate::session::{BLEED, Ink, Lay};
use crate::sheet::{
    Backs, Corners, CutMarks, PAPERS, Paper, Registration, Setup, Size, SlotSet, Trim, parse_length,
};
use crate::source::joined;

use super::options::{choice, ink};

/// Options of paper and layout.
#[derive(clap::Args)]
pub struct Options {
    #[arg(help = paper_help(), long, env = "DECKPROOF_PAPER", default_value = "a4", value_parser = paper)]
    pub paper: Paper,
    /// Print cards at another size of nearly the same shape: poker, tcg, bridge, mini … or WIDTHxHEIGHT in mm
    #[arg(long, value_name = "NAME|WxH", value_parser = trim)]
    pub card_size: Option<Trim>,
    /// Unprinted edge of the paper in mm
    #[arg(long, default_value = "6.35", value_name = "MM", value_parser = length)]
    pub margin: f64,
    /// Space between cards in mm; twice the bleed when not given. Where it is less than that, neighbouring bleeds end
    /// midway, with `--gap 0` at the cut that both cards share
    #[arg(long, value_name = "MM", value_parser = length)]
    pub gap: Option<f64>,
    /// Picture beyond the cut on every side of a card, in mm (at most 4)
    #[arg(long, default_value = "0", value_name = "MM", value_parser = bleed)]
    pub bleed: f64,
    /// The same for backs on the other side of the paper, at the outer edge of the cards together: a printer that is off leaves
    /// no white there. As far as the margin allows
    #[arg(long, default_value = "0", value_name = "MM", value_parser = bleed)]
    pub back_bleed: f64,
    /// Where to cut
    #[arg(long, value_parser = choice::<CutMarks>(), default_value = "crop")]
    pub marks: CutMarks,
    /// How backs meet their fronts
    #[arg(long, value_parser = choice::<Backs>(), default_value = "long-edge")]
    pub backs: Backs,
    /// How much ink the cards take
    #[arg(long, value_parser = ink(), default_value = "full")]
    pub ink: Ink,
    /// Square or round corners
    #[arg(long, value_parser = choice::<Corners>(), default_value = "square")]
    pub corners: Corners,
    /// Places of the first sheet that are left free, for half-used sheets of labels or cards: 1,5-7, counted row by row from
    /// the upper left of the fronts
    #[arg(long, value_name = "PLACES")]
    pub skip: Option<SlotSet>,
    /// Let decks of one size of card share sheets
    #[arg(long)]
    pub pack: bool,
    /// Print what is larger than the paper in parts to be glued, which overlap by so many mm
    #[arg(long, value_name = "MM", value_parser = overlap)]
    pub tile: Option<f64>,
    /// Print the pages of texts, such as the rules, as a booklet: folded and stapled
    #[arg(long)]
    pub booklet: bool,
    /// Only the boxes of the game, without its cards
    #[arg(long, conflicts_with_all = ["deck", "cards"])]
    pub boxes: bool,
    /// Marks by which a Silhouette cutting machine finds the cards; `export cut` makes its lines
    #[arg(long, value_parser = choice::<Registration>(), default_value = "none")]
    pub registration: Registration,
}

impl Options {
    pub fn lay(&self) -> Lay {
        let setup = Setup {
            paper: self.paper.size,
            margin: self.margin,
            gap: self.gap,
            bleed: self.bleed,
            back_bleed: self.back_bleed,
            marks: self.marks,
            backs: self.backs,
            corners: self.corners,
            skip: self.skip.unwrap_or(SlotSet::NONE),
            tile: self.tile,
            registration: self.registration,
            ..Setup::default()
        };
        Lay {
            paper: self.paper,
            setup,
            card_size: self.card_size.clone(),
            pack: self.pack,
            booklet: self.booklet,
            boxes: self.boxes,
        }
    }
}

/// The papers that have names, for `--help`.
pub fn paper_help() -> String {
    let names = joined(PAPERS.iter().filter_map(|paper| paper.name), ", ");
    format!("Paper: {names} or WIDTHxHEIGHT in mm")
}

pub fn paper(text: &str) -> Result<Paper, String> {
    let paper = Paper::parse(text)?;
    let Size { width, height } = paper.size;
    [width, height]
        .iter()
        .all(|side| (20.0..=2000.0).contains(side))
        .then_some(paper)
        .ok_or("paper is from 20 to 2000 mm on each side".into())
}

fn trim(text: &str) -> Result<Trim, String> {
    let trim = Trim::parse(text)?;
    let Size { width, height } = trim.size;
    [width, height]
        .iter()
        .all(|side| (5.0..=1000.0).contains(side))
        .then_some(trim)
        .ok_or("a card is from 5 to 1000 mm on each side".into())
}

fn length(text: &str) -> Result<f64, String> {
    let length = parse_length(text)?;
    (0.0..=200.0)
        .contains(&length)
        .then_some(length)
        .ok_or("write millimetres from 0 to 200".into())
}

fn overlap(text: &str) -> Result<f64, String> {
    let overlap = length(text)?;
    if overlap <= 50.0 { Ok(overlap) } else { Err("write millimetres from 0 to 50".into()) }
}

/// Millimetres around the trim, in any unit.
pub fn bleed(text: &str) -> Result<f64, String> {
    let length = length(text)?;
    if length <= BLEED {
        Ok(length)
    } else {
        Err(format!("faces are drawn {} mm beyond the trim: no more bleed than that", BLEED))
    }
}
