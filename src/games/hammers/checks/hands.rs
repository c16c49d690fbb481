//! Of the numbers that must fit each other: hands, draws and turns (CH1-R8, CH2-R2, CH2-R3).
//!
#![doc = include_str!("../../../source/codes/D305.md")]

use super::data::Data;
use crate::source::{Code, Diagnostic, Diagnostics};

/// The hand is what was drawn, and lasts for the turns of the round.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let Some(numbers) = &data.numbers else { return };
    let (setup, draw, hand) = (numbers.setup_draw, numbers.draw, numbers.hand);
    if setup + draw != hand {
        let message =
            format!("{setup} cards at the start and {draw} in a round are no hand of {hand}");
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(data.place("hand"))
                .help(format!(
                    "write `hand = {}`, or change what is drawn",
                    setup + draw
                )),
        );
    }
    if numbers.turns != draw {
        let turns = numbers.turns;
        let message = format!("{turns} turns use up {turns} cards, but {draw} are drawn");
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(data.place("turns"))
                .help(
                    "let `turns` and `draw` be equal, so that each round begins with the same hand",
                ),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{SECOND, faults};

    #[test]
    fn a_hand_is_what_was_drawn() {
        assert_eq!(
            faults(SECOND, "game.toml", "\nhand = 7", "\nhand = 6"),
            ["2 cards at the start and 5 in a round are no hand of 6 \
              (write `hand = 7`, or change what is drawn)"]
        );
    }

    #[test]
    fn a_round_uses_up_what_it_draws() {
        let told = faults(SECOND, "game.toml", "\nturns = 5", "\nturns = 4");
        assert!(
            told[0].starts_with("4 turns use up 4 cards, but 5 are drawn"),
            "{told:?}"
        );
    }
}
