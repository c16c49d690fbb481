//! Prints a game: options and packs come in; sheets are drawn, imposed, written, and noted in the ledger; the path of the PDF
//! goes out. An error where two options conflict, and warnings for options that have no effect on what is printed, are rows of tables.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cards::Pack;
use crate::export::{Fineness, Job, fit_pictures, pdf};
use crate::session::draw::drawing::{SelectedDeck, Set, located, unpaintable};
use crate::session::draw::make_bleed::make_bleed;
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::sheet::{
    self, Backs, CardFaces, Corners, CutMarks, DeckSheets, MakeBleed, Page, PageRanges, PageSide,
    Registration, Setup,
};
use crate::source::{Diagnostic, Diagnostics, counted, one_or_many, usage, warning};
use crate::template::Ink;

use super::changed::{self, Changes};
use super::imposing::{Lay, impose_set, is_duplex, keep_pages, trim_on_paper};
use super::ledger::{self, Ledger};
use super::printer::PrinterProfile;
use super::sheet_name::sheet_name;

/// The options of one run: what is made, and where it is written.
#[derive(Debug, Clone)]
pub struct Printing {
    pub selection: Selection,
    /// Folder of the sheets, and of the ledger.
    pub output: PathBuf,
    pub lay: Lay,
    pub ink: Ink,
    /// Copies of each card, whatever the deck says.
    pub copies: Option<u32>,
    pub images: Fineness,
    /// Only what is new or changed since the last print.
    pub changed: Option<Differing>,
    /// Whether this print is noted in the ledger.
    pub notes: bool,
    /// The name of the printer that it is for, and how that one misplaces a page.
    pub printer: Option<(String, PrinterProfile)>,
    /// How faces go on that end at the trim.
    pub make_bleed: Option<MakeBleed>,
    /// Only these pages of what would be printed; such a print is not noted.
    pub pages: Option<PageRanges>,
}

/// Which difference makes a card be printed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Differing {
    /// Every card that differs
    All,
    /// Cards on which a player reads, or plays by, something else: words, numbers, symbols
    Words,
}

impl Differing {
    /// What files of such a print end in.
    pub fn name(self) -> &'static str {
        match self {
            Differing::All => "changed",
            Differing::Words => "changed-words",
        }
    }
}

type Given = fn(&Printing) -> bool;

/// A conflict of options: its condition, the message, and the help.
const REFUSED: &[(Given, &str, &str)] = &[
    (
        |p| p.lay.booklet && !is_duplex(p.lay.setup.backs),
        "`--booklet` without backs on the other side of the paper",
        "a booklet is printed on both sides: `--backs long-edge`, or `short-edge`",
    ),
    (
        |p| p.make_bleed.is_some() && p.lay.setup.bleed.max(p.lay.setup.back_bleed) <= 0.0,
        "`--make-bleed` without `--bleed`",
        "say how far the art is to go on beyond the cut: `--bleed 3`",
    ),
    (
        |p| p.lay.boxes && p.changed.is_some(),
        "`--boxes` with `--changed`",
        "print the boxes by themselves: `--boxes`",
    ),
];

/// The decks that are printed in some way, by their titles, or none for all of them; `None` when nothing is.
type PrintedSo = fn(&Printing, &Set, &Job) -> Option<Vec<String>>;

/// Ways of printing that take fewer options than sheets of cards do: what a warning calls each, and the options that it makes nothing of.
const WAYS: &[(&str, PrintedSo, &[&str])] = &[
    (
        "what is printed in parts",
        |_, _, job| decks_with_page(job, |page| page.tile.is_some()),
        &["--registration", "--corners round", "--back-bleed", "--gap", "--marks frame"],
    ),
    (
        "the backs of what is printed in parts",
        |_, _, job| decks_with_page(job, |page| page.tile.is_some() && page.side == PageSide::Back),
        &["--backs fold"],
    ),
    (
        "a booklet",
        |_, set, _| {
            let titles = booklets(set).map(|deck| set.pack.decks[deck.deck].title.clone());
            some(titles.collect())
        },
        &["--bleed", "--back-bleed", "--make-bleed", "--gap"],
    ),
    (
        "cards with `--corners round`",
        |printing, _, _| all(printing.lay.setup.corners == Corners::Round),
        &["--bleed", "--back-bleed", "--make-bleed"],
    ),
    // They are beside their fronts, on sheets of their own, or not there.
    (
        "backs that are not on the other side of the paper",
        |printing, _, _| all(!is_duplex(printing.lay.setup.backs)),
        &["--back-bleed"],
    ),
    // Where only what has changed is printed, the text may be as it was.
    (
        "a print without a text",
        |printing, set, _| all(printing.changed.is_none() && booklets(set).next().is_none()),
        &["--booklet"],
    ),
];

