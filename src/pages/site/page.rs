//! Writes the page of a game for the web: its decks, rulings and credits as escaped markup. A pack and the addresses of pictures come
//! in, the bytes of the page go out.

use maud::{Markup, html};

use crate::cards::{Credit, Pack};
use crate::report::{HtmlPage, html_page};
use crate::session::{FileBacks, NamedFace, SITE_FACES, SelectedDeck, Set, named_cards};
use crate::source::counted;

const STYLE: &str = include_str!("site.css");
const SCRIPT: &str = include_str!("site.js");

/// The page of a game, and the faces that lie beside it; `game` is the address of one to step through.
pub fn site_page(set: &Set, game: Option<&str>) -> (Vec<u8>, Vec<NamedFace>) {
    let (mut texts, mut cards, mut faces) = (Vec::new(), Vec::new(), Vec::new());
    for chosen in &set.decks {
        let is_text = set.pack.decks[chosen.deck].flow.is_some();
        let section = section(&set.pack, chosen, &mut faces);
        if is_text { texts.push(section) } else { cards.push(section) }
    }
    let title = set.pack.game.full_title();
    let page = HtmlPage {
        title: &title,
        style: STYLE,
        body: body(&set.pack, [&texts, &cards], game),
        data: None,
        script: SCRIPT,
        has_files: true,
    };
    (html_page(page, &set.pack.folder), faces)
}

fn body(pack: &Pack, [texts, cards]: [&[Markup]; 2], game: Option<&str>) -> Markup {
    let file = &pack.game;
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
                section #rules class="texts" { @for deck in texts { (deck) } }
            }
            @if !cards.is_empty() {
                section #cards {
                    form role="search" { label { "Search " input type="search" id="search" placeholder="a card’s name" autocomplete="off"; } }
                    @for deck in cards { (deck) }
                    p #nothing hidden { "No card is called that." }
                }
            }
            @if !file.rulings.is_empty() {
                section #rulings {
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
        dialog #large aria-label="A card" {
            div #faces {}
            p #caption {}
            p { button type="button" id="before" { "← Before" } " " button type="button" id="next" { "Next →" } " " button type="button" id="close" { "Close" } }
        }
    }
}

/// The cards of a deck, or the pages of its text; their faces are added to those that lie beside the page.
fn section(pack: &Pack, chosen: &SelectedDeck, faces: &mut Vec<NamedFace>) -> Markup {
    let deck = &pack.decks[chosen.deck];
    let is_text = deck.flow.is_some();
    let cards = named_cards(pack, chosen, FileBacks::Beside);
    let copies: u32 = cards.iter().map(|card| card.card.copies).sum();
    let mut address = |(name, drawn): NamedFace| {
        let address = format!("{SITE_FACES}/{name}.svg");
        if faces.iter().all(|(known, _)| *known != name) {
            faces.push((name, drawn));
        }
        address
    };
    html! {
        section.deck {
            h2 { (deck.title) @if !is_text { " " small { (counted(copies as usize, "card")) } } }
            ul {
                @for card in cards {
                    @let (name, copies) = (&card.card.name, card.card.copies);
                    @let (width, height) = (card.front.1.width.round(), card.front.1.height.round());
                    @let (front, back) = (address(card.front), card.back.map(&mut address));
                    li {
                        a href=(front) data-back=[back] data-name=(name) {
                            img src=(front) alt=(name) loading="lazy" width=(width) height=(height);
                            @if !is_text { span { (name) @if copies != 1 { small { " ×" (copies) } } } }
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
