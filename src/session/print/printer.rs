//! How a printer is off, from one tray and on one paper. A page to measure it by goes out; what was read on that page when it was
//! printed comes back in, and is kept as a [`PrinterProfile`] in the user's configuration folder, which corrects every page of a print.
//!
//! The sheet is folded in half both ways, and each crease crosses two scales. Where it crosses them shows how far the page is off and
//! how it is turned, on both sides and however exactly the paper was cut. Only the lengths need a ruler.
//!
//! ```toml
//! short-edge = false
//! front = { offset = [1.5, -0.25], rotation = 0.4, scale = [1.002, 0.999] }
//! back = { offset = [-0.3, 0.8], rotation = 0.1, scale = [1.002, 0.999] }
//! ```

use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy;
use kurbo::Affine;
use serde::Deserialize;

use crate::export::{Caption, Job, pdf};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::sheet::{
    Backs, Correction, Document, Mark, Page, PageSide, Paper, Point, Rect, Setup, Size, show_mm,
};
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, Fault, GameFolder, error, machine, read_plain_text,
    usage, warning,
};
use crate::template::caption;
use crate::text::FontBook;

use super::imposing::is_duplex;

/// Names the folder of what the user has set.
const VARIABLE: &str = "DECKPROOF_CONFIG";

const EXPLAINED: &str = "\
# Where a printer puts what a page has elsewhere. Offsets of the middle of the page in mm, to the right and down; degrees clockwise.
# `deckproof printer` writes it.
";

const MOST_BYTES: u64 = 1 << 20;

/// Letters of a printer's name.
const LONGEST: usize = 40;

/// What most printers leave white at each edge, mm: a sixth of an inch. A smaller margin is trusted if given.
const WHITE: f64 = 4.2;

/// What was measured of a printer with one tray and one paper.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrinterProfile {
    /// Whether the printer turned the paper over on its short edge.
    pub short_edge: bool,
    pub front: Distortion,
    /// `None` when only the front was measured.
    pub back: Option<Distortion>,
}

/// The name of a printer, or of a printer and its tray: `canon`, `canon/rear`.
///
/// # Errors
/// Another name.
pub fn printer_name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_name = |word: &str| !word.is_empty() && word.chars().all(plain);
    let (printer, tray) = text.split_once('/').unwrap_or((text, "-"));
    if text.len() > LONGEST || !is_name(printer) || !is_name(tray) {
        return Err(format!(
            "name a printer, or a printer and its tray, in letters, digits, - and _, {LONGEST} at most: canon, canon/rear"
        ));
    }
    // On many disks, names that differ only in capitals are one.
    Ok(text.to_lowercase())
}

/// The file of a printer with a paper, whichever way that lies.
fn path_of(name: &str, paper: &Paper) -> Result<PathBuf, Diagnostic> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let own = || etcetera::choose_base_strategy().ok().map(|b| b.config_dir().join("deckproof"));
    let folder = named.map(PathBuf::from).or_else(own).ok_or_else(|| {
        machine!(
            CannotWrite,
            "there is no folder for what a user has set: no home folder is known",
            "name one with the variable {VARIABLE}"
        )
    })?;
    let paper = Paper::from_size(paper.size.portrait()).word();
    let file = format!("{}-{paper}.toml", name.replace('/', "-"));
    Ok(folder.join("printers").join(file))
}

impl PrinterProfile {
    /// What was measured of a printer with a paper.
    ///
    /// # Errors
    /// When nothing was, or its file is damaged.
    pub fn open(name: &str, paper: &Paper, host: &mut dyn Host) -> Result<Self, Diagnostics> {
        let path = path_of(name, paper)?;
        let shown = path.display().to_string();
        if !path.exists() {
            let measure =
                format!("measure it with `deckproof printer {name} --paper {}`", paper.word());
            return Err(usage!(
                NotMeasured,
                "`{name}` was not measured on {paper}: there is no {shown}",
                measure
            )
            .into());
        }
        let text = read_plain_text(&path, MOST_BYTES).map_err(|why| {
            usage!(UnreadableFile, "cannot read `{shown}`: {why}", "move it away, check its permissions, or name another folder with the variable {VARIABLE}")
        })?;
        let file = host.files().add(shown, text.as_str());
        let damaged = |fault: Fault| fault.in_file(Code::BadPrinterFile, file).fault(Blame::Usage);
        PrinterProfile::read(&text).map_err(|fault| damaged(fault).into())
    }

