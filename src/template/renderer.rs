//! Prepares a game's templates, fonts and pictures once, and draws decks with them on all cores. A pack of cards comes in; drawn
//! decks and diagnostics go out. Called by `session`, lints and pages.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::cards::{Deck, Face, Flow, Pack, Row};
use crate::source::{Asset, Code, Diagnostic, Diagnostics, Fault, Files, Span, error};
use crate::text::{
    FlowStyle, FontBook, Style, TextColumn, TextPart, Typesetter, flow, read_commonmark,
};

use super::bounds::{MOST_PAGES, MOST_WRITTEN};
use super::checks::deck::check_fields;
use super::checks::once::{pictures_once, sums_once};
use super::checks::templates::{
    check_fixed_words, check_flow, check_flow_faces, load_fonts, open_fonts,
};
use super::checks::unshown::DrawnWith;
use super::compile::compiled::{ItemKind, Template};
use super::faces::draw::{DrawnSubject, FacePainter, SharedFace};
use super::faces::drawn::Drawn;
use super::faces::resources::{Resources, caption};
use super::ink::Ink;
use super::marks::MarkedTemplate;

/// Templates, fonts and pictures of one game, for one ink.
pub struct Renderer {
    stock: Resources,
    templates: BTreeMap<String, Arc<Template>>,
    warnings: Diagnostics,
}

/// The faces of a deck, in the order of its rows (of its pages, when it flows).
#[derive(Debug, Clone)]
pub struct DrawnDeck {
    pub fronts: Vec<SharedFace>,
    pub backs: Vec<Option<SharedFace>>,
    /// Warnings.
    pub warnings: Diagnostics,
    /// How words fit their boxes, fronts before backs.
    pub fits: Vec<Fit>,
}

/// How the words of a deck fit one box of its template.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The box.
    pub element: Span,
    pub field: String,
    /// The largest size that the template allows, in points.
    pub largest: f32,
    /// The place of each row that has words there, and the size in points at which they would fit by themselves.
    pub sizes: Vec<(usize, f32)>,
}

impl Renderer {
    /// Compiles the templates that `decks` of the pack name, and loads their fonts.
    ///
    /// # Errors
    /// All that is wrong with templates and fonts.
    pub fn open(
        pack: &Pack,
        decks: &[&Deck],
        ink: Ink,
        files: &mut Files,
    ) -> Result<Renderer, Diagnostics> {
        let mut faults = Diagnostics::new();
        let book = open_fonts(pack, files, &mut faults);
        let mut templates: BTreeMap<String, Arc<Template>> = BTreeMap::new();
        for deck in decks {
            for (name, span) in pack.templates(deck) {
                if templates.contains_key(name) {
                    continue;
                }
                match pack.folder.asset_text(Asset::Template, name, files) {
                    Ok((file, text)) => match Template::compile(file, &text, ink, book.as_ref()) {
                        Ok(template) => {
                            templates.insert(name.to_owned(), Arc::new(template));
                        }
                        Err(more) => faults.append(more),
                    },
                    Err(fault) => faults.push(fault.or_at(Some(span))),
                }
            }
        }
        let Some(mut fonts) = book else {
            return Err(faults);
        };
        load_fonts(pack, &templates, &mut fonts, &mut faults);
        if faults.has_errors() {
            return Err(faults);
        }
        let stock = Resources::new(pack.folder.clone(), ink, fonts);
        check_fixed_words(templates.values(), stock.fonts(), &mut faults);
        if faults.has_errors() {
            return Err(faults);
        }
        Ok(Renderer { stock, templates, warnings: faults })
    }

    pub fn ink(&self) -> Ink {
        self.stock.ink()
    }

