//! Lays drawn decks on sheets: cards on pages, the words beside them, the outline of the document. A [`Set`] and a [`Lay`] come
//! in; a [`Job`] for the exporter of sheets goes out, of which [`keep_pages`] keeps some.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cards::MOST_CARDS;
use crate::export::{Caption, Chapter, Job, MOST_PAGES};
use crate::session::draw::drawing::{SelectedDeck, Set};
use crate::sheet::{
    Backs, CardFaces, DeckSheets, Document, NetFaces, PageRanges, PageSide, Paper, Setup, Size,
    Tile, Trim, booklet_leaves, impose, lay_nets,
};
use crate::source::{Code, Diagnostic, Diagnostics, counted, grouped};
use crate::template::Drawn;
use crate::text::strip;

use super::options::is_duplex;

/// Size of the words below a sheet, in points.
const FOOTER: f32 = 6.5;

/// How much a card's shape may differ from the size asked for.
const SHAPE: f64 = 0.03;

/// How cards lie on paper.
#[derive(Debug, Clone)]
pub struct Lay {
    pub paper: Paper,
    pub setup: Setup,
    /// The size of cards that are nearly of its shape; their own where there is none.
    pub card_size: Option<Trim>,
    /// Whether decks of one size of card share their sheets.
    pub pack: bool,
    /// Whether the pages of a text become a booklet.
    pub booklet: bool,
    /// Whether only the boxes are laid.
    pub boxes: bool,
}

/// Lays the decks of a game on paper; gives the faces that are fronts of cards with it.
///
/// # Errors
/// What has no room, and more cards or pages than there may be.
pub fn impose_set(set: &Set, lay: &Lay) -> Result<(Job, BTreeSet<usize>), Diagnostics> {
    check_size(set, lay.card_size.as_ref())?;
    let mut faces: Vec<Arc<Drawn>> = Vec::new();
    let mut names: Vec<Option<String>> = Vec::new();
    let mut decks: Vec<DeckSheets> = Vec::new();
    let mut cards = BTreeSet::new();
    let mut asked = 0;
    for chosen in &set.decks {
        let is_text = set.pack.decks[chosen.deck].flow.is_some();
        let mut others = chosen.drawn.backs.iter().flatten();
        let first = others.next();
        let shared = others.all(|back| first.is_some_and(|first| Arc::ptr_eq(first, back)));
        let mut places = Vec::new();
        names.resize(faces.len(), None);
        for card in &chosen.cards {
            let front = faces.len();
            faces.push(card.front.clone());
            // Pages of a text are no cards.
            let name = if is_text { String::new() } else { strip(&card.name) };
            names.push(Some(name.clone()));
            let back = card.back.as_ref().map(|back| {
                // A back that the deck shares would be read for each card.
                names.push((!shared).then_some(name));
                faces.push(back.clone());
                faces.len() - 1
            });
            asked += card.copies;
            let placed = if asked > MOST_CARDS {
                // They are refused below; do not allocate for them.
                0
            } else if chosen.booklet {
                // The leaves of a booklet are repeated, not its pages.
                1
            } else {
                card.copies
            };
            places.extend((0..placed).map(|_| CardFaces { front, back }));
            if !is_text {
                cards.insert(front);
            }
        }
        let deck = DeckSheets {
            name: set.pack.decks[chosen.deck].title.clone(),
            trim: trim_on_paper(chosen, lay),
            faces: if chosen.booklet { bind(&places, chosen.copies(), &mut faces) } else { places },
            booklet: chosen.booklet,
        };
        let shares = |other: &&mut DeckSheets| !other.booklet && deck.trim.cut_as(&other.trim);
        match decks.iter_mut().find(shares) {
            Some(other) if lay.pack && !deck.booklet => {
                other.name = format!("{}, {}", other.name, deck.name);
                other.faces.extend(deck.faces);
            }
            _ => decks.push(deck),
        }
    }
    if asked > MOST_CARDS {
        let message = format!("{} are asked for", counted(asked as usize, "card"));
        let help = format!(
            "{} are the most: lower --copies, or print deck by deck",
            grouped(MOST_CARDS.into())
        );
        return Err(Diagnostic::usage(Code::TooManyCards, message).help(help).into());
    }
    let first_net = decks.len();
    let nets = add_nets(set, &mut decks, &mut faces);
    let mut document = impose(&decks, &lay.setup).map_err(|e| {
        let fault = Diagnostic::usage(Code::PaperTooSmall, e.to_string());
        fault.help(e.remedy().unwrap_or_else(|| "choose a larger --paper".to_owned()))
    })?;
    let first = document.pages.first();
    if let Some(first) = first.filter(|_| !lay.setup.skip.is_empty())
        && (first.tile.is_some() || decks[first.deck].booklet)
    {
        return Err(no_places(&decks[first.deck].name).into());
    }
    lay_nets(&mut document, first_net, &nets, &lay.setup);
    if document.pages.len() > MOST_PAGES {
        let message = format!("the sheets would have {}", counted(document.pages.len(), "page"));
        let help = format!(
            "{} are the most: lower `copies`, or print deck by deck",
            grouped(MOST_PAGES as u64)
        );
        return Err(Diagnostic::error(Code::TooMany, message).help(help).into());
    }
    let captions = captions(set, &decks, &document);
    let game = &set.pack.game;
    let job = Job {
        captions,
        outline: outline(&decks, &document),
        faces,
        names,
        title: set.pack.game.full_title(),
        author: game.authors.join(", "),
        lang: game.lang().to_owned(),
        date: game.date,
        document,
    };
    Ok((job, cards))
}

