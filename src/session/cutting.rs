//! What a cutting machine needs of the sheets that `print` makes: their lines, each different set once, and pictures of their faces.

use std::path::PathBuf;

use rayon::prelude::*;

use crate::cards::Pack;
use crate::export::{Job, cut, png};
use crate::raster::{Painter, cut_corners, put_together};
use crate::sheet::{Backs, Clip, Page, Side, Size, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, Fault, counted};
use crate::template::Ink;

use super::drawing::Set;
use super::examining::located;
use super::host::Host;
use super::imposing::{Lay, impose_set, is_booklet, trim_on_paper};
use super::output;
use super::printing::leave_out_misfits;
use super::selection::Selection;
use super::sheet_name::sheet_name;

/// A format of files for cutting machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutFormat {
    Svg,
    Dxf,
    /// The faces of each sheet on a transparent ground.
    Png,
}

/// One run: what is asked for, and where it goes.
#[derive(Debug, Clone)]
pub struct Cutting {
    pub selection: Selection,
    pub output: PathBuf,
    pub lay: Lay,
    pub ink: Ink,
    /// Whether corners are cut straight, whatever the cards' corners are.
    pub straight: bool,
    pub formats: Vec<CutFormat>,
    /// Of pictures.
    pub dpi: f64,
}

/// Files for one set of lines.
#[derive(Debug, Clone)]
pub struct Cut {
    pub paths: Vec<PathBuf>,
    pub lines: usize,
    /// The pages of the printed sheets that are cut so, from 1.
    pub pages: Vec<usize>,
    /// The file of the sheets.
    pub sheets: PathBuf,
}

impl Cutting {
    /// The files for one game. Decks that are larger than the paper are told and left out, as `print` does.
    ///
    /// # Errors
    /// What is wrong with the game, what has no room, what cannot be written.
    pub fn export(&self, pack: Pack, host: &mut dyn Host) -> Result<Vec<Cut>, Diagnostics> {
        let mut set = self.selection.draw(pack, self.ink, host)?;
        leave_out_misfits(&mut set, &self.lay, host);
        if set.decks.is_empty() {
            return Ok(Vec::new());
        }
        let (job, _) = impose_set(&set, &self.lay)?;
        let mut cuts: Vec<(cut::CutSheet, Vec<usize>)> = Vec::new();
        for (at, page) in job.document.pages.iter().enumerate() {
            let lines = self.lines(&set, page);
            // What is behind a sheet is cut with it.
            let behind = page.side == Side::Back && self.lay.setup.backs != Backs::Separate;
            if behind || lines.is_empty() {
                continue;
            }
            let width = page.fold.unwrap_or(page.size.width);
            let sheet = cut::CutSheet {
                page: Size::new(width, page.size.height),
                lines,
            };
            match cuts.iter_mut().find(|(other, _)| *other == sheet) {
                Some((_, pages)) => pages.push(at + 1),
                None => cuts.push((sheet, vec![at + 1])),
            }
        }
        let name = sheet_name(&set.pack.game.id, &self.selection, &self.lay.paper, false);
        let files = self.files(&name, &cuts);
        for (path, format, _) in files.iter().flatten() {
            output::may_write(path, made_by_us(*format))?;
        }
        output::folder(&self.output)?;
        let mut made = Vec::new();
        for ((sheet, pages), files) in cuts.iter().zip(&files) {
            for (path, format, page) in files {
                let bytes = match format {
                    CutFormat::Svg => cut::svg(sheet),
                    CutFormat::Dxf => cut::dxf(sheet),
                    CutFormat::Png => self
                        .picture(&job, *page, sheet)
                        .map_err(|faults| located(&set, faults, host))?,
                };
                output::write(path, &bytes, made_by_us(*format))?;
            }
            made.push(Cut {
                paths: files.iter().map(|(path, ..)| path.clone()).collect(),
                lines: sheet.lines.len(),
                pages: pages.clone(),
                sheets: self.output.join(format!("{name}.pdf")),
            });
        }
        Ok(made)
    }

