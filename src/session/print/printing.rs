//! Prints a game: options and packs come in; sheets are drawn, imposed, written, and noted in the ledger; the path of the PDF
//! goes out. Called by the command `print`.

use std::path::{Path, PathBuf};

use crate::cards::Pack;
use crate::export::{Job, fit_pictures, pdf};
use crate::session::draw::drawing::Set;
use crate::session::draw::drawing::{located, unpaintable};
use crate::session::draw::make_bleed::make_bleed;
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::sheet::{CardFaces, DeckSheets, Setup, misfits};
use crate::source::{Code, Diagnostic, Diagnostics, counted, one_or_many};

use super::changed::{self, Changes};
use super::imposing::keep_pages;
use super::imposing::{Lay, impose_set, trim_on_paper};
use super::ledger::{self, Ledger};
use super::options::{self, Differing, Printing};
use super::sheet_name::sheet_name;

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
        options::check(self)?;
        for pack in packs {
            let path = self.file(pack, "pdf");
            output::may_write(&path, pdf::made_by_us)?;
            host.tell(&output::name_warning(&path).into_iter().collect());
        }
        if self.notes || self.changed.is_some() {
            Ledger::open(&self.ledger(), host.files())?;
        }
        Ok(())
    }

    fn ledger(&self) -> PathBuf {
        self.output.join(ledger::NAME)
    }

    /// The file of a game, for what is asked for of it.
    fn file(&self, pack: &Pack, ending: &str) -> PathBuf {
        let name = sheet_name(
            &pack.game.id,
            &self.selection,
            &self.lay.paper,
            self.changed.map(Differing::name),
        );
        let printer = self.printer.as_ref();
        let printer = printer
            .map_or_else(String::new, |(name, _)| format!("-for-{}", name.replace('/', "-")));
        let boxes = if self.lay.boxes { "-boxes" } else { "" };
        let pages = self.pages.as_ref().map_or_else(String::new, |pages| {
            format!("-pages-{}", pages.to_string().replace(',', "+"))
        });
        self.output.join(format!("{name}{boxes}{pages}{printer}.{ending}"))
    }

    /// Whether boxes are among what is asked for.
    fn prints_boxes(&self) -> bool {
        self.lay.boxes || self.selection.is_whole() && self.changed.is_none()
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
        if self.notes || self.changed.is_some() {
            // Read, changed and written by one process at a time, so that no print loses another's note.
            if self.changed.is_none() {
                output::folder(&self.output)?;
            }
            let held = if self.output.is_dir() { Some(ledger::hold(&self.output)?) } else { None };
            let mut ledger = Ledger::open(&self.ledger(), host.files())?;
            let before = ledger.games.get(&id);
            let mut after = if let Some(differing) = self.changed {
                let (changes, overlooked) =
                    self.keep_changed(&mut set, differing, &ledger, &left_out)?;
                self.tell(&set, &changes, overlooked, host)?;
                changes.after
            } else {
                changed::note(&changed::faces(&set), before, self.selection.is_whole())
            };
            for deck in &left_out {
                // What was printed of it on another paper still lies in the box.
                if let Some(cards) = before.and_then(|before| before.decks.get(deck)) {
                    after.decks.insert(deck.clone(), cards.clone());
                }
            }
            let made = self.write_some(&set, path, host);
            let made = made.map_err(|faults| located(&set, faults, host))?;
            if self.notes {
                self.ink.name().clone_into(&mut after.ink);
                ledger.games.insert(id, after);
                ledger.keep(&self.ledger())?;
            }
            drop(held);
            return Ok(made);
        }
        let made = self.write_some(&set, path, host);
        made.map_err(|faults| located(&set, faults, host))
    }

    /// Draws what is asked for; gives the decks that were left out because they are larger than the paper.
    fn prepare(&self, pack: Pack, host: &mut dyn Host) -> Result<(Set, Vec<String>), Diagnostics> {
        let mut set = self.selection.draw(pack, self.ink, host)?;
        if let Some(copies) = self.copies {
            let cards = set.decks.iter_mut().flat_map(|deck| &mut deck.cards);
            cards.for_each(|card| card.copies = copies);
        }
        if self.prints_boxes() {
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
            let ledger = Ledger::open(&self.ledger(), host.files())?;
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
        let before = before.ok_or_else(|| nothing_printed(&id, &self.ledger()))?;
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

    /// Makes the PDF of a set, if anything is left in it.
    fn write_some(
        &self,
        set: &Set,
        path: PathBuf,
        host: &mut dyn Host,
    ) -> Result<Option<PrintedFile>, Diagnostics> {
        if set.is_empty() { Ok(None) } else { write(self, set, path, host).map(Some) }
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
        for line in changes.lines() {
            text.push_str(&line);
            text.push('\n');
        }
        text.extend(overlooked.map(|line| line + "\n"));
        host.say(text.trim_end());
        let whole = format!("{LIST_HEAD}\n{text}");
        output::folder(&self.output)?;
        let path = self.file(&set.pack, "txt");
        output::write_file(&path, whole.as_bytes(), |b| b.starts_with(LIST_HEAD.as_bytes()))
    }
}

/// Whether a deck can be printed in parts that overlap by 10 mm.
fn fits_in_parts(deck: &DeckSheets, setup: &Setup) -> bool {
    let setup = Setup { tile: Some(10.0), ..*setup };
    misfits(std::slice::from_ref(deck), &setup).is_empty()
}

/// Removes the decks that are larger than the paper from a set, reports them, and returns their ids.
pub(crate) fn leave_out_misfits(set: &mut Set, lay: &Lay, host: &mut dyn Host) -> Vec<String> {
    let sheets = set.decks.iter().map(|chosen| DeckSheets {
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
    let (of_box, pieces): (Vec<usize>, Vec<DeckSheets>) = nets
        .map(|(at, piece)| {
            let name = piece.name(&set.boxes[at].title);
            let faces = vec![CardFaces { front: 0, back: None }];
            let sheets = DeckSheets { name, trim: piece.net.trim(), faces, booklet: false };
            (at, sheets)
        })
        .unzip();
    let sheets: Vec<DeckSheets> = sheets.chain(pieces).collect();
    let misfits = misfits(&sheets, &lay.setup);
    let mut faults = Diagnostics::new();
    for (index, misfit) in &misfits {
        let deck = set.decks.get(*index).map(|d| &set.pack.decks[d.deck]);
        let of_box = index.checked_sub(set.decks.len()).map(|net| of_box[net]);
        let place = deck.map(|deck| deck.size_span);
        let place = place.or(of_box.map(|at| set.boxes[at].span));
        let fault = Diagnostic::usage(Code::PaperTooSmall, misfit.to_string()).at_maybe(place);
        let remedy = misfit.remedy().unwrap_or_else(|| {
            "choose a larger --paper, smaller margins or a smaller --card-size".to_owned()
        });
        let is_booklet = set.decks.get(*index).is_some_and(|deck| deck.booklet);
        let remedy = match lay.setup.tile {
            None if !is_booklet && fits_in_parts(&sheets[*index], &lay.setup) => format!(
                "{remedy}; or `--tile 10`: parts to be glued together, which overlap by 10 mm"
            ),
            _ => remedy,
        };
        faults.push(match deck.filter(|_| misfits.len() < set.decks.len()) {
            None => fault.help(remedy),
            Some(deck) => fault.help(format!(
                "{remedy}; print it by itself with `--deck {}`: the others are printed",
                deck.id
            )),
        });
    }
    host.tell(&faults);
    let places: Vec<usize> = misfits.into_iter().map(|(index, _)| index).collect();
    let decks = set.decks.len();
    let lost: Vec<usize> =
        places.iter().filter_map(|index| Some(of_box[index.checked_sub(decks)?])).collect();
    let mut at = 0;
    set.boxes.retain(|_| {
        at += 1;
        !lost.contains(&(at - 1))
    });
    let ids = places
        .iter()
        .filter(|index| **index < decks)
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
    Diagnostic::usage(Code::NothingPrinted, message).help(
        "print it once without --changed, or name with -o the folder into which it was printed",
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
    host.tell(&options::without_effect(printing, set, &job));
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
    output::folder(&printing.output)?;
    output::write_file(&path, &bytes, pdf::made_by_us)?;
    Ok(PrintedFile {
        path,
        pages: job.document.pages.len(),
        cards,
        bytes: bytes.len(),
        ruler: job.document.pages.iter().any(|page| page.ruler.is_some()),
    })
}
