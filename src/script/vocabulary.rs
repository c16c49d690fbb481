//! What a game's own folder says about its rows: the abilities that it declares, and the keys and numbers that its script
//! reads. A folder and decks come in; an [`OwnVocabulary`] goes out. Called by `registry`.
//!
//! Compiling the script records each key that it looks up. So the program knows what plays and what is only printed: `mutate`
//! edits only what plays, and `diff` counts a change to it as a change of the rules.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::cards;
use super::compile::ScriptCompiler;
use super::edits::edits;
use super::given_words::{GivenWords, WORDING};
use super::numbers::{Numbers, Reads};
use super::rules::Entries;
use super::unshuffled::unshuffled;
use super::unused::{unused, used_in_table};
use crate::cards::TextEdit;
use crate::cards::schema::{Keys, flag, list, shown, text, whole, word};
use crate::cards::{
    Alternatives, Datum, Deck, Face, FaceContext, FieldWords, GameFile, PrintedBy, Row, ScriptFile,
    SharedFields, Unused, Vocabulary,
};
use crate::rules::{Variant, interned};
use crate::source::{Asset, Code, Diagnostic, Diagnostics, GameFolder, Span};
use crate::syntax::Script;
use crate::table::{self, Abilities, Ability, Layout, MOST_SENTENCE, Wide};

/// What the rules of one game's folder read of its data.
#[derive(Debug, Clone, Default)]
pub struct OwnVocabulary {
    abilities: Abilities,
    /// What `game.toml` says on every card.
    shared: SharedFields,
    /// The fields that the cards of each deck have of their abilities, by their places.
    made: BTreeMap<String, Vec<usize>>,
    /// What is wrong with the declarations, whatever the rows say.
    faults: Diagnostics,
    /// By deck, the keys of its rows that play; decks that are not on the table have none.
    played: BTreeMap<String, Vec<&'static str>>,
    /// The keys of all decks by which they are played.
    rule_keys: Vec<&'static str>,
    /// Those, and the keys that abilities print.
    keys: Vec<&'static str>,
    /// Keys of `[rules]` that the script does not read.
    unplayed: Vec<&'static str>,
    unused: Vec<Unused>,
    alternatives: Vec<Alternatives>,
    /// Functions of the script for what follows from the table.
    follows: Vec<String>,
    /// Whether there is a script, or a table, that cannot be read.
    is_unread: bool,
}

/// The vocabulary of a game that declares a table or abilities. A script that cannot be compiled is taken to read every
/// key that it names.
pub fn vocabulary(folder: &GameFolder, game: &GameFile, decks: &[Deck]) -> Option<OwnVocabulary> {
    let script = game.script.as_ref().filter(|_| game.table.is_some());
    if game.table.is_none() && game.abilities.is_none() && game.made_fields.is_none() {
        return None;
    }
    let mut own = OwnVocabulary::default();
    let symbols: Vec<String> = folder
        .names(Asset::Symbol)
        .into_iter()
        .map(|name| match name.rsplit_once('.') {
            Some((stem, _)) => stem.to_owned(),
            None => name,
        })
        .collect();
    own.shared = game.fields();
    own.abilities = Abilities::read(game, decks, Some(&symbols), &mut own.faults);
    own.rule_keys = own.abilities.keys.iter().map(|key| interned(key)).collect();
    own.alternatives = own.abilities.all.iter().flat_map(alternatives).collect();
    match script {
        Some(script) => own.read_script(game, decks, script),
        None => own.unmentioned(None),
    }
    own.unused.extend(own.unused_abilities(decks));
    for deck in decks {
        let fields = own.abilities.fields.iter().enumerate();
        let made = fields.filter(|(_, field)| field.is_of(deck, &own.abilities));
        let made = made.map(|(at, _)| at).collect();
        own.made.insert(deck.id.clone(), made);
    }
    let mut printed: BTreeSet<&str> = own.abilities.printed.iter().map(String::as_str).collect();
    if !own.abilities.fields.is_empty() {
        printed.insert(WORDING);
    }
    let has =
        |key: &&str| decks.iter().flat_map(|deck| &deck.rows).any(|row| row.get(key).is_some());
    let printed = printed.into_iter().filter(|key| !own.rule_keys.contains(key) && has(key));
    own.keys = own.rule_keys.iter().copied().chain(printed.map(interned)).collect();
    Some(own)
}

