//! `deckproof schema`: JSON Schema of a game's files, so that editors complete and check them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cards::Pack;
use crate::cards::schema::{self, Document, Shown, made_by_us};
use crate::script;
use crate::sheet::CARDS;
use crate::source::{Code, Diagnostic, Diagnostics, Fault, Files, counted, list};
use crate::template::uses;
use crate::text::fonts_schema;

use super::report::{Done, Report};
use super::schema_lines;
use crate::session::Selection;
use crate::session::output;
use crate::session::{name_of, prover_of};

const EXAMPLES: &str = "\
Examples:
  deckproof schema my-game                    into my-game/schema/
  deckproof schema my-game --lines            the same, and each file names its schema
  deckproof schema caper -o schemas           those of a shipped game
  deckproof schema caper --kind deck --deck gear   one of them, on stdout

VS Code with Even Better TOML, and every editor with Taplo, then complete keys, abilities and
words, show what they mean, and underline slips, in files whose first line is like

  #:schema schema/game.json

For a game with a rules.star, rules.pyi and __builtins__.pyi beside rules.star give the names
of the script to editors with Pyright, once they take *.star for Python.

A schema knows the game's look-up tables, templates and pictures: write it anew when they change.";

/// The folder of a game's schemas, beside its game.toml.
const FOLDER: &str = "schema";

/// Write JSON Schema of a game's files, for editors
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Folder for the schemas, with a folder in it for each game when there are several; a folder's own `schema` and,
    /// for shipped games, output/schema when left out
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only schemas of this kind; printed, if there is but one and no -o
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Only the schema of this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// Put the line that names its schema on top of each TOML file of a folder, or correct it
    #[arg(long, conflicts_with_all = ["output", "kind", "deck"])]
    lines: bool,
}

/// A kind of TOML file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// game.toml
    Game,
    /// A deck's file
    Deck,
    /// A file of scenarios/
    Scenario,
    /// A file for --overlay
    Overlay,
    /// fonts/fonts.toml
    Fonts,
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    let selection = Selection::new(&args.games, &args.deck, &[], report)?;
    let packs = selection.packs(report)?;
    if let Some(shipped) = packs.iter().find(|p| args.lines && p.folder.is_shipped()) {
        let id = &shipped.game.id;
        let message = format!("the files of the shipped game `{id}` cannot be changed");
        return Err(Diagnostic::error(Code::NotOurs, message)
            .fault(Fault::Usage)
            .help("name a folder of your own")
            .into());
    }
    let several = packs.len() > 1;
    let mut made = Vec::new();
    for pack in &packs {
        let mut documents = documents(pack, &mut report.files)?;
        let wanted = |(kind, deck, _): &(Kind, String, Document)| {
            let named = *kind == Kind::Deck && selection.deck.contains(deck);
            args.kind.is_none_or(|k| k == *kind) && (selection.deck.is_empty() || named)
        };
        documents.retain(wanted);
        made.push((pack, documents));
    }
    if args.output.is_none() && (args.kind.is_some() || !selection.deck.is_empty()) {
        return print(made.into_iter().flat_map(|(_, documents)| documents));
    }
    for (pack, documents) in made {
        let name = name_of(pack, &selection.games);
        let own = (!pack.folder.is_shipped()).then(|| PathBuf::from(&name));
        let folder = match (&args.output, &own) {
            (Some(output), _) if several => output.join(&pack.game.id),
            (Some(output), _) => output.clone(),
            (None, Some(own)) => own.join(FOLDER),
            (None, None) => Path::new("output").join(FOLDER).join(&pack.game.id),
        };
        write(&folder, documents.iter().map(|(.., document)| document))?;
        let count = counted(documents.len(), "schema");
        report.say(&format!("{}: {count}", folder.display()));
        if args.kind.is_none() && selection.deck.is_empty() {
            // Editors look for stubs beside rules.star.
            let beside = args.output.is_none().then_some(own.as_ref()).flatten();
            for stub in write_stubs(pack, beside.unwrap_or(&folder))? {
                report.say(&stub.display().to_string());
            }
        }
        if let Some(own) = own.filter(|_| args.lines) {
            report.say(&match schema_lines::mend(&own, pack)? {
                0 => "every file names its schema".to_owned(),
                n => format!("{} now name their schema", counted(n, "file")),
            });
        }
    }
    Ok(())
}

