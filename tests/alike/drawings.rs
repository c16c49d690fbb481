//! Small drawings, 100 units wide and high: each kind of element, unit, reference and effect, and random ones.

use proptest::prelude::*;

pub struct Drawing {
    pub name: String,
    pub body: String,
    /// Whether it is also drawn in a template.
    pub in_templates: bool,
}

/// A blue square of 2 × 2 pixels with a red one in its corner.
const PNG: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGM4IScnZ3OCAYiBCAAdCgRrD5IvjwAAAABJRU5ErkJggg==";

/// An element to paint: with `{}` where its looks belong.
const SHAPES: &[(&str, &str)] = &[
    ("rect", "<rect x=\"15\" y=\"20\" width=\"70\" height=\"55\" {}/>"),
    ("round-rect", "<rect x=\"15\" y=\"20\" width=\"70\" height=\"55\" rx=\"12\" ry=\"20\" {}/>"),
    ("circle", "<circle cx=\"50\" cy=\"45\" r=\"35\" {}/>"),
    ("ellipse", "<ellipse cx=\"50\" cy=\"50\" rx=\"42\" ry=\"22\" {}/>"),
    ("path", "<path d=\"M10 80C30 0 70 0 90 80S40 60 30 90Z\" {}/>"),
    ("star", "<polygon points=\"50,8 75,90 8,38 92,38 25,90\" {}/>"),
    ("arc", "<path d=\"M20 50A30 20 30 1 1 80 60Q60 95 20 50\" {}/>"),
];

