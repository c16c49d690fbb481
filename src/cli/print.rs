//! `deckproof print`: sheets to print, cut and play.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::cards::Pack;
use crate::export::pdf;
use crate::sheet::{DeckSheets, Faces, misfits};
use crate::source::{Code, Diagnostic, Diagnostics, Fault};

use super::changed::{self, Changes};
use super::examine::located;
use super::images::Images;
use super::ledger::{self, Ledger};
use super::output;
use super::paper::Options;
use super::print_job::{print_job, trim_on_paper};
use super::report::{Done, Report, counted};
use super::sheet_name::sheet_name;
use super::studio::{Selection, Set, Wanted};
use super::viewer;

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
  deckproof print --watch --open                    in a game's folder: prints it again after every edit

Print at 100 % (no scaling): the ruler beside the cards must measure what it says.
Duplex: flip on the long edge, or say --backs short-edge. Without duplex: --backs fold.

Every print is noted in `prints.lock` beside the sheets, card by card. `--changed` prints new and changed cards
and missing copies only, into GAME-changed.pdf, and says which cards to take out of the box (GAME-changed.txt).
The file is GAME.pdf; a deck, cards or another paper than A4 are in its name: GAME-mat-a3.pdf.
Each changed card bears a small mark at its lower edge, v2, v3 …: the printing that it came with.";

/// Print sheets of cards as PDF
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub wanted: Wanted,
    /// Copies of each card, whatever the deck says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    copies: Option<u32>,
    /// Folder for the PDF files [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only what is new or changed since the last print, and copies that are missing; with a list of what to take out
    #[arg(long, conflicts_with_all = ["cards", "copies"])]
    changed: bool,
    /// Do not note this print in prints.lock
    #[arg(long)]
    draft: bool,
    /// Print again whenever a file of the game is saved, until Ctrl-C; such a preview is not noted in prints.lock
    #[arg(long)]
    pub watch: bool,
    /// Show the PDF in the viewer of the desktop
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    paper: Options,
    #[command(flatten)]
    images: Images,
}

/// What was made, for the closing table.
struct Made {
    path: PathBuf,
    pages: usize,
    cards: u32,
    bytes: usize,
    /// Whether a page shows one.
    ruler: bool,
}

/// One run: what is asked for, and where it goes.
struct Run<'a> {
    args: &'a Args,
    selection: Selection,
    /// Folder of the sheets.
    output: PathBuf,
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    let start = Instant::now();
    let selection = args.wanted.select(report)?;
    let output = selection.output(args.output.as_deref());
    let run = Run {
        args,
        selection,
        output,
    };
    let packs = run.selection.packs(report)?;
    for pack in &packs {
        let path = run.file(pack, "pdf");
        output::may_write(&path, pdf::made_by_us)?;
        report.tell(&output::name_warning(&path).into_iter().collect());
    }
    if run.notes() || args.changed {
        // A ledger that cannot be read is told before anything is drawn.
        Ledger::open(&run.ledger(), &mut report.files)?;
    }
    let mut made = Vec::new();
    for pack in packs {
        made.extend(run.print(pack, report)?);
    }
    if !made.is_empty() {
        say(report, &made, start);
    }
    if args.open {
        let files: Vec<PathBuf> = made.into_iter().map(|made| made.path).collect();
        viewer::show(&files, report);
    }
    Ok(())
}

