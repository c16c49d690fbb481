//! Writes cut files for machines: SVG, and DXF that Silhouette Studio's free edition opens. Rectangles with round corners,
//! polygons and the folds of boxes come in, in millimetres from the page's top left corner; closed paths go out, with the folds
//! on a layer of their own and no frame around the page. Called by `session`.

use std::fmt::Write;

use crate::sheet::{Clip, Point, Size};

/// The lines of one sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct CutSheet {
    pub page: Size,
    pub lines: Vec<CutLine>,
    pub folds: Vec<[Point; 2]>,
}

/// A closed line.
#[derive(Debug, Clone, PartialEq)]
pub enum CutLine {
    Rounded(Clip),
    Polygon(Vec<Point>),
}

/// Chords of a quarter of a circle: of 3 mm, each is within a thousandth of a millimetre of its arc.
const CHORDS: usize = 32;

const SVG_MARK: &str = "<!-- made by deckproof export cut -->";
const DXF_MARK: &str = "999\ndeckproof export cut\n";

/// The lines as SVG: sizes in millimetres, and a viewBox, as some programs take pixels for points.
pub fn svg(sheet: &CutSheet) -> Vec<u8> {
    let (width, height) = (number(sheet.page.width), number(sheet.page.height));
    let mut out = format!(
        "{SVG_MARK}\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\" fill=\"none\" stroke=\"#f00\" stroke-width=\"0.1\">\n"
    );
    // One kind of line needs no layers.
    let layered = !sheet.folds.is_empty();
    if layered {
        out.push_str("  <g id=\"cut\">\n");
    }
    for line in &sheet.lines {
        let _ = match line {
            CutLine::Rounded(Clip { rect, radius }) => {
                let [x, y, width, height, radius] =
                    [rect.x, rect.y, rect.width, rect.height, *radius].map(number);
                writeln!(
                    out,
                    "  <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>"
                )
            }
            CutLine::Polygon(points) => writeln!(out, "  <path d=\"M{}Z\"/>", path(points)),
        };
    }
    if layered {
        out.push_str("  </g>\n  <g id=\"fold\" stroke=\"#00f\" stroke-dasharray=\"2 2\">\n");
        for fold in &sheet.folds {
            let _ = writeln!(out, "  <path d=\"M{}\"/>", path(fold));
        }
        out.push_str("  </g>\n");
    }
    out.push_str("</svg>\n");
    out.into_bytes()
}

/// Points as path data, without a letter before them.
fn path(points: &[Point]) -> String {
    let points = points.iter();
    let points: Vec<String> = points.map(|p| format!("{} {}", number(p.x), number(p.y))).collect();
    points.join(" ")
}

/// The lines as DXF: ASCII of release 12, closed polylines, millimetres, y upwards.
pub fn dxf(sheet: &CutSheet) -> Vec<u8> {
    let mut out = String::from(DXF_MARK);
    let mut put = |code: u32, value: &str| {
        let _ = write!(out, "{code}\n{value}\n");
    };
    put(0, "SECTION");
    put(2, "HEADER");
    for (name, code, value) in [
        ("$ACADVER", 1, "AC1009"),
        // Metric units; 4 means millimetres.
        ("$MEASUREMENT", 70, "1"),
        ("$INSUNITS", 70, "4"),
    ] {
        put(9, name);
        put(code, value);
    }
    put(0, "ENDSEC");
    put(0, "SECTION");
    put(2, "ENTITIES");
    let cuts = sheet.lines.iter().map(|line| ("cut", "1", outline(line)));
    let folds = sheet.folds.iter().map(|fold| ("fold", "0", fold.to_vec()));
    for (layer, closed, points) in cuts.chain(folds) {
        put(0, "POLYLINE");
        put(8, layer);
        // Vertices follow; 70 says whether the last joins the first.
        put(66, "1");
        put(70, closed);
        for (code, origin) in [(10, "0.0"), (20, "0.0"), (30, "0.0")] {
            put(code, origin);
        }
        for Point { x, y } in points {
            put(0, "VERTEX");
            put(8, layer);
            put(10, &number(x));
            put(20, &number(sheet.page.height - y));
            put(30, "0.0");
        }
        put(0, "SEQEND");
        put(8, layer);
    }
    put(0, "ENDSEC");
    put(0, "EOF");
    out.into_bytes()
}

