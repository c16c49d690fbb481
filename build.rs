//! What the compiler does not know by itself. Nothing here changes with a commit: that would compile the whole crate anew.
use std::{env, path::Path};

fn main() {
    // The shipped games are embedded: a changed card is a changed binary.
    println!("cargo::rerun-if-changed=cards");
    println!("cargo::rerun-if-changed=templates");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=DECKPROOF_TARGET={target}");
    // A crate that was unpacked in somebody's repository is none of its commits.
    println!("cargo::rustc-check-cfg=cfg(in_repository)");
    if Path::new(".git").exists() {
        println!("cargo::rustc-cfg=in_repository");
    }
}