/// Looks, with the definitions that they need.
const LOOKS: &[(&str, &str, &str)] = &[
    ("plain", "fill=\"#c02020\"", ""),
    ("even-odd", "fill=\"#205080\" fill-rule=\"evenodd\"", ""),
    (
        "pale",
        "fill=\"#c02020\" fill-opacity=\"0.4\" stroke=\"#000\" stroke-width=\"6\" stroke-opacity=\"0.5\"",
        "",
    ),
    ("faded", "fill=\"#c02020\" stroke=\"#104010\" stroke-width=\"8\" opacity=\"0.5\"", ""),
    (
        "stroke-first",
        "fill=\"#e0c040\" stroke=\"#104010\" stroke-width=\"14\" paint-order=\"stroke\"",
        "",
    ),
    (
        "dashed",
        "fill=\"none\" stroke=\"#802080\" stroke-width=\"5\" stroke-dasharray=\"12 6 3\" stroke-dashoffset=\"4\"",
        "",
    ),
    (
        "dots",
        "fill=\"none\" stroke=\"#802080\" stroke-width=\"7\" stroke-dasharray=\"0 14\" stroke-linecap=\"round\"",
        "",
    ),
    ("bevel", "fill=\"none\" stroke=\"#206020\" stroke-width=\"9\" stroke-linejoin=\"bevel\"", ""),
    (
        "mitre",
        "fill=\"none\" stroke=\"#206020\" stroke-width=\"5\" stroke-linejoin=\"miter\" stroke-miterlimit=\"2\"",
        "",
    ),
    (
        "linear",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\"><stop offset=\"0.1\" stop-color=\"#f04000\"/><stop offset=\"0.9\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "linear-user",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\" gradientUnits=\"userSpaceOnUse\"><stop stop-color=\"#f04000\"/><stop offset=\"1\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "linear-turned",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\" gradientTransform=\"rotate(35 0.5 0.5) scale(0.7)\"><stop stop-color=\"#f0e000\"/><stop offset=\"1\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "hard-start",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\" x1=\"0.3\" x2=\"0.7\"><stop stop-color=\"#000\"/><stop stop-color=\"#f04000\"/><stop offset=\"1\" stop-color=\"#ff0\"/><stop offset=\"1\" stop-color=\"#0a0\"/></linearGradient>",
    ),
    (
        "steps",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\" y2=\"1\"><stop offset=\"0.3\" stop-color=\"#111\"/><stop offset=\"0.3\" stop-color=\"#e03030\"/><stop offset=\"0.6\" stop-color=\"#e03030\"/><stop offset=\"0.6\" stop-color=\"#30e0e0\"/></linearGradient>",
    ),
    (
        "linear-pale",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\"><stop stop-color=\"#f04000\" stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "repeat",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\" x1=\"0.4\" x2=\"0.6\" y2=\"0.1\" spreadMethod=\"repeat\"><stop stop-color=\"#f04000\"/><stop offset=\"1\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "reflect",
        "fill=\"url(#p)\"",
        "<linearGradient id=\"p\" x1=\"0.4\" x2=\"0.55\" spreadMethod=\"reflect\"><stop stop-color=\"#f04000\"/><stop offset=\"1\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "radial",
        "fill=\"url(#p)\"",
        "<radialGradient id=\"p\"><stop stop-color=\"#fff000\"/><stop offset=\"1\" stop-color=\"#400080\"/></radialGradient>",
    ),
    (
        "radial-focus",
        "fill=\"url(#p)\"",
        "<radialGradient id=\"p\" fx=\"0.3\" fy=\"0.35\" r=\"0.6\"><stop stop-color=\"#fff000\"/><stop offset=\"1\" stop-color=\"#400080\"/></radialGradient>",
    ),
    (
        "radial-repeat",
        "fill=\"url(#p)\"",
        "<radialGradient id=\"p\" r=\"0.2\" spreadMethod=\"repeat\"><stop stop-color=\"#fff000\"/><stop offset=\"1\" stop-color=\"#400080\"/></radialGradient>",
    ),
    (
        "radial-reflect",
        "fill=\"url(#p)\"",
        "<radialGradient id=\"p\" r=\"0.2\" spreadMethod=\"reflect\"><stop stop-color=\"#fff000\"/><stop offset=\"1\" stop-color=\"#400080\"/></radialGradient>",
    ),
    (
        "radial-pale",
        "fill=\"url(#p)\"",
        "<radialGradient id=\"p\"><stop stop-color=\"#006000\"/><stop offset=\"1\" stop-color=\"#006000\" stop-opacity=\"0\"/></radialGradient>",
    ),
    (
        "gradient-line",
        "fill=\"none\" stroke=\"url(#p)\" stroke-width=\"12\"",
        "<linearGradient id=\"p\" y2=\"1\"><stop stop-color=\"#f04000\"/><stop offset=\"1\" stop-color=\"#0040f0\"/></linearGradient>",
    ),
    (
        "pattern",
        "fill=\"url(#p)\"",
        "<pattern id=\"p\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\"><rect width=\"20\" height=\"20\" fill=\"#f0e0b0\"/><circle cx=\"10\" cy=\"10\" r=\"6\" fill=\"#a03030\"/></pattern>",
    ),
    (
        "pattern-turned",
        "fill=\"url(#p)\"",
        "<pattern id=\"p\" width=\"24\" height=\"24\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(30) translate(3 4)\"><rect width=\"24\" height=\"24\" fill=\"#f0e0b0\"/><rect width=\"12\" height=\"24\" fill=\"#a03030\"/></pattern>",
    ),
    (
        "pattern-box",
        "fill=\"url(#p)\"",
        "<pattern id=\"p\" width=\"0.25\" height=\"0.25\" viewBox=\"0 0 10 10\"><rect width=\"10\" height=\"10\" fill=\"#b0e0f0\"/><circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"#303080\"/></pattern>",
    ),
];

