//! One of the two games in a comparison, read and drawn. A folder comes in; a [`ShownGame`] goes out, which [`crate::diff`] compares
//! and [`crate::pages`] shows with its faces.

use std::path::Path;
use std::sync::Arc;

use crate::cards::{Deck, Pack};
use crate::diff::{self, Appearance, FacePlace, GameDifferences, SeenDeck, SeenGame};
use crate::registry;
use crate::source::{Blame, Diagnostic, Diagnostics, Files, GameFolder, Revision, usage};
use crate::template::{Drawn, DrawnDeck, Ink, Layer, Renderer, fingerprint};
use crate::text::paragraphs;

/// A game with all that can be seen of it.
pub struct ShownGame {
    /// The user's name for it: a folder, a shipped game, `REV:path`.
    pub label: String,
    pub pack: Pack,
    /// In the order of the pack's decks, as the next.
    seen: Vec<SeenDeck>,
    drawn: Vec<DrawnDeck>,
}

impl ShownGame {
    /// Reads and draws a game.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(
        folder: GameFolder,
        label: impl Into<String>,
        files: &mut Files,
    ) -> Result<Self, Diagnostics> {
        let pack = registry::load(folder, files)?;
        let all: Vec<&Deck> = pack.decks.iter().collect();
        let renderer = Renderer::open(&pack, &all, Ink::Full, files)?;
        let decks = all.into_iter().map(|deck| {
            let flow = deck.flow.as_ref().map(|_| pack.flow(deck, files)).transpose()?;
            let faces = renderer.draw(&pack, deck, files)?;
            let fields = renderer.shown(&pack, deck).into_iter();
            let seen = SeenDeck {
                faces: pack.faces(deck).0,
                fronts: appearances(faces.fronts.iter().map(Some)).flatten().collect(),
                backs: appearances(faces.backs.iter().map(Option::as_ref)).collect(),
                fields: fields.map(str::to_owned).collect(),
                text: flow.map(|flow| paragraphs(&flow.filled)),
            };
            Ok::<_, Diagnostics>((seen, faces))
        });
        let (seen, drawn) = Diagnostics::all_of(decks)?.into_iter().unzip();
        Ok(ShownGame { label: label.into(), pack, seen, drawn })
    }

    /// A face as it was drawn.
    pub fn face(&self, place: FacePlace) -> Option<&Arc<Drawn>> {
        let drawn = self.drawn.get(place.deck)?;
        if place.is_back {
            drawn.backs.get(place.row)?.as_ref()
        } else {
            drawn.fronts.get(place.row)
        }
    }

    fn seen(&self) -> SeenGame<'_> {
        SeenGame { pack: &self.pack, decks: &self.seen }
    }
}

/// The folder of the game that is called `name`: a folder, a shipped game, or `REV:path`; `other` is what the other side is called.
///
/// # Errors
/// When there is no such game or revision.
pub fn side_folder(name: &str, other: &str) -> Result<GameFolder, Diagnostic> {
    let there = GameFolder::shipped(name).is_some() || Path::new(name).exists();
    let Some(revision) = Revision::parse(name).filter(|_| !there) else {
        return GameFolder::find(name).map_err(|fault| fault.fault(Blame::Usage));
    };
    if !revision.path.is_empty() {
        return revision.game(Path::new("."));
    }
    if Path::new(other).is_dir() {
        return Revision { path: ".", ..revision }.game(Path::new(other));
    }
    match Revision::parse(other) {
        Some(Revision { path, .. }) if !path.is_empty() => {
            Revision { path, ..revision }.game(Path::new("."))
        }
        _ => {
            let id = GameFolder::shipped(other).map_or("my-game".to_owned(), |game| game.id);
            Err(if name == other {
                usage!(
                    NoRevision,
                    "`{name}` is a revision without a folder",
                    "name the folder, `{name}cards/{id}`, or the other side, `{name} {id}`"
                )
            } else {
                usage!(
                    NoRevision,
                    "`{name}` is the folder of the other side, and `{other}` is none",
                    "name the folder: `{name}cards/{id}`"
                )
            })
        }
    }
}

/// Reads the game that is called `name` as [`side_folder`] finds it.
///
/// # Errors
/// As [`side_folder`], and all that is wrong with the game.
pub fn compared_pack([name, other]: [&str; 2], files: &mut Files) -> Result<Pack, Diagnostics> {
    registry::load(side_folder(name, other)?, files)
}

/// All that differs between two games.
pub fn compare(old: &ShownGame, new: &ShownGame) -> GameDifferences {
    diff::compare(old.seen(), new.seen())
}

/// How faces look. A back that many cards share is looked at once.
fn appearances<'f>(
    faces: impl Iterator<Item = Option<&'f Arc<Drawn>>>,
) -> impl Iterator<Item = Option<Appearance>> {
    let mut last: Option<(&Arc<Drawn>, Appearance)> = None;
    faces.map(move |face| {
        let face = face?;
        let known = last.take().filter(|(known, _)| Arc::ptr_eq(known, face));
        let (_, appearance) = last.insert(known.unwrap_or_else(|| (face, appearance(face))));
        Some(appearance.clone())
    })
}

fn appearance(face: &Drawn) -> Appearance {
    Appearance { fingerprint: fingerprint(face), words: words_of(face) }
}

/// All words that are printed on a face, one space between them.
pub(crate) fn words_of(face: &Drawn) -> String {
    let mut words = Vec::new();
    for layer in &face.layers {
        if let Layer::Words(passages) = layer {
            let runs = passages.iter().flat_map(|passage| &passage.runs);
            words.extend(runs.flat_map(|run| run.text.split_whitespace()));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_rules_read_is_on_a_card() {
        for id in GameFolder::shipped_ids() {
            let folder = GameFolder::shipped(&id).unwrap();
            let pack = registry::load(folder, &mut Files::new()).unwrap();
            let rows = || pack.decks.iter().flat_map(|deck| &deck.rows);
            let keys = pack.rule_keys().unwrap().iter();
            let unread: Vec<_> =
                keys.filter(|key| rows().all(|row| row.get(key).is_none())).collect();
            assert!(unread.is_empty(), "{id}: {unread:?}");
        }
    }
}
