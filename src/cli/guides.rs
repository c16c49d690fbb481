//! Runs `deckproof guides`. The command's options come in; a game's templates are rewritten with, or without, visible boxes for a
//! drawing program. Called by `args`.

use std::path::{Path, PathBuf};

use crate::cards::{Face, Pack};
use crate::registry::Registry;
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, GameFolder, Span, counted, read_plain_text,
};
use crate::template::{sample_colour, with_guides, without_guides};

use super::report::{Done, Report};
use crate::session::output;

const EXAMPLES: &str = "\
Examples:
  deckproof guides my-game                        all templates of a game
  deckproof guides my-game/templates/card.svg     one of them
  deckproof guides my-game --remove               take them out again

In Inkscape a box (data-fit, data-art, …) is then pale blue with its field's name on it, and a colour that
is a placeholder, fill=\"{{kind.colour}}\", shows that of the first card: the placeholder moves to data-fill.
Nothing of it is printed. Run it again when boxes were moved: the names follow.";

/// Show the boxes of templates in Inkscape and other editors
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct GuidesArgs {
    /// Folders with a game.toml, or SVG files of their templates/
    #[arg(value_name = "DIR|SVG", required = true)]
    paths: Vec<PathBuf>,
    /// Take the guides out
    #[arg(long)]
    remove: bool,
}

pub fn run_guides(args: &GuidesArgs, report: &mut Report) -> Done {
    for path in &args.paths {
        let (game, templates) = if path.is_dir() {
            (Some(path.clone()), templates_of(path)?)
        } else {
            let game = path.parent().and_then(Path::parent).map(Path::to_owned);
            (game, vec![path.clone()])
        };
        let game = game.map(|game| {
            if game.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                game
            }
        });
        let faces = game.map_or_else(Vec::new, |game| faces_of(&game, report));
        for template in templates {
            guide(&template, args.remove, &faces, report)?;
        }
    }
    Ok(())
}

/// The SVG files of a game's templates.
fn templates_of(game: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let folder = game.join("templates");
    let read = std::fs::read_dir(&folder).map_err(|e| {
        let message = format!("cannot read the folder `{}`: {e}", folder.display());
        Diagnostic::error(Code::UnreadableFile, message)
            .fault(Blame::Usage)
            .help("name a game's folder, with its templates in templates/, or an SVG file")
    })?;
    let paths = read.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "svg"))
        .collect();
    paths.sort();
    Ok(paths)
}

/// The first card of each deck, for samples of colours; none of a game that cannot be read.
fn faces_of(game: &Path, report: &mut Report) -> Vec<Face> {
    let folder = game.to_str().and_then(|name| GameFolder::find(name).ok());
    let pack = folder.and_then(|folder| Pack::load(folder, &Registry, &mut report.files).ok());
    let Some(pack) = pack else {
        return Vec::new();
    };
    let first = pack
        .decks
        .iter()
        .filter_map(|deck| pack.faces(deck).0.into_iter().next());
    first.collect()
}

/// Bytes of a drawing, which may hold pictures.
const MOST_BYTES: u64 = 64 << 20;

fn guide(path: &Path, remove: bool, faces: &[Face], report: &mut Report) -> Done {
    let shown = path.display().to_string();
    let unreadable = |why: String| {
        Diagnostic::error(
            Code::UnreadableFile,
            format!("cannot read `{shown}`: {why}"),
        )
        .fault(Blame::Usage)
        .help("name an SVG file of a game's templates/")
    };
    let text = read_plain_text(path, MOST_BYTES).map_err(unreadable)?;
    let sample = |pattern: &str| faces.iter().find_map(|face| sample_colour(pattern, face));
    let guided = if remove {
        without_guides(&text)
    } else {
        with_guides(&text, &sample)
    };
    let guided = guided.map_err(|violation| {
        let file = report.files.add(&shown, text.as_str());
        let fault = Diagnostic::error(
            violation.code.unwrap_or(Code::NotATemplate),
            violation.message,
        );
        Diagnostics::from(
            fault
                .at(Span::new(file, violation.range))
                .help(violation.help),
        )
    })?;
    if guided.text != text {
        output::write_file_for(output::IN_PLACE, path, guided.text.as_bytes(), |_| true)?;
    }
    let boxes = counted(guided.boxes, "box");
    let colours = counted(guided.colours, "colour");
    let done = if remove {
        "without guides"
    } else {
        "with guides"
    };
    report.say(&format!("{shown}: {done}, {boxes}, {colours}"));
    Ok(())
}