impl Run<'_> {
    /// Whether the ledger learns of this print. What is looked at between two edits is not cut and put into a box.
    fn notes(&self) -> bool {
        !self.args.draft && !self.args.watch
    }

    fn ledger(&self) -> PathBuf {
        self.output.join(ledger::NAME)
    }

    /// The file of a game, for what is asked for of it.
    fn file(&self, pack: &Pack, ending: &str) -> PathBuf {
        let Options { paper, .. } = &self.args.paper;
        let name = sheet_name(&pack.game.id, &self.selection, paper, self.args.changed);
        self.output.join(format!("{name}.{ending}"))
    }

    /// Prints one game and notes it. Decks that are larger than the paper are told and left out.
    fn print(&self, pack: Pack, report: &mut Report) -> Result<Option<Made>, Diagnostics> {
        let (args, id) = (self.args, pack.game.id.clone());
        let path = self.file(&pack, "pdf");
        let mut set = self.selection.draw(pack, args.paper.ink.0, report)?;
        if let Some(copies) = args.copies {
            let wanted = set.decks.iter_mut().flat_map(|deck| &mut deck.wanted);
            wanted.for_each(|(_, wanted)| *wanted = copies);
        }
        let left_out = leave_out_misfits(&mut set, &args.paper, report);
        if set.decks.is_empty() {
            return Ok(None);
        }
        let now = changed::faces(&set);
        let whole = self.selection.is_whole();
        if self.notes() || args.changed {
            // Read, changed and written by one process at a time: no print takes another's note out.
            if !args.changed {
                output::folder(&self.output)?;
            }
            let held = match self.output.is_dir() {
                true => Some(ledger::hold(&self.output)?),
                false => None,
            };
            let mut ledger = Ledger::open(&self.ledger(), &mut report.files)?;
            let before = ledger.games.get(&id);
            let mut after = match args.changed {
                false => changed::note(&now, before, whole),
                true => {
                    let before = before.ok_or_else(|| nothing_printed(&id, &self.ledger()))?;
                    let changes = Changes::of(&now, before, whole, &left_out);
                    changed::keep_only(&mut set, &changes.print);
                    self.tell(&set, &changes, report)?;
                    changes.after
                }
            };
            for deck in &left_out {
                // What was printed of it on another paper still lies in the box.
                if let Some(cards) = before.and_then(|before| before.decks.get(deck)) {
                    after.decks.insert(deck.clone(), cards.clone());
                }
            }
            let made = self.write_some(&set, path, report);
            let made = made.map_err(|faults| located(&set, faults, report))?;
            if self.notes() {
                args.paper.ink.0.name().clone_into(&mut after.ink);
                ledger.games.insert(id, after);
                ledger.keep(&self.ledger())?;
            }
            drop(held);
            return Ok(made);
        }
        let made = self.write_some(&set, path, report);
        made.map_err(|faults| located(&set, faults, report))
    }

    /// Makes the PDF of a set, if anything is left in it.
    fn write_some(
        &self,
        set: &Set,
        path: PathBuf,
        report: &Report,
    ) -> Result<Option<Made>, Diagnostics> {
        match set.decks.is_empty() {
            true => Ok(None),
            false => write(self, set, path, report).map(Some),
        }
    }

    /// Says what is printed and what is to be taken out, and writes it beside the sheets.
    fn tell(&self, set: &Set, changes: &Changes, report: &Report) -> Result<(), Diagnostic> {
        let title = set.pack.game.full_title();
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
        output::folder(&self.output)?;
        let path = self.file(&set.pack, "txt");
        output::write(&path, whole.as_bytes(), |b| {
            b.starts_with(LIST_HEAD.as_bytes())
        })
    }
}

/// Takes the decks out of a set that are larger than the paper, and tells them; gives their ids.
fn leave_out_misfits(set: &mut Set, options: &Options, report: &mut Report) -> Vec<String> {
    let sheets = set.decks.iter().map(|chosen| DeckSheets {
        name: set.pack.decks[chosen.deck].id.clone(),
        trim: trim_on_paper(chosen, options),
        // One card of a deck shows whether all of them fit.
        faces: vec![Faces {
            front: 0,
            back: chosen.drawn.backs.iter().position(Option::is_some),
        }],
    });
    let sheets: Vec<DeckSheets> = sheets.collect();
    let misfits = misfits(&sheets, &options.setup());
    let mut faults = Diagnostics::new();
    for (index, misfit) in &misfits {
        let deck = &set.pack.decks[set.decks[*index].deck];
        let fault = Diagnostic::error(Code::PaperTooSmall, misfit.to_string())
            .fault(Fault::Usage)
            .at(deck.size_span);
        let remedy = misfit.remedy().unwrap_or_else(|| {
            "choose a larger --paper, smaller margins or a smaller --card-size".to_owned()
        });
        faults.push(match misfits.len() == set.decks.len() {
            true => fault.help(remedy),
            false => fault.help(format!(
                "{remedy}; print it by itself with `--deck {}`: the others are printed",
                deck.id
            )),
        });
    }
    report.tell(&faults);
    let places: Vec<usize> = misfits.into_iter().map(|(index, _)| index).collect();
    let ids = places
        .iter()
        .map(|index| set.pack.decks[set.decks[*index].deck].id.clone());
    let ids = ids.collect();
    let mut index = 0;
    set.decks.retain(|_| {
        index += 1;
        !places.contains(&(index - 1))
    });
    ids
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
fn write(run: &Run<'_>, set: &Set, path: PathBuf, report: &Report) -> Result<Made, Diagnostics> {
    let (mut job, cards) = print_job(set, &run.args.paper)?;
    run.args.images.fit(&mut job);
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
    output::folder(&run.output)?;
    output::write(&path, &bytes, pdf::made_by_us)?;
    Ok(Made {
        path,
        pages: job.document.pages.len(),
        cards,
        bytes: bytes.len(),
        ruler: job.document.pages.iter().any(|page| page.ruler.is_some()),
    })
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
    let ruler = match made.iter().any(|m| m.ruler) {
        true => "the ruler beside the cards shows whether it was.",
        false => "there was no room for a ruler inside the margin.",
    };
    report.say(&format!(
        "{} in {:.2} s. Print at 100 %: {ruler}",
        counted(made.len(), "file"),
        start.elapsed().as_secs_f64()
    ));
}
