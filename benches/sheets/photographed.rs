//! The fourth deck: tarot cards with photographs, cut-out figures, blurred shadows, and German rules in justified and hyphenated
//! lines; below them a line of Japanese, where the package `fonts-ipaexfont-mincho` of Debian is installed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage, Rgba, RgbaImage};

use super::coloured::Numbers;
use super::common::{TypstDeck, start_game};

const PHOTOGRAPHS: usize = 40;
const FIGURES: usize = 20;

/// IPAexMincho: 7.8 MB, of which the deck shows a few signs.
const JAPANESE: &str = "/usr/share/fonts/opentype/ipaexfont-mincho/ipaexm.ttf";

const SENTENCES: [&str; 10] = [
    "Wer die Wahrsagerin befragt, deckt die drei obersten Karten des Schicksalsstapels auf und legt sie in beliebiger Reihenfolge zurück.",
    "Die Gerechtigkeitswaage entscheidet jede unentschiedene Auseinandersetzung zugunsten der benachteiligten Mitspielerin.",
    "Danach verschiebt sich die Sternenkonstellation um eine Himmelsrichtung.",
    "Bezahle zwei Mondsplitter, um den Einsiedler in seine Gebirgshütte zurückzuschicken.",
    "Alle Wegelagerer verlieren ihre Ausrüstungsgegenstände, sobald der Turm einstürzt.",
    "Außerhalb der Stadtmauern gilt diese Beschränkung nicht.",
    "Die Kaiserin verdoppelt sämtliche Ernteerträge der umliegenden Landwirtschaftsgebiete.",
    "Bei Vollmond darf zusätzlich eine Verwandlungskarte ausgespielt werden.",
    "Der Gehängte bleibt kopfüber liegen, bis jemand das Lösegeld aufbringt.",
    "Lege anschließend ein Schicksalsplättchen auf die Wunschbrunnenkarte.",
];
const NAMES: [&str; 20] = [
    "Der Narr",
    "Der Magier",
    "Die Hohepriesterin",
    "Die Kaiserin",
    "Der Kaiser",
    "Der Hierophant",
    "Die Liebenden",
    "Der Wagen",
    "Die Kraft",
    "Der Einsiedler",
    "Das Schicksalsrad",
    "Die Gerechtigkeit",
    "Der Gehängte",
    "Der Tod",
    "Die Mäßigkeit",
    "Der Teufel",
    "Der Turm",
    "Der Stern",
    "Der Mond",
    "Die Sonne",
];
const LINES: [&str; 5] = [
    "運命の輪は静かに回る",
    "月は夜の海を照らす",
    "星は遠い道を示す",
    "塔は雷に打たれた",
    "太陽は再び昇る",
];

/// Name, rules and line of Japanese of card `at`.
fn words(at: usize) -> (String, String, &'static str) {
    let mut n = Numbers(at as u32 * 65_537 + 11);
    let rules: Vec<&str> = (0..4).map(|_| SENTENCES[n.between(0, 10) as usize]).collect();
    let name = format!("{} {}", NAMES[at % 20], at / 20 + 1);
    (name, rules.join(" "), LINES[at % 5])
}

/// Smooth noise from 0 to 1: random numbers on a lattice, blended between.
struct Noise(Vec<f32>);

impl Noise {
    const SIDE: usize = 64;

    fn new(n: &mut Numbers) -> Self {
        let numbers = 0..Self::SIDE * Self::SIDE;
        Noise(numbers.map(|_| n.between(0, 1_000) as f32 / 1_000.0).collect())
    }

    fn at(&self, x: f32, y: f32) -> f32 {
        let (column, row) = (x as usize, y as usize);
        let ease = |t: f32| t * t * (3.0 - 2.0 * t);
        let (right, down) = (ease(x.fract()), ease(y.fract()));
        let corner = |x: usize, y: usize| self.0[y % Self::SIDE * Self::SIDE + x % Self::SIDE];
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let above = mix(corner(column, row), corner(column + 1, row), right);
        let below = mix(corner(column, row + 1), corner(column + 1, row + 1), right);
        mix(above, below, down)
    }
}

