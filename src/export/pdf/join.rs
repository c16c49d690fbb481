//! Pages, forms and what krilla made become one file, by lopdf; what printpdf writes wrongly is put right.

use std::collections::{BTreeMap, HashMap};

use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, Stream, dictionary};
use rayon::prelude::*;

use super::PT;
use super::content::{Content, Resource};
use super::graphics::Graphics;
use super::sheets::Fault;
use crate::export::Job;
use crate::sheet::{Page, Rect};

/// Stands in the second line of every file, so that it can be known again: the tool's name, the high bit of each byte
/// set, because that line must be binary.
pub fn mark() -> Vec<u8> {
    b"deckproof".iter().map(|byte| byte | 0x80).collect()
}

/// A form that this program writes.
pub struct Form {
    /// By which contents name it.
    pub place: usize,
    pub content: Content,
    /// Left, bottom, right and top in points.
    pub bounds: [f64; 4],
}

/// Puts all together and writes the file: `streams` are the pages' own.
pub fn join(
    mut pages: Document,
    graphics: Graphics,
    forms: &[Form],
    streams: &[Content],
    job: &Job,
) -> Result<Vec<u8>, Fault> {
    let failed = |e: lopdf::Error| Fault(format!("the PDF cannot be joined: {e}"));
    let page_ids: Vec<ObjectId> = pages.page_iter().collect();
    let mut shelf = Shelf::new(&mut pages, graphics, forms);
    for form in forms {
        shelf.add_form(form).map_err(failed)?;
    }
    for ((page, stream), id) in job.document.pages.iter().zip(streams).zip(&page_ids) {
        shelf.fill_page(*id, page, stream).map_err(failed)?;
    }
    finish_catalog(&mut pages, job, &page_ids).map_err(failed)?;
    pages.version = "1.7".into();
    pages.binary_mark = binary_mark();
    pages.prune_objects();
    pages.renumber_objects();
    write(pages).map_err(failed)
}

/// The objects that streams name.
struct Shelf<'a> {
    pages: &'a mut Document,
    fonts: Vec<ObjectId>,
    forms: HashMap<usize, ObjectId>,
    pictures: HashMap<usize, ObjectId>,
    /// Shadings and graphics states, by what defines them.
    defined: BTreeMap<Resource, ObjectId>,
    /// Resource dictionaries, by what they hold: pages that use the same share one.
    resources: HashMap<Vec<(String, Resource)>, ObjectId>,
}

impl<'a> Shelf<'a> {
    fn new(pages: &'a mut Document, graphics: Graphics, forms: &[Form]) -> Self {
        let made = graphics.document;
        pages.max_id = pages.max_id.max(made.max_id);
        pages.objects.extend(made.objects);
        let mut places = graphics.forms;
        for form in forms {
            places.insert(form.place, pages.new_object_id());
        }
        Shelf {
            pages,
            fonts: graphics.alphabet.fonts,
            forms: places,
            pictures: graphics.pictures,
            defined: BTreeMap::new(),
            resources: HashMap::new(),
        }
    }

    fn object(&mut self, resource: &Resource) -> lopdf::Result<Option<ObjectId>> {
        Ok(match resource {
            Resource::Font(place) => self.fonts.get(*place).copied(),
            Resource::Form(place) => self.forms.get(place).copied(),
            Resource::Picture(place) => self.pictures.get(place).copied(),
            Resource::Shading(text) | Resource::State(text) => {
                if let Some(id) = self.defined.get(resource) {
                    return Ok(Some(*id));
                }
                let id = self.pages.add_object(parse(text)?);
                self.defined.insert(resource.clone(), id);
                Some(id)
            }
        })
    }

    /// A resource dictionary; `more` is put into each.
    fn dictionary(
        &mut self,
        named: Vec<(String, Resource)>,
        more: &Dictionary,
    ) -> lopdf::Result<Object> {
        if let Some(id) = self.resources.get(&named) {
            return Ok(Object::Reference(*id));
        }
        let mut classes: BTreeMap<&str, Dictionary> = BTreeMap::new();
        for (name, resource) in &named {
            if let Some(id) = self.object(resource)? {
                let class = classes.entry(resource.class().0).or_default();
                class.set(name.as_bytes(), Object::Reference(id));
            }
        }
        let mut dictionary = more.clone();
        for (class, names) in classes {
            dictionary.set(class, names);
        }
        let id = self.pages.add_object(dictionary);
        self.resources.insert(named, id);
        Ok(Object::Reference(id))
    }

    fn add_form(&mut self, form: &Form) -> lopdf::Result<()> {
        let (content, named) = form.content.finish();
        let resources = self.dictionary(named, &Dictionary::new())?;
        let bounds: Vec<Object> = form.bounds.iter().map(|n| real(*n)).collect();
        let dictionary = dictionary! {
            "Subtype" => "Form",
            "BBox" => bounds,
            "Resources" => resources,
        };
        let stream = Stream::new(dictionary, content);
        if let Some(id) = self.forms.get(&form.place) {
            self.pages.objects.insert(*id, stream.into());
        }
        Ok(())
    }

