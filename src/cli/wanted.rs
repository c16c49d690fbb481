//! The options that name games, decks and cards. Parsed options come in, a [`Selection`] goes out. Used by `print`, `check`,
//! `list`, `watch` and the exports.

use crate::session::Selection;
use crate::source::Diagnostics;

use super::console::Console;

/// Which games, decks and cards the command line asks for.
#[derive(Debug, Default, clap::Args)]
pub struct SelectionArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Only this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// Only these cards, by their ids (name the games before)
    #[arg(long, value_name = "ID", num_args = 1.., value_delimiter = ',')]
    cards: Vec<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
}

impl SelectionArgs {
    /// What is meant by it, here.
    ///
    /// # Errors
    /// As [`Selection::new`].
    pub fn select(&self, console: &Console) -> Result<Selection, Diagnostics> {
        let selection = Selection::new(&self.games, &self.deck, &self.cards, console)?;
        Ok(selection.in_language(self.lang.clone()))
    }
}
