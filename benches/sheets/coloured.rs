//! The second deck: every card has two gradients and six shapes in colours of its own; five faces of two families.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::common::{TypstDeck, start_game};

const FIRST: [&str; 20] = [
    "Ancient", "Bold", "Crimson", "Distant", "Eager", "Fallen", "Gentle", "Hidden", "Iron",
    "Jolly", "Kindred", "Lonely", "Mighty", "Noble", "Olden", "Proud", "Quiet", "Royal", "Silent",
    "Tidal",
];
const SECOND: [&str; 24] = [
    "Archer",
    "Baker",
    "Captain",
    "Dragon",
    "Exile",
    "Falcon",
    "Guard",
    "Herald",
    "Innkeeper",
    "Juggler",
    "Keeper",
    "Lancer",
    "Miller",
    "Nomad",
    "Oracle",
    "Pilgrim",
    "Queen",
    "Ranger",
    "Smith",
    "Thief",
    "Usher",
    "Vicar",
    "Warden",
    "Yeoman",
];
const VERBS: [&str; 10] = [
    "attack", "defend", "draw", "discard", "trade", "search", "heal", "move", "reveal", "exchange",
];
const SYMBOLS: [(&str, &str); 4] = [
    (
        "sword",
        "<path d=\"M45 5L55 5L55 65L70 65L70 75L55 75L55 95L45 95L45 75L30 75L30 65L45 65Z\" fill=\"currentColor\"/>",
    ),
    (
        "shield",
        "<path d=\"M10 10L90 10C90 60 70 85 50 95C30 85 10 60 10 10Z\" fill=\"currentColor\"/>",
    ),
    (
        "coin",
        "<circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"10\"/><circle cx=\"50\" cy=\"50\" r=\"15\" fill=\"currentColor\"/>",
    ),
    (
        "heart",
        "<path d=\"M50 92C0 55 5 10 30 10C42 10 50 22 50 28C50 22 58 10 70 10C95 10 100 55 50 92Z\" fill=\"currentColor\"/>",
    ),
];

/// A generator of numbers, the same on every run.
pub struct Numbers(pub u32);

impl Numbers {
    /// A number from `least` up to `limit`.
    pub fn between(&mut self, least: u32, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        least + (self.0 >> 16) % (limit - least)
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.between(0, words.len() as u32) as usize]
    }

    pub fn colour(&mut self, least: u32, limit: u32) -> String {
        let part = [0; 3].map(|_: u32| self.between(least, limit));
        format!("#{:02x}{:02x}{:02x}", part[0], part[1], part[2])
    }
}

/// A drawing of `paths` curved shapes on a ground.
pub fn drawing(seed: u32, width: u32, height: u32, paths: u32) -> String {
    let mut n = Numbers(seed.wrapping_mul(7_919).wrapping_add(12_345));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        n.colour(0, 256)
    );
    for _ in 0..paths {
        let points = [0; 4].map(|_: u32| (n.between(0, width), n.between(0, height)));
        let [(a, b), (c, d), (e, f), (g, h)] = points;
        let fill = n.colour(0, 256);
        let _ = write!(svg, "<path d=\"M{a} {b}C{c} {d} {e} {f} {g} {h}Z\" fill=\"{fill}\"/>");
    }
    svg.push_str("</svg>");
    svg
}

struct Card {
    name: String,
    kind: String,
    power: u32,
    art: u32,
    light: String,
    dark: String,
    rules: String,
}

