//! Rewrites templates with, or without, visible boxes and a sample card for a drawing program. A game or a template comes in, its SVG files
//! go out. Called by the command `guides`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cards::Face;
use crate::export::png;
use crate::raster::Painter;
use crate::registry;
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::source::{
    Code, Diagnostic, Diagnostics, GameFolder, Span, counted, read_plain_text, usage,
};
use crate::template::{Ink, SampleCard, sample_colour, with_guides, without_guides};

/// Puts guides into the templates of a game, or into one of them, or takes them out. `sample` is the id of a card that is shown.
///
/// # Errors
/// Files that cannot be read or are no templates; with `sample`, all that is wrong with the game.
pub fn guide_templates(
    path: &Path,
    sample: Option<&str>,
    remove: bool,
    host: &mut dyn Host,
) -> Result<(), Diagnostics> {
    let (game, templates) = if path.is_dir() {
        (Some(path.to_owned()), templates_of(path)?)
    } else {
        let game = path.parent().and_then(Path::parent).map(Path::to_owned);
        (game, vec![path.to_owned()])
    };
    let game = game.map(|game| if game.as_os_str().is_empty() { PathBuf::from(".") } else { game });
    let faces = game.as_ref().map(|game| faces_of(game, host)).unwrap_or_default();
    let sides = sample.zip(game).map(|(id, game)| sides_of(id, &game, host)).transpose()?;
    let sides = sides.unwrap_or_default();
    for template in templates {
        let name = template.file_name().and_then(OsStr::to_str);
        let side = sides.iter().find(|(side, _)| Some(side.as_str()) == name);
        let id = sample.unwrap_or_default();
        let card = side.map(|(_, png)| SampleCard { id, png });
        guide(&template, remove, &faces, card, host)?;
    }
    Ok(())
}

/// The SVG files of a game's templates.
fn templates_of(game: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let folder = game.join("templates");
    let read = std::fs::read_dir(&folder).map_err(|e| {
        usage!(
            UnreadableFile,
            format!("cannot read the folder `{}`: {e}", folder.display()),
            "name a game's folder, with its templates in templates/, or an SVG file"
        )
    })?;
    let paths = read.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|p| p.extension().is_some_and(|e| e == "svg")).collect();
    paths.sort();
    Ok(paths)
}

/// The first card of each deck, for samples of colours; none of a game that cannot be read.
fn faces_of(game: &Path, host: &mut dyn Host) -> Vec<Face> {
    let folder = game.to_str().and_then(|name| GameFolder::find(name).ok());
    let pack = folder.and_then(|folder| registry::load(folder, host.files()).ok());
    let Some(pack) = pack else {
        return Vec::new();
    };
    let first = pack.decks.iter().filter_map(|deck| pack.faces(deck).0.into_iter().next());
    first.collect()
}

/// How fine a sample card is, in dots to the inch; less for a large one.
const SAMPLE_DPI: f64 = 200.0;

/// Pixels of a sample card.
const MOST_PIXELS: f64 = 2e6;

/// Front and back of the card with that id as PNG, each with the template that draws it.
fn sides_of(
    id: &str,
    game: &Path,
    host: &mut dyn Host,
) -> Result<Vec<(String, Vec<u8>)>, Diagnostics> {
    let game = game.display().to_string();
    let selection = Selection::new(&[game], &[], &[id.to_owned()], host)?;
    let mut painted = Vec::new();
    for pack in selection.packs(host)? {
        let set = selection.draw(pack, Ink::Full, host)?;
        for chosen in &set.decks {
            let deck = &set.pack.decks[chosen.deck];
            for card in &chosen.cards {
                let row = &deck.rows[card.row];
                let back = set.pack.back(deck, row).map(|(name, _)| name);
                let back = back.zip(card.back.as_ref());
                let front = (set.pack.front(deck, row).0, &card.front);
                for (name, face) in [Some(front), back].into_iter().flatten() {
                    let inches = face.width * face.height / (25.4 * 25.4);
                    let dpi = SAMPLE_DPI.min((MOST_PIXELS / inches).sqrt());
                    let painter = Painter::new(dpi, 0.0, std::slice::from_ref(face));
                    let png = painter.paint(face).and_then(|p| png::encode(&p, dpi));
                    painted.push((name.to_owned(), png.map_err(Diagnostic::from)?));
                }
            }
        }
    }
    Ok(painted)
}

/// Bytes of a drawing, which may hold pictures.
const MOST_BYTES: u64 = 64 << 20;

fn guide(
    path: &Path,
    remove: bool,
    faces: &[Face],
    card: Option<SampleCard<'_>>,
    host: &mut dyn Host,
) -> Result<(), Diagnostics> {
    let shown = path.display().to_string();
    let unreadable = |why: String| {
        usage!(
            UnreadableFile,
            "cannot read `{shown}`: {why}",
            "name an SVG file of a game's templates/"
        )
    };
    let text = read_plain_text(path, MOST_BYTES).map_err(unreadable)?;
    let sample = |pattern: &str| faces.iter().find_map(|face| sample_colour(pattern, face));
    let guided = if remove { without_guides(&text) } else { with_guides(&text, &sample, card) };
    let guided = guided.map_err(|violation| {
        let file = host.files().add(&shown, text.as_str());
        let fault =
            Diagnostic::error(violation.code.unwrap_or(Code::NotATemplate), violation.message);
        Diagnostics::from(fault.at(Span::new(file, violation.range)).help(violation.help))
    })?;
    if guided.text != text {
        output::write_file_for(output::IN_PLACE, path, guided.text.as_bytes(), |_| true)?;
    }
    let boxes = counted(guided.boxes, "box");
    let colours = counted(guided.colours, "colour");
    let done = if remove { "without guides" } else { "with guides" };
    let card = card.map_or_else(String::new, |card| format!(", card `{}`", card.id));
    host.say(&format!("{shown}: {done}, {boxes}, {colours}{card}"));
    Ok(())
}
