//! Runs `deckproof print`. The command's options come in; PDF sheets to print and cut go out.

use std::path::PathBuf;
use std::time::Instant;

use crate::session::{Differing, Fineness, PrintedFile, PrinterProfile, Printing, printer_name};
use crate::sheet::{MakeBleed, PageRanges};
use crate::source::{Diagnostics, counted};

use super::console::{Console, Done};
use super::options::{SelectionArgs, choice};
use super::paper::Options;
use super::viewer;

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
  deckproof print my-game --changed=words           only cards that read or play differently, not those with a new picture
  deckproof print my-game --pages 3-4               a spoiled sheet again: these pages of the PDF
  deckproof print my-game --skip 1,5-7              a half-used sheet of labels
  deckproof print my-game --boxes                   only its boxes, to cut and fold
  deckproof print my-game --printer canon/rear      straight on a printer that is not: see `deckproof printer`
  deckproof print --watch --open                    in a game's folder: prints it again after every edit

Print at 100 % (no scaling): the ruler beside the cards must measure what it says.
Duplex: flip on the long edge, or say --backs short-edge. Without duplex: --backs fold.

Every print is noted in `prints.lock` beside the sheets, card by card. `--changed` prints new and changed cards
and missing copies only, into GAME-changed.pdf, and says which cards to take out of the box (GAME-changed.txt).
The file is GAME.pdf; a deck, cards or another paper than A4 are in its name: GAME-mat-a3.pdf.
Each changed card bears a small mark at its lower edge, v2, v3 …: the printing that it came with.";

/// Print sheets of cards as PDF
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct PrintArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    /// Copies of each card, whatever the deck says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    copies: Option<u32>,
    /// Folder for the PDF files [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only what is new or changed since the last print, and copies that are missing; with a list of what to take out. With
    /// `=words`, cards of which only pictures, colours or places have changed stay in the box
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "all",
        conflicts_with_all = ["cards", "copies"])]
    changed: Option<Differing>,
    /// Only these pages of what would be printed, as the PDF counts them: 1,3-5,8-. The other side of a sheet comes with it; such
    /// a print is not noted in prints.lock
    #[arg(long, value_name = "PAGES", conflicts_with = "changed")]
    pages: Option<PageRanges>,
    /// Do not note this print in prints.lock
    #[arg(long)]
    draft: bool,
    /// Print again whenever a file of the game is saved, until Ctrl-C; such a preview is not noted in prints.lock
    #[arg(long)]
    watch: bool,
    /// Show the PDF in the viewer of the desktop
    #[arg(long)]
    open: bool,
    /// Correct a printer that was measured with `deckproof printer`
    #[arg(long, value_name = "NAME[/TRAY]", value_parser = printer_name)]
    printer: Option<String>,
    /// Let art that ends at the cut go on into the bleed
    #[arg(long, value_parser = choice::<MakeBleed>())]
    make_bleed: Option<MakeBleed>,
    #[command(flatten)]
    paper: Options,
    #[command(flatten)]
    images: PictureArgs,
}

impl PrintArgs {
    /// What is watched, if anything is.
    pub fn watched(&self) -> Option<&SelectionArgs> {
        self.watch.then_some(&self.wanted)
    }

    /// What the options mean.
    ///
    /// # Errors
    /// A printer that was not measured, and games that are not there.
    pub fn printing(&self, console: &mut Console) -> Result<Printing, Diagnostics> {
        let printer = match &self.printer {
            Some(name) => {
                Some((name.clone(), PrinterProfile::open(name, &self.paper.paper, console)?))
            }
            None => None,
        };
        let selection = self.wanted.select(console)?;
        let output = selection.output(self.output.as_deref());
        Ok(Printing {
            lay: self.paper.lay(),
            ink: self.paper.ink,
            copies: self.copies,
            images: self.images.fineness(),
            // Drafts and prints under `--watch` are only looked at, so notes on cutting and boxes are left out.
            notes: !self.draft && !self.watch && !self.paper.boxes && self.pages.is_none(),
            changed: self.changed,
            pages: self.pages.clone(),
            selection,
            output,
            printer,
            make_bleed: self.make_bleed,
        })
    }
}

pub fn run_print(args: &PrintArgs, console: &mut Console) -> Done {
    let start = Instant::now();
    let printing = args.printing(console)?;
    let packs = printing.selection.packs(console)?;
    printing.may_print(&packs, console)?;
    let mut made = Vec::new();
    for pack in packs {
        made.extend(printing.print(pack, console)?);
    }
    if !made.is_empty() {
        say(console, &made, start);
    }
    if args.open {
        let files: Vec<PathBuf> = made.into_iter().map(|made| made.path).collect();
        viewer::open_in_viewer(&files, console);
    }
    Ok(())
}

fn say(console: &Console, made: &[PrintedFile], start: Instant) {
    let width = made.iter().map(|m| m.path.display().to_string().len()).max().unwrap_or(4).max(4);
    console.say(&format!("{:width$}  pages  cards      size", "file"));
    for m in made {
        let kib = m.bytes.div_ceil(1024);
        let path = m.path.display().to_string();
        console.say(&format!("{path:width$}  {:>5}  {:>5}  {kib:>4} KiB", m.pages, m.cards));
    }
    let ruler = if made.iter().any(|m| m.ruler) {
        "the ruler beside the cards shows whether it was."
    } else {
        "there was no room for a ruler inside the margin."
    };
    console.say(&format!(
        "{} in {:.2} s. Print at 100 %: {ruler}",
        counted(made.len(), "file"),
        start.elapsed().as_secs_f64()
    ));
}

/// How fine pictures of pixels are stored.
#[derive(clap::Args)]
pub struct PictureArgs {
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
type Dots = Option<f64>;

fn image_dpi(text: &str) -> Result<Dots, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    text.parse()
        .ok()
        .filter(|dpi| (20.0..=2400.0).contains(dpi))
        .map(Some)
        .ok_or("write dots to the inch from 20 to 2400, or `none`".to_owned())
}

impl PictureArgs {
    pub fn fineness(&self) -> Fineness {
        Fineness { dpi: self.image_dpi, quality: self.image_quality, kept: !self.no_cache }
    }
}
