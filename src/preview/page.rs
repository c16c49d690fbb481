//! A replay as one page for a browser: everything in one file, nothing fetched.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::cards::Pack;
use crate::source::{Asset, Diagnostics, Files};
use crate::verify::replay::{Frame, Replay};

use super::faces::{Faces, faces};
use super::layout::{Lying, Way, layout, places};
use super::seats::{Look, looks};
use super::words::Words;

/// Stands at the start of every page, so that it can be known again.
const MARK: &str = "<!doctype html>\n<!-- made by deckproof -->\n";

const HTML: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The fonts of the page, which come with the program: file, family, weight.
const FONTS: [(&str, &str, u16); 3] = [
    ("Oswald-SemiBold.ttf", "Oswald", 600),
    ("AlegreyaSans-Regular.ttf", "Alegreya Sans", 400),
    ("AlegreyaSans-Bold.ttf", "Alegreya Sans", 700),
];

/// Whether `bytes` is a page that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// The page of a replay.
///
/// # Errors
/// What is wrong with the templates or pictures of the cards.
pub fn page(pack: &Pack, replay: &Replay, files: &mut Files) -> Result<Vec<u8>, Diagnostics> {
    let header = &replay.header;
    let numbers = header.cards.iter().map(String::as_str).zip(0..).collect();
    let tables: Vec<Vec<Lying>> = replay
        .frames
        .iter()
        .map(|f| layout(&f.table, &numbers))
        .collect();
    let shown: BTreeSet<usize> = tables.iter().flatten().map(|lying| lying.card).collect();
    let faces = faces(pack, &header.cards, &shown, files)?;
    let looks = looks(pack, &header.seats, files);
    let words = Words::of(pack, replay);
    let game = game(replay, &tables, &faces, &looks, &words);
    // No `</script>` or `<!--` can stand in it.
    let game = game.to_string().replace('<', "\\u003c");
    let style = style(pack, &faces, &looks);
    let title = escape(&header.origin.title);
    // In the order of their places, so that no text can be taken for a place.
    let filled = [
        ("{title}", title.as_str()),
        ("{style}", &style),
        ("{title}", &title),
        ("{game}", &game),
        ("{script}", SCRIPT),
    ];
    let mut page = MARK.to_owned();
    let mut rest = HTML;
    for (place, text) in filled {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    Ok(page.into_bytes())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The page's style, with its fonts, the pictures of the cards (`.p0`, `.p1`, …) and the seats' colours and signs.
fn style(pack: &Pack, faces: &Faces, looks: &[Look]) -> String {
    let mut style = String::new();
    for (file, family, weight) in FONTS {
        // Without a font the page has the browser's.
        if let Ok((_, bytes)) = pack.folder.asset(Asset::Font, file) {
            let _ = writeln!(
                style,
                "@font-face{{font-family:\"{family}\";font-weight:{weight};src:url(data:font/ttf;base64,{})}}",
                STANDARD.encode(bytes)
            );
        }
    }
    for (index, picture) in faces.pictures.iter().enumerate() {
        let _ = writeln!(style, ".p{index}{{background-image:url({picture})}}");
    }
    for (index, look) in looks.iter().enumerate() {
        let _ = writeln!(style, ".seat{index}{{--seat:{}}}", colour(&look.colour));
        if let Some(sign) = &look.sign {
            let sign = STANDARD.encode(sign);
            let _ = writeln!(
                style,
                ".sign{index}{{--sign:url(data:image/svg+xml;base64,{sign})}}"
            );
        }
    }
    style.push_str(STYLE);
    style
}

/// A colour as it may stand in a style.
fn colour(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "#(),.% ".contains(c);
    text.chars().filter(|c| fits(*c)).collect()
}

/// What the script knows of the game.
fn game(
    replay: &Replay,
    tables: &[Vec<Lying>],
    faces: &Faces,
    looks: &[Look],
    words: &Words,
) -> Value {
    let header = &replay.header;
    let mut zones: Vec<&str> = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for lying in tables.iter().flatten() {
        numbers.entry(&lying.zone).or_insert_with(|| {
            zones.push(&lying.zone);
            zones.len() - 1
        });
    }
    let seats: Vec<Value> = words
        .seats
        .iter()
        .zip(looks)
        .map(
            |((word, name), look)| json!({"word": word, "name": name, "sign": look.sign.is_some()}),
        )
        .collect();
    let cards: Vec<Value> = header
        .cards
        .iter()
        .zip(&faces.cards)
        .map(|(id, card)| json!([id, card.name, card.front, card.back]))
        .collect();
    let frames: Vec<Value> = replay
        .frames
        .iter()
        .zip(tables)
        .map(|(frame, lies)| shown(frame, lies, &numbers, header.cards.as_slice(), words))
        .collect();
    let defcon = replay
        .frames
        .iter()
        .filter_map(|f| f.table.get("defcon")?.as_u64());
    json!({
        "title": header.origin.title,
        "seed": header.seed.to_string(),
        "players": header.players,
        "places": replay.frames.iter().map(|f| places(&f.table)).max(),
        "defcon": defcon.max(),
        "seats": seats,
        "cards": cards,
        "zones": zones,
        "frames": frames,
        "result": replay.result,
    })
}

/// One table: in `lies` each card takes three numbers, its own, its zone's and which way up it lies.
fn shown(
    frame: &Frame,
    lies: &[Lying],
    zones: &BTreeMap<&str, usize>,
    cards: &[String],
    words: &Words,
) -> Value {
    let hides = |l: &&Lying| l.way == Way::Down || l.zone.starts_with("hand/");
    let hidden: BTreeSet<&str> = lies
        .iter()
        .filter(hides)
        .filter_map(|l| cards.get(l.card).map(String::as_str))
        .collect();
    let open = |_: &str| false;
    let covered = |card: &str| hidden.contains(card);
    let text = frame.text.as_deref().unwrap_or("the table at the start");
    let seat = |word: &Option<String>| {
        let word = word.as_ref()?;
        words.seats.iter().position(|(seat, _)| seat == word)
    };
    let numbers = lies.iter().flat_map(|l| {
        let zone = zones.get(l.zone.as_str()).copied().unwrap_or_default();
        [l.card, zone, l.way as usize]
    });
    let mut shown = Map::new();
    let mut set = |key: &str, value: Value| shown.insert(key.to_owned(), value);
    set("ply", frame.ply.into());
    set("seat", json!(seat(&frame.seat)));
    set("turn", json!(seat(&frame.turn)));
    set(
        "move",
        json!([words.mv(text, &open), words.mv(text, &covered)]),
    );
    set(
        "says",
        json!([
            words.changes(&frame.changes, &open),
            words.changes(&frame.changes, &covered)
        ]),
    );
    set("lies", numbers.collect());
    for key in ["round", "defcon", "occupied", "phase", "owed"] {
        if let Some(value) = frame.table.get(key) {
            set(key, value.clone());
        }
    }
    for key in ["influence", "winner"] {
        if let Some(value) = frame.standings.get(key) {
            set(key, value.clone());
        }
    }
    shown.into()
}
