//! The house rules, read off the source: which room may import which, who stays apart, what `mod.rs` may hold, and what
//! may lie at the top of the repository. A fault is told as `file:line: what`.

#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/reading.rs"]
mod reading;
#[path = "architecture/test_only.rs"]
mod test_only;
#[path = "architecture/traits.rs"]
mod traits;
#[path = "architecture/type_homes.rs"]
mod type_homes;

use std::collections::BTreeSet;

use circles::{Arrows, circles, folders_of};
use reading::{
    Named, Source, module_of, outside_tests, paths, public_modules, root, source, sources, text,
};

/// Room -> the rooms that it may import. Nothing else may be.
const TABLE: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("syntax", &["source"]),
    ("cards", &["syntax", "source"]),
    ("check", &["template", "cards", "syntax", "source"]),
    ("diff", &["cards", "source"]),
    ("rules", &["cards", "source"]),
    ("table", &["rules", "cards", "source"]),
    ("script", &["table", "rules", "cards", "syntax", "source"]),
    ("statistics", &[]),
    ("players", &["script", "table", "rules"]),
    (
        "verify",
        &["players", "script", "table", "statistics", "rules", "diff", "check", "cards", "source"],
    ),
    ("lab", &["players", "verify", "script", "table", "statistics", "rules", "cards", "source"]),
    ("text", &["cards", "source"]),
    ("template", &["sheet", "text", "cards", "source"]),
    ("sheet", &[]),
    ("raster", &["template", "source"]),
    ("export", &["raster", "sheet", "template", "source"]),
    ("lint", &["raster", "sheet", "template", "text", "cards", "source"]),
    ("registry", &["script", "check", "cards", "source"]),
    (
        "preview",
        &["registry", "script", "table", "lab", "verify", "players", "rules", "cards", "source"],
    ),
    ("report", &["text", "statistics", "source"]),
    ("session", ROOF),
    ("pages", ROOF),
    ("studio", STUDIO),
    ("cli", CLI),
];

/// What commands do is in `session`; they know arguments, words and exit codes.
const CLI: &[&str] = &["studio", "pages", "session", "report", "sheet", "source"];

/// All rooms, from the foundation up: one of the roof may import those below it.
const ALL: &[&str] = &[
    "source",
    "syntax",
    "cards",
    "check",
    "diff",
    "rules",
    "table",
    "script",
    "statistics",
    "players",
    "verify",
    "lab",
    "text",
    "template",
    "sheet",
    "raster",
    "export",
    "lint",
    "registry",
    "preview",
    "report",
    "session",
    "pages",
    "studio",
    "cli",
];

const ROOF: &[&str] = ALL.split_at(ALL.len() - 3).0;
const STUDIO: &[&str] = ALL.split_at(ALL.len() - 2).0;

/// Rooms whose public modules are siblings that never import each other: exporters.
const WALLED: &[&str] = &["export"];

/// Crates that make PDF, and the only folder that may name them.
const PDF_CRATES: &[&str] = &["printpdf", "lopdf", "krilla"];
const PDF_ROOM: &str = "src/export/pdf/";

/// A room with a longer file needs a wall.
const LONGEST: usize = 600;

/// Files that take names from each other are read as one; more than these are too many to read so.
const LARGEST_CIRCLE: usize = 3;

const TOP: &[&str] = &[
    // The layout.
    "cards",
    "templates",
    "src",
    "output",
    "tests",
    "docs",
    "examples",
    "packaging",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "deny.toml",
    "README.md",
    // What Cargo and git expect beside it.
    ".ci",
    ".git",
    ".github",
    ".gitignore",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "benches",
    "build.rs",
    "clippy.toml",
    "dist-workspace.toml",
    "fuzz",
    "rustfmt.toml",
    "target",
];

// ---------------------------------------------------------------------------------------------- the promises

#[test]
fn rooms_import_only_what_the_table_allows() {
    let siblings = siblings();
    none(sources(), |file| imports(file, &siblings));
}

