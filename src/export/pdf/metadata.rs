//! Writes what a PDF says about itself: title, authors, date and language, and what its pages are called. A job comes in, objects
//! go out. Called by `join`.

use lopdf::{Document, Object, Stream, dictionary, text_string};
use xmp_writer::{DateTime, LangId, XmpWriter};

use super::PRODUCER;
use crate::export::Job;

/// Adds the document information, the same as XMP (ISO 16684-1), the language, and the labels of pages.
pub fn add_metadata(document: &mut Document, job: &Job) -> lopdf::Result<()> {
    let mut info = dictionary! {
        "Title" => text_string(&job.title),
        "Author" => text_string(&job.author),
        "Creator" => text_string("deckproof"),
        "Producer" => text_string(PRODUCER),
    };
    let mut xmp = XmpWriter::new();
    xmp.title([(None, &*job.title)]);
    xmp.creator((!job.author.is_empty()).then_some(&*job.author));
    xmp.language([LangId(&job.lang)]);
    xmp.creator_tool("deckproof").producer(PRODUCER);
    if let Some(date) = job.date {
        xmp.create_date(DateTime::date(date.year, date.month, date.day));
        let date = format!("D:{}", date.to_string().replace('-', ""));
        info.set("CreationDate", Object::string_literal(date));
    }
    let about = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    let xmp = document.add_object(Stream::new(about, xmp.finish(None).into_bytes()));
    let mut labels = Vec::new();
    for chapter in &job.outline {
        for (sheet, page) in &chapter.sheets {
            let label = text_string(&format!("{}: {sheet}", chapter.title));
            labels.extend([(*page as i64).into(), dictionary! { "P" => label }.into()]);
        }
    }
    let info = document.add_object(info);
    document.trailer.set("Info", info);
    let catalog = document.catalog_mut()?;
    catalog.set("Lang", text_string(&job.lang));
    catalog.set("Metadata", xmp);
    if !labels.is_empty() {
        catalog.set("PageLabels", dictionary! { "Nums" => labels });
    }
    Ok(())
}