/// What a camera might see: clouds of two colours with finer and finer detail, and grain.
fn photograph(seed: u32) -> RgbImage {
    let mut n = Numbers(seed.wrapping_mul(7_919).wrapping_add(99));
    let noise = Noise::new(&mut n);
    let mut colour = || [0; 3].map(|_: u32| n.between(10, 245) as f32);
    let (dark, light) = (colour(), colour());
    let mut grain = Numbers(seed);
    RgbImage::from_fn(1_500, 1_900, |x, y| {
        let octaves = [(0.002, 0.5), (0.008, 0.25), (0.03, 0.15), (0.12, 0.1)];
        let cloud: f32 = octaves
            .iter()
            .map(|(scale, share)| share * noise.at(x as f32 * scale, y as f32 * scale))
            .sum();
        let grain = grain.between(0, 9) as f32 - 4.0;
        let part = |at: usize| dark[at] + (light[at] - dark[at]) * cloud + grain;
        Rgb([0, 1, 2].map(|at| part(at).clamp(0.0, 255.0) as u8))
    })
}

/// A blot with a soft edge on nothing.
fn figure(seed: u32) -> RgbaImage {
    let mut n = Numbers(seed.wrapping_mul(104_729).wrapping_add(3));
    let noise = Noise::new(&mut n);
    let [red, green, blue] = [0; 3].map(|_: u32| n.between(60, 240));
    RgbaImage::from_fn(800, 1_000, |x, y| {
        let (across, down) = (x as f32 / 400.0 - 1.0, y as f32 / 500.0 - 1.0);
        let wave = noise.at(x as f32 * 0.01, y as f32 * 0.01);
        let inside = 0.95 - across.hypot(down) - 0.4 * wave;
        let alpha = (inside * 12.0).clamp(0.0, 1.0) * 255.0;
        let shade = |part: u32| (part as f32 * (0.6 + 0.4 * wave)) as u8;
        Rgba([shade(red), shade(green), shade(blue), alpha as u8])
    })
}

const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="120mm" viewBox="0 0 70 120">
<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#efe4cc"/><stop offset="1" stop-color="#b99a6b"/></linearGradient>
<filter id="shadow" x="-0.2" y="-0.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="1.2"/></filter></defs>
<rect x="-4" y="-4" width="78" height="128" fill="url(#ground)"/>
<rect x="6" y="16" width="60" height="58" fill="#000" fill-opacity="0.6" filter="url(#shadow)"/>
<rect data-art="{{photograph}}" data-scale="slice" x="5" y="14" width="60" height="58"/>
<rect data-art="{{figure}}" x="20" y="30" width="30" height="40"/>
<rect x="6" y="78" width="60" height="37" rx="2" fill="#000" fill-opacity="0.5" filter="url(#shadow)"/>
<rect x="5" y="76" width="60" height="37" rx="2" fill="#fffaf0" stroke="#5a4020" stroke-width="0.4"/>
<rect data-fit="name" x="5" y="4" width="60" height="8" data-font="Cabin" data-weight="700" data-size="14" data-align="center" data-lines="1" data-valign="middle"/>
<rect data-fit="rules" x="7.5" y="77.5" width="55" height="28" data-font="Alegreya Sans" data-size="8.5" data-min="6.5" data-align="justify" data-hyphens="auto"/>
JAPANESE</svg>
"##;

const JAPANESE_BOX: &str = r##"<rect data-fit="line" x="7.5" y="106" width="55" height="6" data-font="IPAexMincho" data-size="9" data-align="center" data-lines="1" data-valign="middle"/>
"##;

