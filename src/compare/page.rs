//! What differs as one page for a browser: everything in one file, nothing fetched, whole without its script.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use sha2::{Digest, Sha256};

use super::found::{CardChange, Comparison, DeckChange, Edit, Fate, Kind};
use super::pictures::{DeckPictures, Frame, Pair, corner, is_wide, paint};
use super::scenarios::Scenarios;
use super::script::ScriptChange;
use super::side::Side;
use crate::export::html::{escape, fill};
use crate::export::png::encode_small;
use crate::source::{Asset, Code, Diagnostic, Diagnostics, GameFolder};

/// Stands at the start of every page, so that it can be known again.
const MARK: &str = "<!doctype html>\n<!-- made by deckproof -->\n";

const HTML: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The fonts of the page: file, family, weight.
const FONTS: [(&str, &str, u16); 3] = [
    ("Oswald-SemiBold.ttf", "Oswald", 600),
    ("AlegreyaSans-Regular.ttf", "Alegreya Sans", 400),
    ("AlegreyaSans-Bold.ttf", "Alegreya Sans", 700),
];

/// The largest picture of an upright and of a wide card: sharp on a screen of more than the usual density.
const UPRIGHT: Frame = Frame {
    width: 330.0,
    height: 462.0,
};
const WIDE: Frame = Frame {
    width: 500.0,
    height: 400.0,
};

/// Whether `bytes` is a page that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// Makes the page.
///
/// # Errors
/// When a face cannot be painted.
pub fn page(
    old: &Side,
    new: &Side,
    found: &Comparison,
    scenarios: Option<&Scenarios>,
    done: &dyn Fn(),
) -> Result<Vec<u8>, Diagnostics> {
    let frame = |deck: &DeckChange| if is_wide(deck) { WIDE } else { UPRIGHT };
    let pictures = paint(found, frame, done)?;
    let mut body = String::new();
    game(found, &mut body);
    for (number, (deck, pictures)) in found.decks.iter().zip(&pictures).enumerate() {
        section(number, deck, pictures, &mut body)?;
    }
    told(scenarios, &mut body);
    if found.is_empty() {
        body.push_str("<p class=\"none\">No difference: both print the same cards and play the same game.</p>\n");
    }
    let style = style(&new.pack.folder, found, [new, old]);
    let title = escape(&new.pack.game.full_title());
    let tags: String = Kind::ALL
        .into_iter()
        .filter(|kind| found.count(*kind) > 0)
        .map(|kind| {
            format!(
                "<li class=\"tag {0}\">{1} {0}</li>",
                kind.word(),
                found.count(kind)
            )
        })
        .collect();
    let sides = [old, new].map(|side| {
        let version = escape(&side.pack.game.version);
        format!("{} <small>{version}</small>", escape(&side.label))
    });
    let [style_hash, script_hash] = [&style, SCRIPT].map(hash);
    let filled = [
        ("{style-hash}", style_hash.as_str()),
        ("{script-hash}", &script_hash),
        ("{title}", &title),
        ("{style}", &style),
        ("{title}", &title),
        ("{old}", &sides[0]),
        ("{new}", &sides[1]),
        ("{summary}", &escape(&found.summary())),
        ("{tags}", &tags),
        ("{body}", &body),
        ("{script}", SCRIPT),
    ];
    Ok(format!("{MARK}{}", fill(HTML, filled)).into_bytes())
}

