//! What the compiler does not know by itself. Nothing here changes with a commit: that would compile the whole crate anew.

use std::{env, path::Path};

fn main() {
    // The shipped games are inside the program in a release. Otherwise they are read from the repository, and an edited card
    // compiles nothing.
    println!("cargo::rustc-check-cfg=cfg(embedded)");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rustc-cfg=embedded");
        println!("cargo::rerun-if-changed=cards");
        println!("cargo::rerun-if-changed=templates");
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=DECKPROOF_TARGET={target}");
    // A crate that was unpacked in somebody's repository is none of its commits.
    println!("cargo::rustc-check-cfg=cfg(in_repository)");
    if Path::new(".git").exists() {
        println!("cargo::rustc-cfg=in_repository");
    }
}
