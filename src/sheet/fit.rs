//! Computes the grid for a card and a paper; if there is none, what would fit instead. A card size and a set-up come in, a grid
//! or suggestions go out. Called by imposition and by everything that needs to know whether a card fits.

use std::fmt;

use super::{Backs, Cells, Choose, Grid, PAPERS, Paper, Registration, Setup, Size, Trim, show_mm};

/// Not even one card, or not the cells asked for, fits on the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct DoesNotFit {
    pub request: Box<Request>,
    /// Each of them alone makes it fit; every one was tried.
    pub suggestions: Vec<Suggestion>,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Name of the deck, if it is known.
    pub deck: Option<String>,
    pub trim: Trim,
    pub setup: Setup,
}

/// One change of the set-up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Suggestion {
    /// At most this bleed, mm.
    Bleed(f64),
    /// At most this gap, mm.
    Gap(f64),
    /// At most this margin, mm.
    Margin(f64),
    /// Backs on the other side of the paper rather than beside the fronts.
    Backs(Backs),
    /// No marks for a cutting machine.
    NoRegistration,
    /// As many cards as fit rather than a grid of given columns and rows.
    AnyCells,
    /// The smallest paper of the table that is large enough.
    Paper(Paper),
    /// No paper of the table is large enough: the least sheet that is.
    Sheet(Size),
}

impl Suggestion {
    /// `setup` with this change.
    pub fn apply(&self, setup: &Setup) -> Setup {
        let mut setup = *setup;
        match *self {
            Suggestion::Bleed(bleed) => setup.bleed = bleed,
            Suggestion::Gap(gap) => setup.gap = gap,
            Suggestion::Margin(margin) => setup.margin = margin,
            Suggestion::Backs(backs) => setup.backs = backs,
            Suggestion::NoRegistration => setup.registration = Registration::None,
            Suggestion::AnyCells => setup.cells = None,
            Suggestion::Paper(paper) => setup.paper = paper.size,
            Suggestion::Sheet(paper) => setup.paper = paper,
        }
        setup
    }
}

impl DoesNotFit {
    /// Looks for what would fit in place of `setup`.
    pub(super) fn explain(trim: &Trim, setup: &Setup) -> DoesNotFit {
        let fits = |change: &Suggestion| Grid::best(trim.size, &change.apply(setup)).is_some();
        // Prefer a paper of the same system: A3 after A4, not tabloid.
        let own = Paper::from_size(setup.paper).system();
        let (near, far): (Vec<Paper>, Vec<Paper>) = PAPERS.iter().partition(|p| p.system() == own);
        let papers = near.into_iter().chain(far).map(Suggestion::Paper);
        let paper = papers.into_iter().find(fits);
        let candidates = [
            largest(setup.bleed, Suggestion::Bleed, fits),
            largest(setup.gap, Suggestion::Gap, fits),
            largest(setup.margin, Suggestion::Margin, fits),
            (setup.backs == Backs::Fold).then_some(Suggestion::Backs(Backs::LongEdge)),
            (setup.registration != Registration::None).then_some(Suggestion::NoRegistration),
            setup.cells.map(|_| Suggestion::AnyCells),
            paper.or_else(|| Some(Suggestion::Sheet(Grid::least_page(trim.size, setup)))),
        ];
        DoesNotFit {
            request: Box::new(Request { deck: None, trim: trim.clone(), setup: *setup }),
            suggestions: candidates.into_iter().flatten().filter(fits).collect(),
        }
    }

    /// The same for the deck of that name.
    pub(super) fn in_deck(mut self, deck: &str) -> DoesNotFit {
        self.request.deck = Some(deck.to_owned());
        self
    }
}

