//! Sheets to print, cut and play: drawn, imposed, written, and noted in the ledger.

use std::path::{Path, PathBuf};

use crate::cards::Pack;
use crate::export::pdf;
use crate::sheet::{Backs, Choose, DeckSheets, Faces, MakeBleed, misfits};
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::template::Ink;

use super::bleeding::make_bleed;
use super::changed::{self, Changes};
use super::correcting::correct;
use super::drawing::Set;
use super::examining::located;
use super::host::Host;
use super::imposing::{Lay, impose_set, is_booklet, trim_on_paper};
use super::ledger::{self, Ledger};
use super::lightening;
use super::output;
use super::pictures::Images;
use super::printer_file::Measured;
use super::printer_name::PrinterName;
use super::selection::Selection;
use super::sheet_name::sheet_name;

/// The first line of a list of what to take out.
const LIST_HEAD: &str = "deckproof print --changed";

/// A file of sheets that was made.
#[derive(Debug, Clone)]
pub struct Printed {
    pub path: PathBuf,
    pub pages: usize,
    pub cards: u32,
    pub bytes: usize,
    /// Whether a page shows one.
    pub ruler: bool,
}

/// One run: what is asked for, and where it goes.
#[derive(Debug, Clone)]
pub struct Printing {
    pub selection: Selection,
    /// Folder of the sheets, and of the ledger.
    pub output: PathBuf,
    pub lay: Lay,
    pub ink: Ink,
    /// Copies of each card, whatever the deck says.
    pub copies: Option<u32>,
    pub images: Images,
    /// Only what is new or changed since the last print.
    pub changed: bool,
    /// Whether the ledger learns of this print.
    pub notes: bool,
    /// The printer that it is for, and how that one misplaces a page.
    pub printer: Option<(PrinterName, Measured)>,
    /// How faces go on that end at the trim.
    pub make_bleed: Option<MakeBleed>,
    /// One card in each lightening, to choose from; such a page is not noted.
    pub lighten_steps: bool,
}

impl Printing {
    /// Whether all may be written and read that these games need: asked before anything is drawn.
    ///
    /// # Errors
    /// A file in the way, and a ledger that cannot be read.
    pub fn may_print(&self, packs: &[Pack], host: &mut dyn Host) -> Result<(), Diagnostics> {
        self.agrees()?;
        for pack in packs {
            let path = self.file(pack, "pdf");
            output::may_write(&path, pdf::made_by_us)?;
            host.tell(&output::name_warning(&path).into_iter().collect());
        }
        if self.notes || self.changed {
            Ledger::open(&self.ledger(), host.files())?;
        }
        Ok(())
    }

