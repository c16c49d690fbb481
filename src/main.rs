//! The command line tool.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    deckproof::cli::run()
}
