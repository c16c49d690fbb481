//! Joins everything into one file with lopdf. Pages, forms and krilla's objects come in, the bytes of the file go out. Called by
//! `sheets`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

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

/// The objects that streams name.
struct Assembly {
    document: Document,
    fonts: Vec<ObjectId>,
    forms: HashMap<usize, ObjectId>,
    pictures: HashMap<(usize, usize), ObjectId>,
    /// Shadings and graphics states, by what defines them.
    defined: HashMap<Arc<str>, ObjectId>,
    inner: HashMap<Arc<Inner>, ObjectId>,
    /// Resource dictionaries, by what they hold and whether the layer of marks is in them: pages that use the same share one.
    resources: HashMap<(Vec<(String, Resource)>, bool), ObjectId>,
}

impl Assembly {
    fn new(mut pages: Document, graphics: Graphics, forms: &[Form]) -> Self {
        let made = graphics.document;
        pages.max_id = pages.max_id.max(made.max_id);
        pages.objects.extend(made.objects);
        let places = forms.iter().map(|form| (form.place, pages.new_object_id()));
        let places = places.collect();
        Assembly {
            document: pages,
            fonts: graphics.alphabet.fonts,
            forms: places,
            pictures: graphics.pictures,
            defined: HashMap::new(),
            inner: HashMap::new(),
            resources: HashMap::new(),
        }
    }

    fn object(&mut self, resource: &Resource) -> Option<ObjectId> {
        match resource {
            Resource::Font(place) => self.fonts.get(*place).copied(),
            Resource::Form(place) => self.forms.get(place).copied(),
            Resource::Picture(place, number) => self.pictures.get(&(*place, *number)).copied(),
            Resource::Inner(inner) => {
                if let Some(id) = self.inner.get(inner) {
                    return Some(*id);
                }
                let id = self.add_inner(inner);
                self.inner.insert(inner.clone(), id);
                Some(id)
            }
            Resource::Shading(text) | Resource::State(text) => {
                if let Some(id) = self.defined.get(text) {
                    return Some(*id);
                }
                let id = self.document.add_object(parsed(text)?);
                self.defined.insert(text.clone(), id);
                Some(id)
            }
        }
    }

    /// A resource dictionary; `more` is put into each.
    fn dictionary(&mut self, named: Vec<(String, Resource)>, more: &Dictionary) -> Object {
        let key = (named, !more.is_empty());
        if let Some(id) = self.resources.get(&key) {
            return Object::Reference(*id);
        }
        let mut classes: BTreeMap<&str, Dictionary> = BTreeMap::new();
        for (name, resource) in &key.0 {
            if let Some(id) = self.object(resource) {
                let class = classes.entry(resource.class().0).or_default();
                class.set(name.as_bytes(), Object::Reference(id));
            }
        }
        let mut dictionary = more.clone();
        for (class, names) in classes {
            dictionary.set(class, names);
        }
        let id = self.document.add_object(dictionary);
        self.resources.insert(key, id);
        Object::Reference(id)
    }

