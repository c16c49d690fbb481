//! The file about one printer: the distortion of each side, for every tray and paper that was measured. Text comes in, a
//! [`PrinterFile`] goes out, and back. Called by `printers`, `correcting` and the command `printer`.
//!
//! ```toml
//! version = 1
//! [[measured]]
//! tray = "rear"
//! paper = [210, 297]
//! flip = "long-edge"
//! front = { offset = [1.5, -0.25], rotation = 0.4, scale = [1.002, 0.999], skew = 0.01 }
//! back = { offset = [-0.3, 0.8], rotation = 0.1, scale = [1.002, 0.999], skew = 0.01 }
//! # end
//! ```

use std::fmt::Write;

use super::printer_name::PrinterName;
use crate::cards::{Datum, TomlTable, Value, parse_toml, toml_string};
use crate::sheet::{Backs, Choose, Distortion, Size};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files, Span};

const EXPLAINED: &str = "\
# A printer, as deckproof measured it: where it puts what a page has elsewhere, tray by tray and paper by paper.
# Offsets of the middle of the page in mm, to the right and down; angles in degrees, clockwise. `deckproof printer new`
# writes it.
";

/// The last line: without it the file was cut short.
const END: &str = "# end";

/// The shape of the file that this program writes and reads.
const VERSION: i64 = 1;

/// Trays and papers of one printer.
const MOST_MEASURED: usize = 200;

/// The largest believable distortion: mm, degrees, and relative change of lengths.
const MOST_OFFSET: f64 = 30.0;
const MOST_DEGREES: f64 = 10.0;
const SCALES: std::ops::RangeInclusive<f64> = 0.8..=1.25;

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

impl PrinterFile {
    /// Reads the text of such a file.
    ///
    /// # Errors
    /// The first thing in it that cannot be.
    pub fn read(path: &str, text: &str, files: &mut Files) -> Result<PrinterFile, Diagnostics> {
        let file = files.add(path, text);
        let start = Span::new(file, 0..text.len().min(1));
        let mut syntax = Diagnostics::new();
        let Some(table) = parse_toml(file, text, &mut syntax) else {
            let span = syntax.iter().find_map(|fault| fault.span);
            return Err(damaged("this is not TOML").at(span.unwrap_or(start)).into());
        };
        if !text.trim_end().ends_with(END) {
            let last = Span::new(file, text.len()..text.len());
            return Err(damaged("the last line, `# end`, is missing")
                .at(last)
                .into());
        }
        match table.get("version").map(|v| (v.as_integer(), v.span)) {
            Some((Some(VERSION), _)) => {}
            found => {
                let span = found.map_or(start, |(_, span)| span);
                let what = format!("the file should say `version = {VERSION}`");
                return Err(damaged(&what).at(span).into());
            }
        }
        let only = ["version", "measured"];
        if let Some(key) = table.keys().find(|key| !only.contains(&key.name.as_str())) {
            return Err(damaged("no printer has this").at(key.span).into());
        }
        let rows = table.get("measured");
        let list = rows.map_or(Some(&[][..]), Value::as_list);
        let (Some(list), span) = (list, rows.map_or(start, |v| v.span)) else {
            let span = rows.map_or(start, |v| v.span);
            return Err(damaged("this is no list of tables").at(span).into());
        };
        if list.len() > MOST_MEASURED {
            let what = format!("more than {MOST_MEASURED} trays and papers");
            return Err(damaged(&what).at(span).into());
        }
        let mut known = PrinterFile::default();
        for row in list {
            let measured = read_measured(row).map_err(|(span, what)| damaged(what).at(span))?;
            if known.find(&measured.tray, measured.paper).is_some() {
                return Err(damaged("this tray has that paper twice")
                    .at(row.span)
                    .into());
            }
            known.measured.push(measured);
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
        self.measured.sort_by(|a, b| {
            let size = |m: &Measured| (m.paper.width, m.paper.height);
            let ((aw, ah), (bw, bh)) = (size(a), size(b));
            let by_size = aw.total_cmp(&bw).then(ah.total_cmp(&bh));
            a.tray.cmp(&b.tray).then(by_size)
        });
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let mut text = format!("{EXPLAINED}version = {VERSION}\n");
        let number = |n: f64, decimals: i32| {
            let unit = 10f64.powi(decimals);
            let n = (n * unit).round() / unit;
            // Zero is written without a sign.
            if n == 0.0 { 0.0 } else { n }
        };
        let side = |d: &Distortion| {
            let [x, y] = d.offset.map(|n| number(n, 4));
            let [wide, high] = d.scale.map(|n| number(n, 7));
            let (rotation, skew) = (number(d.rotation, 5), number(d.skew, 5));
            format!(
                "{{ offset = [{x:?}, {y:?}], rotation = {rotation:?}, scale = [{wide:?}, {high:?}], skew = {skew:?} }}"
            )
        };
        for measured in &self.measured {
            let Measured {
                tray, paper, flip, ..
            } = measured;
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n[[measured]]\ntray = {}\npaper = [{:?}, {:?}]\nflip = {:?}\nfront = {}\n",
                toml_string(tray),
                paper.width,
                paper.height,
                flip.name(),
                side(&measured.front)
            );
            if let Some(back) = &measured.back {
                let _ = writeln!(text, "back = {}", side(back));
            }
        }
        text.push('\n');
        text.push_str(END);
        text.push('\n');
        text
    }
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

/// Whether a distortion is believable: others are rejected when read back.
pub fn is_believable(distortion: &Distortion) -> bool {
    let angles = -MOST_DEGREES..=MOST_DEGREES;
    let offsets = -MOST_OFFSET..=MOST_OFFSET;
    let Distortion {
        offset,
        rotation,
        scale,
        skew,
    } = distortion;
    offset.iter().all(|mm| offsets.contains(mm))
        && scale.iter().all(|scale| SCALES.contains(scale))
        && [rotation, skew].iter().all(|angle| angles.contains(*angle))
}

pub(super) fn damaged(what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BadPrinterFile,
        format!("this is not as deckproof notes a printer: {what}"),
    )
    .fault(Blame::Usage)
    .help("undo the edit, or delete the file and measure the printer again with `deckproof printer new`")
}

