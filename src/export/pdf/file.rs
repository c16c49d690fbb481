//! Writes the bytes of a PDF file (ISO 32000-1, 7.5): every object that the trailer leads to, numbered in that order; streams
//! compressed on all cores, other objects packed together. `join` calls it last.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// Objects in one pack: their places are one byte in the table.
const PACKED: usize = 200;

/// Bytes of the file's name.
const ID: usize = 16;

/// The objects of a file.
pub struct Objects {
    pub document: Document,
    /// Objects that are written as they stand; they lead to no others.
    pub texts: HashMap<ObjectId, Arc<str>>,
}

impl Objects {
    /// The file. Its second line says that it is binary, by `mark`.
    pub fn write(mut self, mark: &[u8]) -> lopdf::Result<Vec<u8>> {
        let order = self.reachable()?;
        let numbers: HashMap<ObjectId, usize> = order.iter().copied().zip(1..).collect();
        let objects = self.document.objects.iter_mut();
        let streams: Vec<&mut Stream> = objects
            .filter(|(id, _)| numbers.contains_key(id))
            .filter_map(|(_, object)| object.as_stream_mut().ok())
            .filter(|stream| !stream.dict.has(b"Filter"))
            .collect();
        streams.into_par_iter().with_max_len(1).try_for_each(Stream::compress)?;
        let (alone, small): (Vec<ObjectId>, Vec<ObjectId>) =
            order.iter().partition(|id| self.is_stream(**id));
        let packs: Vec<Stream> = small
            .par_chunks(PACKED)
            .map(|ids| self.pack(ids, &numbers))
            .collect::<lopdf::Result<_>>()?;
        let mut bytes = format!("%PDF-{}\n%", self.document.version).into_bytes();
        bytes.extend_from_slice(mark);
        bytes.push(b'\n');
        let mut table = vec![[0; 3]; order.len() + 1];
        for id in &alone {
            let (number, at) = (numbers[id], bytes.len());
            table[number] = [1, at, 0];
            if let Some(Object::Stream(stream)) = self.document.objects.get(id) {
                write_indirect(&mut bytes, number, stream, &numbers);
            }
        }
        for (stream, ids) in packs.iter().zip(small.chunks(PACKED)) {
            let number = table.len();
            for (place, id) in ids.iter().enumerate() {
                table[numbers[id]] = [2, number, place];
            }
            table.push([1, bytes.len(), 0]);
            write_indirect(&mut bytes, number, stream, &numbers);
        }
        self.finish(bytes, table, &numbers)
    }

    fn is_stream(&self, id: ObjectId) -> bool {
        matches!(self.document.objects.get(&id), Some(Object::Stream(_)))
    }

    /// All that the trailer leads to.
    fn reachable(&self) -> lopdf::Result<Vec<ObjectId>> {
        let mut order = Vec::new();
        let mut met: HashMap<ObjectId, ()> = HashMap::new();
        let mut open = Vec::new();
        for key in [&b"Info"[..], b"Root"] {
            open.push(self.document.trailer.get(key)?.as_reference()?);
        }
        while let Some(id) = open.pop() {
            if met.insert(id, ()).is_some() {
                continue;
            }
            order.push(id);
            if let Some(object) = self.document.objects.get(&id) {
                let from = open.len();
                references(object, &mut open);
                // The last of `open` is taken first, so that objects are numbered in the order in which they are referred to.
                open[from..].reverse();
            }
        }
        Ok(order)
    }

    /// Some objects as one stream.
    fn pack(&self, ids: &[ObjectId], numbers: &HashMap<ObjectId, usize>) -> lopdf::Result<Stream> {
        let (mut head, mut body) = (Vec::new(), Vec::new());
        for id in ids {
            let _ = write!(head, "{} {} ", numbers[id], body.len());
            match (self.texts.get(id), self.document.objects.get(id)) {
                (Some(text), _) => body.extend_from_slice(text.as_bytes()),
                (None, Some(object)) => write_object(&mut body, object, numbers),
                (None, None) => body.extend_from_slice(b"null"),
            }
            body.push(b'\n');
        }
        let dictionary = dictionary! {
            "Type" => "ObjStm",
            "N" => ids.len() as i64,
            "First" => head.len() as i64,
        };
        head.append(&mut body);
        let mut stream = Stream::new(dictionary, head);
        stream.compress()?;
        Ok(stream)
    }

