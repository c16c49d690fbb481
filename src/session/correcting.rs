//! Corrects a print for the distortion of a printer. A printer's name and a paper come in; what was measured is looked up and
//! applied to every page. Called by `printing` and the commands `print` and `printer`.

use super::host::Host;
use super::printer_file::{Measured, PrinterFile};
use super::printer_name::PrinterName;
use super::printers::{printer_path, printers, printers_folder};
use crate::sheet::{Backs, Correction, Distortion, Document, PageSide, Paper, Setup, show_mm};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, there_are};

/// What most printers leave white at each edge, mm: a sixth of an inch. A smaller margin is trusted if given.
const WHITE: f64 = 4.2;

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
    let found = known.find(&name.tray, paper.size).cloned();
    found.ok_or_else(|| known.lacks(name, paper).into())
}

/// All that is known of a printer.
fn known_printer(name: &PrinterName, host: &mut dyn Host) -> Result<PrinterFile, Diagnostics> {
    let folder = printers_folder()?;
    let path = printer_path(&folder, &name.printer);
    if let Some(known) = PrinterFile::open(&path, host.files())? {
        return Ok(known);
    }
    let there = printers(&folder);
    let message = format!("no printer `{}` was measured", name.printer);
    let measure = format!("measure it with `deckproof printer {name}`");
    Err(not_measured(message)
        .help(if there.is_empty() {
            format!("none was so far: {measure}")
        } else {
            format!("{}; {measure}", there_are(there.iter().map(String::as_str)))
        })
        .into())
}

impl PrinterFile {
    /// Says that a tray was not measured on that paper, and what was.
    fn lacks(&self, name: &PrinterName, paper: &Paper) -> Diagnostic {
        let message = format!("`{name}` was not measured on {paper}");
        let there = self.measured.iter();
        let there: Vec<String> = there
            .map(|m| {
                format!(
                    "{} on {}",
                    name.with_tray(&m.tray),
                    Paper::from_size(m.paper)
                )
            })
            .collect();
        let measure = format!("measure it with `deckproof printer {name}` and that --paper");
        not_measured(message).help(if there.is_empty() {
            measure
        } else {
            format!("{}; {measure}", there_are(there.iter().map(String::as_str)))
        })
    }
}

fn not_measured(message: String) -> Diagnostic {
    Diagnostic::error(Code::NotMeasured, message).fault(Blame::Usage)
}

/// Corrects every page for the printer; returns warnings.
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
            PageSide::Back if duplex => {
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
    not_measured(format!("the back of `{name}` was not measured on this paper"))
        .help(format!(
            "measure both sides with `deckproof printer {name}`; cards, but no booklet, can also be printed with `--backs fold`, `separate` or `none`"
        ))
}

fn off_the_paper(name: &PrinterName, cards: f64, all: f64, white: f64, margin: f64) -> Diagnostic {
    let (what, by) = if cards > 0.05 {
        ("cards", cards)
    } else {
        ("marks or words beside the cards", all)
    };
    let message = format!(
        "to make up for `{name}`, {what} come {by:.1} mm nearer to the edge of the paper than it can print ({} mm)",
        show_mm(white)
    );
    let wider = ((margin + by) * 10.0).ceil() / 10.0;
    Diagnostic::warning(Code::OffThePaper, message)
        .fault(Blame::Usage)
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
