//! The view of what has changed since the last commit, or from another folder. What is compared comes in, the page goes out; the
//! comparison itself is the page of `diff`, framed.

use maud::html;
use serde::Deserialize;

use super::cards::encoded;
use super::frame::{document, studio_page};
use crate::session::GameSnapshot;

/// What is asked of the view.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ChangesView {
    /// A revision such as `HEAD:`, or a folder; the last commit where it is empty.
    pub old: String,
}

impl ChangesView {
    /// What the game is compared with.
    pub fn old(&self) -> &str {
        match self.old.trim() {
            "" => "HEAD:",
            old => old,
        }
    }
}

/// The page of the changes.
pub fn changes_page(game: &GameSnapshot, view: &ChangesView) -> String {
    let address = format!("/diff/page?old={}&revision={}", encoded(view.old()), game.revision);
    studio_page(
        "/diff",
        game,
        html! {
            form.tools method="get" action="/diff" {
                label { "Compare with " input type="text" name="old" value=(view.old()) size="24" spellcheck="false"; }
                button { "Show" }
                span.hint { "HEAD: is the last commit, HEAD~3: the one three before it; or name a folder." }
            }
            iframe.comparison src=(address) title="What has changed" {}
        },
    )
}

/// What stands in place of a comparison that cannot be made.
pub fn no_comparison(why: &str) -> String {
    let body = html! { body { main { p.notice { (why) } } } };
    document("No comparison", None, None, &body)
}