/// Words of an ability that can replace each other.
fn alternatives(ability: &Ability) -> impl Iterator<Item = Alternatives> + '_ {
    let parameters = ability.parameters.iter().enumerate();
    parameters.filter_map(|(at, parameter)| {
        let words: Vec<&str> = parameter.words().iter().map(|word| interned(word)).collect();
        // The first is also written as the ability itself: `protect = "gear"`.
        let mut keys = vec![interned(&parameter.name)];
        keys.extend((at == 0).then(|| interned(&ability.name)));
        (words.len() > 1).then_some(Alternatives {
            keys: Cow::Owned(keys),
            words: FieldWords::Of(Cow::Owned(words)),
        })
    })
}

impl OwnVocabulary {
    fn made_of(&self, deck: &Deck) -> &[usize] {
        self.made.get(&deck.id).map_or(&[], Vec::as_slice)
    }

    /// Adds what a script reads.
    fn read_script(&mut self, game: &GameFile, decks: &[Deck], script: &ScriptFile) {
        // Names mean the same in every variant, and nothing of a script is left out in one.
        let variant = Variant::first(&cards::script_axes(game));
        let declared = game.table.as_ref().and_then(|(rows, span)| {
            table::read_table(rows, *span, &variant, &mut Diagnostics::new())
        });
        let follows = declared.iter().flat_map(|declared| &declared.follows);
        self.follows = follows.map(|kind| kind.name.clone()).collect();
        let zones = declared.iter().flat_map(|declared| &declared.zones);
        let taken =
            zones.flat_map(|zone| zone.takes.iter().map(|takes| takes.key.replace('-', "_")));
        let taken: Vec<String> = taken.collect();
        let on_table = |deck: &&Deck| {
            declared.as_ref().is_none_or(|declared| {
                let mut zones = declared.zones.iter();
                zones.any(|zone| zone.holds.contains(&deck.id))
            })
        };
        let on_table: Vec<&Deck> = decks.iter().filter(on_table).collect();
        let in_declarations = declared.as_ref().map(used_in_table);
        let tree = script.tree().ok();
        if let Some(tree) = tree {
            self.unmentioned(Some(tree));
        }
        let compiled = declared.zip(tree).and_then(|(declared, tree)| {
            let layout: Layout<Wide> =
                cards::layout(game, declared, decks, &mut Diagnostics::new());
            let numbers = Numbers::read(game, &layout.declared);
            let mut compiler = ScriptCompiler::new(tree, &layout, &numbers, script.text()).ok()?;
            Entries::make(&mut compiler).ok()?;
            let warnings = unshuffled(&layout.declared, tree, script.file);
            Some((compiler.reads, warnings))
        });
        if let (Some((reads, warnings)), Some(used)) = (&compiled, in_declarations) {
            self.faults.append(warnings.clone());
            if let Some(place) = &reads.all_cards {
                let message = "`cards` is all cards, not the deck `cards` alone";
                let help = "give the file cards.toml another name, here and in `holds`: then each name means one thing";
                let fault = Diagnostic::warning(Code::ScriptName, message);
                let place = Span::new(script.file, place.clone());
                self.faults.push(fault.at(place).help(help));
            }
            self.unused = unused(game, reads, &used);
        }
        self.is_unread = compiled.is_none();
        let reads = compiled.map(|(reads, _)| reads);
        let mut reads = reads.unwrap_or_else(|| Reads::named_in(script.text()));
        // What zones take is what plays.
        reads.columns.extend(taken);
        self.read_keys(game, &on_table, &reads);
    }

