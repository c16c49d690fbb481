//! Writes a toy game to a temporary folder: game.toml, two cards, rules and one scenario. Texts come in; a loaded
//! pack goes out. Used by the tests of `variants`, `scenario` and `mutate`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::cards::schema::Keys;
use crate::cards::{Deck, GameFile, Pack, ScriptReading, Vocabulary};
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

/// Rules that read nothing of the cards.
fn plain(_: &GameFolder, _: &GameFile, _: &[Deck]) -> Option<Vocabulary> {
    Some(Vocabulary {
        faults: Diagnostics::new(),
        keys: Vec::new(),
        rule_keys: Vec::new(),
        played: BTreeMap::new(),
        rows: BTreeMap::new(),
        unplayed_rules: Vec::new(),
        alternatives: Vec::new(),
        fill_face: Box::new(|_, _, _, _| ()),
        table_schema: |_, _| Keys::default(),
        read_script: |_, _| ScriptReading::default(),
        script: OnceLock::new(),
    })
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
    let pack = Pack::load(folder, plain, files).unwrap();
    (pack, dir)
}
