//! A game as the message that puts it onto an open table of Tabletop Simulator: a script, run by the port for text editors.

use serde_json::{Value, json};

/// The script, and where the objects of the save are put in.
const SCRIPT: &str = include_str!("push.lua");
const OBJECTS: &str = "--[[objects]]";

/// The message that carries a save, which [`super::save()`] made.
pub fn push_message(save: &[u8]) -> Vec<u8> {
    let save: Value = serde_json::from_slice(save).unwrap_or_default();
    let objects = save["ObjectStates"].to_string();
    let script = SCRIPT.replacen(OBJECTS, &long_string(&objects), 1);
    let message = json!({ "messageID": 3, "guid": "-1", "script": script });
    message.to_string().into_bytes()
}

/// A Lua string in brackets of a length that is not in the text: nothing in it is escaped.
fn long_string(text: &str) -> String {
    let mut signs = "==".to_owned();
    while text.contains(&format!("]{signs}]")) || text.ends_with(&format!("]{signs}")) {
        signs.push('=');
    }
    format!("[{signs}[{text}]{signs}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_does_not_end_the_string_that_holds_it() {
        assert_eq!(long_string("[]"), "[==[[]]==]");
        assert_eq!(long_string("a]==]b"), "[===[a]==]b]===]");
        assert_eq!(long_string("a]=="), "[===[a]==]===]");
    }
}
