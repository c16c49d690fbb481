//! Exports cut lines for the sheets that `print` makes, and pictures of their faces, for cutting machines. A pack comes in; one
//! file goes out for each different set of lines. Called by the command `export cut`.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

use crate::cards::Pack;
use crate::export::cut::CutLine;
use crate::export::{Job, cut, png};
use crate::raster::{PaintFault, Painter, cut_corners, cut_outline, put_together, quarter_turned};
use crate::session::draw::drawing::Set;
use crate::session::draw::drawing::located;
use crate::session::files::leftovers::{leftovers, note_leftovers};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::session::print::imposing::{Lay, impose_set, trim_on_paper};
use crate::session::print::printing::leave_out_misfits;
use crate::session::print::sheet_name::sheet_name;
use crate::sheet::{Backs, Clip, Net, Page, PageSide, Placement, Point, Rect, Size, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, counted};
use crate::template::Drawn;

use super::exporting::ExportNotes;
use super::exporting::Exporting;

/// A format of files for cutting machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum CutFormat {
    /// Outlines in millimetres
    Svg,
    /// Closed polylines in millimetres
    Dxf,
    /// The faces of each sheet on a transparent ground
    Png,
}

const ALL: [CutFormat; 3] = [CutFormat::Svg, CutFormat::Dxf, CutFormat::Png];

/// What is cut out of sheets.
enum Piece<'a> {
    Cards(Trim),
    /// Pages of a booklet, which are folded and stapled.
    Leaves,
    Net(&'a Net),
}

