//! Lists properties that have no effect on the words of a placeholder, because such words are set with a font, a size and a
//! colour only. Properties come in, warnings go out. Called when foreign drawings are read, and again after `data-low` has
//! changed them.

use super::properties::{number, own};
use super::xml::SvgNode;

const UNFLOW: &str = "Inkscape: Text, Unflow; or draw a <rect data-fit=\"…\"> for words that wrap";
const EFFECT: &str = "take the effect off, or draw it beside the text";
const LINE: &str = "draw the line beside the text";
const CAPITALS: &str = "take it out, and write {{name|upper}} for capitals";
const BASELINE: &str = "take it out, and set `y` to the line on which the letters stand";

/// A property that a line of words with a placeholder is not drawn with; whether the words have it from the groups around them, too;
/// values without an effect; what to do.
type Unset = (&'static str, bool, &'static [&'static str], &'static str);

const UNSET: &[Unset] = &[
    ("shape-inside", false, &["none"], UNFLOW),
    ("inline-size", false, &["0", "auto"], UNFLOW),
    ("textLength", false, &[], "take it out: the words of a card have a length of their own"),
    (
        "writing-mode",
        true,
        &["lr", "lr-tb", "horizontal-tb"],
        "turn the text with `transform` instead",
    ),
    ("baseline-shift", false, &["0", "baseline"], "give the words a text of their own"),
    ("text-decoration", true, &["none"], LINE),
    ("text-decoration-line", true, &["none"], LINE),
    ("opacity", false, &["1", "100%"], EFFECT),
    ("clip-path", false, &["none"], EFFECT),
    ("mask", false, &["none"], EFFECT),
    ("filter", false, &["none"], EFFECT),
    ("stroke", true, &["none"], EFFECT),
    ("fill-opacity", true, &["1", "100%"], "give the words the paler colour itself"),
    ("word-spacing", true, &["0", "normal"], "take it out, or use `letter-spacing`"),
    (
        "font-stretch",
        true,
        &["normal", "100%"],
        "take it out; a narrow or wide font has a font-family of its own",
    ),
    ("font-variant", true, &["normal", "none"], CAPITALS),
    ("font-variant-caps", true, &["normal"], CAPITALS),
    ("text-transform", true, &["none"], CAPITALS),
    ("dominant-baseline", true, &["auto", "alphabetic", "baseline"], BASELINE),
    ("alignment-baseline", false, &["auto", "alphabetic", "baseline"], BASELINE),
    ("direction", true, &["ltr"], "take it out: words are set from left to right"),
];

/// A property of a `<text>` or `<tspan>` with a placeholder that its words are not drawn with: the element that sets it, its name
/// and what to do.
pub fn undrawn_property<'a>(
    node: SvgNode<'a>,
) -> Option<(SvgNode<'a>, &'static str, &'static str)> {
    UNSET.iter().find_map(|(name, inherits, harmless, help)| {
        let mut around = node.ancestors().filter(SvgNode::is_element);
        let set = around.find(|n| own(*n, name).is_some()).filter(|n| *inherits || *n == node)?;
        let value = own(set, name)?;
        // `0.0` and `0px` are `0`.
        let same = |h: &&str| *h == value || number(h).is_some_and(|n| number(value) == Some(n));
        (!harmless.iter().any(same)).then_some((set, *name, *help))
    })
}