    /// Whether the options go together.
    fn agrees(&self) -> Result<(), Diagnostic> {
        let setup = &self.lay.setup;
        let (message, help) = match setup.backs {
            Backs::Fold | Backs::Separate | Backs::None if self.lay.booklet => (
                format!("`--booklet` with `--backs {}`", setup.backs.name()),
                "a booklet is printed on both sides of the paper: `--backs long-edge`, or `short-edge`",
            ),
            _ if self.make_bleed.is_some() && setup.bleed.max(setup.back_bleed) <= 0.0 => (
                "`--make-bleed` without `--bleed`".to_owned(),
                "say how far the art is to go on beyond the cut: `--bleed 3`",
            ),
            _ if self.lighten_steps && self.changed => (
                "`--lighten steps` with `--changed`".to_owned(),
                "choose from the page first, then print what has changed with that number",
            ),
            _ => return Ok(()),
        };
        Err(Diagnostic::error(Code::OptionsDisagree, message)
            .fault(Fault::Usage)
            .help(help))
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
            self.changed,
        );
        let printer = self.printer.as_ref();
        let printer =
            printer.map_or_else(String::new, |(name, _)| format!("-for-{}", name.for_file()));
        let steps = if self.lighten_steps { "-lighten" } else { "" };
        self.output.join(format!("{name}{steps}{printer}.{ending}"))
    }

    /// How cards lie on its pages.
    fn lay(&self) -> Lay {
        match self.lighten_steps {
            true => lightening::lay(&self.lay),
            false => self.lay.clone(),
        }
    }

    /// Prints one game and notes it. Decks that are larger than the paper are told and left out.
    ///
    /// # Errors
    /// What is wrong with the game, what has no room, what cannot be written.
    pub fn print(&self, pack: Pack, host: &mut dyn Host) -> Result<Option<Printed>, Diagnostics> {
        let id = self.selection.noted_as(&pack.game.id);
        let path = self.file(&pack, "pdf");
        let mut set = self.selection.draw(pack, self.ink, host)?;
        if let Some(copies) = self.copies {
            let wanted = set.decks.iter_mut().flat_map(|deck| &mut deck.wanted);
            wanted.for_each(|(_, wanted)| *wanted = copies);
        }
        if self.lighten_steps {
            lightening::keep_one_card(&mut set);
        }
        let left_out = leave_out_misfits(&mut set, &self.lay(), host);
        if set.decks.is_empty() {
            return Ok(None);
        }
        let now = changed::faces(&set);
        let whole = self.selection.is_whole();
        if self.notes || self.changed {
            // Read, changed and written by one process at a time: no print takes another's note out.
            if !self.changed {
                output::folder(&self.output)?;
            }
            let held = match self.output.is_dir() {
                true => Some(ledger::hold(&self.output)?),
                false => None,
            };
            let mut ledger = Ledger::open(&self.ledger(), host.files())?;
            let before = ledger.games.get(&id);
            let mut after = match self.changed {
                false => changed::note(&now, before, whole),
                true => {
                    let before = before.ok_or_else(|| nothing_printed(&id, &self.ledger()))?;
                    let changes = Changes::of(&now, before, whole, &left_out);
                    changed::keep_only(&mut set, &changes.print);
                    changed::mark_printings(&mut set, &changes.print);
                    self.tell(&set, &changes, host)?;
                    changes.after
                }
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

    /// Makes the PDF of a set, if anything is left in it.
    fn write_some(
        &self,
        set: &Set,
        path: PathBuf,
        host: &mut dyn Host,
    ) -> Result<Option<Printed>, Diagnostics> {
        match set.decks.is_empty() {
            true => Ok(None),
            false => write(self, set, path, host).map(Some),
        }
    }

    /// Says what is printed and what is to be taken out, and writes it beside the sheets.
    fn tell(&self, set: &Set, changes: &Changes, host: &dyn Host) -> Result<(), Diagnostic> {
        let title = set.pack.game.full_title();
        if changes.print.is_empty() && changes.pull.is_empty() {
            host.say(&format!(
                "{title}: nothing has changed since it was printed"
            ));
            return Ok(());
        }
        let mut text = format!("{title}: {}\n", changes.summary());
        for line in changes.lines() {
            text.push_str(&line);
            text.push('\n');
        }
        host.say(text.trim_end());
        let whole = format!("{LIST_HEAD}\n{text}");
        output::folder(&self.output)?;
        let path = self.file(&set.pack, "txt");
        output::write(&path, whole.as_bytes(), |b| {
            b.starts_with(LIST_HEAD.as_bytes())
        })
    }
}

/// Takes the decks out of a set that are larger than the paper, and tells them; gives their ids.
pub(super) fn leave_out_misfits(set: &mut Set, lay: &Lay, host: &mut dyn Host) -> Vec<String> {
    let sheets = set.decks.iter().map(|chosen| DeckSheets {
        name: set.pack.decks[chosen.deck].id.clone(),
        trim: trim_on_paper(set, chosen, lay),
        booklet: is_booklet(set, chosen, lay),
        // One card of a deck shows whether all of them fit.
        faces: vec![Faces {
            front: 0,
            back: chosen.drawn.backs.iter().position(Option::is_some),
        }],
    });
    let sheets: Vec<DeckSheets> = sheets.collect();
    let misfits = misfits(&sheets, &lay.setup);
    let mut faults = Diagnostics::new();
    for (index, misfit) in &misfits {
        let deck = &set.pack.decks[set.decks[*index].deck];
        let fault = Diagnostic::error(Code::PaperTooSmall, misfit.to_string())
            .fault(Fault::Usage)
            .at(deck.size_span);
        let remedy = misfit.remedy().unwrap_or_else(|| {
            "choose a larger --paper, smaller margins or a smaller --card-size".to_owned()
        });
        let remedy = match lay.setup.tile {
            None => format!(
                "{remedy}; or `--tile 10`: parts to be glued together, which overlap by 10 mm"
            ),
            Some(_) => remedy,
        };
        faults.push(match misfits.len() == set.decks.len() {
            true => fault.help(remedy),
            false => fault.help(format!(
                "{remedy}; print it by itself with `--deck {}`: the others are printed",
                deck.id
            )),
        });
    }
    host.tell(&faults);
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

/// Leaves in a set what `print --changed` would print of it into that folder, without marks on the cards; nothing is noted. Says so
/// where nothing is left.
///
/// # Errors
/// A ledger that cannot be read, or that knows nothing of the game.
pub fn keep_changed(
    set: &mut Set,
    selection: &Selection,
    output: &Path,
    host: &mut dyn Host,
) -> Result<(), Diagnostics> {
    let (path, id) = (
        output.join(ledger::NAME),
        selection.noted_as(&set.pack.game.id),
    );
    let ledger = Ledger::open(&path, host.files())?;
    let before = ledger.games.get(&id);
    let before = before.ok_or_else(|| nothing_printed(&id, &path))?;
    let changes = Changes::of(&changed::faces(set), before, selection.is_whole(), &[]);
    changed::keep_only(set, &changes.print);
    if set.decks.is_empty() {
        let title = set.pack.game.full_title();
        host.say(&format!(
            "{title}: nothing has changed since it was printed"
        ));
    }
    Ok(())
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
fn write(
    printing: &Printing,
    set: &Set,
    path: PathBuf,
    host: &mut dyn Host,
) -> Result<Printed, Diagnostics> {
    let lay = printing.lay();
    let (mut job, cards) = impose_set(set, &lay)?;
    if printing.lighten_steps {
        lightening::lighten_by_steps(&mut job, set);
    }
    for chosen in set.decks.iter().filter(|deck| is_booklet(set, deck, &lay)) {
        let scale = trim_on_paper(set, chosen, &lay).size.width / chosen.trim.size.width;
        if scale < 0.999 {
            let deck = &set.pack.decks[chosen.deck].title;
            let percent = (scale * 100.0).round();
            host.say(&format!(
                "{deck}: as a booklet on this paper, its pages have {percent} % of their size"
            ));
        }
    }
    make_bleed(&mut job, set, &lay.setup, printing.make_bleed, host)?;
    if let Some((name, measured)) = &printing.printer {
        let said = correct(&mut job.document, measured, name, &lay.setup)?;
        host.tell(&said);
    }
    printing.images.fit(&mut job);
    let steps = host.progress(&format!("{}: PDF", set.pack.game.title));
    let bytes = pdf::sheets(&job, &*steps);
    drop(steps);
    let bytes = bytes.map_err(|e| {
        Diagnostic::error(Code::Unpaintable, e.0)
            .help("open the template in another program and look what is odd")
    })?;
    output::folder(&printing.output)?;
    output::write(&path, &bytes, pdf::made_by_us)?;
    Ok(Printed {
        path,
        pages: job.document.pages.len(),
        cards,
        bytes: bytes.len(),
        ruler: job.document.pages.iter().any(|page| page.ruler.is_some()),
    })
}
