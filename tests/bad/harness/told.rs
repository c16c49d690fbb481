//! What `check` tells of a game.

use std::fmt;
use std::process::Command;

use serde_json::Value;

use super::good::Good;
use super::reports::rows;

/// What a run of `check` told.
pub struct Told {
    pub code: Option<i32>,
    pub diagnostics: Vec<Diagnostic>,
    pub stderr: String,
}

/// A diagnostic, as far as a wrong file may expect it.
#[derive(Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: String,
    pub severity: String,
    pub message: String,
    pub help: Option<String>,
    /// File, line and column.
    pub place: Option<(String, usize, usize)>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.code, self.severity)?;
        match &self.place {
            Some((file, line, column)) => write!(f, "at {line}:{column} of {file}")?,
            None => write!(f, "at nothing")?,
        }
        let help = self.help.as_deref().unwrap_or("NO HELP");
        write!(f, ": {} ({help})", self.message)
    }
}

/// Runs `check` on a game, without random games.
pub fn check(game: &Good, more: &[&str]) -> Told {
    let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(["check", &game.game, "--games", "0", "--format", "json"])
        .args(more)
        .env_remove("CLICOLOR_FORCE")
        .current_dir(game.dir.path())
        .output()
        .unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told["deckproof_report"], 1, "no JSON was written: {stderr}");
    let list = rows(&told, "findings");
    Told { code: output.status.code(), diagnostics: list.iter().map(diagnostic).collect(), stderr }
}

fn diagnostic(told: &Value) -> Diagnostic {
    let text = |key: &str| told[key].as_str().map(str::to_owned);
    let number = |key: &str| usize::try_from(told[key].as_u64()?).ok();
    let place = || Some((text("file")?, number("line")?, number("column")?));
    Diagnostic {
        code: text("code").unwrap_or_default(),
        severity: text("severity").unwrap_or_default(),
        message: text("message").unwrap_or_default(),
        help: text("help"),
        place: place(),
    }
}
