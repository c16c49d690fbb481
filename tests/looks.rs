//! The shipped games look well: no check of the room `lint` finds anything on their cards.

use std::path::Path;

use deckproof::cards::Deck;
use deckproof::lint::{DeckProof, Proof, find_faults};
use deckproof::registry;
use deckproof::sheet::Trim;
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::template::{Ink, Layer, Renderer};

/// What the checks find in a game, each as `D202 path:line:column message`.
fn found(id: &str) -> Vec<String> {
    let mut files = Files::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(id);
    let folder = GameFolder::open(&folder).unwrap();
    let pack = registry::load(folder, &mut files).unwrap();
    let decks: Vec<&Deck> = pack.decks.iter().collect();
    let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files).unwrap();
    let drawn: Vec<_> =
        decks.iter().map(|deck| renderer.draw(&pack, deck, &mut files).unwrap()).collect();
    let decks = decks.iter().zip(&drawn).map(|(deck, drawn)| {
        let trim = Trim::parse(&deck.size).unwrap();
        DeckProof {
            deck,
            trim: trim.with_corner(deck.corner.unwrap_or(trim.corner)),
            faces: match deck.flow {
                Some(_) => Vec::new(),
                None => pack.faces(deck).0,
            },
            drawn,
        }
    });
    let proof = Proof {
        pack: &pack,
        renderer: &renderer,
        decks: decks.collect(),
        asks: deckproof::lint::PrintDemands::default(),
    };
    let found: Diagnostics = find_faults(&proof, &mut files);
    found
        .iter()
        .map(|d| {
            let place = d.span.map_or_else(String::new, |span| files.place(span));
            format!("{} {place} {}", d.code, d.message)
        })
        .collect()
}

#[test]
fn shipped_games_look_well() {
    let ids = GameFolder::shipped_ids();
    let found: Vec<String> = ids.iter().flat_map(|id| found(id)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn letters_are_as_far_apart_as_their_words_are_wide() {
    let mut ligatures = 0;
    for id in GameFolder::shipped_ids() {
        let mut files = Files::new();
        let folder = GameFolder::shipped(&id).unwrap();
        let pack = registry::load(folder, &mut files).unwrap();
        let decks: Vec<&Deck> = pack.decks.iter().collect();
        let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files).unwrap();
        for deck in decks {
            let drawn = renderer.draw(&pack, deck, &mut files).unwrap();
            let layers = drawn.fronts.iter().flat_map(|face| &face.layers);
            let passages = layers.filter_map(|layer| match layer {
                Layer::Words(passages) => Some(passages),
                _ => None,
            });
            for run in passages.flatten().flat_map(|passage| &passage.runs) {
                let sum: f32 = run.glyphs.iter().map(|glyph| glyph.advance * run.size).sum();
                let place = format!("{id}, {}: `{}`", deck.id, run.text);
                assert!((sum - run.width).abs() < 0.02, "{place}: {sum} of {}", run.width);
                let joined = (0..run.glyphs.len()).filter(|at| run.text_of(*at) == "fi");
                ligatures += joined.count();
            }
        }
    }
    assert!(ligatures > 0, "no word with a ligature");
}
