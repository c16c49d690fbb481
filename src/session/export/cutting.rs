//! Exports cut lines for the sheets that `print` makes, and pictures of their faces, for cutting machines. A pack comes in; one
//! file goes out for each different set of lines.

use std::sync::Arc;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

use crate::cards::Pack;
use crate::export::cut::{self, CutLine, CutSheet};
use crate::export::{Job, png};
use crate::raster::{PaintFault, Painter, cut_corners, cut_outline, put_together, quarter_turned};
use crate::session::draw::drawing::{Set, located};
use crate::session::files::output::{ExportFolder, MadeByUs};
use crate::session::open::host::Host;
use crate::session::print::imposing::{Lay, impose_set, trim_on_paper};
use crate::session::print::printing::leave_out_misfits;
use crate::session::print::sheet_name::sheet_name;
use crate::sheet::{Backs, Clip, Net, Page, PageSide, Placement, Point, Rect, Size, Trim};
use crate::source::{Diagnostics, counted, joined, plural, usage};
use crate::template::Drawn;

use super::exporting::{ExportNotes, Exporting};

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

/// A set of lines, and the pages of the printed sheets that are cut so, from 1.
type Cut = (CutSheet, Vec<usize>);

impl Cutting {
    /// Makes the files for one game, and says what they are of. Decks that are larger than the paper are reported and left out, as `print`
    /// does.
    ///
    /// # Errors
    /// What is wrong with the game, what has no room, what cannot be written.
    pub fn export(&self, pack: Pack, host: &mut dyn Host) -> Result<(), Diagnostics> {
        let boxes = self.lay.boxes;
        if boxes && self.exporting.changed {
            let help = "cut the boxes by themselves: `--boxes`";
            return Err(usage!(OptionsDisagree, "`--boxes` with `--changed`", help).into());
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
            return Ok(());
        }
        let mut noting = None;
        // Boxes are not checked against the cards here.
        if !boxes {
            let exporting = &self.exporting;
            noting = Some(ExportNotes::begin(exporting, "cut", &mut set, &left_out, host)?);
        }
        let mut said = Vec::new();
        if !set.is_empty() {
            said = self.write(&set, host)?;
        }
        if let Some(noting) = noting {
            noting.keep(host)?;
        }
        said.iter().for_each(|line| host.say(line));
        Ok(())
    }

    /// Writes the files; gives a line about each set of lines: `caper-cut-01.svg: 9 outlines on pages 1, 3, 5 of output/caper.pdf`.
    fn write(&self, set: &Set, host: &mut dyn Host) -> Result<Vec<String>, Diagnostics> {
        let (job, _) = impose_set(set, &self.lay)?;
        let pieces = self.pieces(set);
        let mut cuts: Vec<Cut> = Vec::new();
        for (at, page) in job.document.pages.iter().enumerate() {
            let (lines, folds) = self.lines(&pieces, page);
            // What is behind a sheet is cut with it.
            let behind = page.side == PageSide::Back && self.lay.setup.backs != Backs::Separate;
            if behind || lines.is_empty() {
                continue;
            }
            let width = page.fold.unwrap_or(page.size.width);
            let sheet = CutSheet { page: Size::new(width, page.size.height), lines, folds };
            match cuts.iter_mut().find(|(other, _)| *other == sheet) {
                Some((_, pages)) => pages.push(at + 1),
                None => cuts.push((sheet, vec![at + 1])),
            }
        }
        let Exporting { selection, output, changed, .. } = &self.exporting;
        let changed = changed.then_some("changed");
        let mut name = sheet_name(&set.pack.game.id, selection, &self.lay.paper, changed);
        if self.lay.boxes {
            name.push_str("-boxes");
        }
        let folder = ExportFolder::new(output.clone());
        let files = self.files(&name, &cuts);
        for (file, format, _) in files.iter().flatten() {
            folder.may_put(file, made_by_us(*format))?;
        }
        let mut said = Vec::new();
        for ((sheet, pages), files) in cuts.iter().zip(&files) {
            for (file, format, page) in files {
                let bytes = match format {
                    CutFormat::Svg => cut::svg(sheet),
                    CutFormat::Dxf => cut::dxf(sheet),
                    CutFormat::Png => self.picture(&job, *page, sheet).map_err(|fault| {
                        let message = format!("a sheet cannot be painted: {}", fault.0);
                        let help = "lower --dpi, or look at the template in another program";
                        located(set, usage!(Unpaintable, message, help).into(), host)
                    })?,
                };
                folder.put(file, &bytes, made_by_us(*format))?;
            }
            let paths = files.iter().map(|(file, ..)| output.join(file).display().to_string());
            said.push(format!(
                "{}: {} on {} {} of {}",
                joined(paths, ", "),
                counted(sheet.lines.len(), "outline"),
                plural(pages.len(), "page"),
                joined(pages.iter().map(usize::to_string), ", "),
                output.join(format!("{name}.pdf")).display()
            ));
        }
        // Lines of an earlier export under the same name would cut cards in two.
        let before_number = format!("{name}-cut-");
        let is_ours = |name: &str, head: &[u8]| {
            let rest =
                name.strip_prefix(&before_number).map(|rest| rest.trim_start_matches("page-"));
            rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                && ALL.iter().any(|format| made_by_us(*format)(head))
        };
        folder.note_leftovers(&[], is_ours, host);
        Ok(said)
    }

