//! The view of the sheets: every page as it will be printed. A job for the printer, and what was asked, come in; the page goes out.
//!

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use maud::{Markup, html};
use serde::Deserialize;

use super::cards::face_address;
use super::frame::{choice, decks, studio_page};
use crate::export::Job;
use crate::raster::outlined_face;
use crate::session::{GameSnapshot, SnapshotFault};
use crate::sheet::{Backs, Choose, CutMarks, Mark, PAPERS, Page, PageSide, Placement, Rect};
use crate::source::counted;
use crate::template::{Drawn, fingerprint};

/// Pages that are shown; a browser would be slow with more.
const MOST_PAGES: usize = 120;

/// Safe area that is shown when it is asked for, mm inside the trim.
const SAFE: f64 = 3.0;

/// What is asked of the view: the options of `print` that are used most, and a line with any others.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SheetsView {
    pub paper: String,
    pub backs: String,
    pub marks: String,
    pub ink: String,
    pub bleed: String,
    pub deck: String,
    pub changed: Option<String>,
    /// As on a command line: `--gap 2 --corners round`.
    pub more: String,
}

impl SheetsView {
    /// The options as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let chosen = [
            ("--paper", &self.paper),
            ("--backs", &self.backs),
            ("--marks", &self.marks),
            ("--ink", &self.ink),
            ("--bleed", &self.bleed),
            ("--deck", &self.deck),
        ];
        let chosen = chosen.iter().filter(|(_, value)| !value.trim().is_empty());
        let mut words: Vec<String> =
            chosen.map(|(name, value)| format!("{name}={}", value.trim())).collect();
        words.extend(self.changed.as_ref().map(|_| "--changed".to_owned()));
        words.extend(self.more.split_whitespace().map(str::to_owned));
        words
    }
}

/// Pages to show, and the faces on them by their names.
pub struct SheetsPreview {
    job: Job,
    /// The name of each face of the job.
    names: Vec<String>,
    pub faces: BTreeMap<String, Arc<Drawn>>,
    /// Millimetres that the faces are shown with around their trim.
    pub bleed: f64,
}

impl SheetsPreview {
    pub fn new(job: Job) -> SheetsPreview {
        let bleed = job
            .document
            .pages
            .iter()
            .take(MOST_PAGES)
            .flat_map(|page| &page.placements)
            .map(|placed| {
                let (clip, trim) = (placed.clip.rect, placed.trim);
                [
                    trim.x - clip.x,
                    trim.y - clip.y,
                    clip.right() - trim.right(),
                    clip.bottom() - trim.bottom(),
                ]
                .into_iter()
                .fold(0.0, f64::max)
            })
            .fold(0.0, f64::max);
        let mut faces = BTreeMap::new();
        let mut known: HashMap<*const Drawn, String> = HashMap::new();
        let names = job
            .faces
            .iter()
            .map(|face| {
                let name = known
                    .entry(Arc::as_ptr(face))
                    .or_insert_with(|| format!("{}-{bleed}", fingerprint(face)))
                    .clone();
                faces.insert(name.clone(), face.clone());
                name
            })
            .collect();
        SheetsPreview { job, names, faces, bleed }
    }
}

/// The page of the sheets; `made` is what came of printing, in words.
pub fn sheets_page(
    game: &GameSnapshot,
    view: &SheetsView,
    preview: Option<&SheetsPreview>,
    said: &[SnapshotFault],
    printed: &[PathBuf],
) -> String {
    studio_page(
        "/sheets",
        game,
        html! {
            (options(game, view))
            @for fault in said {
                (super::proof::fault(fault))
            }
            @if !printed.is_empty() {
                p.notice data-key="printed" {
                    "Printed: "
                    @for (number, path) in printed.iter().enumerate() { a href=(format!("/sheets/printed/{number}.pdf")) target="_blank" { (path.display()) } " " }
                }
            }
            @if let Some(preview) = preview {
                @let pages = &preview.job.document.pages;
                p { (counted(pages.len(), "page")) @if pages.len() > MOST_PAGES { ", of which the first " (MOST_PAGES) " are shown" } }
                div.sheets {
                    @for (number, page) in pages.iter().enumerate().take(MOST_PAGES) {
                        figure data-key=(format!("page-{number}")) {
                            (drawn_page(preview, number, page))
                            figcaption { (number + 1) " · " (side(page)) " · sheet " (page.sheet) " of " (page.sheets) }
                        }
                    }
                }
            }
        },
    )
}

fn side(page: &Page) -> &'static str {
    match page.side {
        _ if page.is_blank() => "blank",
        PageSide::Front => "fronts",
        PageSide::Back => "backs",
        PageSide::Both => "fronts and backs, to fold",
    }
}

/// The options, as a form that asks for this page with others.
fn options(game: &GameSnapshot, view: &SheetsView) -> Markup {
    let papers = PAPERS.iter().filter_map(|paper| paper.name).map(|name| (name, name));
    let paper = if view.paper.is_empty() { "a4" } else { &view.paper };
    html! {
        form.tools method="get" action="/sheets" id="options" {
            (choice("paper", "Paper", paper, papers))
            (choice("backs", "Backs", &view.backs, words_of::<Backs>()))
            (choice("marks", "Marks", &view.marks, words_of::<CutMarks>()))
            (choice("ink", "Ink", &view.ink, ["full", "grey", "low"].map(|ink| (ink, ink))))
            (choice("deck", "Deck", &view.deck, decks(game)))
            label { "Bleed " input type="number" name="bleed" value=(view.bleed) min="0" max="20" step="0.5" class="short"; " mm" }
            label { input type="checkbox" name="changed" value="on" checked[view.changed.is_some()]; " only what changed" }
            label.wide { "More options " input type="text" name="more" value=(view.more) placeholder="--gap 2 --corners round" spellcheck="false"; }
            button { "Show" }
            button.main formaction="/sheets/print" formmethod="post" { "Make the PDF" }
        }
        form class="tools guides" data-keep="guides" {
            span { "Guides: " }
            label { input type="checkbox" id="show-trim"; " trim" }
            label { input type="checkbox" id="show-bleed"; " bleed" }
            label { input type="checkbox" id="show-safe"; " safe area" }
        }
    }
}

