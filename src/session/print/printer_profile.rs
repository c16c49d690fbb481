//! How a printer is off, from one tray and on one paper: a file in the user's configuration folder. A printer's name and a paper come in; its
//! [`PrinterProfile`] is read, kept, or applied to every page of a print. Called by `printing` and the commands `print` and `printer`.
//!
//! ```toml
//! version = 1
//! short-edge = false
//! front = { offset = [1.5, -0.25], rotation = 0.4, scale = [1.002, 0.999] }
//! back = { offset = [-0.3, 0.8], rotation = 0.1, scale = [1.002, 0.999] }
//! ```

use std::path::PathBuf;

use etcetera::BaseStrategy;
use serde::Deserialize;

use crate::session::files::output;
use crate::session::open::host::Host;
use crate::sheet::{Backs, Correction, Distortion, Document, PageSide, Paper, Setup, show_mm};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Span, read_plain_text};

/// Names the folder of what the user has set.
const VARIABLE: &str = "DECKPROOF_CONFIG";

const EXPLAINED: &str = "\
# Where a printer puts what a page has elsewhere. Offsets of the middle of the page in mm, to the right and down; degrees clockwise.
# `deckproof printer` writes it.
";

/// The shape of the file that this program writes and reads.
const VERSION: u32 = 1;

const MOST_BYTES: u64 = 1 << 20;

/// Letters of a printer's name.
const LONGEST: usize = 40;

/// What most printers leave white at each edge, mm: a sixth of an inch. A smaller margin is trusted if given.
const WHITE: f64 = 4.2;

/// What was measured of a printer with one tray and one paper.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrinterProfile {
    version: u32,
    /// Whether the printer turned the paper over on its short edge.
    short_edge: bool,
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
    let folder = match named {
        Some(folder) => PathBuf::from(folder),
        None => match etcetera::choose_base_strategy() {
            Ok(folders) => folders.config_dir().join("deckproof"),
            Err(_) => {
                let message = "there is no folder for what a user has set: no home folder is known";
                return Err(Diagnostic::machine(Code::CannotWrite, message)
                    .help(format!("name one with the variable {VARIABLE}")));
            }
        },
    };
    let paper = Paper::from_size(paper.size.portrait()).word();
    let file = format!("{}-{paper}.toml", name.replace('/', "-"));
    Ok(folder.join("printers").join(file))
}

impl PrinterProfile {
    pub fn new(short_edge: bool, front: Distortion, back: Option<Distortion>) -> PrinterProfile {
        PrinterProfile { version: VERSION, short_edge, front, back }
    }

    /// What was measured of a printer with a paper.
    ///
    /// # Errors
    /// When nothing was, or its file is damaged.
    pub fn open(name: &str, paper: &Paper, host: &mut dyn Host) -> Result<Self, Diagnostics> {
        let path = path_of(name, paper)?;
        let shown = path.display().to_string();
        if !path.exists() {
            let message = format!("`{name}` was not measured on {paper}: there is no {shown}");
            return Err(not_measured(message)
                .help(format!(
                    "measure it with `deckproof printer {name} --paper {}`",
                    paper.word()
                ))
                .into());
        }
        let text = read_plain_text(&path, MOST_BYTES).map_err(|why| {
            Diagnostic::usage(Code::UnreadableFile, format!("cannot read `{shown}`: {why}"))
                .help(format!("move it away, check its permissions, or name another folder with the variable {VARIABLE}"))
        })?;
        let file = host.files().add(shown, text.as_str());
        PrinterProfile::read(&text).map_err(|(what, at)| {
            let message = format!("this is not as deckproof notes a printer: {what}");
            Diagnostic::usage(Code::BadPrinterFile, message)
                .at(Span::new(file, at))
                .help("undo the edit, or measure the printer again with `deckproof printer`")
                .into()
        })
    }

    /// Reads the text of such a file; what cannot be, and where, is the error.
    fn read(text: &str) -> Result<Self, (String, std::ops::Range<usize>)> {
        let start = 0..text.len().min(1);
        let profile: PrinterProfile = toml::from_str(text)
            .map_err(|e| (e.message().to_owned(), e.span().unwrap_or(start.clone())))?;
        let PrinterProfile { version, front, .. } = profile;
        let mut sides = std::iter::once(front).chain(profile.back);
        let what = if version != VERSION {
            format!("it is of version {version}, and this deckproof reads version {VERSION}")
        } else if sides.all(Distortion::is_believable) {
            return Ok(profile);
        } else {
            "no printer is so far off".to_owned()
        };
        Err((what, start))
    }