    /// Notes the keys that play, of the decks on the table.
    fn read_keys(&mut self, game: &GameFile, decks: &[&Deck], reads: &Reads) {
        let (mut keys, mut words) = (BTreeSet::from_iter(self.rule_keys.clone()), BTreeSet::new());
        for deck in decks {
            let mut played = BTreeSet::new();
            for (key, value) in deck.rows.iter().flat_map(|row| &row.table.entries) {
                let name = interned(&key.name);
                if self.abilities.key(name).is_some() {
                    played.insert(name);
                } else if reads.columns.contains(&name.replace('-', "_")) {
                    played.insert(name);
                    if matches!(value.datum, Datum::String(_) | Datum::List(_)) {
                        words.insert(name);
                    }
                }
            }
            keys.extend(&played);
            self.played.insert(deck.id.clone(), played.into_iter().collect());
        }
        self.rule_keys = keys.into_iter().collect();
        self.alternatives.extend(words.into_iter().map(|key| Alternatives {
            keys: Cow::Owned(vec![key]),
            words: if game.tables.contains_key(key) {
                FieldWords::Table(key)
            } else {
                FieldWords::Rows(key)
            },
        }));
        let rules = game.rules.iter().flat_map(|rules| rules.numbers.keys());
        let unplayed = rules.filter(|key| !reads.rule(&key.name));
        self.unplayed = unplayed.map(|key| interned(&key.name)).collect();
    }

    /// Reports parameters that neither the sentence nor a function of the ability mentions.
    fn unmentioned(&mut self, script: Option<&Script>) {
        if !self.abilities.is_sound() {
            return;
        }
        for ability in &self.abilities.all {
            let ending = format!("_{}", ability.name.replace('-', "_"));
            let count = ability.parameters.len();
            let functions = script.into_iter().flat_map(|script| &script.functions);
            // The parameters of the ability are the last ones of its functions.
            let given = functions.filter_map(|function| {
                let first = function.parameters.len().checked_sub(count)?;
                function.name.text.ends_with(&ending).then(|| &function.parameters[first..])
            });
            let given: Vec<_> = given.collect();
            for (at, parameter) in ability.parameters.iter().enumerate() {
                let plays = given.iter().any(|names| !names[at].text.starts_with('_'));
                if plays || ability.mentions(at) {
                    continue;
                }
                let name = &parameter.name;
                let message = format!("`{name}` of `{}` is neither said nor played", ability.name);
                let help = format!(
                    "write `{{{name}}}` or `[{name}: …]` into `says`, read it in the script, or take it away"
                );
                let fault = Diagnostic::error(Code::Declaration, message);
                self.faults.push(fault.at(parameter.span).help(help));
            }
        }
    }

    /// Abilities that no card has.
    fn unused_abilities(&self, decks: &[Deck]) -> Vec<Unused> {
        let rows = decks.iter().flat_map(|deck| &deck.rows);
        let has = rows.flat_map(|row| {
            let mut faults = Diagnostics::new();
            self.abilities.read_values(&row.table, &mut faults)
        });
        let used: BTreeSet<usize> = has.map(|has| usize::from(has.ability)).collect();
        let all = self.abilities.all.iter().enumerate();
        let unused = all.filter(|(at, _)| !used.contains(at));
        unused.map(|(_, ability)| Unused::new("ability", &ability.name, ability.span)).collect()
    }
}

impl Vocabulary for OwnVocabulary {
    fn script_edits(&self, script: &ScriptFile) -> Vec<TextEdit> {
        let tree = script.tree();
        tree.map_or_else(|_| Vec::new(), |tree| edits(tree, script.text(), &self.follows))
    }

    fn reads_rules(&self) -> bool {
        !self.is_unread
    }

    fn keys(&self) -> &[&'static str] {
        &self.keys
    }

    fn rule_keys(&self) -> &[&'static str] {
        &self.rule_keys
    }

    /// The fields made from abilities. Words that the row gives itself take precedence, and are reported.
    fn dress(
        &self,
        setting: &FaceContext<'_>,
        row: &Row,
        face: &mut Face,
        faults: &mut Diagnostics,
    ) {
        let abilities = &self.abilities;
        let made = self.made_of(setting.deck);
        if made.is_empty() {
            return;
        }
        let has = abilities.read_values(&row.table, faults);
        let mut given = GivenWords::read(row, abilities, &self.shared, faults);
        for field in made.iter().filter_map(|at| abilities.fields.get(*at)) {
            let mut keys = field.keys(abilities);
            let span = keys.find_map(|key| row.get(key)).map(|value| value.span);
            let mut text = field.text(abilities, &has, (setting.deck, row), face);
            if text.len() > MOST_SENTENCE {
                let name = &field.name;
                let message = format!("what `{name}` says is too long for any card");
                let fault = Diagnostic::error(Code::TooMany, message).at_maybe(span);
                let help = "shorten the sentences, or the fields of look-up tables that they show";
                faults.push(fault.help(help));
                continue;
            }
            if let Some(words) = given.words(&field.name, &text, faults) {
                text = words;
            }
            face.set(field.name.clone(), text, span);
        }
        given.finish(faults);
    }