#[test]
fn lib_declares_the_rooms_of_the_table_and_no_other() {
    let declared = public_modules(&source("src/lib.rs"));
    let known: Vec<&str> = TABLE.iter().map(|row| row.0).collect();
    for room in &declared {
        assert!(
            known.contains(&room.as_str()),
            "src/lib.rs: `{room}` is not in the table of imports"
        );
    }
    for file in sources() {
        let room = module_of(&file.path).first().cloned().unwrap_or_default();
        let root = ["src/lib.rs", "src/main.rs"].contains(&file.path.as_str());
        assert!(root || declared.contains(&room), "{}: no room of src/lib.rs", file.path);
    }
}

#[test]
fn mod_files_only_declare_and_re_export() {
    let files = sources().iter().filter(|f| f.path.ends_with("/mod.rs"));
    none(files, |file| {
        let bodies = ["fn", "struct", "impl", "enum", "trait", "union", "macro_rules"];
        let words = file.tokens.iter().filter(|t| bodies.contains(&t.text.as_str()));
        words
            .map(|t| (t.line, format!("`{}` in a mod.rs: give it a file of its own", t.text)))
            .collect()
    });
}

#[test]
fn no_file_is_longer_than_a_room_should_be() {
    none(sources(), |file| match file.lines {
        lines if lines > LONGEST => vec![(lines, format!("{lines} lines; {LONGEST} are the most"))],
        _ => Vec::new(),
    });
}

#[test]
fn crates_that_make_pdf_are_named_in_one_room_only() {
    let inside = |file: &Source| file.path.starts_with(PDF_ROOM);
    assert!(
        sources().iter().any(|f| inside(f) && !pdf_crates(f).is_empty()),
        "the search finds nothing at all"
    );
    none(sources(), |file| if inside(file) { Vec::new() } else { pdf_crates(file) });
}

#[test]
fn no_circle_of_files_is_larger_than_three() {
    let arrows = Arrows::between(outside_test_files());
    let large: Vec<String> = circles(&arrows)
        .into_iter()
        .filter(|circle| circle.files.len() > LARGEST_CIRCLE)
        .map(|circle| circle.to_string())
        .collect();
    assert!(large.is_empty(), "\n{}\n", large.join("\n"));
}

#[test]
fn folders_of_a_room_form_no_circle() {
    let arrows = Arrows::between(outside_test_files());
    let found: Vec<String> = circles(&folders_of(&arrows))
        .iter()
        .filter(|circle| circle.files.iter().any(|file| !file.ends_with(".rs")))
        .map(ToString::to_string)
        .collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn nothing_is_left_to_do_and_nothing_unwraps_outside_tests() {
    none(outside_test_files(), shortcuts);
}

#[test]
fn every_message_says_what_to_do() {
    none(outside_test_files(), messages_without_help);
}

/// The sources that are not of tests alone.
fn outside_test_files() -> impl Iterator<Item = &'static Source> {
    let test_files: BTreeSet<String> = sources().iter().flat_map(test_modules).collect();
    sources().iter().filter(move |file| {
        let mut above = file.path.match_indices('/').map(|(at, _)| &file.path[..=at]);
        let in_tests = above.any(|folder| test_files.contains(folder));
        !in_tests && !test_files.contains(&file.path)
    })
}

/// The shipped games, their seats, the axes of their variants and what can be chosen of each are data: the program reads them, and has
/// no word of them, except in the examples of `--help`.
#[test]
fn no_shipped_game_is_named_in_the_program() {
    let words = words_of_shipped_games();
    assert!(["caper", "hammers", "city"].iter().all(|word| words.contains(*word)), "{words:?}");
    none(outside_test_files(), |file| named_games(file, &words));
}

