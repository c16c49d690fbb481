//! The bounds in the book are those of the program: each is looked up in the source, by the file and the name of its constant.

use super::page::root;

/// A row of the tables in `limits.md` by how it begins, or a sentence of `reference/rules.md`, and the constants that it names.
const BOUNDS: &[(&str, &[(&str, &str)])] = &[
    (
        "| `rules.star` |",
        &[
            ("syntax/token.rs", "MOST_BYTES"),
            ("syntax/parse.rs", "MOST_DEEP"),
            ("syntax/parse.rs", "MOST_FUNCTIONS"),
        ],
    ),
    ("| a text (", &[("source/bounds.rs", "MOST_TEXT"), ("source/bounds.rs", "MOST_BYTES")]),
    (
        "| decks;",
        &[
            ("cards/bounds.rs", "MOST_DECKS"),
            ("cards/bounds.rs", "MOST_ROWS"),
            ("cards/bounds.rs", "MOST_COPIES"),
            ("cards/bounds.rs", "MOST_CARDS"),
        ],
    ),
    (
        "| keys of a table;",
        &[
            ("cards/bounds.rs", "MOST_KEYS"),
            ("source/bounds.rs", "MOST_DEEP"),
            ("cards/bounds.rs", "MOST_WORDS"),
        ],
    ),
    ("| a text that flows;", &[("cards/bounds.rs", "MOST_FLOW")]),
    ("| scenarios |", &[("verify/scenario/reading.rs", "MOST_SCENARIOS")]),
    (
        "| canvases painted",
        &[("raster/bounds.rs", "MOST_PAINTED"), ("raster/bounds.rs", "MOST_DASHES")],
    ),
    (
        "| edges of a path",
        &[
            ("raster/bounds.rs", "EDGES"),
            ("raster/bounds.rs", "CROSSINGS"),
            ("raster/bounds.rs", "DECODED"),
        ],
    ),
    (
        "| pixels of all pictures,",
        &[("template/bounds.rs", "MOST_PIXELS_IN_ALL"), ("template/bounds.rs", "PIXELS_OF_A_BYTE")],
    ),
    (
        "| files of `art/`",
        &[("source/bounds.rs", "MOST_NAMES"), ("source/bounds.rs", "MOST_FOLDERS")],
    ),
    (
        "| glyphs that one",
        &[("text/glyph_work.rs", "MOST_PARTS"), ("text/glyph_work.rs", "MOST_PIXELS")],
    ),
    (
        "| steps to draw a glyph;",
        &[("text/glyph_work.rs", "MOST_RUN"), ("text/glyph_work.rs", "MOST_RUN_IN_ALL")],
    ),
    ("| pixels of a picture,", &[("raster/bounds.rs", "MOST_FACE_PIXELS")]),
    ("| sheets of one PDF |", &[("export/job.rs", "MOST_PAGES")]),
    (
        "| a sheet of a workbook;",
        &[
            ("cards/bounds.rs", "MOST_SHEET"),
            ("cards/bounds.rs", "MOST_CELLS"),
            ("cards/bounds.rs", "MOST_CELL"),
            ("cards/bounds.rs", "MOST_SHEETS"),
            ("cards/grid/workbook.rs", "MOST_TEXT"),
            ("cards/grid/ods.rs", "MOST_STYLES"),
        ],
    ),
    (
        "| files of a git revision |",
        &[("source/git.rs", "MOST_FILES"), ("source/git.rs", "MOST_BYTES")],
    ),
    (
        "| steps to make a game",
        &[
            ("verify/shrink/search.rs", "STEPS"),
            ("verify/shrink/search.rs", "BUDGET"),
            ("verify/shrink/run.rs", "MOST_KEPT"),
        ],
    ),
    ("| messages of one run |", &[("source/bounds.rs", "MOST_TOLD")]),
    (
        "A script has at most",
        &[
            ("syntax/token.rs", "MOST_BYTES"),
            ("syntax/parse.rs", "MOST_LOOPS"),
            ("syntax/parse_expression.rs", "MOST_ARGUMENTS"),
        ],
    ),
    ("100,000 steps:", &[("verify/playing.rs", "MOST_STEPS")]),
];

/// What a constant of the source is, as the book writes it.
fn written(file: &str, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("src").join(file)).unwrap();
    let line = text.lines().find(|line| line.contains(&format!("const {name}: ")));
    let line = line.unwrap_or_else(|| panic!("{file} has no constant {name}"));
    let value = line.split(" = ").nth(1).unwrap().trim_end_matches(';');
    let value = value.trim_end_matches(".0").replace('_', "");
    match value.split_once(" << ") {
        Some((count, "10")) => vec![format!("{count} KiB")],
        Some((count, _)) => vec![format!("{count} MiB")],
        None => {
            let digits = value.len();
            let marks = value.char_indices().flat_map(|(at, digit)| {
                let mark = at > 0 && (digits - at) % 3 == 0;
                mark.then_some(',').into_iter().chain([digit])
            });
            let millions = value.strip_suffix("000000").map(|count| format!("{count} million"));
            millions.into_iter().chain([marks.collect()]).collect()
        }
    }
}

#[test]
fn bounds_in_the_book_are_those_of_the_program() {
    let pages = ["docs/book/limits.md", "docs/book/reference/rules.md"];
    let pages = pages.map(|page| std::fs::read_to_string(root().join(page)).unwrap());
    for (start, constants) in BOUNDS {
        let mut lines = pages.iter().flat_map(|page| page.lines());
        let line = lines.find(|line| line.starts_with(start));
        let line = line.unwrap_or_else(|| panic!("the book has no line `{start}`"));
        let said: Vec<&str> = line.split(['|', ';']).map(str::trim).collect();
        for (file, name) in *constants {
            let forms = written(file, name);
            let stands = |form: &String| {
                let mut found = said
                    .iter()
                    .flat_map(|part| part.match_indices(form.as_str()).map(move |at| (part, at.0)));
                let whole = |part: &str, at: usize| {
                    let digit = |c: char| c.is_ascii_digit() || c == ',';
                    !part[..at].ends_with(digit)
                        && !part[at + form.len()..].starts_with(|c: char| c.is_ascii_digit())
                };
                found.any(|(part, at)| whole(part, at))
            };
            assert!(
                forms.iter().any(stands),
                "{name} of {file} is {forms:?}, and the book says: {line}"
            );
        }
    }
}