    /// A page gets its stream, what the stream uses, and its boxes (ISO 32000-1, 14.11.2): printpdf lists everything on
    /// every page, writes a box away from the origin wrongly, and has no BleedBox.
    fn fill_page(&mut self, id: ObjectId, page: &Page, stream: &Content) -> lopdf::Result<()> {
        let dictionary = self.pages.get_dictionary(id)?;
        let resources = dictionary.get(b"Resources")?;
        let resources = self.pages.dereference(resources)?.1.as_dict()?;
        let mut layers = Dictionary::new();
        layers.set("Properties", resources.get(b"Properties")?.clone());
        let content = dictionary.get(b"Contents")?.as_reference()?;
        let (bytes, named) = stream.finish();
        let resources = self.dictionary(named, &layers)?;
        let stream = Stream::new(Dictionary::new(), bytes);
        self.pages.objects.insert(content, stream.into());
        let dictionary = self.pages.get_dictionary_mut(id)?;
        dictionary.set("Resources", resources);
        dictionary.remove(b"Annots");
        dictionary.remove(b"CropBox");
        dictionary.set("MediaBox", page_box(page, page.size.rect()));
        dictionary.set("TrimBox", page_box(page, page.trim));
        dictionary.set("BleedBox", page_box(page, page.bleed));
        Ok(())
    }
}

/// Reads a dictionary.
fn parse(text: &str) -> lopdf::Result<Object> {
    let content = lopdf::content::Content::decode(format!("{text} gs").as_bytes())?;
    let operation = content.operations.into_iter().next();
    let operand = operation.and_then(|o| o.operands.into_iter().next());
    Ok(operand.unwrap_or(Object::Null))
}

/// Four bytes over 127 tell programs that the file is binary (ISO 32000-1, 7.5.2); then our mark.
fn binary_mark() -> Vec<u8> {
    let mut line = vec![0xE2, 0xE3, 0xCF, 0xD3];
    line.extend(mark());
    line
}

fn real(n: f64) -> Object {
    Object::Real((n * 1000.0).round() as f32 / 1000.0)
}

/// A rectangle of the sheet as a box of the page.
fn page_box(page: &Page, rect: Rect) -> Object {
    let height = page.size.height;
    let edges = [
        rect.x,
        height - rect.bottom(),
        rect.right(),
        height - rect.y,
    ];
    Object::Array(edges.iter().map(|n| real(n * PT)).collect())
}

/// The outline in two levels, the page mode as a name, no claim of a standard that the file does not keep.
fn finish_catalog(pages: &mut Document, job: &Job, page_ids: &[ObjectId]) -> lopdf::Result<()> {
    let outline = outline(pages, job, page_ids);
    let catalog = pages.catalog_mut()?;
    match outline {
        Some(id) => {
            catalog.set("Outlines", Object::Reference(id));
            catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
        }
        None => {
            catalog.remove(b"Outlines");
            catalog.set("PageMode", Object::Name(b"UseNone".to_vec()));
        }
    }
    catalog.set("PageLayout", Object::Name(b"SinglePage".to_vec()));
    // Printed at 100 %, or the ruler tells: viewers that know the preference keep the size.
    catalog.set(
        "ViewerPreferences",
        dictionary! { "PrintScaling" => Object::Name(b"None".to_vec()), "DisplayDocTitle" => true },
    );
    if let Ok(Object::Reference(info)) = pages.trailer.get(b"Info").cloned() {
        let info = pages.get_dictionary_mut(info)?;
        for key in [
            "GTS_PDFXVersion",
            "Identifier",
            "CreationDate",
            "ModDate",
            "Trapped",
        ] {
            info.remove(key.as_bytes());
        }
    }
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
        let sheets: Vec<ObjectId> = chapter
            .sheets
            .iter()
            .map(|_| pages.new_object_id())
            .collect();
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
            // Negative: the sheets are folded away at first.
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

/// Writes the file with small objects packed together; its /ID is made of its bytes.
fn write(mut pages: Document) -> lopdf::Result<Vec<u8>> {
    pages.trailer.remove(b"ID");
    let objects = pages.objects.values_mut();
    let streams: Vec<&mut Stream> = objects
        .filter_map(|object| object.as_stream_mut().ok())
        .filter(|stream| stream.allows_compression && !stream.dict.has(b"Filter"))
        .collect();
    streams
        .into_par_iter()
        .with_max_len(1)
        .try_for_each(Stream::compress)?;
    let id = identity(&pages);
    let id = Object::String(id, lopdf::StringFormat::Hexadecimal);
    pages.trailer.set("ID", vec![id.clone(), id]);
    let mut bytes = Vec::new();
    let options = SaveOptions::builder()
        .use_object_streams(true)
        .use_xref_streams(true)
        .compression_level(9)
        .build();
    pages.save_with_options(&mut bytes, options)?;
    Ok(bytes)
}

/// Sixteen bytes that stand for the document: FNV-1a, 128 bits, over its streams.
fn identity(pages: &Document) -> Vec<u8> {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for object in pages.objects.values() {
        if let Object::Stream(stream) = object {
            for byte in &stream.content {
                hash = (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
            }
        }
    }
    hash.to_be_bytes().to_vec()
}