/// The largest length below `asked` that fits, down to a hundredth of a millimetre; `None` when not even nought does.
fn largest(
    asked: f64,
    change: impl Fn(f64) -> Suggestion,
    fits: impl Fn(&Suggestion) -> bool,
) -> Option<Suggestion> {
    if asked.is_nan() || asked <= 0.0 || !fits(&change(0.0)) {
        return None;
    }
    // What fits with a length fits with any shorter one, so halving finds the border.
    let (mut good, mut bad) = (0.0, asked);
    for _ in 0..48 {
        let middle = (good + bad) / 2.0;
        if fits(&change(middle)) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Some(change((good * 100.0).floor() / 100.0))
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Suggestion::Bleed(0.0) => write!(f, "no bleed"),
            Suggestion::Bleed(mm) => write!(f, "a bleed of {} mm or less", show_mm(*mm)),
            Suggestion::Gap(0.0) => write!(f, "no gap"),
            Suggestion::Gap(mm) => write!(f, "a gap of {} mm or less", show_mm(*mm)),
            Suggestion::Margin(0.0) => write!(f, "no margin"),
            Suggestion::Margin(mm) => write!(f, "a margin of {} mm or less", show_mm(*mm)),
            Suggestion::Backs(backs) => write!(f, "`{}` backs", backs.name()),
            Suggestion::NoRegistration => write!(f, "no `--registration`"),
            Suggestion::AnyCells => write!(f, "as many cards as there is room for"),
            Suggestion::Paper(paper) => write!(f, "paper {paper}"),
            Suggestion::Sheet(size) => write!(f, "paper of {size}"),
        }
    }
}

impl DoesNotFit {
    /// `what would fit: paper a3 (297 x 420 mm)`; `None` when nothing would.
    pub fn remedy(&self) -> Option<String> {
        let would: Vec<String> = self.suggestions.iter().map(Suggestion::to_string).collect();
        (!would.is_empty()).then(|| format!("what would fit: {}", would.join("; or ")))
    }
}

impl fmt::Display for DoesNotFit {
    /// `120 x 180 mm with 3 mm bleed does not fit a5 (148 x 210 mm) inside margins of 20 mm`; what would is the
    /// [`DoesNotFit::remedy`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { deck, trim, setup } = &*self.request;
        if let Some(deck) = deck {
            write!(f, "deck `{deck}`: ")?;
        }
        if let Some(cells) = setup.cells {
            write!(f, "{cells} cards of ")?;
        }
        write!(f, "{trim}")?;
        for (mm, what) in [(setup.bleed, "bleed"), (setup.gap, "gap")] {
            if mm > 0.0 {
                write!(f, " with {} mm {what}", show_mm(mm))?;
            }
        }
        if setup.backs == Backs::Fold {
            write!(f, " and the back beside the front")?;
        }
        if setup.registration != Registration::None {
            write!(f, " clear of registration marks")?;
        }
        let verb = match setup.cells {
            Some(_) => "do",
            None => "does",
        };
        write!(f, " {verb} not fit {}", Paper::from_size(setup.paper))?;
        write!(f, " inside margins of {} mm", show_mm(setup.margin))
    }
}

impl std::error::Error for DoesNotFit {}

impl Grid {
    /// The grid that holds the most cards (or the cells asked for) on the paper of `setup`, upright or turned. Of two
    /// that hold as many, the upright one.
    pub fn fit(trim: &Trim, setup: &Setup) -> Result<Grid, DoesNotFit> {
        Grid::best(trim.size, setup).ok_or_else(|| DoesNotFit::explain(trim, setup))
    }