/// Puts the pieces of boxes behind the decks, each as one card that is cut to its outline and shows nothing by itself.
fn add_nets(set: &Set, decks: &mut Vec<DeckSheets>, faces: &mut Vec<Arc<Drawn>>) -> Vec<NetFaces> {
    let mut nets = Vec::new();
    let pieces = set.boxes.iter();
    for (title, piece) in pieces.flat_map(|b| b.nets.iter().map(|net| (&b.title, net))) {
        let size = piece.net.size;
        faces.push(Arc::new(Drawn {
            width: size.width,
            height: size.height,
            layers: Vec::new(),
            fonts: set.renderer.fonts().clone(),
        }));
        let front = faces.len() - 1;
        decks.push(DeckSheets {
            name: piece.name(title),
            trim: piece.net.trim(),
            faces: vec![CardFaces { front, back: None }],
            booklet: false,
        });
        nets.push(piece.add_to(faces));
    }
    nets
}

/// The pages of a text in the order in which they are folded, so many times; empty pages fill the last leaf.
fn bind(pages: &[CardFaces], copies: u32, faces: &mut Vec<Arc<Drawn>>) -> Vec<CardFaces> {
    let pages: Vec<usize> = pages.iter().map(|faces| faces.front).collect();
    let Some(first) = pages.first().map(|page| &faces[*page]) else {
        return Vec::new();
    };
    let empty = Drawn { layers: Vec::new(), ..Drawn::clone(first) };
    let empty_at = faces.len();
    faces.push(Arc::new(empty));
    let face = |page: Option<usize>| page.map_or(empty_at, |page| pages[page]);
    let halves = booklet_leaves(pages.len()).into_iter().flat_map(
        |[left, right, behind_left, behind_right]| [(left, behind_left), (right, behind_right)],
    );
    let halves =
        halves.map(|(front, back)| CardFaces { front: face(front), back: Some(face(back)) });
    halves.collect::<Vec<_>>().repeat(copies as usize)
}

/// Places are left free on the first sheet, whatever that is.
fn no_places(deck: &str) -> Diagnostic {
    let message = format!(
        "`--skip` leaves places of the first sheet free, and that is of {deck}, which has none: parts to be glued, or a booklet"
    );
    Diagnostic::usage(Code::OptionsDisagree, message)
        .help("name decks of cards with `--deck`, and print that one by itself")
}