/// Whole drawings of structure, references and effects; what they refer to is first.
const WHOLE: &[(&str, &str)] = &[
    (
        "clone-moved",
        "<defs><rect id=\"a\" x=\"10\" y=\"10\" width=\"30\" height=\"20\" fill=\"#c02020\"/></defs><use xlink:href=\"#a\"/><use xlink:href=\"#a\" transform=\"translate(40 50)\"/>",
    ),
    (
        "clone-mirrored",
        "<defs><path id=\"a\" d=\"M5 5H45L5 45Z\" fill=\"#206080\"/></defs><use xlink:href=\"#a\"/><use x=\"0\" y=\"0\" xlink:href=\"#a\" transform=\"matrix(-1 0 0 1 100 0)\"/><use href=\"#a\" transform=\"rotate(180 50 50)\"/>",
    ),
    (
        "clone-of-clone",
        "<defs><rect id=\"a\" width=\"20\" height=\"10\" fill=\"#803080\"/><use id=\"b\" xlink:href=\"#a\" transform=\"rotate(20)\"/></defs><use xlink:href=\"#b\" x=\"30\" y=\"5\"/><use xlink:href=\"#b\" transform=\"translate(50 50) scale(2)\"/>",
    ),
    (
        "clone-of-group",
        "<defs><g id=\"a\" transform=\"translate(5 5)\"><rect width=\"20\" height=\"20\" fill=\"#208020\"/><circle cx=\"20\" cy=\"20\" r=\"8\" fill=\"#f0c000\" opacity=\"0.7\"/></g></defs><use xlink:href=\"#a\" x=\"10\"/><use xlink:href=\"#a\" transform=\"translate(50 40) rotate(30)\" opacity=\"0.6\"/>",
    ),
    (
        "clone-coloured",
        "<defs><circle id=\"a\" cx=\"20\" cy=\"20\" r=\"15\"/></defs><use xlink:href=\"#a\" fill=\"#c00\"/><use xlink:href=\"#a\" fill=\"#00c\" transform=\"translate(50,50)\" stroke=\"#0c0\" stroke-width=\"4\"/>",
    ),
    (
        "symbol-sized",
        "<defs><symbol id=\"a\" viewBox=\"0 0 10 10\"><circle cx=\"5\" cy=\"5\" r=\"6\" fill=\"#c06020\"/></symbol></defs><use xlink:href=\"#a\" x=\"10\" y=\"10\" width=\"30\" height=\"30\"/><use xlink:href=\"#a\" x=\"50\" y=\"40\" width=\"40\" height=\"50\" transform=\"rotate(5)\"/>",
    ),
    (
        "symbol-whole",
        "<defs><symbol id=\"a\" viewBox=\"0 0 20 20\"><rect x=\"2\" y=\"2\" width=\"16\" height=\"16\" fill=\"#2060c0\"/></symbol></defs><use xlink:href=\"#a\"/>",
    ),
    (
        "symbol-visible",
        "<defs><symbol id=\"a\" viewBox=\"0 0 20 20\" overflow=\"visible\"><circle cx=\"10\" cy=\"10\" r=\"13\" fill=\"#2060c0\"/></symbol></defs><use xlink:href=\"#a\" x=\"30\" y=\"30\" width=\"40\" height=\"40\"/>",
    ),
    (
        "nested",
        "<svg x=\"20\" y=\"10\" width=\"60\" height=\"70\" viewBox=\"0 0 10 10\"><rect width=\"100%\" height=\"100%\" fill=\"#e0e0a0\"/><circle cx=\"50%\" cy=\"50%\" r=\"45%\" fill=\"#804000\"/></svg>",
    ),
    (
        "nested-cut",
        "<svg x=\"20\" y=\"20\" width=\"50\" height=\"50\"><circle cx=\"45\" cy=\"45\" r=\"30\" fill=\"#804000\"/></svg>",
    ),
    (
        "nested-visible",
        "<svg x=\"20\" y=\"20\" width=\"50\" height=\"50\" overflow=\"visible\"><circle cx=\"45\" cy=\"45\" r=\"30\" fill=\"#804000\"/></svg>",
    ),
    (
        "nested-aspect",
        "<svg x=\"5\" y=\"20\" width=\"90\" height=\"40\" viewBox=\"0 0 10 10\" preserveAspectRatio=\"xMaxYMid slice\"><rect width=\"10\" height=\"10\" fill=\"#ccc\"/><path d=\"M0 0L10 10M10 0L0 10\" stroke=\"#c00\"/></svg>",
    ),
    (
        "percent",
        "<rect width=\"100%\" height=\"100%\" fill=\"#f0f0d0\"/><rect x=\"25%\" y=\"10%\" width=\"50%\" height=\"30%\" fill=\"#c02020\"/><circle cx=\"50%\" cy=\"70%\" r=\"20%\" fill=\"#2020c0\"/>",
    ),
    (
        "percent-line",
        "<line x1=\"10%\" y1=\"10%\" x2=\"90%\" y2=\"80%\" stroke=\"#000\" stroke-width=\"8%\"/>",
    ),
    (
        "units",
        "<rect x=\"5mm\" y=\"0.1in\" width=\"1cm\" height=\"20px\" fill=\"#a02060\"/><rect x=\"10pt\" y=\"3pc\" width=\"30pt\" height=\"2pc\" fill=\"#20a060\"/>",
    ),
    (
        "beside-the-page",
        "<rect x=\"-60\" y=\"20\" width=\"80\" height=\"20\" fill=\"#c02020\"/><rect x=\"80\" y=\"60\" width=\"80\" height=\"20\" fill=\"#2020c0\"/>",
    ),
    (
        "group-moved",
        "<g transform=\"translate(10 20)\"><g transform=\"rotate(15)\"><rect width=\"50\" height=\"30\" fill=\"#207070\" transform=\"skewX(20)\"/></g></g>",
    ),
    (
        "group-faded",
        "<g opacity=\"0.5\"><rect x=\"10\" y=\"10\" width=\"50\" height=\"50\" fill=\"#c00\"/><rect x=\"40\" y=\"40\" width=\"50\" height=\"50\" fill=\"#00c\"/></g>",
    ),
    (
        "faded-twice",
        "<g opacity=\"0.7\"><g opacity=\"0.5\"><circle cx=\"40\" cy=\"40\" r=\"30\" fill=\"#c00\"/></g><circle cx=\"60\" cy=\"60\" r=\"30\" fill=\"#0a0\"/></g>",
    ),
    (
        "clip",
        "<defs><clipPath id=\"c\"><circle cx=\"50\" cy=\"50\" r=\"30\"/></clipPath></defs><rect width=\"90\" height=\"90\" fill=\"#c06000\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-moved",
        "<defs><clipPath id=\"c\" transform=\"translate(20 10)\"><rect width=\"40\" height=\"40\" transform=\"rotate(20)\"/></clipPath></defs><g transform=\"translate(10 10)\" clip-path=\"url(#c)\"><rect width=\"90\" height=\"90\" fill=\"#c06000\"/><circle cx=\"40\" cy=\"30\" r=\"15\" fill=\"#006\"/></g>",
    ),
    (
        "clip-two",
        "<defs><clipPath id=\"c\"><circle cx=\"35\" cy=\"50\" r=\"25\"/><circle cx=\"65\" cy=\"50\" r=\"25\"/></clipPath></defs><rect width=\"100\" height=\"100\" fill=\"#c06000\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-apart",
        "<defs><clipPath id=\"c\"><rect x=\"5\" y=\"5\" width=\"30\" height=\"90\"/><rect x=\"60\" y=\"5\" width=\"30\" height=\"90\"/></clipPath></defs><circle cx=\"50\" cy=\"50\" r=\"45\" fill=\"#c06000\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-even-odd",
        "<defs><clipPath id=\"c\"><path clip-rule=\"evenodd\" d=\"M50 8L75 90L8 38H92L25 90Z\"/></clipPath></defs><rect width=\"100\" height=\"100\" fill=\"#306090\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-box",
        "<defs><clipPath id=\"c\" clipPathUnits=\"objectBoundingBox\"><ellipse cx=\"0.5\" cy=\"0.5\" rx=\"0.5\" ry=\"0.3\"/></clipPath></defs><rect x=\"10\" y=\"20\" width=\"80\" height=\"60\" fill=\"#306090\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-clipped",
        "<defs><clipPath id=\"d\"><rect x=\"0\" y=\"0\" width=\"55\" height=\"100\"/></clipPath><clipPath id=\"c\" clip-path=\"url(#d)\"><circle cx=\"50\" cy=\"50\" r=\"40\"/></clipPath></defs><rect width=\"100\" height=\"100\" fill=\"#306090\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-part-clipped",
        "<defs><clipPath id=\"d\"><rect x=\"20\" y=\"20\" width=\"30\" height=\"60\"/></clipPath><clipPath id=\"c\"><circle cx=\"50\" cy=\"50\" r=\"40\" clip-path=\"url(#d)\"/><rect x=\"70\" y=\"10\" width=\"20\" height=\"20\"/></clipPath></defs><rect width=\"100\" height=\"100\" fill=\"#306090\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-hidden",
        "<defs><clipPath id=\"c\"><rect x=\"10\" y=\"10\" width=\"30\" height=\"30\" visibility=\"hidden\"/><rect x=\"40\" y=\"40\" width=\"50\" height=\"50\"/></clipPath></defs><rect width=\"100\" height=\"100\" fill=\"#306090\" clip-path=\"url(#c)\"/>",
    ),
    (
        "clip-faded",
        "<defs><clipPath id=\"c\"><circle cx=\"35\" cy=\"50\" r=\"25\"/><circle cx=\"65\" cy=\"50\" r=\"25\"/></clipPath></defs><g clip-path=\"url(#c)\" opacity=\"0.5\"><rect width=\"60\" height=\"100\" fill=\"#c06000\"/><rect x=\"40\" width=\"60\" height=\"100\" fill=\"#0060c0\"/></g>",
    ),
    (
        "clip-use",
        "<defs><circle id=\"a\" cx=\"20\" cy=\"20\" r=\"20\"/><clipPath id=\"c\"><use xlink:href=\"#a\" transform=\"translate(20 30) scale(1.5)\"/></clipPath></defs><rect width=\"100\" height=\"100\" fill=\"#306090\" clip-path=\"url(#c)\"/>",
    ),
    (
        "mask",
        "<defs><linearGradient id=\"p\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#000\"/></linearGradient><mask id=\"m\"><rect width=\"100\" height=\"100\" fill=\"url(#p)\"/></mask></defs><rect x=\"5\" y=\"5\" width=\"90\" height=\"90\" fill=\"#900090\" mask=\"url(#m)\"/>",
    ),
    (
        "mask-coloured",
        "<defs><mask id=\"m\"><rect width=\"50\" height=\"100\" fill=\"#00f\"/><rect x=\"50\" width=\"50\" height=\"100\" fill=\"#0f0\"/><circle cx=\"50\" cy=\"50\" r=\"20\" fill=\"#f00\"/></mask></defs><rect width=\"100\" height=\"100\" fill=\"#000\" mask=\"url(#m)\"/>",
    ),
    (
        "mask-alpha",
        "<defs><mask id=\"m\" style=\"mask-type:alpha\"><circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"#000\" fill-opacity=\"0.6\"/></mask></defs><rect width=\"100\" height=\"100\" fill=\"#c00\" mask=\"url(#m)\"/>",
    ),
    (
        "mask-moved",
        "<defs><mask id=\"m\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"50\" height=\"50\"><circle cx=\"25\" cy=\"25\" r=\"30\" fill=\"#fff\"/></mask></defs><g transform=\"translate(30 20) rotate(10)\" mask=\"url(#m)\"><rect width=\"60\" height=\"60\" fill=\"#050\"/></g>",
    ),
    (
        "mask-box",
        "<defs><mask id=\"m\" maskContentUnits=\"objectBoundingBox\"><rect width=\"0.5\" height=\"1\" fill=\"#fff\"/><circle cx=\"0.6\" cy=\"0.5\" r=\"0.3\" fill=\"#888\"/></mask></defs><rect x=\"10\" y=\"10\" width=\"80\" height=\"70\" fill=\"#a50\" mask=\"url(#m)\"/>",
    ),
    (
        "mask-and-clip",
        "<defs><clipPath id=\"c\"><rect width=\"100\" height=\"60\"/></clipPath><mask id=\"m\"><circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"#fff\"/></mask></defs><g clip-path=\"url(#c)\" mask=\"url(#m)\"><rect width=\"100\" height=\"100\" fill=\"#a50\"/></g>",
    ),
    (
        "mask-with-pattern",
        "<defs><pattern id=\"p\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\"><rect width=\"10\" height=\"20\" fill=\"#fff\"/></pattern><mask id=\"m\"><rect width=\"100\" height=\"100\" fill=\"url(#p)\"/></mask></defs><circle cx=\"50\" cy=\"50\" r=\"45\" fill=\"#258\" mask=\"url(#m)\"/>",
    ),
    (
        "blur",
        "<defs><filter id=\"f\"><feGaussianBlur stdDeviation=\"4\"/></filter></defs><rect x=\"25\" y=\"25\" width=\"50\" height=\"50\" fill=\"#c00\" filter=\"url(#f)\"/>",
    ),
    (
        "shadow",
        "<defs><filter id=\"f\"><feDropShadow dx=\"6\" dy=\"6\" stdDeviation=\"3\" flood-color=\"#000\" flood-opacity=\"0.6\"/></filter></defs><circle cx=\"45\" cy=\"45\" r=\"28\" fill=\"#fc0\" filter=\"url(#f)\"/>",
    ),
    (
        "shadow-in-clone",
        "<defs><filter id=\"f\"><feOffset dx=\"8\" dy=\"8\"/></filter><rect id=\"a\" width=\"25\" height=\"25\" fill=\"#c0c\" filter=\"url(#f)\"/></defs><use xlink:href=\"#a\"/><use xlink:href=\"#a\" transform=\"translate(60 60) rotate(20)\"/>",
    ),
    (
        "filter-faded",
        "<defs><filter id=\"f\"><feColorMatrix type=\"saturate\" values=\"0\"/></filter></defs><g opacity=\"0.5\"><circle cx=\"40\" cy=\"40\" r=\"30\" fill=\"#c00\" filter=\"url(#f)\"/><circle cx=\"60\" cy=\"60\" r=\"30\" fill=\"#0a0\"/></g>",
    ),
    (
        "multiply",
        "<rect x=\"10\" y=\"10\" width=\"50\" height=\"50\" fill=\"#e0c000\"/><rect x=\"40\" y=\"40\" width=\"50\" height=\"50\" fill=\"#00a0e0\" style=\"mix-blend-mode:multiply\"/>",
    ),
    (
        "screen-in-group",
        "<g style=\"isolation:isolate\"><rect x=\"10\" y=\"10\" width=\"50\" height=\"50\" fill=\"#802000\"/><circle cx=\"55\" cy=\"55\" r=\"30\" fill=\"#006080\" style=\"mix-blend-mode:screen\"/></g>",
    ),
    (
        "marker",
        "<defs><marker id=\"m\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10Z\" fill=\"#c00\"/></marker></defs><path d=\"M15 80L50 20L85 80\" fill=\"none\" stroke=\"#000\" stroke-width=\"4\" marker-start=\"url(#m)\" marker-mid=\"url(#m)\" marker-end=\"url(#m)\"/>",
    ),
    (
        "lines",
        "<line x1=\"10\" y1=\"20\" x2=\"90\" y2=\"20\" stroke=\"#000\" stroke-width=\"6\"/><polyline points=\"10,90 40,40 60,80 90,40\" fill=\"none\" stroke=\"#06c\" stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
    ),
    (
        "square-dots",
        "<path d=\"M10 20H90M20 40V95M50 50H95V90H50Z\" fill=\"none\" stroke=\"#802080\" stroke-width=\"7\" stroke-dasharray=\"0 14\" stroke-linecap=\"square\"/>",
    ),
    (
        "points",
        "<path d=\"M25 25L25 25\" stroke=\"#c00\" stroke-width=\"30\" stroke-linecap=\"round\"/><path d=\"M70 70L70 70M20 75L20 75\" stroke=\"#00c\" stroke-width=\"30\" stroke-linecap=\"square\"/>",
    ),
    (
        "skewed-line",
        "<g transform=\"skewX(40) scale(1 0.5)\"><circle cx=\"30\" cy=\"90\" r=\"35\" fill=\"none\" stroke=\"#083\" stroke-width=\"12\"/></g>",
    ),
    (
        "hidden",
        "<g visibility=\"hidden\"><rect width=\"50\" height=\"50\"/><rect x=\"50\" y=\"50\" width=\"40\" height=\"40\" fill=\"#0a0\" visibility=\"visible\"/></g><rect display=\"none\" width=\"100\" height=\"100\"/>",
    ),
    (
        "image",
        "<image x=\"10\" y=\"10\" width=\"80\" height=\"80\" style=\"image-rendering:pixelated\" xlink:href=\"PNG\"/>",
    ),
    (
        "image-turned",
        "<g transform=\"rotate(20 50 50)\" opacity=\"0.8\"><image x=\"20\" y=\"30\" width=\"60\" height=\"40\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" xlink:href=\"PNG\"/></g>",
    ),
    (
        "image-clipped",
        "<defs><clipPath id=\"c\"><circle cx=\"50\" cy=\"50\" r=\"35\"/></clipPath></defs><image width=\"100\" height=\"100\" clip-path=\"url(#c)\" style=\"image-rendering:pixelated\" xlink:href=\"PNG\"/>",
    ),
    (
        "image-in-clone",
        "<defs><image id=\"a\" width=\"30\" height=\"30\" style=\"image-rendering:pixelated\" xlink:href=\"PNG\"/></defs><use xlink:href=\"#a\" transform=\"translate(50 10)\"/><use xlink:href=\"#a\" transform=\"translate(10 50) rotate(15)\"/>",
    ),
];

