//! Whether the shipped games are inside the program (`cfg(embedded)`): in a release, or when `DECKPROOF_EMBED` is set. Otherwise they
//! are read from the repository, and an edited card compiles nothing.

fn main() {
    println!("cargo:rustc-check-cfg=cfg(embedded)");
    println!("cargo:rerun-if-env-changed=DECKPROOF_EMBED");
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release || std::env::var_os("DECKPROOF_EMBED").is_some() {
        println!("cargo:rustc-cfg=embedded");
        println!("cargo:rerun-if-changed=cards");
        println!("cargo:rerun-if-changed=templates");
    }
}
