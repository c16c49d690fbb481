//! The numbers of the rules, as `game.toml` gives them.

use std::ops::RangeInclusive;

use crate::cards::{Game, Reader};
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// The part that a deck plays (`[rules.decks]`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Actions,
    Countries,
    Labs,
    Defcon,
    Justifications,
    Protests,
}

impl Role {
    pub const ALL: [Role; 6] = [
        Role::Actions,
        Role::Countries,
        Role::Labs,
        Role::Defcon,
        Role::Justifications,
        Role::Protests,
    ];

    /// Its key in `[rules.decks]`.
    pub fn key(self) -> &'static str {
        match self {
            Role::Actions => "actions",
            Role::Countries => "countries",
            Role::Labs => "labs",
            Role::Defcon => "defcon",
            Role::Justifications => "justifications",
            Role::Protests => "protests",
        }
    }

    /// The deck that plays the part, and where that is said.
    pub fn deck(self, game: &Game) -> Option<(&str, Span)> {
        let decks = game.rules.as_ref()?.numbers.get("decks")?.as_table()?;
        let deck = decks.get(self.key())?;
        Some((deck.as_str()?, deck.span))
    }

    /// The part that `deck` plays, if any.
    pub fn of(game: &Game, deck: &str) -> Option<Role> {
        let plays = |role: &Role| role.deck(game).is_some_and(|(name, _)| name == deck);
        Role::ALL.into_iter().find(plays)
    }
}

/// How lowering DEFCON is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Penalty {
    /// Countries turn Disloyal, for so many points (CH2-R9).
    Loyalty,
    /// So many protests are drawn (CH1-R14).
    Protests,
}

/// `[rules.defcon]` (CH1-R5, CH1-R14, CH2-R9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defcon {
    pub start: u8,
    /// Reached, the level is the start's again.
    pub reset_at: u8,
    pub penalty: Penalty,
    /// What the step down from a level costs, from the start's to the last before the reset.
    steps: Vec<u8>,
}

impl Defcon {
    /// What the step down from `level` costs; `None` where there is no such step.
    pub fn cost(&self, level: u8) -> Option<u8> {
        let index = self.start.checked_sub(level)?;
        self.steps.get(usize::from(index)).copied()
    }

    /// The levels from which there is a step down, and what it costs, from the highest.
    pub fn steps(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (self.reset_at + 1..=self.start)
            .rev()
            .zip(self.steps.iter().copied())
    }

    /// Reads `[rules.defcon]`. `None` after a report.
    pub fn read(game: &Game, faults: &mut Diagnostics) -> Option<Self> {
        let rules = game.rules.as_ref()?;
        let mut r = Reader::new(&rules.numbers, rules.span, "[rules]", faults);
        let Some((table, span)) = r.table("defcon") else {
            if rules.numbers.get("defcon").is_none() {
                r.missing("defcon", "{ start = 5, reset-at = 1, … }");
            }
            return None;
        };
        let mut r = Reader::new(table, span, "[rules.defcon]", faults);
        let start = small(&mut r, "start", 2, 9);
        let reset_at = small(&mut r, "reset-at", 1, 8);
        let (penalty, at) = r.required_name("penalty");
        const STEPS: [&str; 10] = [
            "from-0", "from-1", "from-2", "from-3", "from-4", "from-5", "from-6", "from-7",
            "from-8", "from-9",
        ];
        let (start, reset_at) = (start?, reset_at?);
        if reset_at >= start {
            let message = format!("DEFCON starts at {start} and is reset at {reset_at}");
            faults.push(
                Diagnostic::error(Code::RulesDisagree, message)
                    .at(table.get("reset-at").map_or(span, |v| v.span))
                    .help("let `reset-at` be less than `start`"),
            );
            return None;
        }
        let steps: Vec<Option<u8>> = (reset_at + 1..=start)
            .rev()
            .map(|level| small(&mut r, STEPS[usize::from(level)], 0, 99))
            .collect();
        r.finish();
        let penalty = match penalty.as_str() {
            "loyalty" => Penalty::Loyalty,
            "protests" => Penalty::Protests,
            "" => return None,
            other => {
                let message = format!("there is no penalty `{other}`");
                let help = "choose `loyalty` or `protests`";
                faults.push(
                    Diagnostic::error(Code::UnknownWord, message)
                        .at(at)
                        .help(help),
                );
                return None;
            }
        };
        Some(Defcon {
            start,
            reset_at,
            penalty,
            steps: steps.into_iter().collect::<Option<_>>()?,
        })
    }
}

/// A number of `[rules]` that must be there: its key, what it may be, and what it means.
pub struct Number {
    pub key: &'static str,
    pub low: u8,
    pub high: u8,
    pub about: &'static str,
}

const fn number(key: &'static str, low: u8, high: u8, about: &'static str) -> Number {
    Number {
        key,
        low,
        high,
        about,
    }
}

/// The editions that there are.
pub const EDITIONS: RangeInclusive<i64> = 1..=2;