/// Options, and whether one is given.
const GIVEN: &[(&str, Given)] = &[
    ("--registration", |p| p.lay.setup.registration != Registration::None),
    ("--corners round", |p| p.lay.setup.corners == Corners::Round),
    ("--bleed", |p| p.lay.setup.bleed > 0.0),
    ("--back-bleed", |p| p.lay.setup.back_bleed > p.lay.setup.bleed),
    ("--make-bleed", |p| p.make_bleed.is_some()),
    ("--gap", |p| p.lay.setup.gap.is_some()),
    ("--marks frame", |p| p.lay.setup.marks == CutMarks::Frame),
    ("--backs fold", |p| p.lay.setup.backs == Backs::Fold),
    ("--booklet", |p| p.lay.booklet),
];

/// Whether the options go together.
///
/// # Errors
/// The first of them that do not.
pub(super) fn check(printing: &Printing) -> Result<(), Diagnostic> {
    match REFUSED.iter().find(|(given, ..)| given(printing)) {
        None => Ok(()),
        Some((_, message, help)) => Err(usage!(OptionsDisagree, *message, *help)),
    }
}

/// A warning for each way in which some of it is printed although it takes not all of the options.
pub(super) fn without_effect(printing: &Printing, set: &Set, job: &Job) -> Diagnostics {
    let warnings = WAYS.iter().filter_map(|(what, decks, ignored)| {
        let given = GIVEN.iter().filter(|(name, given)| ignored.contains(name) && given(printing));
        let options: Vec<String> = given.map(|(name, _)| format!("`{name}`")).collect();
        let decks = decks(printing, set, job).filter(|_| !options.is_empty())?;
        let verb = one_or_many(options.len(), "has", "have");
        let message = format!("{} {verb} no effect on {what}", options.join(", "));
        Some(if decks.is_empty() {
            warning!(OptionsDisagree, message, "leave it out")
        } else {
            warning!(
                OptionsDisagree,
                format!("{message}: {}", decks.join(", ")),
                "leave it out, or print the other decks by themselves with `--deck`"
            )
        })
    });
    warnings.collect()
}

fn booklets(set: &Set) -> impl Iterator<Item = &SelectedDeck> {
    set.decks.iter().filter(|deck| deck.booklet)
}

fn decks_with_page(job: &Job, is_so: fn(&Page) -> bool) -> Option<Vec<String>> {
    let pages = &job.document.pages;
    let chapters = job.outline.iter().filter(|chapter| {
        let deck = pages[chapter.page()].deck;
        pages.iter().any(|page| page.deck == deck && is_so(page))
    });
    some(chapters.map(|chapter| chapter.title.clone()).collect())
}

fn all(is_so: bool) -> Option<Vec<String>> {
    is_so.then(Vec::new)
}

fn some(decks: Vec<String>) -> Option<Vec<String>> {
    (!decks.is_empty()).then_some(decks)
}

/// The first line of a list of what to take out.
const LIST_HEAD: &str = "deckproof print --changed";

/// A file of sheets that was made.
#[derive(Debug, Clone)]
pub struct PrintedFile {
    pub path: PathBuf,
    pub pages: usize,
    pub cards: u32,
    pub bytes: usize,
    /// Whether a page shows one.
    pub ruler: bool,
}

