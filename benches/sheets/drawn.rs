//! The third deck: tarot cards, each with a drawing of 200 paths that no other has.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::coloured::drawing;
use super::common::start_game;

const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="120mm" viewBox="0 0 70 120">
<rect x="-4" y="-4" width="78" height="128" fill="#f4ead2"/>
<rect data-art="{{art}}" data-scale="slice" x="5" y="5" width="60" height="98"/>
<rect data-fit="name" x="6" y="106" width="58" height="8" data-font="Alegreya Sans" data-weight="700" data-size="14" data-align="center" data-lines="1" data-valign="middle"/>
</svg>
"##;

/// Writes a game of `cards` different cards.
pub fn write_game(dir: &Path, cards: usize) -> std::io::Result<()> {
    start_game(dir, TEMPLATE)?;
    let mut deck = String::from("template = \"front.svg\"\nsize = \"70 x 120\"\n");
    for at in 0..cards {
        let svg = drawing(at as u32 + 100, 600, 980, 200);
        fs::write(dir.join(format!("art/arcanum-{at}.svg")), svg)?;
        let _ = write!(
            deck,
            "\n[[card]]\nid = \"card-{at}\"\nname = \"Arcanum {at}\"\nart = \"arcanum-{at}\"\n"
        );
    }
    fs::write(dir.join("cards.toml"), deck)
}
