//! Pages and forms made one, by lopdf; and what printpdf writes wrongly mended.

use std::collections::{BTreeSet, HashMap};

use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, Stream, dictionary};

use super::PT;
use super::forms::{FormFault, Forms};
use super::pages::form_name;
use crate::export::Job;
use crate::sheet::{Page, Rect};

/// Stands in the second line of every file, so that it can be known again: the tool's name, the high bit of each byte
/// set, because that line must be binary.
pub fn mark() -> Vec<u8> {
    b"deckproof".iter().map(|byte| byte | 0x80).collect()
}

/// Puts the forms of `graphics` into `pages` and writes the file.
pub fn join(
    mut pages: Document,
    graphics: &[u8],
    forms: &Forms<'_>,
    job: &Job,
) -> Result<Vec<u8>, FormFault> {
    let failed = |e: lopdf::Error| FormFault(format!("the PDF cannot be joined: {e}"));
    let source = Document::load_mem(graphics).map_err(failed)?;
    let ids = graft(&mut pages, source, forms).map_err(failed)?;
    mend_pages(&mut pages, forms, job, &ids).map_err(failed)?;
    mend_catalog(&mut pages, job).map_err(failed)?;
    pages.version = "1.7".into();
    pages.binary_mark = binary_mark();
    pages.prune_objects();
    pages.renumber_objects();
    write(pages).map_err(failed)
}

/// Four bytes over 127 tell programs that the file is binary (ISO 32000-1, 7.5.2); then our mark.
fn binary_mark() -> Vec<u8> {
    let mut line = vec![0xE2, 0xE3, 0xCF, 0xD3];
    line.extend(mark());
    line
}

/// Moves all objects of `source` into `pages`, its pages as forms; gives the forms' ids.
fn graft(
    pages: &mut Document,
    mut source: Document,
    forms: &Forms<'_>,
) -> lopdf::Result<Vec<ObjectId>> {
    source.renumber_objects_with(pages.max_id + 1);
    let mut ids = Vec::with_capacity(forms.len());
    let page_ids: Vec<ObjectId> = source.page_iter().collect();
    for (page_id, (width, height)) in page_ids.iter().zip(&forms.sizes) {
        let page = source.get_dictionary(*page_id)?.clone();
        let mut form = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => vec![0.into(), 0.into(), real(*width), real(*height)],
        };
        if let Ok(resources) = page.get(b"Resources") {
            form.set("Resources", resources.clone());
        }
        if let Ok(group) = page.get(b"Group") {
            form.set("Group", group.clone());
        }
        let content_id = page.get(b"Contents")?.as_reference()?;
        let content = source.get_object_mut(content_id)?.as_stream_mut()?;
        if let Ok(filter) = content.dict.get(b"Filter") {
            form.set("Filter", filter.clone());
        }
        let bytes = std::mem::take(&mut content.content);
        source.objects.remove(page_id);
        let stream = Object::Stream(Stream::new(form, bytes));
        source.objects.insert(content_id, stream);
        ids.push(content_id);
    }
    pages.max_id = pages.max_id.max(source.max_id);
    pages.objects.extend(source.objects);
    Ok(ids)
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

/// Each page gets the forms that it uses, and its boxes (ISO 32000-1, 14.11.2). printpdf lists every form on every
/// page, writes a box away from the origin wrongly, and has no BleedBox.
fn mend_pages(
    pages: &mut Document,
    forms: &Forms<'_>,
    job: &Job,
    ids: &[ObjectId],
) -> lopdf::Result<()> {
    let page_ids: Vec<ObjectId> = pages.page_iter().collect();
    let mut captions: HashMap<usize, BTreeSet<usize>> = HashMap::new();
    for (caption, uses) in job.captions.iter().zip(&forms.captions) {
        let used = captions.entry(caption.page).or_default();
        used.extend(uses.iter().map(|u| u.form));
    }
    for (i, (page, id)) in job.document.pages.iter().zip(&page_ids).enumerate() {
        let mut used: BTreeSet<usize> = captions.remove(&i).unwrap_or_default();
        for placement in &page.placements {
            used.extend(forms.faces[placement.face].iter().map(|u| u.form));
        }
        let named = used
            .iter()
            .map(|f| (form_name(*f), Object::Reference(ids[*f])));
        let named = Dictionary::from_iter(named);
        let resources = pages.get_dictionary(*id)?.get(b"Resources")?.clone();
        let mut own = match &resources {
            Object::Reference(r) => pages.get_dictionary(*r)?.clone(),
            other => other.as_dict()?.clone(),
        };
        for unused in ["Font", "ExtGState", "Shading", "Pattern", "ColorSpace"] {
            own.remove(unused.as_bytes());
        }
        own.set("XObject", named);
        let dictionary = pages.get_dictionary_mut(*id)?;
        dictionary.set("Resources", own);
        dictionary.remove(b"Annots");
        dictionary.remove(b"CropBox");
        let whole = page.size.rect();
        dictionary.set("MediaBox", page_box(page, whole));
        dictionary.set("TrimBox", page_box(page, page.trim));
        dictionary.set("BleedBox", page_box(page, page.bleed));
    }
    Ok(())
}

/// The outline in two levels, the page mode as a name, no claim of a standard that the file does not keep.
fn mend_catalog(pages: &mut Document, job: &Job) -> lopdf::Result<()> {
    let page_ids: Vec<ObjectId> = pages.page_iter().collect();
    let outline = outline(pages, job, &page_ids);
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
    for object in pages.objects.values_mut() {
        if let Object::Stream(stream) = object
            && stream.allows_compression
            && !stream.dict.has(b"Filter")
        {
            stream.compress()?;
        }
    }
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
