//! Lists properties that have no effect on the words of a placeholder, because such words are set with a font, a size and a
//! colour only. Properties come in, warnings go out. Called when foreign drawings are read, and again after `data-low` has
//! changed them.

use roxmltree::Node;

use super::properties::{number, own};

/// A property that a line of words with a placeholder is not drawn with.
struct Unset {
    name: &'static str,
    /// Whether the words have it from the groups around them, too.
    inherits: bool,
    /// Values without an effect.
    harmless: &'static [&'static str],
    help: &'static str,
}

const fn unset(
    name: &'static str,
    inherits: bool,
    harmless: &'static [&'static str],
    help: &'static str,
) -> Unset {
    Unset {
        name,
        inherits,
        harmless,
        help,
    }
}

const UNFLOW: &str = "Inkscape: Text, Unflow; or draw a <rect data-fit=\"…\"> for words that wrap";
const EFFECT: &str = "take the effect off, or draw it beside the text";
const LINE: &str = "draw the line beside the text";
const CAPITALS: &str = "take it out, and write {{name|upper}} for capitals";
const BASELINE: &str = "take it out, and set `y` to the line on which the letters stand";

const UNSET: &[Unset] = &[
    unset("shape-inside", false, &["none"], UNFLOW),
    unset("inline-size", false, &["0", "auto"], UNFLOW),
    unset(
        "textLength",
        false,
        &[],
        "take it out: the words of a card have a length of their own",
    ),
    unset(
        "writing-mode",
        true,
        &["lr", "lr-tb", "horizontal-tb"],
        "turn the text with `transform` instead",
    ),
    unset(
        "baseline-shift",
        false,
        &["0", "baseline"],
        "give the words a text of their own",
    ),
    unset("text-decoration", true, &["none"], LINE),
    unset("text-decoration-line", true, &["none"], LINE),
    unset("opacity", false, &["1", "100%"], EFFECT),
    unset("clip-path", false, &["none"], EFFECT),
    unset("mask", false, &["none"], EFFECT),
    unset("filter", false, &["none"], EFFECT),
    unset("stroke", true, &["none"], EFFECT),
    unset(
        "fill-opacity",
        true,
        &["1", "100%"],
        "give the words the paler colour itself",
    ),
    unset(
        "word-spacing",
        true,
        &["0", "normal"],
        "take it out, or use `letter-spacing`",
    ),
    unset(
        "font-stretch",
        true,
        &["normal", "100%"],
        "take it out; a narrow or wide font has a font-family of its own",
    ),
    unset("font-variant", true, &["normal", "none"], CAPITALS),
    unset("font-variant-caps", true, &["normal"], CAPITALS),
    unset("text-transform", true, &["none"], CAPITALS),
    unset(
        "dominant-baseline",
        true,
        &["auto", "alphabetic", "baseline"],
        BASELINE,
    ),
    unset(
        "alignment-baseline",
        false,
        &["auto", "alphabetic", "baseline"],
        BASELINE,
    ),
    unset(
        "direction",
        true,
        &["ltr"],
        "take it out: words are set from left to right",
    ),
];

/// A property of a `<text>` or `<tspan>` with a placeholder that its words are not drawn with: the element that sets it, its name
/// and what to do.
pub fn undrawn_property<'a, 'i>(
    node: Node<'a, 'i>,
) -> Option<(Node<'a, 'i>, &'static str, &'static str)> {
    UNSET.iter().find_map(|unset| {
        let Unset { name, harmless, .. } = *unset;
        let mut around = node.ancestors().filter(Node::is_element);
        let set = around
            .find(|n| own(*n, name).is_some())
            .filter(|n| unset.inherits || *n == node)?;
        let value = own(set, name)?;
        // `0.0` and `0px` are `0`.
        let same = |h: &&str| *h == value || number(h).is_some_and(|n| number(value) == Some(n));
        (!harmless.iter().any(same)).then_some((set, name, unset.help))
    })
}
