//! Lays drawn decks on sheets: cards on pages, the words beside them, the outline of the document. A [`Set`] and a [`Lay`] come
//! in; a [`Job`] for the exporter of sheets goes out, of which [`keep_pages`] keeps some.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cards::MOST_CARDS;
use crate::export::{Caption, Chapter, Job, MOST_PAGES};
use crate::session::draw::drawing::{SelectedDeck, Set};
use crate::sheet::{
    Backs, CardFaces, DeckSheets, Document, NetFaces, Page, PageRanges, PageSide, Paper, Setup,
    Size, Tile, Trim, booklet_leaves, impose, lay_nets,
};
use crate::source::{Diagnostic, Diagnostics, counted, error, grouped, usage};
use crate::template::Drawn;
use crate::text::strip;

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

/// Whether backs are printed on the other side of the paper.
pub(super) fn is_duplex(backs: Backs) -> bool {
    matches!(backs, Backs::LongEdge | Backs::ShortEdge)
}

/// Lays the decks of a game on paper; gives the faces that are fronts of cards with it.
///
/// # Errors
/// What has no room, and more cards or pages than there may be.
pub fn impose_set(set: &Set, lay: &Lay) -> Result<(Job, BTreeSet<usize>), Diagnostics> {
    check_size(set, lay.card_size.as_ref())?;
    let asked = set.decks.iter().flat_map(|chosen| &chosen.cards).map(|card| card.copies).sum();
    if asked > MOST_CARDS {
        return Err(too_many_cards(asked, "lower --copies, or print deck by deck").into());
    }
    let mut faces: Vec<Arc<Drawn>> = Vec::new();
    let mut names: Vec<Option<String>> = Vec::new();
    let mut decks: Vec<DeckSheets> = Vec::new();
    let mut cards = BTreeSet::new();
    for chosen in &set.decks {
        let is_text = set.pack.decks[chosen.deck].flow.is_some();
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
                names.push((!chosen.shares_back()).then_some(name));
                faces.push(back.clone());
                faces.len() - 1
            });
            // The leaves of a booklet are repeated, not its pages.
            let placed = if chosen.booklet { 1 } else { card.copies };
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
    let first_net = decks.len();
    let nets = add_nets(set, &mut decks, &mut faces);
    let mut document = impose(&decks, &lay.setup).map_err(|e| {
        let remedy = e.remedy().unwrap_or_else(|| "choose a larger --paper".to_owned());
        usage!(PaperTooSmall, e.to_string(), remedy)
    })?;
    let first = document.pages.first();
    if let Some(first) = first.filter(|_| !lay.setup.skip.is_empty())
        && (first.tile.is_some() || decks[first.deck].booklet)
    {
        // Places are left free on the first sheet, whatever that is.
        let deck = &decks[first.deck].name;
        return Err(usage!(
            OptionsDisagree,
            "`--skip` leaves places of the first sheet free, and that is of {deck}, which has none: parts to be glued, or a booklet",
            "name decks of cards with `--deck`, and print that one by itself"
        )
        .into());
    }
    lay_nets(&mut document, first_net, &nets, &lay.setup);
    if document.pages.len() > MOST_PAGES {
        let message = format!("the sheets would have {}", counted(document.pages.len(), "page"));
        let most = grouped(MOST_PAGES as u64);
        return Err(error!(
            TooMany,
            message, "{most} are the most: lower `copies`, or print deck by deck"
        )
        .into());
    }
    let game = &set.pack.game;
    let job = Job {
        captions: captions(set, &decks, &document),
        outline: outline(&decks, &document),
        faces,
        names,
        title: game.full_title(),
        author: game.authors.join(", "),
        lang: game.lang().to_owned(),
        date: game.date,
        document,
    };
    Ok((job, cards))
}

/// That a print or an export has more cards than there may be, and how to ask for fewer.
pub fn too_many_cards(cards: u32, remedy: &str) -> Diagnostic {
    usage!(
        TooManyCards,
        format!("{} are asked for", counted(cards as usize, "card")),
        format!("{} are the most: {remedy}", grouped(MOST_CARDS.into()))
    )
}

