//! Property tests for sheets, on generated card sizes, papers and set-ups. Only the test runner calls them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::mm::EPSILON;
use super::*;

fn setups() -> impl Strategy<Value = Setup> {
    let paper = (60.0..500.0f64, 60.0..500.0f64);
    let lengths = (gaps(15.0), gaps(8.0), gaps(6.0));
    let choices = (of::<CutMarks>(), of::<Backs>(), of::<Corners>());
    (paper, lengths, choices, any::<bool>()).prop_map(
        |((w, h), (margin, gap, bleed), (marks, backs, corners), has_gap)| Setup {
            paper: Size::new(w, h),
            margin,
            gap: has_gap.then_some(gap),
            bleed,
            marks,
            backs,
            corners,
            ..Setup::default()
        },
    )
}

/// Nought is the usual case, and the one where cards touch.
fn gaps(most: f64) -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), 0.0..most]
}

fn of<T: Choose + std::fmt::Debug>() -> impl Strategy<Value = T> {
    proptest::sample::select(T::CHOICES).prop_map(|choice| choice.value)
}

/// One or two decks of cards and tokens, some of them without backs. Face numbers are all different.
fn decks() -> impl Strategy<Value = Vec<DeckSheets>> {
    let backs = prop_oneof![Just(0.0), Just(0.5), Just(1.0)];
    let deck = (20.0..150.0f64, 20.0..150.0f64, 0.0..1.2f64, backs, 0..40usize).prop_flat_map(
        |(w, h, round, backs, cards)| {
            let trim = Trim::from_size(Size::new(w, h)).with_corner(round * w.min(h) / 2.0);
            let has_back = proptest::collection::vec(proptest::bool::weighted(backs), cards);
            (Just(trim), has_back)
        },
    );
    proptest::collection::vec(deck, 1..3).prop_map(|decks| {
        let mut faces = 0..;
        let mut next = move || faces.next().unwrap_or(usize::MAX);
        decks
            .into_iter()
            .map(|(trim, has_back)| DeckSheets {
                name: trim.to_string(),
                trim,
                faces: has_back
                    .into_iter()
                    .map(|back| CardFaces { front: next(), back: back.then(&mut next) })
                    .collect(),
                booklet: false,
            })
            .collect()
    })
}

/// A case in which every deck finds room.
fn sheets() -> impl Strategy<Value = (Vec<DeckSheets>, Setup, Document)> {
    (decks(), setups()).prop_filter_map("does not fit", |(decks, setup)| {
        let document = impose(&decks, &setup).ok()?;
        Some((decks, setup, document))
    })
}

/// The point of the paper that shows on the other side where `(x, y)` is, for a printer that flips on that edge.
/// Derived from the edges of a sheet, not from [`Turn`], which it checks.
fn other_side(backs: Backs, page: Size, x: f64, y: f64) -> (f64, f64) {
    let long_edge_is_vertical = page.height >= page.width;
    let about_a_vertical_edge = (backs == Backs::LongEdge) == long_edge_is_vertical;
    if about_a_vertical_edge || backs == Backs::Fold {
        (page.width - x, y)
    } else {
        (x, page.height - y)
    }
}

/// Where the point `(u, v)` of a face, from its top left corner, is printed.
fn printed(at: &Placement, u: f64, v: f64) -> (f64, f64) {
    match at.rotation {
        0 => (at.trim.x + u, at.trim.y + v),
        2 => (at.trim.right() - u, at.trim.bottom() - v),
        other => panic!("a card is never turned by {other} quarters"),
    }
}

