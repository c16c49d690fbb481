//! Printers at home: the page by which one is measured, what its readings say, and prints that make up for it.

use std::path::PathBuf;
use std::sync::Arc;

use super::host::Host;
use super::output;
use super::printer_file::{
    Measured, PrinterFile, is_believable, printer_path, printers, printers_folder,
};
use super::printer_name::PrinterName;
use crate::export::{Caption, Job, pdf};
use crate::sheet::vernier::{LEAST, MOST_APART, MOST_OFF, NAMES, VernierPage};
use crate::sheet::{
    Backs, Correction, Distortion, Document, Page, Paper, Point, Setup, Side, Turn, show_mm,
};
use crate::source::{Code, Diagnostic, Diagnostics, Fault, Folder, GameFolder, Tree, there_are};
use crate::template::caption;
use crate::text::FontBook;

/// The font of the page's words.
const FONT: &str = "Cabin";

/// Sizes of the words on the page, in points.
const SMALL: f32 = 6.5;
const PLAIN: f32 = 8.5;
const LARGE: f32 = 16.0;

/// What most printers leave white at each edge, mm: a sixth of an inch. Who names a smaller margin knows the printer.
const WHITE: f64 = 4.2;

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
        let back = Turn::of(self.flip, paper).map(|turn| VernierPage {
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
        let name = self.name.to_string().replace('/', "-");
        let paper = self.paper.name.map_or_else(
            || format!("{}x{}", show_mm(size.width), show_mm(size.height)),
            str::to_owned,
        );
        let path = folder.join(format!("printer-{name}-{paper}-{kind}.pdf"));
        output::folder(folder)?;
        output::write(&path, &bytes, pdf::made_by_us)?;
        Ok(path)
    }

    fn has_room(&self) -> Result<(), Diagnostic> {
        if self.paper.size.short_side() >= LEAST {
            return Ok(());
        }
        let message = format!("{} has no room for the scales", self.paper);
        Err(Diagnostic::error(Code::PaperTooSmall, message)
            .fault(Fault::Usage)
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
            captions: Vec::new(),
            title: format!("Printer {}", self.name),
            author: String::new(),
            outline: Vec::new(),
        };
        for (page, side) in sides.iter().enumerate() {
            let size = side.paper;
            job.document.pages.push(Page {
                size,
                trim: size.rect(),
                bleed: size.rect(),
                side: if page == 0 { Side::Front } else { Side::Back },
                deck: 0,
                sheet: 1,
                sheets: 1,
                placements: Vec::new(),
                marks: side.marks(),
                ruler: None,
                footer: None,
                fold: None,
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
                write(
                    Point {
                        x: x + 6.0,
                        y: y - 4.0,
                    },
                    side,
                    PLAIN,
                );
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

    /// What readings say of the printer: those of the front, and those of the back if there are any.
    ///
    /// # Errors
    /// Readings that no printer gives, each with its name; a paper without room for the scales.
    pub fn measure(&self, readings: &[[f64; 8]]) -> Result<Measured, Diagnostics> {
        self.has_room()?;
        let mut faults = Diagnostics::new();
        let mut found: Vec<Distortion> = Vec::new();
        let sides = self.sides();
        for ((page, readings), side) in sides.iter().zip(readings).zip(["front", "back"]) {
            let scales = page.scales();
            for ((scale, read), name) in scales.iter().zip(readings).zip(NAMES) {
                if !scale.takes(*read) {
                    faults.push(out_of_range(side, name, *read, scale.nominal));
                }
            }
            if faults.has_errors() {
                continue;
            }
            match page.measure(readings) {
                Some((distortion, apart)) if apart <= MOST_APART && is_believable(&distortion) => {
                    found.push(distortion);
                }
                _ => faults.push(at_odds(side)),
            }
        }
        let mut found = found.into_iter();
        match (found.next(), faults.is_empty()) {
            (Some(front), true) => Ok(Measured {
                tray: self.name.tray.clone(),
                paper: self.paper.size.portrait(),
                flip: match self.flip {
                    Backs::ShortEdge => Backs::ShortEdge,
                    _ => Backs::LongEdge,
                },
                front,
                back: found.next(),
            }),
            _ => Err(faults),
        }
    }
}

fn out_of_range(side: &str, name: &str, read: f64, nominal: f64) -> Diagnostic {
    let message = format!(
        "{} at {name} of the {side}: a printer that is right gives {nominal:.1}",
        show_mm(read)
    );
    Diagnostic::error(Code::BadReadings, message)
        .fault(Fault::Usage)
        .help(format!(
            "measure {name} again, from the edge to which its arrow points; a printer that is more than {MOST_OFF} mm off wants its paper guides set first"
        ))
}

fn at_odds(side: &str) -> Diagnostic {
    let message = format!("the readings of the {side} contradict each other");
    Diagnostic::error(Code::BadReadings, message)
        .fault(Fault::Usage)
        .help("one of A to D, or of E to H, is a slip: no shift, turn or stretch of a page that a printer makes gives these four; measure that side again")
}

/// What is known of a printer with a tray and a paper.
///
/// # Errors
/// When that was not measured: what was is named. A file that is damaged.
pub fn measured(
    name: &PrinterName,
    paper: &Paper,
    host: &mut dyn Host,
) -> Result<Measured, Diagnostics> {
    let known = known_printer(name, host)?;
    if let Some(found) = known.find(&name.tray, paper.size) {
        return Ok(found.clone());
    }
    let tray = match name.tray.as_str() {
        "" => "without naming a tray".to_owned(),
        tray => format!("from the tray `{tray}`"),
    };
    let message = format!("`{}` was not measured {tray} on {paper}", name.printer);
    let there = known.measured.iter().map(|m| {
        let tray = PrinterName {
            printer: name.printer.clone(),
            tray: m.tray.clone(),
        };
        format!("{tray} on {}", Paper::of(m.paper))
    });
    let there: Vec<String> = there.collect();
    let there = there_are(there.iter().map(String::as_str));
    let measure = format!("measure it with `deckproof printer new {name}` and that --paper");
    Err(no_readings(message)
        .help(match known.measured.is_empty() {
            true => measure,
            false => format!("{there}; {measure}"),
        })
        .into())
}

/// All that is known of a printer.
///
/// # Errors
/// When it has no file: those that have are named. A file that is damaged.
pub fn known_printer(name: &PrinterName, host: &mut dyn Host) -> Result<PrinterFile, Diagnostics> {
    let folder = printers_folder()?;
    let path = printer_path(&folder, &name.printer);
    if let Some(known) = PrinterFile::open(&path, host.files())? {
        return Ok(known);
    }
    let there = printers(&folder);
    let message = format!("no printer `{}` was measured", name.printer);
    let measure = format!("measure it with `deckproof printer new {name}`");
    Err(no_readings(message)
        .help(match there.is_empty() {
            true => format!("none was so far: {measure}"),
            false => format!("{}; {measure}", there_are(there.iter().map(String::as_str))),
        })
        .into())
}

fn no_readings(message: String) -> Diagnostic {
    Diagnostic::error(Code::NotMeasured, message).fault(Fault::Usage)
}

/// Makes up for a printer on every page; gives what is to be said of it.
///
/// # Errors
/// Backs on the other side of the paper, when that side was not measured.
pub fn correct(
    document: &mut Document,
    measured: &Measured,
    name: &PrinterName,
    setup: &Setup,
) -> Result<Diagnostics, Diagnostic> {
    let duplex = matches!(setup.backs, Backs::LongEdge | Backs::ShortEdge);
    let white = WHITE.min(setup.margin);
    let (mut cards, mut all) = (0.0_f64, 0.0_f64);
    for page in &mut document.pages {
        let distortion = match page.side {
            Side::Back if duplex => {
                let back = measured.back_of(setup.backs);
                // An empty back needs no correction, but the paper must be turned the same way.
                let empty = page.is_blank() && page.marks.is_empty();
                match back {
                    Some(back) => back,
                    None if empty => Distortion::NONE,
                    None => return Err(no_back(name)),
                }
            }
            _ => measured.front,
        };
        page.correction = Correction::of(&distortion, page.size);
        let (of_cards, of_all) = page.overshoot(white);
        cards = cards.max(of_cards);
        all = all.max(of_all);
    }
    let mut said = Diagnostics::new();
    if all > 0.05 {
        said.push(off_the_paper(name, cards, all, white, setup.margin));
    }
    Ok(said)
}

fn no_back(name: &PrinterName) -> Diagnostic {
    no_readings(format!("the back of `{name}` was not measured on this paper"))
        .help(format!(
            "measure both sides with `deckproof printer new {name}`, or print with `--backs fold`, `separate` or `none`"
        ))
}

fn off_the_paper(name: &PrinterName, cards: f64, all: f64, white: f64, margin: f64) -> Diagnostic {
    let (what, by) = match cards > 0.05 {
        true => ("cards", cards),
        false => ("marks or words beside the cards", all),
    };
    let message = format!(
        "to make up for `{name}`, {what} come {by:.1} mm nearer to the edge of the paper than it can print ({} mm)",
        show_mm(white)
    );
    let wider = ((margin + by) * 10.0).ceil() / 10.0;
    Diagnostic::warning(Code::OffThePaper, message)
        .fault(Fault::Usage)
        .help(format!(
            "what lies there may be missing: leave more room with `--margin {}`, set the printer's paper guides and measure it again, or say `--margin` with what it really leaves white",
            show_mm(wider)
        ))
}

/// A distortion in words: `1.5 mm to the right, 0.2 mm up, 0.4° clockwise, 100.2 % wide, 99.9 % high`.
pub fn in_words(distortion: &Distortion) -> String {
    let [x, y] = distortion.offset;
    let aside = |mm: f64, plus: &str, minus: &str| {
        format!("{:.2} mm {}", mm.abs(), if mm < 0.0 { minus } else { plus })
    };
    let angle = distortion.rotation;
    let [wide, high] = distortion.scale.map(|n| n * 100.0);
    let side = if angle < 0.0 {
        "anticlockwise"
    } else {
        "clockwise"
    };
    format!(
        "{}, {}, {:.2}° {side}, {wide:.2} % wide, {high:.2} % high",
        aside(x, "right", "left"),
        aside(y, "down", "up"),
        angle.abs()
    )
}
