//! Reads transforms as CSS writes them: with units, along one axis, about an origin, in the box of the shape itself. An element
//! and its declarations come in; the value of a plain `transform` attribute goes out. Called by `elements`.

use kurbo::{BezPath, Rect, Shape};
use roxmltree::Node;
use svgtypes::{Length, LengthUnit, PointsParser, TransformOrigin};

use super::super::affine::Affine;
use super::super::document::properties::{number, own, view_box};
use super::super::document::xml::Violation;
use super::declarations::Declaration;

/// What says how an element is transformed; all of it becomes one `transform`.
pub const TRANSFORMS: &[&str] = &["transform", "transform-box", "transform-origin"];

const HELP: &str = "write translate, rotate, scale, skewX, skewY or matrix with plain numbers";

/// The `transform` of an element with all that CSS says about it; `None` when its own attribute already says it.
///
/// # Errors
/// A transform that cannot be read, or about a place that is not known.
pub fn plain_transform(
    node: Node<'_, '_>,
    declared: &[Declaration],
) -> Result<Option<String>, Violation> {
    let css = |name: &str| declared.iter().find(|d| d.name == name);
    let value = |name: &str| match css(name) {
        Some(declaration) => Some(declaration.value.as_str()),
        None => node.attribute(name),
    };
    let Some(transform) = value("transform") else {
        return Ok(None);
    };
    let origin = value("transform-origin");
    let reference = value("transform-box").unwrap_or("view-box");
    let is_plain = css("transform").is_none() && origin.is_none() && reference == "view-box";
    let is_filled = transform.contains("{{");
    if is_plain && (is_filled || Affine::parse(transform).is_some()) {
        return Ok(None);
    }
    let refused = |part: &str, message: String, help: &str| Violation {
        code: None,
        range: node.range(),
        part: part.to_owned(),
        message,
        help: help.to_owned(),
    };
    if is_filled {
        if origin.is_none() && reference == "view-box" {
            return Ok(Some(transform.to_owned()));
        }
        let message = "a `transform` with a placeholder has an origin of its own".to_owned();
        let help = "write the place into the transform: rotate({{turn}} 30 40)";
        return Err(refused("", message, help));
    }
    let area = match reference {
        "view-box" => viewport(node),
        "fill-box" | "content-box" => fill_box(node),
        _ => None,
    };
    let unknown = || {
        let message =
            format!("the place that `transform-box: {reference}` names is not known here");
        let help = "turn it about a place in numbers, rotate(45 30 40), or put it into a path (Inkscape: Path, Object to Path)";
        refused("transform-box", message, help)
    };
    if area.is_none() && reference != "view-box" {
        return Err(unknown());
    }
    let map = read(transform, area).ok_or_else(|| {
        refused(
            transform,
            format!("`{transform}` is not a transform that is read"),
            HELP,
        )
    })?;
    let (x, y) = match origin {
        None => (0.0, 0.0),
        Some(origin) => {
            let place = origin.parse::<TransformOrigin>().ok();
            let place = place.and_then(|place| {
                let side = |length, side: fn(Rect) -> f64| distance(length, area.map(side));
                let x = side(place.x_offset, |a| a.width())?;
                Some((x, side(place.y_offset, |a| a.height())?))
            });
            place.ok_or_else(|| {
                let message = format!("`transform-origin: {origin}` is not a place that is read");
                refused(
                    origin,
                    message,
                    "write two numbers: transform-origin: 30px 40px",
                )
            })?
        }
    };
    let (left, top) = area.map_or((0.0, 0.0), |a| (a.x0, a.y0));
    let there = Affine::translate(x + left, y + top).then_inner(map);
    let map = there.then_inner(Affine::translate(-x - left, -y - top));
    Ok(Some(map.to_svg()))
}

