//! What is damaged: the seeds of the fuzz targets as whole games, the games of the tests, the examples and the shipped games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::files::files_under;

/// Where the record of a game lies in its folder.
pub const RECORD: &str = "input.jsonl";

#[derive(Clone)]
pub struct Game {
    pub id: String,
    /// What it is made of.
    pub name: String,
    pub files: BTreeMap<String, Vec<u8>>,
    /// Names of files that may be damaged: all, or those that hold a seed.
    pub open: Vec<String>,
}

const DRAWN: &str = r##"title = "Fuzz"
[table.side.red]
colour = "#b5392b"
-- cards.toml --
template = "input.svg"
back = "input.svg"
[[card]]
name = "Admiral"
side = "red"
text = "**Move** {star} *one* card."
colour = "#b5392b"
art = "input"
cost = 3
-- shown.toml --
template = "shown.svg"
[[card]]
name = "Admiral"
text = "Pay {input} *now*."
-- templates/shown.svg --
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-art="input" x="5" y="5" width="50" height="30" data-scale="slice"/>
<rect data-symbol="input" x="5" y="40" width="10" height="10" data-color="#204060"/>
<text x="5" y="57" font-family="Oswald" font-size="5">{{name}}</text>
<rect data-fit="text" x="5" y="60" width="50" height="10" data-font="Cabin" data-size="12"/>
</svg>
"##;

/// Only of letters that the seeds have: a font that lacks one is refused before it is drawn with.
const SET: &str = r##"title = "Fuzz"
-- cards.toml --
template = "set.svg"
[[card]]
name = "Arid"
-- templates/set.svg --
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-fit="name" x="5" y="40" width="50" height="10" data-font="Input" data-size="12"/>
</svg>
-- fonts/fonts.toml --
[[font]]
file = "input.ttf"
family = "Input"
weight = 400
italic = false
"##;

const SHEET: &str = r##"title = "Fuzz"
-- cards.toml --
template = "card.svg"
rows = "input.xlsx"
-- templates/card.svg --
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-fit="name" x="5" y="40" width="50" height="10" data-font="Cabin" data-size="12"/>
</svg>
"##;

/// Games of each kind; one kind is as likely as another.
pub fn seeds() -> Vec<Vec<Game>> {
    let shipped = ["caper", "caps-and-hammers", "caps-and-hammers-2016"];
    let whole = |folder: &str| {
        let games = folders(folder).into_iter().map(|folder| game(&folder));
        games.filter(|game| game.files.contains_key("game.toml")).collect::<Vec<_>>()
    };
    let beside = |text: &[u8], names: &[&str], file: &str| {
        let text = String::from_utf8_lossy(text);
        let named = text.lines().next().unwrap_or_default();
        let of = |name: &&&str| {
            named.strip_prefix("# game: ") == Some(name)
                || named.contains(&format!("\"game\":\"{name}\""))
        };
        let id = names.iter().find(of).unwrap_or(&names[0]);
        let folder = ["tests/good", "examples", "cards"].map(|folder| root().join(folder).join(id));
        let mut game = game(folder.iter().find(|folder| folder.exists()).unwrap());
        game.files.retain(|name, _| !name.starts_with("scenarios/"));
        game.files.insert(file.to_owned(), text.as_bytes().to_vec());
        game.open = vec![file.to_owned()];
        game
    };
    let scripted = ["duel", "hearts", "oh-hell"];
    let of = |target: &str, make: &dyn Fn(&str, Vec<u8>) -> Game| {
        each(&format!("fuzz/seeds/{target}"), make)
    };
    let mut workbooks =
        each("tests/sheets", &|name, bytes| made(SHEET, &format!("input.{}", ending(name)), bytes));
    workbooks.retain(|game| !game.name.ends_with(".py"));
    vec![
        whole("examples"),
        whole("tests/good"),
        whole("cards"),
        of("cards", &|_, bytes| made("", "game.toml", bytes)),
        of("templates", &|_, bytes| {
            let mut game = made(DRAWN, "templates/input.svg", bytes.clone());
            for name in ["art/input.svg", "symbols/input.svg"] {
                game.files.insert(name.to_owned(), bytes.clone());
                game.open.push(name.to_owned());
            }
            game
        }),
        of("pictures", &|name, bytes| match ending(name) {
            "ttf" | "otf" => made(SET, "fonts/input.ttf", bytes),
            _ => {
                let mut game = made(DRAWN, &format!("art/input.{}", ending(name)), bytes.clone());
                game.files.insert("symbols/input.png".to_owned(), bytes);
                game.files.insert(
                    "templates/input.svg".to_owned(),
                    game.files["templates/shown.svg"].clone(),
                );
                game
            }
        }),
        of("records", &|_, bytes| beside(&bytes, &shipped, RECORD)),
        of("scenarios", &|_, bytes| beside(&bytes, &shipped, "scenarios/input.toml")),
        of("scripts", &|_, bytes| beside(&bytes, &scripted, "rules.star")),
        of("tables", &|_, bytes| beside(&bytes, &scripted, "game.toml")),
        workbooks,
    ]
}

impl Game {
    pub fn write(&self, folder: &Path) {
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
}

/// The letters behind the last dot of a name.
pub fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A game in a folder, with the templates that are its own in a tree shaped like ours.
pub fn game(folder: &Path) -> Game {
    let id = folder.file_name().unwrap().to_str().unwrap();
    let mut files = BTreeMap::new();
    let shared = root().join("templates").join(id);
    for (from, to) in [(folder, ""), (&shared, "templates/")] {
        for path in files_under(from) {
            let name = path.strip_prefix(from).unwrap().to_str().unwrap();
            files.insert(format!("{to}{name}"), std::fs::read(&path).unwrap());
        }
    }
    let name = folder.strip_prefix(root()).unwrap().display().to_string();
    let open = files.keys().cloned().collect();
    Game { id: id.to_owned(), name, files, open }
}

/// A game of texts, each after a line `-- name --`, the first of which is `game.toml`; and an input beside them.
fn made(texts: &str, input: &str, bytes: Vec<u8>) -> Game {
    let bytes = match input {
        "game.toml" => return made(&String::from_utf8_lossy(&bytes), "", Vec::new()),
        _ => bytes,
    };
    let mut files = BTreeMap::from([("game.toml".to_owned(), Vec::new())]);
    let mut name = "game.toml";
    for line in texts.split_inclusive('\n') {
        match line.trim_end().strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --")) {
            Some(next) => name = next,
            None => files.entry(name.to_owned()).or_default().extend(line.as_bytes()),
        }
    }
    let mut open: Vec<String> = files.keys().cloned().collect();
    if !input.is_empty() {
        files.insert(input.to_owned(), bytes);
        open = vec![input.to_owned()];
    }
    Game { id: "game".to_owned(), name: String::new(), files, open }
}

/// The entries of a folder, by name.
fn folders(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with("cluster"));
    paths.sort();
    paths
}

fn each(folder: &str, make: &dyn Fn(&str, Vec<u8>) -> Game) -> Vec<Game> {
    let game = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut game = make(&name, std::fs::read(&path).unwrap());
        game.name = format!("{folder}/{name}");
        game
    };
    folders(folder).into_iter().map(game).collect()
}
