//! The frame of every page of the studio: title, views to choose from, and how the game stands. A page's content comes in, the whole
//! page goes out.

use maud::{DOCTYPE, Markup, html};

use crate::session::{GameSnapshot, SnapshotFault};
use crate::source::{Asset, GameFolder, counted};

/// The views of the studio, in the order of the menu: address and name.
const VIEWS: [(&str, &str); 8] = [
    ("/cards", "Cards"),
    ("/sheets", "Sheets"),
    ("/destinations", "Destinations"),
    ("/looks", "Looks"),
    ("/proof", "Proof"),
    ("/diff", "Changes"),
    ("/sources", "Files"),
    ("/play", "Play"),
];

/// A page of one of our servers, with the style of the studio; `style` is one of its own, and `script` its script.
pub fn document(title: &str, style: Option<&str>, script: Option<&str>, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/static/studio.css";
                @if let Some(style) = style { link rel="stylesheet" href=(style); }
                @if let Some(script) = script { script type="module" src=(script) {} }
            }
            (body)
        }
    };
    page.into_string()
}

/// A page of the studio; `view` is the address of its view.
pub fn studio_page(view: &str, game: &GameSnapshot, main: Markup) -> String {
    let name = VIEWS.iter().find(|(known, _)| *known == view).map_or("", |(_, name)| name);
    let body = html! {
        body.studio {
            a.skip href="#main" { "To the content" }
            header {
                h1 { (game.title) }
                nav aria-label="Views" {
                    @for (address, name) in VIEWS {
                        a href=(address) aria-current=[(address == view).then_some("page")] { (name) }
                    }
                }
                div #state role="status" { (state(game)) }
            }
            main #main tabindex="-1" { (main) }
            noscript { p.notice { "Without scripts this page does not follow what you save: reload it." } }
        }
    };
    document(&format!("{} · {name}", game.title), None, Some("/static/studio.js"), &body)
}

/// A choice in a form: values and what they are called.
pub fn choice<'c>(
    name: &str,
    label: &str,
    value: &str,
    all: impl IntoIterator<Item = (&'c str, &'c str)>,
) -> Markup {
    html! {
        label { (label) " "
            select name=(name) {
                @for (word, said) in all { option value=(word) selected[word == value] { (said) } }
            }
        }
    }
}

/// The decks to choose from.
pub fn decks(game: &GameSnapshot) -> impl Iterator<Item = (&str, &str)> {
    let decks = game.decks.iter().map(|deck| (deck.id.as_str(), deck.title.as_str()));
    std::iter::once(("", "all")).chain(decks)
}

/// How the game stands, in a few words.
fn state(game: &GameSnapshot) -> Markup {
    html! {
        a href="/proof" { (fault_badges(game.faults.iter())) }
        @if !game.is_examined {
            span.badge { "checking …" }
        } @else if game.faults.is_empty() {
            span class="badge good" { "no fault found" }
        }
    }
}

/// How many errors and warnings there are.
pub fn fault_badges<'f>(faults: impl Iterator<Item = &'f SnapshotFault>) -> Markup {
    let (errors, warnings): (Vec<_>, Vec<_>) = faults.partition(|fault| fault.is_error);
    html! {
        @for (kind, found) in [("error", errors), ("warning", warnings)] {
            @if !found.is_empty() { span class=(format!("badge {kind}")) { (counted(found.len(), kind)) } " " }
        }
    }
}

/// The colours and letters of all pages, and the studio's own style.
const STYLE: &str = concat!(
    include_str!("fonts.css"),
    include_str!("../../report/page.css"),
    include_str!("studio.css")
);

/// Fonts that the pages use; nothing else of the fonts is given out.
const FONTS: [&str; 3] =
    ["Oswald-SemiBold.ttf", "AlegreyaSans-Regular.ttf", "AlegreyaSans-Bold.ttf"];

/// A file by its name, with its type.
pub fn static_file(name: &str) -> Option<(&'static str, Vec<u8>)> {
    let script = |text: &str| Some(("text/javascript; charset=utf-8", text.as_bytes().to_vec()));
    match name {
        "studio.css" => Some(("text/css; charset=utf-8", STYLE.as_bytes().to_vec())),
        "studio.js" => script(include_str!("studio.js")),
        "faces.js" => script(include_str!("faces.js")),
        "patch.js" => script(include_str!("patch.js")),
        font if FONTS.contains(&font) => {
            let (_, bytes) = GameFolder::shared().asset(Asset::Font, font).ok()?;
            Some(("font/ttf", bytes))
        }
        _ => None,
    }
}
