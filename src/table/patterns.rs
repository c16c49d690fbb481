//! Move patterns such as `deploy {card} at {place}`: parsed once, then used both to write and to read moves. A
//! pattern's text comes in, a [`MovePattern`] goes out.

use std::borrow::Cow;

use super::declared::{Each, Gap, MovePattern, MovePiece, ZoneKind, ZoneOrder};
use super::named::{instead_of, numbered};
use crate::source::{Fault, Span, fault};

/// What a gap may be called, and what fills it. Another name comes with its kind: `{partner:card}`.
const GAPS: [(&str, Gap); 4] =
    [("card", Gap::Card), ("place", Gap::Place), ("seat", Gap::Seat), ("number", Gap::Number)];

/// Most gaps of a move.
const MOST_GAPS: usize = 3;

/// Reads a pattern.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn parse_pattern(
    verb: &str,
    text: &str,
    span: Span,
    zones: &[ZoneKind],
) -> Result<MovePattern, Fault> {
    let (mut pieces, mut gaps) = (Vec::new(), Vec::new());
    for word in text.split(' ') {
        if word.is_empty() {
            return Err(
                fault!("a move with two spaces, or with one at its end"; "write one space between words"),
            );
        }
        let Some(inside) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) else {
            if word.contains(['{', '}']) {
                return Err(
                    fault!("`{word}` is half a gap"; "write gaps between spaces: `play {{card}}`"),
                );
            }
            match pieces.last_mut() {
                Some(MovePiece::Words(words)) => *words += &format!(" {word}"),
                _ => pieces.push(MovePiece::Words(word.to_owned())),
            }
            continue;
        };
        let kind = inside.rsplit(':').next().unwrap_or(inside);
        let gap = match (inside.strip_suffix(":nth"), GAPS.iter().find(|(name, _)| *name == kind)) {
            (Some(zone), _) => nth(zone, zones)?,
            (None, Some((_, gap))) => *gap,
            (None, None) => {
                return Err(
                    fault!("`{{{inside}}}` is no gap of a move"; "write {{card}}, {{place}}, {{seat}} or {{number}}; a second card {{partner:card}}; a card by where it lies {{zone:nth}}"),
                );
            }
        };
        if gaps.len() == MOST_GAPS {
            return Err(
                fault!("a move has more than {MOST_GAPS} gaps"; "ask for the rest with a question"),
            );
        }
        pieces.push(MovePiece::Gap(gaps.len()));
        gaps.push(gap);
    }
    if let Some(MovePiece::Gap(_)) = pieces.first() {
        return Err(
            fault!("a move that begins with a gap"; "begin it with what is done: `play {{card}}`"),
        );
    }
    Ok(MovePattern { verb: verb.to_owned(), span, pieces, gaps, pair: false })
}

/// The gap for a card of some zones by where it lies.
fn nth(zone: &str, zones: &[ZoneKind]) -> Result<Gap, Fault> {
    let Some(kind) = numbered(zones, zone) else {
        return Err(fault!("there is no zone `{zone}`"; instead_of(zones, zone)));
    };
    let found = &zones[usize::from(kind)];
    if found.order != ZoneOrder::Kept || !matches!(found.each, Each::Place | Each::Both) {
        return Err(
            fault!("`{zone}` does not number its cards by place"; "declare it with `each = \"place\"` or `[\"place\", \"seat\"]`, and `order = \"kept\"`"),
        );
    }
    Ok(Gap::Nth(kind))
}

/// Whether two moves may be written alike.
pub fn may_be_same(one: &MovePattern, other: &MovePattern) -> bool {
    let words = |pattern: &MovePattern| {
        let words = pattern.pieces.iter().flat_map(|piece| match piece {
            MovePiece::Words(words) => words.split(' ').map(|word| Some(word.to_owned())).collect(),
            MovePiece::Gap(_) => vec![None],
        });
        words.collect::<Vec<Option<String>>>()
    };
    let (one, other) = (words(one), words(other));
    let alike = |(a, b): (&Option<String>, &Option<String>)| a.is_none() || b.is_none() || a == b;
    one.len() == other.len() && one.iter().zip(&other).all(alike)
}

impl MovePattern {
    /// The move with its gaps filled.
    pub fn write<'t>(&'t self, fill: impl Fn(usize) -> Cow<'t, str>) -> String {
        let mut text = String::with_capacity(32);
        for piece in &self.pieces {
            if !text.is_empty() {
                text.push(' ');
            }
            match piece {
                MovePiece::Words(words) => text.push_str(words),
                MovePiece::Gap(gap) => text.push_str(&fill(*gap)),
            }
        }
        text
    }

    /// What fills the gaps of a text that fits.
    pub fn read<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let mut left = text.split(' ');
        let mut filled = Vec::new();
        for piece in &self.pieces {
            match piece {
                MovePiece::Words(words) => {
                    if !words.split(' ').all(|word| left.next() == Some(word)) {
                        return None;
                    }
                }
                MovePiece::Gap(_) => filled.push(left.next().filter(|word| !word.is_empty())?),
            }
        }
        left.next().is_none().then_some(filled)
    }

    /// The pattern as it was written, its gaps by their kinds.
    pub fn describe(&self) -> String {
        self.write(|gap| {
            let kind = self.gaps.get(gap);
            let name = GAPS.iter().find(|(_, known)| Some(known) == kind);
            format!("{{{}}}", name.map_or("nth", |(name, _)| name)).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    fn pattern(text: &str) -> Result<MovePattern, Fault> {
        let span = Span::new(Files::new().add("game.toml", text), 0..0);
        parse_pattern("verb", text, span, &[])
    }

    #[test]
    fn what_is_written_is_read_back() {
        let deploy = pattern("deploy {card} at {place}").unwrap();
        let text = deploy.write(|gap| ["spy#2", "3"][gap].into());
        assert_eq!(text, "deploy spy#2 at 3");
        assert_eq!(deploy.read(&text), Some(vec!["spy#2", "3"]));
        assert_eq!(deploy.describe(), "deploy {card} at {place}");
        for other in ["deploy spy#2 at", "deploy spy#2 at 3 4", "deploy at 3", "deploy  at 3", ""] {
            assert_eq!(deploy.read(other), None, "{other}");
        }
        assert_eq!(pattern("draw from the pile").unwrap().read("draw from the pile"), Some(vec![]));
    }

    #[test]
    fn moves_that_may_be_written_alike_are_found() {
        for (one, other, same) in [
            ("play {card}", "play {place}", true),
            ("play {card}", "play nothing", true),
            ("play {card}", "place {card}", false),
            ("play {card} at {place}", "play {card}", false),
            ("play {card} at {place}", "play {card} on {partner:card}", false),
        ] {
            let (one, other) = (pattern(one).unwrap(), pattern(other).unwrap());
            assert_eq!(may_be_same(&one, &other), same);
        }
    }

    #[test]
    fn a_pattern_that_cannot_be_read_back_is_refused() {
        for (text, says) in [
            ("{card} goes", "begins with a gap"),
            ("play  {card}", "two spaces"),
            ("play {crad}", "no gap"),
            ("play {field:nth}", "no zone `field`"),
            ("play {card", "half a gap"),
            ("a {card} b {card} c {card} d {card}", "more than 3"),
        ] {
            assert!(pattern(text).unwrap_err().message.contains(says), "{text}");
        }
    }
}
