//! Reads the segments of a JPEG file (ITU-T T.81, B), as strictly as any later reader, since a PDF carries the file unchanged.
//! Bytes come in; a header, or the fault, goes out. Called by `read`.

use std::ops::Range;

use super::scan::{ColourComponent, HuffmanTable, Scans};
use super::unreadable::Unreadable::{self, CutShort, Damaged};

/// The header of a JPEG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jpeg {
    pub width: u32,
    pub height: u32,
    /// 1 for greys, 3 for colours, 4 for the inks of a printer.
    pub components: usize,
    /// Bytes of the EXIF block, from its byte order on.
    pub exif: Option<Range<usize>>,
    /// The byte behind the last one that belongs to the picture.
    pub end: usize,
    /// Whether it is stored as cameras and most programs do: see [`Scans::is_usual`].
    pub is_usual: bool,
}

/// Reads the whole file; `bounds` is asked for its width and height before anything else is done with them.
///
/// # Errors
/// Why it cannot be read.
pub fn read(
    bytes: &[u8],
    bounds: impl Fn(u32, u32) -> Result<(), Unreadable>,
) -> Result<Jpeg, Unreadable> {
    let mut jpeg = Jpeg { width: 0, height: 0, components: 0, exif: None, end: 0, is_usual: false };
    let mut scans: Option<Scans> = None;
    let mut quantized = [false; 4];
    let mut tables: [[Option<HuffmanTable>; 4]; 2] = Default::default();
    let mut interval = 0;
    let mut at = 2;
    loop {
        let (marker, data) = segment(bytes, at)?;
        at = data.end;
        let body = &bytes[data.clone()];
        match marker {
            0xd9 => {
                let scans = scans.ok_or(Damaged)?;
                scans.finish()?;
                jpeg.is_usual = scans.is_usual();
                jpeg.end = at;
                return Ok(jpeg);
            }
            0xc0..=0xc2 if scans.is_none() => {
                let frame = frame(body)?;
                bounds(frame.width, frame.height)?;
                (jpeg.width, jpeg.height) = (frame.width, frame.height);
                jpeg.components = frame.components.len();
                let progressive = marker == 0xc2;
                let size = (frame.width, frame.height);
                scans = Some(Scans::new(size, frame.components, progressive));
            }
            0xc4 => define_tables(body, &mut tables)?,
            0xc9..=0xcf => {
                return Err(Unreadable::FewRead("a JPEG with arithmetic coding, which"));
            }
            0xc3 => return Err(Unreadable::FewRead("a lossless JPEG, which")),
            0xc0..=0xc7 => return Err(Unreadable::FewRead("a hierarchical JPEG, which")),
            0xdb => define_quantization(body, &mut quantized)?,
            0xdd => match body {
                [high, low] => interval = usize::from(u16::from_be_bytes([*high, *low])),
                _ => return Err(Damaged),
            },
            0xda => {
                let scans = scans.as_mut().ok_or(Damaged)?;
                if scans.needs_quantization().any(|id| !quantized[id]) {
                    return Err(Damaged);
                }
                at = scans.read(body, &tables, interval, bytes, at)?;
            }
            0xe1 if jpeg.exif.is_none() && body.starts_with(b"Exif\0\0") => {
                jpeg.exif = Some(data.start + 6..data.end);
            }
            // Applications' own, comments.
            0xe0..=0xef | 0xfe => {}
            _ => return Err(Damaged),
        }
    }
}

/// The marker at or behind `at`, and the place of what belongs to it.
fn segment(bytes: &[u8], mut at: usize) -> Result<(u8, Range<usize>), Unreadable> {
    let byte = |at: usize| bytes.get(at).copied().ok_or(CutShort);
    if byte(at)? != 0xff {
        return Err(Damaged);
    }
    while byte(at)? == 0xff {
        at += 1;
    }
    let marker = byte(at)?;
    at += 1;
    if marker == 0xd9 {
        return Ok((marker, at..at));
    }
    if marker < 0xc0 || (0xd0..=0xd8).contains(&marker) {
        return Err(Damaged);
    }
    let length = usize::from(u16::from_be_bytes([byte(at)?, byte(at + 1)?]));
    if length < 2 {
        return Err(Damaged);
    }
    if at + length > bytes.len() {
        return Err(CutShort);
    }
    Ok((marker, at + 2..at + length))
}

struct Frame {
    width: u32,
    height: u32,
    components: Vec<ColourComponent>,
}

fn frame(body: &[u8]) -> Result<Frame, Unreadable> {
    let [precision, h1, h0, w1, w0, count, rest @ ..] = body else {
        return Err(Damaged);
    };
    if *precision != 8 {
        return Err(Unreadable::Bits(*precision));
    }
    let count = usize::from(*count);
    if rest.len() != 3 * count {
        return Err(Damaged);
    }
    if !matches!(count, 1 | 3 | 4) {
        return Err(Unreadable::Colours(count));
    }
    let (width, height) = (u16::from_be_bytes([*w1, *w0]), u16::from_be_bytes([*h1, *h0]));
    let mut components: Vec<ColourComponent> = Vec::new();
    for part in rest.chunks_exact(3) {
        let component = ColourComponent::new(part[0], part[1] >> 4, part[1] & 15, part[2]);
        let known = components.iter().any(|c| c.id == part[0]);
        components.push(component.filter(|_| !known).ok_or(Damaged)?);
    }
    Ok(Frame { width: width.into(), height: height.into(), components })
}

/// Huffman tables, by class (DC, AC) and number.
fn define_tables(
    mut body: &[u8],
    tables: &mut [[Option<HuffmanTable>; 4]; 2],
) -> Result<(), Unreadable> {
    while let [head, rest @ ..] = body {
        let (class, id) = (usize::from(head >> 4), usize::from(head & 15));
        let (counts, rest) = rest.split_at_checked(16).ok_or(Damaged)?;
        let symbols = counts.iter().map(|n| usize::from(*n)).sum();
        let (symbols, rest) = rest.split_at_checked(symbols).ok_or(Damaged)?;
        if class > 1 || id > 3 {
            return Err(Damaged);
        }
        let table = HuffmanTable::new(counts, symbols, class == 0).ok_or(Damaged)?;
        tables[class][id] = Some(table);
        body = rest;
    }
    Ok(())
}

fn define_quantization(mut body: &[u8], known: &mut [bool; 4]) -> Result<(), Unreadable> {
    while let [head, rest @ ..] = body {
        let (wide, id) = (usize::from(head >> 4), usize::from(head & 15));
        if wide > 1 || id > 3 {
            return Err(Damaged);
        }
        let (_, rest) = rest.split_at_checked(64 * (wide + 1)).ok_or(Damaged)?;
        known[id] = true;
        body = rest;
    }
    Ok(())
}
