//! `deckproof print`: sheets to print, cut and play.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::cards::{MOST_CARDS, Pack};
use crate::export::{Caption, Chapter, Fineness, Job, MOST_PAGES, Shelf, fit_pictures, pdf};
use crate::sheet::{DeckSheets, Document, Faces, Side, Trim, impose};
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::template::Drawn;

use super::cache::{Cache, MOST_BYTES};
use super::changed::{self, Changes};
use super::ledger::{self, Ledger};
use super::output;
use super::paper::Options;
use super::report::{Done, Report, counted};
use super::studio::{Selection, Set};

/// Size of the words below a sheet, in points.
const FOOTER: f32 = 6.5;

/// How much a card's shape may differ from the size asked for.
const SHAPE: f64 = 0.03;

/// The first line of a list of what to take out.
const LIST_HEAD: &str = "deckproof print --changed";

const EXAMPLES: &str = "\
Examples:
  deckproof print                                   all shipped games on A4
  deckproof print caper --paper letter              one game on US Letter
  deckproof print caps-and-hammers --deck assets    one deck
  deckproof print caper --cards the-louvre --copies 2
  deckproof print my-game --ink low --backs none    a cheap playtest print
  deckproof print my-game --bleed 3 --marks crop    with 3 mm of bleed
  deckproof print my-game --image-quality 85        a small file to send: pictures as JPEG
  deckproof print my-game --changed                 after an edit: only what differs from the last print

Print at 100 % (no scaling): the ruler below the cards must measure what it says.
Duplex: flip on the long edge, or say --backs short-edge. Without duplex: --backs fold.

Every print is noted in `prints.lock` beside the sheets, card by card. `--changed` prints new and changed cards
and missing copies only, into GAME-changed.pdf, and says which cards to take out of the box (GAME-changed.txt).
Each changed card bears a small mark at its lower edge, v2, v3 …: the printing that it came with.";

/// Print sheets of cards as PDF
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Copies of each card, whatever the deck says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    copies: Option<u32>,
    /// Folder for the PDF files
    #[arg(long, short, default_value = "output", value_name = "DIR")]
    output: PathBuf,
    /// Only what is new or changed since the last print, and copies that are missing; with a list of what to take out
    #[arg(long, conflicts_with_all = ["cards", "copies"])]
    changed: bool,
    /// Do not note this print in prints.lock
    #[arg(long)]
    draft: bool,
    #[command(flatten)]
    paper: Options,
    #[command(flatten)]
    images: Images,
}

/// How fine pictures of pixels are stored.
#[derive(Debug, clap::Args)]
struct Images {
    /// Make pictures with more dots to the inch than this smaller, at the size at which they are printed; `none` keeps them
    #[arg(long, default_value = "300", value_name = "N|none", value_parser = image_dpi)]
    image_dpi: Dots,
    /// Store opaque pictures as JPEG of this quality where that is smaller; without it, what loses nothing stays so
    #[arg(long, value_name = "1-100", value_parser = clap::value_parser!(u8).range(1..=100))]
    image_quality: Option<u8>,
    /// Do not keep pictures that were made smaller for the next print
    #[arg(long)]
    no_cache: bool,
}

/// Dots to the inch, if there is a bound.
#[derive(Debug, Clone, Copy)]
struct Dots(Option<f64>);

fn image_dpi(text: &str) -> Result<Dots, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Dots(None));
    }
    let dpi = text
        .parse()
        .ok()
        .filter(|dpi| (20.0..=2400.0).contains(dpi));
    let dpi = dpi.ok_or("write dots to the inch from 20 to 2400, or `none`")?;
    Ok(Dots(Some(dpi)))
}

/// What was made, for the closing table.
struct Made {
    path: PathBuf,
    pages: usize,
    cards: u32,
    bytes: usize,
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    let start = Instant::now();
    let packs = args.selection.packs(report)?;
    for pack in &packs {
        output::may_write(&path_of(args, pack), pdf::made_by_us)?;
    }
    let noted = args.output.join(ledger::NAME);
    let mut ledger = match args.draft && !args.changed {
        true => Ledger::default(),
        false => Ledger::open(&noted, &mut report.files)?,
    };
    let mut made = Vec::new();
    for pack in packs {
        let id = pack.game.id.clone();
        let path = path_of(args, &pack);
        let mut set = args.selection.draw(pack, args.paper.ink.0, report)?;
        if let Some(copies) = args.copies {
            let decks = set.decks.iter_mut();
            decks
                .flat_map(|deck| &mut deck.wanted)
                .for_each(|(_, wanted)| *wanted = copies);
        }
        let now = changed::faces(&set);
        let whole = args.selection.deck.is_empty() && args.selection.cards.is_empty();
        let before = ledger.games.get(&id);
        let mut after = match args.changed {
            false => changed::note(&now, before, whole),
            true => {
                let before = before.ok_or_else(|| nothing_printed(&id, &noted))?;
                let changes = Changes::of(&now, before, whole);
                changed::keep_only(&mut set, &changes.print);
                tell(args, &set, &changes, report)?;
                changes.after
            }
        };
        if !set.decks.is_empty() {
            made.push(write(args, &set, path, report)?);
        }
        after.ink = args.paper.ink.0.name().to_owned();
        ledger.games.insert(id, after);
        if !args.draft {
            output::folder(&args.output)?;
            ledger.keep(&noted)?;
        }
    }
    if !made.is_empty() {
        say(report, &made, start);
    }
    Ok(())
}