impl Printing {
    /// Whether all may be written and read that these games need: asked before anything is drawn.
    ///
    /// # Errors
    /// A file in the way, and a ledger that cannot be read.
    pub fn may_print(&self, packs: &[Pack], host: &mut dyn Host) -> Result<(), Diagnostics> {
        check(self)?;
        for pack in packs {
            let path = self.file(pack, "pdf");
            output::may_write(&path, pdf::made_by_us)?;
            host.tell(&output::name_warning(&path).into_iter().collect());
        }
        if self.notes || self.changed.is_some() {
            Ledger::open(&self.output, host.files())?;
        }
        Ok(())
    }

    /// The file of a game, for what is asked for of it.
    fn file(&self, pack: &Pack, ending: &str) -> PathBuf {
        let changed = self.changed.map(Differing::name);
        let name = sheet_name(&pack.game.id, &self.selection, &self.lay.paper, changed);
        let boxes = if self.lay.boxes { "-boxes" } else { "" };
        let pages = self.pages.as_ref().map(|pages| format!("-pages-{pages}").replace(',', "+"));
        let printer = self.printer.as_ref();
        let printer = printer.map(|(name, _)| format!("-for-{}", name.replace('/', "-")));
        let [pages, printer] = [pages, printer].map(Option::unwrap_or_default);
        self.output.join(format!("{name}{boxes}{pages}{printer}.{ending}"))
    }

    /// Prints one game and notes it. Decks that are larger than the paper are reported and left out.
    ///
    /// # Errors
    /// What is wrong with the game, what has no room, what cannot be written.
    pub fn print(
        &self,
        pack: Pack,
        host: &mut dyn Host,
    ) -> Result<Option<PrintedFile>, Diagnostics> {
        let id = self.selection.noted_as(&pack.game.id);
        let path = self.file(&pack, "pdf");
        let (mut set, left_out) = self.prepare(pack, host)?;
        if set.is_empty() {
            return Ok(None);
        }
        // Read, changed and written by one process at a time, so that no print loses another's note.
        let is_noted = self.notes || self.changed.is_some();
        if is_noted && self.changed.is_none() {
            output::folder(&self.output)?;
        }
        let held = is_noted && self.output.is_dir();
        let _held = held.then(|| ledger::hold(&self.output)).transpose()?;
        let mut ledger = None;
        if is_noted {
            let mut noted = Ledger::open(&self.output, host.files())?;
            let mut after = if let Some(differing) = self.changed {
                let (changes, overlooked) =
                    self.keep_changed(&mut set, differing, &noted, &left_out)?;
                self.tell(&set, &changes, overlooked, host)?;
                changes.after
            } else {
                let (before, whole) = (noted.games.get(&id), self.selection.is_whole());
                changed::note(&changed::faces(&set), before, whole, &left_out)
            };
            self.ink.name().clone_into(&mut after.ink);
            noted.games.insert(id, after);
            ledger = Some(noted).filter(|_| self.notes);
        }
        let mut made = None;
        if !set.is_empty() {
            let file = write(self, &set, path, host);
            made = Some(file.map_err(|faults| located(&set, faults, host))?);
        }
        if let Some(ledger) = ledger {
            ledger.keep(&self.output)?;
        }
        Ok(made)
    }

    /// Draws what is asked for; gives the decks that were left out because they are larger than the paper.
    fn prepare(&self, pack: Pack, host: &mut dyn Host) -> Result<(Set, Vec<String>), Diagnostics> {
        let mut set = self.selection.draw(pack, self.ink, host)?;
        if let Some(copies) = self.copies {
            let cards = set.decks.iter_mut().flat_map(|deck| &mut deck.cards);
            cards.for_each(|card| card.copies = copies);
        }
        if self.lay.boxes || self.selection.is_whole() && self.changed.is_none() {
            set.add_boxes(self.lay.boxes, host)?;
        }
        if self.lay.booklet {
            set.bind_texts();
        }
        let left_out = leave_out_misfits(&mut set, &self.lay, host);
        Ok((set, left_out))
    }

