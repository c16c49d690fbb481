//! Reads transforms as CSS writes them: with units, along one axis, about an origin, in the box of the shape itself. An element
//! and its declarations come in; the value of a plain `transform` attribute goes out. Called by `elements`.

use kurbo::{BezPath, Rect, Shape};
use svgtypes::{Angle, Length, LengthUnit, TransformOrigin};

use super::super::affine::Affine;
use super::super::document::properties::{own, view_box};
use super::super::document::xml::{SvgNode, Violation, tag_of};
use super::declarations::Declaration;

/// What says how an element is transformed; all of it becomes one `transform`.
pub const TRANSFORMS: &[&str] = &["transform", "transform-box", "transform-origin"];

/// The attribute that transforms an element, or what a gradient or a pattern paints.
pub fn transform_attribute(node: SvgNode<'_>) -> &'static str {
    match tag_of(node) {
        "linearGradient" | "radialGradient" => "gradientTransform",
        "pattern" => "patternTransform",
        _ => "transform",
    }
}

/// The `transform` of an element with all that CSS says about it; `None` when its own attribute already says it.
///
/// # Errors
/// A transform that cannot be read, or about a place that is not known.
pub fn plain_transform(
    node: SvgNode<'_>,
    declared: &[Declaration],
) -> Result<Option<String>, Violation> {
    let own = [transform_attribute(node), TRANSFORMS[1], TRANSFORMS[2]];
    let [transform, reference, origin] = [0, 1, 2].map(|at| {
        let css = declared.iter().find(|d| d.name == TRANSFORMS[at]);
        css.map(|d| d.value.as_str()).or_else(|| node.attribute(own[at]))
    });
    let Some(transform) = transform else {
        return Ok(None);
    };
    let is_plain = transform.contains("{{") || Affine::parse(transform).is_some();
    if is_plain && origin.or(reference).is_none() {
        return Ok((node.attribute(own[0]) != Some(transform)).then(|| transform.to_owned()));
    }
    let refused = |part: &str, message: String| {
        let help = "write translate, rotate, scale, skewX, skewY or matrix with plain numbers, as in rotate(45 30 40), which turns about (30, 40)";
        Violation::new(node.range(), message, help).part(part)
    };
    let area = match reference {
        None | Some("view-box") => viewport(node),
        Some(reference) => {
            let area = (reference == "fill-box").then(|| outline(node)).flatten();
            let message = || format!("where `transform-box: {reference}` lies is not known here");
            let area = area.filter(|path| !path.elements().is_empty());
            Some(area.ok_or_else(|| refused(reference, message()))?.bounding_box())
        }
    };
    let place = |origin: &str| {
        let place: TransformOrigin = origin.parse().ok()?;
        let x = distance(place.x_offset, area.map(|a| a.width()))?;
        Some((x, distance(place.y_offset, area.map(|a| a.height()))?))
    };
    let (x, y) = place(origin.unwrap_or("0 0")).ok_or_else(|| {
        refused("transform-origin", "`transform-origin` is not a place that is read".into())
    })?;
    let (x, y) = area.map_or((x, y), |area| (area.x0 + x, area.y0 + y));
    let map = read(transform, area).ok_or_else(|| {
        refused(transform, format!("`{transform}` is not a transform that is read"))
    })?;
    let map = Affine::translate(x, y).then_inner(map);
    Ok(Some(map.then_inner(Affine::translate(-x, -y)).to_svg()))
}

/// Reads a list of transform functions; shares are of `area`.
fn read(value: &str, area: Option<Rect>) -> Option<Affine> {
    let mut plain = String::new();
    let mut rest = value.trim().trim_start_matches("none");
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (inner, after) = after.split_once(')')?;
        rest = after.trim_start_matches([' ', ',', '\n', '\t']);
        let name = name.trim().to_ascii_lowercase();
        let words = inner.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
        let number = |(at, word): (usize, &str)| match (name.as_str(), at) {
            ("translatey", _) | ("translate", 1) => {
                distance(word.parse().ok()?, area.map(|a| a.height()))
            }
            ("translate" | "translatex", _) => {
                distance(word.parse().ok()?, area.map(|a| a.width()))
            }
            ("rotate" | "rotatez" | "skew" | "skewx" | "skewy", 0) => {
                Some(word.parse::<Angle>().ok()?.to_degrees())
            }
            _ => word.parse().ok(),
        };
        let numbers: Option<Vec<String>> =
            words.enumerate().map(|word| Some(number(word)?.to_string())).collect();
        let numbers = numbers?.join(" ");
        plain.push_str(&match name.as_str() {
            "translatey" => format!("translate(0 {numbers})"),
            "scalex" => format!("scale({numbers} 1)"),
            "scaley" => format!("scale(1 {numbers})"),
            "skew" | "skewx" => format!("skewX({numbers})"),
            "skewy" => format!("skewY({numbers})"),
            "translatex" => format!("translate({numbers})"),
            "rotatez" => format!("rotate({numbers})"),
            name => format!("{name}({numbers})"),
        });
    }
    Affine::parse(&plain)
}

