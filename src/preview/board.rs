//! The table as text, 80 columns wide, with colours that a terminal shows and a file does without.

use serde_json::Value;

use crate::verify::replay::{Frame, Replay};

use super::layout::{Lying, Way, layout, places};
use super::words::Words;

const WIDTH: usize = 80;
/// Width of the seats' names at the left.
const LABEL: usize = 9;

/// Escape codes: bold, dim, and back to plain.
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";
/// Blue, red, green, yellow: the seats in order.
const SEATS: [&str; 4] = ["\x1b[34m", "\x1b[31m", "\x1b[32m", "\x1b[33m"];

/// What the signs before the cards mean.
pub const LEGEND: &str =
    "▒ face down, ▲ launched, ○ turned up by another, ! disloyal, + in use or paired";

/// One table of a replay.
pub struct Board<'a> {
    frame: &'a Frame,
    words: &'a Words,
    lies: Vec<Lying>,
    cards: &'a [String],
}

impl<'a> Board<'a> {
    pub fn new(replay: &'a Replay, frame: &'a Frame, words: &'a Words) -> Self {
        let cards = &replay.header.cards;
        let numbers = cards.iter().map(String::as_str).zip(0..).collect();
        Board {
            frame,
            words,
            lies: layout(&frame.table, &numbers),
            cards,
        }
    }

    /// The board as lines: what was done, what it changed, and each side around the locations.
    pub fn text(&self) -> String {
        let mut lines = vec![self.title()];
        let says = self.words.changes(&self.frame.changes, &|_| false);
        lines.extend(wrapped(&says.join("; "), "  "));
        let seats = self.words.seats.iter().enumerate();
        for (seat, (word, _)) in seats.clone().skip(1).rev() {
            lines.extend(self.holdings(seat, word));
            lines.extend(self.field(seat, word));
        }
        lines.extend(self.row());
        if let Some((seat, (word, _))) = seats.clone().next() {
            lines.extend(self.field(seat, word));
            lines.extend(self.holdings(seat, word));
        }
        lines.extend(self.piles());
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }

    fn title(&self) -> String {
        let frame = self.frame;
        let number = |key: &str| frame.table.get(key).and_then(Value::as_i64);
        let mut title = format!("── {}", frame.ply);
        if let Some(round) = number("round") {
            title += &format!(", round {round}");
        }
        match (&frame.seat, &frame.text) {
            (Some(seat), Some(text)) => title += &format!(", {}: {text}", self.words.seat(seat)),
            _ => title += ": the start",
        }
        title += " ";
        let defcon = number("defcon").map_or_else(String::new, |n| format!(" DEFCON {n} ──"));
        let dashes = WIDTH.saturating_sub(width(&title) + width(&defcon));
        format!("{BOLD}{title}{}{defcon}{PLAIN}", "─".repeat(dashes))
    }

    /// The cards of a zone, with their signs.
    fn zone(&self, zone: &str) -> Vec<(String, Way)> {
        let here = self.lies.iter().filter(|lying| lying.zone == zone);
        here.filter_map(|lying| {
            let id = self.cards.get(lying.card)?;
            let sign = match lying.way {
                Way::Down => "▒",
                Way::Up => "▲",
                Way::Revealed => "○",
                Way::Disloyal => "!",
                Way::Lent => "+",
                Way::Plain => "",
            };
            Some((format!("{sign}{id}"), lying.way))
        })
        .collect()
    }

    /// What a seat has beside the locations.
    fn holdings(&self, seat: usize, word: &str) -> Vec<String> {
        let mut told = Vec::new();
        for kind in ["hand", "owned", "labs", "protests"] {
            let cards = self.zone(&format!("{kind}/{word}"));
            if !cards.is_empty() {
                let cards: Vec<String> = cards.into_iter().map(|(card, _)| card).collect();
                told.push(format!("{kind}: {}", cards.join(" ")));
            }
        }
        let turn = match self.frame.turn.as_deref() == Some(word) {
            true => "> ",
            false => "  ",
        };
        let name = format!("{turn}{}", self.words.seat(word));
        let mut lines = vec![coloured(seat, &format!("{BOLD}{name}"))];
        lines.extend(told.iter().flat_map(|line| wrapped(line, "    ")));
        lines
    }

    /// Texts as cells of a line, one a location; behind the last text nothing follows.
    fn cells<T: AsRef<str>>(&self, texts: impl Iterator<Item = T>) -> Vec<String> {
        let places = places(&self.frame.table).max(1);
        let column = ((WIDTH - LABEL) / places).max(4);
        let mut cells: Vec<String> = texts.map(|text| fitted(text.as_ref(), column)).collect();
        for cell in cells.iter_mut().rev() {
            cell.truncate(cell.trim_end().len());
            if !cell.is_empty() {
                break;
            }
        }
        cells
    }

    /// A seat's cards at the locations, one line for each in the longest column.
    fn field(&self, seat: usize, word: &str) -> Vec<String> {
        let places = 1..=places(&self.frame.table);
        let mut columns: Vec<Vec<(String, Way)>> = places
            .map(|place| {
                let mut cards = self.zone(&format!("field/{place}/{word}"));
                let beside = self.zone(&format!("justified/{place}/{word}"));
                cards.extend(
                    beside
                        .into_iter()
                        .map(|(card, way)| (format!("+{card}"), way)),
                );
                cards
            })
            .collect();
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        for column in &mut columns {
            column.resize(longest, (String::new(), Way::Plain));
        }
        let line = |row: usize| {
            let cards = columns.iter().map(|column| column[row].0.as_str());
            let cells = self.cells(cards).into_iter().zip(&columns);
            let cells = cells.map(|(cell, column)| match (column[row].1, cell.trim()) {
                (_, "") => cell,
                (Way::Down, _) => format!("{DIM}{cell}{PLAIN}"),
                _ => coloured(seat, &cell),
            });
            format!("{}{}", " ".repeat(LABEL), cells.collect::<String>())
        };
        (0..longest).map(line).collect()
    }

