//! Names the program that runs: its version, and the commit that it was built from. `main` says the commit, once. Called by what writes it
//! into files, and by `--version`.

use std::sync::OnceLock;

static COMMIT: OnceLock<String> = OnceLock::new();

/// What the program was built from; said once, before anything is written.
pub fn built_from(commit: &str) {
    let _ = COMMIT.set(commit.to_owned());
}

/// `0.1.0 (4d2f9c1ab)`; the version alone where the commit is not known.
pub fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match COMMIT.get().map_or("", String::as_str) {
        "" => version.to_owned(),
        commit => format!("{version} ({commit})"),
    }
}
