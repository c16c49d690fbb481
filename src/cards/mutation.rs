//! Edits one value of a game's files and reads the game again. A pack and a [`Mutation`] come in; the edited pack and
//! diagnostics go out. Called by `check::edited` and by the command `mutate`.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::deck::Deck;
use super::game::GameFile;
use super::pack::{Pack, ParsedFile, shared_fields};
use super::pack_limits::check_size;
use super::value::{Datum, Key, TomlTable, Value};
use crate::source::{Diagnostics, Span};

/// An edit of one value of a game's data, made to see which check notices it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mutation {
    /// What it is called: deck, card and keys; `rules` and keys; `rulings` and what is decided. Items of a list count
    /// from 0.
    pub path: Vec<String>,
    /// Position of the value, or of the card that does not have it.
    pub span: Span,
    /// `None` where the value is not written.
    pub old: Option<Value>,
    /// `None` where it is taken away.
    pub new: Option<Value>,
    pub(super) place: EditPlace,
}

/// Where an edit is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EditPlace {
    /// A file of data, by its place in [`Pack::written`], and the way to the value in it.
    Data { file: usize, way: Vec<PathStep> },
    /// Bytes of the script; old and new are texts.
    Script(Range<usize>),
}

/// A step into a table or a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    Key(String),
    Item(usize),
}

impl Mutation {
    /// The path as `[free-by-design]` writes it: `gear.rope-ladder.cost`.
    pub fn name(&self) -> String {
        self.path.join(".")
    }

    /// Deck, `rules` or `rulings`.
    pub fn group(&self) -> &str {
        self.path.first().map_or("", String::as_str)
    }

    /// Whether the value is a card's, and not of `[rules]` or a ruling.
    pub fn is_of_a_card(&self) -> bool {
        matches!(self.place, EditPlace::Data { file, .. } if file > 0)
    }

    /// Whether it edits `rules.star`, and no data.
    pub fn is_of_the_script(&self) -> bool {
        matches!(self.place, EditPlace::Script(_))
    }

    /// A value as it is written: text of a script without quotation marks.
    pub fn written(&self, value: &Option<Value>) -> Option<String> {
        match &self.place {
            EditPlace::Script(_) => Some(value.as_ref()?.as_str()?.to_owned()),
            EditPlace::Data { .. } => value.as_ref().map(ToString::to_string),
        }
    }

    /// The last key on the way, and the items below it: `goods.0`.
    fn key(&self) -> String {
        let EditPlace::Data { way, .. } = &self.place else {
            return String::new();
        };
        let at = way.iter().rposition(|step| matches!(step, PathStep::Key(_)));
        let last = &way[at.unwrap_or(0)..];
        last.iter()
            .map(|step| match step {
                PathStep::Key(key) => key.clone(),
                PathStep::Item(item) => item.to_string(),
            })
            .collect::<Vec<_>>()
            .join(".")
    }
}

/// The edit in short: "`cost = 1` to 2", "no `gives.1 = { points = 1 }`".
impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key();
        if let (EditPlace::Script(_), Some(old), Some(new)) =
            (&self.place, self.written(&self.old), self.written(&self.new))
        {
            return match new.as_str() {
                "pass" => write!(f, "no `{old}`"),
                _ => write!(f, "`{old}` to `{new}`"),
            };
        }
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, "`{key} = {old}` to `{new}`"),
            (Some(old), None) => write!(f, "no `{key} = {old}`"),
            (None, Some(new)) => write!(f, "`{key} = {new}` added"),
            (None, None) => f.write_str("nothing"),
        }
    }
}

