//! The page by which a printer is measured. A printer's name and a paper come in, a PDF goes out; what was read on the printed page comes
//! back in, and the [`Distortion`] of a side goes out. Called by the command `printer`.
//!
//! The sheet is folded in half both ways, and each crease crosses two scales. Where it crosses them shows how far the page is off and
//! how it is turned, on both sides and however exactly the paper was cut. Only the lengths need a ruler.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::export::{Caption, Job, pdf};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::sheet::{Distortion, Mark, Page, PageSide, Paper, Point, Size, show_mm};
use crate::source::{Code, Diagnostic, Diagnostics, GameFolder};
use crate::template::caption;
use crate::text::FontBook;

use super::printer_profile::PrinterProfile;

/// What is read on a side, in this order: the number at which a crease crosses the upper, the lower, the left and the right scale;
/// how long the line across the page and the line down are, mm.
pub const READINGS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// The number in the middle of a scale, mm from either end: there the crease of a printer that is right crosses it.
const MIDDLE: f64 = 10.0;

/// From the edges of the page to the scales, and from the upper and the left edge to the lines E and F, mm.
const SCALE_INSET: f64 = 22.0;
const LINE_INSET: f64 = 40.0;

/// Shortest side of a paper with room for all of it, mm.
const LEAST: f64 = 105.0;

/// How far one crease may contradict the other, mm at the edge of the page, before a reading must be a mistake.
const MOST_APART: f64 = 1.0;

/// The font of the words.
const FONT: &str = "Cabin";

/// The page for a printer, upright. Its back has the same marks as its front.
#[derive(Debug, Clone)]
pub struct PrinterPage {
    name: String,
    paper: Paper,
}

impl PrinterPage {
    /// # Errors
    /// A paper without room for the scales.
    pub fn new(name: &str, paper: &Paper) -> Result<PrinterPage, Diagnostic> {
        let size = paper.size.portrait();
        if size.width >= LEAST {
            let (name, paper) = (name.to_owned(), Paper { size, ..*paper });
            return Ok(PrinterPage { name, paper });
        }
        let message = format!("{paper} has no room for the scales");
        Err(Diagnostic::usage(Code::PaperTooSmall, message)
            .help(format!("a paper is measured from {LEAST} mm on: choose a larger --paper")))
    }