/// Maps that each of some drawings is also drawn under.
const MAPS: &[(&str, &str)] = &[
    ("under-mirrored", "matrix(-1 0 0 1 100 0)"),
    ("under-turned", "rotate(25 50 50)"),
    ("under-skewed", "translate(-10 5) skewX(15) scale(0.8 0.9)"),
];

/// All of them, each with a name of its own.
pub fn drawings() -> Vec<Drawing> {
    let mut all = Vec::new();
    let mut add = |name: String, body: String, in_templates: bool| {
        all.push(Drawing { name, body: body.replace("PNG", PNG), in_templates });
    };
    for (n, (look, attributes, definitions)) in LOOKS.iter().enumerate() {
        let defs = match *definitions {
            "" => String::new(),
            definitions => format!("<defs>{definitions}</defs>"),
        };
        for (m, (shape, element)) in SHAPES.iter().enumerate() {
            // Each look on three shapes, and each under one of the maps; for dots on a rectangle see `DASHES`.
            if (n + m) % 2 == 0 && (*look, *shape) != ("dots", "rect") {
                let body = format!("{defs}{}", element.replace("{}", attributes));
                add(format!("{look}-{shape}"), body, (n + m) % 6 == 0);
            }
        }
        let (map, transform) = MAPS[n % MAPS.len()];
        let element = SHAPES[n % SHAPES.len()].1.replace("{}", attributes);
        let body = format!("{defs}<g transform=\"{transform}\">{element}</g>");
        add(format!("{look}-{map}"), body, n % 3 == 0);
    }
    for (name, body) in WHOLE {
        add((*name).to_owned(), (*body).to_owned(), true);
        for (map, transform) in MAPS {
            let (defs, rest) = match body.split_once("</defs>") {
                Some((defs, rest)) => (format!("{defs}</defs>"), rest),
                None => (String::new(), *body),
            };
            let body = format!("{defs}<g transform=\"{transform}\">{rest}</g>");
            add(format!("{name}-{map}"), body, false);
        }
    }
    all
}

