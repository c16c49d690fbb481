//! The most that is painted. A real drawing stays far below each bound; an attack is above. `reading` and `painter` hold
//! them.

/// Pixels of a face at the resolution that is asked for: a poker card with its bleed at 2400 dpi.
pub const MOST_FACE_PIXELS: u64 = 64_000_000;

/// Pixels of one picture that holds many faces.
pub const MOST_SHEET_PIXELS: u64 = 128_000_000;

/// Pixels of all layers together that are kept because several faces show them.
pub const MOST_KEPT_PIXELS: u64 = 128_000_000;

/// How many times as wide or high as its canvas a pattern or the place of a filter may be: they are pixels, seen or not.
pub const MOST_OUTSIZE: f32 = 4.0;

/// How far from its canvas anything may lie, in pixels of a screen: farther, what draws loses its own bounds.
pub const MOST_FAR: f32 = 1e6;

/// Layers of pixels in one another, as so many whole canvases.
pub const MOST_LAYERS: f32 = 32.0;

/// What a layer with a filter counts: it is painted several times.
pub const FILTER: f32 = 4.0;

/// How much more an exporter paints than `check` lets pass: its canvas may lack the bleed, against which `check` measures.
pub const LEEWAY: f32 = 2.0;

/// How many whole canvases one drawing may fill, one over the other: at 300 dpi a second of painting.
pub const MOST_PAINTED: f32 = 1_000.0;

/// What a gradient, a pattern or a picture costs, beside a plain colour.
pub const GRADIENT: f32 = 3.0;

/// What a layer of pixels costs: opacity, masks and the like.
pub const LAYER: f32 = 4.0;

/// What a filter costs on top of that: a blur of a whole card takes a sixth of a second.
pub const BLUR: f32 = 100.0;

/// Pixels of a picture in a drawing that take as long as one canvas: they are decoded.
pub const DECODED: f32 = 100_000.0;

/// Edges of a path that pass one another at one height, and crossings of them, that take as long as one canvas: the edges are sorted.
pub const EDGES: f32 = 30.0;
/// See [`EDGES`].
pub const CROSSINGS: f32 = 300_000.0;

/// Edges that a point of a line has: on both sides of it, and of a round join or end.
pub const LINE_EDGES: f32 = 2.0;
pub const ROUND_EDGES: f32 = 3.0;

/// Dashes of all lines of one drawing.
pub const MOST_DASHES: f32 = 50_000.0;
