//! What a game's own folder says about its rows: the abilities that it declares, and the keys and numbers that its script
//! names. A folder and decks come in; a [`Vocabulary`] goes out.
//!
//! The script is parsed for it. So the program knows what plays and what is only printed: `mutate` edits only what plays, and
//! `diff` counts a change to it as a change of the rules. It is compiled only for who asks what it leaves unused.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::cards;
use super::edits::edits;
use super::game::Rules;
use super::given_words::{GivenWords, WORDING};
use super::numbers::said;
use super::oddities::{unshuffled, unused, unused_abilities, used_in_table};
use super::verbs::WORDS;
use crate::cards::schema::{Keys, flag, list, shown, text, whole, word};
use crate::cards::{
    Alternatives, Datum, Deck, Face, GameFile, PrintedAbility, Row, ScriptFile, ScriptReading,
    Value, Vocabulary,
};
use crate::rules::Variant;
use crate::source::{Asset, Code, Diagnostics, GameFolder, Span, error, warning};
use crate::syntax::{Expr, ExprKind, Script, Statement, StatementKind, each_expression};
use crate::table::{self, Abilities, Ability, Declared, MOST_SENTENCE, Wide, numbered};

/// The fields that the cards of each deck have of their abilities, by their places.
type MadeFields = BTreeMap<String, Vec<usize>>;

/// The vocabulary of a game that declares a table or abilities. A script that cannot be parsed is taken to read every
/// key that it names.
pub fn vocabulary(folder: &GameFolder, game: &GameFile, decks: &[Deck]) -> Option<Vocabulary> {
    if game.table.is_none() && game.abilities.is_none() && game.made_fields.is_none() {
        return None;
    }
    let mut faults = Diagnostics::new();
    let symbols = folder.names(Asset::Symbol).into_iter();
    let symbols: Vec<String> = symbols
        .map(|name| match name.rsplit_once('.') {
            Some((stem, _)) => stem.to_owned(),
            None => name,
        })
        .collect();
    let abilities = Abilities::read(game, decks, Some(&symbols), &mut faults);
    let script = game.script.as_ref().filter(|_| game.table.is_some());
    if let Ok(tree) = script.map(ScriptFile::tree).transpose() {
        unmentioned(&abilities, tree, &mut faults);
    }
    let made = decks.iter().map(|deck| {
        let fields = abilities.fields.iter().enumerate();
        let made = fields.filter(|(_, field)| field.is_of(deck, &abilities));
        (deck.id.clone(), made.map(|(at, _)| at).collect())
    });
    let made: MadeFields = made.collect();
    let mut rule_keys: BTreeSet<String> = abilities.keys.iter().cloned().collect();
    let mut alternatives: Vec<Alternatives> = abilities.all.iter().flat_map(alternatives).collect();
    let (mut played, mut unplayed_rules) = (BTreeMap::new(), Vec::new());
    if let Some(script) = script {
        let reading = table::read_table(game, &first_variant(game));
        let names = NamesOfData::read(script, reading.declared.as_ref(), decks);
        for deck in decks.iter().filter(|deck| reading.holds(deck)) {
            let entries = || deck.rows.iter().flat_map(|row| &row.table.entries);
            let plays = |name: &String| {
                abilities.key(name).is_some() || names.columns.contains(&said(name))
            };
            let keys = entries().map(|(key, _)| &key.name).filter(|name| plays(name));
            let keys: BTreeSet<&String> = keys.collect();
            for key in keys.iter().filter(|key| abilities.key(key).is_none()) {
                let (deck, words) = match game.tables.get(*key) {
                    Some(rows) => (None, rows.keys().cloned().collect()),
                    None => (Some(deck.id.clone()), words_under(deck, key)),
                };
                alternatives.push(Alternatives { deck, keys: vec![key.to_string()], words });
            }
            let keys: Vec<String> = keys.into_iter().cloned().collect();
            rule_keys.extend(keys.iter().cloned());
            played.insert(deck.id.clone(), keys);
        }
        let rules = game.rules.iter().flat_map(|rules| rules.numbers.keys());
        let rules = rules.filter(|key| !names.rules.contains(&said(&key.name)));
        unplayed_rules.extend(rules.map(|key| key.name.clone()));
    }
    let mut printed = abilities.printed.clone();
    if !abilities.fields.is_empty() {
        printed.insert(WORDING.to_owned());
    }
    let has = |key: &String| decks.iter().flat_map(|deck| &deck.rows).any(|r| r.get(key).is_some());
    printed.retain(|key| !rule_keys.contains(key) && has(key));
    let rule_keys: Vec<String> = rule_keys.into_iter().collect();
    let keys = rule_keys.iter().cloned().chain(printed).collect();
    let rows = decks.iter().map(|deck| {
        let of_deck = played.get(&deck.id).map(Vec::as_slice);
        let of_deck = of_deck.or(played.is_empty().then_some(&[][..]));
        (deck.id.clone(), row_schema(&abilities, &made[&deck.id], game, deck, of_deck))
    });
    Some(Vocabulary {
        faults,
        keys,
        rule_keys,
        rows: rows.collect(),
        played,
        unplayed_rules,
        alternatives,
        fill_face: Box::new(move |deck, row, face, faults| {
            let made = made.get(&deck.id).map_or(&[][..], Vec::as_slice);
            fill_face(&abilities, made, (deck, row), face, faults);
        }),
        table_schema: |game, decks| {
            let decks: Vec<&str> = decks.iter().map(|deck| deck.id.as_str()).collect();
            let table = game.table.as_ref();
            table.map_or_else(Keys::default, |(table, _)| table::table_schema(table, &decks))
        },
        read_script,
        script: OnceLock::new(),
    })
}