    /// The files of each set of lines: name, format, and the number of a page that it shows.
    fn files(&self, name: &str, cuts: &[Cut]) -> Vec<Vec<(String, CutFormat, usize)>> {
        let digits = |most: usize| most.to_string().len().max(2);
        let last = cuts.iter().flat_map(|(_, pages)| pages).max();
        let (digits, page_digits) = (digits(cuts.len()), digits(last.copied().unwrap_or_default()));
        let of_one = |(number, (_, pages)): (usize, &Cut)| {
            let file = |format: &CutFormat| {
                let lines = |ending: &str| {
                    vec![(format!("{name}-cut-{number:0digits$}.{ending}"), *format, pages[0])]
                };
                match format {
                    CutFormat::Svg => lines("svg"),
                    CutFormat::Dxf => lines("dxf"),
                    CutFormat::Png => {
                        let name = |page| format!("{name}-cut-page-{page:0page_digits$}.png");
                        pages.iter().map(|page| (name(*page), *format, *page)).collect()
                    }
                }
            };
            self.formats.iter().flat_map(file).collect()
        };
        (1..).zip(cuts).map(of_one).collect()
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
        let mut trims = page.placements.iter().map(|placed| placed.trim);
        // Parts of a piece are cut by hand, to be glued; leaves of a booklet are folded between their pages.
        let trim = match pieces.get(page.deck).filter(|_| page.tile.is_none()) {
            None | Some(Piece::Leaves) => return (Vec::new(), Vec::new()),
            Some(Piece::Net(net)) => {
                let placed = trims.next().into_iter();
                let lines =
                    |rect| (CutLine::Polygon(net.cut.in_rect(rect, false)), net.folds_in(rect));
                let (cuts, folds): (Vec<_>, Vec<_>) = placed.map(lines).unzip();
                return (cuts, folds.concat());
            }
            Some(Piece::Cards(trim)) => trim,
        };
        let radius = if self.straight && !trim.is_round() {
            0.0
        } else {
            trim.corner.min(trim.size.short_side() / 2.0)
        };
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
        let turned = |painted: Pixmap, _| quarter_turned(&painted, true);
        (0..placed.rotation).try_fold(painter.paint(drawn)?, turned)
    }

    /// The faces of a page as they are cut, on a transparent ground: a program that cuts around what it sees cuts there.
    fn picture(&self, job: &Job, page: usize, sheet: &CutSheet) -> Result<Vec<u8>, PaintFault> {
        let page = &job.document.pages[page - 1];
        let pixels = |mm: f64| mm * self.dpi / 25.4;
        // Cards may be printed smaller than they are.
        let first = page.placements.first();
        let scale = first.map_or(1.0, |first| first.trim.width / job.faces[first.face].width);
        let painter = Painter::new(self.dpi * scale, 0.0, &job.faces);
        // The sides of a box are all cut along one line; the background stands for the whole.
        let is_box = !sheet.folds.is_empty();
        let places = page.placements.par_iter().enumerate();
        let places = places.take(if is_box { usize::MAX } else { sheet.lines.len() });
        let painted = places.map(|(at, placed)| {
            let drawn = &job.faces[placed.face];
            let (x, y) = (pixels(placed.trim.x).round(), pixels(placed.trim.y).round());
            let mut face =
                if is_box { self.panel(drawn, placed)? } else { painter.paint(drawn)? };
            if is_box && at == 0 {
                face.fill(Color::WHITE);
            }
            let inside = |p: &Point| (pixels(p.x) - x, pixels(p.y) - y);
            match &sheet.lines[if is_box { 0 } else { at }] {
                CutLine::Rounded(line) => cut_corners(&mut face, pixels(line.radius)),
                CutLine::Polygon(points) => {
                    cut_outline(&mut face, points.iter().map(inside));
                }
            }
            if is_box {
                let Rect { x: left, y: top, .. } = placed.clip.rect;
                let (right, bottom) = (placed.clip.rect.right(), placed.clip.rect.bottom());
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                let corners = corners.map(|(x, y)| inside(&Point { x, y }));
                cut_outline(&mut face, corners);
            }
            Ok((face, (x as i32, y as i32)))
        });
        let painted = painted.collect::<Result<Vec<_>, PaintFault>>()?;
        let [width, height] =
            [sheet.page.width, sheet.page.height].map(|side| pixels(side).round() as u32);
        png::encode(&put_together((width, height), &painted)?, self.dpi)
    }
}

fn made_by_us(format: CutFormat) -> MadeByUs {
    match format {
        CutFormat::Svg => cut::svg_made_by_us,
        CutFormat::Dxf => cut::dxf_made_by_us,
        CutFormat::Png => png::made_by_us,
    }
}