/// Reads a list of transform functions of CSS or SVG; shares are of `area`.
fn read(value: &str, area: Option<Rect>) -> Option<Affine> {
    let mut map = Affine::IDENTITY;
    let mut rest = value.trim();
    if rest == "none" {
        return Some(map);
    }
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (inner, after) = after.split_once(')')?;
        rest = after.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        let separates = |c: char| c == ',' || c.is_whitespace();
        let words: Vec<&str> = inner.split(separates).filter(|w| !w.is_empty()).collect();
        let plain = |at: usize| words.get(at)?.parse::<f64>().ok();
        let angle = |at: usize| Some(words.get(at)?.parse::<svgtypes::Angle>().ok()?.to_degrees());
        let slope = |at: usize| Some(angle(at)?.to_radians().tan());
        let length = |at: usize, side: fn(Rect) -> f64| {
            distance(words.get(at)?.parse().ok()?, area.map(side))
        };
        let across = |at| length(at, |a| a.width());
        let down = |at| length(at, |a| a.height());
        let turn = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            Affine([cos, sin, -sin, cos, 0.0, 0.0])
        };
        let function = name.trim().to_ascii_lowercase();
        map = map.then_inner(match (function.as_str(), words.len()) {
            ("matrix", 6) => {
                let numbers: Option<Vec<f64>> = (0..6).map(plain).collect();
                Affine(numbers?.try_into().ok()?)
            }
            ("translate", 1) | ("translatex", 1) => Affine::translate(across(0)?, 0.0),
            ("translate", 2) | ("translate3d", 3) => Affine::translate(across(0)?, down(1)?),
            ("translatey", 1) => Affine::translate(0.0, down(0)?),
            ("translatez", 1) => Affine::IDENTITY,
            ("scale", 1) => Affine::scale(plain(0)?, plain(0)?),
            ("scale", 2) => Affine::scale(plain(0)?, plain(1)?),
            ("scalex", 1) => Affine::scale(plain(0)?, 1.0),
            ("scaley", 1) => Affine::scale(1.0, plain(0)?),
            ("rotate" | "rotatez", 1) => turn(angle(0)?),
            ("rotate", 3) => Affine::translate(plain(1)?, plain(2)?)
                .then_inner(turn(angle(0)?))
                .then_inner(Affine::translate(-plain(1)?, -plain(2)?)),
            ("skew" | "skewx", 1) => Affine([1.0, 0.0, slope(0)?, 1.0, 0.0, 0.0]),
            ("skew", 2) => Affine([1.0, slope(1)?, slope(0)?, 1.0, 0.0, 0.0]),
            ("skewy", 1) => Affine([1.0, slope(0)?, 0.0, 1.0, 0.0, 0.0]),
            _ => return None,
        });
    }
    Some(map)
}

/// A length in the drawing's units; a share is of `side`.
fn distance(length: Length, side: Option<f64>) -> Option<f64> {
    let number = length.number;
    Some(match length.unit {
        LengthUnit::None | LengthUnit::Px => number,
        LengthUnit::Percent => number / 100.0 * side?,
        LengthUnit::In => number * 96.0,
        LengthUnit::Cm => number * 96.0 / 2.54,
        LengthUnit::Mm => number * 96.0 / 25.4,
        LengthUnit::Pt => number * 96.0 / 72.0,
        LengthUnit::Pc => number * 16.0,
        LengthUnit::Em | LengthUnit::Ex => return None,
    })
}

/// The size of the drawing around an element; it begins at (0, 0) whatever the viewBox does.
fn viewport(node: Node<'_, '_>) -> Option<Rect> {
    let root = node.ancestors().skip(1).find(|n| n.has_tag_name("svg"))?;
    let (width, height) = match view_box(root) {
        Some([_, _, width, height]) => (width, height),
        None => {
            let side = |name| root.attribute(name).and_then(number);
            (side("width")?, side("height")?)
        }
    };
    Some(Rect::new(0.0, 0.0, width, height))
}

/// The box around the fill of an element in its own space; `None` when what is in it is only known once it is drawn.
fn fill_box(node: Node<'_, '_>) -> Option<Rect> {
    let outline = outline(node)?;
    (!outline.elements().is_empty()).then(|| outline.bounding_box())
}

