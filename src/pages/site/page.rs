//! Writes the page of a game for the web: its decks, rulings and credits as escaped markup. A pack and the addresses of pictures come
//! in, the bytes of the page go out. Called by `deckproof export site`.

use maud::{Markup, html};

use crate::cards::{Credit, Pack};
use crate::report::{HtmlPage, html_page};
use crate::session::{FileBacks, NamedFace, SITE_FACES, Set, named_cards};
use crate::source::counted;

const STYLE: &str = include_str!("site.css");
const SCRIPT: &str = include_str!("site.js");

/// A deck on the page.
pub struct SiteDeck {
    pub title: String,
    /// Whether its faces are the pages of a text.
    pub is_text: bool,
    pub cards: Vec<SiteCard>,
}

/// A card on the page.
pub struct SiteCard {
    pub name: String,
    pub copies: u32,
    /// Addresses of the pictures, from the page.
    pub front: String,
    pub back: Option<String>,
    /// Trim in millimetres.
    pub width: f64,
    pub height: f64,
}

/// The decks of a set, and the faces that lie beside the page.
pub fn site_decks(set: &Set) -> (Vec<SiteDeck>, Vec<NamedFace>) {
    let mut faces: Vec<NamedFace> = Vec::new();
    let decks: Vec<SiteDeck> = set
        .decks
        .iter()
        .map(|chosen| {
            let deck = &set.pack.decks[chosen.deck];
            let cards = named_cards(&set.pack, chosen, FileBacks::Beside).into_iter();
            let cards = cards.map(|card| {
                let mut address = |(name, drawn): NamedFace| {
                    let address = format!("{SITE_FACES}/{name}.svg");
                    if faces.iter().all(|(known, _)| *known != name) {
                        faces.push((name, drawn));
                    }
                    address
                };
                let (width, height) = (card.front.1.width, card.front.1.height);
                SiteCard {
                    name: card.card.name.clone(),
                    copies: card.card.copies,
                    front: address(card.front),
                    back: card.back.map(address),
                    width,
                    height,
                }
            });
            SiteDeck {
                title: deck.title.clone(),
                is_text: deck.flow.is_some(),
                cards: cards.collect(),
            }
        })
        .collect();
    (decks, faces)
}

/// The page of a game; `game` is the address of one to step through.
pub fn site_page(pack: &Pack, decks: &[SiteDeck], game: Option<&str>) -> Vec<u8> {
    let title = pack.game.full_title();
    let page = HtmlPage {
        title: &title,
        style: STYLE,
        body: body(pack, decks, game),
        data: None,
        script: SCRIPT,
        has_files: true,
    };
    html_page(page, &pack.folder)
}

fn body(pack: &Pack, decks: &[SiteDeck], game: Option<&str>) -> Markup {
    let file = &pack.game;
    let (texts, cards): (Vec<&SiteDeck>, Vec<&SiteDeck>) =
        decks.iter().partition(|deck| deck.is_text);
    html! {
        header {
            h1 { (file.full_title()) }
            p {
                @if !file.authors.is_empty() { "By " (file.authors.join(", ")) ". " }
                @if let Some(players) = &file.players { (players) ". " }
                "Version " (file.version) "."
            }
            nav aria-label="Parts" {
                @if !texts.is_empty() { a href="#rules" { "Rules" } }
                @if !cards.is_empty() { a href="#cards" { "Cards" } }
                @if !file.rulings.is_empty() { a href="#rulings" { "Rulings" } }
                @if let Some(game) = game { a href=(game) { "Watch a game" } }
            }
        }
        main {
            @if !texts.is_empty() {
                section id="rules" class="texts" { @for deck in texts { (section(deck)) } }
            }
            @if !cards.is_empty() {
                section id="cards" {
                    form role="search" { label { "Search " input type="search" id="search" placeholder="a card’s name" autocomplete="off"; } }
                    @for deck in cards { (section(deck)) }
                    p id="nothing" hidden { "No card is called that." }
                }
            }
            @if !file.rulings.is_empty() {
                section id="rulings" {
                    h2 { "Rulings" }
                    p { "What the rules leave open, and how it is played here." }
                    @for ruling in &file.rulings {
                        details { summary { (ruling.question) " " small { (ruling.rule) } } p { (ruling.decision) } }
                    }
                }
            }
            footer {
                @if let Some(notice) = &file.notice { p { (notice) } }
                @for credit in &file.credits { (credited(credit)) }
            }
        }
        dialog id="large" aria-label="A card" {
            div id="faces" {}
            p id="caption" {}
            p { button type="button" id="before" { "← Before" } " " button type="button" id="next" { "Next →" } " " button type="button" id="close" { "Close" } }
        }
    }
}

fn section(deck: &SiteDeck) -> Markup {
    let copies: u32 = deck.cards.iter().map(|card| card.copies).sum();
    html! {
        section class="deck" {
            h2 { (deck.title) @if !deck.is_text { " " small { (counted(copies as usize, "card")) } } }
            ul {
                @for card in &deck.cards {
                    li {
                        a href=(card.front) data-back=[card.back.as_deref()] data-name=(card.name) {
                            img src=(card.front) alt=(card.name) loading="lazy" width=(card.width.round()) height=(card.height.round());
                            @if !deck.is_text { span { (card.name) @if card.copies != 1 { small { " ×" (card.copies) } } } }
                        }
                    }
                }
            }
        }
    }
}

fn credited(credit: &Credit) -> Markup {
    html! {
        p { (credit.what) ": " (credit.who) ", " (credit.licence) @if let Some(place) = &credit.place { ", " (place) } }
    }
}