    /// Keeps it in place of what was measured before, and gives its file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, name: &str, paper: &Paper) -> Result<PathBuf, Diagnostic> {
        let path = path_of(name, paper)?;
        let elsewhere = |fault: Diagnostic| {
            fault.help(format!("name another folder with the variable {VARIABLE}"))
        };
        output::folder(path.parent().unwrap_or(&path)).map_err(elsewhere)?;
        // Whatever has this name in this folder was measured of this printer, even if it was edited.
        output::write_file(&path, self.text().as_bytes(), |_| true)?;
        Ok(path)
    }

    fn text(&self) -> String {
        let side = |off: &Distortion| {
            let Distortion { offset, rotation, scale } = off;
            format!("{{ offset = {offset:?}, rotation = {rotation:?}, scale = {scale:?} }}\n")
        };
        let (flip, front) = (self.short_edge, side(&self.front));
        let back = self.back.as_ref();
        let back = back.map_or_else(String::new, |back| format!("back = {}", side(back)));
        format!("{EXPLAINED}version = {VERSION}\nshort-edge = {flip}\nfront = {front}{back}")
    }

    /// Corrects every page for the printer; returns warnings.
    ///
    /// # Errors
    /// Backs on the other side of the paper, when that side was not measured.
    pub fn correct(
        &self,
        document: &mut Document,
        name: &str,
        setup: &Setup,
    ) -> Result<Diagnostics, Diagnostic> {
        let duplex = matches!(setup.backs, Backs::LongEdge | Backs::ShortEdge);
        let flipped = self.short_edge != (setup.backs == Backs::ShortEdge);
        let back = self.back.map(|back| if flipped { back.turned() } else { back });
        let white = WHITE.min(setup.margin);
        let mut beyond = 0.0_f64;
        for page in &mut document.pages {
            // An empty back needs no correction, but the paper must be turned the same way.
            let is_empty = page.is_blank() && page.marks.is_empty();
            let distortion = match page.side {
                PageSide::Back if duplex => {
                    back.or(is_empty.then_some(Distortion::NONE)).ok_or_else(|| no_back(name))?
                }
                _ => self.front,
            };
            page.correction = Correction::of(&distortion, page.size);
            beyond = beyond.max(page.overshoot(white));
        }
        let mut said = Diagnostics::new();
        if beyond > 0.05 {
            let wider = ((setup.margin + beyond) * 10.0).ceil() / 10.0;
            let message = format!(
                "to make up for `{name}`, what is on the sheets comes {beyond:.1} mm nearer to the edge of the paper than it can print ({} mm)",
                show_mm(white)
            );
            let fault = Diagnostic::warning(Code::OffThePaper, message).fault(Blame::Usage);
            said.push(fault.help(format!(
                "what lies there may be missing: leave more room with `--margin {}`, set the printer's paper guides and measure it again, or say `--margin` with what it really leaves white",
                show_mm(wider)
            )));
        }
        Ok(said)
    }
}

fn not_measured(message: String) -> Diagnostic {
    Diagnostic::usage(Code::NotMeasured, message)
}

fn no_back(name: &str) -> Diagnostic {
    not_measured(format!("the back of `{name}` was not measured on this paper"))
        .help(format!(
            "measure both sides with `deckproof printer {name}`; cards, but no booklet, can also be printed with `--backs fold`, `separate` or `none`"
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFF: Distortion =
        Distortion { offset: [1.5, -0.25], rotation: 0.4, scale: [1.002, 0.999] };

    #[test]
    fn names_are_plain() {
        assert_eq!(printer_name("Canon/Rear").unwrap(), "canon/rear");
        for wrong in ["", "/", "a/", "/a", "../x", "a/b/c", "a b", "ä"] {
            assert!(printer_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_was_kept_is_read_again_and_damage_is_told_at_its_place() {
        let profile = PrinterProfile::new(true, OFF, Some(Distortion::NONE));
        let text = profile.text();
        assert_eq!(PrinterProfile::read(&text), Ok(profile));
        let other = "it is of version 2, and this deckproof reads version 1";
        for (from, to, says, line) in [
            ("version = 1", "version = 2", other, 1),
            ("[1.5, -0.25]", "[1.5]", "length 1", 5),
            ("1.002", "7.0", "so far off", 1),
            ("rotation = 0.4", "rotation = nan", "so far off", 1),
            ("short-edge", "flip", "unknown field `flip`", 4),
            ("rotation", "skew", "unknown field `skew`", 5),
            ("= true", "= [", "", 5),
        ] {
            let text = text.replacen(from, to, 1);
            let (what, at) = PrinterProfile::read(&text).unwrap_err();
            assert!(what.contains(says), "{to}: {what}");
            assert_eq!(1 + text[..at.start].matches('\n').count(), line, "{to}: {what}");
        }
        assert!(PrinterProfile::read("").is_err());
    }
}
