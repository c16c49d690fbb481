//! Formats one frame of a replay as a text board: the move, its changes, and each side's cards around the locations. A
//! [`Replay`], a [`Frame`] and [`ReplayWords`] come in, lines of text go out. Called by `deckproof replay`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::rules::captions::Captions;
use crate::verify::replay::{Frame, Replay};

use super::facts::{Chip, Facts};
use super::layout::{LaidCard, layout};
use super::lines::{BOLD, DIM, PLAIN, WIDTH, coloured, fitted, width, wrapped};
use super::scores::ScoreSheet;
use super::words::ReplayWords;

/// What the signs before the cards mean; `None` when cards lie in one way only.
pub fn legend(captions: &Captions) -> Option<String> {
    let signed = captions.faces.iter().filter(|face| !face.sign.is_empty());
    let signs = signed.map(|face| format!("{} {}", face.sign, face.legend));
    let mut signs: Vec<String> = signs.collect();
    let mut seen = BTreeSet::new();
    signs.retain(|sign| seen.insert(sign.clone()));
    (!signs.is_empty()).then(|| signs.join(", "))
}

/// The word for a location that nobody wins.
const NOBODY: &str = "none";

/// Above this number, cards that need not be shown one by one are only counted.
const MOST_LISTED: usize = 8;

/// Above this number, places are listed one below the other.
const MOST_BESIDE: usize = 8;

/// One table of a replay.
pub struct Board<'a> {
    pub(super) frame: &'a Frame,
    pub(super) words: &'a ReplayWords,
    pub(super) lies: Vec<LaidCard>,
    /// The places: their words, and what they are called.
    pub(super) places: &'a [(String, String)],
    pub(super) facts: Facts,
    cards: &'a [String],
}

impl<'a> Board<'a> {
    pub fn new(replay: &'a Replay, frame: &'a Frame, words: &'a ReplayWords) -> Self {
        let cards = &replay.header.cards;
        let numbers = cards.iter().map(String::as_str).zip(0..).collect();
        Board {
            frame,
            words,
            lies: layout(&frame.table, &numbers, &words.captions.faces),
            places: words.places(),
            facts: words.facts(&frame.table),
            cards,
        }
    }

    /// The board as lines of at most 80 columns.
    pub fn text(&self) -> String {
        let mut lines = vec![self.title()];
        let says = self.words.changes(&self.frame.changes, &|_| false);
        lines.extend(wrapped(&says.join("; "), "  "));
        lines.extend(self.common());
        let sides = self.words.sides();
        // Two sides face each other across the places; more sides are listed in the order of play.
        let across = sides.len() <= 2;
        let (below, above) = sides.split_at(usize::from(across && !sides.is_empty()));
        let listed = self.words.captions.places.stacks || self.places.len() > MOST_BESIDE;
        let above: Vec<&Vec<usize>> = if across {
            above.iter().rev().collect()
        } else {
            above.iter().collect()
        };
        for side in above {
            for seat in side.iter().rev() {
                lines.extend(self.holdings(*seat));
            }
            if !listed {
                lines.extend(
                    side.first()
                        .into_iter()
                        .flat_map(|seat| self.column(*seat, !across)),
                );
            }
        }
        lines.extend(self.middle());
        if listed {
            lines.extend(self.listed(&sides));
        } else {
            lines.extend(self.row());
            lines.extend(
                below
                    .iter()
                    .flatten()
                    .take(1)
                    .flat_map(|seat| self.column(*seat, false)),
            );
        }
        lines.extend(below.iter().flatten().flat_map(|seat| self.holdings(*seat)));
        lines.extend(self.piles());
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }

