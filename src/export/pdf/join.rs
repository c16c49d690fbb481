//! Joins everything into one file with lopdf. Pages, forms and krilla's objects come in, the bytes of the file go out. Called by
//! `sheets`.

use std::collections::{BTreeMap, HashMap};

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::content::{Content, Inner, InnerKind, Resource, WordsTag};
use super::graphics::Graphics;
use super::{PT, file, metadata, structure};
use crate::export::Job;
use crate::raster::PaintFault;
use crate::sheet::{Page, Rect};

/// The second line of every file, so that our own files can be recognised: the tool's name, the high bit of each byte
/// set, because that line must be binary.
pub fn mark() -> Vec<u8> {
    b"deckproof".iter().map(|byte| byte | 0x80).collect()
}

/// Four bytes over 127 tell programs that the file is binary (ISO 32000-1, 7.5.2); then our mark.
fn binary_mark() -> Vec<u8> {
    let mut line = vec![0xE2, 0xE3, 0xCF, 0xD3];
    line.extend(mark());
    line
}

/// A stream that is ready for the file.
pub struct WrittenStream {
    stream: Stream,
    named: Vec<(String, Resource)>,
    tags: Vec<WordsTag>,
}

impl WrittenStream {
    /// Compresses some operators.
    pub fn new(content: &Content) -> Self {
        let (bytes, named, tags) = content.finish();
        let mut stream = Stream::new(Dictionary::new(), bytes);
        // What cannot be compressed stays as it is.
        let _ = stream.compress();
        WrittenStream { stream, named, tags }
    }
}

/// A form that this program writes.
pub struct Form {
    /// By which contents name it.
    pub place: usize,
    pub written: WrittenStream,
    /// Left, bottom, right and top in points.
    pub bounds: [f64; 4],
}

/// Puts all together and writes the file: `streams` are the pages' own.
pub fn join(
    pages: Document,
    graphics: Graphics,
    forms: Vec<Form>,
    streams: Vec<WrittenStream>,
    job: &Job,
) -> Result<Vec<u8>, PaintFault> {
    let page_ids: Vec<ObjectId> = pages.page_iter().collect();
    let mut assembly = Assembly::new(pages, graphics, &forms);
    for form in forms {
        assembly.add_form(form);
    }
    let mut tags = Vec::new();
    for ((page, mut stream), id) in job.document.pages.iter().zip(streams).zip(&page_ids) {
        tags.push(std::mem::take(&mut stream.tags));
        assembly.fill_page(*id, page, stream)?;
    }
    let mut document = assembly.document;
    finish_catalog(&mut document, job, &page_ids)?;
    structure::add_structure(&mut document, job, &page_ids, tags)?;
    metadata::add_metadata(&mut document, job)?;
    Ok(file::write(document, binary_mark())?)
}

/// The document, and the objects that streams name.
struct Assembly {
    document: Document,
    objects: HashMap<Resource, ObjectId>,
    /// Resource dictionaries, by what they hold and whether the layer of marks is in them: pages that use the same share one.
    resources: HashMap<(Vec<(String, Resource)>, bool), ObjectId>,
}

impl Assembly {
    fn new(mut document: Document, graphics: Graphics, forms: &[Form]) -> Self {
        let made = graphics.document;
        document.max_id = document.max_id.max(made.max_id);
        document.objects.extend(made.objects);
        let fonts = graphics.alphabet.fonts.into_iter().enumerate();
        let mut objects: HashMap<_, _> = fonts.map(|(n, id)| (Resource::Font(n), id)).collect();
        objects.extend(graphics.pictures);
        for form in forms {
            objects.insert(Resource::Form(form.place), document.new_object_id());
        }
        Assembly { document, objects, resources: HashMap::new() }
    }