impl Pack {
    /// The game with one value edited, and what reading the edited file reports. [`crate::check`] looks at the rest.
    pub fn edited(&self, mutation: &Mutation) -> (Pack, Diagnostics) {
        let mut faults = Diagnostics::new();
        let mut pack = self.clone();
        if let (EditPlace::Script(range), Some(script)) = (&mutation.place, &mut pack.game.script) {
            let mut text = script.text().to_string();
            let new = mutation.new.as_ref().and_then(Value::as_str);
            if text.get(range.clone()).is_some() {
                text.replace_range(range.clone(), new.unwrap_or_default());
            }
            script.rewrite(text);
        }
        if let EditPlace::Data { file: at, way } = &mutation.place
            && let Some(ParsedFile { file, table }) = pack.written.get_mut(*at)
        {
            let (added, new) = (mutation.old.is_none(), mutation.new.as_ref());
            Arc::make_mut(table).put(way, added, new, mutation.span);
            match at.checked_sub(1) {
                None => {
                    let script = pack.game.script.take();
                    pack.game = GameFile::read(&self.game.id, *file, table, &mut faults);
                    pack.game.script = script;
                }
                Some(deck) => {
                    let deck = &mut pack.decks[deck];
                    let mut read = Deck::read(&deck.id, *file, table, &mut faults);
                    read.columns.headings = std::mem::take(&mut deck.columns.headings);
                    *deck = read;
                }
            }
            pack.shared = Arc::new(shared_fields(&pack.game, &pack.decks, &mut faults));
        }
        (pack, faults)
    }

    /// What reading reports of all rows together: too many cards, and whatever the rules know of them.
    pub fn check_rows(&self) -> Diagnostics {
        let mut faults = Diagnostics::new();
        check_size(&self.decks, &mut faults);
        if let Some(vocabulary) = &self.vocabulary {
            faults.append(vocabulary.faults.clone());
        }
        faults
    }
}

impl TomlTable {
    /// Puts a value where the way leads, or takes away what is there. `added`: nothing is there yet. A new key stands at `span`.
    pub fn put(&mut self, way: &[PathStep], added: bool, value: Option<&Value>, span: Span) {
        let Some((PathStep::Key(key), rest)) = way.split_first() else {
            return;
        };
        let at = self.entries.iter().position(|(k, _)| k.name == *key);
        match (at, rest, value) {
            (Some(at), [], Some(value)) => self.entries[at].1 = value.clone(),
            (Some(at), [], None) => drop(self.entries.remove(at)),
            (Some(at), rest, value) => put_in(&mut self.entries[at].1, rest, added, value, span),
            (None, [], Some(value)) => {
                let name = key.clone();
                self.entries.push((Key { name, span }, value.clone()));
            }
            (None, ..) => {}
        }
    }
}

