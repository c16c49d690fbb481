//! Small games of one table, one deck and one script, written in a test.

use std::collections::BTreeMap;

use deckproof::cards::Pack;
use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::{SeededChance, Variant};
use deckproof::script::Rules;
use deckproof::source::{Diagnostics, Files, Folder, GameFolder, Tree};
use deckproof::verify::record::{RecordPlan, record_game};
use deckproof::verify::replay::replay_record;
use serde_json::Value;

use crate::conform::conform;

/// A game of three files.
#[derive(Clone, Copy)]
pub struct SmallGame<'t> {
    pub table: &'t str,
    pub cards: &'t str,
    pub script: &'t str,
}

impl SmallGame<'_> {
    fn read(&self) -> (Option<Pack>, Diagnostics) {
        let files: BTreeMap<String, Vec<u8>> = [
            ("game.toml", format!("title = \"Small\"\n{}", self.table)),
            ("cards.toml", format!("template = \"card.svg\"\n{}", self.cards)),
            ("rules.star", self.script.to_owned()),
        ]
        .map(|(name, text)| (name.to_owned(), text.into_bytes()))
        .into();
        let folder = Folder::Memory(Tree::new("memory:", files));
        let folder = GameFolder::within("small", folder, None);
        registry::read(folder, &mut Files::new())
    }

    /// What its script is warned of: messages, each with its help.
    pub fn warnings(&self) -> Vec<String> {
        let (pack, faults) = self.read();
        assert!(faults.is_empty(), "{faults:?}");
        said(&pack.unwrap().script_warnings())
    }

    /// The game, or what is wrong with it: messages, each with its help.
    pub fn pack(&self) -> Result<Pack, Vec<String>> {
        let (pack, faults) = self.read();
        match pack {
            Some(pack) if !faults.has_errors() => Ok(pack),
            _ => Err(said(&faults)),
        }
    }

    /// What is wrong with the game in one of its variants.
    pub fn faults(&self, agreed: &[(&str, &str)]) -> Vec<String> {
        let played = self.pack().and_then(|pack| {
            let read = conform(&pack, &variant(&pack, agreed), 1, 1);
            read.map(|_| ()).map_err(|faults| said(&faults))
        });
        played.err().unwrap_or_default()
    }

    /// The lines of a game's record; each line is read back and found the same.
    pub fn record(&self, agreed: &[(&str, &str)], seed: u64) -> Vec<Value> {
        let pack = self.pack().unwrap_or_else(|faults| panic!("{faults:#?}"));
        let plan = RecordPlan { seed, players: Players::Uniform, states: true, legal: false };
        let record = record_game(&pack, &variant(&pack, agreed), &plan);
        let record = record.unwrap_or_else(|faults| panic!("{:#?}", said(&faults)));
        let unfinished = record.unfinished.map(|breach| breach.says);
        assert_eq!(unfinished, None, "{}", record.text);
        let text: String = record.text.clone();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        let replayed = replay_record(&pack, "any.jsonl", record.text.into(), &mut Files::new());
        assert!(replayed.is_ok(), "{text}");
        lines
    }

    /// The rules of its first variant.
    pub fn rules(&self) -> Rules<u64> {
        let pack = self.pack().unwrap_or_else(|faults| panic!("{faults:#?}"));
        let rules = Rules::compile(&pack.game, &pack.decks, &variant(&pack, &[]));
        rules.unwrap_or_else(|faults| panic!("{:#?}", said(&faults)))
    }

    /// A staged table, written down again.
    pub fn staged(&self, table: &Value) -> Value {
        let rules = self.rules();
        let staged = rules.stage(table).unwrap_or_else(|misfits| panic!("{misfits:?}"));
        rules.table(&staged.state, &SeededChance::new(1))
    }

    /// Why a move is refused on a staged table: its word and clause; nothing when it is legal.
    pub fn refusal(&self, table: &Value, text: &str) -> String {
        let rules = self.rules();
        let staged = rules.stage(table).unwrap_or_else(|misfits| panic!("{misfits:?}"));
        let mv = rules.read(&staged.state, text);
        let mv = mv.unwrap_or_else(|unread| panic!("{}", unread.says));
        let refusal = rules.refusal(&staged.state, mv);
        refusal.map_or_else(String::new, |refusal| format!("{} {}", refusal.word, refusal.clause))
    }

    /// Plays games of every variant: legal moves are not refused, views leak nothing, laws hold.
    pub fn conforms(&self) {
        let failures = self.failures();
        assert!(failures.is_empty(), "{failures:#?}");
    }

    /// What does not hold in games of every variant.
    pub fn failures(&self) -> Vec<String> {
        let pack = self.pack().unwrap_or_else(|faults| panic!("{faults:#?}"));
        let mut failures = Vec::new();
        for variant in Variant::all(&deckproof::script::script_axes(&pack.game)) {
            let found = conform(&pack, &variant, 20, 1);
            let found = found.unwrap_or_else(|faults| panic!("{:#?}", said(&faults)));
            let told = found.failures();
            failures.extend(told.map(|failure| format!("{}: {failure:?}", variant.describe())));
        }
        failures
    }
}

fn variant(pack: &Pack, agreed: &[(&str, &str)]) -> Variant {
    let first = Variant::first(&deckproof::script::script_axes(&pack.game));
    agreed.iter().fold(first, |variant, (axis, choice)| variant.with(axis, choice))
}

fn said(faults: &Diagnostics) -> Vec<String> {
    let all = faults.iter().map(|fault| {
        let help = fault.help.as_deref().unwrap_or("NO HELP");
        format!("{}; {help}", fault.message)
    });
    all.collect()
}
