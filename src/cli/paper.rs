//! The options for how cards are laid out on paper, and the parsers of paper sizes and bleed. Text from the command line comes
//! in, a [`Lay`] goes out. Used by `print`, `printer`, `export`, `export_cut` and `export_options`.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::session::{BLEED, FileBacks, Ink, Lay};
use crate::sheet::{
    Backs, Choose, Corners, CutMarks, MakeBleed, PAPERS, Paper, Registration, Setup, Size, SlotSet,
    Trim, parse_length,
};

/// A [`Choose`] as clap wants it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChoiceArg<T>(pub T);

macro_rules! chosen {
    ($($kind:ident: [$($value:ident),+];)+) => {$(
        impl ValueEnum for ChoiceArg<$kind> {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(ChoiceArg($kind::$value)),+]
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                let row = $kind::CHOICES.iter().find(|c| c.value == self.0)?;
                Some(PossibleValue::new(row.name).help(row.help))
            }
        }
    )+};
}

chosen! {
    Backs: [LongEdge, ShortEdge, Fold, Separate, None];
    CutMarks: [Crop, Frame, None];
    Corners: [Square, Round];
    MakeBleed: [Mirror, Smear];
    FileBacks: [Beside, Separate, None];
    Registration: [None, Three, Four];
}

impl ValueEnum for ChoiceArg<Ink> {
    fn value_variants<'a>() -> &'a [Self] {
        &[ChoiceArg(Ink::Full), ChoiceArg(Ink::Low), ChoiceArg(Ink::Grey)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Ink::Full => "the cards as they are designed",
            Ink::Low => "white grounds, outlines and black type, for playtests",
            Ink::Grey => "the full design in greys",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// Options of paper and layout.
#[derive(Debug, clap::Args)]
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
    #[arg(long, value_enum, default_value_t = ChoiceArg(CutMarks::Crop))]
    pub marks: ChoiceArg<CutMarks>,
    /// How backs meet their fronts
    #[arg(long, value_enum, default_value_t = ChoiceArg(Backs::LongEdge))]
    pub backs: ChoiceArg<Backs>,
    /// How much ink the cards take
    #[arg(long, value_enum, default_value_t = ChoiceArg(Ink::Full))]
    pub ink: ChoiceArg<Ink>,
    /// Square or round corners
    #[arg(long, value_enum, default_value_t = ChoiceArg(Corners::Square))]
    pub corners: ChoiceArg<Corners>,
    /// Places of the first sheet that are left free, for half-used sheets of labels or cards: 1,5-7, counted row by row from
    /// the upper left of the fronts
    #[arg(long, value_name = "PLACES", value_parser = slots)]
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
    #[arg(long, value_enum, default_value_t = ChoiceArg(Registration::None))]
    pub registration: ChoiceArg<Registration>,
}

impl Options {
    pub fn lay(&self) -> Lay {
        let setup = Setup {
            paper: self.paper.size,
            margin: self.margin,
            gap: self.gap.unwrap_or(0.0),
            exact_gap: self.gap.is_some(),
            bleed: self.bleed,
            back_bleed: self.back_bleed,
            marks: self.marks.0,
            backs: self.backs.0,
            corners: self.corners.0,
            skip: self.skip.unwrap_or(SlotSet::NONE),
            tile: self.tile,
            registration: self.registration.0,
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
    let names: Vec<&str> = PAPERS.iter().filter_map(|paper| paper.name).collect();
    format!("Paper: {} or WIDTHxHEIGHT in mm", names.join(", "))
}

pub fn paper(text: &str) -> Result<Paper, String> {
    let paper = Paper::parse(text).map_err(|e| e.to_string())?;
    let Size { width, height } = paper.size;
    if width < 20.0 || height < 20.0 || width > 2000.0 || height > 2000.0 {
        return Err("paper is from 20 to 2000 mm on each side".into());
    }
    Ok(paper)
}

fn trim(text: &str) -> Result<Trim, String> {
    let trim = Trim::parse(text).map_err(|e| e.to_string())?;
    let Size { width, height } = trim.size;
    if width < 5.0 || height < 5.0 || width > 1000.0 || height > 1000.0 {
        return Err("a card is from 5 to 1000 mm on each side".into());
    }
    Ok(trim)
}

fn length(text: &str) -> Result<f64, String> {
    let length = parse_length(text).map_err(|e| e.to_string())?;
    if (0.0..=200.0).contains(&length) {
        Ok(length)
    } else {
        Err("write millimetres from 0 to 200".into())
    }
}

fn slots(text: &str) -> Result<SlotSet, String> {
    text.parse::<SlotSet>().map_err(|e| e.to_string())
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