/// The size asked for, for decks of nearly that shape; all other decks keep their own.
fn resized(own: &Trim, wanted: &Trim) -> Option<Trim> {
    // A deck of cards on their side keeps lying on its side.
    let size = if own.size.is_landscape() == wanted.size.is_landscape() {
        wanted.size
    } else {
        wanted.size.turned()
    };
    let shape = |width: f64, height: f64| width / height;
    let change = shape(size.width, size.height) / shape(own.size.width, own.size.height);
    let same = own.name.is_some() && (change - 1.0).abs() <= SHAPE;
    same.then(|| Trim {
        name: wanted.name,
        size,
        corner: match own.outline {
            None => wanted.corner,
            Some(_) => 0.0,
        },
        outline: own.outline.as_ref().map(|own| own.at_size(size)),
    })
}

/// `--card-size` must be of use to some deck.
fn check_size(set: &Set, wanted: Option<&Trim>) -> Result<(), Diagnostics> {
    let Some(wanted) = wanted.filter(|_| !set.decks.is_empty()) else {
        return Ok(());
    };
    let sizes = || set.decks.iter().map(|c| &c.trim);
    if sizes().any(|own| resized(own, wanted).is_some()) {
        return Ok(());
    }
    let mut there: Vec<String> = sizes().map(|t| t.to_string()).collect();
    there.dedup();
    let message = format!("no deck has cards of nearly the shape of {wanted}");
    let help = format!(
        "the decks are {}; printed at another shape they would be stretched: draw a template of that size",
        there.join(", ")
    );
    let fault = Diagnostic::usage(Code::PaperTooSmall, message);
    Err(fault.help(help).into())
}

/// Footers and the words at the rulers.
fn captions(set: &Set, decks: &[DeckSheets], document: &Document) -> Vec<Caption> {
    let mut captions = Vec::new();
    let mut rulers: Vec<(u64, Arc<Drawn>)> = Vec::new();
    for (i, page) in document.pages.iter().enumerate() {
        if let Some(footer) = &page.footer {
            let deck = &decks[page.deck].name;
            let side = match page.side {
                PageSide::Front => ", front",
                PageSide::Back => ", back",
                PageSide::Both => "",
            };
            let (title, mut sheet) =
                (set.pack.game.full_title(), format!("{} of {}", page.sheet, page.sheets));
            if let Some(Tile { column, row }) = page.tile {
                sheet = format!("{sheet}: row {row}, column {column}");
            }
            let version = &set.pack.game.version;
            // The longest that finds room beside the ruler.
            let lines = [
                format!("{title}, version {version} · {deck} · sheet {sheet}{side}"),
                format!("{title} · {deck} · sheet {sheet}{side}"),
                format!("{deck} · {sheet}{side}"),
                sheet,
            ];
            let fitting = lines.iter().find_map(|words| {
                let drawn = set.renderer.caption(words, FOOTER)?;
                (drawn.width <= footer.width).then_some(drawn)
            });
            if let Some(drawn) = fitting {
                let above = drawn.height * 0.8;
                let (x, y) = if footer.turned {
                    (footer.baseline.x - above, footer.baseline.y)
                } else {
                    (footer.baseline.x, footer.baseline.y - above)
                };
                captions.push(Caption {
                    page: i,
                    x,
                    y,
                    turned: footer.turned,
                    drawn: Arc::new(drawn),
                });
            }
        }
        if let Some(ruler) = &page.ruler {
            let key = ruler.length.to_bits();
            let words = format!("{} mm", ruler.length);
            if !rulers.iter().any(|(k, _)| *k == key)
                && let Some(drawn) = set.renderer.caption(&words, FOOTER)
            {
                rulers.push((key, Arc::new(drawn)));
            }
            if let Some((_, drawn)) = rulers.iter().find(|(k, _)| *k == key) {
                // Midway between two ticks, where there is nothing else.
                let tick = (ruler.length / 20.0).floor() * 10.0;
                let along = tick + (10.0 - drawn.width) / 2.0;
                let (x, y) = if ruler.is_upright() {
                    (ruler.bar.right() - drawn.height, ruler.bar.bottom() - along)
                } else {
                    (ruler.bar.x + along, ruler.bar.bottom() - drawn.height)
                };
                captions.push(Caption {
                    page: i,
                    x,
                    y,
                    turned: ruler.is_upright(),
                    drawn: drawn.clone(),
                });
            }
        }
    }
    captions
}

