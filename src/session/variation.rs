//! A number of a game that is varied. `deck.card.number=1..5` comes in, games with each of the values go out. Called by the command
//! `lab`.

use crate::cards::{Overlay, Pack};
use crate::source::{Diagnostics, Files};

/// A value of a card that is tried: `assets.admiral.influence=1..5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// Deck, card, and the keys below it; or `rules` and the keys of a number.
    pub path: Vec<String>,
    pub values: Vec<i64>,
}

impl std::str::FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` names no value to vary: write `deck.card.number=1..5` or `rules.rounds=3,4,6`"
            )
        };
        let (path, values) = text.split_once('=').ok_or_else(wrong)?;
        let path: Vec<String> = path.split('.').map(|key| key.trim().to_owned()).collect();
        if path.len() < 2 || path.iter().any(String::is_empty) {
            return Err(wrong());
        }
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let values: Vec<i64> = match values.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if !(0..100).contains(&to.saturating_sub(from)) {
                    return Err(format!("`{text}` has no values, or more than 100"));
                }
                (from..=to).collect()
            }
            None => values.split(',').map(number).collect::<Result<_, _>>()?,
        };
        Ok(Variation { path, values })
    }
}

impl Variation {
    /// The game with one of the values.
    ///
    /// # Errors
    /// When the game has no such card or number.
    pub fn apply(&self, pack: &Pack, value: i64, files: &mut Files) -> Result<Pack, Diagnostics> {
        let quoted: Vec<String> = self.path.iter().map(|key| format!("{:?}", key)).collect();
        let (table, key) = quoted.split_at(quoted.len() - 1);
        let table = match self.path[0].as_str() {
            "rules" => table.join("."),
            _ => format!("cards.{}", table.join(".")),
        };
        let text = format!("[{table}]\n{} = {value}\n", key.join(""));
        let overlay = Overlay::read("--vary", text, files)?;
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        let mut varied = pack.clone();
        (varied.game, varied.decks) = (game, decks);
        Ok(varied)
    }
}