    /// Adds the table of objects, by which a reader finds all else.
    fn finish(
        &self,
        mut bytes: Vec<u8>,
        mut table: Vec<[usize; 3]>,
        numbers: &HashMap<ObjectId, usize>,
    ) -> lopdf::Result<Vec<u8>> {
        let start = bytes.len();
        let number = table.len();
        table.push([1, start, 0]);
        // Bytes of a place in the file.
        let wide = (1..8).find(|n| start >> (8 * n) == 0).unwrap_or(8);
        let columns = wide + 2;
        let mut rows = Vec::with_capacity(table.len() * (columns + 1));
        let mut plain = Vec::with_capacity(table.len() * columns);
        let mut above = vec![0; columns];
        for [kind, place, index] in table {
            let mut row = vec![kind as u8];
            row.extend_from_slice(&place.to_be_bytes()[8 - wide..]);
            row.push(index as u8);
            // Each byte less the one above it, which packs better (ISO 32000-1, 7.4.4.4).
            rows.push(2);
            rows.extend(row.iter().zip(&above).map(|(n, above)| n.wrapping_sub(*above)));
            plain.extend_from_slice(&row);
            above = row;
        }
        let name = Sha256::digest(&bytes)[..ID].to_vec();
        let name = Object::String(name, StringFormat::Hexadecimal);
        let widths = [1, wide as i64, 1].map(Object::Integer);
        let mut dictionary = dictionary! {
            "Type" => "XRef",
            "Size" => number as i64 + 1,
            "W" => widths.to_vec(),
            "ID" => vec![name.clone(), name],
        };
        for key in [&b"Root"[..], b"Info"] {
            dictionary.set(key, self.document.trailer.get(key)?.clone());
        }
        let mut stream = Stream::new(dictionary, rows);
        stream.compress()?;
        if stream.dict.has(b"Filter") {
            let predicted = dictionary! { "Predictor" => 12, "Columns" => columns as i64 };
            stream.dict.set("DecodeParms", predicted);
        } else {
            // So few rows do not get smaller by compression: they are written plain.
            stream.set_content(plain);
        }
        write_indirect(&mut bytes, number, &stream, numbers);
        let _ = write!(bytes, "startxref\n{start}\n%%EOF\n");
        Ok(bytes)
    }
}

fn references(object: &Object, found: &mut Vec<ObjectId>) {
    let mut within = |dictionary: &Dictionary| {
        for (_, value) in dictionary {
            references(value, found);
        }
    };
    match object {
        Object::Reference(id) => found.push(*id),
        Object::Array(items) => items.iter().for_each(|item| references(item, found)),
        Object::Dictionary(dictionary) => within(dictionary),
        Object::Stream(stream) => within(&stream.dict),
        _ => {}
    }
}

fn write_indirect(
    bytes: &mut Vec<u8>,
    number: usize,
    stream: &Stream,
    numbers: &HashMap<ObjectId, usize>,
) {
    let _ = writeln!(bytes, "{number} 0 obj");
    let mut dictionary = stream.dict.clone();
    dictionary.set("Length", stream.content.len() as i64);
    write_dictionary(bytes, &dictionary, numbers);
    bytes.extend_from_slice(b"stream\n");
    bytes.extend_from_slice(&stream.content);
    bytes.extend_from_slice(b"\nendstream\nendobj\n");
}

fn write_dictionary(
    bytes: &mut Vec<u8>,
    dictionary: &Dictionary,
    numbers: &HashMap<ObjectId, usize>,
) {
    bytes.extend_from_slice(b"<<");
    for (key, value) in dictionary {
        write_name(bytes, key);
        write_after(bytes, value, numbers);
    }
    bytes.extend_from_slice(b">>");
}

/// Writes an object behind a name or another object.
fn write_after(bytes: &mut Vec<u8>, object: &Object, numbers: &HashMap<ObjectId, usize>) {
    let parted = matches!(
        object,
        Object::Name(_)
            | Object::String(..)
            | Object::Array(_)
            | Object::Dictionary(_)
            | Object::Stream(_)
    );
    if !parted {
        bytes.push(b' ');
    }
    write_object(bytes, object, numbers);
}

fn write_object(bytes: &mut Vec<u8>, object: &Object, numbers: &HashMap<ObjectId, usize>) {
    match object {
        Object::Null => bytes.extend_from_slice(b"null"),
        Object::Boolean(truth) => {
            let _ = write!(bytes, "{truth}");
        }
        Object::Integer(n) => {
            let _ = write!(bytes, "{n}");
        }
        Object::Real(n) => {
            let _ = write!(bytes, "{n}");
        }
        Object::Name(name) => write_name(bytes, name),
        Object::String(string, StringFormat::Hexadecimal) => {
            bytes.push(b'<');
            for byte in string {
                let _ = write!(bytes, "{byte:02X}");
            }
            bytes.push(b'>');
        }
        Object::String(string, StringFormat::Literal) => {
            bytes.push(b'(');
            for byte in string {
                match byte {
                    b'(' | b')' | b'\\' => bytes.extend([b'\\', *byte]),
                    b'\r' => bytes.extend_from_slice(b"\\r"),
                    byte => bytes.push(*byte),
                }
            }
            bytes.push(b')');
        }
        Object::Array(items) => {
            bytes.push(b'[');
            for (n, item) in items.iter().enumerate() {
                match n {
                    0 => write_object(bytes, item, numbers),
                    _ => write_after(bytes, item, numbers),
                }
            }
            bytes.push(b']');
        }
        // A stream is no part of another object.
        Object::Dictionary(dictionary) => write_dictionary(bytes, dictionary, numbers),
        Object::Stream(stream) => write_dictionary(bytes, &stream.dict, numbers),
        Object::Reference(id) => match numbers.get(id) {
            Some(number) => {
                let _ = write!(bytes, "{number} 0 R");
            }
            None => bytes.extend_from_slice(b"null"),
        },
    }
}

fn write_name(bytes: &mut Vec<u8>, name: &[u8]) {
    bytes.push(b'/');
    for byte in name {
        if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(byte) {
            bytes.push(*byte);
        } else {
            let _ = write!(bytes, "#{byte:02X}");
        }
    }
}
