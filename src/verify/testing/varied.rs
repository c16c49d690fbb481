//! The toy game in variants: one round or two, all cards kept or one lost. Used by the tests of `variants`.

use super::{Fault, Toy};
use crate::cards::{Deck, GameFile};
use crate::rules::{Axis, Variant};
use crate::source::Diagnostics;
use crate::verify::Prover;

/// Axes `rounds` (2 or 1) and `cards` (kept or lost).
pub const VARIED: Prover<Toy> = Prover { axes, compile };

fn axes(_: &GameFile) -> Vec<Axis> {
    let axis = |name: &str, values: [&str; 2]| Axis {
        name: name.to_owned(),
        values: values.map(str::to_owned).to_vec(),
    };
    vec![axis("rounds", ["2", "1"]), axis("cards", ["kept", "lost"])]
}

fn compile(_: &GameFile, _: &[Deck], variant: &Variant) -> Result<Toy, Diagnostics> {
    let rounds = variant.get("rounds").unwrap().parse().unwrap();
    let fault = match variant.get("cards").unwrap() {
        "lost" => Fault::LosesACard,
        _ => Fault::Nothing,
    };
    Ok(Toy::new(rounds, fault))
}