/// Says what is printed and what is to be taken out, and writes it beside the sheets.
fn tell(args: &Args, set: &Set, changes: &Changes, report: &Report) -> Result<(), Diagnostic> {
    let title = set.pack.game.full_title();
    let path = args
        .output
        .join(format!("{}-changed.txt", set.pack.game.id));
    if changes.print.is_empty() && changes.pull.is_empty() {
        report.say(&format!(
            "{title}: nothing has changed since it was printed"
        ));
        return Ok(());
    }
    let mut text = format!("{title}: {}\n", changes.summary());
    for line in changes.lines() {
        text.push_str(&line);
        text.push('\n');
    }
    report.say(text.trim_end());
    let whole = format!("{LIST_HEAD}\n{text}");
    output::folder(&args.output)?;
    output::write(&path, whole.as_bytes(), |b| {
        b.starts_with(LIST_HEAD.as_bytes())
    })
}

fn nothing_printed(id: &str, noted: &Path) -> Diagnostic {
    let message = format!("`{}` notes no print of `{id}`", noted.display());
    Diagnostic::error(Code::NothingPrinted, message)
        .fault(Fault::Usage)
        .help(
            "print it once without --changed, or name with -o the folder into which it was printed",
        )
}

/// Makes the PDF of a set.
fn write(args: &Args, set: &Set, path: PathBuf, report: &Report) -> Result<Made, Diagnostics> {
    let (mut job, cards) = job(set, &args.paper)?;
    fit_images(&mut job, &args.images);
    let bar = report.progress(&format!("{}: PDF", set.pack.game.title), 0);
    let bytes = pdf::sheets(&job, &|done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    let bytes = bytes.map_err(|e| {
        Diagnostic::error(Code::Unpaintable, e.0)
            .help("open the template in another program and look what is odd")
    })?;
    bar.finish_and_clear();
    output::folder(&args.output)?;
    output::write(&path, &bytes, pdf::made_by_us)?;
    Ok(Made {
        path,
        pages: job.document.pages.len(),
        cards,
        bytes: bytes.len(),
    })
}

fn fit_images(job: &mut Job, images: &Images) {
    let fineness = Fineness {
        dpi: images.image_dpi.0,
        quality: images.image_quality,
    };
    let cache = if images.no_cache {
        None
    } else {
        Cache::of_user()
    };
    let shelf = cache.as_ref().map(|cache| cache as &dyn Shelf);
    if fit_pictures(job, fineness, shelf)
        && let Some(cache) = cache
    {
        cache.sweep(MOST_BYTES);
    }
}

fn path_of(args: &Args, pack: &Pack) -> PathBuf {
    let what = if args.changed { "-changed" } else { "" };
    args.output.join(format!("{}{what}.pdf", pack.game.id))
}

fn say(report: &Report, made: &[Made], start: Instant) {
    let width = made
        .iter()
        .map(|m| m.path.display().to_string().len())
        .max();
    let width = width.unwrap_or(4).max(4);
    report.say(&format!("{:width$}  pages  cards      size", "file"));
    for m in made {
        let kib = m.bytes.div_ceil(1024);
        let path = m.path.display().to_string();
        report.say(&format!(
            "{path:width$}  {:>5}  {:>5}  {kib:>4} KiB",
            m.pages, m.cards
        ));
    }
    report.say(&format!(
        "{} in {:.2} s. Print at 100 %; the ruler below the cards tells.",
        counted(made.len(), "file"),
        start.elapsed().as_secs_f64()
    ));
}

/// Lays the decks of a game on paper.
fn job(set: &Set, options: &Options) -> Result<(Job, u32), Diagnostics> {
    check_size(set, options.card_size)?;
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
            trim: options
                .card_size
                .and_then(|wanted| resized(chosen.trim, wanted))
                .unwrap_or(chosen.trim),
            faces: places,
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
    let setup = options.setup();
    let document = impose(&decks, &setup).map_err(|e| unfitting(&e.to_string()))?;
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

/// What does not fit is the message, what would is the help.
fn unfitting(message: &str) -> Diagnostic {
    let (message, would) = message.split_once("; ").unwrap_or((message, ""));
    let fault = Diagnostic::error(Code::PaperTooSmall, message).fault(Fault::Usage);
    match would {
        "" => fault.help("choose a larger --paper, smaller margins or a smaller --card-size"),
        would => fault.help(would),
    }
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
                captions.push(Caption {
                    page: i,
                    x: footer.baseline.x,
                    y: footer.baseline.y - drawn.height * 0.8,
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
                captions.push(Caption {
                    page: i,
                    // Between the ticks of the middle, where nothing else stands.
                    x: ruler.bar.x + ruler.length / 2.0 + 1.0,
                    y: ruler.bar.bottom() - drawn.height,
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