    fn object(&mut self, resource: &Resource) -> Option<ObjectId> {
        if let Some(id) = self.objects.get(resource) {
            return Some(*id);
        }
        let id = match resource {
            Resource::Font(_) | Resource::Form(_) | Resource::Picture(..) => return None,
            Resource::Inner(inner) => self.add_inner(inner),
            Resource::Shading(text) | Resource::State(text) => {
                self.document.add_object(parsed(text)?)
            }
        };
        self.objects.insert(resource.clone(), id);
        Some(id)
    }

    /// A resource dictionary; `more` is put into each.
    fn dictionary(&mut self, named: Vec<(String, Resource)>, more: &Dictionary) -> Object {
        let key = (named, !more.is_empty());
        if let Some(id) = self.resources.get(&key) {
            return (*id).into();
        }
        let mut classes: BTreeMap<&str, Dictionary> = BTreeMap::new();
        for (name, resource) in &key.0 {
            if let Some(id) = self.object(resource) {
                let class = classes.entry(resource.class().0).or_default();
                class.set(name.as_bytes(), id);
            }
        }
        let mut dictionary = more.clone();
        for (class, names) in classes {
            dictionary.set(class, names);
        }
        let id = self.document.add_object(dictionary);
        self.resources.insert(key, id);
        id.into()
    }

    fn add_form(&mut self, form: Form) {
        let mut stream = self.stream(form.written, form.bounds.iter().map(|n| real(*n)));
        stream.dict.set("Subtype", "Form");
        if let Some(id) = self.objects.get(&Resource::Form(form.place)) {
            self.document.objects.insert(*id, stream.into());
        }
    }

    /// A stream with its bounds and what it uses.
    fn stream(&mut self, written: WrittenStream, bounds: impl Iterator<Item = Object>) -> Stream {
        let mut stream = written.stream;
        let resources = self.dictionary(written.named, &Dictionary::new());
        stream.dict.set("BBox", bounds.collect::<Vec<Object>>());
        stream.dict.set("Resources", resources);
        stream
    }

    fn add_inner(&mut self, inner: &Inner) -> ObjectId {
        let number = |text: &str| Object::Real(text.parse().unwrap_or_default());
        let numbers = |text: &str| text.split(' ').map(number).collect::<Vec<Object>>();
        let written = WrittenStream::new(&inner.content);
        let mut stream = self.stream(written, numbers(&inner.bounds).into_iter());
        if let InnerKind::Tile { matrix, step } = &inner.kind {
            for key in ["PatternType", "PaintType", "TilingType"] {
                stream.dict.set(key, 1);
            }
            stream.dict.set("XStep", number(&step[0]));
            stream.dict.set("YStep", number(&step[1]));
            stream.dict.set("Matrix", numbers(matrix));
            return self.document.add_object(stream);
        }
        stream.dict.set("Subtype", "Form");
        if inner.kind == InnerKind::Form {
            return self.document.add_object(stream);
        }
        // Its colours are those of a screen.
        let group = dictionary! { "S" => "Transparency", "CS" => "DeviceRGB", "I" => true };
        stream.dict.set("Group", group);
        let form = self.document.add_object(stream);
        let InnerKind::Mask { luminosity } = inner.kind else {
            return form;
        };
        let kind = if luminosity { "Luminosity" } else { "Alpha" };
        let mask = dictionary! { "S" => kind, "G" => form };
        self.document.add_object(dictionary! { "SMask" => mask })
    }

    /// A page gets its stream, what the stream uses, and its boxes within the paper (ISO 32000-1, 14.11.2).
    fn fill_page(
        &mut self,
        id: ObjectId,
        page: &Page,
        written: WrittenStream,
    ) -> lopdf::Result<()> {
        let dictionary = self.document.get_dictionary(id)?;
        let layers = dictionary.get(b"Resources")?.as_dict()?.clone();
        let resources = self.dictionary(written.named, &layers);
        let pages = &mut self.document;
        let content = pages.add_object(written.stream);
        let dictionary = pages.get_dictionary_mut(id)?;
        dictionary.set("Resources", resources);
        dictionary.set("Contents", content);
        dictionary.set("TrimBox", page_box(page, on_paper(page, page.trim)));
        dictionary.set("BleedBox", page_box(page, on_paper(page, page.bleed)));
        Ok(())
    }
}

