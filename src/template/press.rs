//! The press: a game's templates, fonts and pictures made ready, and decks drawn with them on all cores.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::cards::{Deck, Face, Flow, Pack};
use crate::source::{Asset, Diagnostic, Diagnostics, Files, GameFolder, Span, did_you_mean, list};
use crate::text::{Block, Column, FontBook, Rich, Style, Typesetter, flow, parts};

use super::affine::Affine;
use super::compile::{Shape, Template};
use super::draw::{Drawing, SharedFace, Subject};
use super::drawn::{Colour, Drawn, Layer, Passage, Shapes};
use super::ink::Ink;
use super::picture::Picture;

/// Most pages of a text that flows.
const MOST_PAGES: usize = 200;

/// Templates, fonts and pictures of one game, for one ink.
pub struct Press {
    folder: GameFolder,
    ink: Ink,
    fonts: Arc<FontBook>,
    templates: BTreeMap<String, Arc<Template>>,
    pictures: Mutex<Pictures>,
    shapes: Mutex<HashMap<String, Arc<Shapes>>>,
}

/// By kind, name and colour; what could not be read is remembered, too.
type Pictures = HashMap<(Asset, String, String), Result<Arc<Picture>, Diagnostic>>;

/// The faces of a deck, in the order of its rows (of its pages, when it flows).
#[derive(Debug, Clone)]
pub struct DrawnDeck {
    pub fronts: Vec<SharedFace>,
    pub backs: Vec<Option<SharedFace>>,
}

impl Press {
    /// Compiles the templates that `decks` of the pack name, and loads their fonts.
    ///
    /// # Errors
    /// All that is wrong with templates and fonts.
    pub fn open(
        pack: &Pack,
        decks: &[&Deck],
        ink: Ink,
        files: &mut Files,
    ) -> Result<Press, Diagnostics> {
        let mut faults = Diagnostics::new();
        let mut templates: BTreeMap<String, Arc<Template>> = BTreeMap::new();
        for deck in decks {
            let front = (&deck.template, deck.template_span);
            let back = deck.back.as_ref().map(|(name, span)| (name, *span));
            for (name, span) in std::iter::once(front).chain(back) {
                if name.is_empty() || templates.contains_key(name) {
                    continue;
                }
                match pack.folder.asset_text(Asset::Template, name, files) {
                    Ok((file, text)) => match Template::compile(file, &text, ink) {
                        Ok(template) => {
                            templates.insert(name.clone(), Arc::new(template));
                        }
                        Err(more) => faults.append(more),
                    },
                    Err(fault) => faults.push(fault.at(span)),
                }
            }
        }
        let fonts = load_fonts(pack, &templates, files, &mut faults);
        let Some(fonts) = fonts.filter(|_| !faults.has_errors()) else {
            return Err(faults);
        };
        let press = Press {
            folder: pack.folder.clone(),
            ink,
            fonts: Arc::new(fonts),
            templates,
            pictures: Mutex::new(HashMap::new()),
            shapes: Mutex::new(HashMap::new()),
        };
        press.check_fixed_words(&mut faults);
        if faults.has_errors() {
            return Err(faults);
        }
        Ok(press)
    }

    pub fn ink(&self) -> Ink {
        self.ink
    }

    pub fn fonts(&self) -> &Arc<FontBook> {
        &self.fonts
    }

    /// The symbol or picture in that colour; read once.
    pub(super) fn picture(
        &self,
        asset: Asset,
        name: &str,
        colour: &str,
    ) -> Result<Arc<Picture>, Diagnostic> {
        let mut pictures = lock(&self.pictures);
        let key = (asset, name.to_owned(), colour.to_owned());
        pictures
            .entry(key)
            .or_insert_with(|| {
                Picture::load(&self.folder, asset, name, colour, self.ink).map(Arc::new)
            })
            .clone()
    }

    /// Neighbouring shapes as one layer; equal ones are the same `Arc`.
    pub(super) fn shapes(
        &self,
        template: &Template,
        shapes: &[&Shape],
        face: &Face,
    ) -> Arc<Shapes> {
        let mut body = String::new();
        let mut definitions: Vec<usize> = Vec::new();
        for shape in shapes {
            definitions.extend(&shape.definitions);
        }
        definitions.sort_unstable();
        definitions.dedup();
        if !definitions.is_empty() {
            body.push_str("<defs>");
            for at in definitions {
                let pattern = &template.definitions[at].pattern;
                body.push_str(&pattern.fill_xml(face, self.ink));
            }
            body.push_str("</defs>");
        }
        for shape in shapes {
            body.push_str(&shape.pattern.fill_xml(face, self.ink));
        }
        let mut known = lock(&self.shapes);
        if let Some(layer) = known.get(&body) {
            return layer.clone();
        }
        let layer = Arc::new(Shapes { body: body.clone() });
        known.insert(body, layer.clone());
        layer
    }

