//! What seats and cards are called, and how seats look.

use crate::cards::{Pack, Value};
use crate::source::{Asset, Files};
use crate::verify::replay::Replay;

use super::faces::row_of;
use super::words::{Words, capital};

/// Colours of seats whose game gives none.
const COLOURS: [&str; 4] = ["#2f5d7c", "#b5392b", "#22573f", "#b9852b"];

/// A seat on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub colour: String,
    /// The sign that stands for it everywhere: an SVG.
    pub sign: Option<String>,
}

impl Words {
    /// The words of a game: seats are called what a look-up table of the game calls them.
    pub fn of(pack: &Pack, replay: &Replay) -> Words {
        let seat = |word: &String| {
            let name = told(pack, word, "name").unwrap_or_else(|| capital(word));
            (word.clone(), name)
        };
        let card = |id: &String| {
            let (deck, row) = row_of(pack, id)?;
            Some((id.clone(), deck.rows.get(row)?.name.clone()))
        };
        Words {
            seats: replay.header.seats.iter().map(seat).collect(),
            cards: replay.header.cards.iter().filter_map(card).collect(),
        }
    }
}

/// How each seat looks.
pub fn looks(pack: &Pack, seats: &[String], files: &mut Files) -> Vec<Look> {
    let mut look = |(index, seat): (usize, &String)| {
        let colour = told(pack, seat, "colour");
        let sign = told(pack, seat, "sign").and_then(|sign| {
            let name = format!("{sign}.svg");
            let read = pack.folder.asset_text(Asset::Symbol, &name, files);
            read.ok().map(|(_, text)| text.to_string())
        });
        Look {
            colour: colour.unwrap_or_else(|| COLOURS[index % COLOURS.len()].to_owned()),
            sign,
        }
    };
    seats.iter().enumerate().map(&mut look).collect()
}

/// What a look-up table of the game says of a seat.
fn told(pack: &Pack, seat: &str, key: &str) -> Option<String> {
    let row = pack.game.tables.values().find_map(|rows| rows.get(seat))?;
    row.get(key).and_then(Value::text)
}
