//! The file about one printer: the distortion of each side, for every tray and paper that was measured. Text comes in, a
//! [`PrinterFile`] goes out, and back. Called by `printers`, `correcting` and the command `printer`.
//!
//! ```toml
//! version = 1
//! [[measured]]
//! tray = "rear"
//! paper = [210, 297]
//! flip = "long-edge"
//! front = { offset = [1.5, -0.25], rotation = 0.4, scale = [1.002, 0.999] }
//! back = { offset = [-0.3, 0.8], rotation = 0.1, scale = [1.002, 0.999] }
//! ```

use std::fmt::Write;

use serde::Deserialize;
use toml::Spanned;

use crate::cards::toml_string;
use crate::sheet::{Backs, Choose, Distortion, Size};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files, Span};

const EXPLAINED: &str = "\
# Where a printer puts what a page has elsewhere, tray by tray and paper by paper. Offsets of the middle of the page in mm, to the
# right and down; angles in degrees, clockwise. `deckproof printer` writes it.
";

/// The shape of the file that this program writes and reads.
const VERSION: u32 = 1;

/// What was measured with one tray and one paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Empty for the default tray.
    pub tray: String,
    /// Upright.
    pub paper: Size,
    /// How the printer turned the paper over.
    pub flip: Backs,
    pub front: Distortion,
    /// `None` when only the front was measured.
    pub back: Option<Distortion>,
}

/// All that is known of one printer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrinterFile {
    pub measured: Vec<Measured>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileToml {
    version: u32,
    #[serde(default)]
    measured: Vec<Spanned<MeasuredToml>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasuredToml {
    tray: String,
    paper: [f64; 2],
    flip: String,
    front: Distortion,
    back: Option<Distortion>,
}

impl PrinterFile {
    /// Reads the text of such a file.
    ///
    /// # Errors
    /// The first thing in it that cannot be.
    pub fn read(path: &str, text: &str, files: &mut Files) -> Result<PrinterFile, Diagnostics> {
        let file = files.add(path, text);
        let start = 0..text.len().min(1);
        let wrong = |what: &str, range| Diagnostics::from(damaged(what).at(Span::new(file, range)));
        let all: FileToml = toml::from_str(text)
            .map_err(|e| wrong(e.message(), e.span().unwrap_or(start.clone())))?;
        if all.version != VERSION {
            let what = format!(
                "it is of version {}, and this deckproof reads {VERSION}",
                all.version
            );
            return Err(wrong(&what, start));
        }
        let mut known = PrinterFile::default();
        for row in all.measured {
            let range = row.span();
            let measured = row.into_inner().checked();
            known
                .measured
                .push(measured.map_err(|what| wrong(what, range))?);
        }
        Ok(known)
    }

    /// What was measured with a tray and a paper, whichever way it lies.
    pub fn find(&self, tray: &str, paper: Size) -> Option<&Measured> {
        let paper = paper.portrait();
        let mut all = self.measured.iter();
        all.find(|m| m.tray == tray && m.paper.same_as(paper))
    }

    /// Notes what was measured, in the place of what was known of that tray with that paper.
    pub fn note(&mut self, measured: Measured) {
        self.measured
            .retain(|m| m.tray != measured.tray || !m.paper.same_as(measured.paper));
        self.measured.push(measured);
        let place = |m: &Measured| (m.tray.clone(), m.paper.to_string());
        self.measured.sort_by_key(place);
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let mut text = format!("{EXPLAINED}version = {VERSION}\n");
        let side = |off: &Distortion| {
            format!(
                "{{ offset = {:?}, rotation = {:?}, scale = {:?} }}",
                off.offset, off.rotation, off.scale
            )
        };
        for one in &self.measured {
            let (tray, flip) = (toml_string(&one.tray), one.flip.name());
            let paper = [one.paper.width, one.paper.height];
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n[[measured]]\ntray = {tray}\npaper = {paper:?}\nflip = {flip:?}\nfront = {}\n",
                side(&one.front)
            );
            if let Some(back) = &one.back {
                let _ = writeln!(text, "back = {}", side(back));
            }
        }
        text
    }
}

