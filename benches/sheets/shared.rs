//! The first deck: a gradient ground that all cards share, four faces of one family.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::common::{TypstDeck, start_game};

const KINDS: [&str; 4] = ["Creature", "Spell", "Relic", "Place"];
const SYMBOLS: [&str; 4] = ["sun", "moon", "drop", "leaf"];
const NAMES: [&str; 12] = [
    "Ashen", "Brazen", "Cobalt", "Dusty", "Ember", "Frozen", "Gilded", "Hollow", "Ivory", "Jade",
    "Keen", "Lunar",
];
const NOUNS: [&str; 12] = [
    "Knight", "Tower", "Serpent", "Oracle", "Lantern", "Wolf", "Garden", "Mirror", "Crown",
    "Storm", "Anvil", "Ferry",
];

/// The words of card `n`: name, kind, rules.
fn words(n: usize) -> (String, String, String) {
    let name = format!("{} {} {n}", NAMES[n % 12], NOUNS[(n / 12) % 12]);
    let kind = format!("{} of the {}", KINDS[n % 4], NOUNS[(n * 7 + 3) % 12]);
    let (a, b) = (SYMBOLS[n % 4], SYMBOLS[(n / 4) % 4]);
    let mut rules = format!("Pay {{{a}}}{{{a}}}: draw **{} cards**, then discard one.", n % 5 + 1);
    if n.is_multiple_of(2) {
        let _ = write!(
            rules,
            " If you have {{{b}}}, you may keep it and gain {} life instead.",
            n % 7 + 2
        );
    }
    if n.is_multiple_of(3) {
        let _ = write!(rules, " *Once a round:* move a {} next to this one.", NOUNS[(n * 5) % 12]);
    }
    (name, kind, rules)
}

/// One of the twelve illustrations: some sixty curved shapes.
fn illustration(n: usize) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 140\"><rect width=\"200\" height=\"140\" fill=\"#204060\"/>",
    );
    let mut seed = 12_345 + n as u32 * 7_919;
    let mut next = move |limit: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % limit
    };
    for _ in 0..60 {
        let _ = write!(
            svg,
            "<path d=\"M{} {}C{} {} {} {} {} {}Z\" fill=\"#{:02x}{:02x}{:02x}\"/>",
            next(200),
            next(140),
            next(200),
            next(140),
            next(200),
            next(140),
            next(200),
            next(140),
            next(256),
            next(256),
            next(256)
        );
    }
    svg.push_str("</svg>");
    svg
}

const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f2e6c8"/><stop offset="1" stop-color="#c8a878"/></linearGradient></defs>
<rect x="-4" y="-4" width="71.5" height="96.9" fill="url(#ground)"/>
<rect x="4" y="4" width="55.5" height="9" rx="1.5" fill="#ffffff" stroke="#302010" stroke-width="0.4"/>
<rect x="4" y="56" width="55.5" height="28" rx="1.5" fill="#ffffff" stroke="#302010" stroke-width="0.4"/>
<rect data-art="{{art}}" data-scale="slice" x="4" y="15" width="55.5" height="34"/>
<rect data-fit="name" x="6" y="5.5" width="42" height="6" data-font="Cabin" data-weight="700" data-size="12" data-lines="1" data-valign="middle"/>
<text x="57" y="10.5" font-family="Cabin" font-size="5" font-weight="700" text-anchor="end" fill="#802010">{{power}}</text>
<text x="6" y="53.8" font-family="Cabin" font-size="2.9" font-style="italic" fill="#302010">{{kind}}</text>
<rect data-fit="rules" x="6" y="58" width="51.5" height="24" data-font="Cabin" data-size="9" data-min="6.5"/>
</svg>
"##;

const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<rect x="-4" y="-4" width="71.5" height="96.9" fill="#302010"/>
<circle cx="31.75" cy="44.45" r="20" fill="none" stroke="#c8a878" stroke-width="2"/>
<text x="31.75" y="47" font-family="Cabin" font-size="8" font-weight="700" text-anchor="middle" fill="#c8a878">DECK</text>
</svg>
"##;