    fn read(text: &str) -> Result<Self, Fault> {
        let (what, range) = match toml::from_str::<PrinterProfile>(text) {
            Ok(profile) => {
                let mut sides = [Some(profile.front), profile.back].into_iter().flatten();
                if sides.all(Distortion::is_believable) {
                    return Ok(profile);
                }
                ("no printer is so far off".to_owned(), None)
            }
            Err(e) => (e.message().to_owned(), e.span()),
        };
        let help = "undo the edit, or measure the printer again with `deckproof printer`";
        let fault = Fault::new(format!("this is not as deckproof notes a printer: {what}"), help);
        Err(fault.at(range.unwrap_or(0..text.len().min(1))))
    }

    /// Keeps it in place of what was measured before, and gives its file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, name: &str, paper: &Paper) -> Result<PathBuf, Diagnostic> {
        let path = path_of(name, paper)?;
        output::folder(path.parent().unwrap_or(&path)).map_err(|fault| {
            fault.help(format!("name another folder with the variable {VARIABLE}"))
        })?;
        // Whatever has this name in this folder was measured of this printer, even if it was edited.
        output::write_file(&path, self.text().as_bytes(), |_| true)?;
        Ok(path)
    }

    fn text(&self) -> String {
        let mut text = format!("{EXPLAINED}short-edge = {}\n", self.short_edge);
        for (side, off) in [("front", Some(self.front)), ("back", self.back)] {
            if let Some(Distortion { offset, rotation, scale }) = off {
                text += &format!(
                    "{side} = {{ offset = {offset:?}, rotation = {rotation:?}, scale = {scale:?} }}\n"
                );
            }
        }
        text
    }

    /// Corrects every page for the printer; returns a warning if that leads off the paper.
    ///
    /// # Errors
    /// Backs on the other side of the paper, when that side was not measured.
    pub fn correct(
        &self,
        document: &mut Document,
        name: &str,
        setup: &Setup,
    ) -> Result<Option<Diagnostic>, Diagnostic> {
        let flipped = self.short_edge != (setup.backs == Backs::ShortEdge);
        let back = self.back.map(|back| if flipped { back.turned() } else { back });
        let white = WHITE.min(setup.margin);
        let mut beyond = 0.0_f64;
        for page in &mut document.pages {
            // An empty back needs no correction, but the paper must be turned the same way.
            let is_empty = page.is_blank() && page.marks.is_empty();
            let distortion = match page.side {
                PageSide::Back if is_duplex(setup.backs) => {
                    back.or(is_empty.then_some(Distortion::NONE)).ok_or_else(|| {
                        usage!(NotMeasured, "the back of `{name}` was not measured on this paper", "measure both sides with `deckproof printer {name}`; cards, but no booklet, can also be printed with `--backs fold`, `separate` or `none`")
                    })?
                }
                _ => self.front,
            };
            page.correction = Some(distortion.correction(page.size));
            beyond = beyond.max(overshoot(page, white));
        }
        if beyond <= 0.05 {
            return Ok(None);
        }
        let wider = show_mm(((setup.margin + beyond) * 10.0).ceil() / 10.0);
        let white = show_mm(white);
        let fault = warning!(
            OffThePaper,
            "to make up for `{name}`, what is on the sheets comes {beyond:.1} mm nearer to the edge of the paper than it can print ({white} mm)",
            "what lies there may be missing: leave more room with `--margin {wider}`, set the printer's paper guides and measure it again, or say `--margin` with what it really leaves white"
        );
        Ok(Some(fault.fault(Blame::Usage)))
    }
}

