//! Formats a number that was varied, for a terminal of 80 columns: what each of its values does. A sweep comes in, text goes out. Called by
//! `lab`.

use crate::preview::wrapped;
use crate::session::{LabAsked, Sweep, changed_word};
use crate::source::counted;

use super::lab_table::{PLAIN, STRONG, WIDTH, title_lines};
use super::plain_table::{align_right, wrapped_table};

/// What each value does, held against the game as it is.
pub fn sweep_table(sweep: &Sweep, asked: &LabAsked) -> String {
    let played = format!(
        "{} against the game as it is: at most {} a value, {} players; seed {}",
        sweep.vary.path.join("."),
        counted(asked.games as usize, "pair"),
        asked.policies,
        asked.seed
    );
    let mut text =
        format!("{}\n{}\n", title_lines(&sweep.header.title), wrapped(&played, "").join("\n"));
    for row in sweep.values() {
        let variant = if row.variant.choices.is_empty() {
            String::new()
        } else {
            format!(", {}", row.variant.describe())
        };
        text += &format!(
            "\n{STRONG}= {}{PLAIN}{variant}: {}\n",
            row.value,
            counted(row.pairs as usize, "pair")
        );
        let mut table = wrapped_table(WIDTH);
        for one in &row.found {
            table.add_row([one.what.clone(), one.change_words(), one.verdict_words()]);
        }
        for (what, words, is_changed) in row.of_card() {
            table.add_row([what, &words, changed_word(is_changed)]);
        }
        align_right(&mut table, [1]);
        text += &format!("{}\n", table.trim_fmt());
    }
    for (value, _) in &sweep.unplayable {
        text += &format!("\n{STRONG}= {value}{PLAIN}: cannot be played\n");
    }
    text
}