fn outline(node: Node<'_, '_>) -> Option<BezPath> {
    let length = |name| match own(node, name) {
        None => Some(0.0),
        Some(value) => distance(value.parse().ok()?, None),
    };
    let shape = match node.tag_name().name() {
        "rect" | "image" => {
            let (x, y) = (length("x")?, length("y")?);
            Rect::new(x, y, x + length("width")?, y + length("height")?).to_path(0.01)
        }
        "circle" => kurbo::Circle::new((length("cx")?, length("cy")?), length("r")?).to_path(1e-6),
        "ellipse" => {
            let radii = (length("rx")?, length("ry")?);
            kurbo::Ellipse::new((length("cx")?, length("cy")?), radii, 0.0).to_path(1e-6)
        }
        "line" => {
            let from = (length("x1")?, length("y1")?);
            kurbo::Line::new(from, (length("x2")?, length("y2")?)).to_path(0.01)
        }
        "polygon" | "polyline" => {
            let mut path = BezPath::new();
            for point in PointsParser::from(node.attribute("points")?) {
                if path.elements().is_empty() {
                    path.move_to(point);
                } else {
                    path.line_to(point);
                }
            }
            path
        }
        "path" => BezPath::from_svg(node.attribute("d")?).ok()?,
        "g" | "a" => {
            let mut whole = BezPath::new();
            for child in node.children().filter(Node::is_element) {
                let map = match own(child, "transform") {
                    Some(transform) => Affine::parse(transform)?,
                    None => Affine::IDENTITY,
                };
                whole.extend(kurbo::Affine::new(map.0) * outline(child)?);
            }
            whole
        }
        "title" | "desc" | "defs" | "metadata" => BezPath::new(),
        _ => return None,
    };
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::super::declarations::read_declarations;
    use super::*;

    /// Where (30, 20) is moved to.
    fn moved(element: &str) -> Result<Option<(f64, f64)>, String> {
        let svg = format!("<svg viewBox=\"0 0 100 50\">{element}</svg>");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let node = document.root_element().first_element_child().unwrap();
        let declared = read_declarations(node.attribute("style").unwrap_or(""));
        let map = plain_transform(node, &declared).map_err(|v| v.message)?;
        let place = |map: String| Affine::parse(&map).unwrap().apply(30.0, 20.0);
        let round = |n: f64| (n * 1000.0).round() / 1000.0 + 0.0;
        Ok(map.map(place).map(|(x, y)| (round(x), round(y))))
    }

    #[test]
    fn transforms_of_css_are_read() {
        for (transform, place) in [
            ("none", (30.0, 20.0)),
            ("translate(10px, 5px)", (40.0, 25.0)),
            ("translate(1in)", (126.0, 20.0)),
            ("translateX(10%) translateY(-10%)", (40.0, 15.0)),
            ("translate3d(1px, 2px, 0)", (31.0, 22.0)),
            ("rotate(90deg)", (-20.0, 30.0)),
            ("rotate(.25turn)", (-20.0, 30.0)),
            ("rotate(100grad) scale(2)", (-40.0, 60.0)),
            ("rotate(90 30 20)", (30.0, 20.0)),
            ("scaleX(-1)", (-30.0, 20.0)),
            ("scale(2, 3) translate(1,1)", (62.0, 63.0)),
            ("skewX(45deg)", (50.0, 20.0)),
            ("skew(0deg, 45deg)", (30.0, 50.0)),
            ("matrix(1,0,0,1,5,6)", (35.0, 26.0)),
        ] {
            let element = format!("<g style=\"transform:{transform}\"/>");
            assert_eq!(moved(&element), Ok(Some(place)), "{transform}");
        }
        let centre = "style=\"transform:rotate(180deg);transform-origin:center\"";
        assert_eq!(moved(&format!("<g {centre}/>")), Ok(Some((70.0, 30.0))));
        let attribute = "transform=\"rotate(180)\" transform-origin=\"30 0\"";
        assert_eq!(moved(&format!("<g {attribute}/>")), Ok(Some((30.0, -20.0))));
    }

    #[test]
    fn plain_transforms_and_placeholders_stay() {
        for element in [
            "<g/>",
            "<g transform=\"rotate(30) translate(1 2)\"/>",
            "<g transform=\"rotate({{turn}})\"/>",
            "<g style=\"transform-origin:center\"/>",
        ] {
            assert_eq!(moved(element), Ok(None), "{element}");
        }
    }

    #[test]
    fn the_box_of_a_shape_is_what_it_turns_about() {
        let half =
            "style=\"transform:rotate(180deg);transform-box:fill-box;transform-origin:center\"";
        for (tag, place) in [
            (
                "rect x=\"20\" y=\"10\" width=\"20\" height=\"10\"",
                (30.0, 10.0),
            ),
            ("circle cx=\"40\" cy=\"20\" r=\"7\"", (50.0, 20.0)),
            (
                "ellipse cx=\"30\" cy=\"30\" rx=\"7\" ry=\"1\"",
                (30.0, 40.0),
            ),
            ("line x1=\"10\" y1=\"0\" x2=\"30\" y2=\"40\"", (10.0, 20.0)),
            ("polygon points=\"0,0 60,0 60,20\"", (30.0, 0.0)),
            ("path d=\"M10 10c0 20 40 20 40 0z\"", (30.0, 15.0)),
        ] {
            let place = moved(&format!("<{tag} {half}/>")).unwrap().zip(Some(place));
            let near = place.is_some_and(|(a, b)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 0.01);
            assert!(near, "{tag}: {place:?}");
        }
        let group = "<g STYLE><title>x</title><rect width=\"10\" height=\"10\"/><circle transform=\"translate(90 30)\" r=\"10\"/></g>";
        assert_eq!(moved(&group.replace("STYLE", half)), Ok(Some((70.0, 20.0))));
        let corner = "<rect x=\"30\" y=\"20\" width=\"9\" height=\"9\" style=\"transform:scale(3);transform-box:fill-box\"/>";
        assert_eq!(moved(corner), Ok(Some((30.0, 20.0))));
    }

    #[test]
    fn what_cannot_be_done_is_named() {
        for (element, says) in [
            (
                "<g style=\"transform:rotate3d(1,1,0,9deg)\"/>",
                "not a transform",
            ),
            ("<g transform=\"rotate(x)\"/>", "not a transform"),
            (
                "<g style=\"transform:rotate(1deg);transform-origin:1em 2em\"/>",
                "not a place",
            ),
            (
                "<text style=\"transform:scale(2);transform-box:fill-box\">a</text>",
                "fill-box",
            ),
            (
                "<rect style=\"transform:scale(2);transform-box:stroke-box\"/>",
                "stroke-box",
            ),
            (
                "<g transform=\"rotate({{a}})\" transform-origin=\"center\"/>",
                "placeholder",
            ),
        ] {
            let told = moved(element).unwrap_err();
            assert!(told.contains(says), "{element}: {told}");
        }
    }
}