/// Names mean the same in every variant, and nothing of a script is left out in one.
fn first_variant(game: &GameFile) -> Variant {
    Variant::first(&cards::script_axes(game))
}

/// Words of an ability that can replace each other.
fn alternatives(ability: &Ability) -> impl Iterator<Item = Alternatives> + '_ {
    let parameters = ability.parameters.iter().enumerate();
    parameters.filter_map(|(at, parameter)| {
        let words = parameter.words().to_vec();
        // The first is also written as the ability itself: `protect = "gear"`.
        let mut keys = vec![parameter.name.clone()];
        keys.extend((at == 0).then(|| ability.name.clone()));
        (words.len() > 1).then_some(Alternatives { deck: None, keys, words })
    })
}

/// The words that the cards of a deck have under a key, in their order.
fn words_under(deck: &Deck, key: &str) -> Vec<String> {
    let values = deck.rows.iter().filter_map(|row| row.get(key)).flat_map(table::one_or_more);
    let mut words: Vec<String> = values.filter_map(Value::as_str).map(str::to_owned).collect();
    words.dedup();
    words
}

/// What of a game's data its rules name, as a script says it.
struct NamesOfData {
    /// Keys of the cards.
    columns: BTreeSet<String>,
    /// Keys of `[rules]`.
    rules: BTreeSet<String>,
}

impl NamesOfData {
    fn read(script: &ScriptFile, declared: Option<&Declared>, decks: &[Deck]) -> Self {
        let rows = decks.iter().flat_map(|deck| &deck.rows);
        let keys: BTreeSet<String> =
            rows.flat_map(|row| row.table.keys()).map(|key| said(&key.name)).collect();
        let of_the_table = |name: &str| {
            declared.is_some_and(|declared| {
                numbered(&declared.zones, name).or(numbered(&declared.counters, name)).is_some()
            })
        };
        let mut names = NamesOfData { columns: BTreeSet::new(), rules: BTreeSet::new() };
        match script.tree() {
            Ok(tree) => {
                let mut see = |expr: &Expr, locals: &BTreeSet<&str>| match &expr.kind {
                    ExprKind::Name(name)
                        if !of_the_table(name)
                            && !WORDS.contains(&name.as_str())
                            && !locals.contains(name.as_str()) =>
                    {
                        names.columns.insert(name.clone());
                    }
                    ExprKind::Field(of, field) => match of.kind.root() {
                        Some("rules") if matches!(of.kind, ExprKind::Name(_)) => {
                            names.rules.insert(field.text.clone());
                        }
                        Some("rules" | "variant") => {}
                        // Cards have no key of the table itself: `t.turn`.
                        Some("t" | "before") if matches!(of.kind, ExprKind::Name(_)) => {}
                        // A field of `suit` is a word: `suit.hearts`.
                        Some(column) if keys.contains(column) && !of_the_table(column) => {}
                        _ => {
                            names.columns.insert(field.text.clone());
                        }
                    },
                    _ => {}
                };
                for constant in &tree.constants {
                    constant.value.each(&mut |expr| see(expr, &BTreeSet::new()));
                }
                for function in &tree.functions {
                    let mut locals = function.parameters.iter().map(|name| &*name.text).collect();
                    add_locals(&function.body, &mut locals);
                    each_expression(&function.body, &mut |expr| see(expr, &locals));
                }
            }
            Err(_) => {
                let words = script.text().split(|c: char| !c.is_alphanumeric() && c != '_');
                names.columns = words.map(str::to_owned).collect();
                names.rules.clone_from(&names.columns);
            }
        }
        // What zones take is what plays.
        let zones = declared.into_iter().flat_map(|declared| &declared.zones);
        names.columns.extend(zones.flat_map(|zone| &zone.takes).map(|takes| said(&takes.key)));
        names
    }
}

/// The names that a block gives values to: they hide keys of cards.
fn add_locals<'s>(block: &'s [Statement], locals: &mut BTreeSet<&'s str>) {
    for statement in block {
        match &statement.kind {
            StatementKind::For { name, .. } => {
                locals.insert(&name.text);
            }
            StatementKind::Assign { target: Expr { kind: ExprKind::Name(name), .. }, .. } => {
                locals.insert(name);
            }
            _ => {}
        }
        statement.kind.blocks().into_iter().for_each(|inner| add_locals(inner, locals));
    }
}