fn words_of<C: Choose>() -> impl Iterator<Item = (&'static str, &'static str)> {
    C::CHOICES.iter().map(|choice| (choice.name, choice.name))
}

fn drawn_page(preview: &SheetsPreview, number: usize, page: &Page) -> Markup {
    let (width, height) = (page.size.width, page.size.height);
    let captions = preview.job.captions.iter().filter(|caption| caption.page == number);
    html! {
        svg.sheet viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(format!("Page {}", number + 1)) {
            rect width=(width) height=(height) class="paper" {}
            @for (place, placed) in page.placements.iter().enumerate() {
                (placement(preview, &format!("c{number}-{place}"), placed))
            }
            @for mark in &page.marks { (mark_line(mark)) }
            @if let Some(ruler) = &page.ruler {
                (rect("ruler", ruler.bar))
            }
            @for caption in captions {
                @let turn = if caption.turned { " rotate(-90)" } else { "" };
                g transform=(format!("translate({} {}){turn}", caption.x, caption.y)) {
                    (maud::PreEscaped(inner_svg(&caption.drawn)))
                }
            }
            @for placed in &page.placements {
                (rect("guide bleed", placed.clip.rect))
                (rect("guide trim", placed.trim))
                (rect("guide safe", placed.trim.inset(SAFE)))
            }
        }
    }
}

fn rect(class: &str, rect: Rect) -> Markup {
    let (width, height) = (rect.width.max(0.0), rect.height.max(0.0));
    html! { rect class=(class) x=(rect.x) y=(rect.y) width=(width) height=(height) {} }
}

fn placement(preview: &SheetsPreview, id: &str, placed: &Placement) -> Markup {
    let Some(name) = preview.names.get(placed.face) else {
        return html! {};
    };
    let (trim, clip, bleed) = (placed.trim, placed.clip, preview.bleed);
    let centre = trim.centre();
    let turned = placed.rotation % 2 == 1;
    let (width, height) =
        if turned { (trim.height, trim.width) } else { (trim.width, trim.height) };
    let turn = format!("rotate({} {} {})", u32::from(placed.rotation) * 90, centre.x, centre.y);
    let image = html! {
        image href=(face_address(name)) transform=(turn) preserveAspectRatio="none"
            x=(centre.x - width / 2.0 - bleed) y=(centre.y - height / 2.0 - bleed)
            width=(width + 2.0 * bleed) height=(height + 2.0 * bleed) {}
    };
    html! {
        clipPath id=(id) {
            rect x=(clip.rect.x) y=(clip.rect.y) width=(clip.rect.width) height=(clip.rect.height) rx=(clip.radius) {}
        }
        g.placed clip-path=(format!("url(#{id})")) {
            (image)
            @for (number, strip) in placed.strips().iter().enumerate() {
                @let (id, part) = (format!("{id}-{number}"), strip.clip);
                @let [a, b, c, d, e, f] = strip.map.as_coeffs();
                clipPath id=(id) { rect x=(part.x) y=(part.y) width=(part.width) height=(part.height) {} }
                g clip-path=(format!("url(#{id})")) { g transform=(format!("matrix({a} {b} {c} {d} {e} {f})")) { (image) } }
            }
        }
    }
}

fn mark_line(mark: &Mark) -> Markup {
    match mark {
        Mark::Line { from, to, width, dashed } => html! {
            line x1=(from.x) y1=(from.y) x2=(to.x) y2=(to.y) stroke="#000" stroke-width=(width) stroke-dasharray=[dashed.then_some("2 1.5")] {}
        },
        Mark::RoundedRect { rect, radius, width } => html! {
            rect x=(rect.x) y=(rect.y) width=(rect.width) height=(rect.height) rx=(radius) fill="none" stroke="#000" stroke-width=(width) {}
        },
    }
}

/// What is drawn of a caption, in millimetres from its own (0, 0).
fn inner_svg(drawn: &Drawn) -> String {
    let svg = outlined_face(drawn, 0.0);
    // The outer element gives the size; only what is in it lies on the page.
    let start = svg.find("<svg").and_then(|at| svg[at..].find('>').map(|end| at + end + 1));
    let end = svg.rfind("</svg>");
    match (start, end) {
        (Some(start), Some(end)) if start <= end => svg[start..end].to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_words_of_a_command_line() {
        let view = SheetsView {
            paper: "letter".into(),
            bleed: " 3 ".into(),
            changed: Some("on".into()),
            more: "--gap 2  --corners round".into(),
            ..SheetsView::default()
        };
        let words =
            ["--paper=letter", "--bleed=3", "--changed", "--gap", "2", "--corners", "round"];
        assert_eq!(view.words(), words);
        assert!(SheetsView::default().words().is_empty());
    }
}