    /// Warnings about the templates and fonts.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    pub fn fonts(&self) -> &Arc<FontBook> {
        self.stock.fonts()
    }

    /// A template whose every element can be found again in its shapes.
    pub fn marked(&self, name: &str, files: &Files) -> Option<MarkedTemplate> {
        let template = self.templates.get(name)?;
        MarkedTemplate::read(template.file, files.text(template.file), self.ink(), self.fonts())
    }

    /// As [`caption`], in a font of the game's templates.
    pub fn caption(&self, words: &str, points: f32) -> Option<Drawn> {
        caption(self.fonts(), words, points)
    }

    /// Fields that the faces and backs of a deck show or look at.
    pub fn shown(&self, pack: &Pack, deck: &Deck) -> BTreeSet<&str> {
        let templates = self.templates_of(pack, deck).into_iter();
        let fields = templates.flat_map(|t| t.fields.keys().chain(t.asked.keys()));
        fields.map(String::as_str).collect()
    }

    /// The templates of a deck's fronts and backs.
    pub(super) fn templates_of(&self, pack: &Pack, deck: &Deck) -> Vec<&Arc<Template>> {
        let named = pack.templates(deck).into_iter();
        named.filter_map(|(name, _)| self.templates.get(name)).collect()
    }

    /// The templates of a deck with their width and height in millimetres, and where each is named.
    pub fn sizes<'a>(&self, pack: &'a Pack, deck: &'a Deck) -> Vec<(&'a str, f64, f64, Span)> {
        let named = pack.templates(deck).into_iter();
        let sizes = named.filter_map(|(name, span)| {
            let template = self.templates.get(name)?;
            Some((name, template.width, template.height, span))
        });
        sizes.collect()
    }

    /// The templates of a deck, and the places of the rows that each draws.
    fn drawn_with(&self, pack: &Pack, deck: &Deck) -> Vec<DrawnWith<'_>> {
        let mut found: Vec<DrawnWith<'_>> = Vec::new();
        for (name, _) in pack.templates(deck) {
            let Some(template) = self.templates.get(name) else {
                continue;
            };
            let back = |row: &Row| pack.back(deck, row).is_some_and(|(back, _)| back == name);
            let rows = deck.rows.iter().enumerate();
            let drawn = rows.filter(|(_, row)| pack.front(deck, row).0 == name || back(row));
            found.push(DrawnWith {
                name: name.to_owned(),
                template,
                rows: drawn.map(|(at, _)| at).collect(),
            });
        }
        found
    }

    /// Draws a deck: the faces of its rows, or the pages of its text.
    ///
    /// # Errors
    /// Everything that is wrong with the rows, their words and pictures.
    pub fn draw<'a>(
        &self,
        pack: &'a Pack,
        deck: &'a Deck,
        files: &mut Files,
    ) -> Result<DrawnDeck, Diagnostics> {
        if deck.flow.is_some() {
            let flow = pack.flow(deck, files)?;
            let drawn = self.draw_flow(pack, deck, &flow);
            return drawn.map_err(|faults| located(faults, pack, files));
        }
        let (faces, mut faults) = pack.faces(deck);
        check_fields(pack, deck, &self.drawn_with(pack, deck), &faces, &mut faults);
        // A field that no card has would be reported again for each card.
        if faults.iter().any(|f| f.code == Code::UnknownField) {
            return Err(faults);
        }
        let mut of_faces = Diagnostics::new();
        let front = |row: &'a Row| Some(pack.front(deck, row).0);
        let back = |row: &'a Row| pack.back(deck, row).map(|(name, _)| name);
        let (fronts, mut fits) = self.draw_sides(deck, &faces, &front, false, &mut of_faces);
        let (backs, more) = self.draw_sides(deck, &faces, &back, true, &mut of_faces);
        fits.extend(more);
        let fronts = fronts.into_iter().flatten().collect();
        let of_faces = located(pictures_once(sums_once(of_faces, &faces)), pack, files);
        faults.append(deck.not_of_rows_in(&faults, of_faces));
        if faults.has_errors() {
            return Err(faults);
        }
        Ok(DrawnDeck { fronts, backs, warnings: faults, fits })
    }

    /// Draws the fronts or the backs of a deck, each with the template that `name` gives its row.
    fn draw_sides<'a>(
        &self,
        deck: &'a Deck,
        faces: &[Face],
        name: &dyn Fn(&'a Row) -> Option<&'a str>,
        backs: bool,
        faults: &mut Diagnostics,
    ) -> (Vec<Option<SharedFace>>, Vec<Fit>) {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (at, row) in deck.rows.iter().enumerate().take(faces.len()) {
            let Some(name) = name(row) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, places)) => places.push(at),
                None => groups.push((name, vec![at])),
            }
        }
        let mut sides = vec![None; faces.len()];
        let mut all_fits = Vec::new();
        for (name, places) in groups {
            let own: Vec<Face> = places.iter().map(|at| faces[*at].clone()).collect();
            let rows: Vec<&Row> = places.iter().map(|at| &deck.rows[*at]).collect();
            let (drawn, mut fits) = if backs {
                self.draw_backs(name, &own, &rows, faults)
            } else {
                self.draw_faces(name, &own, &rows, faults)
            };
            for (place, _) in fits.iter_mut().flat_map(|fit| &mut fit.sizes) {
                *place = places[*place];
            }
            all_fits.extend(fits);
            for (at, side) in places.into_iter().zip(drawn) {
                sides[at] = Some(side);
            }
        }
        (sides, all_fits)
    }

    /// Draws `faces` with one size a box: at the largest first, and again when a card needs a smaller one.
    fn draw_faces(
        &self,
        name: &str,
        faces: &[Face],
        rows: &[&Row],
        faults: &mut Diagnostics,
    ) -> (Vec<SharedFace>, Vec<Fit>) {
        let Some(template) = self.templates.get(name) else {
            return (Vec::new(), Vec::new());
        };
        let mut written = 0u64;
        for (face, row) in faces.iter().zip(rows) {
            written = written.saturating_add(template.written(face));
            if written > MOST_WRITTEN {
                let most = MOST_WRITTEN >> 20;
                faults.push(error!(
                    TooMany,
                    row.span,
                    "drawing the cards with `{name}` takes more than {most} MiB",
                    "make two decks of one, or simplify what the template changes on each card"
                ));
                return (Vec::new(), Vec::new());
            }
        }
        let mut sizes = template.largest_sizes();
        // The first pass, with every box at its largest size, shows which size each card needs.
        let mut fits: Option<Vec<Fit>> = None;
        loop {
            let mut drawn: Vec<OneFace<'_>> = faces
                .par_iter()
                .zip(rows)
                .map_init(
                    || Typesetter::new(self.stock.fonts().clone()),
                    |setter, (face, row)| {
                        let subject = DrawnSubject {
                            what: format!("card `{}`", row.id),
                            span: Some(row.span),
                        };
                        let mut drawing =
                            FacePainter::new(&self.stock, template, face, subject, sizes.clone());
                        (Arc::new(drawing.run(setter, Vec::new())), drawing)
                    },
                )
                .collect();
            if let Some(fault) = self.stock.too_many_pixels() {
                faults.push(fault.at_maybe(rows.first().map(|row| row.span)));
                return (Vec::new(), Vec::new());
            }
            let first = fits.get_or_insert_with(|| fits_of(template, &drawn));
            let mut needed = sizes.clone();
            for (_, own) in &drawn {
                for (size, own) in needed.iter_mut().zip(&own.sizes) {
                    *size = size.min(*own);
                }
            }
            let wrong = drawn.iter().any(|(_, one)| one.faults.has_errors());
            if needed == sizes || wrong {
                report_faces(&mut drawn, faults);
                let fronts = drawn.into_iter().map(|(face, _)| face).collect();
                return (fronts, std::mem::take(first));
            }
            sizes = needed;
        }
    }

    /// As [`Renderer::draw_faces`], each different back once.
    fn draw_backs(
        &self,
        name: &str,
        faces: &[Face],
        rows: &[&Row],
        faults: &mut Diagnostics,
    ) -> (Vec<SharedFace>, Vec<Fit>) {
        let Some(template) = self.templates.get(name) else {
            return (Vec::new(), Vec::new());
        };
        let fields: Vec<&str> =
            template.fields.keys().chain(template.asked.keys()).map(String::as_str).collect();
        let mut places: HashMap<Vec<&str>, usize> = HashMap::new();
        let mut distinct: Vec<Face> = Vec::new();
        let mut first_rows: Vec<usize> = Vec::new();
        let mut of_row: Vec<usize> = Vec::new();
        for (at, face) in faces.iter().enumerate() {
            let key: Vec<&str> = fields.iter().map(|f| face.text(f)).collect();
            let place = *places.entry(key).or_insert_with(|| {
                distinct.push(face.clone());
                first_rows.push(at);
                distinct.len() - 1
            });
            of_row.push(place);
        }
        let of_distinct: Vec<&Row> = first_rows.iter().map(|at| rows[*at]).collect();
        let (drawn, mut fits) = self.draw_faces(name, &distinct, &of_distinct, faults);
        for (place, _) in fits.iter_mut().flat_map(|fit| &mut fit.sizes) {
            *place = first_rows[*place];
        }
        let backs = of_row.iter().map(|at| drawn[*at].clone()).collect();
        (backs, fits)
    }

    fn draw_flow(&self, pack: &Pack, deck: &Deck, text: &Flow) -> Result<DrawnDeck, Diagnostics> {
        let mut faults = Diagnostics::new();
        let Some(template) = self.templates.get(&deck.template) else {
            return Err(faults);
        };
        let flow_span = deck.flow.as_ref().map_or(deck.template_span, |f| f.1);
        let [written, parts] = match read_flow(text) {
            Ok(parts) => parts,
            Err(wrong) => {
                for fault in wrong {
                    faults.push(fault.in_file(Code::Markup, text.file));
                }
                return Err(faults);
            }
        };
        let Some(first) = template.flows.first() else {
            let name = &deck.template;
            let message = format!("template `{name}` has no box for the text");
            let help = "draw a <rect data-flow=\"rules\" …>";
            return Err(error!(Flow, deck.template_span, message, help).into());
        };
        let mut setter = Typesetter::new(self.stock.fonts().clone());
        let columns: Vec<TextColumn> = template
            .flows
            .iter()
            .map(|b| TextColumn {
                width: b.room.fixed().width as f32,
                height: b.room.fixed().height as f32,
            })
            .collect();
        let heading = Style {
            family: first.heading.0.clone(),
            weight: first.heading.1,
            size: first.style.size * 1.2,
            ..first.style.clone()
        };
        check_flow_faces(text, &written, &first.style, self.fonts(), &mut faults);
        let style = FlowStyle { body: first.style.clone(), heading };
        let pages = flow(&mut setter, &parts, &columns, &style);
        check_flow(text, &pages, &columns, &first.style.family, &mut faults);
        let mut known = pack.blank_face();
        known.set("page", "", None);
        known.set("pages", "", None);
        let drawn_with = [DrawnWith { name: deck.template.clone(), template, rows: vec![0] }];
        check_fields(pack, deck, &drawn_with, &[known], &mut faults);
        if pages.len() > MOST_PAGES {
            let message =
                format!("the text takes {} pages; {MOST_PAGES} are the most", pages.len());
            let help = "shorten the text, or give its boxes more room in the template";
            return Err(error!(Flow, flow_span, message, help).into());
        }
        let count = pages.len();
        let whole = Span::new(text.file, 0..text.text.len());
        let flow_boxes: Vec<Option<Span>> = template.flows.iter().map(|b| Some(b.span)).collect();
        let mut fronts = Vec::with_capacity(count);
        for (i, blocks) in pages.into_iter().enumerate() {
            let mut face = pack.blank_face();
            face.set("page", (i + 1).to_string(), None);
            face.set("pages", count.to_string(), None);
            let subject = DrawnSubject {
                what: format!("page {} of `{}`", i + 1, deck.id),
                span: Some(deck.template_span),
            };
            let flowed = template.flows.iter().zip(blocks).collect();
            let sizes = template.largest_sizes();
            let mut drawing = FacePainter::new(&self.stock, template, &face, subject, sizes);
            fronts.push(Arc::new(drawing.run(&mut setter, flowed)));
            for fault in drawing.faults {
                // A symbol among the words is in the text, not in its box.
                let span = match fault.code {
                    Code::UnknownSymbol if flow_boxes.contains(&fault.span) => Some(whole),
                    _ => fault.span,
                };
                let fault = Diagnostic { span, ..fault };
                faults.push(drawing.subject.blame(fault));
            }
        }
        if faults.has_errors() {
            return Err(faults);
        }
        let backs = vec![None; fronts.len()];
        Ok(DrawnDeck { fronts, backs, warnings: faults, fits: Vec::new() })
    }
}

