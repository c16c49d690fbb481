//! Checks that a JPEG is whole, since a PDF carries the file unchanged. Its segments (ITU-T T.81, B) say what it is and where it ends;
//! that the decoder reads what they hold, without guessing, says that it is all there.

use std::ops::Range;

use zune_jpeg::errors::DecodeErrors;

use super::decode::check_jpeg;
use super::kind::{PictureHeader, RasterFormat};
use super::unreadable::{check_size, cut_short, damaged, unusual_jpeg};
use crate::source::Fault;

/// More scans than any program writes.
const MOST_SCANS: usize = 100;

/// Bytes that are put behind the last scan: more than one of its blocks takes.
const PADDING: usize = 8_192;

/// Reads the whole file.
///
/// # Errors
/// Why it cannot be read.
pub fn read_jpeg(bytes: &[u8]) -> Result<PictureHeader, Fault> {
    let (mut frame, mut exif) = (None, None::<Range<usize>>);
    let (mut scans, mut scans_end, mut at) = (0, 0, 2);
    loop {
        let (marker, data) = segment(bytes, at)?;
        let body = &bytes[data.clone()];
        at = data.end;
        match marker {
            0xd9 => break,
            0xc0..=0xc2 if frame.is_none() => frame = Some(read_frame(body)?),
            0xc9..=0xcf => return Err(few_read("a JPEG with arithmetic coding, which")),
            0xc3 => return Err(few_read("a lossless JPEG, which")),
            0xc0..=0xc2 | 0xc5..=0xc7 => return Err(few_read("a hierarchical JPEG, which")),
            0xda => {
                scans += 1;
                if scans > MOST_SCANS {
                    let what = format!("is a JPEG of more than {MOST_SCANS} scans");
                    return Err(unusual_jpeg(what));
                }
                at += scan_length(&bytes[at..]).ok_or_else(cut_short)?;
                scans_end = at;
            }
            0xe1 if exif.is_none() && body.starts_with(b"Exif\0\0") => {
                exif = Some(data.start + 6..data.end);
            }
            // Tables; applications' own, comments.
            0xc4 | 0xdb | 0xdd | 0xe0..=0xef | 0xfe => {}
            _ => return Err(damaged()),
        }
    }
    let (width, height, components) = frame.filter(|_| scans > 0).ok_or_else(damaged)?;
    let size = (width, height);
    // Where codes are missing before the end mark, a decoder makes them up. Ones alone are no code: a decoder that reads on fails.
    let ones = [0xff, 0x00].repeat(PADDING / 2);
    let padded = [&bytes[..scans_end], &ones, &bytes[scans_end..at]].concat();
    check_jpeg(&padded, size).map_err(|error| match error {
        DecodeErrors::Unsupported(_) | DecodeErrors::LargeDimensions(_) => {
            few_read("a JPEG of a kind that")
        }
        _ if check_jpeg(&bytes[..at], size).is_ok() => cut_short(),
        _ => damaged(),
    })?;
    let header = PictureHeader::new(RasterFormat::Jpeg, size, exif, bytes);
    Ok(PictureHeader { inks: components == 4, ..header })
}

fn few_read(what: &str) -> Fault {
    unusual_jpeg(format!("is {what} few programs read"))
}

/// The marker at or behind `at`, and the place of what belongs to it.
fn segment(bytes: &[u8], mut at: usize) -> Result<(u8, Range<usize>), Fault> {
    let byte = |at: usize| bytes.get(at).copied().ok_or_else(cut_short);
    if byte(at)? != 0xff {
        return Err(damaged());
    }
    while byte(at)? == 0xff {
        at += 1;
    }
    let marker = byte(at)?;
    at += 1;
    if marker == 0xd9 {
        return Ok((marker, at..at));
    }
    let length = usize::from(u16::from_be_bytes([byte(at)?, byte(at + 1)?]));
    if length < 2 {
        return Err(damaged());
    }
    if at + length > bytes.len() {
        return Err(cut_short());
    }
    Ok((marker, at + 2..at + length))
}

/// Bytes of the codes that begin `scan`, up to the next marker that is not a restart.
fn scan_length(scan: &[u8]) -> Option<usize> {
    scan.windows(2).position(|two| two[0] == 0xff && !matches!(two[1], 0 | 0xd0..=0xd7 | 0xff))
}

/// Width, height and number of colours.
fn read_frame(body: &[u8]) -> Result<(u32, u32, u8), Fault> {
    let [precision, h1, h0, w1, w0, count, ..] = *body else {
        return Err(damaged());
    };
    if precision != 8 {
        return Err(few_read(&format!("a JPEG of {precision} bits a colour, which")));
    }
    if !matches!(count, 1 | 3 | 4) {
        return Err(unusual_jpeg(format!("is a JPEG of {count} colours: 1, 3 and 4 are read")));
    }
    let (width, height) =
        (u16::from_be_bytes([w1, w0]).into(), u16::from_be_bytes([h1, h0]).into());
    check_size(width, height)?;
    Ok((width, height, count))
}
