//! Writes the folder of a page for any web host. The page, a game to step through and faces come in, files go out. Called by the command
//! `export site`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::export::svg;
use crate::report::is_our_page;
use crate::session::draw::face_names::NamedFace;
use crate::session::files::leftovers::{leftovers, note_leftovers};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::source::{Diagnostics, counted};

use super::exporting::Exporting;

/// The page's name, and that of the game to step through.
const PAGE: &str = "index.html";
pub const SITE_GAME: &str = "game.html";

/// Where the faces lie, from the page.
pub const SITE_FACES: &str = "faces";

/// Writes the folder, and gives the path of the page.
///
/// # Errors
/// Files that are somebody else's, or cannot be written.
pub fn write_site(
    (exporting, id): (&Exporting, &str),
    (page, game): (Vec<u8>, Option<Vec<u8>>),
    faces: &[NamedFace],
    host: &mut dyn Host,
) -> Result<PathBuf, Diagnostics> {
    let folder = exporting.folder(id).join(format!("site{}", exporting.part()));
    let pages = [(PAGE, Some(page)), (SITE_GAME, game)];
    let pages = pages.into_iter().filter_map(|(name, page)| Some((folder.join(name), page?)));
    let pages: Vec<(PathBuf, Vec<u8>)> = pages.collect();
    let path_of = |name: &str| folder.join(SITE_FACES).join(format!("{name}.svg"));
    for (path, _) in &pages {
        output::may_write(path, is_our_page)?;
    }
    for (name, _) in faces {
        output::may_write(&path_of(name), svg::made_by_us)?;
    }
    output::folder(&folder.join(SITE_FACES))?;
    let (steps, all) = (host.progress("page"), faces.len() + pages.len());
    let mut written = BTreeSet::new();
    for (name, drawn) in faces {
        let path = path_of(name);
        output::write_file(&path, &svg::outlined_face(drawn), svg::made_by_us)?;
        written.insert(path);
        steps(written.len(), all);
    }
    for (path, page) in pages {
        output::write_file(&path, &page, is_our_page)?;
        written.insert(path);
        steps(written.len(), all);
    }
    drop(steps);
    let page = folder.join(PAGE);
    host.say(&format!("{}: {}", page.display(), counted(written.len(), "file")));
    if exporting.is_whole() {
        let folders = [folder.clone(), folder.join(SITE_FACES)];
        let is_ours = |_: &str, head: &[u8]| svg::made_by_us(head) || is_our_page(head);
        note_leftovers(&leftovers(&folders, &written, is_ours), host);
    }
    Ok(page)
}