/// The pictures of both decks.
fn write_pictures(dir: &Path) -> std::io::Result<()> {
    let failed = |e: image::ImageError| std::io::Error::other(e);
    for at in 0..PHOTOGRAPHS {
        let mut bytes = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
        photograph(at as u32).write_with_encoder(encoder).map_err(failed)?;
        fs::write(dir.join(format!("art/photograph-{at}.jpg")), bytes)?;
    }
    for at in 0..FIGURES {
        let path = dir.join(format!("art/figure-{at}.png"));
        figure(at as u32).save(path).map_err(failed)?;
    }
    Ok(())
}

/// Writes a game of `cards` different cards.
pub fn write_game(dir: &Path, cards: usize) -> std::io::Result<()> {
    let has_japanese = fs::exists(JAPANESE)?;
    let japanese = if has_japanese { JAPANESE_BOX } else { "" };
    start_game(dir, &TEMPLATE.replace("JAPANESE", japanese))?;
    fs::write(dir.join("game.toml"), "title = \"Bench\"\nlang = \"de\"\n")?;
    if has_japanese {
        fs::create_dir_all(dir.join("fonts"))?;
        fs::copy(JAPANESE, dir.join("fonts/ipaexm.ttf"))?;
        let list = "[[font]]\nfile = \"ipaexm.ttf\"\nfamily = \"IPAexMincho\"\nweight = 400\nitalic = false\n";
        fs::write(dir.join("fonts/fonts.toml"), list)?;
    }
    write_pictures(dir)?;
    let mut deck = String::from("template = \"front.svg\"\nsize = \"70 x 120\"\n");
    for at in 0..cards {
        let (name, rules, line) = words(at);
        let line = if has_japanese { format!("line = \"{line}\"\n") } else { String::new() };
        let (photograph, figure) = (at % PHOTOGRAPHS, at % FIGURES);
        let _ = write!(
            deck,
            "\n[[card]]\nid = \"card-{at}\"\nname = \"{name}\"\nphotograph = \"photograph-{photograph}\"\nfigure = \"figure-{figure}\"\nrules = \"{rules}\"\n{line}"
        );
    }
    fs::write(dir.join("cards.toml"), deck)
}

/// There are no shadows: Typst cannot blur.
const TYPST: &str = r##"#set text(font: "Alegreya Sans", size: 8.5pt, lang: "de", hyphenate: true)
#let card(name, photograph, figure, rules, line) = box(width: 70mm, height: 120mm, fill: gradient.linear(rgb("#efe4cc"), rgb("#b99a6b"), angle: 90deg), clip: true, {
  place(dx: 5mm, dy: 14mm, image(photograph, width: 60mm, height: 58mm, fit: "cover"))
  place(dx: 20mm, dy: 30mm, image(figure, width: 30mm, height: 40mm, fit: "contain"))
  place(dx: 5mm, dy: 76mm, rect(width: 60mm, height: 37mm, radius: 2mm, fill: rgb("#fffaf0"), stroke: 0.4mm + rgb("#5a4020")))
  place(dx: 5mm, dy: 5mm, block(width: 60mm, align(center, text(font: "Cabin", size: 14pt, weight: 700, name))))
  place(dx: 7.5mm, dy: 77.5mm, block(width: 55mm, par(justify: true, rules)))
  place(dx: 7.5mm, dy: 107mm, block(width: 55mm, align(center, text(font: "IPAexMincho", size: 9pt, line)))) })
"##;

/// The same deck for Typst.
pub fn write_typst(dir: &Path, cards: usize) -> std::io::Result<()> {
    let has_japanese = fs::exists(JAPANESE)?;
    let deck = TypstDeck { size: (70.0, 120.0), grid: (2, 2), head: TYPST, has_back: false };
    deck.write(dir, cards, |at| {
        let (name, rules, line) = words(at);
        let line = if has_japanese { line } else { "" };
        let (photograph, figure) = (at % PHOTOGRAPHS, at % FIGURES);
        format!(
            "card(\"{name}\", \"art/photograph-{photograph}.jpg\", \"art/figure-{figure}.png\", \"{rules}\", \"{line}\"),"
        )
    })
}
