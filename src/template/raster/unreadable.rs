//! The reasons why a picture cannot be read, in words that follow the file's name, and what to do. The readers of PNG, JPEG and WebP
//! return them.

use crate::source::Fault;
use crate::template::bounds::{MOST_PIXELS, MOST_SIDE};

pub fn cut_short() -> Fault {
    Fault::new(
        "is cut short: its end is missing",
        "copy or download it again: the file is not whole",
    )
}

pub fn damaged() -> Fault {
    Fault::new(
        "is damaged: bytes of it were changed or lost",
        "copy or download it again, or save it anew from the program that made it",
    )
}

/// A JPEG that hardly any program writes.
pub fn unusual_jpeg(what: impl Into<String>) -> Fault {
    Fault::new(what, "save it as PNG, or as an ordinary JPEG")
}

/// That a picture is not too large to be decoded.
pub fn check_size(width: u32, height: u32) -> Result<(), Fault> {
    let (wide, high) = (u64::from(width), u64::from(height));
    let too_large = if wide.saturating_mul(high) > MOST_PIXELS {
        format!("has more than {} million pixels ({width} x {height})", MOST_PIXELS / 1_000_000)
    } else if wide.min(high) == 0 {
        return Err(damaged());
    } else if wide.max(high) > MOST_SIDE {
        format!("is {width} x {height} pixels; {MOST_SIDE} on a side are the most")
    } else {
        return Ok(());
    };
    let help = "save it smaller: 300 dpi at the size at which it is printed are enough";
    Err(Fault::new(too_large, help))
}
