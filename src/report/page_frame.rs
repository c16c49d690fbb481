//! The HTML frame shared by all pages: a marker that identifies our files, a content security policy, fonts and colours. A page's
//! content as escaped markup comes in, the bytes of the file go out.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::source::{Asset, GameFolder};

/// The start of every page, by which our own files are recognised before they are overwritten.
const MARK: &str = "<!doctype html>\n<!-- made by deckproof -->\n";

/// Colours and letters of all pages.
const STYLE: &str = include_str!("page.css");

/// The fonts of the pages, which come with the program: file, family, weight.
const FONTS: [(&str, &str, u16); 3] = [
    ("Oswald-SemiBold.ttf", "Oswald", 600),
    ("AlegreyaSans-Regular.ttf", "Alegreya Sans", 400),
    ("AlegreyaSans-Bold.ttf", "Alegreya Sans", 700),
];

/// What a page holds.
pub struct HtmlPage<'a> {
    /// The title of the browser window.
    pub title: &'a str,
    /// Its own style, after the shared fonts and colours.
    pub style: &'a str,
    pub body: Markup,
    /// A value that the script reads from the element `data`.
    pub data: Option<serde_json::Value>,
    pub script: &'a str,
    /// Whether it shows pictures that lie beside it.
    pub has_files: bool,
}

/// Whether `bytes` is a page that this program wrote.
pub fn is_our_page(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// The page as a file. It fetches nothing but pictures beside it, where it has any, and runs no script but its own; the fonts are those of the game's folder.
pub fn html_page(page: HtmlPage<'_>, folder: &GameFolder) -> Vec<u8> {
    let style = [&fonts(folder), STYLE, page.style].concat();
    let pictures = if page.has_files { "'self' data:" } else { "data:" };
    let policy = format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src {pictures}; font-src data:; style-src '{}'; script-src '{}'",
        hash(&style),
        hash(page.script)
    );
    // Escaped so that the data cannot contain `</script>` or `<!--`.
    let data = page.data.map(|data| data.to_string().replace('<', "\\u003c"));
    let html = html! {
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(&style)) }
            }
            body {
                (page.body)
                @if let Some(data) = data {
                    script type="application/json" id="data" { (PreEscaped(data)) }
                }
                script { (PreEscaped(page.script)) }
            }
        }
    };
    [MARK, &html.into_string(), "\n"].concat().into_bytes()
}

/// The `@font-face` rules; a font that is missing is left out, and the browser's own is used.
fn fonts(folder: &GameFolder) -> String {
    let font = |(file, family, weight): &(&str, &str, u16)| {
        let (_, bytes) = folder.asset(Asset::Font, file).ok()?;
        let data = STANDARD.encode(bytes);
        Some(format!(
            "@font-face{{font-family:\"{family}\";font-weight:{weight};src:url(data:font/ttf;base64,{data})}}\n"
        ))
    };
    FONTS.iter().filter_map(font).collect()
}

/// The hash by which the content security policy allows a style or script.
fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    format!("sha256-{}", STANDARD.encode(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(title: &str) -> String {
        let page = HtmlPage {
            title,
            style: "",
            body: html! { p { (title) } },
            data: Some(serde_json::json!(["</script>"])),
            script: "\"use strict\";",
            has_files: false,
        };
        let folder = GameFolder::shared();
        String::from_utf8(html_page(page, &folder)).unwrap()
    }

    #[test]
    fn a_page_is_known_again_and_has_its_fonts() {
        let page = page("Caper");
        assert!(is_our_page(page.as_bytes()) && !is_our_page(b"<!doctype html>"));
        assert_eq!(page.matches("@font-face").count(), FONTS.len());
    }

    #[test]
    fn a_page_has_a_content_security_policy() {
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
        assert!(page("Caper").contains(policy));
    }

    #[test]
    fn words_are_never_markup() {
        let page = page("<b> & \"c\"");
        assert!(page.contains("<p>&lt;b&gt; &amp; &quot;c&quot;</p>"));
        assert!(page.contains("[\"\\u003c/script>\"]") && page.matches("</script>").count() == 2);
    }
}