/// The options of one run: what is cut, and how.
#[derive(Debug, Clone)]
pub struct Cutting {
    pub exporting: Exporting,
    pub lay: Lay,
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
    /// The files for one game. Decks that are larger than the paper are reported and left out, as `print` does.
    ///
    /// # Errors
    /// What is wrong with the game, what has no room, what cannot be written.
    pub fn export(&self, pack: Pack, host: &mut dyn Host) -> Result<Vec<Cut>, Diagnostics> {
        let boxes = self.lay.boxes;
        if boxes && self.exporting.changed {
            let fault = Diagnostic::usage(Code::OptionsDisagree, "`--boxes` with `--changed`");
            let help = "cut the boxes by themselves: `--boxes`";
            return Err(fault.help(help).into());
        }
        let mut set = self.exporting.draw(pack, host)?;
        if boxes || self.exporting.is_whole() {
            set.add_boxes(boxes, host)?;
        }
        if self.lay.booklet {
            set.bind_texts();
        }
        let left_out = leave_out_misfits(&mut set, &self.lay, host);
        if set.is_empty() {
            return Ok(Vec::new());
        }
        // Boxes are not checked against the cards here.
        let noting = if boxes {
            None
        } else {
            Some(ExportNotes::begin(&self.exporting, "cut", &mut set, &left_out, host)?)
        };
        let keep = |host: &mut dyn Host| noting.map_or(Ok(()), |noting| noting.keep(host));
        if set.is_empty() {
            keep(host)?;
            return Ok(Vec::new());
        }
        let (job, _) = impose_set(&set, &self.lay)?;
        let pieces = self.pieces(&set);
        let mut cuts: Vec<(cut::CutSheet, Vec<usize>)> = Vec::new();
        for (at, page) in job.document.pages.iter().enumerate() {
            let (lines, folds) = self.lines(&pieces, page);
            // What is behind a sheet is cut with it.
            let behind = page.side == PageSide::Back && self.lay.setup.backs != Backs::Separate;
            if behind || lines.is_empty() {
                continue;
            }
            let width = page.fold.unwrap_or(page.size.width);
            let sheet = cut::CutSheet { page: Size::new(width, page.size.height), lines, folds };
            match cuts.iter_mut().find(|(other, _)| *other == sheet) {
                Some((_, pages)) => pages.push(at + 1),
                None => cuts.push((sheet, vec![at + 1])),
            }
        }
        let Exporting { selection, output: folder, changed, .. } = &self.exporting;
        let changed = changed.then_some("changed");
        let mut name = sheet_name(&set.pack.game.id, selection, &self.lay.paper, changed);
        if self.lay.boxes {
            name.push_str("-boxes");
        }
        let files = self.files(&name, &cuts);
        for (path, format, _) in files.iter().flatten() {
            output::may_write(path, made_by_us(*format))?;
        }
        output::folder(folder)?;
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
                output::write_file(path, &bytes, made_by_us(*format))?;
            }
            made.push(Cut {
                paths: files.iter().map(|(path, ..)| path.clone()).collect(),
                lines: sheet.lines.len(),
                pages: pages.clone(),
                sheets: folder.join(format!("{name}.pdf")),
            });
        }
        keep(host)?;
        let written = made.iter().flat_map(|cut: &Cut| cut.paths.iter().cloned());
        // Lines of an earlier export under the same name would cut cards in two.
        let before_number = format!("{name}-cut-");
        let left = leftovers(std::slice::from_ref(folder), &written.collect(), |name, head| {
            let rest = name.strip_prefix(&before_number);
            let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
            rest.is_some_and(|rest| is_number(rest.trim_start_matches("page-")))
                && ALL.iter().any(|format| made_by_us(*format)(head))
        });
        note_leftovers(&left, host);
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
                let path = |rest: String| self.exporting.output.join(format!("{name}-cut-{rest}"));
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

    /// What the pages of each number are cut to; decks that share sheets count as one.
    fn pieces<'a>(&self, set: &'a Set) -> Vec<Piece<'a>> {
        let mut pieces: Vec<Piece<'_>> = Vec::new();
        for chosen in &set.decks {
            let trim = trim_on_paper(chosen, &self.lay);
            let shares =
                |other: &Piece<'_>| matches!(other, Piece::Cards(other) if other.cut_as(&trim));
            if chosen.booklet {
                pieces.push(Piece::Leaves);
            } else if !self.lay.pack || !pieces.iter().any(shares) {
                pieces.push(Piece::Cards(trim));
            }
        }
        let nets = set.boxes.iter().flat_map(|of_cards| &of_cards.nets);
        pieces.extend(nets.map(|piece| Piece::Net(&piece.net)));
        pieces
    }

    /// The outlines of what lies on a page, and where a box is folded. Of cards that are folded, the half with the fronts is cut,
    /// the rest goes with it.
    fn lines(&self, pieces: &[Piece<'_>], page: &Page) -> (Vec<CutLine>, Vec<[Point; 2]>) {
        // Parts of a piece are cut by hand, to be glued; leaves of a booklet are folded between their pages.
        let piece = pieces.get(page.deck).filter(|_| page.tile.is_none());
        let trim = match piece {
            None | Some(Piece::Leaves) => return (Vec::new(), Vec::new()),
            Some(Piece::Net(net)) => {
                let Some(placed) = page.placements.first() else {
                    return (Vec::new(), Vec::new());
                };
                let cut = CutLine::Polygon(net.cut.in_rect(placed.trim, false));
                return (vec![cut], net.folds_in(placed.trim));
            }
            Some(Piece::Cards(trim)) => trim,
        };
        let radius = if self.straight && !trim.is_round() {
            0.0
        } else {
            trim.corner.min(trim.size.short_side() / 2.0)
        };
        let trims = page.placements.iter().map(|placed| placed.trim);
        let of_fronts =
            trims.filter(|trim| page.fold.is_none_or(|fold| trim.right() <= fold + 1e-6));
        let line = |rect| match &trim.outline {
            None => CutLine::Rounded(Clip { rect, radius }),
            Some(outline) => CutLine::Polygon(outline.in_rect(rect, page.side == PageSide::Back)),
        };
        (of_fronts.map(line).collect(), Vec::new())
    }

    /// A side of a box as it lies on the page.
    fn panel(&self, drawn: &Arc<Drawn>, placed: &Placement) -> Result<Pixmap, PaintFault> {
        let across = match placed.rotation % 2 {
            0 => placed.trim.width,
            _ => placed.trim.height,
        };
        let painter =
            Painter::new(self.dpi * across / drawn.width, 0.0, std::slice::from_ref(drawn));
        let mut painted = painter.paint(drawn)?;
        for _ in 0..placed.rotation {
            painted = quarter_turned(&painted, true)?;
        }
        Ok(painted)
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
        let in_pixels = |points: &[Point], (x, y): (f64, f64)| -> Vec<(f64, f64)> {
            let pixel = |mm: f64| mm * self.dpi / 25.4;
            let points = points.iter();
            points.map(|p| (pixel(p.x) - x, pixel(p.y) - y)).collect()
        };
        // Cards may be printed smaller than they are.
        let scale = page
            .placements
            .first()
            .map_or(1.0, |placed| placed.trim.width / job.faces[placed.face].width);
        let painter = Painter::new(self.dpi * scale, 0.0, &job.faces);
        // The sides of a box are all cut along one line; the background stands for the whole.
        let is_box = !sheet.folds.is_empty();
        let lines: Vec<&CutLine> = if is_box {
            page.placements.iter().map(|_| &sheet.lines[0]).collect()
        } else {
            sheet.lines.iter().collect()
        };
        let places = page.placements.par_iter().zip(lines).enumerate();
        let painted = places.map(|(at, (placed, line))| {
            let drawn = &job.faces[placed.face];
            let (x, y) = (pixels(placed.trim.x), pixels(placed.trim.y));
            let mut face =
                if is_box { self.panel(drawn, placed)? } else { painter.paint(drawn)? };
            if is_box && at == 0 {
                face.fill(Color::WHITE);
            }
            match line {
                CutLine::Rounded(line) => {
                    cut_corners(&mut face, line.radius * self.dpi / 25.4);
                }
                CutLine::Polygon(points) => cut_outline(&mut face, in_pixels(points, (x, y))),
            }
            if is_box {
                let Rect { x: left, y: top, .. } = placed.clip.rect;
                let (right, bottom) = (placed.clip.rect.right(), placed.clip.rect.bottom());
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                let corners = corners.map(|(x, y)| Point { x, y });
                cut_outline(&mut face, in_pixels(&corners, (x, y)));
            }
            Ok((face, (x as i32, y as i32)))
        });
        let painted: Result<Vec<_>, _> = painted.collect();
        let size = (pixels(sheet.page.width) as u32, pixels(sheet.page.height) as u32);
        let sheet = painted.and_then(|painted| put_together(size, &painted));
        let bytes = sheet.and_then(|sheet| png::encode(&sheet, self.dpi));
        bytes.map_err(|fault| {
            let message = format!("a sheet cannot be painted: {}", fault.0);
            Diagnostic::usage(Code::Unpaintable, message)
                .help("lower --dpi, or look at the template in another program")
                .into()
        })
    }
}

fn made_by_us(format: CutFormat) -> output::MadeByUs {
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