fn put_in(into: &mut Value, way: &[PathStep], added: bool, value: Option<&Value>, span: Span) {
    match (&mut into.datum, way) {
        (Datum::Table(table), way) => table.put(way, added, value, span),
        (Datum::List(list), [PathStep::Item(at)]) if added => {
            if let Some(value) = value {
                list.insert((*at).min(list.len()), value.clone());
            }
        }
        (Datum::List(list), [PathStep::Item(at), rest @ ..]) if *at < list.len() => match value {
            Some(value) if rest.is_empty() => list[*at] = value.clone(),
            None if rest.is_empty() => drop(list.remove(*at)),
            value => put_in(&mut list[*at], rest, added, value, span),
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::cards::schema::Keys;
    use crate::cards::{Alternatives, ScriptReading, Vocabulary};
    use crate::source::{Files, Folder, GameFolder, Tree};

    /// Cards that have a worth, gifts and a side.
    fn played(_: &GameFolder, _: &GameFile, _: &[Deck]) -> Option<Vocabulary> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let keys = owned(&["worth", "gifts", "passive", "side", "land"]);
        let alternatives = [
            (owned(&["side", "of"]), owned(&["yours", "theirs"])),
            (owned(&["land"]), owned(&["east", "west"])),
        ];
        Some(Vocabulary {
            faults: Diagnostics::new(),
            keys: keys.clone(),
            rule_keys: keys.clone(),
            played: [("men".to_owned(), keys)].into(),
            rows: [].into(),
            unplayed_rules: owned(&["terms"]),
            alternatives: alternatives
                .map(|(keys, words)| Alternatives { deck: None, keys, words })
                .into(),
            fill_face: Box::new(|_, _, _, _| ()),
            table_schema: |_, _| Keys::default(),
            read_script: |_, _| ScriptReading::default(),
            script: OnceLock::new(),
        })
    }

    const GAME: &str = r##"title = "T"
[rules]
rounds = 7
cards = [4, 6]
[rules.terms]
hand = 7
[table.land.east]
name = "East"
[table.land.west]
name = "West"
[[ruling]]
id = "G1"
rule = "R1"
question = "?"
decision = "!"
decides = "ties"
choice = "draw"
choices = ["draw", "again", "never"]
"##;

    const MEN: &str = r##"template = "t.svg"
[defaults]
land = "west"
[[card]]
name = "Spy"
copies = 3
worth = 2
gifts = [{ coins = 1 }, { points = { each = 2, of = "yours" } }]
[[card]]
name = "Wall"
side = "theirs"
passive = { holds = true }
art = "wall"
"##;

    fn pack(game: &str, men: &str) -> Pack {
        let files = [
            ("game.toml", game),
            ("men.toml", men),
            ("aids.toml", "template = \"t.svg\"\n[[card]]\nname = \"Aid\"\nworth = 3\n"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let folder = Folder::Memory(Tree::new("", files.into()));
        let folder = GameFolder::within("toy", folder, None);
        Pack::load(folder, played, &mut Files::new()).unwrap()
    }

    fn diagnostics_without(pack: &Pack) -> Vec<String> {
        let all = pack.mutations();
        all.iter().map(|m| format!("{}: {m}", m.name())).collect()
    }

    #[test]
    fn every_value_that_plays_is_edited_and_no_other() {
        assert_eq!(
            diagnostics_without(&pack(GAME, MEN)),
            [
                "rules.rounds: `rounds = 7` to `8`",
                "rules.rounds: `rounds = 7` to `6`",
                "rules.cards.0: `cards.0 = 4` to `5`",
                "rules.cards.0: `cards.0 = 4` to `3`",
                "rules.cards.0: no `cards.0 = 4`",
                "rules.cards.1: `cards.1 = 6` to `7`",
                "rules.cards.1: `cards.1 = 6` to `5`",
                "rules.cards.1: no `cards.1 = 6`",
                "rulings.ties: `choice = \"draw\"` to `\"again\"`",
                "rulings.ties: `choice = \"draw\"` to `\"never\"`",
                "men.defaults.land: `land = \"west\"` to `\"east\"`",
                "men.spy.copies: `copies = 3` to `4`",
                "men.spy.copies: `copies = 3` to `2`",
                "men.spy.worth: `worth = 2` to `3`",
                "men.spy.worth: `worth = 2` to `1`",
                "men.spy.gifts.0.coins: `coins = 1` to `2`",
                "men.spy.gifts.0.coins: `coins = 1` to `0`",
                "men.spy.gifts.0: no `gifts.0 = { coins = 1 }`",
                "men.spy.gifts.1.points.each: `each = 2` to `3`",
                "men.spy.gifts.1.points.each: `each = 2` to `1`",
                "men.spy.gifts.1.points.of: `of = \"yours\"` to `\"theirs\"`",
                "men.spy.gifts.1: no `gifts.1 = { points = { each = 2, of = \"yours\" } }`",
                "men.wall.copies: `copies = 2` added",
                "men.wall.copies: `copies = 0` added",
                "men.wall.side: `side = \"theirs\"` to `\"yours\"`",
                "men.wall.passive.holds: `holds = true` to `false`",
                "men.wall.passive: no `passive = { holds = true }`",
            ]
        );
        let printed = pack(GAME, MEN);
        let printed: Vec<&str> = printed.only_printed().map(|d| d.id.as_str()).collect();
        assert_eq!(printed, ["aids"]);
    }

    #[test]
    fn what_reading_tells_of_an_edit_is_told() {
        let pack = pack(GAME, &MEN.replace("[defaults]", "count = 4\n[defaults]"));
        let told = |name: &str| {
            let mutation = pack.mutations().into_iter().find(|m| m.name() == name);
            let (_, faults) = pack.edited(&mutation.unwrap());
            faults.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
        };
        let count = "deck `men` has 5 cards, but its `count` is 4".to_owned();
        assert!(told("men.spy.copies").contains(&count));
        assert!(!told("men.spy.worth").contains(&count));
    }
}