fn card(at: usize) -> Card {
    let mut n = Numbers(at as u32 * 65_537 + 7);
    let symbols = SYMBOLS.map(|(name, _)| name);
    let mut rules = format!(
        "When you {}, pay {{{}}} and **{} {}** cards.",
        n.of(&VERBS),
        n.of(&symbols),
        n.of(&VERBS),
        n.between(1, 6)
    );
    if at.is_multiple_of(2) {
        let (many, a, b) = (n.between(1, 9), n.of(&symbols), n.of(&symbols));
        let who = n.of(&SECOND).to_lowercase();
        let _ = write!(rules, " Then gain {many} {{{a}}}{{{b}}} until the {who} returns.");
    }
    if at.is_multiple_of(3) {
        let (what, who) = (n.of(&FIRST).to_lowercase(), n.of(&SECOND).to_lowercase());
        let _ = write!(rules, " *Each {what} {who}* may {} once.", n.of(&VERBS));
    }
    let number = match at / 480 {
        0 => String::new(),
        more => format!(" {}", more + 1),
    };
    Card {
        name: format!("{} {}{number}", FIRST[at % 20], SECOND[at / 20 % 24]),
        kind: format!("{} of the {} order", n.of(&SECOND), n.of(&FIRST)),
        power: n.between(1, 21),
        art: n.between(0, 12),
        light: n.colour(170, 250),
        dark: n.colour(20, 110),
        rules,
    }
}

const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{{light}}"/><stop offset="1" stop-color="{{dark}}"/></linearGradient>
<radialGradient id="shine"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="{{light}}"/></radialGradient></defs>
<rect x="-4" y="-4" width="71.5" height="96.9" fill="url(#ground)"/>
<rect x="3.5" y="4" width="56.5" height="9" rx="2" fill="#fff8e8" stroke="{{dark}}" stroke-width="0.5"/>
<circle cx="55" cy="8.5" r="4" fill="url(#shine)" stroke="{{dark}}" stroke-width="0.4"/>
<rect x="3.5" y="50" width="56.5" height="6" fill="{{dark}}"/>
<rect x="3.5" y="58" width="56.5" height="26" rx="2" fill="#fffdf6" stroke="{{dark}}" stroke-width="0.5"/>
<path d="M3.5 86L31.75 84.8L60 86L31.75 87.2Z" fill="{{dark}}"/>
<rect data-art="{{art}}" data-scale="slice" x="3.5" y="15" width="56.5" height="34"/>
<rect data-fit="name" x="6" y="5.5" width="42" height="6" data-font="Cabin" data-weight="700" data-size="12" data-lines="1" data-valign="middle"/>
<text x="55" y="10.2" font-family="Cabin" font-size="4.6" font-weight="700" text-anchor="middle" fill="{{dark}}">{{power}}</text>
<text x="6" y="54" font-family="Cabin" font-size="3" font-style="italic" fill="#ffffff">{{kind}}</text>
<rect data-fit="rules" x="6" y="60" width="51.5" height="22" data-font="Alegreya Sans" data-size="9.5" data-min="6.5"/>
</svg>
"##;

const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<defs><radialGradient id="ground" r="0.7"><stop offset="0" stop-color="#5a3a7a"/><stop offset="1" stop-color="#1a0a2a"/></radialGradient></defs>
<rect x="-4" y="-4" width="71.5" height="96.9" fill="url(#ground)"/>
<circle cx="31.75" cy="44.45" r="22" fill="none" stroke="#e0c060" stroke-width="1.5"/>
<path d="M31.75 24L37 39L53 39L40 48L45 63L31.75 54L18.5 63L23.5 48L10.5 39L26.5 39Z" fill="#e0c060"/>
<text x="31.75" y="80" font-family="Cabin" font-size="6" font-weight="700" text-anchor="middle" fill="#e0c060">OTHER</text>
</svg>
"##;

/// Writes a game of `cards` different cards.
pub fn write_game(dir: &Path, cards: usize) -> std::io::Result<()> {
    start_game(dir, TEMPLATE)?;
    fs::write(dir.join("templates/back.svg"), BACK)?;
    for n in 0..12 {
        fs::write(dir.join(format!("art/scene-{n}.svg")), drawing(n, 300, 200, 40))?;
    }
    for (name, body) in SYMBOLS {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{body}</svg>"
        );
        fs::write(dir.join(format!("symbols/{name}.svg")), svg)?;
    }
    let mut deck = String::from("template = \"front.svg\"\nback = \"back.svg\"\n");
    for at in 0..cards {
        let card = card(at);
        let _ = write!(
            deck,
            "\n[[card]]\nid = \"card-{at}\"\nname = \"{}\"\nkind = \"{}\"\npower = {}\nart = \"scene-{}\"\nlight = \"{}\"\ndark = \"{}\"\nrules = \"{}\"\n",
            card.name, card.kind, card.power, card.art, card.light, card.dark, card.rules
        );
    }
    fs::write(dir.join("cards.toml"), deck)
}

