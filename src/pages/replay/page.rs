//! Writes the HTML page of a replay: its style, the elements that its script fills, and the script's data. A [`Pack`] and a
//! [`Replay`] come in, the bytes of the page go out. Called by `deckproof replay --html`.

use std::collections::BTreeSet;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};

use super::faces::{PageCards, faces};
use super::shown::ReplayView;
use crate::cards::Pack;
use crate::preview::{LaidCard, ReplayWords, SeatLook, layout, looks, signs};
use crate::report::{HtmlPage, html_page};
use crate::rules::Seed;
use crate::source::{Diagnostics, Files, joined};
use crate::verify::replay::Replay;

/// The style of a board.
const STYLE: &str = include_str!("replay.css");

/// The parts of the script, which share one scope.
const SCRIPT: [&str; 3] = [include_str!("data.js"), BOARD_SCRIPT, include_str!("steps.js")];

/// The part that builds a board of `game` and tells of a frame; it expects `find` and `game`.
pub(in crate::pages) const BOARD_SCRIPT: &str = concat!(
    include_str!("make.js"),
    include_str!("board.js"),
    include_str!("cards.js"),
    include_str!("told.js")
);

/// The page of a replay.
///
/// # Errors
/// What is wrong with the templates or pictures of the cards.
pub fn replay_page(
    pack: &Pack,
    replay: &Replay,
    files: &mut Files,
) -> Result<Vec<u8>, Diagnostics> {
    let header = &replay.header;
    let numbers = header.cards.iter().map(String::as_str).zip(0..).collect();
    let tables: Vec<Vec<LaidCard>> =
        replay.frames.iter().map(|f| layout(&f.table, &numbers, &replay.captions.faces)).collect();
    let shown: BTreeSet<usize> = tables.iter().flatten().map(|lying| lying.card).collect();
    let faces = faces(pack, &header.cards, &shown, files)?;
    let words = ReplayWords::new(pack, replay);
    let looks = looks(pack, &words);
    let shown = ReplayView {
        replay,
        words: &words,
        looks: &looks,
        cards: &faces.cards,
        unknown: &[],
        tables: &tables,
        about: about(replay),
    };
    let title = &header.title;
    let page = HtmlPage {
        title: &format!("{title}: a game to step through"),
        style: &style(pack, &faces, &looks, files),
        body: body(title),
        data: Some(shown.game()),
        script: &SCRIPT.join("\n"),
        has_files: false,
    };
    Ok(html_page(page, &pack.folder))
}

/// Where the game comes from.
fn about(replay: &Replay) -> String {
    let header = &replay.header;
    let variant = header.variant.describe();
    // A scenario plays what is written in it, whatever the seed.
    let seed = match (header.players.as_str(), header.seed) {
        ("scenario", _) => String::new(),
        (players, Seed::Number(seed)) => format!("seed {seed}, policy {players}"),
        (players, Seed::Secret(_)) => format!("played by {players}"),
    };
    joined([variant, seed].iter().filter(|part| !part.is_empty()), ", ")
}

/// The elements that the script fills.
fn body(title: &str) -> Markup {
    html! {
        header {
            h1 #title { (title) }
            p #about {}
            p #round class="round" {}
        }
        main {
            section #board class="board" aria-label="The table" {}
            nav.controls aria-label="Steps" {
                (button("first", "First", "Home", "M3 3h3v14H3zM18 3v14L7 10z"))
                (button("back", "Back", "←", "M15 3v14L4 10z"))
                input type="range" id="slider" min="0" value="0" aria-label="Step";
                (button("next", "Next", "→", "M5 3v14l11-7z"))
                (button("last", "Last", "End", "M14 3h3v14h-3zM2 3v14l11-7z"))
                label.peek title="H" {
                    input type="checkbox" id="peek";
                    " "
                    span { "show hidden cards" }
                }
            }
        }
        aside {
            section.now aria-live="polite" aria-atomic="true" aria-label="What happened" {
                p #who class="who" {}
                p id="move" class="move" {}
                ul #says class="says" {}
            }
            section #score class="score" aria-label="Scores" hidden {}
            section.list aria-label="Moves" {
                ol #moves class="moves" {}
            }
            p.keys {
                kbd { "←" } " " kbd { "→" } " step, " kbd { "Page" } " round, "
                kbd { "Home" } " " kbd { "End" } ", " kbd { "H" } " hidden cards"
            }
        }
        div #zoom class="zoom" aria-hidden="true" hidden {}
        noscript { "This page steps through a game with a script, which is switched off." }
    }
}