/// Every number of `[rules]` itself, in the order of [`Numbers`].
pub const NUMBERS: [Number; 10] = [
    number("rounds", 1, 20, "Rounds of a game (CH1-R6, CH2-R3)."),
    number(
        "countries-in-play",
        1,
        7,
        "Countries laid out in each round (CH1-R6, CH2-R3).",
    ),
    number(
        "labs-in-play",
        0,
        3,
        "Labs in play at a time (CH1-R6, CH2-G6).",
    ),
    number(
        "setup-draw",
        0,
        20,
        "Cards that each player draws before the first round (CH1-R8, CH2-R2).",
    ),
    number(
        "draw",
        1,
        20,
        "Cards that each player draws in each round, the first included (CH1-R8, CH2-R3).",
    ),
    number(
        "hand",
        1,
        40,
        "Cards in hand at a round's first turn (CH1-R8, CH2-R3).",
    ),
    number(
        "turns",
        1,
        20,
        "Turns of each player in a round (CH1-R9, CH2-R5).",
    ),
    number(
        "crisis-influence",
        1,
        99,
        "Influence of both sides at one location that makes a crisis (CH1-R13, CH2-R12).",
    ),
    number(
        "restore-per-lab",
        0,
        20,
        "What each lab gives back after a round: protests (CH1-R15), countries turned Loyal (CH2-R13).",
    ),
    number(
        "region-bonus",
        0,
        99,
        "Points for a whole region (CH1-R17, CH2-R15).",
    ),
];

/// The other numbers of `[rules]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    pub rounds: u8,
    pub countries_in_play: u8,
    pub labs_in_play: u8,
    /// Cards that each player draws before the first round.
    pub setup_draw: u8,
    /// Cards that each player draws in each round, the first included.
    pub draw: u8,
    /// Cards in hand at a round's first turn.
    pub hand: u8,
    /// Turns of each player in a round.
    pub turns: u8,
    pub crisis_influence: u8,
    pub restore_per_lab: u8,
    pub region_bonus: u8,
    pub defcon: Defcon,
}

impl Numbers {
    /// Reads the numbers of a game. `None` after a report.
    pub fn read(game: &Game, faults: &mut Diagnostics) -> Option<Self> {
        let rules = game.rules.as_ref()?;
        let defcon = Defcon::read(game, faults);
        let mut r = Reader::new(&rules.numbers, rules.span, "[rules]", faults);
        for known in ["decks", "defcon", "terms"] {
            r.value(known);
        }
        r.integer("edition", EDITIONS);
        r.strings("tie-breaks");
        let [
            rounds,
            countries_in_play,
            labs_in_play,
            setup_draw,
            draw,
            hand,
            turns,
            crisis_influence,
            restore_per_lab,
            region_bonus,
        ] = NUMBERS.map(|n| small(&mut r, n.key, n.low, n.high));
        r.finish();
        Some(Numbers {
            rounds: rounds?,
            countries_in_play: countries_in_play?,
            labs_in_play: labs_in_play?,
            setup_draw: setup_draw?,
            draw: draw?,
            hand: hand?,
            turns: turns?,
            crisis_influence: crisis_influence?,
            restore_per_lab: restore_per_lab?,
            region_bonus: region_bonus?,
            defcon: defcon?,
        })
    }
}

/// A number that must be there, from `low` to `high`.
fn small(r: &mut Reader<'_, '_>, key: &'static str, low: u8, high: u8) -> Option<u8> {
    if r.value(key).is_none() {
        r.missing(key, &low.to_string());
        return None;
    }
    let (n, _) = r.integer(key, i64::from(low)..=i64::from(high))?;
    u8::try_from(n).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{faults, pack};

    fn numbers(game: &str) -> Numbers {
        let pack = pack(game);
        Numbers::read(&pack.game, &mut Diagnostics::new()).unwrap()
    }

    #[test]
    fn the_steps_cost_what_the_rulings_say() {
        // CH1-R14, CH1-G7: 5 to 4 one protest, 4 to 3 two, 3 to 2 three, 2 to 1 five.
        let defcon = numbers("caps-and-hammers-2016").defcon;
        assert_eq!(defcon.penalty, Penalty::Protests);
        let steps: Vec<_> = defcon.steps().collect();
        assert_eq!(steps, [(5, 1), (4, 2), (3, 3), (2, 5)]);
        // CH2-G3.
        let defcon = numbers("caps-and-hammers").defcon;
        assert_eq!(defcon.penalty, Penalty::Loyalty);
        assert_eq!(defcon.cost(2), Some(5));
        assert_eq!(defcon.cost(1), None);
        assert_eq!(defcon.cost(6), None);
    }

    #[test]
    fn a_step_without_its_cost_is_named() {
        let told = faults("caps-and-hammers", "game.toml", "from-3 = 3\n", "");
        assert_eq!(told, ["[rules.defcon] has no `from-3` (add `from-3 = 0`)"]);
    }

    #[test]
    fn unknown_numbers_and_penalties_are_told() {
        let told = faults("caps-and-hammers", "game.toml", "rounds = 7", "round = 7");
        assert_eq!(
            told,
            ["unknown key `round` in [rules] (did you mean `rounds`?)"]
        );
        let told = faults("caps-and-hammers", "game.toml", "\"loyalty\"", "\"shame\"");
        assert_eq!(
            told,
            ["there is no penalty `shame` (choose `loyalty` or `protests`)"]
        );
    }
}
