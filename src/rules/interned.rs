//! Turns a text into one that lives as long as the process: the same text gives the same `&'static str`, stored once.
//! Called by `table` and `script` for the names that a game declares.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A text as one that lives as long as the process; the same text is kept once. For the few words that a game's folder gives to
/// refusals, laws and scores, which are handed on everywhere as if they stood in the program.
pub fn interned(text: &str) -> &'static str {
    static WORDS: OnceLock<Mutex<BTreeSet<&'static str>>> = OnceLock::new();
    let words = WORDS.get_or_init(Mutex::default);
    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = words.get(text) {
        return word;
    }
    let word: &'static str = Box::leak(text.to_owned().into_boxed_str());
    words.insert(word);
    word
}
