//! Bytes as a picture, as a symbol and as a font: whatever is read without a fault is drawn, painted and printed.

use deckproof::source::Files;
use deckproof::template::{Ink, Renderer};

use super::games::{folder, load, told};
use super::templates::export;

const GAME: &str = "title = \"Fuzz\"\ndecks = [\"cards\", \"set\"]\n";

const CARDS: &str =
    "template = \"shown.svg\"\n[[card]]\nname = \"Admiral\"\ntext = \"Pay {input}.\"\n";

/// Only of letters that the seeds have: a font that lacks one is refused before it is drawn with.
const SET: &str = "template = \"set.svg\"\n[[card]]\nname = \"Arid\"\n";

/// Shows the input as a picture and as a symbol, in a box and among words.
const SHOWN: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-art="input" x="5" y="5" width="50" height="30" data-scale="slice"/>
<rect data-symbol="input" x="5" y="40" width="10" height="10"/>
<rect data-fit="text" x="5" y="60" width="50" height="10" data-font="Cabin" data-size="12"/>
</svg>"##;

/// Sets words in the input.
const WORDS: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-fit="name" x="5" y="60" width="50" height="10" data-font="Input" data-size="12"/>
</svg>"##;

const FONTS: &str =
    "[[font]]\nfile = \"input.ttf\"\nfamily = \"Input\"\nweight = 400\nitalic = false\n";

pub fn run(input: &[u8]) {
    let files: [(&str, &[u8]); 10] = [
        ("game.toml", GAME.as_bytes()),
        ("cards.toml", CARDS.as_bytes()),
        ("set.toml", SET.as_bytes()),
        ("templates/shown.svg", SHOWN.as_bytes()),
        ("templates/set.svg", WORDS.as_bytes()),
        ("fonts/fonts.toml", FONTS.as_bytes()),
        ("fonts/input.ttf", input),
        ("art/input.png", input),
        ("symbols/input.png", input),
        ("rules.md", b""),
    ];
    let is_font = matches!(
        input,
        [0, 1, 0, 0, ..] | [b'O', b'T', b'T', b'O', ..] | [b't', b'r', b'u', b'e', ..]
    );
    let kept = files.into_iter().filter(|(name, _)| is_font || !name.starts_with("fonts/"));
    let kept = kept.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
    let mut read = Files::new();
    let Some(pack) = load(folder("fuzz", kept.collect()), &mut read) else {
        return;
    };
    // Each ink has its turn; which one follows from the input, so that a finding is found again.
    let ink = Ink::ALL[input.len() % Ink::ALL.len()];
    let deck = &pack.decks[usize::from(is_font)];
    let renderer = match Renderer::open(&pack, &[deck], ink, &mut read) {
        Ok(renderer) => renderer,
        Err(faults) => return told(&faults, &read),
    };
    match renderer.draw(&pack, deck, &mut read) {
        Ok(drawn) => export(drawn.fronts),
        Err(faults) => told(&faults, &read),
    }
}
