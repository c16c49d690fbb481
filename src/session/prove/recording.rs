//! Plays one game and writes it down as JSON lines. A game and a plan come in, a record goes out. Called by the commands `record` and
//! `export site`; `fuzz_faults` uses [`is_record`].

use crate::cards::Pack;
use crate::session::open::chosen_variants::{AxisChoice, Rest, choose_variants};
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::record::{MOST_RECORD, RecordPlan, record_game};

/// A record, which `replay` reads.
pub struct GameRecord {
    pub text: String,
    /// Why the game did not come to its end, if it did not.
    pub unfinished: Option<Diagnostic>,
}

/// Plays the first variant that is asked for.
///
/// # Errors
/// What the game does not have, rules that cannot be played, a record that is too large.
pub fn record(
    pack: &Pack,
    asked: &[AxisChoice],
    plan: &RecordPlan,
) -> Result<GameRecord, Diagnostics> {
    let variant = choose_variants(pack, asked, Rest::First)?.into_iter().next().unwrap_or_default();
    let record = record_game(pack, &variant, plan)?;
    check_size(record.text.len() as u64)?;
    let unfinished = record.unfinished.map(|breach| {
        let message = format!("{}: {}", pack.game.id, breach.says);
        let fault = Diagnostic::error(Code::LawBroken, message);
        fault
            .help("the last move of the record leads there; `deckproof fuzz` cuts the game down to a few")
            .at_maybe(breach.at.or(pack.game.table_span()))
    });
    Ok(GameRecord { text: record.text, unfinished })
}

/// That `replay` reads what is written.
fn check_size(bytes: u64) -> Result<(), Diagnostic> {
    if bytes <= MOST_RECORD {
        return Ok(());
    }
    let message = format!(
        "the record would have {} MiB, and the limit is {}",
        bytes.div_ceil(1 << 20),
        MOST_RECORD >> 20
    );
    let fault = Diagnostic::error(Code::TooLarge, message);
    Err(fault.help("leave out `--legal` or `--states`: both can be worked out from the moves"))
}

/// Whether the head of a file is that of a record.
pub fn is_record(head: &[u8]) -> bool {
    head.starts_with(b"{\"format\":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_replay_refuses_is_not_written() {
        assert_eq!(check_size(MOST_RECORD), Ok(()));
        let fault = check_size(152 << 20).unwrap_err();
        assert!(fault.message.contains("152 MiB, and the limit is 64"), "{fault:?}");
    }
}
