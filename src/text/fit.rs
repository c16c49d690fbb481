//! Fits a text into a box: the largest size at which it stays inside, or by how much it is too long. Called for each text
//! that is drawn on a face.

use super::shape::Shaped;

/// Sizes are tried in steps of this many points.
pub const STEP: f32 = 0.1;

/// A box for text, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextFrame {
    pub width: f32,
    pub height: f32,
    /// Most lines, if they are limited.
    pub lines: Option<usize>,
    /// Smallest size in points.
    pub smallest: f32,
}

/// How far a text stays out of its box at the smallest size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overflow {
    /// About how many words, and letters, to cut.
    pub words: usize,
    pub letters: usize,
    /// Height that the text takes and that the box has (width, when it is too wide), in millimetres.
    pub needs: f32,
    pub has: f32,
    /// A word is wider than the box, or a single line too long.
    pub too_wide: bool,
}

/// Rounding of metrics may not decide whether a line fits.
const SLACK: f32 = 0.005;

/// Whether the text fits at `size` points.
pub fn fits(shaped: &mut Shaped, frame: &TextFrame, size: f32) -> bool {
    let extent = shaped.measure(frame.width, size);
    extent.height <= frame.height + SLACK
        && extent.width <= frame.width + SLACK
        && frame.lines.is_none_or(|most| extent.lines <= most)
}

/// The largest size, at most `ceiling` points and in steps of `STEP`, at which the text fits.
///
/// # Errors
/// The overflow at the smallest size.
pub fn largest_size(shaped: &mut Shaped, frame: &TextFrame, ceiling: f32) -> Result<f32, Overflow> {
    if fits(shaped, frame, ceiling) {
        return Ok(ceiling);
    }
    if frame.smallest >= ceiling || !fits(shaped, frame, frame.smallest) {
        return Err(overflow(shaped, frame));
    }
    // Invariant: `low` steps above the smallest fit, `high` do not.
    let (mut low, mut high) = (0u32, 1u32);
    while frame.smallest + STEP * (high as f32) < ceiling {
        high += 1;
    }
    while high - low > 1 {
        let middle = u32::midpoint(low, high);
        if fits(shaped, frame, frame.smallest + STEP * middle as f32) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(frame.smallest + STEP * low as f32)
}

fn overflow(shaped: &mut Shaped, frame: &TextFrame) -> Overflow {
    let size = frame.smallest.min(shaped.style().size);
    let extent = shaped.measure(frame.width, size);
    let (words, letters) = shaped.amount();
    let too_wide = extent.width > frame.width + SLACK;
    let too_many = frame.lines.is_some_and(|most| extent.lines > most);
    // A line that would need two is too long; one in a box that is too low is not.
    let too_wide = too_wide || (too_many && frame.lines == Some(1));
    let (needs, has) = if too_wide {
        // What the words take on as many lines as they may have.
        let lines = frame.lines.unwrap_or(1).max(1);
        let whole = shaped.measure(f32::MAX, size).width / lines as f32;
        (whole.max(extent.width), frame.width)
    } else if too_many {
        let most = frame.lines.unwrap_or(1).max(1);
        (extent.height, extent.height * most as f32 / extent.lines as f32)
    } else {
        (extent.height, frame.height)
    };
    let share = 1.0 - has / needs.max(has).max(f32::MIN_POSITIVE);
    let cut = |of: usize| ((of as f32 * share).ceil() as usize).clamp(1, of.max(1));
    Overflow { words: cut(words), letters: cut(letters), needs, has, too_wide }
}