    /// One line of words outside the cards, in millimetres from the corner of its own box; `points` high. Set in a font
    /// that the game's templates use; signs that it lacks are left out.
    pub fn caption(&self, words: &str, points: f32) -> Option<Drawn> {
        let font = self
            .fonts
            .faces()
            .iter()
            .min_by_key(|f| (f.italic, f.weight.abs_diff(400)))?;
        let style = Style {
            family: font.family.clone(),
            weight: font.weight,
            italic: font.italic,
            size: points,
            line: 1.2,
            gap: 0.0,
            spacing: 0.0,
            align: crate::text::Align::Left,
        };
        let mut setter = Typesetter::new(self.fonts.clone());
        let mut shaped = setter.shape(&Rich::plain(words), &style);
        let mut block = setter.set(&mut shaped, 10_000.0, points);
        for run in &mut block.runs {
            run.glyphs.retain(|g| g.id != 0);
        }
        Some(Drawn {
            width: f64::from(block.width).max(1.0),
            height: f64::from(block.height).max(1.0),
            layers: vec![Layer::Words(vec![Passage {
                map: Affine::IDENTITY,
                colour: Colour::BLACK,
                runs: block.runs,
            }])],
            fonts: self.fonts.clone(),
        })
    }

    /// Draws a deck: the faces of its rows, or the pages of its text.
    ///
    /// # Errors
    /// Everything that is wrong with the rows, their words and pictures.
    pub fn draw(
        &self,
        pack: &Pack,
        deck: &Deck,
        files: &mut Files,
    ) -> Result<DrawnDeck, Diagnostics> {
        if deck.flow.is_some() {
            let flow = pack.flow(deck, files)?;
            return self.draw_flow(pack, deck, &flow);
        }
        let (faces, mut faults) = pack.faces(deck);
        self.check_fields(pack, deck, &faces, &mut faults);
        if faults.has_errors() {
            return Err(faults);
        }
        let fronts = self.draw_faces(deck, &deck.template, &faces, &mut faults);
        let backs = match &deck.back {
            None => vec![None; faces.len()],
            Some((back, _)) => {
                let backs = self.draw_backs(deck, back, &faces, &mut faults);
                backs.into_iter().map(Some).collect()
            }
        };
        if faults.has_errors() {
            return Err(faults);
        }
        Ok(DrawnDeck { fronts, backs })
    }

    /// Draws `faces` with one size a box: at the largest first, and again when a card needs a smaller one.
    fn draw_faces(
        &self,
        deck: &Deck,
        name: &str,
        faces: &[Face],
        faults: &mut Diagnostics,
    ) -> Vec<SharedFace> {
        let Some(template) = self.templates.get(name) else {
            return Vec::new();
        };
        let mut sizes = template.largest_sizes();
        loop {
            let drawn: Vec<(SharedFace, Vec<f32>, Diagnostics)> = faces
                .par_iter()
                .zip(&deck.rows)
                .map_init(
                    || Typesetter::new(self.fonts.clone()),
                    |setter, (face, row)| {
                        let what = format!("card `{}`", row.id);
                        let subject = Subject {
                            what: &what,
                            span: Some(row.span),
                        };
                        let mut drawing =
                            Drawing::new(self, template, face, subject, sizes.clone());
                        let drawn = drawing.run(setter, Vec::new());
                        (Arc::new(drawn), drawing.sizes, drawing.faults)
                    },
                )
                .collect();
            let mut needed = sizes.clone();
            for (_, own, _) in &drawn {
                for (size, own) in needed.iter_mut().zip(own) {
                    *size = size.min(*own);
                }
            }
            let wrong = drawn.iter().any(|(_, _, f)| f.has_errors());
            if needed == sizes || wrong {
                let mut fronts = Vec::with_capacity(drawn.len());
                for (face, _, more) in drawn {
                    fronts.push(face);
                    faults.append(more);
                }
                return fronts;
            }
            sizes = needed;
        }
    }