    /// The files of each set of lines: path, format, and the number of a page that it shows.
    fn files(
        &self,
        name: &str,
        cuts: &[(cut::CutSheet, Vec<usize>)],
    ) -> Vec<Vec<(PathBuf, CutFormat, usize)>> {
        let digits = cuts.len().to_string().len().max(2);
        let last = cuts.iter().flat_map(|(_, pages)| pages).max();
        let page_digits = last.map_or(2, |last| last.to_string().len().max(2));
        let of_one = |(at, (_, pages)): (usize, &(cut::CutSheet, Vec<usize>))| {
            let mut files = Vec::new();
            for format in &self.formats {
                let path = |rest: String| self.output.join(format!("{name}-cut-{rest}"));
                let number = at + 1;
                match format {
                    CutFormat::Svg => {
                        files.push((path(format!("{number:0digits$}.svg")), *format, pages[0]));
                    }
                    CutFormat::Dxf => {
                        files.push((path(format!("{number:0digits$}.dxf")), *format, pages[0]));
                    }
                    CutFormat::Png => files.extend(pages.iter().map(|page| {
                        let rest = format!("page-{page:0page_digits$}.png");
                        (path(rest), *format, *page)
                    })),
                }
            }
            files
        };
        cuts.iter().enumerate().map(of_one).collect()
    }

    /// The size of the cards of a deck on paper, and whether they are pages of a booklet; decks that share sheets count as one.
    fn deck(&self, set: &Set, number: usize) -> Option<(Trim, bool)> {
        let mut decks: Vec<(Trim, bool)> = Vec::new();
        for chosen in &set.decks {
            let trim = trim_on_paper(set, chosen, &self.lay);
            let booklet = is_booklet(set, chosen, &self.lay);
            let shares = |(other, bound): &(Trim, bool)| {
                !bound && other.size.same_as(trim.size) && other.corner == trim.corner
            };
            if booklet || !self.lay.pack || !decks.iter().any(shares) {
                decks.push((trim, booklet));
            }
        }
        decks.get(number).copied()
    }

    /// The outlines of the cards of a page. Of cards that are folded, the half with the fronts is cut, the rest goes with it.
    fn lines(&self, set: &Set, page: &Page) -> Vec<Clip> {
        // Parts of a piece are cut by hand, to be glued; leaves of a booklet are folded between their pages.
        let Some((trim, false)) = self.deck(set, page.deck).filter(|_| page.tile.is_none()) else {
            return Vec::new();
        };
        let radius = match self.straight && !trim.is_round() {
            true => 0.0,
            false => trim.corner.min(trim.size.short_side() / 2.0),
        };
        let trims = page.placements.iter().map(|placed| placed.trim);
        let of_fronts =
            trims.filter(|trim| page.fold.is_none_or(|fold| trim.right() <= fold + 1e-6));
        of_fronts.map(|rect| Clip { rect, radius }).collect()
    }

    /// The faces of a page as they are cut, on a transparent ground: a program that cuts around what it sees cuts there.
    fn picture(
        &self,
        job: &Job,
        page: usize,
        sheet: &cut::CutSheet,
    ) -> Result<Vec<u8>, Diagnostics> {
        let page = &job.document.pages[page - 1];
        let pixels = |mm: f64| (mm * self.dpi / 25.4).round();
        // Cards may be printed smaller than they are.
        let scale = page.placements.first().map_or(1.0, |placed| {
            placed.trim.width / job.faces[placed.face].width
        });
        let painter = Painter::new(self.dpi * scale, 0.0, &job.faces);
        let painted = page
            .placements
            .par_iter()
            .zip(&sheet.lines)
            .map(|(placed, line)| {
                let mut face = painter.paint(&job.faces[placed.face])?;
                cut_corners(&mut face, line.radius * self.dpi / 25.4);
                let place = (pixels(line.rect.x) as i32, pixels(line.rect.y) as i32);
                Ok((face, place))
            });
        let painted: Result<Vec<_>, _> = painted.collect();
        let size = (
            pixels(sheet.page.width) as u32,
            pixels(sheet.page.height) as u32,
        );
        let sheet = painted.and_then(|painted| put_together(size, &painted));
        let bytes = sheet.and_then(|sheet| png::encode(&sheet, self.dpi));
        bytes.map_err(|fault| {
            let message = format!("a sheet cannot be painted: {}", fault.0);
            Diagnostic::error(Code::Unpaintable, message)
                .fault(Fault::Usage)
                .help("lower --dpi, or look at the template in another program")
                .into()
        })
    }
}

fn made_by_us(format: CutFormat) -> fn(&[u8]) -> bool {
    match format {
        CutFormat::Svg => cut::svg_made_by_us,
        CutFormat::Dxf => cut::dxf_made_by_us,
        CutFormat::Png => png::made_by_us,
    }
}

impl Cut {
    /// `9 outlines on pages 1, 3, 5 of output/caper.pdf`.
    pub fn summary(&self) -> String {
        let lines = counted(self.lines, "outline");
        let pages: Vec<String> = self.pages.iter().map(usize::to_string).collect();
        let pages = match pages.len() {
            1 => format!("page {}", pages[0]),
            _ => format!("pages {}", pages.join(", ")),
        };
        format!("{lines} on {pages} of {}", self.sheets.display())
    }
}
