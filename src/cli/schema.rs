//! Runs `deckproof schema`. The wanted games come in; JSON Schemas of their files go out, so that editors can complete and check
//! them.

use std::path::{Path, PathBuf};

use crate::source::{counted, list_words, usage};

use super::console::{Console, Done};
use crate::session::{
    FileSchema, SCHEMA_FOLDER, SchemaKind, Selection, name_of, put_schema_lines, schemas,
    write_schemas,
};

const EXAMPLES: &str = "\
Examples:
  deckproof schema my-game                    into my-game/schema/
  deckproof schema my-game --lines            the same, and each file names its schema
  deckproof schema caper -o schemas           those of a shipped game
  deckproof schema caper --kind deck --deck gear   one of them, on stdout

VS Code with Even Better TOML, and every editor with Taplo, then complete keys, abilities and
words, show what they mean, and underline slips, in files whose first line is like

  #:schema schema/game.json

A schema knows the game's look-up tables, templates and pictures: write it anew when they change.";

/// Write JSON Schema of a game's files, for editors
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SchemaArgs {
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
    kind: Option<SchemaKind>,
    /// Only the schema of this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// Put the line that names its schema on top of each TOML file of a folder, or correct it
    #[arg(long, conflicts_with_all = ["output", "kind", "deck"])]
    lines: bool,
}

pub fn run_schema(args: &SchemaArgs, console: &mut Console) -> Done {
    let selection = Selection::new(&args.games, &args.deck, &[], console)?;
    let packs = selection.packs(console)?;
    if let Some(shipped) = packs.iter().find(|p| args.lines && p.folder.is_shipped()) {
        let id = &shipped.game.id;
        return Err(usage!(
            NotOurs,
            "the files of the shipped game `{id}` cannot be changed",
            "name a folder of your own"
        )
        .into());
    }
    let several = packs.len() > 1;
    let mut made = Vec::new();
    for pack in &packs {
        let mut schemas = schemas(pack, &mut console.files)?;
        schemas.retain(|schema| {
            let named = schema.deck.as_ref().is_some_and(|deck| selection.deck.contains(deck));
            args.kind.is_none_or(|kind| kind == schema.kind) && (selection.deck.is_empty() || named)
        });
        made.push((pack, schemas));
    }
    if args.output.is_none() && (args.kind.is_some() || !selection.deck.is_empty()) {
        return print(made.into_iter().flat_map(|(_, schemas)| schemas), console);
    }
    for (pack, schemas) in made {
        let name = name_of(pack, &selection.games);
        let own = (!pack.folder.is_shipped()).then(|| PathBuf::from(&name));
        let folder = match (&args.output, &own) {
            (Some(output), _) if several => output.join(&pack.game.id),
            (Some(output), _) => output.clone(),
            (None, Some(own)) => own.join(SCHEMA_FOLDER),
            (None, None) => Path::new("output").join(SCHEMA_FOLDER).join(&pack.game.id),
        };
        write_schemas(&folder, &schemas)?;
        let count = counted(schemas.len(), "schema");
        console.say(&format!("{}: {count}", folder.display()));
        if let Some(own) = own.filter(|_| args.lines) {
            console.say(&match put_schema_lines(&own, pack)? {
                0 => "every file names its schema".to_owned(),
                n => format!("{} now name their schema", counted(n, "file")),
            });
        }
    }
    Ok(())
}

/// Prints the only schema that is asked for.
fn print(schemas: impl Iterator<Item = FileSchema>, console: &Console) -> Done {
    let schemas: Vec<FileSchema> = schemas.collect();
    if let [FileSchema { document, .. }] = schemas.as_slice() {
        console.print(&document.text());
        return Ok(());
    }
    if schemas.is_empty() {
        return Err(usage!(
            UnknownName,
            "there is no schema of this kind",
            "a game without [rules] has no scenarios; leave --kind out for all that there are"
        )
        .into());
    }
    let names = list_words(schemas.iter().map(|schema| &schema.document.file));
    let what = counted(schemas.len(), "schema");
    Err(usage!(
        UnknownName,
        "{what} cannot be printed as one",
        "name one game, or one of its decks with --deck, or a folder with -o; there are {names}"
    )
    .into())
}