/// The parts of a text as it is written and with its gaps filled: places in the file are those of the first.
fn read_flow(text: &Flow) -> Result<[Vec<TextPart>; 2], Vec<Fault>> {
    let written = read_commonmark(&text.text)?;
    if text.filled == text.text {
        return Ok([written.clone(), written]);
    }
    let at_all = |fault: Fault| fault.at(0..text.text.len());
    let filled = read_commonmark(&text.filled);
    let filled = filled.map_err(|wrong| wrong.into_iter().map(at_all).collect::<Vec<_>>());
    Ok([written, filled?])
}

/// Faults in symbols and pictures, at their places in these files; where they are shown stands beside.
fn located(found: Diagnostics, pack: &Pack, files: &mut Files) -> Diagnostics {
    let mut placed = Diagnostics::new();
    for mut fault in found {
        if let Some(place) = fault.unread.take()
            && let Ok((file, text)) = pack.folder.asset_text(place.asset, &place.file, files)
        {
            let end = place.range.end.min(text.len());
            let span = Span::new(file, place.range.start.min(end)..end);
            fault
                .related
                .extend(fault.span.replace(span).map(|shown| (shown, "shown here".into())));
        }
        placed.push(fault);
    }
    placed
}

/// A face, and what drew it at some sizes.
type OneFace<'a> = (SharedFace, FacePainter<'a>);