/// A length in the drawing's units; a share is of `side`.
fn distance(length: Length, side: Option<f64>) -> Option<f64> {
    let unit = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::Percent => side? / 100.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pt => 96.0 / 72.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::Em | LengthUnit::Ex => return None,
    };
    Some(length.number * unit)
}

/// The size of the drawing around an element; it begins at (0, 0) whatever the viewBox does.
fn viewport(node: SvgNode<'_>) -> Option<Rect> {
    let root = node.ancestors().skip(1).find(|n| n.has_tag_name("svg"))?;
    let [_, _, width, height] = view_box(root)?;
    Some(Rect::new(0.0, 0.0, width, height))
}

/// The outline of a shape or a group in its own space, without round corners; `None` when it is only known once it is drawn.
pub fn outline(node: SvgNode<'_>) -> Option<BezPath> {
    let length = |name| match own(node, name) {
        None => Some(0.0),
        Some(value) => distance(value.parse().ok()?, None),
    };
    let path = match tag_of(node) {
        "rect" | "image" => {
            let (x, y) = (length("x")?, length("y")?);
            format!("M{x} {y}h{}v{}H{x}z", length("width")?, length("height")?)
        }
        tag @ ("circle" | "ellipse") => {
            let names = if tag == "circle" { ["r", "r"] } else { ["rx", "ry"] };
            let [rx, ry] = names.map(length);
            let (rx, ry, left, y) = (rx?, ry?, length("cx")? - rx?, length("cy")?);
            let half = |width: f64| format!("a{rx} {ry} 0 1 0 {width} 0");
            format!("M{left} {y}{}{}", half(2.0 * rx), half(-2.0 * rx))
        }
        "line" => {
            let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(length);
            format!("M{} {}L{} {}", x1?, y1?, x2?, y2?)
        }
        "polygon" | "polyline" => format!("M{}", node.attribute("points")?),
        "path" => node.attribute("d")?.to_owned(),
        "g" | "a" => {
            let mut whole = BezPath::new();
            for child in node.children().filter(SvgNode::is_element) {
                let map = Affine::parse(own(child, "transform").unwrap_or(""))?;
                whole.extend(kurbo::Affine::new(map.0) * outline(child)?);
            }
            return Some(whole);
        }
        "title" | "desc" | "defs" => String::new(),
        _ => return None,
    };
    BezPath::from_svg(&path).ok()
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
            ("rotate(90deg)", (-20.0, 30.0)),
            ("rotate(.25turn)", (-20.0, 30.0)),
            ("rotate(100grad) scale(2)", (-40.0, 60.0)),
            ("rotate(90 30 20)", (30.0, 20.0)),
            ("scaleX(-1)", (-30.0, 20.0)),
            ("scale(2, 3) translate(1,1)", (62.0, 63.0)),
            ("skewX(45deg)", (50.0, 20.0)),
            ("skewY(45deg)", (30.0, 50.0)),
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
            ("rect x=\"20\" y=\"10\" width=\"20\" height=\"10\"", (30.0, 10.0)),
            ("circle cx=\"40\" cy=\"20\" r=\"7\"", (50.0, 20.0)),
            ("ellipse cx=\"30\" cy=\"30\" rx=\"7\" ry=\"1\"", (30.0, 40.0)),
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
            ("<g style=\"transform:rotate3d(1,1,0,9deg)\"/>", "not a transform"),
            ("<g transform=\"rotate(x)\"/>", "not a transform"),
            ("<g style=\"transform:rotate(1deg);transform-origin:1em 2em\"/>", "not a place"),
            ("<text style=\"transform:scale(2);transform-box:fill-box\">a</text>", "fill-box"),
            ("<rect style=\"transform:scale(2);transform-box:stroke-box\"/>", "not known"),
            ("<g transform=\"rotate({{a}})\" transform-origin=\"center\"/>", "not a transform"),
        ] {
            let told = moved(element).unwrap_err();
            assert!(told.contains(says), "{element}: {told}");
        }
    }
}