fn number(range: std::ops::Range<i32>) -> impl Strategy<Value = String> {
    range.prop_map(|n| format!("{}", f64::from(n) / 4.0))
}

fn paint() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "#[0-9a-f]{6}",
        1 => Just("none".to_owned()),
        1 => Just("url(#l)".to_owned()),
        1 => Just("url(#r)".to_owned()),
        1 => Just("url(#t)".to_owned()),
    ]
}

/// Of all but rectangles: hayro 0.9 begins their dashes at another corner than mupdf, poppler and resvg.
const DASHES: [&str; 2] = ["8 5", "20 4 1 4"];

fn looks() -> impl Strategy<Value = String> {
    let caps = prop::sample::select(vec!["butt", "round", "square"]);
    let line =
        (paint(), number(4..60), caps, prop::sample::select(vec!["none", DASHES[0], DASHES[1]]));
    (paint(), 2..=10u8, prop::option::of(line)).prop_map(|(fill, opacity, line)| {
        let line = line.map_or_else(String::new, |(stroke, width, cap, dashes)| {
            format!(" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"{cap}\" stroke-dasharray=\"{dashes}\"")
        });
        format!("fill=\"{fill}\" fill-opacity=\"{}\"{line}", f64::from(opacity) / 10.0)
    })
}

fn shape() -> impl Strategy<Value = String> {
    let element = prop_oneof![
        (number(0..300), number(0..300), number(20..300), number(20..300), number(0..60)).prop_map(
            |(x, y, w, h, r)| format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\""
            )
        ),
        (number(80..320), number(80..320), number(20..160), number(20..160)).prop_map(
            |(x, y, a, b)| format!("<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{a}\" ry=\"{b}\"")
        ),
        prop::collection::vec((number(0..400), number(0..400)), 3..7).prop_map(|points| {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            format!("<polygon points=\"{}\"", points.join(" "))
        }),
        (0..100u8, 0..100u8, 10..60u8).prop_map(|(x, y, side)| {
            format!("<rect x=\"{x}%\" y=\"{y}%\" width=\"{side}%\" height=\"{side}%\"")
        }),
    ];
    (element, looks()).prop_map(|(element, mut looks)| {
        if element.starts_with("<rect") {
            looks = looks.replace(DASHES[0], "none").replace(DASHES[1], "none");
        }
        format!("{element} {looks}/>")
    })
}