#[test]
fn a_word_of_a_shipped_game_is_found_in_code_and_strings_but_not_in_examples() {
    let text = "// caper
        fn f() { GameFolder::shipped(\"caper\") }
        fn of_hammers() -> Code { Code::EachCity }
        const EXAMPLES: &str = \"Examples:
  deckproof print caper        landscape, capers\";
        #[cfg(test)]
        const GAME: &str = \"caper\";";
    let found = named_games(&Source::new("src/a.rs", text), &words_of_shipped_games());
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 3, 3]);
}

/// A property of CSS, whose last word is a side of a shipped game as well.
const CAPITALS: &str = "font-variant-caps";

fn words_of_shipped_games() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for game in std::fs::read_dir(root().join("cards")).unwrap() {
        let folder = game.unwrap();
        words.insert(folder.file_name().into_string().unwrap());
        let file = std::fs::read_to_string(folder.path().join("game.toml")).unwrap();
        let game: toml::Table = file.parse().unwrap();
        let seats = &game["table"]["seats"];
        let variants = game["table"].get("variants").and_then(|v| v.as_table());
        let of_variants = seats.as_table().into_iter().chain(variants).flatten();
        words.extend(variants.into_iter().flat_map(|axes| axes.keys().cloned()));
        let lists = of_variants.map(|(_, list)| list).chain([seats]);
        let names = lists.filter_map(|list| list.as_array()).flatten();
        words.extend(names.map(|name| name.as_str().unwrap().to_owned()));
    }
    // The number of players is an axis of any game that has several.
    words.retain(|word| word != "players" && word.parse::<u8>().is_err());
    words
}

/// The words of shipped games in the code of a file, its names taken apart: `Code::EachCity` has `city`.
fn named_games(file: &Source, words: &BTreeSet<String>) -> Faults {
    let program = file.text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = (1..).zip(program.lines());
    let code = lines
        .filter(|(_, line)| !line.trim_start().starts_with("//") && !line.contains("  deckproof "));
    let named = code.flat_map(|(number, line)| {
        let mut apart = String::new();
        for c in line.replace(CAPITALS, "").chars() {
            if c.is_uppercase() && apart.ends_with(char::is_lowercase) {
                apart.push(' ');
            }
            apart.extend(c.to_lowercase());
        }
        let found = words.iter().filter(|word| {
            let among = |c: char| !(c.is_alphanumeric() || c == '-' && word.contains('-'));
            apart.split(among).any(|part| part == *word)
        });
        let faults = found.map(|word| (number, format!("`{word}` is a word of a shipped game")));
        faults.collect::<Faults>()
    });
    named.collect()
}

