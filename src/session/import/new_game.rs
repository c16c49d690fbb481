//! Makes the folder of a new game: a blank one, one of the small games that play, a copy of a shipped game, or the decks of a sheet.
//! What is asked for comes in, a folder goes out.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cards::{Datum, Value, parse_toml, slug, toml_string};
use crate::session::files::fresh_folder::{Contents, make_folder, may_make};
use crate::session::files::schemas::add_schemas;
use crate::session::open::host::Host;
use crate::source::{
    Diagnostic, Diagnostics, Files, Folder, GameFolder, capitalised, did_you_mean_or, list_words,
    machine, shipped_cards, shipped_templates, usage,
};

use super::game_of_sheet::game_of_sheet;

/// The blank game, among the templates.
const BLANK: &str = "shared/blank";

/// Small games with rules, among the templates: what each has beside the blank game, or instead of its files.
const STARTERS: &str = "shared/starters";

/// Where printed sheets go when the game's folder is the current one.
const IGNORED: &str = "output/\n";

/// Longest title that is made from a folder's name: it stands on the backs.
const LONGEST_TITLE: usize = 40;

const EXAMPLES: &str = "\
Examples:
  deckproof new lantern-bay                          a blank game: one deck, one template, no rules
  deckproof new tides --rules tricks                 a small game that plays, to start from
  deckproof new my-hammers --from caps-and-hammers   a shipped game, to change
  deckproof new --from-sheet cards.xlsx              a workbook or CSV file of yours: its sheets are decks
  deckproof new tides --title \"Tides of the Moon\"    with a title of its own

The folder holds all that the game needs, templates too; its files say in comments what can be
changed. A copy knows by `from` in game.toml what it was made from: `deckproof check` says by
which edit a rule's example no longer holds. Nothing is made where something is already.";

/// A small game that plays.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Starter {
    /// A trick-taking game for three: follow suit, one suit is trumps
    Tricks,
    /// A drafting game for three: all take a card at the same time, hands go round
    Drafting,
    /// A game for two with three places: cards are laid face down, and turned up at the end
    Placement,
    /// The least that plays, for two: three cards each, the most points win
    Blank,
}

/// Make the folder of a new game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct NewGame {
    /// The folder: one that does not exist yet, or an empty one; named after the sheet with --from-sheet
    #[arg(value_name = "DIR", required_unless_present = "from_sheet")]
    pub dir: Option<PathBuf>,
    /// Copy this shipped game, with its rules, scenarios and templates
    #[arg(long, value_name = "GAME")]
    pub from: Option<String>,
    /// Make decks of the sheets of this workbook or CSV file, and a plain template that shows every column
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "blank", "rules"])]
    pub from_sheet: Option<PathBuf>,
    /// One deck and one template to start from (as without --from)
    #[arg(long, conflicts_with = "from")]
    pub blank: bool,
    /// A small game that plays: a script, a rulebook and scenarios
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["from", "blank"])]
    pub rules: Option<Starter>,
    /// Title of the game; made from the folder's name for a blank one, the shipped one's for a copy
    #[arg(long, value_name = "TITLE")]
    pub title: Option<String>,
}

/// The folder that was made.
#[derive(Debug)]
pub struct MadeGame {
    pub dir: PathBuf,
    pub title: String,
    /// Number of files.
    pub files: usize,
    /// What was decided about a sheet, a line each.
    pub notes: Vec<String>,
}

/// Makes the folder.
///
/// # Errors
/// Something that is there already; no such shipped game; a sheet that holds no cards.
pub fn make_game(args: &NewGame, host: &mut dyn Host) -> Result<MadeGame, Diagnostics> {
    let of_sheet = args.from_sheet.as_ref().and_then(|sheet| sheet.file_stem());
    let of_sheet = || slug(&of_sheet.unwrap_or_default().to_string_lossy());
    let dir = args.dir.clone().unwrap_or_else(|| PathBuf::from(of_sheet()));
    may_make(&dir)?;
    let mut notes = Vec::new();
    let mut contents = Contents::new();
    if let Some(game) = &args.from {
        contents = copy_of(game)?;
    } else if let Some(sheet) = &args.from_sheet {
        (contents, notes) = game_of_sheet(sheet, &title_of(&dir).unwrap_or_default(), host)?;
    } else {
        let blank = shipped_templates().folder(BLANK);
        gather(&blank.ok_or_else(|| broken("it has no blank game"))?, "", &mut contents)?;
    }
    if let Some(starter) = args.rules.and_then(|rules| rules.to_possible_value()) {
        add_rules(starter.get_name(), &mut contents)?;
    }
    let of_dir = || title_of(&dir).filter(|_| args.from.is_none());
    let title = args.title.clone().or_else(of_dir);
    let text = contents.remove("game.toml").unwrap_or_default();
    let text = String::from_utf8(text).map_err(|_| broken("game.toml is not UTF-8"))?;
    let (text, game) = christen(&text, title.as_deref(), args.from.as_deref())?;
    contents.insert("game.toml".into(), text.into_bytes());
    contents.insert(".gitignore".into(), IGNORED.into());
    match add_schemas(&dir, &mut contents, host.files()) {
        Err(faults) if args.from_sheet.is_some() => host.tell(&faults),
        schemas => schemas?,
    }
    make_folder(&dir, &contents)?;
    Ok(MadeGame { dir, title: game, files: contents.len(), notes })
}