/// By which a policy lets a style or script be.
fn hash(text: &str) -> String {
    format!(
        "sha256-{}",
        STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

/// The fonts, the corners of each deck's cards (`.d0`, `.d1`, …) and the rest.
fn style(folder: &GameFolder, found: &Comparison, sides: [&Side; 2]) -> String {
    let mut style = String::new();
    for (file, family, weight) in FONTS {
        // Without a font the page has the browser's.
        if let Ok((_, bytes)) = folder.asset(Asset::Font, file) {
            let data = STANDARD.encode(bytes);
            let _ = writeln!(
                style,
                "@font-face{{font-family:\"{family}\";font-weight:{weight};src:url(data:font/ttf;base64,{data})}}"
            );
        }
    }
    for (number, deck) in found.decks.iter().enumerate() {
        let mut faces = deck.cards.iter().map(|c| &c.faces).chain(&deck.back);
        let face = faces.find_map(|f| f.new.as_ref().or(f.old.as_ref()));
        if let Some(face) = face {
            let across = 100.0 * corner(sides, &deck.id, face.width);
            let down = across * face.width / face.height;
            let (width, height) = (face.width, face.height);
            let _ = writeln!(
                style,
                ".d{number} .face{{border-radius:{across:.2}%/{down:.2}%;aspect-ratio:{width}/{height}}}"
            );
        }
    }
    style.push_str(STYLE);
    style
}

/// What is on no card.
fn game(found: &Comparison, body: &mut String) {
    let script: Vec<Edit> = found.script.iter().map(ScriptChange::edit).collect();
    if !found.rules.is_empty() || !found.looks.is_empty() || !script.is_empty() {
        body.push_str("<section><h2>The game</h2>\n");
        list(&found.rules, Kind::Rules, body);
        list(&script, Kind::Rules, body);
        list(&found.looks, Kind::Looks, body);
        body.push_str("</section>\n");
    }
}

/// The scenarios that come out otherwise.
fn told(scenarios: Option<&Scenarios>, body: &mut String) {
    let Some(scenarios) = scenarios.filter(|s| !s.is_empty()) else {
        return;
    };
    body.push_str("<section><h2>Scenarios</h2>\n");
    for (word, says, list) in scenarios.lists() {
        if list.is_empty() {
            continue;
        }
        let _ = writeln!(
            body,
            "<h3 class=\"outcome {word}\">{} ({})</h3><ul class=\"edits\">",
            escape(says),
            list.len()
        );
        for outcome in list {
            let (slug, cites) = (escape(&outcome.slug), escape(&outcome.cites.join(", ")));
            let says = outcome.says.as_deref().map(escape).unwrap_or_default();
            let _ = writeln!(
                body,
                "<li><b>{slug}</b> <small>{cites}</small><br>{says}</li>"
            );
        }
        body.push_str("</ul>\n");
    }
    body.push_str("</section>\n");
}

fn list(edits: &[Edit], kind: Kind, body: &mut String) {
    if edits.is_empty() {
        return;
    }
    let _ = writeln!(body, "<ul class=\"edits {}\">", kind.word());
    for edit in edits.iter().map(Edit::short) {
        let text = |text: &Option<String>| text.as_deref().map(escape);
        let says = match (text(&edit.old), text(&edit.new)) {
            (None, None) => "drawn otherwise".to_owned(),
            (old, new) => {
                let old = old.map_or_else(|| "none".into(), |old| format!("<del>{old}</del>"));
                let new = new.map_or_else(|| "none".into(), |new| format!("<ins>{new}</ins>"));
                let way = "<span class=\"way\" aria-label=\"becomes\">→</span>";
                format!("{old} {way} {new}")
            }
        };
        let what = escape(&edit.what);
        let long = if edit.is_long() {
            " class=\"long\""
        } else {
            ""
        };
        let _ = writeln!(body, "<li{long}><b>{what}</b> {says}</li>");
    }
    body.push_str("</ul>\n");
}

fn section(
    number: usize,
    deck: &DeckChange,
    pictures: &DeckPictures,
    body: &mut String,
) -> Result<(), Diagnostic> {
    let wide = if is_wide(deck) { " wide" } else { "" };
    let fate = match deck.fate {
        Fate::New => " <span class=\"tag new\">new</span>",
        Fate::Gone => " <span class=\"tag gone\">gone</span>",
        _ => "",
    };
    let title = escape(&deck.title);
    let _ = writeln!(
        body,
        "<section class=\"d{number}{wide}\"><h2>{title}{fate}</h2>"
    );
    list(&deck.looks, Kind::Looks, body);
    list(&deck.text, Kind::Looks, body);
    body.push_str("<div class=\"cards\">\n");
    let back = pictures.back.iter().map(|pair| (None, pair));
    let cards = deck.cards.iter().map(Some).zip(&pictures.cards);
    let tiles: Vec<(Option<&CardChange>, &Pair)> = back.chain(cards).collect();
    let tiles: Result<Vec<String>, Diagnostic> = tiles
        .par_iter()
        .map(|(card, pair)| tile(*card, pair))
        .collect();
    body.push_str(&tiles?.concat());
    body.push_str("</div></section>\n");
    Ok(())
}

fn tile(card: Option<&CardChange>, pair: &Pair) -> Result<String, Diagnostic> {
    let mut html = String::new();
    let name = card.map_or("Back of all its cards", |card| card.name.as_str());
    let name = escape(name);
    let kinds = card.map_or_else(|| vec![Kind::Looks], CardChange::kinds);
    let tags: String = kinds
        .iter()
        .map(|kind| format!(" <span class=\"tag {0}\">{0}</span>", kind.word()))
        .collect();
    let _ = writeln!(html, "<article><h3>{name}{tags}</h3><div class=\"pair\">");
    for (side, picture) in [("before", &pair.old), ("after", &pair.new)] {
        let _ = write!(html, "<figure class=\"{side}\">");
        match picture {
            Some(picture) => face(picture, pair, &format!("{name}, {side}"), &mut html)?,
            None => {
                let word = if side == "before" {
                    "not there yet"
                } else {
                    "not there any more"
                };
                let _ = write!(html, "<div class=\"face empty\">{word}</div>");
            }
        }
        let _ = writeln!(html, "<figcaption>{side}</figcaption></figure>");
    }
    html.push_str("</div>\n");
    if pair.old.is_some() && pair.new.is_some() {
        let _ = writeln!(
            html,
            "<input class=\"slider\" type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"{name}: how much of it as it was\">"
        );
    }
    if let Some(card) = card {
        let mut facts = Vec::new();
        if kinds.contains(&Kind::Copies) {
            let (old, new) = card.copies;
            facts.push(Edit::new(
                "copies",
                Some(old.to_string()),
                Some(new.to_string()),
            ));
        }
        if let Fate::Moved { deck, id, .. } = &card.fate {
            facts.push(Edit::new(
                "was",
                Some(format!("{deck}/{id}")),
                Some(card.id.clone()),
            ));
        }
        list(&facts, Kind::Copies, &mut html);
        list(&card.rules, Kind::Rules, &mut html);
        list(&card.looks, Kind::Looks, &mut html);
    }
    html.push_str("</article>\n");
    Ok(html)
}

/// A picture with its marks.
fn face(picture: &Pixmap, pair: &Pair, says: &str, html: &mut String) -> Result<(), Diagnostic> {
    let bytes = encode_small(picture).map_err(|e| {
        Diagnostic::error(
            Code::Unpaintable,
            format!("a face cannot be painted: {}", e.0),
        )
        .help("look at the template in another program")
    })?;
    let (width, height) = (picture.width(), picture.height());
    let data = STANDARD.encode(bytes);
    let _ = write!(
        html,
        "<div class=\"face\"><img src=\"data:image/png;base64,{data}\" width=\"{width}\" height=\"{height}\" alt=\"{says}\">"
    );
    if !pair.marks.is_empty() {
        let _ = write!(
            html,
            "<svg class=\"marks\" viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">"
        );
        for [x, y, width, height] in &pair.marks {
            let _ = write!(
                html,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"none\"/>"
            );
        }
        html.push_str("</svg>");
    }
    html.push_str("</div>");
    Ok(())
}
