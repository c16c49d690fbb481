//! Formats the differences between two games as JSON. A [`DiffReport`] comes in, one line of JSON goes out. Called by `diff`;
//! `diff_table` and `diff_markdown` read the same [`DiffReport`].

use serde_json::{Value, json};

use crate::diff::{
    CardChange, DeckChange, Fate, GameDifferences, ScriptChange, ScriptLine, ValueChange,
};
use crate::session::{Scenarios, ShownGame, VariantDifference};
use crate::statistics::Interval;

/// Counts up when a field changes its meaning or is taken away.
const VERSION: u32 = 1;

/// All that is told.
pub struct DiffReport {
    pub old: ShownGame,
    pub new: ShownGame,
    pub found: GameDifferences,
    /// `None` when they were not run: nothing that they show differs.
    pub scenarios: Option<Scenarios>,
    /// Pairs of random games of each variant, and what they say.
    pub games: Option<(u64, Vec<VariantDifference>)>,
}

impl DiffReport {
    pub fn differs(&self) -> bool {
        !self.found.is_empty() || self.scenarios.as_ref().is_some_and(|s| !s.is_empty())
    }
}

/// Everything, as one line.
pub fn diff_json(told: &DiffReport) -> String {
    let found = &told.found;
    let decks: Vec<Value> = found.decks.iter().map(deck).collect();
    let games = told.games.as_ref().map(|(pairs, all)| {
        json!({"pairs": pairs, "variants": all.iter().map(variant).collect::<Vec<_>>()})
    });
    let object = json!({
        "version": VERSION,
        "old": side(&told.old),
        "new": side(&told.new),
        "different": told.differs(),
        "summary": found.summary(),
        "game": {"rules": edits(&found.rules), "looks": edits(&found.looks)},
        "script": found.script.iter().map(script).collect::<Vec<_>>(),
        "decks": decks,
        "scenarios": told.scenarios.as_ref().map(scenarios),
        "games": games,
    });
    object.to_string()
}

fn side(side: &ShownGame) -> Value {
    let game = &side.pack.game;
    json!({"name": side.label, "game": game.id, "title": game.full_title(), "version": game.version})
}

fn edits(edits: &[ValueChange]) -> Vec<Value> {
    let edit = |e: &ValueChange| json!({"what": e.what, "old": e.old, "new": e.new});
    edits.iter().map(edit).collect()
}

fn fate(fate: &Fate) -> &'static str {
    match fate {
        Fate::Kept => "kept",
        Fate::New => "new",
        Fate::Gone => "gone",
        Fate::Moved { .. } => "moved",
    }
}

fn script(change: &ScriptChange) -> Value {
    let line =
        |line: &ScriptLine| json!({"old": line.is_old, "line": line.number, "text": line.text});
    json!({
        "function": change.function,
        "fate": fate(&change.fate),
        "changed": change.changed,
        "lines": change.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

fn deck(deck: &DeckChange) -> Value {
    json!({
        "deck": deck.id,
        "title": deck.title,
        "fate": fate(&deck.fate),
        "looks": edits(&deck.looks),
        "text": edits(&deck.text),
        "cards": deck.cards.iter().map(card).collect::<Vec<_>>(),
    })
}

fn card(card: &CardChange) -> Value {
    let kinds: Vec<&str> = card.kinds().into_iter().map(|kind| kind.word()).collect();
    let was = match &card.fate {
        Fate::Moved { deck, id, name } => json!({"deck": deck, "card": id, "name": name}),
        _ => Value::Null,
    };
    json!({
        "card": card.id,
        "name": card.name,
        "kinds": kinds,
        "was": was,
        "copies": {"old": card.copies.0, "new": card.copies.1},
        "rules": edits(&card.rules),
        "looks": edits(&card.looks),
    })
}

fn scenarios(all: &Scenarios) -> Value {
    let mut object = serde_json::Map::new();
    for (word, _, list) in all.lists() {
        let list = list.iter().map(
            |o| json!({"scenario": o.slug, "title": o.title, "cites": o.cites, "says": o.says}),
        );
        object.insert(word.to_owned(), list.collect());
    }
    object.insert("held".to_owned(), json!(all.held));
    object.insert("failing".to_owned(), json!(all.failing));
    object.into()
}

fn variant(all: &VariantDifference) -> Value {
    let found = all.found.iter().map(|f| {
        let Interval { value, low, high } = f.difference;
        json!({
            "what": f.what, "old": f.old.value, "new": f.new.value,
            "difference": {"value": value, "low": low, "high": high},
            "verdict": f.verdict_words(), "differs": f.is_decided(),
        })
    });
    json!({"variant": all.variant, "found": found.collect::<Vec<_>>()})
}