/// Compiles the script of a game, where it has one, to find what it does not use and what seems odd.
fn read_script(game: &GameFile, decks: &[Deck]) -> ScriptReading {
    let mut found = ScriptReading::default();
    if let (Some(script), Some(_)) = (&game.script, &game.table) {
        let variant = first_variant(game);
        let reading = table::read_table(game, &variant);
        let tree = script.tree().ok();
        let follows = reading.declared.iter().flat_map(|declared| &declared.follows);
        let follows: Vec<String> = follows.map(|kind| kind.name.clone()).collect();
        found.edits = tree.map_or_else(Vec::new, |tree| edits(tree, script.text(), &follows));
        let rules = Rules::<Wide>::compile(game, decks, &variant).ok();
        found.is_unread = rules.is_none();
        if let (Some(rules), Some(tree)) = (rules, tree) {
            let declared = &rules.layout.declared;
            found.warnings = unshuffled(declared, tree, script.file);
            if let Some(place) = &rules.reads.all_cards {
                found.warnings.push(warning!(
                    ScriptName,
                    Span::new(script.file, place.clone()),
                    "`cards` is all cards, not the deck `cards` alone",
                    "give the file cards.toml another name, here and in `holds`: then each name means one thing"
                ));
            }
            found.unused = unused(game, &rules.reads, &used_in_table(declared));
        }
    }
    found.unused.extend(unused_abilities(game, decks));
    found
}

/// Reports parameters that neither the sentence nor a function of the ability mentions.
fn unmentioned(abilities: &Abilities, script: Option<&Script>, faults: &mut Diagnostics) {
    if !abilities.is_sound() {
        return;
    }
    for ability in &abilities.all {
        let ending = format!("_{}", said(&ability.name));
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
            faults.error(Code::Declaration, parameter.span, message, help);
        }
    }
}

/// The fields made from abilities. Words that the row gives itself take precedence, and are reported.
fn fill_face(
    abilities: &Abilities,
    made: &[usize],
    (deck, row): (&Deck, &Row),
    face: &mut Face,
    faults: &mut Diagnostics,
) {
    let made: Vec<_> = made.iter().filter_map(|at| abilities.fields.get(*at)).collect();
    let has = abilities.read_values(&row.table, faults);
    let printed = has.iter().filter_map(|has| {
        let ability = abilities.all.get(usize::from(has.ability))?;
        let fields = made.iter().filter(|field| field.prints(ability, has.key));
        Some(PrintedAbility {
            name: ability.name.clone(),
            key: abilities.keys.get(usize::from(has.key))?.clone(),
            fields: fields.map(|field| field.name.clone()).collect(),
        })
    });
    face.abilities = printed.collect();
    if made.is_empty() {
        return;
    }
    let mut given = GivenWords::read(row, abilities, faults);
    for field in made {
        let mut keys = field.keys(abilities);
        let span = keys.find_map(|key| row.get(key)).map(|value| value.span);
        let mut text = field.text(abilities, &has, (deck, row), face);
        if text.len() > MOST_SENTENCE {
            let name = &field.name;
            let fault = error!(
                TooMany,
                "what `{name}` says is too long for any card",
                "shorten the sentences, or the fields of look-up tables that they show"
            );
            faults.push(fault.at_maybe(span));
            continue;
        }
        if let Some(words) = given.words(&field.name, &text, face, faults) {
            text = words;
        }
        face.set(field.name.clone(), text, span);
    }
    given.finish(faults);
}

/// The schema of what abilities and rules read of a row. `played`: the keys that play; `None` for a deck that is not on the
/// table.
fn row_schema(
    abilities: &Abilities,
    made: &[usize],
    game: &GameFile,
    deck: &Deck,
    played: Option<&[String]>,
) -> Keys {
    let mut keys = Keys::new("A card.");
    for (at, key) in (0u8..).zip(&abilities.keys) {
        if played.is_some() {
            keys = keys.may(key, abilities.schema(at));
        }
    }
    let mut fields = made.iter().filter_map(|at| abilities.fields.get(*at)).peekable();
    if fields.peek().is_some() {
        let about = "Words of the card's own, in place of those that are made of its abilities.";
        let words =
            fields.fold(Keys::new(about), |keys, field| keys.may(&field.name, text("Its words.")));
        keys = keys.may(WORDING, words.table());
    }
    let has = |key: &str| deck.rows.iter().any(|row| row.get(key).is_some());
    let is_own = |key: &str| !["id", "name", "copies"].contains(&key) && has(key);
    for key in abilities.printed.iter().filter(|key| is_own(key)) {
        keys = keys.may(key, shown("What abilities say shows it."));
    }
    let plain = played.unwrap_or_default().iter();
    let plain = plain.filter(|key| abilities.key(key).is_none());
    plain.fold(keys, |keys, key| {
        let mut values = deck.rows.iter().filter_map(|row| row.get(key));
        let words = || {
            let rows = game.tables.get(key).into_iter().flatten();
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