    fn title(&self) -> String {
        let frame = self.frame;
        let mut title = format!("── {}", frame.ply);
        let label = self.words.captions.round.to_lowercase();
        let round = frame.table.get("round").and_then(Value::as_i64);
        if let Some(round) = round.filter(|_| !label.is_empty()) {
            title += &format!(", {label} {round}");
        }
        match (&frame.seat, &frame.text) {
            (Some(seat), Some(text)) => title += &format!(", {}: {text}", self.words.seat(seat)),
            _ => title += ": the start",
        }
        title += " ";
        if width(&title) > WIDTH {
            title = fitted(title.trim_end(), WIDTH + 1).trim_end().to_owned();
        }
        let dashes = "─".repeat(WIDTH.saturating_sub(width(&title)));
        format!("{BOLD}{title}{dashes}{PLAIN}")
    }

    /// The numbers of the table itself.
    fn common(&self) -> Option<String> {
        let told = texts(&self.facts.table);
        (!told.is_empty()).then(|| format!("{DIM}  {told}{PLAIN}"))
    }

    /// What lies in the middle of the table, card by card.
    fn middle(&self) -> Vec<String> {
        let told = self.words.captions.middle.iter().flat_map(|spread| {
            let label = spread.label.to_lowercase();
            let told = if spread.seats {
                let seats = self.words.seats.iter().filter_map(|(word, name)| {
                    let cards = self.zone(&format!("{}/{word}", spread.zone)).join(" ");
                    (!cards.is_empty()).then(|| format!("{name} {cards}"))
                });
                seats.collect::<Vec<_>>().join(", ")
            } else {
                self.zone(spread.zone).join(" ")
            };
            let told = if told.is_empty() { "-" } else { &told };
            wrapped(&format!("{label}: {told}"), "  ")
        });
        told.collect()
    }

    /// A card with the sign of how it lies.
    pub(super) fn signed(&self, lying: &LaidCard) -> Option<String> {
        let id = self.cards.get(lying.card)?;
        let face = lying.way.and_then(|way| self.words.captions.faces.get(way));
        Some(format!("{}{id}", face.map_or("", |face| face.sign)))
    }

    pub(super) fn lying_at(&self, zone: &str) -> impl Iterator<Item = &LaidCard> {
        self.lies.iter().filter(move |lying| lying.zone == zone)
    }

    /// The cards of a zone, with their signs.
    pub(super) fn zone(&self, zone: &str) -> Vec<String> {
        self.lying_at(zone)
            .filter_map(|lying| self.signed(lying))
            .collect()
    }

    /// What a seat has beside the locations.
    fn holdings(&self, seat: usize) -> Vec<String> {
        let Some((word, name)) = self.words.seats.get(seat) else {
            return Vec::new();
        };
        let turn = if self.frame.turn.as_deref() == Some(word) {
            "> "
        } else {
            "  "
        };
        let name = coloured(seat, &format!("{BOLD}{turn}{name}"));
        let counted = self.counted(seat);
        let duty = if self.frame.turn.as_deref() == Some(word) {
            self.words.duty(&self.frame.table)
        } else {
            None
        };
        let duty = duty.map(|duty| format!("{BOLD}({duty}){PLAIN}"));
        let counted = Some(counted).filter(|text| !text.is_empty());
        let told: String = [counted, duty]
            .iter()
            .flatten()
            .map(|text| format!("  {text}"))
            .collect();
        let mut lines = vec![format!("{name}{told}")];
        for holding in &self.words.captions.holdings {
            let cards = self.zone(&format!("{}/{word}", holding.zone));
            let label = holding.label.to_lowercase();
            match cards.len() {
                0 => {}
                n if n > MOST_LISTED && holding.many => {
                    lines.push(format!("    {label}: {n} cards"));
                }
                _ => lines.extend(wrapped(&format!("{label}: {}", cards.join(" ")), "    ")),
            }
        }
        lines
    }

    /// What a seat has in numbers: "points 12, coins 3".
    fn counted(&self, seat: usize) -> String {
        let sheet = ScoreSheet::now(self.frame, self.words).unwrap_or_default();
        let points = sheet.totals().filter(|(column, _)| *column == seat);
        let points = points.map(|(_, n)| format!("points {n}"));
        let facts = self.facts.seats.get(seat).into_iter().flatten();
        let told: Vec<String> = points.chain(facts.map(Chip::text)).collect();
        told.join(", ")
    }

