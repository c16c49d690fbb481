//! Runs `deckproof guides`. The command's options come in; a game's templates are rewritten with, or without, visible boxes and a
//! sample card for a drawing program.

use std::path::PathBuf;

use super::console::{Console, Done};
use crate::session::guide_templates;

const EXAMPLES: &str = "\
Examples:
  deckproof guides my-game                        all templates of a game
  deckproof guides my-game/templates/card.svg     one of them
  deckproof guides my-game --sample the-owl       with this card as it is printed, in a locked layer on top
  deckproof guides my-game --remove               take them out again

In Inkscape a box (data-fit, data-art, …) is then pale blue with its field's name on it, and a colour that
is a placeholder, fill=\"{{kind.colour}}\", shows that of the first card: the placeholder moves to data-fill.
With --sample, a layer on top shows a card: real words, and what is repeated. It is locked, so that a click reaches the
template below; hide it with its eye in the list of layers. Without --sample, the next run takes it out.
Nothing of it is printed. Run it again when boxes were moved: the names follow.";

/// Show the boxes of templates in Inkscape and other editors
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct GuidesArgs {
    /// Folders with a game.toml, or SVG files of their templates/
    #[arg(value_name = "DIR|SVG", required = true)]
    paths: Vec<PathBuf>,
    /// Show this card, by its id, in a locked layer of the templates that draw it
    #[arg(long, value_name = "CARD", conflicts_with = "remove")]
    sample: Option<String>,
    /// Take the guides out
    #[arg(long)]
    remove: bool,
}

pub fn run_guides(args: &GuidesArgs, console: &mut Console) -> Done {
    for path in &args.paths {
        guide_templates(path, args.sample.as_deref(), args.remove, console)?;
    }
    Ok(())
}
