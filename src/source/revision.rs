//! A game as it was committed. `HEAD~3:cards/caper` comes in, a [`super::GameFolder`] held in memory goes out.

use std::path::Path;

use super::git::Repository;
use super::{Diagnostic, Folder, GameFolder, Tree, did_you_mean, list_words, one_or_many, usage};

/// So many folders are named where one was not found.
const MOST_NAMED: usize = 8;

/// A folder at a revision, as `REV:path` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revision<'a> {
    pub rev: &'a str,
    /// From the current folder, or else from the top of the repository; empty for the folder of the other side.
    pub path: &'a str,
}

impl<'a> Revision<'a> {
    /// Reads `REV:path`. A colon in braces is the revision's own: `HEAD^{/fix: it}:cards`.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut depth = 0_i32;
        let (at, _) = text.char_indices().find(|(_, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            *c == ':' && depth <= 0
        })?;
        (at > 0).then(|| Revision { rev: &text[..at], path: &text[at + 1..] })
    }

    /// The game in that folder, as it was at the revision: its cards, and its templates in it or beside `cards/`. `from` is the
    /// folder that the path starts from.
    ///
    /// # Errors
    /// When git is missing, when there is no such revision or folder, or when it holds no game.
    pub fn game(&self, from: &Path) -> Result<GameFolder, Diagnostic> {
        let repository = Repository::around(from)?;
        let Some(tree) = repository.object(&format!("{}^{{tree}}", self.rev))? else {
            return Err(self.no_revision(&repository)?);
        };
        let folder = |path: &str, object: &str| {
            let label = format!("{}:{path}{}", self.rev, if path.is_empty() { "" } else { "/" });
            let files = repository.files(object, &label)?;
            Ok::<_, Diagnostic>(Folder::Memory(Tree::new(label, files)))
        };
        for path in self.places(&repository.prefix) {
            let Some(found) = repository.object(&format!("{tree}:{path}"))? else {
                continue;
            };
            let cards = folder(&path, &found)?;
            if cards.read("game.toml").is_err() {
                continue;
            }
            let parts: Vec<&str> = path.split('/').collect();
            let id = match parts.last() {
                Some(name) if !name.is_empty() => name,
                _ => repository.name.as_str(),
            };
            let mut templates = None;
            if let [above @ .., _, _] = parts.as_slice() {
                let beside = [above, &["templates", id]].concat().join("/");
                if let Some(found) = repository.object(&format!("{tree}:{beside}"))? {
                    templates = Some(folder(&beside, &found)?);
                }
            }
            return Ok(GameFolder::within(id, cards, templates));
        }
        Err(self.no_game(&repository, &tree)?)
    }

    /// Where the path may lead, from the top of the repository.
    fn places(&self, prefix: &str) -> Vec<String> {
        let mut places: Vec<String> =
            plain(&format!("{prefix}{}", self.path)).into_iter().chain(plain(self.path)).collect();
        places.dedup();
        places
    }

    fn no_revision(&self, repository: &Repository) -> Result<Diagnostic, Diagnostic> {
        let names = repository.names()?;
        let known = || names.iter().map(String::as_str).chain(["HEAD"]);
        let start = self.rev.split(['~', '^', '@']).next();
        let path = if self.path == "." { "" } else { self.path };
        let help = match did_you_mean(self.rev, known()) {
            // The name is known, but not so many commits before it.
            _ if known().any(|name| start == Some(name) && name != self.rev) => {
                "that is further back than its commits go: `git log --oneline` lists them".into()
            }
            Some(near) => format!("did you mean `{near}:{path}`?"),
            None => "name a branch, a tag or a commit: `main:my-game`, `HEAD~3:my-game`".into(),
        };
        Ok(usage!(NoRevision, format!("git knows no revision `{}` here", self.rev), help))
    }

    fn no_game(&self, repository: &Repository, tree: &str) -> Result<Diagnostic, Diagnostic> {
        let paths = repository.paths(tree)?;
        let games: Vec<&str> = paths
            .iter()
            .filter_map(|path| match path.as_str() {
                "game.toml" => Some("."),
                path => path.strip_suffix("/game.toml"),
            })
            .collect();
        let help = match did_you_mean(self.path, games.iter().copied()) {
            Some(near) => format!("did you mean `{}:{near}`?", self.rev),
            None if games.is_empty() => "no folder of that revision holds a game.toml".into(),
            None if games.len() > MOST_NAMED => {
                format!("{} folders hold a game.toml there", games.len())
            }
            None => {
                let hold = one_or_many(games.len(), "holds", "hold");
                format!("there, {} {hold} a game.toml", list_words(games))
            }
        };
        let message = format!("`{}` has no folder `{}` with a game.toml", self.rev, self.path);
        Ok(usage!(NoRevision, message, help))
    }
}

/// A path without `.` and `..`; `None` when it leads out at the top.
fn plain(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_ends_at_the_first_colon_outside_braces() {
        let read = |text| Revision::parse(text).map(|r| (r.rev, r.path));
        assert_eq!(read("HEAD~3:cards/caper"), Some(("HEAD~3", "cards/caper")));
        assert_eq!(read("main:"), Some(("main", "")));
        assert_eq!(read("HEAD^{/fix: it}:a"), Some(("HEAD^{/fix: it}", "a")));
        assert_eq!((read("cards/caper"), read(":cards")), (None, None));
    }

    #[test]
    fn a_path_starts_at_the_current_folder_or_at_the_top() {
        let places = |prefix, path| Revision { rev: "HEAD", path }.places(prefix);
        assert_eq!(places("", "cards/caper/"), ["cards/caper"]);
        assert_eq!(places("cards/", "caper"), ["cards/caper", "caper"]);
        assert_eq!(places("cards/", "../cards"), ["cards"]);
        assert_eq!(places("", ".."), [""; 0]);
        assert_eq!(places("game/", "."), ["game", ""]);
    }
}