fn map() -> impl Strategy<Value = String> {
    prop_oneof![
        (number(-120..120), number(-120..120)).prop_map(|(x, y)| format!("translate({x} {y})")),
        (0..360).prop_map(|turn| format!("rotate({turn} 50 50)")),
        (2..8i32, 2..8i32).prop_map(|(x, y)| format!(
            "scale({} {})",
            f64::from(x) / 4.0,
            f64::from(y) / 4.0
        )),
        Just("matrix(-1 0 0 1 100 0)".to_owned()),
        (-30..30).prop_map(|turn| format!("skewX({turn})")),
    ]
}

/// The elements of a random drawing.
pub fn random_body() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => shape(),
        1 => map().prop_map(|map| format!("<use xlink:href=\"#a\" transform=\"{map}\"/>")),
        1 => (number(0..200), number(0..200)).prop_map(|(x, y)| format!("<use xlink:href=\"#s\" x=\"{x}\" y=\"{y}\" width=\"40\" height=\"30\"/>")),
    ];
    let tree = leaf.prop_recursive(4, 24, 4, |inner| {
        let some = prop::collection::vec(inner, 1..4).prop_map(|parts| parts.concat());
        prop_oneof![
            (map(), some.clone()).prop_map(|(map, some)| format!("<g transform=\"{map}\">{some}</g>")),
            (1..10u8, some.clone()).prop_map(|(o, some)| format!("<g opacity=\"0.{o}\">{some}</g>")),
            some.clone().prop_map(|some| format!("<g clip-path=\"url(#c)\">{some}</g>")),
            some.clone().prop_map(|some| format!("<g clip-path=\"url(#d)\">{some}</g>")),
            some.clone().prop_map(|some| format!("<g mask=\"url(#m)\">{some}</g>")),
            (number(0..160), number(0..160), some).prop_map(|(x, y, some)| {
                format!("<svg x=\"{x}\" y=\"{y}\" width=\"60\" height=\"60\" viewBox=\"0 0 100 100\">{some}</svg>")
            }),
        ]
    });
    prop::collection::vec(tree, 1..4).prop_map(|parts| format!("{DEFINITIONS}{}", parts.concat()))
}

