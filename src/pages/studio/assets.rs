//! The styles, scripts and fonts of the studio's pages. A name comes in, the file goes out.

use crate::source::{Asset, GameFolder};

/// The colours and letters of all pages, and the studio's own style.
const STYLE: &str = concat!(
    include_str!("fonts.css"),
    include_str!("../../report/page.css"),
    include_str!("studio.css")
);

/// Fonts that the pages use; nothing else of the fonts is given out.
const FONTS: [&str; 3] =
    ["Oswald-SemiBold.ttf", "AlegreyaSans-Regular.ttf", "AlegreyaSans-Bold.ttf"];

/// A file by its name, with its type.
pub fn static_file(name: &str) -> Option<(&'static str, Vec<u8>)> {
    let script = |text: &str| Some(("text/javascript; charset=utf-8", text.as_bytes().to_vec()));
    match name {
        "studio.css" => Some(("text/css; charset=utf-8", STYLE.as_bytes().to_vec())),
        "studio.js" => script(include_str!("studio.js")),
        "faces.js" => script(include_str!("faces.js")),
        "patch.js" => script(include_str!("patch.js")),
        font if FONTS.contains(&font) => {
            let (_, bytes) = GameFolder::shared().asset(Asset::Font, font).ok()?;
            Some(("font/ttf", bytes))
        }
        _ => None,
    }
}