const TYPST: &str = r##"#set text(font: "Alegreya Sans", size: 9.5pt)
#let sym(name) = box(baseline: 12%, image("symbols/" + name + ".svg", height: 2.9mm))
#let card(name, power, kind, art, light, dark, rules) = box(width: 63.5mm, height: 88.9mm, fill: gradient.linear(rgb(light), rgb(dark), angle: 90deg), clip: true, {
  place(dx: 3.5mm, dy: 4mm, rect(width: 56.5mm, height: 9mm, radius: 2mm, fill: rgb("#fff8e8"), stroke: 0.5mm + rgb(dark)))
  place(dx: 51mm, dy: 4.5mm, circle(radius: 4mm, fill: gradient.radial(white, rgb(light)), stroke: 0.4mm + rgb(dark)))
  place(dx: 3.5mm, dy: 50mm, rect(width: 56.5mm, height: 6mm, fill: rgb(dark)))
  place(dx: 3.5mm, dy: 58mm, rect(width: 56.5mm, height: 26mm, radius: 2mm, fill: rgb("#fffdf6"), stroke: 0.5mm + rgb(dark)))
  place(polygon(fill: rgb(dark), (3.5mm, 86mm), (31.75mm, 84.8mm), (60mm, 86mm), (31.75mm, 87.2mm)))
  place(dx: 3.5mm, dy: 15mm, image(art, width: 56.5mm, height: 34mm, fit: "cover"))
  place(dx: 6mm, dy: 6mm, text(font: "Cabin", size: 12pt, weight: 700, name))
  place(dx: 51mm, dy: 6mm, block(width: 8mm, align(center, text(font: "Cabin", size: 13pt, weight: 700, fill: rgb(dark), power))))
  place(dx: 6mm, dy: 51.5mm, text(font: "Cabin", size: 8.5pt, style: "italic", fill: white, kind))
  place(dx: 6mm, dy: 60mm, block(width: 51.5mm, rules)) })
#let back = box(width: 63.5mm, height: 88.9mm, fill: gradient.radial(rgb("#5a3a7a"), rgb("#1a0a2a")), {
  place(dx: 9.75mm, dy: 22.45mm, circle(radius: 22mm, stroke: 1.5mm + rgb("#e0c060")))
  place(polygon(fill: rgb("#e0c060"), (31.75mm, 24mm), (37mm, 39mm), (53mm, 39mm), (40mm, 48mm), (45mm, 63mm), (31.75mm, 54mm), (18.5mm, 63mm), (23.5mm, 48mm), (10.5mm, 39mm), (26.5mm, 39mm)))
  place(dy: 76mm, block(width: 63.5mm, align(center, text(font: "Cabin", size: 17pt, weight: 700, fill: rgb("#e0c060"), "OTHER")))) })
"##;

/// The same deck for Typst.
pub fn write_typst(dir: &Path, cards: usize) -> std::io::Result<()> {
    let deck = TypstDeck { size: (63.5, 88.9), grid: (3, 3), head: TYPST, has_back: true };
    deck.write(dir, cards, |at| {
        let card = card(at);
        // Bold is `*…*` there, italic `_…_`.
        let rules = card.rules.replace("**", "\u{1}").replace('*', "_");
        let rules = rules.replace('\u{1}', "*");
        let rules = rules.replace('{', "#sym(\"").replace('}', "\")");
        format!(
            "card(\"{}\", \"{}\", \"{}\", \"art/scene-{}.svg\", \"{}\", \"{}\", [{rules}]),",
            card.name, card.power, card.kind, card.art, card.light, card.dark
        )
    })
}
