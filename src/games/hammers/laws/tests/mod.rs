//! Tests of the laws as a whole.

mod broken;
mod clean;
mod games;
mod refused;