/// Where a printer puts what a page has elsewhere: on one side, from one tray, on one paper.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distortion {
    /// How far the middle of the page is off: to the right and down, mm.
    pub offset: [f64; 2],
    /// Degrees clockwise.
    pub rotation: f64,
    /// How much longer lengths come out, along the page's x and its y: 1 is right.
    pub scale: [f64; 2],
}

impl Distortion {
    /// A printer without distortion.
    pub const NONE: Distortion = Distortion { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] };

    /// The map from a point of the page to the place where it is printed.
    pub fn map(&self, paper: Size) -> Affine {
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let ([wide, high], [right, down]) = (self.scale, self.offset);
        let Point { x, y } = paper.rect().centre();
        let [a, b, c, d] = [cos * wide, sin * wide, -sin * high, cos * high];
        Affine::new([a, b, c, d, x + right, y + down]) * Affine::translate((-x, -y))
    }

    /// Whether a printer can be so far off.
    pub fn is_believable(self) -> bool {
        self.offset.iter().all(|mm| mm.abs() <= 30.0)
            && self.scale.iter().all(|times| (0.8..=1.25).contains(times))
            && self.rotation.abs() <= 10.0
    }

    /// The same for a page that is fed the other way round, turned by a half.
    #[must_use]
    pub fn turned(&self) -> Distortion {
        let [x, y] = self.offset;
        Distortion { offset: [-x, -y], ..*self }
    }

    /// The map that undoes it on a page of that size.
    fn correction(&self, page: Size) -> Correction {
        let paper = page.portrait();
        let undo = self.map(paper).inverse();
        // What is up on a page on its side comes to the left of the paper, on both sides of it: turned over on an edge
        // of the paper, the sides then meet as the pages do.
        let turn = Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, page.width]);
        let map = if page.is_landscape() { undo * turn } else { undo };
        Correction { paper, map }
    }
}