    /// What is fought for, with the influence of all sides.
    fn row(&self) -> Vec<String> {
        let places = 1..=places(&self.frame.table);
        let influence = |place: usize| -> Option<String> {
            let sums = self.frame.standings.get("influence")?;
            let of = |(word, _): &(String, String)| sums.get(format!("{place}/{word}"));
            let sums: Option<Vec<String>> = self
                .words
                .seats
                .iter()
                .map(|seat| Some(of(seat)?.to_string()))
                .collect();
            Some(sums?.join(":"))
        };
        let names = places.clone().map(|place| {
            let lying = self.zone(&format!("row/{place}"));
            let name = lying.first().map_or("-", |(card, _)| card);
            format!("{place} {name}")
        });
        let sums = places.map(|place| {
            let paired = self.zone(&format!("paired/{place}"));
            let paired: String = paired.iter().map(|(card, _)| format!(" +{card}")).collect();
            let sum = influence(place).unwrap_or_default();
            format!("  {sum}{paired}")
        });
        let label = " ".repeat(LABEL);
        vec![
            format!("{label}{BOLD}{}{PLAIN}", self.cells(names).concat()),
            format!("{label}{}", self.cells(sums).concat()),
        ]
    }

    fn piles(&self) -> Option<String> {
        let piles = [
            "deck",
            "discard",
            "countries",
            "labs",
            "protests",
            "justifications",
        ];
        let counted = piles.iter().filter_map(|pile| {
            let cards = self.lies.iter().filter(|lying| lying.zone == *pile).count();
            (cards > 0).then(|| format!("{pile} {cards}"))
        });
        let counted: Vec<String> = counted.collect();
        (!counted.is_empty()).then(|| format!("{DIM}  {}{PLAIN}", counted.join(", ")))
    }
}

fn coloured(seat: usize, text: &str) -> String {
    format!("{}{text}{PLAIN}", SEATS[seat % SEATS.len()])
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A word in a column, one space after it; too long, it loses letters before its number: `military-oc…#1`.
fn fitted(word: &str, column: usize) -> String {
    let room = column.saturating_sub(1);
    let shown = match width(word) > room {
        false => word.to_owned(),
        true => {
            let (stem, number) = match word.rfind('#') {
                Some(at) => word.split_at(at),
                None => (word, ""),
            };
            let kept = room.saturating_sub(width(number) + 1);
            format!("{}…{number}", stem.chars().take(kept).collect::<String>())
        }
    };
    format!("{shown:column$}")
}

/// Words in lines that begin with `indent`.
fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::record::{Header, Origin};
    use serde_json::json;

    fn replay() -> Replay {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        Replay {
            header: Header {
                origin: Origin {
                    game: "toy".into(),
                    title: "A toy".into(),
                    data: String::new(),
                },
                seed: 1,
                players: "uniform".into(),
                states: false,
                seats: words("caps hammers"),
                cards: words("spy#1 military-occupation#1 germany france admiral#2"),
                piles: None,
                table: None,
            },
            edited: false,
            frames: vec![Frame {
                ply: 7,
                seat: Some("caps".into()),
                text: Some("deploy spy#1 at 2".into()),
                changes: vec![json!({"defcon": 4})],
                table: json!({
                    "round": 3, "defcon": 4, "row": [null, "germany", null, null],
                    "zones": {
                        "field/2/caps": [{"card": "spy#1", "face": "down"}, {"card": "military-occupation#1", "face": "up"}],
                        "hand/hammers": ["admiral#2"],
                    },
                    "owned": {"caps": [{"card": "france", "loyal": false}]},
                }),
                standings: json!({"influence": {"2/caps": 4, "2/hammers": 0}}),
                turn: Some("hammers".into()),
            }],
            result: Value::Null,
        }
    }

    fn text() -> String {
        let replay = replay();
        let name = |word: &str, name: &str| (word.to_owned(), name.to_owned());
        let words = Words {
            seats: vec![name("caps", "Caps"), name("hammers", "Hammers")],
            ..Words::default()
        };
        let text = Board::new(&replay, &replay.frames[0], &words).text();
        let codes = [BOLD, DIM, PLAIN].into_iter().chain(SEATS);
        codes.fold(text, |text, code| text.replace(code, ""))
    }

    #[test]
    fn a_board_shows_move_change_sides_and_influence() {
        let text = text();
        for part in [
            "── 7, round 3, Caps: deploy spy#1 at 2 ─",
            " DEFCON 4 ──",
            "> Hammers",
            "hand: admiral#2",
            "owned: !france",
            "2 germany",
            "4:0",
            "▒spy#1",
            "▲military-occ…#1",
        ] {
            assert!(text.contains(part), "no {part:?} in\n{text}");
        }
    }

    #[test]
    fn no_line_is_wider_than_80_columns() {
        for line in text().lines() {
            assert!(width(line) <= WIDTH, "{line}");
            assert_eq!(line, line.trim_end());
        }
        let long = vec!["word"; 60].join(" ");
        assert!(
            wrapped(&long, "    ")
                .iter()
                .all(|line| width(line) <= WIDTH)
        );
    }

    #[test]
    fn a_long_name_keeps_its_number() {
        assert_eq!(fitted("military-occupation#2", 12), "military…#2 ");
        assert_eq!(fitted("spy#1", 8), "spy#1   ");
    }
}