    fn printed_by(&self, setting: &FaceContext<'_>, row: &Row) -> Vec<PrintedBy<'_>> {
        let abilities = &self.abilities;
        // Errors in them are reported when the face is made.
        let has = abilities.read_values(&row.table, &mut Diagnostics::new());
        let made = self.made_of(setting.deck).iter();
        let made: Vec<_> = made.filter_map(|at| abilities.fields.get(*at)).collect();
        let printed = has.iter().filter_map(|has| {
            let ability = abilities.all.get(usize::from(has.ability))?;
            let fields = made.iter().filter(|field| field.prints(ability, has.key));
            Some(PrintedBy {
                ability: &ability.name,
                key: abilities.keys.get(usize::from(has.key))?,
                fields: fields.map(|field| field.name.as_str()).collect(),
            })
        });
        printed.collect()
    }

    fn row_schema(&self, setting: &FaceContext<'_>) -> Keys {
        let played = self.played_keys(setting.game, setting.deck);
        let on_table = played.is_some() || self.played.is_empty();
        let mut keys = Keys::new("A card.");
        for (at, key) in (0u8..).zip(&self.abilities.keys) {
            if on_table {
                keys = keys.may(key, self.abilities.schema(at));
            }
        }
        let fields = self.made_of(setting.deck).iter();
        let mut fields = fields.filter_map(|at| self.abilities.fields.get(*at)).peekable();
        if fields.peek().is_some() {
            let about =
                "Words of the card's own, in place of those that are made of its abilities.";
            let words = fields
                .fold(Keys::new(about), |keys, field| keys.may(&field.name, text("Its words.")));
            keys = keys.may(WORDING, words.table());
        }
        let has = |key: &str| setting.deck.rows.iter().any(|row| row.get(key).is_some());
        let is_own = |key: &str| !["id", "name", "copies"].contains(&key) && has(key);
        for key in self.abilities.printed.iter().filter(|key| is_own(key)) {
            keys = keys.may(key, shown("What abilities say shows it."));
        }
        let plain = played.unwrap_or_default().iter();
        let plain = plain.filter(|key| self.abilities.key(key).is_none());
        plain.fold(keys, |keys, key| {
            let mut values = setting.deck.rows.iter().filter_map(|row| row.get(key));
            let words = || {
                let rows = setting.game.tables.get(*key).into_iter().flatten();
                rows.map(|(id, _)| id.as_str())
            };
            let about = "The rules read it.";
            let schema = match values.next().map(|value| &value.datum) {
                Some(Datum::Integer(_)) => whole(about, i32::MIN.into()..=i32::MAX.into()),
                Some(Datum::Boolean(_)) => flag(about),
                Some(Datum::List(_)) => list(about, word("A word.", words())),
                Some(Datum::String(_)) => word(about, words()),
                _ => text(about),
            };
            keys.may(key, schema)
        })
    }

    fn table_schema(&self, game: &GameFile, decks: &[Deck]) -> Keys {
        let decks: Vec<&str> = decks.iter().map(|deck| deck.id.as_str()).collect();
        let table = game.table.as_ref();
        table.map_or_else(Keys::default, |(table, _)| table::table_schema(table, &decks))
    }

    fn is_played(&self, _: &GameFile, deck: &Deck) -> bool {
        self.played.is_empty() || self.played.contains_key(&deck.id)
    }

    fn check(&self, _: &GameFile, _: &[Deck], faults: &mut Diagnostics) {
        faults.append(self.faults.clone());
    }

    fn played_keys(&self, _: &GameFile, deck: &Deck) -> Option<&[&'static str]> {
        self.played.get(&deck.id).map(Vec::as_slice)
    }

    fn unplayed_rules(&self) -> &[&'static str] {
        &self.unplayed
    }

    fn unused(&self) -> &[Unused] {
        &self.unused
    }

    fn alternatives(&self) -> &[Alternatives] {
        &self.alternatives
    }
}
