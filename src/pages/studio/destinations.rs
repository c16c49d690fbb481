//! The view of where a game can go: print shops, virtual tables, other programs. What was asked and what came of it come in, the page
//! goes out.

use maud::{Markup, html};
use serde::Deserialize;

use super::frame::{choice, decks, studio_page};
use crate::export::shop::shops;
use crate::session::{GameSnapshot, SnapshotFault};

/// Where a game can go beside shops: words of `deckproof export`, what it is called, and what is made.
const FORMATS: [(&str, &str, &str); 9] = [
    ("tts", "Tabletop Simulator", "a saved object, with its pictures"),
    ("pcio", "playingcards.io", "a room"),
    ("foundry", "Foundry VTT", "decks of cards"),
    ("sheet", "any other virtual table", "grids of faces, and a list of what lies where"),
    ("site", "a web page", "cards, rules and a game to step through, for any web host"),
    ("png", "pictures, PNG", "a file for each face, and a contact sheet"),
    ("svg", "drawings, SVG", "a file for each face"),
    ("csv", "spreadsheets", "a sheet for each deck"),
    ("cut", "cutting machines", "the lines of the printed sheets"),
];

/// What is asked of the view.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct DestinationsView {
    /// A shop's name, or a format of `export`.
    pub to: String,
    pub deck: String,
    /// As on a command line: `--product poker --zip`.
    pub more: String,
}

impl DestinationsView {
    fn is_shop(&self) -> bool {
        !FORMATS.iter().any(|(format, ..)| *format == self.to)
    }

    /// The words of a command line that makes the files of `game`.
    pub fn export_words(&self, game: &str) -> Vec<String> {
        let mut words = vec!["export".to_owned()];
        words.extend(self.is_shop().then(|| "shop".to_owned()));
        words.extend([self.to.clone(), game.to_owned()]);
        words.extend(self.deck_words());
        words.extend(self.more.split_whitespace().map(str::to_owned));
        words
    }

    /// The words of a command line that says what the shop would refuse, or print badly.
    pub fn check_words(&self, game: &str) -> Vec<String> {
        let words = ["check", game, "--games", "0"].map(str::to_owned).into_iter();
        let shop = self.is_shop().then(|| format!("--for={}", self.to));
        words.chain(shop).chain(self.deck_words()).collect()
    }

    fn deck_words(&self) -> Option<String> {
        (!self.deck.is_empty()).then(|| format!("--deck={}", self.deck))
    }
}

/// What came of a command.
#[derive(Clone, Default)]
pub struct CommandOutcome {
    /// What it says, line by line.
    pub lines: Vec<String>,
    pub faults: Vec<SnapshotFault>,
}

/// A command that was run, as it is shown until another is.
#[derive(Clone, Default)]
pub struct LastCommand {
    pub view: DestinationsView,
    /// Empty before the first.
    pub command: String,
    pub outcome: CommandOutcome,
}

/// The page of destinations.
pub fn destinations_page(game: &GameSnapshot, last: &LastCommand) -> String {
    let view = &last.view;
    let shops = shops();
    let option = |word: &str, title: &str, note: &str| {
        html! {
            option value=(word) selected[word == view.to] { (title) @if !note.is_empty() { ": " (note) } }
        }
    };
    studio_page(
        "/destinations",
        game,
        html! {
            form.tools method="post" action="/destinations/check" {
                label { "For "
                    select name="to" {
                        optgroup label="Print shops" { @for shop in shops { (option(shop.id, &shop.title, "")) } }
                        optgroup label="Virtual tables, web, files" {
                            @for (word, title, note) in FORMATS { (option(word, title, note)) }
                        }
                    }
                }
                (choice("deck", "Deck", &view.deck, decks(game)))
                label.wide { "More options " input type="text" name="more" value=(view.more) placeholder="--product poker --zip" spellcheck="false"; }
                button { "Check" }
                button.main formaction="/destinations/make" { "Make the files" }
            }
            p.hint { "Check says what a shop would refuse, or print badly. The files go to output/, beside the prints." }
            @if !last.command.is_empty() { (told(last)) }
        },
    )
}

fn told(last: &LastCommand) -> Markup {
    let CommandOutcome { lines, faults } = &last.outcome;
    html! {
        section data-key="outcome" aria-live="polite" {
            h2 { @if faults.iter().any(|fault| fault.is_error) { "✗ " } @else { "✓ " } code { "deckproof " (last.command) } }
            @for fault in faults { (super::proof::fault(fault)) }
            @if !lines.is_empty() { pre { @for line in lines { (line) "\n" } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_a_command_line() {
        let view = DestinationsView {
            to: "makeplayingcards".into(),
            deck: "gear".into(),
            more: "--product  poker".into(),
        };
        let words = view.export_words("my-game").join(" ");
        assert_eq!(words, "export shop makeplayingcards my-game --deck=gear --product poker");
        let words = view.check_words("my-game").join(" ");
        assert_eq!(words, "check my-game --games 0 --for=makeplayingcards --deck=gear");
        let table = DestinationsView { to: "tts".into(), ..DestinationsView::default() };
        assert_eq!(table.export_words("my-game").join(" "), "export tts my-game");
    }
}