/// Writes the schemas of the game in a folder of one's own into it, and the names of its script; how many files they are.
///
/// # Errors
/// What is wrong with the game, or with the disk.
pub fn write_in(dir: &Path, report: &mut Report) -> Result<usize, Diagnostics> {
    let selection = Selection::new(
        &[Path::new(".").join(dir).display().to_string()],
        &[],
        &[],
        report,
    )?;
    let mut count = 0;
    for pack in &selection.packs(report)? {
        let documents = documents(pack, &mut report.files)?;
        let written = documents.iter().map(|(.., document)| document);
        write(&dir.join(FOLDER), written)?;
        write_stubs(pack, dir)?;
        count += documents.len();
    }
    Ok(count)
}

/// Writes the names of a script for editors that know Python, where a game has a script; says which files.
fn write_stubs(pack: &Pack, folder: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    if pack.game.script.is_none() {
        return Ok(Vec::new());
    }
    let stubs = script::stubs(&pack.game, &pack.decks);
    let path = |name: &str| folder.join(name);
    for (name, _) in &stubs {
        output::may_write(&path(name), script::made_by_us)?;
    }
    for (name, text) in &stubs {
        output::write(&path(name), text.as_bytes(), script::made_by_us)?;
    }
    Ok(stubs.iter().map(|(name, _)| path(name)).collect())
}

fn write<'d>(folder: &Path, documents: impl Iterator<Item = &'d Document> + Clone) -> Done {
    output::folder(folder)?;
    // Asked before the first is written.
    for document in documents.clone() {
        output::may_write(&folder.join(&document.file), made_by_us)?;
    }
    for document in documents {
        let text = document.text();
        output::write(&folder.join(&document.file), text.as_bytes(), made_by_us)?;
    }
    Ok(())
}

/// Prints the only schema that is asked for.
fn print(documents: impl Iterator<Item = (Kind, String, Document)>) -> Done {
    let documents: Vec<Document> = documents.map(|(.., document)| document).collect();
    let (message, help) = match documents.as_slice() {
        [document] => {
            // Nobody is left to be told that stdout is closed.
            let _ = std::io::stdout().write_all(document.text().as_bytes());
            return Ok(());
        }
        [] => (
            "there is no schema of this kind".to_owned(),
            "a game without [rules] has no scenarios; leave --kind out for all that there are"
                .to_owned(),
        ),
        several => {
            let names = several.iter().map(|d| d.file.as_str());
            let what = counted(several.len(), "schema");
            (
                format!("{what} cannot be printed as one"),
                format!(
                    "name one game, or one of its decks with --deck, or a folder with -o; there are {}",
                    list(names)
                ),
            )
        }
    };
    Err(Diagnostic::error(Code::UnknownName, message)
        .fault(Fault::Usage)
        .help(help)
        .into())
}

/// Every schema of a game, with the name of its deck.
fn documents(pack: &Pack, files: &mut Files) -> Result<Vec<(Kind, String, Document)>, Diagnostics> {
    let title = |what: &str| format!("{} ({what})", pack.game.title);
    let mut made = Vec::new();
    let mut add = |kind: Kind, deck: &str, document: Document| {
        made.push((kind, deck.to_owned(), document));
    };
    let game = schema::game(pack);
    add(
        Kind::Game,
        "",
        Document::new("game", &title("game.toml"), &game),
    );
    let mut fields: Vec<Vec<Shown>> = Vec::new();
    for deck in &pack.decks {
        let shown = uses(pack, deck, files)?;
        let sizes = CARDS.iter().map(|size| size.name);
        let own = schema::deck(pack, deck, &shown, sizes);
        add(
            Kind::Deck,
            &deck.id,
            Document::new(&deck_file(&deck.id), &title(&deck.title), &own),
        );
        fields.push(shown);
    }
    if let Some(prover) = prover_of(pack) {
        let own = prover.scenario_schema(pack, files)?;
        add(
            Kind::Scenario,
            "",
            Document::new(SCENARIO, &title("a scenario"), &own),
        );
        let own = schema::overlay(pack, &fields);
        add(
            Kind::Overlay,
            "",
            Document::new(OVERLAY, &title("an overlay"), &own),
        );
    }
    add(
        Kind::Fonts,
        "",
        Document::new(FONTS, "Fonts", &fonts_schema()),
    );
    Ok(made)
}

/// The names of the schemas, which a deck may happen to have as well.
const SCENARIO: &str = "scenario";
const OVERLAY: &str = "overlay";
pub const FONTS: &str = "fonts";

/// The name of a deck's schema.
pub fn deck_file(id: &str) -> String {
    match [SCENARIO, OVERLAY, FONTS].contains(&id) {
        true => format!("deck-{id}"),
        false => id.to_owned(),
    }
}
