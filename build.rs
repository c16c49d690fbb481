//! The shipped games are embedded: a changed card is a changed binary.
fn main() {
    println!("cargo:rerun-if-changed=cards");
    println!("cargo:rerun-if-changed=templates");
}