/// How far what is on a page reaches out of what a printer can print, in mm; nought when it does not. `white` is what the printer
/// leaves white at each edge.
fn overshoot(page: &Page, white: f64) -> f64 {
    let Some(Correction { paper, map }) = page.correction else {
        return 0.0;
    };
    let beyond = |rect: Rect| {
        let rect = rect.mapped(map);
        let (right, bottom) = (paper.width - rect.right(), paper.height - rect.bottom());
        [rect.x, rect.y, right, bottom].into_iter().map(|room| white - room).fold(0.0, f64::max)
    };
    let cards = (!page.is_blank()).then_some(page.bleed);
    let ruler = page.ruler.map(|ruler| ruler.bar);
    let footer = page.footer.map(|footer| footer.rect());
    let marks = page.marks.iter().map(Mark::bounds);
    let all = marks.chain(cards).chain(ruler).chain(footer);
    all.map(beyond).fold(0.0, f64::max)
}
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
            return Ok(PrinterPage { name: name.to_owned(), paper: Paper { size, ..*paper } });
        }
        let message = format!("{paper} has no room for the scales");
        Err(usage!(
            PaperTooSmall,
            message,
            "a paper is measured from {LEAST} mm on: choose a larger --paper"
        ))
    }

    /// Writes the page, and gives its place.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn write(&self, folder: &Path, host: &mut dyn Host) -> Result<PathBuf, Diagnostics> {
        let job = self.job(host)?;
        let bytes = pdf::sheets(&job, &|_, _| ())
            .map_err(|e| error!(Unpaintable, e.0, "report this: the page is the program's"))?;
        let (name, paper) = (self.name.replace('/', "-"), self.paper.word());
        let path = folder.join(format!("printer-{name}-{paper}.pdf"));
        output::put_file(&path, &bytes, pdf::made_by_us)?;
        Ok(path)
    }

    fn job(&self, host: &mut dyn Host) -> Result<Job, Diagnostics> {
        let mut fonts = FontBook::open(&GameFolder::shared(), host.files())?;
        fonts.load(FONT)?;
        let fonts = Arc::new(fonts);
        let title = format!("Printer {}", self.name);
        let mut job = Job { title, lang: "en".into(), ..Job::default() };
        let sides = [(PageSide::Front, "FRONT"), (PageSide::Back, "BACK")];
        for (page, (side, title)) in sides.into_iter().enumerate() {
            let blank = Page::blank(self.paper.size, side);
            job.document.pages.push(Page { marks: self.marks(), ..blank });
            for (at, words, points) in self.labels(title) {
                job.captions.extend(caption(&fonts, &words, points).map(|drawn| Caption {
                    page,
                    x: at.x - drawn.width / 2.0,
                    y: at.y - drawn.height / 2.0,
                    turned: false,
                    drawn: Arc::new(drawn),
                }));
            }
        }
        Ok(job)
    }

    /// What a printer that is right gives to read.
    fn nominal(&self) -> [f64; 6] {
        let Size { width, height } = self.paper.size;
        let line = |side: f64| ((side - LINE_INSET) / 10.0).floor() * 10.0;
        [MIDDLE, MIDDLE, MIDDLE, MIDDLE, line(width), line(height)]
    }

    /// The scales, a tick each half millimetre, and the lines E and F.
    fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        // From one end to the other, each as in `place`.
        let mut draw = |scale, from: [f64; 2], to: [f64; 2]| {
            let [from, to] = [from, to].map(|[along, outward]| self.place(scale, along, outward));
            marks.push(Mark::Line { from, to, width: 0.15, dashed: false });
        };
        for scale in 0..4 {
            draw(scale, [-MIDDLE, 0.0], [MIDDLE, 0.0]);
            for tick in 0..=40 {
                let along = f64::from(tick) / 2.0 - MIDDLE;
                let length = match tick % 10 {
                    0 => 4.5,
                    even if even % 2 == 0 => 3.0,
                    _ => 1.8,
                };
                draw(scale, [along, 0.0], [along, length]);
            }
        }
        let [.., across, down] = self.nominal();
        let inward = SCALE_INSET - LINE_INSET;
        for (scale, end) in [(0, across / 2.0), (2, down / 2.0)] {
            draw(scale, [-end, inward], [end, inward]);
            for end in [-end, end] {
                draw(scale, [end, inward - 3.0], [end, inward + 3.0]);
            }
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
            "Print at 100 %, from the tray and on the paper that is meant.",
            "Fold the sheet in half, edge on edge, both ways, and unfold it.",
            "A to D: the number at which a crease crosses the scale, such as 9.5 or 10.25",
            "E and F: how long the line is, in mm, by a ruler",
            &format!("A printer that is right: 10 10 10 10 {across} {down}"),
        ];
        for (row, line) in (0..).zip(lines) {
            say(18.0 + 4.5 * f64::from(row), line.to_owned(), 8.5);
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

    /// What was read on a side as the error of the printer.
    ///
    /// # Errors
    /// Readings that no printer gives.
    pub fn measure(&self, side: &str, readings: &[f64]) -> Result<Distortion, Diagnostic> {
        let nominal = self.nominal();
        for ((read, nominal), name) in readings.iter().zip(nominal).zip(READINGS) {
            // A scale ends 10 mm beside its middle, and no printer stretches a page by more than a twentieth.
            if (read - nominal).abs() > f64::max(MIDDLE, nominal / 20.0) {
                let (read, nominal) = (show_mm(*read), show_mm(nominal));
                return Err(usage!(
                    BadReadings,
                    "{read} at {name} of the {side}: a printer that is right gives {nominal}",
                    "read it again; set the paper guides of a printer that is more than 10 mm off first"
                ));
            }
        }
        let [upper, lower, left, right, across, down] = readings[..] else {
            let message = format!("{} readings of the {side}", readings.len());
            return Err(usage!(BadReadings, message, "give all six"));
        };
        let [.., long_across, long_down] = nominal;
        let scale @ [wide, high] = [across / long_across, down / long_down];
        // How far apart two scales are, and how much farther to the right or down the page is at one than at the other.
        let Size { width, height } = self.paper.size;
        let [tall, broad] = [height, width].map(|side| side - 2.0 * SCALE_INSET);
        let [aside, below] = [(lower - upper) * wide / high, (left - right) * high / wide];
        let turn = (aside * tall + below * broad) / (tall * tall + broad * broad);
        if (aside - turn * tall).abs().max((below - turn * broad).abs()) > MOST_APART {
            return Err(usage!(
                BadReadings,
                "the readings A to D of the {side} contradict each other",
                "by A and B the page is turned otherwise than by C and D: fold the sheet edge on edge, and read them again"
            ));
        }
        // A crease crosses a scale left of its middle where that was printed too far to the right.
        let offset = [
            wide * (MIDDLE - f64::midpoint(upper, lower)),
            high * (MIDDLE - f64::midpoint(left, right)),
        ];
        Ok(Distortion { offset, rotation: turn.to_degrees(), scale })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(210.0, 297.0);

    const OFF: Distortion =
        Distortion { offset: [1.5, -6.0], rotation: 0.4, scale: [1.004, 0.997] };

    fn near(a: Point, b: Point) -> bool {
        (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9
    }

    #[test]
    fn a_corrected_page_comes_out_where_it_stands() {
        let point = Point { x: 9.75, y: 15.15 };
        let correction = OFF.correction(A4);
        let printed = OFF.map(A4) * (correction.map * point);
        assert!(near(printed, point));
        // On its side, its top comes to the left of the paper.
        let lying = OFF.correction(A4.turned());
        let printed = OFF.map(A4) * (lying.map * point);
        let beside = Point { x: 15.15, y: 297.0 - 9.75 };
        assert!(near(printed, beside) && lying.paper == A4);
    }

    #[test]
    fn fed_the_other_way_round_the_same_error_points_the_other_way() {
        let half = Affine::new([-1.0, 0.0, 0.0, -1.0, 210.0, 297.0]);
        let point = Point { x: 30.0, y: 40.0 };
        let around = half * OFF.map(A4) * half * point;
        assert!(near(OFF.turned().map(A4) * point, around));
    }

    #[test]
    fn names_are_plain() {
        assert_eq!(printer_name("Canon/Rear").unwrap(), "canon/rear");
        for wrong in ["", "/", "a/", "/a", "../x", "a/b/c", "a b", "ä"] {
            assert!(printer_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_was_kept_is_read_again_and_damage_is_told_at_its_place() {
        let profile = PrinterProfile { short_edge: true, front: OFF, back: Some(Distortion::NONE) };
        let text = profile.text();
        assert_eq!(PrinterProfile::read(&text), Ok(profile));
        for (from, to, says, line) in [
            ("[1.5, -6.0]", "[1.5]", "length 1", 4),
            ("1.004", "7.0", "so far off", 1),
            ("rotation = 0.4", "rotation = nan", "so far off", 1),
            ("short-edge", "flip", "unknown field `flip`", 3),
            ("rotation", "skew", "unknown field `skew`", 4),
            ("= true", "= [", "", 4),
        ] {
            let text = text.replacen(from, to, 1);
            let fault = PrinterProfile::read(&text).unwrap_err();
            let (what, at) = (fault.message, fault.range.unwrap());
            assert!(what.contains(says), "{to}: {what}");
            assert_eq!(1 + text[..at.start].matches('\n').count(), line, "{to}: {what}");
        }
        assert!(PrinterProfile::read("").is_err());
    }

    #[test]
    fn all_of_it_is_on_the_smallest_paper() {
        let paper = Paper::from_size(Size::new(LEAST, LEAST));
        let page = PrinterPage::new("canon", &paper).unwrap();
        let inside = page.paper.size.rect().inset(12.0);
        let mut marks = page.marks().into_iter();
        assert!(marks.all(|mark| inside.encloses(&mark.bounds(), 0.0)));
    }
}
