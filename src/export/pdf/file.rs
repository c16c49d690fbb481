//! Writes the bytes of a PDF file (ISO 32000-1, 7.5) with lopdf: every object that the trailer leads to; streams compressed on
//! all cores, other objects packed together. `join` calls it last.

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, Stream, StringFormat};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// Bytes of the file's name.
const ID: usize = 16;

/// The file. Its second line says that it is binary, by `mark`.
pub fn write(mut document: Document, mark: Vec<u8>) -> lopdf::Result<Vec<u8>> {
    renumber(&mut document);
    let objects = document.objects.values_mut();
    let mut streams: Vec<&mut Stream> = objects.filter_map(|o| o.as_stream_mut().ok()).collect();
    streams.par_iter_mut().with_max_len(1).try_for_each(|stream| stream.compress())?;
    let mut digest = Sha256::new();
    streams.iter().for_each(|stream| digest.update(&stream.content));
    let name = digest.finalize()[..ID].to_vec();
    let name = Object::String(name, StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![name.clone(), name]);
    document.version = "1.7".into();
    document.binary_mark = mark;
    let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true);
    let options = options.max_objects_per_stream(usize::from(u16::MAX)).compression_level(9);
    let mut bytes = Vec::new();
    document.save_with_options(&mut bytes, options.build())?;
    compress_table(&mut bytes, &document)?;
    Ok(bytes)
}

/// Compresses the table of objects at the end of the file, which lopdf leaves as it is.
fn compress_table(bytes: &mut Vec<u8>, document: &Document) -> lopdf::Result<()> {
    let find = |what: &str, from: usize| {
        let mut at = bytes[from..].windows(what.len());
        at.position(|part| part == what.as_bytes()).map_or(from, |at| from + at)
    };
    let length = document.trailer.get(b"Length")?.as_i64()?;
    let start = find(&format!("\n{} 0 obj\n", document.max_id), 0) + 1;
    let rows = find("stream\n", start) + "stream\n".len();
    let head = String::from_utf8_lossy(&bytes[start..rows]);
    let mut table = Stream::new(Dictionary::new(), bytes[rows..rows + length as usize].to_vec());
    table.compress()?;
    if table.dict.has(b"Filter") {
        let packed = format!("/Filter/FlateDecode/Length {}", table.content.len());
        let head = head.replace(&format!("/Length {length}"), &packed);
        bytes.truncate(start);
        bytes.extend_from_slice(head.as_bytes());
        bytes.append(&mut table.content);
        bytes.extend_from_slice(
            format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").as_bytes(),
        );
    }
    Ok(())
}

/// Keeps what the trailer leads to, numbered in the order in which it is referred to. (lopdf's own way takes the square of the time.)
fn renumber(document: &mut Document) {
    let mut old = std::mem::take(&mut document.objects);
    let (mut order, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |id: &mut ObjectId, order: &mut Vec<ObjectId>| {
        *id = *numbers.entry(*id).or_insert_with(|| {
            order.push(*id);
            (order.len() as u32, 0)
        });
    };
    document
        .trailer
        .iter_mut()
        .for_each(|(_, object)| references(object, &mut |id| number(id, &mut order)));
    while let Some(id) = order.get(document.objects.len()) {
        let mut object = old.remove(id).unwrap_or(Object::Null);
        references(&mut object, &mut |id| number(id, &mut order));
        document.objects.insert((document.objects.len() as u32 + 1, 0), object);
    }
    document.max_id = order.len() as u32;
}

fn references(object: &mut Object, each: &mut dyn FnMut(&mut ObjectId)) {
    match object {
        Object::Reference(id) => each(id),
        Object::Array(items) => items.iter_mut().for_each(|item| references(item, each)),
        Object::Dictionary(within) | Object::Stream(Stream { dict: within, .. }) => {
            within.iter_mut().for_each(|(_, item)| references(item, each));
        }
        _ => {}
    }
}
