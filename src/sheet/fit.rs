//! Computes the grid for a card and a paper; if there is none, what would fit instead. A card size and a set-up come in, a grid
//! or suggestions go out. Called by imposition and by everything that needs to know whether a card fits.

use std::fmt;

use super::{Backs, Cells, Grid, PAPERS, Paper, Registration, Setup, Size, Trim, show_mm};

/// Not even one card, or not the cells asked for, fits on the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct DoesNotFit {
    /// Name of the deck, if it is known.
    pub deck: Option<String>,
    /// What does not fit where: `120 x 180 mm with 3 mm bleed does not fit a5 (148 x 210 mm) inside margins of 20 mm`.
    message: String,
    /// Each of them alone makes it fit; every one was tried.
    pub suggestions: Vec<Suggestion>,
}

/// One change of the set-up.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// `paper a3 (297 x 420 mm)`.
    pub words: String,
    /// The set-up with this change.
    pub setup: Setup,
}

impl DoesNotFit {
    /// Looks for what would fit in place of `setup`.
    pub(super) fn explain(trim: &Trim, setup: &Setup) -> DoesNotFit {
        let setup = *setup;
        let fits = |setup: &Setup| Grid::best(trim.size, setup).is_some();
        let or = |words: &str, setup| Suggestion { words: words.to_owned(), setup };
        let largest = |what: &str, asked: f64, change: &dyn Fn(f64) -> Setup| {
            let mm = largest(asked, |mm| fits(&change(mm)))?;
            let words = match mm {
                0.0 => format!("no {what}"),
                mm => format!("a {what} of {} mm or less", show_mm(mm)),
            };
            Some(Suggestion { words, setup: change(mm) })
        };
        let on = |paper: Size| Setup { paper, ..setup };
        // Prefer a paper of the same system: A3 after A4, not tabloid.
        let own = Paper::from_size(setup.paper).is_american();
        let (near, far): (Vec<Paper>, Vec<Paper>) =
            PAPERS.iter().partition(|paper| paper.is_american() == own);
        let paper = near.into_iter().chain(far).find(|paper| fits(&on(paper.size)));
        let paper =
            paper.unwrap_or(Paper { name: None, size: Grid::least_page(trim.size, &setup) });
        let of = if paper.name.is_some() { "paper" } else { "paper of" };
        let candidates = [
            largest("bleed", setup.bleed, &|bleed| Setup { bleed, ..setup }),
            largest("gap", setup.gap.unwrap_or(0.0), &|gap| Setup { gap: Some(gap), ..setup }),
            largest("margin", setup.margin, &|margin| Setup { margin, ..setup }),
            (setup.backs == Backs::Fold)
                .then(|| or("`long-edge` backs", Setup { backs: Backs::LongEdge, ..setup })),
            (setup.registration != Registration::None).then(|| {
                let setup = Setup { registration: Registration::None, ..setup };
                or("no `--registration`", setup)
            }),
            Some(or(&format!("{of} {paper}"), on(paper.size))),
        ];
        let fitting = candidates.into_iter().flatten().filter(|one| fits(&one.setup));
        let suggestions = fitting.collect();
        DoesNotFit { deck: None, message: refusal(trim, &setup), suggestions }
    }

    /// The same for the deck of that name.
    pub(super) fn in_deck(self, deck: &str) -> DoesNotFit {
        DoesNotFit { deck: Some(deck.to_owned()), ..self }
    }

    /// `what would fit: paper a3 (297 x 420 mm)`; `None` when nothing would.
    pub fn remedy(&self) -> Option<String> {
        let would: Vec<&str> = self.suggestions.iter().map(|one| &*one.words).collect();
        (!would.is_empty()).then(|| format!("what would fit: {}", would.join("; or ")))
    }
}

/// The largest length below `asked` that fits, down to a hundredth of a millimetre; `None` when not even nought does.
fn largest(asked: f64, fits: impl Fn(f64) -> bool) -> Option<f64> {
    if asked <= 0.0 || !fits(0.0) {
        return None;
    }
    // What fits with a length fits with any shorter one, so halving finds the border.
    let (mut good, mut bad) = (0.0, asked);
    for _ in 0..48 {
        let middle = (good + bad) / 2.0;
        let end = if fits(middle) { &mut good } else { &mut bad };
        *end = middle;
    }
    Some((good * 100.0).floor() / 100.0)
}

/// What does not fit where.
fn refusal(trim: &Trim, setup: &Setup) -> String {
    let cells = setup.cells.map(|cells| format!("{cells} cards of ")).unwrap_or_default();
    let lengths = [(setup.bleed, "bleed"), (setup.gap.unwrap_or(0.0), "gap")].into_iter();
    let lengths = lengths.filter(|(mm, _)| *mm > 0.0);
    let lengths = lengths.map(|(mm, what)| format!(" with {} mm {what}", show_mm(mm)));
    let fold = " and the back beside the front";
    let fold = if setup.backs == Backs::Fold { fold } else { "" };
    let clear = " clear of registration marks";
    let clear = if setup.registration == Registration::None { "" } else { clear };
    let verb = if setup.cells.is_some() { "do" } else { "does" };
    let (lengths, margin) = (lengths.collect::<String>(), show_mm(setup.margin));
    let paper = Paper::from_size(setup.paper);
    format!(
        "{cells}{trim}{lengths}{fold}{clear} {verb} not fit {paper} inside margins of {margin} mm"
    )
}

impl fmt::Display for DoesNotFit {
    /// What would fit is the [`DoesNotFit::remedy`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(deck) = &self.deck {
            write!(f, "deck `{deck}`: ")?;
        }
        f.write_str(&self.message)
    }
}

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

    fn cells(columns: usize, rows: usize) -> Option<Cells> {
        Some(Cells { columns, rows })
    }

    fn refused(card: &str, paper: &str, setup: Setup) -> DoesNotFit {
        let paper = Paper::parse(paper).unwrap().size;
        let setup = Setup { paper, ..setup };
        Grid::fit(&Trim::parse(card).unwrap(), &setup).unwrap_err()
    }

    #[test]
    fn nine_on_letter_with_an_eighth_of_an_inch_would_fit_a_larger_paper() {
        let setup = Setup { bleed: 3.175, margin: 0.0, cells: cells(3, 3), ..Setup::default() };
        let error = refused("poker", "letter", setup);
        assert_eq!(
            error.to_string(),
            "3x3 cards of poker (63.5 x 88.9 mm) with 3.175 mm bleed do not fit letter \
             (215.9 x 279.4 mm) inside margins of 0 mm"
        );
        assert_eq!(
            error.remedy().unwrap(),
            "what would fit: a bleed of 2.11 mm or less; or paper legal (215.9 x 355.6 mm)"
        );
    }

    #[test]
    fn eight_on_letter_learn_how_much_bleed_there_is() {
        let setup = Setup { bleed: 3.0, cells: cells(4, 2), ..Setup::default() };
        let error = refused("poker", "letter", setup);
        // print shops' numbers: at most 1.58 mm inside 6.35 mm margins
        assert_eq!(error.suggestions[0].words, "a bleed of 1.58 mm or less");
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
        assert_eq!(error.remedy().unwrap(), "what would fit: paper of 1012.7 x 512.7 mm");
    }

    #[test]
    fn a_fold_may_give_way_to_the_other_side_of_the_paper() {
        let fold = Setup { backs: Backs::Fold, ..Setup::default() };
        let error = refused("190 x 190", "a4", fold);
        assert!(error.remedy().unwrap().contains("`long-edge` backs"));
    }
}
