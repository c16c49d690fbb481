//! The games that come with the program: `cards/` and `templates/` of the repository, as folders that [`super::GameFolder`] opens.
//!
//! A release has them inside (`cfg(embedded)`, which `build.rs` sets). A build for development reads them from the repository when they
//! are first asked for, so that an edited card compiles nothing.

use std::sync::LazyLock;

use super::folder::{Folder, Tree, TreeFiles};

static CARDS: LazyLock<Tree> = LazyLock::new(|| Tree::shipped(cards()));
static TEMPLATES: LazyLock<Tree> = LazyLock::new(|| Tree::shipped(templates()));

/// `cards/`: a folder for each game.
pub fn shipped_cards() -> Folder {
    Folder::Memory(CARDS.clone())
}

/// `templates/`: a folder for each game, and `shared`.
pub fn shipped_templates() -> Folder {
    Folder::Memory(TEMPLATES.clone())
}

#[cfg(embedded)]
fn cards() -> TreeFiles {
    static EMBEDDED: include_dir::Dir<'static> =
        include_dir::include_dir!("$CARGO_MANIFEST_DIR/cards");
    embedded(&EMBEDDED)
}

#[cfg(embedded)]
fn templates() -> TreeFiles {
    static EMBEDDED: include_dir::Dir<'static> =
        include_dir::include_dir!("$CARGO_MANIFEST_DIR/templates");
    embedded(&EMBEDDED)
}

#[cfg(embedded)]
fn embedded(folder: &'static include_dir::Dir<'static>) -> TreeFiles {
    let mut waiting = vec![folder];
    let mut files = TreeFiles::new();
    while let Some(folder) = waiting.pop() {
        waiting.extend(folder.dirs());
        files.extend(folder.files().filter_map(|file| {
            let path = file.path().to_str()?.replace('\\', "/");
            Some((path, file.contents().into()))
        }));
    }
    files
}

#[cfg(not(embedded))]
fn cards() -> TreeFiles {
    on_disk(concat!(env!("CARGO_MANIFEST_DIR"), "/cards"))
}

#[cfg(not(embedded))]
fn templates() -> TreeFiles {
    on_disk(concat!(env!("CARGO_MANIFEST_DIR"), "/templates"))
}

/// What can be read of a folder of the repository; nothing where the repository is gone.
#[cfg(not(embedded))]
fn on_disk(path: &str) -> TreeFiles {
    let folder = Folder::disk(path);
    folder
        .files_below()
        .into_iter()
        .filter_map(|name| {
            let bytes = folder.read(&name).ok()?;
            Some((name, bytes.into()))
        })
        .collect()
}