    /// The pages as [`Printing::print`] would make them, with the game that they are of. Nothing is noted or written.
    ///
    /// # Errors
    /// What is wrong with the game, and what has no room.
    pub fn preview(&self, pack: Pack, host: &mut dyn Host) -> Result<Job, Diagnostics> {
        let (mut set, left_out) = self.prepare(pack, host)?;
        if let Some(differing) = self.changed {
            let ledger = Ledger::open(&self.output, host.files())?;
            self.keep_changed(&mut set, differing, &ledger, &left_out)?;
        }
        Ok(make_job(self, &set, host)?.0)
    }

    /// Leaves in a set what has changed since the last print; gives the changes, and the number of cards that only look different.
    fn keep_changed(
        &self,
        set: &mut Set,
        differing: Differing,
        ledger: &Ledger,
        left_out: &[String],
    ) -> Result<(Changes, usize), Diagnostic> {
        let id = self.selection.noted_as(&set.pack.game.id);
        let before = ledger.games.get(&id);
        let before = before.ok_or_else(|| nothing_printed(&id, &self.output))?;
        let mut now = changed::faces(set);
        let overlooked = match differing {
            Differing::All => 0,
            Differing::Words => changed::overlook_looks(&mut now, before),
        };
        let changes = Changes::between(&now, before, self.selection.is_whole(), left_out);
        changed::keep_only(set, &changes.print);
        changed::mark_printings(set, &changes.print);
        Ok((changes, overlooked))
    }

    /// Says what is printed and what is to be taken out, and writes it beside the sheets.
    fn tell(
        &self,
        set: &Set,
        changes: &Changes,
        overlooked: usize,
        host: &dyn Host,
    ) -> Result<(), Diagnostic> {
        let title = set.pack.game.full_title();
        let overlooked = (overlooked > 0).then(|| {
            let one = "only looks different: `--changed` prints it, too";
            let many = "only look different: `--changed` prints them, too";
            let differ = one_or_many(overlooked, one, many);
            format!("{} {differ}", counted(overlooked, "card"))
        });
        if changes.print.is_empty() && changes.pull.is_empty() {
            let nothing =
                overlooked.unwrap_or_else(|| "nothing has changed since it was printed".into());
            host.say(&format!("{title}: {nothing}"));
            return Ok(());
        }
        let mut text = format!("{title}: {}\n", changes.summary());
        text.extend(changes.lines().into_iter().chain(overlooked).map(|line| line + "\n"));
        host.say(text.trim_end());
        let whole = format!("{LIST_HEAD}\n{text}");
        let path = self.file(&set.pack, "txt");
        output::put_file(&path, whole.as_bytes(), |b| b.starts_with(LIST_HEAD.as_bytes()))
    }
}

/// Removes the decks and boxes that are larger than the paper from a set, reports them, and returns the ids of the decks.
pub(crate) fn leave_out_misfits(set: &mut Set, lay: &Lay, host: &mut dyn Host) -> Vec<String> {
    let decks = set.decks.iter().map(|chosen| DeckSheets {
        name: set.pack.decks[chosen.deck].id.clone(),
        trim: trim_on_paper(chosen, lay),
        booklet: chosen.booklet,
        // One card of a deck shows whether all of them fit.
        faces: vec![CardFaces {
            front: 0,
            back: chosen.cards.iter().position(|card| card.back.is_some()),
        }],
    });
    let nets = set.boxes.iter().enumerate();
    let nets = nets.flat_map(|(at, of_cards)| of_cards.nets.iter().map(move |net| (at, net)));
    let (of_box, nets): (Vec<usize>, Vec<DeckSheets>) =
        nets.map(|(at, net)| (at, net.sheets(&set.boxes[at].title, 0))).unzip();
    let sheets: Vec<DeckSheets> = decks.chain(nets).collect();
    let misfits = sheet::misfits(&sheets, &lay.setup);
    let (mut faults, mut lost_decks, mut lost_boxes) =
        (Diagnostics::new(), BTreeSet::new(), BTreeSet::new());
    let decks = set.decks.len();
    for (index, misfit) in &misfits {
        let mut remedy = misfit.remedy().unwrap_or_else(|| {
            "choose a larger --paper, smaller margins or a smaller --card-size".to_owned()
        });
        // In parts that overlap by 10 mm.
        let tiled = Setup { tile: Some(10.0), ..lay.setup };
        let is_tiled = lay.setup.tile.is_some() || sheets[*index].booklet;
        if !is_tiled && sheet::misfits(std::slice::from_ref(&sheets[*index]), &tiled).is_empty() {
            remedy += "; or `--tile 10`: parts to be glued together, which overlap by 10 mm";
        }
        let place = if let Some(chosen) = set.decks.get(*index) {
            lost_decks.insert(*index);
            let deck = &set.pack.decks[chosen.deck];
            if misfits.len() < decks {
                let id = &deck.id;
                remedy +=
                    &format!("; print it by itself with `--deck {id}`: the others are printed");
            }
            deck.size_span
        } else {
            let at = of_box[index - decks];
            lost_boxes.insert(at);
            set.boxes[at].span
        };
        faults.push(usage!(PaperTooSmall, misfit.to_string(), remedy).at(place));
    }
    host.tell(&faults);
    let mut places = 0..;
    set.boxes.retain(|_| places.next().is_none_or(|at| !lost_boxes.contains(&at)));
    let ids = lost_decks.iter().map(|at| set.pack.decks[set.decks[*at].deck].id.clone()).collect();
    let mut places = 0..;
    set.decks.retain(|_| places.next().is_none_or(|at| !lost_decks.contains(&at)));
    ids
}

