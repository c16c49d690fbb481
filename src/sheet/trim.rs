//! Card sizes after cutting: the table of names (`poker`, `tarot`) and the parser of sizes. A name or a size as text comes in, a
//! trim goes out. Called for decks and for the command line.

use std::fmt;

use super::choice::{plain, unknown};
use super::{Outline, Size};

/// One row of the table of card sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardSize {
    pub name: &'static str,
    /// Other names for the same size. Names vary from publisher to publisher, so the millimetres are always shown.
    pub aliases: &'static [&'static str],
    /// Trim, mm, standing upright.
    pub size: Size,
    /// Radius of the corners, mm.
    pub corner: f64,
}

/// Default radius of a card's corners, mm.
const CORNER: f64 = 3.0;

/// Every card size known by name.
pub const CARDS: &[CardSize] = &[
    card("poker", &["standard"], 63.5, 88.9, CORNER),
    card("euro-poker", &["tcg", "mtg"], 63.0, 88.0, 2.5),
    card("japanese", &[], 59.0, 86.0, CORNER),
    card("bridge", &[], 57.15, 88.9, CORNER),
    card("us-game", &[], 56.0, 87.0, CORNER),
    card("euro", &[], 59.0, 92.0, CORNER),
    card("mini", &[], 44.45, 63.5, CORNER),
    card("mini-euro", &[], 44.0, 68.0, CORNER),
    card("mini-us", &[], 41.0, 63.0, CORNER),
    card("micro", &[], 31.75, 44.45, CORNER),
    card("domino", &[], 44.45, 88.9, CORNER),
    card("business", &[], 50.8, 88.9, CORNER),
    card("tarot", &[], 69.85, 120.65, CORNER),
    card("jumbo", &[], 88.9, 139.7, CORNER),
    card("square", &["square-small"], 63.5, 63.5, CORNER),
    card("square-large", &[], 88.9, 88.9, CORNER),
];

const fn card(
    name: &'static str,
    aliases: &'static [&'static str],
    width: f64,
    height: f64,
    corner: f64,
) -> CardSize {
    CardSize { name, aliases, size: Size::new(width, height), corner }
}

/// A cut card: its size and the radius of its corners, mm, or another outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Trim {
    /// Its name in the table; `None` for a size of one's own. A card on its side keeps the name.
    pub name: Option<&'static str>,
    pub size: Size,
    /// Radius of the corners, mm. Half the shorter side makes a round token.
    pub corner: f64,
    /// What it is cut to, where that is no rectangle.
    pub outline: Option<Outline>,
}

impl Trim {
    /// A size of one's own, with corners that suit it.
    pub fn from_size(size: Size) -> Trim {
        // A tenth keeps a small token from being taken for a round one.
        let corner = CORNER.min(size.short_side() / 10.0);
        Trim { name: None, size, corner, outline: None }
    }

    /// The card size of that name or alias; `poker landscape` is a poker card on its side.
    pub fn find(name: &str) -> Option<Trim> {
        let word = plain(name);
        let (word, landscape) = match word.strip_suffix("-landscape") {
            Some(upright) => (upright, true),
            None => (word.strip_suffix("-portrait").unwrap_or(&word), false),
        };
        let row = CARDS.iter().find(|c| c.name == word || c.aliases.contains(&word))?;
        let size = if landscape { row.size.turned() } else { row.size };
        Some(Trim { name: Some(row.name), size, corner: row.corner, outline: None })
    }

    /// A name of the table, or width x height. A size that is in the table gets its name and corners.
    pub fn parse(text: &str) -> Result<Trim, String> {
        if let Some(known) = Trim::find(text) {
            return Ok(known);
        }
        let size: Size = text.parse().map_err(|_| {
            let known: Vec<String> =
                CARDS.iter().map(|c| format!("{} ({})", c.name, c.size)).collect();
            let hint = format!(
                "use {}, each with `landscape` if it lies, or width x height, as in 63.5 x 88.9",
                known.join(", ")
            );
            unknown(text, "a card size", &hint)
        })?;
        let same = CARDS.iter().find(|c| c.size.same_as(size) || c.size.same_as(size.turned()));
        let own = Trim::from_size(size);
        Ok(match same {
            None => own,
            Some(c) => Trim { name: Some(c.name), corner: c.corner, ..own },
        })
    }

    /// The same card with corners of `corner` mm; more than half the shorter side cannot be.
    pub fn with_corner(&self, corner: f64) -> Trim {
        let corner = corner.max(0.0).min(self.size.short_side() / 2.0);
        Trim { corner, ..self.clone() }
    }

    /// The same card cut to an outline.
    pub fn with_outline(self, outline: Outline) -> Trim {
        Trim { corner: 0.0, outline: Some(outline), ..self }
    }

    /// Whether cards of both are cut alike.
    pub fn cut_as(&self, other: &Trim) -> bool {
        self.size.same_as(other.size)
            && self.corner == other.corner
            && self.outline == other.outline
    }

    /// Whether two opposite sides are nothing but corners, as those of a round token are. Straight cuts cannot make it.
    pub fn is_round(&self) -> bool {
        self.corner >= self.size.short_side() / 2.0 - 1e-3
    }
}

impl fmt::Display for Trim {
    /// `poker landscape (88.9 x 63.5 mm)`: never without the millimetres.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name, self.size.is_landscape()) {
            (None, _) => self.size.fmt(f),
            (Some(name), false) => write!(f, "{name} ({})", self.size),
            (Some(name), true) => write!(f, "{name} landscape ({})", self.size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_found_by_each_of_its_names() {
        let mut seen = std::collections::HashSet::new();
        for row in CARDS {
            assert!(row.size.width <= row.size.height, "{} stands upright", row.name);
            for name in row.aliases.iter().chain([&row.name]) {
                assert!(seen.insert(*name), "{name} names two sizes");
                assert_eq!(*name, plain(name), "{name} is in kebab case");
                assert_eq!(Trim::parse(name).unwrap().size, row.size);
            }
        }
    }

    #[test]
    fn names_are_shown_with_millimetres_both_ways_up() {
        let upright = Trim::parse("Poker").unwrap();
        assert_eq!(upright.to_string(), "poker (63.5 x 88.9 mm)");
        let lying = Trim::parse("poker landscape").unwrap();
        assert_eq!(lying.to_string(), "poker landscape (88.9 x 63.5 mm)");
        assert_eq!(lying.to_string(), { Trim::parse("88.9 x 63.5").unwrap().to_string() });
        assert_eq!(Trim::parse("120 x 180").unwrap().to_string(), "120 x 180 mm");
    }

    #[test]
    fn corners_follow_the_table_and_make_tokens() {
        assert_eq!(Trim::parse("tcg").unwrap().corner, 2.5);
        assert_eq!(Trim::parse("63 x 88").unwrap().corner, 2.5);
        let small = Trim::parse("5 x 5").unwrap();
        assert!(!small.is_round(), "corners of {} mm", small.corner);
        assert!(small.with_corner(2.5).is_round());
        assert_eq!(small.with_corner(99.0).corner, 2.5);
        assert_eq!(small.with_corner(-1.0).corner, 0.0);
    }

    #[test]
    fn an_unknown_size_is_answered_with_the_known_ones() {
        let error = Trim::parse("pokr").unwrap_err();
        assert!(
            error.starts_with("`pokr` is not a card size: use poker (63.5 x 88.9 mm)"),
            "{error}"
        );
    }
}