impl MeasuredToml {
    /// What it says, or what in it cannot be.
    fn checked(self) -> Result<Measured, &'static str> {
        let [width, height] = self.paper;
        if !(20.0..=2000.0).contains(&width.min(height)) || width.max(height) > 2000.0 {
            return Err("`paper` is the width and the height in mm");
        }
        if ![Some(self.front), self.back]
            .into_iter()
            .flatten()
            .all(is_believable)
        {
            return Err("no printer is so far off");
        }
        let flip = match self.flip.as_str() {
            "long-edge" => Backs::LongEdge,
            "short-edge" => Backs::ShortEdge,
            _ => return Err("`flip` is `long-edge` or `short-edge`"),
        };
        Ok(Measured {
            tray: self.tray,
            paper: Size::new(width, height).portrait(),
            flip,
            front: self.front,
            back: self.back,
        })
    }
}

fn is_believable(off: Distortion) -> bool {
    off.offset.iter().all(|mm| mm.abs() <= 30.0)
        && off.scale.iter().all(|times| (0.8..=1.25).contains(times))
        && off.rotation.abs() <= 10.0
}

impl Measured {
    /// The distortion of the back, for paper that is turned over as `backs` says.
    pub fn back_of(&self, backs: Backs) -> Option<Distortion> {
        let back = self.back?;
        Some(if backs == self.flip {
            back
        } else {
            back.turned()
        })
    }
}

pub(super) fn damaged(what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BadPrinterFile,
        format!("this is not as deckproof notes a printer: {what}"),
    )
    .fault(Blame::Usage)
    .help(
        "undo the edit, or delete the file and measure the printer again with `deckproof printer`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "version = 1\n[[measured]]\ntray = \"rear\"\npaper = [210, 297]\nflip = \"long-edge\"\nfront = { offset = [1.5, -0.25], rotation = 0.4, scale = [1.002, 0.999] }\n# end\n";

    fn read(text: &str) -> Result<PrinterFile, String> {
        let mut files = Files::new();
        PrinterFile::read("canon.toml", text, &mut files).map_err(|faults| {
            let fault = faults.iter().next().unwrap();
            assert_eq!(fault.code, Code::BadPrinterFile);
            format!("{}: {}", files.place(fault.span.unwrap()), fault.message)
        })
    }

    #[test]
    fn what_was_noted_is_read_and_written_again() {
        let mut known = read(FIRST).unwrap();
        let lying = Size::new(297.0, 210.0);
        let rear = known.find("rear", lying).unwrap().clone();
        assert_eq!(rear.front.offset, [1.5, -0.25]);
        known.note(Measured {
            back: Some(rear.front),
            ..rear
        });
        assert_eq!(known.measured.len(), 1, "measured anew, the old goes");
        assert_eq!(read(&known.text()), Ok(known));
    }

    #[test]
    fn damage_is_told_at_its_place() {
        for (from, to, told) in [
            (
                "version = 1",
                "version = 2",
                "canon.toml:1:1: this is not as deckproof notes a printer: it is of version 2, and this deckproof reads 1",
            ),
            ("offset = [1.5, -0.25]", "offset = [1.5]", "canon.toml:6:"),
            ("1.002", "7.0", "so far off"),
            ("rotation = 0.4", "rotation = nan", "so far off"),
            ("\"long-edge\"", "\"fold\"", "`long-edge` or"),
            ("[210,", "[0,", "`paper` is"),
            ("rotation", "skew", "skew"),
            ("[[measured]]", "[[measured]", "canon.toml:2:"),
        ] {
            let fault = read(&FIRST.replacen(from, to, 1)).unwrap_err();
            assert!(fault.contains(told), "{to}: {fault}");
        }
        assert!(read("").is_err());
    }
}
