//! Tests of the laws as a whole.

mod broken;
mod broken_ends;
mod broken_hands;
mod clean;
mod games;
mod refused;
mod staged;