    fn add_form(&mut self, form: Form) {
        let mut stream = self.stream(form.written, form.bounds.iter().map(|n| real(*n)));
        stream.dict.set("Subtype", Object::Name(b"Form".to_vec()));
        if let Some(id) = self.forms.get(&form.place) {
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
        stream.dict.set("Subtype", Object::Name(b"Form".to_vec()));
        let mut group = transparency();
        group.set("I", true);
        stream.dict.set("Group", group);
        let form = self.document.add_object(stream);
        let InnerKind::Mask { luminosity } = inner.kind else {
            return form;
        };
        let kind = if luminosity { "Luminosity" } else { "Alpha" };
        let mask = dictionary! { "S" => kind, "G" => Object::Reference(form) };
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

/// A transparency group whose colours are those of a screen.
fn transparency() -> Dictionary {
    dictionary! { "S" => "Transparency", "CS" => "DeviceRGB" }
}

/// To a thousandth of a point.
pub fn real(n: f64) -> Object {
    Object::Real((n * 1000.0).round() as f32 / 1000.0)
}

/// Where the paper has a rectangle of the page.
fn on_paper(page: &Page, rect: Rect) -> Rect {
    page.correction.map_or(rect, |c| c.map.around(rect))
}

/// A rectangle of the paper as a box of the page.
fn page_box(page: &Page, rect: Rect) -> Object {
    let height = page.paper().height;
    let edges = [rect.x, height - rect.bottom(), rect.right(), height - rect.y];
    Object::Array(edges.iter().map(|n| real(n * PT)).collect())
}

/// The outline, and how viewers open and print the file.
fn finish_catalog(pages: &mut Document, job: &Job, page_ids: &[ObjectId]) -> lopdf::Result<()> {
    let outline = outline(pages, job, page_ids);
    let catalog = pages.catalog_mut()?;
    if let Some(id) = outline {
        catalog.set("Outlines", Object::Reference(id));
        catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
    }
    catalog.set("PageLayout", Object::Name(b"SinglePage".to_vec()));
    // Asks viewers to print at 100 %; the ruler shows when one does not.
    catalog.set(
        "ViewerPreferences",
        dictionary! { "PrintScaling" => Object::Name(b"None".to_vec()), "DisplayDocTitle" => true },
    );
    Ok(())
}

/// Adds the outline (ISO 32000-1, 12.3.3) and gives its id; `None` when there is nothing to list.
fn outline(pages: &mut Document, job: &Job, page_ids: &[ObjectId]) -> Option<ObjectId> {
    if job.outline.is_empty() {
        return None;
    }
    let root = pages.new_object_id();
    let chapters: Vec<ObjectId> = job.outline.iter().map(|_| pages.new_object_id()).collect();
    for (i, chapter) in job.outline.iter().enumerate() {
        let sheets: Vec<ObjectId> = chapter.sheets.iter().map(|_| pages.new_object_id()).collect();
        for (j, (title, page)) in chapter.sheets.iter().enumerate() {
            let mut item = outline_item(title, page_ids.get(*page), chapters[i]);
            link_siblings(&mut item, &sheets, j);
            pages.objects.insert(sheets[j], Object::Dictionary(item));
        }
        let mut item = outline_item(&chapter.title, page_ids.get(chapter.page), root);
        link_siblings(&mut item, &chapters, i);
        if let (Some(first), Some(last)) = (sheets.first(), sheets.last()) {
            item.set("First", Object::Reference(*first));
            item.set("Last", Object::Reference(*last));
            // A negative count: the outline is closed at first.
            item.set("Count", -(sheets.len() as i64));
        }
        pages.objects.insert(chapters[i], Object::Dictionary(item));
    }
    let count = chapters.len() as i64;
    let top = dictionary! {
        "Type" => "Outlines",
        "First" => Object::Reference(chapters[0]),
        "Last" => Object::Reference(*chapters.last()?),
        "Count" => count,
    };
    pages.objects.insert(root, Object::Dictionary(top));
    Some(root)
}

fn outline_item(title: &str, page: Option<&ObjectId>, parent: ObjectId) -> Dictionary {
    let mut item = dictionary! {
        "Title" => lopdf::text_string(title),
        "Parent" => Object::Reference(parent),
    };
    if let Some(page) = page {
        let fit = vec![Object::Reference(*page), Object::Name(b"Fit".to_vec())];
        item.set("Dest", fit);
    }
    item
}

fn link_siblings(item: &mut Dictionary, siblings: &[ObjectId], at: usize) {
    if let Some(before) = at.checked_sub(1).and_then(|i| siblings.get(i)) {
        item.set("Prev", Object::Reference(*before));
    }
    if let Some(after) = siblings.get(at + 1) {
        item.set("Next", Object::Reference(*after));
    }
}
