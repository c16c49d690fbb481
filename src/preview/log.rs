//! Describes one frame of a replay as text: the move, and what it changed. A [`Frame`] and [`ReplayWords`] come in, lines go out.
//! Called by `deckproof replay`.

use serde_json::Value;

use super::words::ReplayWords;
use crate::source::wrapped;
use crate::verify::replay::Frame;

/// The move of a frame and its changes, in lines of at most 80 columns.
pub fn log_entry(frame: &Frame, words: &ReplayWords) -> String {
    let mut title = frame.ply.to_string();
    let label = words.captions.round.to_lowercase();
    let round = frame.table.get("round").and_then(Value::as_i64);
    if let Some(round) = round.filter(|_| !label.is_empty()) {
        title += &format!(", {label} {round}");
    }
    title += &match (&frame.seat, &frame.text) {
        (Some(seat), Some(text)) => format!(", {}: {text}", words.seat(seat)),
        _ => ": the start".to_owned(),
    };
    let mut lines = wrapped(&title, "── ", "   ");
    let says = words.changes(&frame.changes, &|_| false);
    lines.extend(wrapped(&says.join("; "), "  ", "  "));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::testing::{caper, hammers, words_of};

    #[test]
    fn an_entry_says_the_move_and_what_it_changed() {
        let (replay, game) = (hammers(), caper(2));
        let text = log_entry(&replay.frames[0], &words_of(&replay));
        assert!(text.starts_with("── 7, round 3, Caps: deploy spy#1 at 2\n  DEFCON: 4"), "{text}");
        let text = log_entry(&game.frames[0], &words_of(&game));
        assert!(text.starts_with("── 0, round 1: the start\n  To "), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_80_columns() {
        let mut long = caper(4);
        long.frames[1].text = Some(["a-move-that-goes-on"; 6].join(" "));
        for replay in [hammers(), caper(2), caper(3), caper(4), long] {
            for frame in &replay.frames {
                for line in log_entry(frame, &words_of(&replay)).lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
        }
    }
}