fn nothing_printed(id: &str, folder: &Path) -> Diagnostic {
    usage!(
        NothingPrinted,
        format!("`{}` notes no print of `{id}`", folder.join(ledger::NAME).display()),
        "print it once without --changed, or name with -o the folder into which it was printed"
    )
}

/// Lays a set on its pages, as the printer needs them; gives the number of cards with it.
fn make_job(
    printing: &Printing,
    set: &Set,
    host: &mut dyn Host,
) -> Result<(Job, u32), Diagnostics> {
    let lay = &printing.lay;
    let (mut job, cards) = impose_set(set, lay)?;
    host.tell(&without_effect(printing, set, &job));
    if let Some(pages) = &printing.pages {
        keep_pages(&mut job, pages, lay.setup.backs)?;
    }
    let pages = job.document.pages.iter();
    // A piece in parts is one card.
    let pages = pages.filter(|page| page.tile.is_none_or(|t| (t.column, t.row) == (1, 1)));
    let fronts = pages.flat_map(|page| &page.placements);
    let cards = fronts.filter(|p| cards.contains(&p.face)).count() as u32;
    for chosen in set.decks.iter().filter(|deck| deck.booklet) {
        let scale = trim_on_paper(chosen, lay).size.width / chosen.trim.size.width;
        if scale < 0.999 {
            let deck = &set.pack.decks[chosen.deck].title;
            let percent = (scale * 100.0).round();
            host.say(&format!(
                "{deck}: as a booklet on this paper, its pages have {percent} % of their size"
            ));
        }
    }
    make_bleed(&mut job, set, &lay.setup, printing.make_bleed, host)?;
    if let Some((name, profile)) = &printing.printer {
        let off_the_paper = profile.correct(&mut job.document, name, &lay.setup)?;
        host.tell(&off_the_paper.into_iter().collect());
    }
    Ok((job, cards))
}

/// Makes the PDF of a set.
fn write(
    printing: &Printing,
    set: &Set,
    path: PathBuf,
    host: &mut dyn Host,
) -> Result<PrintedFile, Diagnostics> {
    let (mut job, cards) = make_job(printing, set, host)?;
    fit_pictures(&mut job, printing.images);
    let steps = host.progress(&format!("{}: PDF", set.pack.game.title));
    let bytes = pdf::sheets(&job, &*steps);
    drop(steps);
    let bytes = bytes.map_err(unpaintable)?;
    output::put_file(&path, &bytes, pdf::made_by_us)?;
    Ok(PrintedFile {
        path,
        pages: job.document.pages.len(),
        cards,
        bytes: bytes.len(),
        ruler: job.document.pages.iter().any(|page| page.ruler.is_some()),
    })
}
