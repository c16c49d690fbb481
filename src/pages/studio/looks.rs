//! The view of how the cards look to others: in grey, to colour-blind eyes, with little ink, at their actual size, in a hand, across a
//! table. A snapshot and what is asked come in, the page goes out.

use maud::{Markup, html};
use serde::Deserialize;

use super::cards::{address, small_face};
use super::frame::{choice, decks, studio_page};
use crate::lint::Eyes;
use crate::session::GameSnapshot;
use crate::source::joined;

/// What is asked of the view.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LooksView {
    pub deck: String,
    /// "low" for little ink.
    pub ink: String,
}

/// Colours as others see them: the word of a class, and what it is called.
const COLOURS: [(&str, &str); 5] = [
    ("usual", "as they are"),
    ("grey", "grey print"),
    ("protan", "without red cones"),
    ("deutan", "without green cones"),
    ("tritan", "without blue cones"),
];

/// How the cards lie.
const WAYS: [(&str, &str); 4] = [
    ("grid", "beside each other"),
    ("actual", "actual size"),
    ("fan", "in a hand"),
    ("far", "across a table"),
];

/// The page of the looks; `faces` is the game in the ink that is asked for.
pub fn looks_page(game: &GameSnapshot, faces: &GameSnapshot, view: &LooksView) -> String {
    let shown = faces.decks.iter().filter(|deck| view.deck.is_empty() || deck.id == view.deck);
    studio_page(
        "/looks",
        game,
        html! {
            (filters())
            form.tools method="get" action="/looks" {
                (choice("deck", "Deck", &view.deck, decks(game)))
                (choice("ink", "Ink", &view.ink, [("", "full"), ("low", "little")]))
                button { "Show" }
            }
            form.tools data-keep="looks" {
                label { "Colours " select #colours { @for (word, said) in COLOURS { option value=(word) { (said) } } } }
                label { "Shown " select #way { @for (word, said) in WAYS { option value=(word) { (said) } } } }
                label class="only-actual" { "Your screen " input type="range" id="screen" min="60" max="200" value="100" aria-label="Size of a millimetre on your screen"; }
            }
            div class="only-actual" {
                p { "Hold a bank card against the frame, and move the slider until both are as wide: 85.6 mm." }
                div class="bank-card" aria-hidden="true" {}
            }
            p class="only-far hint" { "As large as from the other side of a table, 70 cm away, when you sit 45 cm from your screen." }
            @for deck in shown {
                section.deck data-key=(deck.id) {
                    h2 { (deck.title) }
                    ul.tiles {
                        @for card in &deck.cards {
                            @if let Some(front) = &card.front {
                                li.tile data-key=(card.key) {
                                    a href=(address(&card.key)) data-whole="yes" {
                                        (small_face(faces, deck, Some(front), &card.name, false))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        },
    )
}

/// What colour-blind eyes see, as filters of SVG on linear light: the same numbers by which the lints judge.
fn filters() -> Markup {
    let kinds = [("protan", Eyes::Protan), ("deutan", Eyes::Deutan), ("tritan", Eyes::Tritan)];
    html! {
        svg.filters width="0" height="0" aria-hidden="true" {
            @for (name, eyes) in kinds {
                @if let Some(matrix) = eyes.matrix() {
                    @let rows = joined(matrix.iter().map(|[r, g, b]| format!("{r} {g} {b} 0 0")), " ");
                    filter id=(name) color-interpolation-filters="linearRGB" {
                        feColorMatrix type="matrix" values=(format!("{rows} 0 0 0 1 0")) {}
                    }
                }
            }
        }
    }
}