/// Whether `bytes` is an SVG of lines that this tool wrote.
pub fn svg_made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(SVG_MARK.as_bytes())
}

/// Whether `bytes` is a DXF that this tool wrote.
pub fn dxf_made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(DXF_MARK.as_bytes())
}

/// The corners of a line, clockwise from the top left; arcs as chords.
fn outline(line: &CutLine) -> Vec<Point> {
    let (rect, radius) = match line {
        CutLine::Rounded(Clip { rect, radius }) => (rect, radius),
        CutLine::Polygon(points) => return points.clone(),
    };
    let r = radius.max(0.0);
    // The middle of each corner's arc, and the angle at which it begins.
    let corners = [
        (rect.x + r, rect.y + r, 180.0),
        (rect.right() - r, rect.y + r, 270.0),
        (rect.right() - r, rect.bottom() - r, 0.0),
        (rect.x + r, rect.bottom() - r, 90.0),
    ];
    let chords = if r > 0.0 { CHORDS } else { 0 };
    let mut points: Vec<Point> = Vec::new();
    for (x, y, from) in corners {
        for step in 0..=chords {
            let turn = 90.0 * step as f64 / chords.max(1) as f64;
            let (sin, cos) = f64::to_radians(from + turn).sin_cos();
            let point = Point { x: x + r * cos, y: y + r * sin };
            let same = |other: &Point| (other.x - point.x).hypot(other.y - point.y) < 1e-6;
            if !points.last().is_some_and(same) && !points.first().is_some_and(same) {
                points.push(point);
            }
        }
    }
    points
}

/// Ten thousandths of a millimetre are enough for any knife.
fn number(mm: f64) -> String {
    let rounded = (mm * 1e4).round() / 1e4;
    // Without `-0`, and with a point in every number.
    format!("{:?}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Rect;

    fn line(radius: f64) -> CutLine {
        CutLine::Rounded(Clip { rect: Rect::new(10.0, 20.0, 30.0, 40.0), radius })
    }

    #[test]
    fn straight_corners_are_four_points() {
        let points: Vec<(f64, f64)> = outline(&line(0.0)).iter().map(|p| (p.x, p.y)).collect();
        let expected = [(10.0, 20.0), (40.0, 20.0), (40.0, 60.0), (10.0, 60.0)];
        assert_eq!(points, expected);
    }

    #[test]
    fn round_corners_are_chords_of_their_arcs() {
        // 4 * 32 chords, and four straight sides between them.
        let points = outline(&line(3.0));
        assert_eq!(points.len(), 4 * 33);
        let off = |p: &Point| {
            let (dx, dy) = ((p.x - 25.0).abs() - 12.0, (p.y - 40.0).abs() - 17.0);
            (dx.max(0.0).hypot(dy.max(0.0)) - 3.0).abs()
        };
        assert!(points.iter().all(|p| off(p) < 1e-9));
        // A circle has no straight sides: where two arcs meet is one point.
        let circle = CutLine::Rounded(Clip { rect: Rect::new(0.0, 0.0, 25.0, 25.0), radius: 12.5 });
        assert_eq!(outline(&circle).len(), 4 * 32);
    }

    #[test]
    fn numbers_are_plain() {
        let all = [0.0, -0.00001, 63.5, 1.0 / 3.0, 100.0].map(number);
        assert_eq!(all, ["0.0", "0.0", "63.5", "0.3333", "100.0"]);
    }
}
