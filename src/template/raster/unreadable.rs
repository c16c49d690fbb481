//! The reasons why a picture cannot be read. The readers of PNG, JPEG and WebP return them; `read` passes their messages on.

use crate::template::bounds::{MOST_PIXELS, MOST_SIDE};

/// What keeps a PNG, JPEG or WebP from being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    CutShort,
    Damaged,
    /// Width and height, that make more than [`MOST_PIXELS`].
    ManyPixels(u32, u32),
    /// Width and height, of which one is more than [`MOST_SIDE`].
    LongSide(u32, u32),
    Animation,
    /// A JPEG of a kind that few programs read: what it is.
    FewRead(&'static str),
    /// A JPEG with so many bits a colour.
    Bits(u8),
    /// A JPEG with so many colours.
    Colours(usize),
    /// A JPEG of more scans than this.
    Scans(usize),
}

impl Unreadable {
    /// What is wrong, in words that follow the file's name.
    pub fn message(self) -> String {
        match self {
            Unreadable::CutShort => "is cut short: its end is missing".into(),
            Unreadable::Damaged => "is damaged: bytes of it were changed or lost".into(),
            Unreadable::ManyPixels(width, height) => {
                let most = MOST_PIXELS / 1_000_000;
                format!("has more than {most} million pixels ({width} x {height})")
            }
            Unreadable::LongSide(width, height) => {
                format!("is {width} x {height} pixels; {MOST_SIDE} on a side are the most")
            }
            Unreadable::Animation => "is an animation: only single pictures are printed".into(),
            Unreadable::FewRead(what) => format!("is {what} few programs read"),
            Unreadable::Bits(bits) => {
                format!("is a JPEG of {bits} bits a colour, which few programs read")
            }
            Unreadable::Colours(count) => {
                format!("is a JPEG of {count} colours: 1, 3 and 4 are read")
            }
            Unreadable::Scans(most) => format!("is a JPEG of more than {most} scans"),
        }
    }

    /// What to do about it.
    pub fn help(self) -> &'static str {
        match self {
            Unreadable::CutShort => "copy or download it again: the file is not whole",
            Unreadable::Damaged => {
                "copy or download it again, or save it anew from the program that made it"
            }
            Unreadable::ManyPixels(..) | Unreadable::LongSide(..) => {
                "save it smaller: 300 dpi at the size at which it is printed are enough"
            }
            Unreadable::Animation => "save one picture of it as PNG, JPEG or WebP",
            _ => "save it as PNG, or as an ordinary JPEG",
        }
    }
}