    /// The grid that takes the fewest sheets for `cards` cards; of equals, the fullest, and the upright one when one sheet
    /// takes all. Then the grid is no larger than they need, so that a single piece stands in the middle.
    pub fn fit_for(trim: &Trim, setup: &Setup, cards: usize) -> Result<Grid, DoesNotFit> {
        let sheets = |grid: &Grid| cards.div_ceil(grid.cells.count());
        let rank = |grid: &Grid| match sheets(grid) {
            0 | 1 => (1, 0),
            more => (more, usize::MAX - grid.cells.count()),
        };
        let candidates = Grid::candidates(trim.size, setup).into_iter();
        let best =
            candidates.reduce(|best, next| if rank(&next) < rank(&best) { next } else { best });
        let mut grid = best.ok_or_else(|| DoesNotFit::explain(trim, setup))?;
        if setup.cells.is_none() && sheets(&grid) == 1 {
            let columns = grid.cells.columns.min(cards);
            let rows = cards.div_ceil(columns);
            grid.cells = Cells { columns, rows };
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(card: &str, paper: &str, setup: Setup) -> DoesNotFit {
        let paper = Paper::parse(paper).unwrap().size;
        let setup = Setup { paper, ..setup };
        Grid::fit(&Trim::parse(card).unwrap(), &setup).unwrap_err()
    }

    #[test]
    fn nine_on_letter_with_an_eighth_of_an_inch_would_fit_a_larger_paper() {
        let setup =
            Setup { bleed: 3.175, margin: 0.0, cells: "3x3".parse().ok(), ..Setup::default() };
        let error = refused("poker", "letter", setup);
        assert_eq!(
            error.to_string(),
            "3x3 cards of poker (63.5 x 88.9 mm) with 3.175 mm bleed do not fit letter \
             (215.9 x 279.4 mm) inside margins of 0 mm"
        );
        assert_eq!(
            error.remedy().unwrap(),
            "what would fit: a bleed of 2.11 mm or less; or as many cards as there is room for; \
             or paper legal (215.9 x 355.6 mm)"
        );
    }

    #[test]
    fn eight_on_letter_learn_how_much_bleed_there_is() {
        let setup = Setup { bleed: 3.0, cells: "4x2".parse().ok(), ..Setup::default() };
        let error = refused("poker", "letter", setup);
        // print shops' numbers: at most 1.58 mm inside 6.35 mm margins
        assert_eq!(error.suggestions[0], Suggestion::Bleed(1.58));
    }

    #[test]
    fn a_mat_too_large_for_its_paper_is_sent_to_another() {
        let error = refused("120 x 180", "a6", Setup::default()).in_deck("meter");
        let text = error.to_string();
        assert!(
            text.starts_with("deck `meter`: 120 x 180 mm does not fit a6 (105 x 148 mm)"),
            "{text}"
        );
        assert_eq!(error.remedy().unwrap(), "what would fit: paper a5 (148 x 210 mm)");
    }

    #[test]
    fn a_larger_paper_is_of_the_system_that_was_asked_for() {
        let would = |paper| refused("240 x 300", paper, Setup::default()).remedy().unwrap();
        assert_eq!(would("a4"), "what would fit: paper a3 (297 x 420 mm)");
        assert_eq!(would("letter"), "what would fit: paper tabloid (279.4 x 431.8 mm)");
        // 290 mm wide and more only A3 holds.
        let wide = refused("284 x 300", "letter", Setup::default()).remedy().unwrap();
        assert_eq!(wide, "what would fit: paper a3 (297 x 420 mm)");
    }

    #[test]
    fn what_no_paper_holds_is_told_the_least_sheet() {
        let error = refused("1000 x 500", "a3", Setup::default());
        let sheet = Size::new(1012.7, 512.7);
        assert_eq!(error.suggestions, [Suggestion::Sheet(sheet)]);
    }

    #[test]
    fn a_fold_may_give_way_to_the_other_side_of_the_paper() {
        let fold = Setup { backs: Backs::Fold, ..Setup::default() };
        let error = refused("190 x 190", "a4", fold);
        assert!(error.suggestions.contains(&Suggestion::Backs(Backs::LongEdge)));
    }

    #[test]
    fn a_grid_of_nothing_has_no_remedy_but_to_ask_for_another() {
        let none =
            Setup { cells: Some(super::super::Cells { columns: 0, rows: 1 }), ..Setup::default() };
        assert_eq!(refused("poker", "a4", none).suggestions, [Suggestion::AnyCells]);
    }
}
