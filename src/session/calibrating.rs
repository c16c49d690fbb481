//! Makes the page by which a printer is measured, and works out the distortion from the readings. A printer and a paper come
//! in, a PDF goes out; readings come in, a [`Measured`] goes out. Called by the command `printer`.

use std::path::PathBuf;
use std::sync::Arc;

use super::correcting::correct;
use super::host::Host;
use super::output;
use super::printer_file::{Measured, is_believable};
use super::printer_name::PrinterName;
use crate::export::{Caption, Job, pdf};
use crate::sheet::vernier::{LEAST, MOST_APART, MOST_OFF, NAMES, VernierPage, reads_coarsely};
use crate::sheet::{
    Backs, Distortion, Document, Page, PageSide, Paper, Point, Setup, Turn, show_mm,
};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Folder, GameFolder, Tree};
use crate::template::caption;
use crate::text::FontBook;

/// What the sides are called, in the order in which they are measured.
pub const SIDES: [&str; 2] = ["front", "back"];

/// The font of the page's words.
const FONT: &str = "Cabin";

/// Sizes of the words on the page, in points.
const SMALL: f32 = 6.5;
const PLAIN: f32 = 8.5;
const LARGE: f32 = 16.0;

/// A page for a printer: which one, on which paper, how it turns the paper over.
#[derive(Debug, Clone)]
pub struct Calibration {
    pub name: PrinterName,
    pub paper: Paper,
    /// [`Backs::None`] for a printer of which only the front is measured.
    pub flip: Backs,
}

impl Calibration {
    /// The front, and the back if there is one.
    pub fn sides(&self) -> Vec<VernierPage> {
        let paper = self.paper.size.portrait();
        let front = VernierPage {
            paper,
            turned: None,
        };
        let back = Turn::for_backs(self.flip, paper).map(|turn| VernierPage {
            paper,
            turned: Some(turn),
        });
        std::iter::once(front).chain(back).collect()
    }

    /// Writes the page, corrected by what is known of the printer when `through` is given; gives its place.
    ///
    /// # Errors
    /// A paper without room for it; what cannot be written.
    pub fn write(
        &self,
        folder: &std::path::Path,
        through: Option<&Measured>,
        host: &mut dyn Host,
    ) -> Result<PathBuf, Diagnostics> {
        self.has_room()?;
        let sides = self.sides();
        let size = self.paper.size.portrait();
        let mut job = self.page(&sides, through.is_some(), host)?;
        if let Some(measured) = through {
            let setup = Setup {
                backs: self.flip,
                ..Setup::default()
            };
            let said = correct(&mut job.document, measured, &self.name, &setup)?;
            host.tell(&said);
        }
        let bytes = pdf::sheets(&job, &|_, _| ()).map_err(|e| {
            Diagnostic::error(Code::Unpaintable, e.0).help("report this: the page is the program's")
        })?;
        let kind = if through.is_some() { "test" } else { "new" };
        let name = self.name.for_file();
        let paper = Paper { size, ..self.paper };
        let path = folder.join(format!("printer-{name}-{}-{kind}.pdf", paper.word()));
        output::folder(folder)?;
        output::write_file(&path, &bytes, pdf::made_by_us)?;
        Ok(path)
    }

    fn has_room(&self) -> Result<(), Diagnostic> {
        if self.paper.size.short_side() >= LEAST {
            return Ok(());
        }
        let message = format!("{} has no room for the scales", self.paper);
        Err(Diagnostic::error(Code::PaperTooSmall, message)
            .fault(Blame::Usage)
            .help(format!(
                "a paper is measured from {LEAST} mm on: choose a larger --paper"
            )))
    }

    fn page(
        &self,
        sides: &[VernierPage],
        corrected: bool,
        host: &mut dyn Host,
    ) -> Result<Job, Diagnostics> {
        let nothing = Folder::Memory(Tree::new("memory:", std::collections::BTreeMap::new()));
        let folder = GameFolder::within("printer", nothing, None);
        let mut fonts = FontBook::open(&folder, host.files())?;
        fonts.load(FONT)?;
        let fonts = Arc::new(fonts);
        let mut job = Job {
            document: Document::default(),
            faces: Vec::new(),
            names: Vec::new(),
            captions: Vec::new(),
            title: format!("Printer {}", self.name),
            author: String::new(),
            lang: "en".into(),
            date: None,
            outline: Vec::new(),
        };
        for (page, side) in sides.iter().enumerate() {
            let size = side.paper;
            job.document.pages.push(Page {
                size,
                trim: size.rect(),
                bleed: size.rect(),
                side: if page == 0 {
                    PageSide::Front
                } else {
                    PageSide::Back
                },
                deck: 0,
                sheet: 1,
                sheets: 1,
                placements: Vec::new(),
                marks: side.marks(),
                ruler: None,
                footer: None,
                fold: None,
                tile: None,
                correction: None,
            });
            let mut write = |at: Point, words: &str, points| {
                if let Some(drawn) = caption(&fonts, words, points) {
                    job.captions.push(Caption {
                        page,
                        x: at.x - drawn.width / 2.0,
                        y: at.y - drawn.height / 2.0,
                        turned: false,
                        drawn: Arc::new(drawn),
                    });
                }
            };
            for label in side.labels() {
                let name = NAMES.contains(&label.words.as_str());
                write(label.at, &label.words, if name { LARGE } else { SMALL });
            }
            let Point { x, y } = size.rect().centre();
            // A small paper keeps its middle for the scales.
            if size.width >= 190.0 && size.height >= 200.0 {
                for (row, (words, points)) in self.words(page, corrected).iter().enumerate() {
                    let down = if row == 0 {
                        -40.0
                    } else {
                        18.0 + 4.5 * row as f64
                    };
                    write(Point { x, y: y + down }, words, *points);
                }
            } else {
                let side = if page == 0 { "FRONT" } else { "BACK" };
                write(Point { x, y: y - 13.0 }, side, PLAIN);
            }
        }
        Ok(job)
    }