/// An object that is written as text: lopdf reads it as the operand of an operator.
fn parsed(text: &str) -> Option<Object> {
    let operations = lopdf::content::Content::decode(format!("{text} gs").as_bytes()).ok()?;
    operations.operations.into_iter().next()?.operands.pop()
}

/// To a thousandth of a point.
pub fn real(n: f64) -> Object {
    Object::Real((n * 1000.0).round() as f32 / 1000.0)
}

/// Where the paper has a rectangle of the page.
fn on_paper(page: &Page, rect: Rect) -> Rect {
    page.correction.map_or(rect, |c| rect.mapped(c.map))
}

/// A rectangle of the paper as a box of the page.
fn page_box(page: &Page, rect: Rect) -> Object {
    let height = page.paper().height;
    let edges = [rect.x, height - rect.bottom(), rect.right(), height - rect.y];
    Object::Array(edges.iter().map(|n| real(n * PT)).collect())
}

/// The outline, and how viewers open and print the file.
fn finish_catalog(pages: &mut Document, job: &Job, page_ids: &[ObjectId]) -> lopdf::Result<()> {
    let outline = outline(pages, job, page_ids)?;
    let catalog = pages.catalog_mut()?;
    if let Some(id) = outline {
        catalog.set("Outlines", id);
        catalog.set("PageMode", "UseOutlines");
    }
    catalog.set("PageLayout", "SinglePage");
    // Asks viewers to print at 100 %; the ruler shows when one does not.
    let preferences = dictionary! { "PrintScaling" => "None", "DisplayDocTitle" => true };
    catalog.set("ViewerPreferences", preferences);
    Ok(())
}

/// Adds the outline (ISO 32000-1, 12.3.3) and gives its id; `None` when there is nothing to list.
fn outline(
    pages: &mut Document,
    job: &Job,
    page_ids: &[ObjectId],
) -> lopdf::Result<Option<ObjectId>> {
    if job.outline.is_empty() {
        return Ok(None);
    }
    let root = pages.add_object(dictionary! { "Type" => "Outlines" });
    let chapters = job.outline.iter().map(|chapter| (&chapter.title, chapter.page()));
    let ids = add_items(pages, (root, 1), chapters, page_ids)?;
    for (chapter, id) in job.outline.iter().zip(ids) {
        let sheets = chapter.sheets.iter().map(|(title, page)| (title, *page));
        // A negative count: the chapter is closed at first.
        add_items(pages, (id, -1), sheets, page_ids)?;
    }
    Ok(Some(root))
}

/// Adds items below another one of the outline, each with the page that it leads to. The count of items that it gets has a sign.
fn add_items<'t>(
    document: &mut Document,
    (above, sign): (ObjectId, i64),
    items: impl ExactSizeIterator<Item = (&'t String, usize)>,
    page_ids: &[ObjectId],
) -> lopdf::Result<Vec<ObjectId>> {
    let ids: Vec<ObjectId> = (0..items.len()).map(|_| document.new_object_id()).collect();
    for (at, (title, page)) in items.enumerate() {
        let mut item = dictionary! { "Title" => lopdf::text_string(title), "Parent" => above };
        if let Some(page) = page_ids.get(page) {
            item.set("Dest", vec![(*page).into(), "Fit".into()]);
        }
        for (key, other) in [("Prev", at.checked_sub(1)), ("Next", Some(at + 1))] {
            if let Some(other) = other.and_then(|at| ids.get(at)) {
                item.set(key, *other);
            }
        }
        document.objects.insert(ids[at], item.into());
    }
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        let above = document.get_dictionary_mut(above)?;
        above.set("First", *first);
        above.set("Last", *last);
        above.set("Count", sign * ids.len() as i64);
    }
    Ok(ids)
}