#[test]
fn the_top_level_holds_only_what_the_layout_names() {
    let names =
        std::fs::read_dir(root()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let strangers: Vec<String> = names.filter(|n| !TOP.contains(&n.as_str())).collect();
    assert!(strangers.is_empty(), "{strangers:?} at the top level: the layout knows no such name");
}

// ---------------------------------------------------------------------- the checker itself, on made-up source

/// What is wrong with the imports of a made-up file, as `line: fault`.
fn told(path: &str, text: &str) -> Vec<String> {
    let siblings = vec![("export".into(), "pdf".into()), ("export".into(), "png".into())];
    let faults = imports(&Source::new(path, text), &siblings);
    faults.into_iter().map(|(line, fault)| format!("{line}: {fault}")).collect()
}

#[test]
fn a_forbidden_import_is_found_however_it_is_written() {
    let fault = "`sheet` imports `text`, which the table forbids";
    for (text, line) in [
        ("use crate::text::Rich;", 1),
        ("\nuse crate::{\n    sheet::Mark,\n    text::{Rich, strip},\n};", 4),
        ("fn f() {\n    crate::text::strip(\"\")\n}", 2),
        ("use super::super::text;", 1),
        ("#[cfg(test)]\nmod tests {\n    use super::super::super::text::strip;\n}", 3),
    ] {
        let found = told("src/sheet/grid.rs", text);
        assert!(!found.is_empty(), "not found: {text}");
        assert!(found.iter().all(|f| f.ends_with(fault)), "{found:?}");
        assert!(found[0].starts_with(&format!("{line}: ")), "{found:?}");
    }
}

#[test]
fn allowed_imports_comments_and_strings_are_no_fault() {
    let text = "
        //! Not `crate::cli`.
        /* use crate::cli; /* nor */ crate::cli::x */
        use crate::cards::{Face, Field as Words};
        use super::{compile::Template, *};
        const A: &str = \"crate::cli \\\" crate::cli\";
        const B: &str = r#\"use crate::cli; \" crate::cli\"#;
        fn f<'a>(c: &'a char) -> bool { *c == '\"' || *c == '\\'' || crate::text::SMALLEST > 1.0 }";
    assert_eq!(told("src/template/draw.rs", text), Vec::<String>::new());
}

#[test]
fn a_glob_of_the_crate_is_a_fault() {
    assert_eq!(told("src/text/fit.rs", "use crate::*;"), ["1: `text` imports the whole crate"]);
}

#[test]
fn an_exporter_that_imports_another_is_found() {
    let fault = "1: `export::png` imports its sibling `pdf`";
    for text in
        ["use super::pdf::PT;", "use crate::export::{Job, pdf};", "use super::{pdf as other};"]
    {
        assert_eq!(told("src/export/png.rs", text), [fault]);
    }
    assert_eq!(
        told("src/export/png.rs", "use super::*;"),
        ["1: `export::png` imports all of its siblings"]
    );
    assert_eq!(
        told("src/export/pdf/join.rs", "use super::forms; use crate::export::Job;"),
        Vec::<String>::new()
    );
}

#[test]
fn shortcuts_are_found_outside_tests_only() {
    let text = "
        fn f() { x.unwrap(); }
        #[cfg(test)]
        mod tests { fn g() { x.unwrap(); } }
        fn h() { x.unwrap_or(0); todo!() }
        #[cfg(test)]
        mod laws;
        fn i() { x
            .expect(\"\"); }";
    let file = Source::new("src/sheet/grid.rs", text);
    let lines: Vec<usize> = shortcuts(&file).iter().map(|f| f.0).collect();
    assert_eq!(lines, [2, 5, 9]);
    let room = Source::new("src/sheet/mod.rs", text);
    let tests = test_modules(&room);
    for part in ["src/sheet/laws.rs", "src/sheet/laws/"] {
        assert!(tests.contains(&part.to_owned()), "{part}");
    }
}

#[test]
fn a_message_without_help_is_found() {
    let text = "
        fn f() { Diagnostic::error(Code::Syntax, words).help(more) }
        fn g() { Diagnostic::warning(Code::Syntax, words) }
        fn i() { Diagnostic::usage(Code::Syntax, words) }
        fn h(told: &Diagnostic) -> bool { told.help.is_some() }";
    let file = Source::new("src/cards/read.rs", text);
    let lines: Vec<usize> = messages_without_help(&file).iter().map(|f| f.0).collect();
    assert_eq!(lines, [4, 3]);
}

// ------------------------------------------------------------------------------------------------- the rules

/// Faults of one file: line and what is wrong.
type Faults = Vec<(usize, String)>;

/// Room and name of the modules that are siblings of each other.
type Siblings = Vec<(String, String)>;

fn none<'a>(files: impl IntoIterator<Item = &'a Source>, faults_of: impl Fn(&Source) -> Faults) {
    let mut looked_at = 0;
    let mut faults = Vec::new();
    for file in files {
        looked_at += 1;
        let found = faults_of(file).into_iter();
        faults.extend(found.map(|(line, what)| format!("{}:{line}: {what}", file.path)));
    }
    assert!(looked_at > 0, "no file to look at");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The public modules of the walled rooms.
fn siblings() -> Siblings {
    let of = |room: &str| {
        let names = public_modules(&source(&format!("src/{room}/mod.rs")));
        names.into_iter().map(|name| (room.to_owned(), name)).collect::<Vec<_>>()
    };
    let all: Siblings = WALLED.iter().flat_map(|room| of(room)).collect();
    assert!(all.len() >= 4, "exporters are public modules of their rooms: {all:?}");
    all
}

fn imports(file: &Source, siblings: &Siblings) -> Faults {
    let own = module_of(&file.path);
    let Some(room) = own.first() else {
        return Vec::new(); // lib.rs and main.rs are the roof's.
    };
    let may = TABLE.iter().find(|row| row.0 == room).map_or(&[][..], |row| row.1);
    let sibling = own.get(1).filter(|m| siblings.contains(&(room.clone(), (*m).clone())));
    let mut faults = Faults::new();
    for Named { line, path, .. } in paths(&file.tokens, &own) {
        let fault = match path.first().map(String::as_str) {
            None | Some("*") => Some(format!("`{room}` imports the whole crate")),
            Some(to) if to != room => (!may.contains(&to))
                .then(|| format!("`{room}` imports `{to}`, which the table forbids")),
            Some(_) => sibling.and_then(|sibling| match path.get(1) {
                Some(to) if to == "*" => {
                    Some(format!("`{room}::{sibling}` imports all of its siblings"))
                }
                Some(to) if to != sibling && siblings.contains(&(room.clone(), to.clone())) => {
                    Some(format!("`{room}::{sibling}` imports its sibling `{to}`"))
                }
                _ => None,
            }),
        };
        faults.extend(fault.map(|fault| (line, fault)));
    }
    faults
}

fn pdf_crates(file: &Source) -> Faults {
    let named = file.tokens.iter().filter(|t| PDF_CRATES.contains(&t.text.as_str()));
    named.map(|t| (t.line, format!("`{}` is named outside {PDF_ROOM}", t.text))).collect()
}

fn shortcuts(file: &Source) -> Faults {
    let tokens = outside_tests(&file.tokens).0;
    let follows = |at: usize, signs: &[&str]| {
        signs.iter().enumerate().all(|(i, s)| text(&tokens, at + i) == *s)
    };
    let found = (0..tokens.len()).filter(|&i| {
        follows(i, &[".", "unwrap", "(", ")"])
            || follows(i, &[".", "expect", "("])
            || follows(i, &["todo", "!"])
            || follows(i, &["unimplemented", "!"])
    });
    found
        .map(|i| (tokens[i].line, format!("`{}{}`", tokens[i].text, text(&tokens, i + 1))))
        .collect()
}

/// Messages from which on, to the end of the file, less help is given than messages are made.
fn messages_without_help(file: &Source) -> Faults {
    let tokens = outside_tests(&file.tokens).0;
    let mut helps = 0;
    let mut found = Faults::new();
    for at in (0..tokens.len()).rev() {
        let before = |n: usize| at.checked_sub(n).map_or("", |at| text(&tokens, at));
        match text(&tokens, at) {
            // The help of a message of many is asked for where it is kept.
            "help" | "push_once_with" if before(1) == "." && text(&tokens, at + 1) == "(" => {
                helps += 1
            }
            "error" | "usage" | "machine" | "warning"
                if before(1) == "::" && before(2) == "Diagnostic" =>
            {
                if helps == 0 {
                    found.push((tokens[at].line, "a message without `.help(…)`".into()));
                }
                helps = usize::saturating_sub(helps, 1);
            }
            _ => {}
        }
    }
    found
}

/// Files that are declared as `#[cfg(test)] mod name;`, and the folders of those that are folders.
fn test_modules(file: &Source) -> Vec<String> {
    let folder = file.path.strip_suffix("/mod.rs").unwrap_or(file.path.trim_end_matches(".rs"));
    outside_tests(&file.tokens)
        .1
        .iter()
        .flat_map(|name| [format!("{folder}/{name}.rs"), format!("{folder}/{name}/")])
        .collect()
}