/// Writes a game of `cards` different cards.
pub fn write_game(dir: &Path, cards: usize) -> std::io::Result<()> {
    start_game(dir, TEMPLATE)?;
    fs::write(dir.join("templates/back.svg"), BACK)?;
    for n in 0..12 {
        fs::write(dir.join(format!("art/picture-{n}.svg")), illustration(n))?;
    }
    for (i, symbol) in SYMBOLS.iter().enumerate() {
        let r = 30 + i * 5;
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><circle cx=\"50\" cy=\"50\" r=\"{r}\" fill=\"currentColor\"/></svg>"
        );
        fs::write(dir.join(format!("symbols/{symbol}.svg")), svg)?;
    }
    let mut deck = String::from("template = \"front.svg\"\nback = \"back.svg\"\n");
    for n in 0..cards {
        let (name, kind, rules) = words(n);
        let _ = write!(
            deck,
            "\n[[card]]\nid = \"card-{n}\"\nname = \"{name}\"\nkind = \"{kind}\"\npower = {}\nart = \"picture-{}\"\nrules = \"{rules}\"\n",
            n % 10,
            n % 12
        );
    }
    fs::write(dir.join("cards.toml"), deck)
}

const TYPST: &str = "#set text(font: \"Cabin\", size: 9pt)\n\
     #let sym(r) = box(baseline: 10%, circle(radius: r * 1pt, fill: black))\n\
     #let card(name, power, kind, art, rules) = box(width: 63.5mm, height: 88.9mm, fill: gradient.linear(rgb(\"#f2e6c8\"), rgb(\"#c8a878\"), angle: 90deg), clip: true, {\n\
     place(dx: 4mm, dy: 4mm, rect(width: 55.5mm, height: 9mm, radius: 1.5mm, fill: white, stroke: 0.4mm + rgb(\"#302010\")))\n\
     place(dx: 4mm, dy: 56mm, rect(width: 55.5mm, height: 28mm, radius: 1.5mm, fill: white, stroke: 0.4mm + rgb(\"#302010\")))\n\
     place(dx: 4mm, dy: 15mm, image(art, width: 55.5mm, height: 34mm, fit: \"cover\"))\n\
     place(dx: 6mm, dy: 6mm, text(size: 12pt, weight: 700, name))\n\
     place(dx: 53mm, dy: 5mm, text(size: 14pt, weight: 700, fill: rgb(\"#802010\"), power))\n\
     place(dx: 6mm, dy: 51mm, text(size: 8.2pt, style: \"italic\", kind))\n\
     place(dx: 6mm, dy: 58mm, block(width: 51.5mm, rules)) })\n\
     #let back = box(width: 63.5mm, height: 88.9mm, fill: rgb(\"#302010\"), align(center + horizon, text(size: 22pt, weight: 700, fill: rgb(\"#c8a878\"), \"DECK\")))\n";

/// The same deck for Typst: shared art, the same words.
pub fn write_typst(dir: &Path, cards: usize) -> std::io::Result<()> {
    let deck = TypstDeck { size: (63.5, 88.9), grid: (3, 3), head: TYPST, has_back: true };
    deck.write(dir, cards, |n| {
        let (name, kind, rules) = words(n);
        let mut rules = rules.replace("**", "#strong#").replace('*', "_");
        while let Some(at) = rules.find("#strong#") {
            rules.replace_range(at..at + 8, "*");
        }
        for (i, symbol) in SYMBOLS.iter().enumerate() {
            rules =
                rules.replace(&format!("{{{symbol}}}"), &format!("#sym({})", 2.0 + i as f64 * 0.3));
        }
        format!(
            "card([{name}], [{}], [{kind}], \"art/picture-{}.svg\", [{rules}]),",
            n % 10,
            n % 12
        )
    })
}
