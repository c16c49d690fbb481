//! Runs `deckproof translate`. The command's options come in; a game's texts are exported for translators, or their translations are
//! imported.

use std::path::PathBuf;

use clap::Subcommand;

use super::console::{Console, Done};
use crate::session::{TextsWritten, export_texts, import_texts};
use crate::source::{Blame, GameFolder, counted};

const EXAMPLES: &str = "\
Examples:
  deckproof translate export my-game --lang de                my-game/lang/de.csv, for a spreadsheet
  deckproof translate export caper --lang de -o caper-de.csv  to hand to a translator
  deckproof translate import my-game --lang de de.csv         back into my-game/lang/de.csv
  deckproof print my-game --lang de                           and the cards speak German
  deckproof check my-game --lang de                           what has no translation yet

A row is a place, its text, and the translation. {gaps}, [conditions] and **marks** stand in the translation
as in the text. Export again after an edit of the game: new texts get a row, and one that has changed is empty,
with the earlier words in the column `earlier`. Translations go with a card that gets another name. A text that
flows, rules.md, is translated as a whole, as lang/de/rules.md.";

/// Write the texts of a game for translators, and read them back
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct TranslateArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write every text with its translation
    #[command(after_help = EXAMPLES)]
    Export {
        /// Folder with a game.toml, or a shipped game by name
        #[arg(value_name = "GAME|DIR")]
        game: String,
        /// The language: de, pt-BR
        #[arg(long, value_name = "CODE")]
        lang: String,
        /// A CSV file [default: lang/CODE.csv in the game's folder]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Take translations over into the game's folder
    #[command(after_help = EXAMPLES)]
    Import {
        /// Folder with a game.toml
        #[arg(value_name = "GAME|DIR")]
        game: String,
        /// A CSV file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The language: de, pt-BR
        #[arg(long, value_name = "CODE")]
        lang: String,
    },
}

pub fn run_translate(args: &TranslateArgs, console: &mut Console) -> Done {
    let find = |name: &str| GameFolder::find(name).map_err(|fault| fault.fault(Blame::Usage));
    let written = match &args.what {
        What::Export { game, lang, output } => {
            export_texts(find(game)?, lang, output.as_deref(), console)?
        }
        What::Import { game, file, lang } => import_texts(find(game)?, lang, file, console)?,
    };
    let TextsWritten { path, texts, translated, moved, kept } = written;
    let mut line =
        format!("{}: {}, {translated} translated", path.display(), counted(texts, "text"));
    if moved > 0 {
        line += &format!("; {} followed to another place", counted(moved, "translation"));
    }
    if kept > 0 {
        let of_gone = counted(kept, "translation");
        line += &format!("; {of_gone} of texts that are gone kept at the end");
    }
    console.say(&line);
    Ok(())
}
