//! Formats players against each other for a terminal of 80 columns. A tournament comes in, text goes out. Called by `lab`.

use crate::cards::Pack;
use crate::players::SeatPolicy;
use crate::preview::wrapped;
use crate::rules::Variant;
use crate::session::{LabAsked, strength_words};
use crate::source::counted;
use crate::statistics::{ALPHA, Tournament, Unrated};

use super::lab_table::{WIDTH, title_lines};
use super::plain_table::{align_right, plain_table};

/// Players against each other; `is_alone` where all seats are one side, and none is swapped.
pub fn tournament_table(
    pack: &Pack,
    variant: &Variant,
    players: &[SeatPolicy],
    found: &Tournament,
    is_alone: bool,
    asked: &LabAsked,
    seconds: f64,
) -> String {
    let variant = match variant.describe() {
        variant if variant.is_empty() => variant,
        variant => format!("{variant}; "),
    };
    let played = format!(
        "{variant}{} of each two players, every deal {}; seed {}; {seconds:.1}\u{a0}s",
        counted(asked.games as usize, "game"),
        if is_alone {
            "played by each of them"
        } else {
            "twice with seats swapped"
        },
        asked.seed
    );
    let width = |table: &str| table.lines().map(|line| line.chars().count()).max();
    let all = (0..players.len()).collect::<Vec<_>>();
    let with_points = strengths_table(players, found, &all);
    let (table, says) = if width(&with_points) <= Some(usize::from(WIDTH)) {
        let says = "Points of a hundred against each of the others; Elo above the last, with 95\u{a0}% intervals.";
        (with_points, says)
    } else {
        let says = "Elo above the last, with 95\u{a0}% intervals. The points of each two are too many for a terminal: `--html`, `--csv` and `--json` write them.";
        (strengths_table(players, found, &[]), says)
    };
    format!(
        "{}\n{}\n\n{table}\n\n{}\n",
        title_lines(&pack.game.full_title()),
        wrapped(&played, "").join("\n"),
        wrapped(says, "").join("\n")
    )
}

/// The players with their strength, and with the points against some of them.
fn strengths_table(players: &[SeatPolicy], found: &Tournament, against: &[usize]) -> String {
    let ratings = found.tempered_ratings();
    let mut table = plain_table();
    let heads = against.iter().map(|column| format!("{}", column + 1));
    table.set_header(
        ["".to_owned(), "player".to_owned(), "Elo".to_owned()]
            .into_iter()
            .chain(heads),
    );
    for (row, player) in players.iter().enumerate() {
        let rating = match &ratings {
            Ok(all) => strength_words(all[row].interval(ALPHA)),
            Err(Unrated::NoReference | Unrated::Unbounded(_)) => "?".to_owned(),
        };
        let scores = against.iter().map(|column| {
            let results = found.results(row, *column);
            if row == *column {
                "–".to_owned()
            } else {
                format!("{:.1}", 100.0 * results.score())
            }
        });
        let cells = [format!("{}", row + 1), player.to_string(), rating];
        table.add_row(cells.into_iter().chain(scores));
    }
    align_right(&mut table, 2..against.len() + 3);
    table.trim_fmt()
}