/// Reports what is wrong with the faces, each with its card; what several have at one place (a default, a row of a table, the
/// template) is reported once, of none of them.
fn report_faces(drawn: &mut [OneFace<'_>], faults: &mut Diagnostics) {
    let mut found: Vec<(Diagnostic, Option<usize>)> = Vec::new();
    let mut known: HashMap<(Code, Option<Span>, String), usize> = HashMap::new();
    for (at, (_, one)) in drawn.iter_mut().enumerate() {
        for fault in std::mem::take(&mut one.faults) {
            let key = (fault.code, fault.span, fault.message.clone());
            let place = *known.entry(key).or_insert(found.len());
            match found.get_mut(place) {
                Some((_, alone)) if *alone != Some(at) => *alone = None,
                Some(_) => {}
                None => found.push((fault, Some(at))),
            }
        }
    }
    for (fault, alone) in found {
        let subject = alone.and_then(|at| drawn.get(at)).map(|(_, one)| &one.subject);
        faults.push(match subject {
            Some(subject) => subject.blame(fault),
            None => fault,
        });
    }
}

/// How `drawn`, which was tried at the largest sizes, fits each box.
fn fits_of(template: &Template, drawn: &[OneFace<'_>]) -> Vec<Fit> {
    let boxes = template.all_items().filter_map(|item| match &item.kind {
        ItemKind::Box(text) => Some(text),
        _ => None,
    });
    boxes
        .map(|text| Fit {
            element: text.span,
            field: text.field.clone(),
            largest: text.style.size,
            sizes: drawn
                .iter()
                .enumerate()
                .filter_map(|(row, (_, one))| {
                    // The last is the smallest: a box that is repeated only shrinks.
                    let own = one.fitted.iter().rfind(|(at, _)| *at == text.index)?;
                    Some((row, own.1))
                })
                .collect(),
        })
        .collect()
}