/// A button with its key and its icon.
fn button(id: &str, name: &str, key: &str, path: &str) -> Markup {
    html! {
        button type="button" id=(id) aria-label=(name) title=(format!("{name} ({key})")) {
            svg viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} }
        }
    }
}

/// The page's style, with the pictures of the cards (`.p0`, `.p1`, …), the seats' colours (`.seat0`, …) and signs (`.sym-star`).
pub(in crate::pages) fn style(
    pack: &Pack,
    faces: &PageCards,
    looks: &[SeatLook],
    files: &mut Files,
) -> String {
    let mut style = String::new();
    for (index, picture) in faces.pictures.iter().enumerate() {
        let _ = writeln!(style, ".p{index}{{background-image:url({picture})}}");
    }
    style.push_str(&faces.forms);
    for (index, look) in looks.iter().enumerate() {
        let (colour, ink) = (colour(&look.colour), colour(&look.ink));
        let _ = writeln!(style, ".seat{index}{{--seat:{colour};--seat-ink:{ink}}}");
    }
    for (name, svg) in signs(pack, looks, files) {
        let svg = STANDARD.encode(svg);
        let _ = writeln!(style, ".sym-{name}{{--sign:url(data:image/svg+xml;base64,{svg})}}");
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
    use crate::report::is_our_page;
    use crate::rules::captions::Captions;

    /// Words of single games, which the shared script must not contain.
    fn words_of(captions: &Captions) -> Vec<&str> {
        let common = |word: &&str| !["deck", "hand", "discard", "first"].contains(word);
        let held = captions.holdings.iter().map(|holding| &holding.zone);
        let piles = captions.piles.iter().map(|pile| &pile.zone);
        let facts = captions.facts.iter().map(|fact| &fact.key);
        let faces = captions.faces.iter().map(|face| &face.is);
        let standing = captions.places.standing.iter().map(|s| &s.key);
        let parts = captions.score.parts.iter().map(|(part, _)| part);
        let said = held.chain(piles).chain(facts).chain(faces);
        said.chain(standing).chain(parts).map(String::as_str).filter(common).collect()
    }

    #[test]
    fn what_draws_a_page_knows_no_game() {
        let body = body("").into_string();
        let drawn = [&SCRIPT.join(""), STYLE, &body].join("\n").to_lowercase();
        // Comments may use a game's words as examples.
        let lines =
            drawn.lines().filter(|line| !["//", "/*"].iter().any(|c| line.trim().starts_with(c)));
        let known: BTreeSet<&str> =
            lines.flat_map(|line| line.split(|c: char| !c.is_alphabetic())).collect();
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
        let page = replay_page(&pack, &hammers(), &mut files).unwrap();
        assert!(is_our_page(&page));
        let text = String::from_utf8(page).unwrap();
        for part in [".sym-star{--sign:url(", ".sym-hammer{--sign:url(", ".seat0{--seat:#2f5d7c;"] {
            assert!(text.contains(part), "{part}");
        }
    }

    #[test]
    fn seats_of_a_side_look_alike_and_their_colour_is_written_on_in_its_ink() {
        let pack = pack("caper").0;
        let replay = caper(4);
        let looks = looks(&pack, &ReplayWords::new(&pack, &replay));
        assert_eq!(looks[0], looks[2]);
        assert_eq!(looks[1].colour, "#a9d6bd");
        assert_eq!(looks[1].ink, "#1c1b22");
        assert_eq!(looks[3].sign.as_deref(), Some("gear"));
    }
}
