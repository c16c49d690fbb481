//! The options of a print. A [`Printing`] comes in; an error goes out when two options conflict, and warnings
//! for options that have no effect on what is printed. Both rules are tables. Called by `printing`.

use std::path::PathBuf;

use crate::export::{Fineness, Job};
use crate::session::draw::drawing::Set;
use crate::session::open::selection::Selection;
use crate::sheet::{Backs, Corners, CutMarks, MakeBleed, Page, PageRanges, PageSide, Registration};
use crate::source::{Code, Diagnostic, Diagnostics, one_or_many};
use crate::template::Ink;

use super::imposing::Lay;
use super::printer::PrinterProfile;

/// The options of one run: what is made, and where it is written.
#[derive(Debug, Clone)]
pub struct Printing {
    pub selection: Selection,
    /// Folder of the sheets, and of the ledger.
    pub output: PathBuf,
    pub lay: Lay,
    pub ink: Ink,
    /// Copies of each card, whatever the deck says.
    pub copies: Option<u32>,
    pub images: Fineness,
    /// Only what is new or changed since the last print.
    pub changed: Option<Differing>,
    /// Whether this print is noted in the ledger.
    pub notes: bool,
    /// The name of the printer that it is for, and how that one misplaces a page.
    pub printer: Option<(String, PrinterProfile)>,
    /// How faces go on that end at the trim.
    pub make_bleed: Option<MakeBleed>,
    /// Only these pages of what would be printed; such a print is not noted.
    pub pages: Option<PageRanges>,
}

/// Which difference makes a card be printed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Differing {
    /// Every card that differs
    All,
    /// Cards on which a player reads, or plays by, something else: words, numbers, symbols
    Words,
}

impl Differing {
    /// What files of such a print end in.
    pub fn name(self) -> &'static str {
        match self {
            Differing::All => "changed",
            Differing::Words => "changed-words",
        }
    }
}

type Given = fn(&Printing) -> bool;

/// A conflict of options: its condition, the message, and the help.
const REFUSED: &[(Given, &str, &str)] = &[
    (
        |p| p.lay.booklet && !is_duplex(p.lay.setup.backs),
        "`--booklet` without backs on the other side of the paper",
        "a booklet is printed on both sides: `--backs long-edge`, or `short-edge`",
    ),
    (
        |p| p.make_bleed.is_some() && p.lay.setup.bleed.max(p.lay.setup.back_bleed) <= 0.0,
        "`--make-bleed` without `--bleed`",
        "say how far the art is to go on beyond the cut: `--bleed 3`",
    ),
    (
        |p| p.lay.boxes && p.changed.is_some(),
        "`--boxes` with `--changed`",
        "print the boxes by themselves: `--boxes`",
    ),
];

/// A way of printing that takes fewer options than sheets of cards do.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Parts,
    PartsWithBacks,
    Booklet,
    RoundCorners,
    /// Backs are beside their fronts, on sheets of their own, or not there.
    OneSided,
    NoText,
}

/// Every way, and what a warning calls it.
const WAYS: &[(Way, &str)] = &[
    (Way::Parts, "what is printed in parts"),
    (Way::PartsWithBacks, "the backs of what is printed in parts"),
    (Way::Booklet, "a booklet"),
    (Way::RoundCorners, "cards with `--corners round`"),
    (Way::OneSided, "backs that are not on the other side of the paper"),
    (Way::NoText, "a print without a text"),
];

/// Options, whether one is given, and the ways of printing that make nothing of it.
const NO_EFFECT: &[(&str, Given, &[Way])] = &[
    ("--registration", |p| p.lay.setup.registration != Registration::None, &[Way::Parts]),
    ("--corners round", |p| p.lay.setup.corners == Corners::Round, &[Way::Parts]),
    ("--bleed", |p| p.lay.setup.bleed > 0.0, &[Way::Booklet, Way::RoundCorners]),
    (
        "--back-bleed",
        |p| p.lay.setup.back_bleed > p.lay.setup.bleed,
        &[Way::Parts, Way::Booklet, Way::RoundCorners, Way::OneSided],
    ),
    ("--make-bleed", |p| p.make_bleed.is_some(), &[Way::Booklet, Way::RoundCorners]),
    ("--gap", |p| p.lay.setup.gap.is_some(), &[Way::Parts, Way::Booklet]),
    ("--marks frame", |p| p.lay.setup.marks == CutMarks::Frame, &[Way::Parts]),
    ("--backs fold", |p| p.lay.setup.backs == Backs::Fold, &[Way::PartsWithBacks]),
    ("--booklet", |p| p.lay.booklet, &[Way::NoText]),
];

/// Whether backs are printed on the other side of the paper.
pub(super) fn is_duplex(backs: Backs) -> bool {
    matches!(backs, Backs::LongEdge | Backs::ShortEdge)
}

/// Whether the options go together.
///
/// # Errors
/// The first of them that do not.
pub(super) fn check(printing: &Printing) -> Result<(), Diagnostic> {
    match REFUSED.iter().find(|(given, ..)| given(printing)) {
        None => Ok(()),
        Some((_, message, help)) => {
            Err(Diagnostic::usage(Code::OptionsDisagree, *message).help(*help))
        }
    }
}

/// A warning for each way in which some of it is printed although it takes not all of the options.
pub(super) fn without_effect(printing: &Printing, set: &Set, job: &Job) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (way, what) in WAYS {
        let options =
            NO_EFFECT.iter().filter(|(_, given, ways)| ways.contains(way) && given(printing));
        let options: Vec<String> = options.map(|(name, ..)| format!("`{name}`")).collect();
        let Some(decks) = way.decks(printing, set, job).filter(|_| !options.is_empty()) else {
            continue;
        };
        let verb = one_or_many(options.len(), "has", "have");
        let message = format!("{} {verb} no effect on {what}", options.join(", "));
        found.push(if decks.is_empty() {
            Diagnostic::warning(Code::OptionsDisagree, message).help("leave it out")
        } else {
            Diagnostic::warning(Code::OptionsDisagree, format!("{message}: {}", decks.join(", ")))
                .help("leave it out, or print the other decks by themselves with `--deck`")
        });
    }
    found
}

impl Way {
    /// The decks that are printed so, by their titles, or none for all of them; `None` when nothing is.
    fn decks(self, printing: &Printing, set: &Set, job: &Job) -> Option<Vec<String>> {
        let setup = &printing.lay.setup;
        let booklets = || set.decks.iter().filter(|deck| deck.booklet);
        let with_page = |is_so: fn(&Page) -> bool| {
            let pages = &job.document.pages;
            let numbers = job.outline.iter().filter(|chapter| {
                let deck = pages[chapter.page()].deck;
                pages.iter().any(|page| page.deck == deck && is_so(page))
            });
            some(numbers.map(|chapter| chapter.title.clone()).collect())
        };
        let all = |is_so: bool| is_so.then(Vec::new);
        match self {
            Way::Parts => with_page(|page| page.tile.is_some()),
            Way::PartsWithBacks => {
                with_page(|page| page.tile.is_some() && page.side == PageSide::Back)
            }
            Way::Booklet => {
                let titles = booklets().map(|deck| set.pack.decks[deck.deck].title.clone());
                some(titles.collect())
            }
            Way::RoundCorners => all(setup.corners == Corners::Round),
            Way::OneSided => all(!is_duplex(setup.backs)),
            // Where only what has changed is printed, the text may be as it was.
            Way::NoText => all(printing.changed.is_none() && booklets().next().is_none()),
        }
    }
}

fn some(decks: Vec<String>) -> Option<Vec<String>> {
    (!decks.is_empty()).then_some(decks)
}
