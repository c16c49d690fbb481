//! A replay as one page for a browser: everything in one file, nothing fetched.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::cards::Pack;
use crate::export::html::{escape, fill};
use crate::source::{Asset, Diagnostics, Files};
use crate::verify::replay::Replay;

use super::faces::{Faces, faces};
use super::layout::{Lying, layout};
use super::seats::{Look, looks, signs};
use super::shown::Shown;
use super::words::Words;

/// Stands at the start of every page, so that it can be known again.
const MARK: &str = "<!doctype html>\n<!-- made by deckproof -->\n";

const HTML: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The parts of the script, which share one scope.
const SCRIPT: [&str; 4] = [
    include_str!("page/make.js"),
    include_str!("page/board.js"),
    include_str!("page/cards.js"),
    include_str!("page/steps.js"),
];

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
        .map(|f| layout(&f.table, &numbers, &replay.captions.faces))
        .collect();
    let shown: BTreeSet<usize> = tables.iter().flatten().map(|lying| lying.card).collect();
    let faces = faces(pack, &header.cards, &shown, files)?;
    let words = Words::of(pack, replay);
    let looks = looks(pack, &words);
    let signs = signs(pack, &looks, files);
    let shown = Shown {
        replay,
        words: &words,
        looks: &looks,
        cards: &faces.cards,
        tables: &tables,
    };
    // No `</script>` or `<!--` can stand in it.
    let game = shown.game().to_string().replace('<', "\\u003c");
    let style = style(pack, &faces, &looks, &signs);
    let script = SCRIPT.join("\n");
    let title = escape(&header.origin.title);
    let filled = [
        ("{title}", title.as_str()),
        ("{style}", &style),
        ("{title}", &title),
        ("{game}", &game),
        ("{script}", &script),
    ];
    Ok(format!("{MARK}{}", fill(HTML, filled)).into_bytes())
}

/// The page's style, with its fonts, the pictures of the cards (`.p0`, `.p1`, …), the seats' colours (`.seat0`, …) and
/// signs (`.sym-star`).
fn style(pack: &Pack, faces: &Faces, looks: &[Look], signs: &BTreeMap<String, String>) -> String {
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
        let (colour, ink) = (colour(&look.colour), colour(&look.ink));
        let _ = writeln!(style, ".seat{index}{{--seat:{colour};--seat-ink:{ink}}}");
    }
    for (name, svg) in signs {
        let svg = STANDARD.encode(svg);
        let _ = writeln!(
            style,
            ".sym-{name}{{--sign:url(data:image/svg+xml;base64,{svg})}}"
        );
    }
    style.push_str(STYLE);
    style
}

/// A colour as it may stand in a style.
fn colour(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "#(),.% ".contains(c);
    text.chars().filter(|c| fits(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::testing::{caper, hammers, pack};
    use crate::rules::captions::Captions;

    /// Words of a game that are none of the common ones.
    fn words_of(captions: &Captions) -> Vec<&str> {
        let common = |word: &&str| !["deck", "hand", "discard", "first"].contains(word);
        let held = captions.holdings.iter().map(|holding| holding.zone);
        let piles = captions.piles.iter().map(|pile| pile.zone);
        let facts = captions.facts.iter().map(|fact| fact.key);
        let faces = captions.faces.iter().map(|face| face.is);
        let standing = captions.places.standing.iter().map(|s| s.key);
        let parts = captions.score.parts.iter().map(|(part, _)| *part);
        let said = held.chain(piles).chain(facts).chain(faces);
        said.chain(standing).chain(parts).filter(common).collect()
    }

    #[test]
    fn what_draws_a_page_knows_no_game() {
        let drawn = [&SCRIPT.join(""), STYLE, HTML].join("\n").to_lowercase();
        // In a comment a name for what is shown may be an example.
        let lines = drawn
            .lines()
            .filter(|line| !["//", "/*"].iter().any(|c| line.trim().starts_with(c)));
        let known: BTreeSet<&str> = lines
            .flat_map(|line| line.split(|c: char| !c.is_alphabetic()))
            .collect();
        for replay in [hammers(), caper(2)] {
            let words = words_of(&replay.captions);
            assert!(words.len() > 10, "{words:?}");
            for word in words {
                assert!(!known.contains(word.to_lowercase().as_str()), "{word}");
            }
        }
    }

    #[test]
    fn a_page_is_known_again_and_holds_the_signs_of_its_seats() {
        let (pack, mut files) = pack("caps-and-hammers");
        let page = page(&pack, &hammers(), &mut files).unwrap();
        assert!(made_by_us(&page));
        let text = String::from_utf8(page).unwrap();
        for part in [
            ".sym-star{--sign:url(",
            ".sym-hammer{--sign:url(",
            ".seat0{--seat:#2f5d7c;",
        ] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("{game}") && !text.contains("{script}"));
    }

    #[test]
    fn seats_of_a_side_look_alike_and_their_colour_is_written_on_in_its_ink() {
        let pack = pack("caper").0;
        let replay = caper(4);
        let looks = looks(&pack, &Words::of(&pack, &replay));
        assert_eq!(looks[0], looks[2]);
        assert_eq!(looks[1].colour, "#a9d6bd");
        assert_eq!(looks[1].ink, "#1c1b22");
        assert_eq!(looks[3].sign.as_deref(), Some("gear"));
    }
}