    /// As [`Press::draw_faces`], each different back once.
    fn draw_backs(
        &self,
        deck: &Deck,
        name: &str,
        faces: &[Face],
        faults: &mut Diagnostics,
    ) -> Vec<SharedFace> {
        let Some(template) = self.templates.get(name) else {
            return Vec::new();
        };
        let fields: Vec<&str> = template
            .fields
            .keys()
            .chain(&template.asked)
            .map(String::as_str)
            .collect();
        let mut places: HashMap<Vec<&str>, usize> = HashMap::new();
        let mut distinct: Vec<Face> = Vec::new();
        let mut of_row: Vec<usize> = Vec::new();
        for face in faces {
            let key: Vec<&str> = fields.iter().map(|f| face.text(f)).collect();
            let place = *places.entry(key).or_insert_with(|| {
                distinct.push(face.clone());
                distinct.len() - 1
            });
            of_row.push(place);
        }
        let drawn = self.draw_faces(deck, name, &distinct, faults);
        of_row.iter().map(|at| drawn[*at].clone()).collect()
    }

    fn draw_flow(&self, pack: &Pack, deck: &Deck, text: &Flow) -> Result<DrawnDeck, Diagnostics> {
        let mut faults = Diagnostics::new();
        let Some(template) = self.templates.get(&deck.template) else {
            return Err(faults);
        };
        let parts = match parts(&text.text) {
            Ok(parts) => parts,
            Err(wrong) => {
                for (line, fault) in wrong {
                    let start = text.text.split_inclusive('\n').take(line - 1);
                    let start: usize = start.map(str::len).sum();
                    faults.push(
                        Diagnostic::error(fault.message)
                            .at(Span::new(text.file, start..start + 1))
                            .help(fault.help),
                    );
                }
                return Err(faults);
            }
        };
        let Some(first) = template.flows.first() else {
            let message = format!("template `{}` has no box for the text", deck.template);
            return Err(Diagnostic::error(message)
                .at(deck.template_span)
                .help("draw a <rect data-flow=\"rules\" …>")
                .into());
        };
        let mut setter = Typesetter::new(self.fonts.clone());
        let columns: Vec<Column> = template
            .flows
            .iter()
            .map(|b| Column {
                width: b.area.width as f32,
                height: b.area.height as f32,
            })
            .collect();
        let heading = Style {
            family: first.heading.0.clone(),
            weight: first.heading.1,
            size: first.style.size * 1.2,
            ..first.style.clone()
        };
        let pages = flow(&mut setter, &parts, &columns, &first.style, &heading);
        check_flow(text, &pages, &columns, &first.style.family, &mut faults);
        let mut known = pack.blank_face();
        known.set("page", "", None);
        known.set("pages", "", None);
        self.check_fields(pack, deck, &[known], &mut faults);
        if pages.len() > MOST_PAGES {
            let message = format!(
                "the text takes {} pages; {MOST_PAGES} are the most",
                pages.len()
            );
            return Err(Diagnostic::error(message).at(deck.template_span).into());
        }
        let count = pages.len();
        let mut fronts = Vec::with_capacity(count);
        for (i, blocks) in pages.into_iter().enumerate() {
            let mut face = pack.blank_face();
            face.set("page", (i + 1).to_string(), None);
            face.set("pages", count.to_string(), None);
            let what = format!("page {} of `{}`", i + 1, deck.id);
            let subject = Subject {
                what: &what,
                span: Some(deck.template_span),
            };
            let flowed = template.flows.iter().zip(blocks).collect();
            let sizes = template.largest_sizes();
            let mut drawing = Drawing::new(self, template, &face, subject, sizes);
            fronts.push(Arc::new(drawing.run(&mut setter, flowed)));
            faults.append(drawing.faults);
        }
        if faults.has_errors() {
            return Err(faults);
        }
        let backs = vec![None; fronts.len()];
        Ok(DrawnDeck { fronts, backs })
    }