fn outline(decks: &[DeckSheets], document: &Document) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut last = None;
    for (i, page) in document.pages.iter().enumerate() {
        if last != Some(page.deck) {
            last = Some(page.deck);
            let title = decks[page.deck].name.clone();
            chapters.push(Chapter { title, sheets: Vec::new() });
        }
        let side = match page.side {
            PageSide::Front => "front",
            PageSide::Back => "back",
            PageSide::Both => "fronts and backs",
        };
        if let Some(chapter) = chapters.last_mut() {
            let title = format!("Sheet {} of {}, {side}", page.sheet, page.sheets);
            chapter.sheets.push((title, i));
        }
    }
    chapters
}

/// The size of a deck's cards on the paper.
pub fn trim_on_paper(chosen: &SelectedDeck, lay: &Lay) -> Trim {
    let resize = |wanted: &Trim| resized(&chosen.trim, wanted);
    let resized = lay.card_size.as_ref().and_then(resize);
    let trim = resized.unwrap_or_else(|| chosen.trim.clone());
    if chosen.booklet { half_of_paper(trim, &lay.setup) } else { trim }
}

/// A page of a booklet: of its own size, or as large as there is room for on half of the paper.
fn half_of_paper(own: Trim, setup: &Setup) -> Trim {
    let scale = |paper: Size| {
        let room = paper.rect().inset(setup.margin);
        (room.width / 2.0 / own.size.width).min(room.height / own.size.height)
    };
    let paper = setup.paper.portrait();
    let scale = scale(paper).max(scale(paper.turned()));
    // A card too large for any page is refused where the pages are laid out.
    if scale >= 1.0 || scale <= 0.0 {
        return own;
    }
    let size = Size::new(own.size.width * scale, own.size.height * scale);
    Trim {
        size,
        corner: own.corner * scale,
        outline: own.outline.as_ref().map(|own| own.at_size(size)),
        ..own
    }
}

/// Keeps the pages of a job that are wanted, and of each the other side of its sheet: a front printed alone would take the next
/// page for its back.
///
/// # Errors
/// A page that the job does not have.
pub fn keep_pages(job: &mut Job, wanted: &PageRanges, backs: Backs) -> Result<(), Diagnostic> {
    let pages = &mut job.document.pages;
    if let Some(missing) = wanted.first_beyond(pages.len()) {
        let has = counted(pages.len(), "page");
        let message = format!("{} has no page {missing}: its sheets have {has}", job.title);
        let help = "count the pages of the whole print, as the viewer of the PDF does";
        return Err(Diagnostic::usage(Code::OptionsDisagree, message).help(help));
    }
    // In duplex a back directly follows its front.
    let is_behind =
        |at: usize| is_duplex(backs) && pages.get(at).is_some_and(|p| p.side == PageSide::Back);
    let is_kept = |at: &usize| {
        let front = at - usize::from(is_behind(*at));
        wanted.holds(front + 1) || is_behind(front + 1) && wanted.holds(front + 2)
    };
    let kept: Vec<usize> = (0..pages.len()).filter(is_kept).collect();
    let keep = |page: &mut usize| {
        let place = kept.binary_search(page);
        *page = place.unwrap_or_default();
        place.is_ok()
    };
    let mut numbers = 0..;
    pages.retain(|_| numbers.next().is_some_and(|mut page| keep(&mut page)));
    job.captions.retain_mut(|caption| keep(&mut caption.page));
    job.outline.retain_mut(|chapter| {
        chapter.sheets.retain_mut(|(_, page)| keep(page));
        !chapter.sheets.is_empty()
    });
    Ok(())
}
