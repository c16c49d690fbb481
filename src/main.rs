//! The command line tool. Here alone it is known which commit is built: another one compiles this file anew, and no other.
#![forbid(unsafe_code)]

/// The commit that this is built from: as whoever makes a release says, else as git says; nothing where there is no repository.
const COMMIT: &str = match option_env!("DECKPROOF_COMMIT") {
    Some(commit) => commit,
    None => HEAD,
};

#[cfg(in_repository)]
const HEAD: &str = git_version::git_version!(
    args = ["--always", "--exclude=*", "--abbrev=9", "--dirty=-modified"],
    fallback = ""
);

#[cfg(not(in_repository))]
const HEAD: &str = "";

fn main() -> std::process::ExitCode {
    deckproof::cli::run_command_line(COMMIT)
}
