#![doc = include_str!("../../../source/codes/D317.md")]

use super::data::Data;
use crate::games::hammers::Role;
use crate::source::{Code, Diagnostic, Diagnostics};

/// Hands are dealt to two players.
const PLAYERS: u32 = 2;

/// When a round is dealt, what was played lies among the discards and both players hold what they carry over: all the
/// others can be drawn, and must suffice (CH1-R8, CH1-G4, CH2-R3, CH2-G4).
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let (Some(numbers), Some(deck)) = (&data.numbers, data.deck(Role::Actions)) else {
        return;
    };
    let (draw, held) = (u32::from(numbers.draw), u32::from(numbers.setup_draw));
    let there = deck.cards();
    let free = there.saturating_sub(PLAYERS * held);
    let wanted = PLAYERS * draw;
    if free < wanted {
        let message = format!(
            "deck `{}` cannot deal a round: of its {there} cards {} stay in the hands, and {wanted} are drawn",
            deck.id,
            PLAYERS * held
        );
        let needed = PLAYERS * (held + draw);
        faults.push(
            Diagnostic::error(Code::NoRound, message)
                .at_maybe(data.place("draw"))
                .help(format!(
                    "raise `copies` in the deck until there are {needed}, or lower `draw`, `turns` and `hand`"
                )),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{FIRST, faults};

    /// Numbers of the first edition, whose deck has 45 cards.
    fn with(setup: u32, draw: u32) -> Vec<String> {
        faults(
            FIRST,
            "game.toml",
            "setup-draw = 2            # R8: with the first round's draw the seven cards of the start\n\
             draw = 5                  # R8, each player each round\n\
             hand = 7                  # R8, at a round's first turn\n\
             turns = 5",
            &format!(
                "setup-draw = {setup}\ndraw = {draw}\nhand = {}\nturns = {draw}",
                setup + draw
            ),
        )
    }

    #[test]
    fn a_round_that_can_just_be_dealt_is_fine() {
        // 2 × 3 stay in the hands, 2 × 19 are drawn: 44 of 45.
        assert_eq!(with(3, 19), [""; 0]);
    }

    #[test]
    fn a_round_that_draws_more_than_there_is_cannot_be_dealt() {
        assert_eq!(
            with(3, 20),
            [
                "deck `actions` cannot deal a round: of its 45 cards 6 stay in the hands, and 40 are drawn \
              (raise `copies` in the deck until there are 46, or lower `draw`, `turns` and `hand`)"
            ]
        );
    }
}
