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

/// A deck for Typst.
pub struct TypstDeck {
    /// Width and height of a card in millimetres.
    pub size: (f64, f64),
    /// Columns and rows of cards on A4.
    pub grid: (usize, usize),
    /// Defines `card`, and `back` if there is one.
    pub head: &'static str,
    pub has_back: bool,
}

impl TypstDeck {
    /// Writes `deck.typ`, the sheets, and `faces.typ`, of which each page is a card; `call` is the call of `card` for each number.
    pub fn write(
        &self,
        dir: &Path,
        cards: usize,
        call: impl Fn(usize) -> String,
    ) -> std::io::Result<()> {
        let (columns, rows) = self.grid;
        let (width, height) = self.size;
        let (dx, dy) =
            ((210.0 - columns as f64 * width) / 2.0, (297.0 - rows as f64 * height) / 2.0);
        let mut sheets = format!("#set page(paper: \"a4\", margin: 0pt)\n{}", self.head);
        let grid = format!("#place(dx: {dx}mm, dy: {dy}mm, grid(columns: {columns},");
        let numbers: Vec<usize> = (0..cards).collect();
        let mut pages = Vec::new();
        for on_sheet in numbers.chunks(columns * rows) {
            let fronts: String = on_sheet.iter().map(|at| call(*at)).collect();
            pages.push(format!("{grid}{fronts}))\n"));
            if self.has_back {
                pages.push(format!("{grid}{}))\n", "back,".repeat(on_sheet.len())));
            }
        }
        sheets.push_str(&pages.join("#pagebreak()\n"));
        fs::write(dir.join("deck.typ"), sheets)?;
        let page = format!("#set page(width: {width}mm, height: {height}mm, margin: 0pt)");
        let mut faces = format!("{page}\n{}", self.head);
        for at in numbers {
            let _ = writeln!(faces, "#{}", call(at).trim_end_matches(','));
        }
        fs::write(dir.join("faces.typ"), faces)
    }
}