type Wrong = (Span, &'static str);

fn read_measured(value: &Value) -> Result<Measured, Wrong> {
    let table = value.as_table().ok_or((value.span, "no table"))?;
    known_keys(table, &["tray", "paper", "flip", "front", "back"])?;
    let get = |key: &'static str, what| table.get(key).ok_or((value.span, what));
    let tray = get("tray", "`tray` is missing")?;
    let named = tray.as_str().filter(|t| {
        let name = format!("x/{t}").parse::<PrinterName>();
        t.is_empty() || name.is_ok_and(|name| name.tray == **t)
    });
    let paper = get("paper", "`paper` is missing")?;
    let [width, height] = pair(paper, 20.0..=2000.0, "no paper in mm, such as [210, 297]")?;
    let flip = get("flip", "`flip` is missing")?;
    let turned = flip.as_str().and_then(|word| Backs::choose(word).ok());
    let turned = turned.filter(|backs| matches!(backs, Backs::LongEdge | Backs::ShortEdge));
    Ok(Measured {
        tray: named.ok_or((tray.span, "no name of a tray"))?.to_owned(),
        paper: Size::new(width, height).portrait(),
        flip: turned.ok_or((flip.span, "`long-edge` or `short-edge` should stand here"))?,
        front: distortion(get("front", "`front` is missing")?)?,
        back: table.get("back").map(distortion).transpose()?,
    })
}

fn distortion(value: &Value) -> Result<Distortion, Wrong> {
    let table = value.as_table().ok_or((value.span, "no table"))?;
    known_keys(table, &["offset", "rotation", "scale", "skew"])?;
    let get = |key: &'static str, what| table.get(key).ok_or((value.span, what));
    let angles = -MOST_DEGREES..=MOST_DEGREES;
    let angle = "no angle from -10 to 10 degrees";
    let offsets = -MOST_OFFSET..=MOST_OFFSET;
    Ok(Distortion {
        offset: pair(
            get("offset", "`offset` is missing")?,
            offsets,
            "no offset in mm, such as [1.5, -0.2], 30 at most",
        )?,
        rotation: number(
            get("rotation", "`rotation` is missing")?,
            angles.clone(),
            angle,
        )?,
        scale: pair(
            get("scale", "`scale` is missing")?,
            SCALES,
            "no scale, such as [1.002, 0.998], from 0.8 to 1.25",
        )?,
        skew: number(get("skew", "`skew` is missing")?, angles, angle)?,
    })
}

fn known_keys(table: &TomlTable, known: &[&str]) -> Result<(), Wrong> {
    match table.keys().find(|key| !known.contains(&key.name.as_str())) {
        Some(key) => Err((key.span, "no printer has this")),
        None => Ok(()),
    }
}

fn pair(
    value: &Value,
    range: std::ops::RangeInclusive<f64>,
    what: &'static str,
) -> Result<[f64; 2], Wrong> {
    match value.as_list() {
        Some([x, y]) => Ok([number(x, range.clone(), what)?, number(y, range, what)?]),
        _ => Err((value.span, what)),
    }
}

fn number(
    value: &Value,
    range: std::ops::RangeInclusive<f64>,
    what: &'static str,
) -> Result<f64, Wrong> {
    let number = match value.datum {
        Datum::Float(n) => Some(n),
        Datum::Integer(n) => Some(n as f64),
        _ => None,
    };
    number
        .filter(|n| range.contains(n))
        .ok_or((value.span, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> PrinterFile {
        let front = Distortion {
            offset: [1.5, -0.25],
            rotation: 0.4,
            scale: [1.002, 0.999],
            skew: -0.01,
        };
        let measured = |tray: &str, paper, back| Measured {
            tray: tray.to_owned(),
            paper,
            flip: Backs::LongEdge,
            front,
            back,
        };
        let mut known = PrinterFile::default();
        known.note(measured("rear", Size::new(215.9, 279.4), None));
        known.note(measured("", Size::new(210.0, 297.0), Some(front.turned())));
        known
    }

    fn read(text: &str) -> Result<PrinterFile, String> {
        let mut files = Files::new();
        PrinterFile::read("canon.toml", text, &mut files).map_err(|faults| {
            let fault = faults.iter().next().unwrap();
            assert_eq!(fault.code, Code::BadPrinterFile);
            format!("{}: {}", files.place(fault.span.unwrap()), fault.message)
        })
    }

    #[test]
    fn what_is_noted_is_read_back() {
        let known = known();
        assert_eq!(read(&known.text()), Ok(known.clone()));
        let lying = Size::new(297.0, 210.0);
        assert!(known.find("", lying).is_some() && known.find("rear", lying).is_none());
    }

    #[test]
    fn measured_anew_the_old_goes() {
        let mut known = known();
        let again = Measured {
            flip: Backs::ShortEdge,
            ..known.measured[0].clone()
        };
        known.note(again.clone());
        assert_eq!(known.measured.len(), 2);
        assert_eq!(known.find("", again.paper), Some(&again));
    }

    #[test]
    fn damage_is_told_at_its_place() {
        let text = known().text();
        for (from, to, told) in [
            ("version = 1", "version = 2", "canon.toml:4:11"),
            ("offset = [1.5, -0.25]", "offset = [1.5]", "no offset in mm"),
            ("1.002", "7.0", "no scale"),
            ("rotation = 0.4", "rotation = nan", "no angle"),
            ("flip = \"long-edge\"", "flip = \"fold\"", "`long-edge` or"),
            ("paper = [210.0,", "paper = [0,", "no paper in mm"),
            ("skew", "skow", "no printer has this"),
            ("front =", "verso =", "no printer has this"),
            ("tray = \"rear\"", "tray = \"../rear\"", "no name of a tray"),
            ("[[measured]]", "[[measured]", "not TOML"),
            (
                "\"rear\"\npaper = [215.9, 279.4]",
                "\"\"\npaper = [297, 210]",
                "twice",
            ),
        ] {
            let edited = text.replacen(from, to, 1);
            assert_ne!(edited, text, "{from}");
            let fault = read(&edited).unwrap_err();
            assert!(fault.contains(told), "{to}: {fault}");
        }
        assert!(read("").is_err());
    }
}