/// Puts the pieces of boxes behind the decks.
fn add_nets(set: &Set, decks: &mut Vec<DeckSheets>, faces: &mut Vec<Arc<Drawn>>) -> Vec<NetFaces> {
    let mut nets = Vec::new();
    let pieces = set.boxes.iter();
    for (title, piece) in pieces.flat_map(|b| b.nets.iter().map(|net| (&b.title, net))) {
        let Size { width, height } = piece.net.size;
        let (layers, fonts) = (Vec::new(), set.renderer.fonts().clone());
        decks.push(piece.sheets(title, faces.len()));
        faces.push(Arc::new(Drawn { width, height, layers, fonts }));
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
fn check_size(set: &Set, wanted: Option<&Trim>) -> Result<(), Diagnostic> {
    let sizes = || set.decks.iter().map(|c| &c.trim);
    let Some(wanted) = wanted.filter(|wanted| {
        sizes().next().is_some() && sizes().all(|own| resized(own, wanted).is_none())
    }) else {
        return Ok(());
    };
    let mut there: Vec<String> = sizes().map(Trim::to_string).collect();
    there.dedup();
    let there = there.join(", ");
    Err(usage!(
        PaperTooSmall,
        "no deck has cards of nearly the shape of {wanted}",
        "the decks are {there}; printed at another shape they would be stretched: draw a template of that size"
    ))
}

/// Footers and the words at the rulers.
fn captions(set: &Set, decks: &[DeckSheets], document: &Document) -> Vec<Caption> {
    let (title, version) = (set.pack.game.full_title(), &set.pack.game.version);
    let mut captions = Vec::new();
    let mut rulers: Vec<(f64, Arc<Drawn>)> = Vec::new();
    for (i, page) in document.pages.iter().enumerate() {
        let mut add = |[x, y]: [f64; 2], turned, drawn| {
            captions.push(Caption { page: i, x, y, turned, drawn });
        };
        if let Some(footer) = &page.footer {
            let deck = &decks[page.deck].name;
            let side = match page.side {
                PageSide::Front => ", front",
                PageSide::Back => ", back",
                PageSide::Both => "",
            };
            let mut sheet = format!("{} of {}", page.sheet, page.sheets);
            if let Some(Tile { column, row }) = page.tile {
                sheet = format!("{sheet}: row {row}, column {column}");
            }
            // The longest that finds room beside the ruler.
            let lines = [
                format!("{title}, version {version} · {deck} · sheet {sheet}{side}"),
                format!("{title} · {deck} · sheet {sheet}{side}"),
                format!("{deck} · {sheet}{side}"),
                sheet,
            ];
            let mut drawn = lines.iter().filter_map(|words| set.renderer.caption(words, FOOTER));
            if let Some(drawn) = drawn.find(|drawn| drawn.width <= footer.width) {
                let above = drawn.height * 0.8;
                let (x, y) = (footer.baseline.x, footer.baseline.y);
                let at = if footer.turned { [x - above, y] } else { [x, y - above] };
                add(at, footer.turned, Arc::new(drawn));
            }
        }
        if let Some(ruler) = &page.ruler {
            if !rulers.iter().any(|(length, _)| *length == ruler.length)
                && let Some(drawn) = set.renderer.caption(&format!("{} mm", ruler.length), FOOTER)
            {
                rulers.push((ruler.length, Arc::new(drawn)));
            }
            if let Some((_, drawn)) = rulers.iter().find(|(length, _)| *length == ruler.length) {
                // Midway between two ticks, where there is nothing else.
                let tick = (ruler.length / 20.0).floor() * 10.0;
                let along = tick + (10.0 - drawn.width) / 2.0;
                let (right, bottom) = (ruler.bar.right(), ruler.bar.bottom());
                let at = if ruler.is_upright() {
                    [right - drawn.height, bottom - along]
                } else {
                    [ruler.bar.x + along, bottom - drawn.height]
                };
                add(at, ruler.is_upright(), drawn.clone());
            }
        }
    }
    captions
}

fn outline(decks: &[DeckSheets], document: &Document) -> Vec<Chapter> {
    let mut pages = document.pages.iter().enumerate().peekable();
    let mut chapters: Vec<Chapter> = Vec::new();
    while let Some((_, Page { deck, .. })) = pages.peek().copied() {
        let sheets = std::iter::from_fn(|| pages.next_if(|(_, page)| page.deck == *deck));
        let sheets = sheets.map(|(i, page)| {
            let side = match page.side {
                PageSide::Front => "front",
                PageSide::Back => "back",
                PageSide::Both => "fronts and backs",
            };
            (format!("Sheet {} of {}, {side}", page.sheet, page.sheets), i)
        });
        let sheets = sheets.collect();
        chapters.push(Chapter { title: decks[*deck].name.clone(), sheets });
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
        return Err(usage!(
            OptionsDisagree,
            format!("{} has no page {missing}: its sheets have {has}", job.title),
            "count the pages of the whole print, as the viewer of the PDF does"
        ));
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
