//! The view of what is wrong and what is proven: faults, scenarios, random games. A snapshot and what was run come in, the page goes
//! out.

use maud::{Markup, html};

use super::cards::{address, encoded, small_face};
use super::frame::studio_page;
use super::sources::place_link;
use crate::report::sections;
use crate::session::{
    GameSnapshot, SnapshotFault, VariantDifference, differences_report, fuzz_report,
};
use crate::source::grouped;
use crate::verify::fuzz::{FuzzPlan, FuzzReport};
use crate::verify::scenario::ScenarioOutcome;
use crate::verify::shrink::Counterexample;

/// How games in the background stand.
#[derive(Clone)]
pub struct BackgroundRun<A, F> {
    /// Games so far, while they are played.
    pub running: Option<u64>,
    /// How they are played.
    pub asked: A,
    pub found: Vec<F>,
    /// Why they could not be played.
    pub fault: Option<String>,
}

impl<A: Default, F> Default for BackgroundRun<A, F> {
    fn default() -> Self {
        BackgroundRun { running: None, asked: A::default(), found: Vec::new(), fault: None }
    }
}

/// Random games whose laws are watched.
pub type GamesRun = BackgroundRun<Option<FuzzPlan>, FuzzReport>;

/// Games that show who wins now, beside the last commit: so many of each variant, before and after.
pub type WinsRun = BackgroundRun<u64, VariantDifference>;

/// The page of proofs.
pub fn proof_page(
    game: &GameSnapshot,
    scenarios: Option<&[ScenarioOutcome]>,
    run: &GamesRun,
    wins: &WinsRun,
) -> String {
    studio_page(
        "/proof",
        game,
        html! {
            section {
                h2 { "Data and faces" }
                @if game.faults.is_empty() { p { @if game.is_examined { "No fault was found." } @else { "Being checked …" } } }
                @for (number, fault) in game.faults.iter().enumerate() { (told(game, number, fault)) }
                @for line in &game.proofs { p.hint { (line) } }
            }
            @if game.is_played {
                (games(game, run))
                (wins_beside(wins))
                (scenarios_section(scenarios))
            } @else {
                p.notice { "This game is printed only: it has no rules beside its cards." }
            }
        },
    )
}

/// The scenarios, those that fail first; none when faults in the data keep them from being run.
fn scenarios_section(ran: Option<&[ScenarioOutcome]>) -> Markup {
    let Some(ran) = ran else {
        return html! { section { h2 { "Scenarios" } p.notice { "They are run again when the faults above are mended." } } };
    };
    let held = ran.iter().filter(|ran| ran.holds()).count();
    let mut sorted: Vec<&ScenarioOutcome> = ran.iter().collect();
    sorted.sort_by_key(|ran| ran.holds());
    html! {
        section {
            h2 { "Scenarios " small { (held) " of " (ran.len()) " hold" } }
            ul.scenarios {
                @for ran in sorted {
                    li class=(if ran.holds() { "holds" } else { "fails" }) {
                        strong { (if ran.holds() { "✓ " } else { "✗ " }) } (ran.title)
                        @if !ran.cites.is_empty() { " " span.hint { (ran.cites.join(", ")) } }
                        " " a.step href=(format!("/proof/scenario/{}", encoded(&ran.slug))) target="_blank" aria-label=(format!("Step through: {}", ran.title)) { "step through" }
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
    let cards = game.cards().filter(|(_, card)| card.faults.contains(&number)).take(12);
    html! {
        div data-key=(format!("fault-{number}")) {
            (self::fault(fault))
            ul class="tiles small row" {
                @for (deck, card) in cards {
                    li.tile { a href=(address(&card.key)) {
                        @if card.front.is_some() { (small_face(game, deck, card.front.as_deref(), &card.name, false)) } @else { (card.name) }
                    } }
                }
            }
        }
    }
}

fn games(game: &GameSnapshot, run: &GamesRun) -> Markup {
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
            @if let Some(broken) = run.broken() {
                div class="fault error" {
                    strong { (broken.property) " does not hold: " (broken.says) }
                    ol { @for line in &broken.story { li { (line) } } }
                    a href="/proof/counterexample" target="_blank" { "See it on the board" }
                }
            }
            @if let (Some(pack), Some(plan), false) = (&game.pack, &run.asked, run.found.is_empty()) {
                (sections(&fuzz_report(pack, plan, &run.found)))
            }
        }
    }
}

impl GamesRun {
    /// The smallest game that breaks a law.
    pub fn broken(&self) -> Option<&Counterexample> {
        let fault = self.found.iter().find_map(|found| found.fault.as_ref())?;
        Some(&fault.smallest)
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
                p { (grouped(wins.asked)) " pairs of random games of each variant, before and after; each interval holds the true difference in 95 of 100 runs." }
                (sections(&differences_report(&wins.found)))
            }
        }
    }
}
