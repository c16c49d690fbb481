//! From drawn decks to what the exporter of sheets gets: cards on pages, the words beside them, the outline.

use std::sync::Arc;

use crate::cards::MOST_CARDS;
use crate::export::{Caption, Chapter, Job, MOST_PAGES};
use crate::sheet::{DeckSheets, Document, Faces, Paper, Setup, Side, Trim, impose};
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::template::Drawn;

use super::drawing::{Chosen, Set};

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
}

/// Lays the decks of a game on paper; gives the number of cards with it.
///
/// # Errors
/// What has no room, and more cards or pages than there may be.
pub fn impose_set(set: &Set, lay: &Lay) -> Result<(Job, u32), Diagnostics> {
    check_size(set, lay.card_size)?;
    let mut faces: Vec<Arc<Drawn>> = Vec::new();
    let mut decks = Vec::new();
    let mut cards = 0;
    let mut asked = 0;
    for chosen in &set.decks {
        let (fronts, backs) = (&chosen.drawn.fronts, &chosen.drawn.backs);
        let mut places = Vec::new();
        for (face, copies) in &chosen.wanted {
            let front = faces.len();
            faces.push(fronts[*face].clone());
            let back = backs[*face].as_ref().map(|back| {
                faces.push(back.clone());
                faces.len() - 1
            });
            asked += copies;
            // More are refused below; they need not lie about until then.
            let placed = if asked > MOST_CARDS { 0 } else { *copies };
            places.extend((0..placed).map(|_| Faces { front, back }));
            // Pages of a text are no cards.
            if set.pack.decks[chosen.deck].flow.is_none() {
                cards += copies;
            }
        }
        decks.push(DeckSheets {
            name: set.pack.decks[chosen.deck].title.clone(),
            trim: trim_on_paper(chosen, lay),
            faces: places,
            booklet: false,
        });
    }
    if asked > MOST_CARDS {
        let message = format!("{asked} cards are asked for");
        let help = format!("{MOST_CARDS} are the most: lower --copies, or print deck by deck");
        return Err(Diagnostic::error(Code::TooManyCards, message)
            .fault(Fault::Usage)
            .help(help)
            .into());
    }
    let document = impose(&decks, &lay.setup).map_err(|e| {
        let fault = Diagnostic::error(Code::PaperTooSmall, e.to_string()).fault(Fault::Usage);
        fault.help(
            e.remedy()
                .unwrap_or_else(|| "choose a larger --paper".to_owned()),
        )
    })?;
    if document.pages.len() > MOST_PAGES {
        let message = format!("the sheets would have {} pages", document.pages.len());
        let help = format!("{MOST_PAGES} are the most: lower `copies`, or print deck by deck");
        return Err(Diagnostic::error(Code::TooMany, message).help(help).into());
    }
    let captions = captions(set, &document);
    let game = &set.pack.game;
    let job = Job {
        captions,
        outline: outline(&decks, &document),
        faces,
        title: set.pack.game.full_title(),
        author: game.authors.join(", "),
        document,
    };
    Ok((job, cards))
}

/// The size asked for, for decks of nearly that shape; all other decks keep their own.
fn resized(own: Trim, wanted: Trim) -> Option<Trim> {
    // A deck of cards on their side keeps lying on its side.
    let size = match own.size.is_landscape() == wanted.size.is_landscape() {
        true => wanted.size,
        false => wanted.size.turned(),
    };
    let shape = |width: f64, height: f64| width / height;
    let change = shape(size.width, size.height) / shape(own.size.width, own.size.height);
    let same = own.name.is_some() && (change - 1.0).abs() <= SHAPE;
    same.then_some(Trim { size, ..wanted })
}

/// `--card-size` must be of use to some deck.
fn check_size(set: &Set, wanted: Option<Trim>) -> Result<(), Diagnostics> {
    let Some(wanted) = wanted else {
        return Ok(());
    };
    let sizes = || set.decks.iter().map(|c| c.trim);
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
    let fault = Diagnostic::error(Code::PaperTooSmall, message).fault(Fault::Usage);
    Err(fault.help(help).into())
}

/// Footers and the words at the rulers.
fn captions(set: &Set, document: &Document) -> Vec<Caption> {
    let mut captions = Vec::new();
    let mut rulers: Vec<(u64, Arc<Drawn>)> = Vec::new();
    for (i, page) in document.pages.iter().enumerate() {
        let deck = set.decks.get(page.deck).map(|c| &set.pack.decks[c.deck]);
        if let (Some(footer), Some(deck)) = (&page.footer, deck) {
            let side = match page.side {
                Side::Front => ", front",
                Side::Back => ", back",
                Side::Both => "",
            };
            let (title, sheet) = (
                set.pack.game.full_title(),
                format!("{} of {}", page.sheet, page.sheets),
            );
            let version = &set.pack.game.version;
            // The longest that finds room beside the ruler.
            let lines = [
                format!(
                    "{title}, version {version} · {} · sheet {sheet}{side}",
                    deck.title
                ),
                format!("{title} · {} · sheet {sheet}{side}", deck.title),
                format!("{} · {sheet}{side}", deck.title),
                sheet,
            ];
            let fitting = lines.iter().find_map(|words| {
                let drawn = set.press.caption(words, FOOTER)?;
                (drawn.width <= footer.width).then_some(drawn)
            });
            if let Some(drawn) = fitting {
                let above = drawn.height * 0.8;
                let (x, y) = match footer.turned {
                    false => (footer.baseline.x, footer.baseline.y - above),
                    true => (footer.baseline.x - above, footer.baseline.y),
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
                && let Some(drawn) = set.press.caption(&words, FOOTER)
            {
                rulers.push((key, Arc::new(drawn)));
            }
            if let Some((_, drawn)) = rulers.iter().find(|(k, _)| *k == key) {
                // Midway between two ticks, where nothing else stands.
                let tick = (ruler.length / 20.0).floor() * 10.0;
                let along = tick + (10.0 - drawn.width) / 2.0;
                let (x, y) = match ruler.is_upright() {
                    false => (ruler.bar.x + along, ruler.bar.bottom() - drawn.height),
                    true => (ruler.bar.right() - drawn.height, ruler.bar.bottom() - along),
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
            chapters.push(Chapter {
                title: decks[page.deck].name.clone(),
                page: i,
                sheets: Vec::new(),
            });
        }
        let side = match page.side {
            Side::Front => "front",
            Side::Back => "back",
            Side::Both => "fronts and backs",
        };
        if let Some(chapter) = chapters.last_mut() {
            let title = format!("Sheet {} of {}, {side}", page.sheet, page.sheets);
            chapter.sheets.push((title, i));
        }
    }
    chapters
}

/// The size of a deck's cards on the paper.
pub fn trim_on_paper(chosen: &Chosen, lay: &Lay) -> Trim {
    let wanted = lay
        .card_size
        .and_then(|wanted| resized(chosen.trim, wanted));
    wanted.unwrap_or(chosen.trim)
}