    /// Writes the page, and gives its place.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn write(&self, folder: &Path, host: &mut dyn Host) -> Result<PathBuf, Diagnostics> {
        let job = self.job(host)?;
        let bytes = pdf::sheets(&job, &|_, _| ()).map_err(|e| {
            Diagnostic::error(Code::Unpaintable, e.0).help("report this: the page is the program's")
        })?;
        let (name, paper) = (self.name.replace('/', "-"), self.paper.word());
        let path = folder.join(format!("printer-{name}-{paper}.pdf"));
        output::folder(folder)?;
        output::write_file(&path, &bytes, pdf::made_by_us)?;
        Ok(path)
    }

    fn job(&self, host: &mut dyn Host) -> Result<Job, Diagnostics> {
        let mut fonts = FontBook::open(&GameFolder::shared(), host.files())?;
        fonts.load(FONT)?;
        let fonts = Arc::new(fonts);
        let mut job =
            Job { title: format!("Printer {}", self.name), lang: "en".into(), ..Job::default() };
        let sides = [(PageSide::Front, "FRONT"), (PageSide::Back, "BACK")];
        for (page, (side, title)) in sides.into_iter().enumerate() {
            job.document
                .pages
                .push(Page { marks: self.marks(), ..Page::blank(self.paper.size, side) });
            for (at, words, points) in self.labels(title) {
                if let Some(drawn) = caption(&fonts, &words, points) {
                    job.captions.push(Caption {
                        page,
                        x: at.x - drawn.width / 2.0,
                        y: at.y - drawn.height / 2.0,
                        turned: false,
                        drawn: Arc::new(drawn),
                    });
                }
            }
        }
        Ok(job)
    }

    /// What a printer that is right gives to read.
    fn nominal(&self) -> [f64; 6] {
        let Size { width, height } = self.paper.size;
        let [across, down] =
            [width, height].map(|side| ((side - LINE_INSET) / 10.0).floor() * 10.0);
        [MIDDLE, MIDDLE, MIDDLE, MIDDLE, across, down]
    }

    /// The scales, a tick each half millimetre, and the lines E and F.
    fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut draw = |from, to| {
            marks.push(Mark::Line { from, to, width: 0.15, dashed: false });
        };
        for scale in 0..4 {
            let at = |along, outward| self.place(scale, along, outward);
            draw(at(-MIDDLE, 0.0), at(MIDDLE, 0.0));
            for tick in 0..=40 {
                let along = f64::from(tick) / 2.0 - MIDDLE;
                let length = match tick % 10 {
                    0 => 4.5,
                    2 | 4 | 6 | 8 => 3.0,
                    _ => 1.8,
                };
                draw(at(along, 0.0), at(along, length));
            }
        }
        let [.., across, down] = self.nominal();
        let inward = SCALE_INSET - LINE_INSET;
        for (scale, length) in [(0, across), (2, down)] {
            let at = |along, beside| self.place(scale, along, inward + beside);
            let end = length / 2.0;
            draw(at(-end, 0.0), at(end, 0.0));
            draw(at(-end, -3.0), at(-end, 3.0));
            draw(at(end, -3.0), at(end, 3.0));
        }
        marks
    }

    /// All words of one side, with the middle of their place and their size in points.
    fn labels(&self, side: &str) -> Vec<(Point, String, f32)> {
        let mut labels = Vec::new();
        for (scale, name) in READINGS[..4].iter().enumerate() {
            for number in [0, 5, 10, 15, 20] {
                let at = self.place(scale, f64::from(number) - MIDDLE, 6.5);
                labels.push((at, number.to_string(), 6.5));
            }
            labels.push((self.place(scale, MIDDLE + 5.0, 2.0), (*name).to_owned(), 16.0));
        }
        let inward = SCALE_INSET - LINE_INSET - 5.0;
        for (scale, name) in [(0, "E"), (2, "F")] {
            labels.push((self.place(scale, 20.0, inward), name.to_owned(), 16.0));
        }
        let Point { x, y } = self.paper.size.rect().centre();
        let mut say = |down: f64, line: String, points| {
            labels.push((Point { x, y: y + down }, line, points));
        };
        // A small paper has room for the scales alone.
        if self.paper.size.width < 190.0 {
            say(8.0, side.to_owned(), 8.5);
            return labels;
        }
        say(-40.0, format!("{side} · {} · {}", self.name, self.paper), 16.0);
        let [.., across, down] = self.nominal();
        let lines = [
            "Print at 100 %, from the tray and on the paper that is meant.".to_owned(),
            "Fold the sheet in half, edge on edge, both ways, and unfold it.".to_owned(),
            "A to D: the number at which a crease crosses the scale, such as 9.5 or 10.25"
                .to_owned(),
            "E and F: how long the line is, in mm, by a ruler".to_owned(),
            format!("A printer that is right: 10 10 10 10 {across} {down}"),
        ];
        for (row, line) in (0..).zip(lines) {
            say(18.0 + 4.5 * f64::from(row), line, 8.5);
        }
        labels
    }

    /// The point `along` mm from the middle of a scale and `outward` mm towards the edge of the paper.
    fn place(&self, scale: usize, along: f64, outward: f64) -> Point {
        let Size { width, height } = self.paper.size;
        let Point { x, y } = self.paper.size.rect().centre();
        let inset = SCALE_INSET - outward;
        let (x, y) = match scale {
            0 => (x + along, inset),
            1 => (x + along, height - inset),
            2 => (inset, y + along),
            _ => (width - inset, y + along),
        };
        Point { x, y }
    }

    /// What was read on each side as a profile of the printer.
    ///
    /// # Errors
    /// Readings that no printer gives.
    pub fn profile(
        &self,
        short_edge: bool,
        front: &[f64; 6],
        back: Option<&[f64; 6]>,
    ) -> Result<PrinterProfile, Diagnostic> {
        let front = self.measure("front", front)?;
        let back = back.map(|back| self.measure("back", back)).transpose()?;
        Ok(PrinterProfile::new(short_edge, front, back))
    }

    fn measure(&self, side: &str, readings: &[f64; 6]) -> Result<Distortion, Diagnostic> {
        let refused = |message: String, help: &str| {
            let fault = Diagnostic::usage(Code::BadReadings, message);
            Err(fault.help(help))
        };
        let nominal = self.nominal();
        for ((read, nominal), name) in readings.iter().zip(nominal).zip(READINGS) {
            // A scale ends 10 mm beside its middle, and no printer stretches a page by more than a twentieth.
            if (read - nominal).abs() > f64::max(MIDDLE, nominal / 20.0) {
                let (read, nominal) = (show_mm(*read), show_mm(nominal));
                return refused(
                    format!(
                        "{read} at {name} of the {side}: a printer that is right gives {nominal}"
                    ),
                    "read it again; set the paper guides of a printer that is more than 10 mm off first",
                );
            }
        }
        let [upper, lower, left, right, across, down] = *readings;
        let [.., long_across, long_down] = nominal;
        let [wide, high] = [across / long_across, down / long_down];
        // How far apart two scales are, and how much farther to the right or down the page is at one than at the other.
        let Size { width, height } = self.paper.size;
        let [tall, broad] = [height, width].map(|side| side - 2.0 * SCALE_INSET);
        let [aside, below] = [(lower - upper) * wide / high, (left - right) * high / wide];
        let turn = (aside * tall + below * broad) / (tall * tall + broad * broad);
        let apart = [aside - turn * tall, below - turn * broad];
        if apart.iter().any(|apart| apart.abs() > MOST_APART) {
            return refused(
                format!("the readings A to D of the {side} contradict each other"),
                "by A and B the page is turned otherwise than by C and D: fold the sheet edge on edge, and read them again",
            );
        }
        // A crease crosses a scale left of its middle where that was printed too far to the right.
        Ok(Distortion {
            offset: [
                wide * (MIDDLE - f64::midpoint(upper, lower)),
                high * (MIDDLE - f64::midpoint(left, right)),
            ],
            rotation: turn.to_degrees(),
            scale: [wide, high],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_is_on_the_smallest_paper() {
        let paper = Paper::from_size(Size::new(LEAST, LEAST));
        let page = PrinterPage::new("canon", &paper).unwrap();
        let inside = page.paper.size.rect().inset(12.0);
        let mut marks = page.marks().into_iter();
        assert!(marks.all(|mark| inside.encloses(&mark.bounds(), 0.0)));
    }
}
