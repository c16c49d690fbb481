//! The page of a table and the one by which a seat is taken. Names come in, HTML goes out.

use maud::html;

use crate::pages::replay::BOARD_SCRIPT;
use crate::pages::studio::{document, static_file};

/// The script: a board that is built anew for each state, and what is done with it.
const SCRIPT: [&str; 5] = [
    "\"use strict\";\n\nconst find = (id) => document.getElementById(id);\n\nconst showBoard = (game, peekAll) => {\n",
    BOARD_SCRIPT,
    include_str!("board.js"),
    "};\n\n",
    include_str!("table.js"),
];

/// A style or script of the table's pages, by its name.
pub fn table_file(name: &str) -> Option<(&'static str, Vec<u8>)> {
    match name {
        "table.js" => Some(("text/javascript; charset=utf-8", SCRIPT.concat().into_bytes())),
        "studio.css" => static_file(name),
        font if font.ends_with(".ttf") => static_file(font),
        _ => None,
    }
}

/// The page behind an invitation: what it is for, and a name to play under.
pub fn join_page(title: &str, what: &str, said: Option<&str>) -> String {
    let body = html! {
        body.join {
            main {
                h1 { (title) }
                @if let Some(said) = said {
                    p.notice role="alert" { (said) }
                } @else {
                    p { "You are invited " (what) "." }
                    form method="post" {
                        label { "Your name " input type="text" name="name" maxlength="40" autocomplete="nickname" required autofocus; }
                        " " button.main { @if what.starts_with("to play") { "Take the seat" } @else { "Come in" } }
                    }
                }
                p.hint { "The cards stay on the computer of the person who invited you, who could look at all of them." }
            }
        }
    };
    document(title, None, None, &body)
}

/// The page of a table for one pass; `base` is the address of the pass.
pub fn table_page(title: &str, base: &str) -> String {
    let body = html! {
        body.table data-base=(base) {
            header {
                h1 #title { (title) }
                p #about {}
                p #round class="round" {}
            }
            main {
                section #board class="board" aria-label="The table" {}
            }
            aside {
                section #turn class="turn-told" role="status" aria-live="polite" {}
                section #taken class="taken" aria-label="Taken from the middle since your last move" hidden {}
                section #choices class="choices" aria-label="Your moves" hidden {
                    p #chosen class="hint" hidden {}
                    ul #legal {}
                    form id="by-text" { label { "Or type it " input type="text" id="text" maxlength="500" autocomplete="off" spellcheck="false"; } " " button { "Play" } }
                }
                p #refused class="refused" role="alert" hidden {}
                section #undo class="undo" {}
                section.now aria-label="What happened" hidden { p #who {} p id="move" {} ul #says {} }
                section #score class="score" aria-label="Scores" hidden {}
                section.list aria-label="What happened" tabindex="0" { ol #log class="log" {} }
                p #people class="hint" {}
                p.hint { "Whoever runs this table could look at all the cards." }
            }
            div #zoom class="zoom" aria-hidden="true" hidden {}
            div #curtain class="curtain" hidden { p id="curtain-says" {} button type="button" class="main" id="lift" { "Show my cards" } }
            noscript { "This table needs scripts, which are switched off." }
        }
    };
    document(title, Some(&format!("{base}/style.css")), Some("/static/table.js"), &body)
}
