//! The view of what is wrong and what is proven: faults, scenarios, random games. A snapshot and what was run come in, the page goes
//! out. Called by the studio's routes.

use maud::{Markup, html};

use super::cards::{address, encoded, small_face};
use super::frame::{StudioView, studio_page};
use super::sources::place_link;
use crate::session::{GameSnapshot, SnapshotFault, VariantDifference};
use crate::source::{counted, grouped};
use crate::verify::scenario::Ran;

/// How random games in the background stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GamesRun {
    /// Games so far, while they are played.
    pub running: Option<u64>,
    /// What was found, a line for each variant.
    pub lines: Vec<String>,
    /// Laws and how often each was checked or seen: of all variants.
    pub laws: Vec<(String, u64)>,
    /// What does not hold: the law, and the moves that show it.
    pub broken: Option<(String, Vec<String>)>,
    /// Why they could not be played.
    pub fault: Option<String>,
}

/// How the games stand that show who wins now, beside the last commit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WinsRun {
    /// Games so far, while they are played.
    pub running: Option<u64>,
    /// Games of each variant, before and after.
    pub games: u64,
    pub found: Vec<VariantDifference>,
    /// Why they could not be played.
    pub fault: Option<String>,
}

/// The page of proofs.
pub fn proof_page(
    game: &GameSnapshot,
    scenarios: Option<&[Ran]>,
    run: &GamesRun,
    wins: &WinsRun,
) -> String {
    let main = html! {
        section {
            h2 { "Data and faces" }
            @if game.faults.is_empty() { p { @if game.is_examined { "No fault was found." } @else { "Being checked …" } } }
            @for (number, fault) in game.faults.iter().enumerate() { (told(game, number, fault)) }
            @for line in &game.proofs { p class="hint" { (line) } }
        }
        @if game.is_played {
            (games(run))
            (wins_beside(wins))
            (scenarios_section(scenarios))
        } @else {
            p class="notice" { "This game is printed only: it has no rules beside its cards." }
        }
    };
    studio_page(StudioView::Proof, game, &main)
}

/// The scenarios, those that fail first; none when faults in the data keep them from being run.
fn scenarios_section(ran: Option<&[Ran]>) -> Markup {
    let Some(ran) = ran else {
        return html! { section { h2 { "Scenarios" } p class="notice" { "They are run again when the faults above are mended." } } };
    };
    let held = ran.iter().filter(|ran| ran.holds()).count();
    let mut sorted: Vec<&Ran> = ran.iter().collect();
    sorted.sort_by_key(|ran| ran.holds());
    html! {
        section {
            h2 { "Scenarios " small { (held) " of " (ran.len()) " hold" } }
            ul class="scenarios" {
                @for ran in sorted {
                    li class=(if ran.holds() { "holds" } else { "fails" }) {
                        strong { (if ran.holds() { "✓ " } else { "✗ " }) } (ran.title)
                        @if !ran.cites.is_empty() { " " span class="hint" { (ran.cites.join(", ")) } }
                        " " a class="step" href=(format!("/proof/scenario/{}", encoded(&ran.slug))) target="_blank" aria-label=(format!("Step through: {}", ran.title)) { "step through" }
                        @if let Some(fault) = &ran.fault { pre { (fault) } }
                    }
                }
            }
        }
    }
}

/// A fault in its words, with the place where it lies.
pub(super) fn fault(fault: &SnapshotFault) -> Markup {
    html! {
        p class=(if fault.is_error { "fault error" } else { "fault warning" }) {
            strong { (fault.code) } " " (fault.message)
            @if !fault.help.is_empty() { br; em { (fault.help) } }
            @if let Some(place) = &fault.place { br; (place_link(place)) }
        }
    }
}

/// A fault with the cards that it is about.
fn told(game: &GameSnapshot, number: usize, fault: &SnapshotFault) -> Markup {
    let cards = game.cards();
    let cards = cards.filter(|(_, card)| card.faults.contains(&number)).take(12);
    html! {
        div data-key=(format!("fault-{number}")) {
            (self::fault(fault))
            ul class="tiles small row" {
                @for (deck, card) in cards {
                    li class="tile" { a href=(address(&card.key)) {
                        @if card.front.is_some() { (small_face(game, deck, card.front.as_deref(), &card.name, false)) } @else { (card.name) }
                    } }
                }
            }
        }
    }
}

fn games(run: &GamesRun) -> Markup {
    html! {
        section {
            h2 { "Random games, every law watched" }
            @match run.running {
                Some(games) => {
                    p role="status" { (grouped(games)) " games so far …" }
                    button type="button" data-post="/proof/stop" { "Stop after this variant" }
                }
                None => {
                    button type="button" data-post="/proof/games" data-seconds="10" { "Play for 10 seconds" } " "
                    button type="button" data-post="/proof/games" data-seconds="60" { "Play for a minute" }
                }
            }
            @if let Some(fault) = &run.fault { p class="fault error" { (fault) } }
            @if let Some((law, story)) = &run.broken {
                div class="fault error" {
                    strong { (law) }
                    ol { @for line in story { li { (line) } } }
                    a href="/proof/counterexample" target="_blank" { "See it on the board" }
                }
            }
            @for line in &run.lines { p { (line) } }
            @if !run.laws.is_empty() {
                table class="laws" {
                    caption { (counted(run.laws.len(), "law")) ", and how often each was checked or seen" }
                    tbody { @for (law, count) in &run.laws { tr { th scope="row" { (law) } td { (grouped(*count)) } } } }
                }
            }
        }
    }
}

/// Who wins random games with the data of the last commit, and with that of now.
fn wins_beside(wins: &WinsRun) -> Markup {
    html! {
        section {
            h2 { "Who wins, beside the last commit" }
            @match wins.running {
                Some(games) => { p role="status" { (grouped(games)) " games so far …" } }
                None => { button type="button" data-post="/proof/wins" { "Play 1,000 games of each variant, before and after" } }
            }
            @if let Some(fault) = &wins.fault { p class="fault error" { (fault) } }
            @if !wins.found.is_empty() {
                table class="laws" {
                    caption { (grouped(wins.games)) " pairs of random games of each variant, before and after; each interval holds the true difference in 95 of 100 runs" }
                    thead { tr { th { "" } th { "before" } th { "now" } th { "difference" } th { "" } } }
                    @for one in &wins.found { tbody {
                        @if !one.variant.is_empty() { tr { th scope="rowgroup" class="group" colspan="5" { (one.variant) } } }
                        @for found in &one.found {
                            tr class=[found.is_decided().then_some("parted")] {
                                th scope="row" { (found.what) }
                                td { (format!("{:.1}{}", found.old.value, found.unit())) } td { (format!("{:.1}{}", found.new.value, found.unit())) }
                                td { (found.change_words()) }
                                td { (found.verdict_words()) }
                            }
                        }
                    } }
                }
            }
        }
    }
}
