//! What somebody at a table is answered, to a move or to a wish. Made by `open_table`; the routes send it.

use serde::Serialize;

use crate::verify::live::Refused;

/// What a move or a wish is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    pub ok: bool,
    pub says: String,
    pub help: String,
    pub clause: String,
}

impl Answer {
    pub fn yes() -> Answer {
        Answer { ok: true, says: String::new(), help: String::new(), clause: String::new() }
    }

    pub fn no(says: impl Into<String>) -> Answer {
        Answer { ok: false, says: says.into(), ..Answer::yes() }
    }
}

impl From<Refused> for Answer {
    fn from(refused: Refused) -> Answer {
        Answer { ok: false, says: refused.says, help: refused.help, clause: refused.clause }
    }
}
