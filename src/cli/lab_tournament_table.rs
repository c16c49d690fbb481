//! Formats players against each other for a terminal of 80 columns. A tournament comes in, text goes out. Called by `lab`.

use crate::cards::Pack;
use crate::players::SeatPolicy;
use crate::preview::wrapped;
use crate::rules::Variant;
use crate::session::{LabAsked, strength_words};
use crate::source::counted;
use crate::statistics::{ALPHA, Tournament, Unrated};

use super::lab_table::{WIDTH, title_lines};
use super::plain_table::{align_right, wrapped_table};

/// Players against each other.
pub fn tournament_table(
    pack: &Pack,
    variant: &Variant,
    players: &[SeatPolicy],
    found: &Tournament,
    asked: &LabAsked,
    seconds: f64,
) -> String {
    let ratings = found.tempered_ratings();
    let variant = match variant.describe() {
        variant if variant.is_empty() => variant,
        variant => format!("{variant}; "),
    };
    let played = format!(
        "{variant}{} of each two players, every deal twice with seats swapped; seed {}; {seconds:.1}\u{a0}s",
        counted(asked.games.next_multiple_of(2) as usize, "game"),
        asked.seed
    );
    let mut text = format!(
        "{}\n{}\n\n",
        title_lines(&pack.game.full_title()),
        wrapped(&played, "").join("\n")
    );
    let mut table = wrapped_table(WIDTH);
    let heads = (1..=players.len()).map(|number| format!("{number}"));
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
        let scores = (0..players.len()).map(|column| {
            let results = found.results(row, column);
            if row == column {
                "–".to_owned()
            } else {
                format!("{:.1}", 100.0 * results.score())
            }
        });
        let cells = [format!("{}", row + 1), player.to_string(), rating];
        table.add_row(cells.into_iter().chain(scores));
    }
    align_right(&mut table, 2..players.len() + 3);
    text += &table.trim_fmt();
    text += "\n\nPoints of a hundred against each of the others; Elo above the last, with 95 %\nintervals.\n";
    text
}
