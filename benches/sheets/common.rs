//! What the decks have in common: the folder of a game, and for Typst the sheets of nine cards.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Starts the folder of a game, with a template for the fronts; art and symbols may be put into it.
pub fn start_game(dir: &Path, template: &str) -> std::io::Result<()> {
    for sub in ["templates", "art", "symbols"] {
        fs::create_dir_all(dir.join(sub))?;
    }
    fs::write(dir.join("game.toml"), "title = \"Bench\"\n")?;
    fs::write(dir.join("templates/front.svg"), template)
}

/// Writes a deck for Typst: `head` defines `card` and `back`, `call` is the call of `card` for each number.
pub fn write_typst(
    dir: &Path,
    cards: usize,
    head: &str,
    call: impl Fn(usize) -> String,
) -> std::io::Result<()> {
    let mut source = head.to_owned();
    let grid = "#place(dx: 9.75mm, dy: 15.15mm, grid(columns: 3,";
    for sheet in 0..cards.div_ceil(9) {
        let on_sheet = (sheet * 9)..cards.min(sheet * 9 + 9);
        let fronts: String = on_sheet.clone().map(&call).collect();
        let backs = "back,".repeat(on_sheet.len());
        let _ = writeln!(source, "{grid}{fronts}))\n#pagebreak()\n{grid}{backs}))");
        if (sheet + 1) * 9 < cards {
            source.push_str("#pagebreak()\n");
        }
    }
    fs::write(dir.join("deck.typ"), source)
}
