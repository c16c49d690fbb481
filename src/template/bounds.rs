//! The limits on the size and drawing cost of a template, a symbol or a picture. A real drawing is far below each limit; only an
//! attack exceeds one. The readers of this room enforce them.

/// Bytes of an SVG file.
pub const MOST_SVG: usize = 8 << 20;

/// Groups in one another, and references that lead to references.
pub const MOST_NESTED: usize = 64;

/// Elements of a drawing, each counted as often as it is drawn.
pub const MOST_ELEMENTS: u64 = 100_000;

/// So many letters of an element's tag (the path of a shape, above all) cost as much as an element.
pub const LETTERS: u64 = 64;

/// What an effect costs (opacity, mask, clip, pattern): pixels of its own, as large as what it is put on.
pub const EFFECT: u64 = 100;

/// What a reference to a gradient or another paint costs.
pub const PAINT: u64 = 20;

/// What a line of words costs: its letters are shaped.
pub const TEXT: u64 = 50;

/// What a filter costs, in elements.
pub const FILTER: u64 = 1_000;

/// Pixels of a picture, width times height: decoded, 200 MB.
pub const MOST_PIXELS: u64 = 50_000_000;

/// Pixels of all pictures of a run, without [`PIXELS_OF_A_BYTE`] for each byte of their files: a photograph has fewer.
pub const MOST_PIXELS_IN_ALL: u64 = 200_000_000;
/// See [`MOST_PIXELS_IN_ALL`].
pub const PIXELS_OF_A_BYTE: u64 = 50;

/// Pixels of one side of a picture.
pub const MOST_SIDE: u64 = 65_535;

/// Units of one side of a drawing's viewBox, and how many times as long as the other it may be.
pub const MOST_UNITS: f64 = 1e6;
/// See [`MOST_UNITS`].
pub const MOST_SLENDER: f64 = 10_000.0;

/// A number of an attribute that we read ourselves: a kilometre.
pub const MOST_NUMBER: f64 = 1e6;

/// Size of words in points.
pub const MOST_POINTS: f64 = 3_000.0;

/// Pages of a text that flows.
pub const MOST_PAGES: usize = 200;

/// Bytes that are written to draw the fronts or the backs of one deck: shapes with their fields filled in, and words.
pub const MOST_WRITTEN: u64 = 128 << 20;

/// Elements that the repetitions of a template draw on one card.
pub const MOST_REPEATED: usize = 20_000;

/// What words in a repetition cost beside their bytes, in bytes written: they are shaped each time.
pub const SHAPING: u64 = 1_024;