    fn piles(&self) -> Option<String> {
        let piles = self.words.captions.piles.iter().filter_map(|pile| {
            let cards = self.lying_at(pile.zone).count();
            (cards > 0).then(|| format!("{} {cards}", pile.label.to_lowercase()))
        });
        let counted: Vec<String> = piles.collect();
        (!counted.is_empty()).then(|| format!("{DIM}  {}{PLAIN}", counted.join(", ")))
    }

    /// A seat's total of the value that decides a location.
    pub(super) fn standing(&self, place: &str, word: &str) -> Option<i64> {
        let key = self.words.captions.places.standing?.key;
        let sums = self.frame.standings.get(key)?;
        sums.get(format!("{place}/{word}"))?.as_i64()
    }

    /// Who would win a location: a seat's word, or nobody; `None` where the game does not say.
    pub(super) fn leader(&self, place: &str) -> Option<Option<&str>> {
        let key = self.words.captions.places.standing?.winner;
        let winner = self.frame.standings.get(key)?.get(place)?;
        let winner = winner.as_str().filter(|word| *word != NOBODY);
        Some(winner)
    }
}

/// Numbers and marks one after the other.
pub(super) fn texts(chips: &[Chip]) -> String {
    let told: Vec<String> = chips.iter().map(Chip::text).collect();
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::lines::plain;
    use crate::preview::testing::{board, caper, hammers};

    #[test]
    fn a_board_shows_move_change_sides_and_influence() {
        let text = board(&hammers(), 0);
        for part in [
            "── 7, round 3, Caps: deploy spy#1 at 2 ─",
            "  defcon 4\n",
            "> Hammers",
            "hand: ▒admiral#2",
            "countries: ◇france",
            "2 germany",
            "4:0",
            "▒spy#1",
            "military-occu…#1",
        ] {
            assert!(text.contains(part), "no {part:?} in\n{text}");
        }
    }

    #[test]
    fn numbers_of_a_seat_stand_beside_its_name() {
        let text = board(&caper(2), 1);
        for part in [
            "> Mint  points 9, coins 1",
            "  Cream  points 13, coins 3",
            "  supply 6",
            "thieves 4, gear 15, locations 10",
        ] {
            assert!(text.contains(part), "no {part:?} in\n{text}");
        }
    }

    #[test]
    fn who_has_no_field_is_shown_behind_its_side_and_is_none_of_a_location() {
        let text = board(&caper(4), 1);
        let places = [
            "Mint lookout",
            "> Mint  ",
            "  Cream  points",
            "Cream lookout",
        ];
        let places = places.map(|name| text.rfind(name).unwrap());
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains("Capers: Mint 2, Cream 4 → Cream"), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_80_columns() {
        let mut long = caper(4);
        let text = ["a-move-that-goes-on"; 6].join(" ");
        long.frames[1].text = Some(text);
        for replay in [hammers(), caper(2), caper(3), caper(4), long] {
            for frame in 0..replay.frames.len() {
                for line in board(&replay, frame).lines() {
                    assert!(width(line) <= WIDTH, "{line}");
                    assert_eq!(line, line.trim_end());
                }
            }
        }
    }

    #[test]
    fn the_signs_that_cards_may_have_are_explained() {
        let expected = "▒ face down, ○ revealed, △ loyal, ◇ disloyal, ● lent";
        assert_eq!(legend(&hammers().captions).as_deref(), Some(expected));
        assert_eq!(legend(&Captions::default()), None);
    }

    #[test]
    fn a_game_without_captions_has_a_board_all_the_same() {
        let mut replay = hammers();
        replay.captions = Captions::default();
        let words = ReplayWords {
            seats: vec![
                ("caps".into(), "Caps".into()),
                ("hammers".into(), "Hammers".into()),
            ],
            ..ReplayWords::default()
        };
        let text = plain(&Board::new(&replay, &replay.frames[0], &words).text());
        assert!(
            text.contains("spy#1") && text.contains("> Hammers"),
            "{text}"
        );
    }
}
