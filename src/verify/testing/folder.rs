//! Writes a toy game to a temporary folder: game.toml, two cards, rules and one scenario. Texts come in; a loaded
//! pack goes out. Used by the tests of `variants`, `scenario` and `mutate`.

use std::sync::Arc;

use crate::cards::{Deck, Face, FaceContext, GameFile, Pack, Row, Vocabularies, Vocabulary};
use crate::source::{Diagnostics, Files, GameFolder};

pub const GAME: &str = r#"title = "Toy"
[rules]
rounds = 2   # R2
[scenarios]
clauses = "T"
not-on-a-table = { R1 = "components: counted elsewhere" }
"#;

const CARDS: &str = "template = \"c.svg\"\n[[card]]\nname = \"C1\"\n[[card]]\nname = \"C8\"\n";

const RULES: &str = "**R1** Eight cards.\n\n**R2** The **higher** sum takes a point.\n";

struct Plain;

impl Vocabulary for Plain {
    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    fn dress(&self, _: &FaceContext<'_>, _: &Row, _: &mut Face, _: &mut Diagnostics) {}
}

impl Vocabularies for Plain {
    fn vocabulary_of(
        &self,
        _: &GameFolder,
        _: &GameFile,
        _: &[Deck],
    ) -> Option<Arc<dyn Vocabulary>> {
        Some(Arc::new(Plain))
    }
}

/// The pack, and the folder that it is read from, as long as it is kept.
pub fn load(game: &str, scenario: &str, files: &mut Files) -> (Pack, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("scenarios")).unwrap();
    for (name, text) in [
        ("game.toml", game),
        ("cards.toml", CARDS),
        ("rules.md", RULES),
        ("scenarios/sum.toml", scenario),
    ] {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let folder = GameFolder::open(dir.path()).unwrap();
    let pack = Pack::load(folder, &Plain, files).unwrap();
    (pack, dir)
}
