//! Formats the results of `mutate` as JSON. The [`Tried`] edits of a game come in, one line of JSON goes out. Called by `mutate`;
//! `mutate_table` reads the same [`Tried`].

use serde_json::{Value, json};

use crate::cards::{FreeByDesign, Mutation, Pack};
use crate::source::Files;
use crate::verify::mutate::{MutationPlan, Noticed};

/// A game whose edits were tried.
pub struct Tried {
    pub pack: Pack,
    pub plan: MutationPlan,
    /// The edits that were asked for, each with who noticed.
    pub edits: Vec<(Mutation, Noticed)>,
    pub variants: usize,
    pub seconds: f64,
}

impl Tried {
    /// Why the value may be any other.
    pub fn free(&self, mutation: &Mutation) -> Option<&FreeByDesign> {
        FreeByDesign::covering(&self.pack.game.free, &mutation.path)
    }

    /// Edits that no check, scenario or law notices, though nothing says that they are free.
    pub fn survivors(&self) -> impl Iterator<Item = &(Mutation, Noticed)> {
        let survives = |m: &Mutation, noticed: &Noticed| !noticed.fails() && self.free(m).is_none();
        self.edits.iter().filter(move |(m, n)| survives(m, n))
    }
}

/// Everything of a game, as one line.
pub fn mutation_json(tried: &Tried, files: &Files) -> String {
    let game = &tried.pack.game;
    let edits = tried.edits.iter();
    let edits = edits.map(|(mutation, noticed)| edit(tried, files, mutation, noticed));
    let left_out = tried.pack.only_printed().map(|deck| deck.id.as_str());
    json!({
        "version": 1, "game": game.id, "game_version": game.version,
        "seed": tried.plan.seed, "games": tried.plan.games,
        "only_printed": left_out.collect::<Vec<_>>(),
        "survivors": tried.survivors().count(),
        "edits": edits.collect::<Vec<_>>(),
    })
    .to_string()
}

fn edit(tried: &Tried, files: &Files, mutation: &Mutation, noticed: &Noticed) -> Value {
    let (line, column) = files.line_column(mutation.span);
    json!({
        "path": mutation.name(), "file": files.path(mutation.span.file), "line": line, "column": column,
        "old": mutation.written(&mutation.old), "new": mutation.written(&mutation.new),
        "noticed": who(noticed),
        "free": tried.free(mutation).map(|free| free.reason.as_str()),
    })
}

fn who(noticed: &Noticed) -> Value {
    match noticed {
        Noticed::Check { code, says } => {
            json!({"by": "check", "code": code.number(), "says": says})
        }
        Noticed::Scenario(slug) => json!({"by": "scenario", "scenario": slug}),
        Noticed::Law { law, says, variant } => {
            json!({"by": "law", "law": law, "says": says, "variant": variant.word()})
        }
        Noticed::Nobody => json!({"by": "nobody"}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::mutate::tests::all;

    #[test]
    fn every_edit_is_an_object_with_its_place() {
        let files = &mut Files::new();
        let tried = all("caps-and-hammers", |_| Noticed::Nobody, files);
        let told: Value = serde_json::from_str(&mutation_json(&tried, files)).unwrap();
        assert_eq!(told["game"], "caps-and-hammers");
        let edits = told["edits"].as_array().unwrap();
        assert_eq!(edits.len(), tried.edits.len());
        let of = |path: &str| edits.iter().find(|e| e["path"] == path).unwrap();
        let rounds = of("rules.rounds");
        assert_eq!((&rounds["old"], &rounds["new"]), (&json!("7"), &json!("8")));
        assert_eq!(rounds["noticed"], json!({"by": "nobody"}));
        assert_eq!(rounds["free"], Value::Null);
        assert!(rounds["line"].as_u64() > Some(1));
        assert!(of("countries.iraq.default")["free"].is_string());
        let free = edits.iter().filter(|e| e["free"].is_string()).count();
        assert_eq!(told["survivors"], json!(edits.len() - free));
    }
}