    /// Fields that a template shows and no card has; keys of rows that nothing shows.
    fn check_fields(&self, pack: &Pack, deck: &Deck, faces: &[Face], faults: &mut Diagnostics) {
        let names = [Some(&deck.template), deck.back.as_ref().map(|b| &b.0)];
        let templates: Vec<&Arc<Template>> = names
            .into_iter()
            .flatten()
            .filter_map(|name| self.templates.get(name))
            .collect();
        let mut known: Vec<&str> = faces.iter().flat_map(Face::names).collect();
        known.sort_unstable();
        known.dedup();
        let mut astray = false;
        for template in &templates {
            for (field, span) in &template.fields {
                if known.binary_search(&field.as_str()).is_ok() || faces.is_empty() {
                    continue;
                }
                let help = match did_you_mean(field, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("give a card of deck `{}` the key `{field}`", deck.id),
                };
                let message = format!("no card of deck `{}` has the field `{field}`", deck.id);
                faults.push(Diagnostic::error(message).at(*span).help(help));
                astray = true;
            }
        }
        // A slip in the template would be told once more for each card whose key it meant.
        if astray {
            return;
        }
        // A join makes `region` used when the template shows `region.name`.
        let shown = |key: &str| {
            templates.iter().any(|t| {
                let mut fields = t.of_use.iter();
                fields.any(|f| f == key || f.strip_prefix(key).is_some_and(|r| r.starts_with('.')))
            })
        };
        let read = pack.vocabulary_keys();
        for row in &deck.rows {
            for key in row.table.keys() {
                let name = key.name.as_str();
                if name == "id" || name == "name" || read.contains(&name) || shown(name) {
                    continue;
                }
                let fields: Vec<&str> = templates
                    .iter()
                    .flat_map(|t| t.fields.keys())
                    .map(String::as_str)
                    .filter(|f| !f.contains('.'))
                    .chain(["copies"])
                    .chain(read.iter().copied())
                    .collect();
                let help = match did_you_mean(name, fields.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "show it in {} as {{{{{name}}}}}, or call it `note`",
                        list([deck.template.as_str()])
                    ),
                };
                let message = format!("unknown key `{name}`: no template of the deck shows it");
                faults.push(Diagnostic::error(message).at(key.span).help(help));
            }
        }
    }

    /// Words of the templates themselves must have glyphs, too.
    fn check_fixed_words(&self, faults: &mut Diagnostics) {
        let mut setter = Typesetter::new(self.fonts.clone());
        for template in self.templates.values() {
            for (words, (family, weight, italic), span) in &template.fixed_words {
                let style = Style {
                    family: family.clone(),
                    weight: *weight,
                    italic: *italic,
                    size: 10.0,
                    line: 1.0,
                    gap: 0.0,
                    spacing: 0.0,
                    align: crate::text::Align::Left,
                };
                let mut shaped = setter.shape(&Rich::plain(words), &style);
                let block = setter.set(&mut shaped, 10_000.0, 10.0);
                if let Some(c) = block.missing.first() {
                    let code = *c as u32;
                    let message =
                        format!("the font `{family}` has no glyph for `{c}` (U+{code:04X})");
                    let help = "write it with other letters, or draw it as a symbol";
                    faults.push(Diagnostic::error(message).at(*span).help(help));
                }
            }
        }
    }
}

/// Signs of a flowing text that the font lacks, and paragraphs that are higher than their column.
fn check_flow(
    text: &Flow,
    pages: &[Vec<Block>],
    columns: &[Column],
    family: &str,
    faults: &mut Diagnostics,
) {
    for (block, column) in pages.iter().flat_map(|page| page.iter().zip(columns)) {
        for c in &block.missing {
            let at = text.text.find(*c).unwrap_or(0);
            let code = *c as u32;
            let message = format!("the font `{family}` has no glyph for `{c}` (U+{code:04X})");
            faults.push(
                Diagnostic::error(message)
                    .at(Span::new(text.file, at..at + c.len_utf8()))
                    .help("write it with other letters, draw a symbol, or use another font"),
            );
        }
        if block.height > column.height + 0.01 {
            let message = format!(
                "a paragraph does not fit its column (needs {:.1} mm, has {:.1} mm)",
                block.height, column.height
            );
            let start = block.runs.first().and_then(|run| text.text.find(&run.text));
            let start = start.unwrap_or(0);
            faults.push(
                Diagnostic::error(message)
                    .at(Span::new(text.file, start..start))
                    .help("split it in two, or give the column more room in the template"),
            );
        }
    }
}

/// A lock that a panic elsewhere does not spoil: what it guards is only a cache.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn load_fonts(
    pack: &Pack,
    templates: &BTreeMap<String, Arc<Template>>,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Option<FontBook> {
    let mut book = match FontBook::open(&pack.folder, files) {
        Ok(book) => book,
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    };
    for template in templates.values() {
        for ((family, weight, italic), span) in &template.fonts {
            if let Err(fault) = book.load(family) {
                faults.push(fault.at(*span));
                continue;
            }
            if book.find(family, *weight, *italic).is_none() {
                let weights = book.weights(family, *italic);
                let weights: Vec<String> = weights.iter().map(u16::to_string).collect();
                let slant = if *italic { " italic" } else { "" };
                let message = format!("the font `{family}` has no weight {weight}{slant}");
                let help = match weights.is_empty() {
                    true => format!("it has no{slant} face"),
                    false => format!("it has {}{slant}", weights.join(", ")),
                };
                faults.push(Diagnostic::error(message).at(*span).help(help));
            }
        }
    }
    Some(book)
}