    /// The words of one side, the heading first.
    fn words(&self, page: usize, corrected: bool) -> Vec<(String, f32)> {
        let (side, upper) = match page {
            0 => ("front", "FRONT"),
            _ => ("back", "BACK"),
        };
        let mut words = vec![(format!("{upper} · {} · {}", self.name, self.paper), LARGE)];
        let mut say = |line: &str| words.push((line.to_owned(), PLAIN));
        if corrected {
            say("Corrected: if it is right, each scale reads what is asked for below.");
        }
        say("Print at 100 %, from the tray and on the paper that is meant.");
        say("Lay a ruler with millimetres along a long line, its nought at the edge of the paper");
        say("to which the arrow points, and read both scales of that line:");
        say("the whole millimetres before the line 0, and as tenths the number of the line");
        say("that best meets a line of the ruler.");
        let nominal = self.sides().get(page).map(VernierPage::scales);
        let expected: Vec<String> = nominal
            .iter()
            .flatten()
            .zip(NAMES)
            .map(|(scale, name)| format!("{name} {:.1}", scale.nominal))
            .collect();
        say(&format!(
            "The {side} of a printer that is right: {}",
            expected.join(" · ")
        ));
        words
    }

    /// What readings say of the printer: those of the front, and those of the back if there are any, of a page that was corrected
    /// by what is known of it when `through` is given; and whether they are so coarse that a page corrected by them is to be read
    /// once more.
    ///
    /// # Errors
    /// Readings that no printer gives, each with its name; a paper without room for the scales.
    pub fn measure(
        &self,
        readings: &[[f64; 8]],
        through: Option<&Measured>,
    ) -> Result<(Measured, bool), Diagnostics> {
        self.has_room()?;
        let mut faults = Diagnostics::new();
        let mut found: Vec<Distortion> = Vec::new();
        let mut coarse = false;
        for ((page, readings), side) in self.sides().iter().zip(readings).zip(SIDES) {
            match measure_side(page, side, readings) {
                Ok(read) => {
                    coarse |= read.scale.iter().any(|scale| reads_coarsely(*scale));
                    let known = through.and_then(|known| match page.turned {
                        None => Some(&known.front),
                        Some(_) => known.back.as_ref(),
                    });
                    let off = known.map_or(read, |known| read.after(known, page.paper));
                    if is_believable(&off) {
                        found.push(off);
                    } else {
                        faults.push(at_odds(side));
                    }
                }
                Err(more) => faults.append(more),
            }
        }
        let mut found = found.into_iter();
        match (found.next(), faults.is_empty()) {
            (Some(front), true) => {
                let measured = Measured {
                    tray: self.name.tray.clone(),
                    paper: self.paper.size.portrait(),
                    flip: match self.flip {
                        Backs::ShortEdge => Backs::ShortEdge,
                        _ => Backs::LongEdge,
                    },
                    front,
                    back: found.next(),
                };
                Ok((measured, coarse))
            }
            _ => Err(faults),
        }
    }
}

/// What the readings of one side say.
///
/// # Errors
/// Readings that no printer gives, each with its name.
pub fn measure_side(
    page: &VernierPage,
    side: &str,
    readings: &[f64; 8],
) -> Result<Distortion, Diagnostics> {
    let mut faults = Diagnostics::new();
    for ((scale, read), name) in page.scales().iter().zip(readings).zip(NAMES) {
        if !scale.takes(*read) {
            faults.push(out_of_range(side, name, *read, scale.nominal));
        }
    }
    if faults.has_errors() {
        return Err(faults);
    }
    let fitted = page.measure(readings);
    let sound = fitted.filter(|(off, apart)| *apart <= MOST_APART && is_believable(off));
    sound
        .map(|(distortion, _)| distortion)
        .ok_or_else(|| at_odds(side).into())
}

fn out_of_range(side: &str, name: &str, read: f64, nominal: f64) -> Diagnostic {
    let message = format!(
        "{} at {name} of the {side}: a printer that is right gives {nominal:.1}",
        show_mm(read)
    );
    Diagnostic::error(Code::BadReadings, message)
        .fault(Blame::Usage)
        .help(format!(
            "measure {name} again, from the edge to which its arrow points; a printer that is more than {MOST_OFF} mm off wants its paper guides set first"
        ))
}

fn at_odds(side: &str) -> Diagnostic {
    let message = format!("the readings of the {side} contradict each other");
    Diagnostic::error(Code::BadReadings, message)
        .fault(Blame::Usage)
        .help("one of A to D, or of E to H, is a slip: no shift, turn or stretch of a page that a printer makes gives these four; measure that side again")
}