/// All files of a shipped game: its cards, and its templates in `templates/`.
fn copy_of(game: &str) -> Result<Contents, Diagnostic> {
    let ids = GameFolder::shipped_ids();
    let cards = shipped_cards().folder(game).filter(|_| ids.iter().any(|id| id == game));
    let Some(cards) = cards else {
        let known = || ids.iter().map(String::as_str);
        let other = format!("shipped games are {}", list_words(known()));
        let help = did_you_mean_or(game, known(), other);
        return Err(usage!(UnknownName, "there is no shipped game `{game}`", help));
    };
    let mut contents = Contents::new();
    gather(&cards, "", &mut contents)?;
    if let Some(templates) = shipped_templates().folder(game) {
        gather(&templates, "templates/", &mut contents)?;
    }
    Ok(contents)
}

/// The files of a small game, in place of those of the blank one.
fn add_rules(name: &str, contents: &mut Contents) -> Result<(), Diagnostic> {
    let all = shipped_templates().folder(STARTERS);
    let Some((all, own)) = all.and_then(|all| Some((all.clone(), all.folder(name)?))) else {
        return Err(broken(&format!("it has no game for {name}")));
    };
    gather(&own, "", contents)?;
    for name in all.files() {
        let bytes = all.read(&name).map_err(|_| broken(&format!("{name} cannot be read")))?;
        contents.insert(name, bytes);
    }
    // Leave out pictures that no card and no template uses.
    let named = |path: &String| {
        let stem = path.trim_start_matches("art/").trim_end_matches(".svg");
        let word = format!("\"{stem}\"");
        contents.values().any(|text| String::from_utf8_lossy(text).contains(&word))
    };
    let art = contents.keys().filter(|path| path.starts_with("art/"));
    let unused: Vec<String> = art.filter(|path| !named(path)).cloned().collect();
    contents.retain(|path, _| !unused.contains(path));
    Ok(())
}

/// Every file below `folder`, its path after `prefix`.
fn gather(folder: &Folder, prefix: &str, contents: &mut Contents) -> Result<(), Diagnostic> {
    for name in folder.files() {
        let bytes = folder.read(&name);
        let bytes = bytes.map_err(|_| broken(&format!("{prefix}{name} cannot be read")))?;
        contents.insert(format!("{prefix}{name}"), bytes);
    }
    for name in folder.folders() {
        if let Some(inner) = folder.folder(&name) {
            gather(&inner, &format!("{prefix}{name}/"), contents)?;
        }
    }
    Ok(())
}

/// `game.toml` with its own title, and with `from` below it; and the title that it has now.
fn christen(
    text: &str,
    title: Option<&str>,
    from: Option<&str>,
) -> Result<(String, String), Diagnostics> {
    let file = Files::new().add("game.toml", text);
    let mut faults = Diagnostics::new();
    let Some(table) = parse_toml(file, text, &mut faults) else {
        return Err(faults);
    };
    let string = |key: &str| table.get(key).and_then(Value::as_str);
    let Some(Value { span, datum: Datum::String(old) }) = table.get("title") else {
        return Err(broken("game.toml has no title").into());
    };
    let (before, after) = (&text[..span.range().start], &text[span.range().end..]);
    let written = title.map_or_else(|| text[span.range()].to_owned(), toml_string);
    let (comment, below) = after.split_once('\n').unwrap_or((after, ""));
    let from = from.map_or_else(String::new, |from| {
        let version = string("version").unwrap_or("1.0");
        let why = format!("version {version}: the shipped game by which edits are measured");
        format!("from = {} # {why}\n", toml_string(from))
    });
    let text = format!("{before}{written}{comment}\n{from}{below}");
    Ok((text, title.unwrap_or(old).to_owned()))
}

/// `lantern-bay` as `Lantern Bay`. `None` for names that would not look well on a card.
fn title_of(dir: &Path) -> Option<String> {
    let absolute = std::path::absolute(dir).ok()?;
    let name = absolute.file_name()?.to_str()?.to_owned();
    let good = |c: char| c.is_ascii_alphanumeric() || "-_ .".contains(c);
    if name.len() > LONGEST_TITLE || !name.chars().all(good) {
        return None;
    }
    let words = name.split(['-', '_', ' ', '.']).filter(|w| !w.is_empty());
    let words: Vec<String> = words.map(capitalised).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// What can only be wrong with the program itself.
fn broken(what: &str) -> Diagnostic {
    machine!(UnreadableFile, "this deckproof is broken: {what}", "install it anew")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folders_name_makes_a_title() {
        let title = |dir: &str| title_of(Path::new(dir));
        assert_eq!(title("a/lantern-bay").as_deref(), Some("Lantern Bay"));
        assert_eq!(title("my_2nd game").as_deref(), Some("My 2nd Game"));
        assert_eq!(title("月"), None);
    }

    #[test]
    fn a_new_title_leaves_the_rest_of_the_file_as_it_is() {
        let text = "# top\ntitle = \"Old\" # so\nversion = \"2\"\n[rules]\nhand = 7\n";
        let (new, title) = christen(text, Some("A \"New\" One"), Some("caper")).unwrap();
        assert_eq!(title, "A \"New\" One");
        assert_eq!(
            new,
            "# top\ntitle = \"A \\\"New\\\" One\" # so\n\
             from = \"caper\" # version 2: the shipped game by which edits are measured\n\
             version = \"2\"\n[rules]\nhand = 7\n"
        );
        assert_eq!(christen(text, None, None).unwrap(), (text.into(), "Old".into()));
    }
}