/// What random drawings refer to.
const DEFINITIONS: &str = "<defs>\
<linearGradient id=\"l\" x1=\"0.2\" y2=\"0.8\"><stop offset=\"0.1\" stop-color=\"#f40\"/><stop offset=\"0.8\" stop-color=\"#04f\"/></linearGradient>\
<radialGradient id=\"r\" gradientUnits=\"userSpaceOnUse\" cx=\"50\" cy=\"50\" r=\"50\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#084\"/></radialGradient>\
<pattern id=\"t\" width=\"25\" height=\"25\" patternUnits=\"userSpaceOnUse\"><rect width=\"25\" height=\"25\" fill=\"#eda\"/><circle cx=\"12\" cy=\"12\" r=\"9\" fill=\"#742\"/></pattern>\
<path id=\"a\" d=\"M5 5H35L20 40Z\" fill=\"#628\"/>\
<symbol id=\"s\" viewBox=\"0 0 10 10\"><circle cx=\"5\" cy=\"5\" r=\"6\" fill=\"#286\"/></symbol>\
<clipPath id=\"c\"><circle cx=\"45\" cy=\"50\" r=\"35\"/></clipPath>\
<clipPath id=\"d\"><rect x=\"10\" y=\"10\" width=\"50\" height=\"60\"/><circle cx=\"65\" cy=\"65\" r=\"25\"/></clipPath>\
<mask id=\"m\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"100\" height=\"100\"><rect width=\"100\" height=\"100\" fill=\"url(#l)\"/></mask>\
</defs>";