proptest! {
    // No file of failures beside the sources: a case worth keeping becomes a test with a name.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_face_appears_once((decks, setup, document) in sheets()) {
        let mut expected: Vec<usize> = Vec::new();
        for card in decks.iter().flat_map(|deck| &deck.faces) {
            expected.push(card.front);
            expected.extend(card.back.filter(|_| setup.backs != Backs::None));
        }
        let mut placed: Vec<usize> = document.pages.iter().flat_map(|p| &p.placements).map(|p| p.face).collect();
        placed.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(placed, expected);
    }

    #[test]
    fn cards_lie_inside_the_margins((_, setup, document) in sheets()) {
        for page in &document.pages {
            let printable = page.size.rect().inset(setup.margin);
            for placement in &page.placements {
                prop_assert!(printable.encloses(&placement.trim.outset(setup.bleed), EPSILON));
                prop_assert!(page.trim.encloses(&placement.trim, EPSILON));
                prop_assert!(page.bleed.encloses(&placement.clip.rect, EPSILON));
            }
        }
    }

    #[test]
    fn clips_hold_their_trims_and_never_overlap((_, setup, document) in sheets()) {
        for page in &document.pages {
            for (i, one) in page.placements.iter().enumerate() {
                prop_assert!(one.clip.rect.encloses(&one.trim, EPSILON));
                prop_assert!(setup.corners == Corners::Square || one.clip.rect == one.trim);
                for other in &page.placements[i + 1..] {
                    let both = one.clip.rect.intersect(&other.clip.rect);
                    let area = both.map_or(0.0, |r| r.width * r.height);
                    prop_assert!(area <= 1e-6, "{:?} and {:?}", one, other);
                }
            }
        }
    }

    /// Turn the card as players do, left to right: the point of its back at `(width - u, v)` lies behind the point of
    /// its front at `(u, v)`.
    #[test]
    fn backs_lie_behind_fronts_and_upright((decks, setup, document) in sheets()) {
        if matches!(setup.backs, Backs::Separate | Backs::None) {
            return Ok(());
        }
        let at: HashMap<usize, (&Page, &Placement)> = document
            .pages
            .iter()
            .flat_map(|page| page.placements.iter().map(move |p| (p.face, (page, p))))
            .collect();
        for deck in &decks {
            let Size { width, height } = deck.trim.size;
            for card in &deck.faces {
                let Some(back) = card.back else { continue };
                let ((front_page, front), (back_page, back)) = (at[&card.front], at[&back]);
                prop_assert_eq!((front_page.deck, front_page.sheet), (back_page.deck, back_page.sheet));
                prop_assert_eq!(front_page.size, back_page.size);
                prop_assert_eq!(front.rotation, 0);
                for (u, v) in [(0.0, 0.0), (width / 3.0, height / 5.0), (width, height / 2.0)] {
                    let (x, y) = printed(front, u, v);
                    let expected = other_side(setup.backs, front_page.size, x, y);
                    let (x, y) = printed(back, width - u, v);
                    prop_assert!((x - expected.0).abs() < 1e-9 && (y - expected.1).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn the_grid_is_centred((decks, setup, _) in sheets()) {
        for deck in &decks {
            let grid = Grid::fit(&deck.trim, &setup).or(Grid::fit(
                &deck.trim,
                &Setup { backs: Backs::None, ..setup },
            ));
            let Ok(grid) = grid else { continue };
            let (grid, page) = (grid.bounds().centre(), grid.page.rect().centre());
            prop_assert!((grid.x - page.x).abs() < 1e-9 && (grid.y - page.y).abs() < 1e-9);
        }
    }

    #[test]
    fn marks_keep_off_cards_and_off_the_edge_of_the_page((decks, setup, document) in sheets()) {
        for page in &document.pages {
            let paper = page.size.rect();
            for mark in &page.marks {
                let bounds = mark.bounds();
                prop_assert!(paper.inset(1.0).encloses(&bounds, EPSILON), "{:?}", mark);
                prop_assert!(paper.inset(setup.margin).encloses(&bounds, EPSILON), "{:?} in the margin", mark);
                match mark {
                    Mark::Line { .. } => {
                        for card in &page.placements {
                            prop_assert!(!crosses(&bounds, &card.trim), "{:?} crosses {:?}", mark, card);
                        }
                    }
                    Mark::RoundedRect { radius, .. } => {
                        prop_assert!(page.placements.iter().any(|card| card.trim == bounds));
                        prop_assert!(*radius <= bounds.size().short_side() / 2.0);
                    }
                }
            }
            let round = decks[page.deck].trim.is_round();
            let ticks = page.marks.iter().any(|m| matches!(m, Mark::Line { dashed: false, .. }));
            prop_assert!(!(round && ticks), "a circle is not cut along ticks");
            prop_assert!(setup.marks != CutMarks::None || page.marks.is_empty());
        }
    }

    /// Whatever the printer leaves white, every cut that is not the edge of the page is marked somewhere.
    #[test]
    fn every_cut_of_a_front_has_its_tick((decks, setup, document) in sheets()) {
        for page in document.pages.iter().filter(|page| page.side == PageSide::Front) {
            if setup.marks != CutMarks::Crop || decks[page.deck].trim.is_round() {
                continue;
            }
            let ticks: Vec<Rect> = page.marks.iter().map(Mark::bounds).collect();
            for card in page.placements.iter().map(|p| p.trim) {
                for x in [card.x, card.right()] {
                    let inside = x > 1.0 + EPSILON && x < page.size.width - 1.0 - EPSILON;
                    let marked = ticks.iter().any(|t| t.width < EPSILON && (t.x - x).abs() < 1e-6);
                    prop_assert!(marked || !inside, "no tick at x = {}", x);
                }
                for y in [card.y, card.bottom()] {
                    let inside = y > 1.0 + EPSILON && y < page.size.height - 1.0 - EPSILON;
                    let marked = ticks.iter().any(|t| t.height < EPSILON && (t.y - y).abs() < 1e-6);
                    prop_assert!(marked || !inside, "no tick at y = {}", y);
                }
            }
        }
    }

    #[test]
    fn ruler_and_footer_stand_alone((_, setup, document) in sheets()) {
        for page in &document.pages {
            let ruler = page.ruler.map(|r| r.bar);
            let footer = page.footer.map(|f| f.rect());
            if let (Some(ruler), Some(footer)) = (ruler, footer) {
                prop_assert!(!ruler.overlaps(&footer, 0.0));
            }
            for thing in [ruler, footer].into_iter().flatten() {
                prop_assert!(page.size.rect().inset(setup.margin.max(1.0)).encloses(&thing, EPSILON));
                prop_assert!(!thing.overlaps(&page.bleed, 0.0), "{:?} over the cards", thing);
                for mark in &page.marks {
                    let over = thing.intersect(&mark.bounds()).is_some();
                    prop_assert!(!over, "{:?} over {:?} ({:?})", thing, mark, setup);
                }
            }
        }
    }

    #[test]
    fn a_sheet_takes_two_pages_of_a_duplex_document((_, setup, document) in sheets()) {
        if Turn::for_backs(setup.backs, setup.paper).is_none() {
            return Ok(());
        }
        for (at, page) in document.pages.iter().enumerate() {
            // Fronts behind the last back may follow each other: no back of theirs is lost.
            let later = document.pages[at..].iter().any(|p| p.side == PageSide::Back);
            prop_assert!(!later || (page.side == PageSide::Back) == (at % 2 == 1));
        }
    }

    #[test]
    fn what_is_suggested_would_fit((decks, setup) in (decks(), setups()), margin in 30.0..90.0f64) {
        let setup = Setup { margin, ..setup };
        for deck in &decks {
            let Err(error) = Grid::fit(&deck.trim, &setup) else { continue };
            prop_assert!(!error.suggestions.is_empty(), "{}", error);
            for suggestion in &error.suggestions {
                prop_assert!(Grid::fit(&deck.trim, &suggestion.setup).is_ok(), "{}", error);
            }
        }
    }

    #[test]
    fn sizes_read_back_as_shown(width in 1.0..5000.0f64, height in 1.0..5000.0f64) {
        let size = Size::new(width, height);
        prop_assert!(size.to_string().parse::<Size>().unwrap().same_as(size));
    }

    #[test]
    fn no_text_is_too_odd_to_refuse(text in "\\PC{0,12}") {
        let _ = (text.parse::<Size>(), parse_length(&text), Paper::parse(&text), Trim::parse(&text));
    }
}

/// Whether a line, given by its bounds without width, has more than its edge in common with a card.
fn crosses(line: &Rect, card: &Rect) -> bool {
    let card = card.inset(EPSILON);
    line.intersect(&card).is_some()
}

#[test]
fn five_thousand_cards_take_no_time() {
    let face = |i| CardFaces { front: i, back: Some(0) };
    let deck = DeckSheets {
        name: "large".into(),
        trim: Trim::find("poker").unwrap(),
        faces: (0..5400).map(face).collect(),
        booklet: false,
    };
    let time = || {
        let start = Instant::now();
        let document = impose(std::slice::from_ref(&deck), &Setup::default()).unwrap();
        assert_eq!(document.pages.len(), 2 * 5400 / 9);
        start.elapsed()
    };
    // The best of a few runs, so that other programs on a busy machine do not count.
    let best = (0..5).map(|_| time()).min().unwrap();
    // 10 ms as released; a build for tests may take longer.
    let limit = if cfg!(debug_assertions) { 60 } else { 10 };
    assert!(best < Duration::from_millis(limit), "{best:?}");
}
