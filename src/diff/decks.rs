//! Compares two games deck by deck and card by card. Two [`SeenGame`]s come in; [`GameDifferences`] go out. This is the entry
//! point of `diff`, called by `session::side`.

use std::collections::BTreeSet;

use super::cards::Both;
use super::comparison::{CardChange, DeckChange, Fate, GameDifferences};
use super::difference::{Matched, RowPlace, ValueDifference, matched, paired};
use super::edit::ValueChange;
use super::seen::{FacePair, FacePlace, SeenGame};
use super::{game, words};
use crate::cards::{Deck, Row};
use crate::source::Asset;

/// All that differs between two games.
pub fn compare(old: SeenGame<'_>, new: SeenGame<'_>) -> GameDifferences {
    let mut found = GameDifferences::default();
    game::compare(&old.pack.game, &new.pack.game, &mut found);
    let pairs = matched(&old.pack.decks, &new.pack.decks);
    let both = Both {
        old,
        new,
        other_rules: !found.rules.is_empty()
            || pairs.iter().any(|pair| other_rules(old, new, pair)),
        redrawn: redrawn(old, new),
    };
    let [olds, news] =
        [old, new].map(|side| side.pack.decks.iter().enumerate().collect::<Vec<_>>());
    for (_, was, is) in paired(&olds, &news, |(_, deck)| &deck.id) {
        let [was, is] = [was, is].map(|deck| deck.map(|(at, _)| *at));
        let own = pairs.iter().filter(|pair| match (pair.old, pair.new) {
            (_, Some((deck, _))) => is == Some(deck),
            (gone, None) => was.is_some() && was == gone.map(|(deck, _)| deck),
        });
        found.decks.extend(one(&both, was, is, own));
    }
    found
}

/// Whether the rules of a row differ, or it is new or gone.
fn other_rules(old: SeenGame<'_>, new: SeenGame<'_>, pair: &Matched) -> bool {
    let (Some((d, r)), Some((e, s))) = (pair.old, pair.new) else {
        return true;
    };
    let keys: Vec<&String> =
        [old, new].into_iter().filter_map(|side| side.pack.rule_keys()).flatten().collect();
    let (was, is) = (&old.pack.decks[d].rows[r], &new.pack.decks[e].rows[s]);
    ValueDifference::between(&was.table, &is.table).iter().any(|d| keys.contains(&&d.key))
}

/// Pictures and symbols whose bytes differ, or that only one of the games has.
fn redrawn(old: SeenGame<'_>, new: SeenGame<'_>) -> BTreeSet<(Asset, String)> {
    let mut redrawn = BTreeSet::new();
    for asset in [Asset::Art, Asset::Symbol] {
        for name in [old, new].map(|side| side.pack.folder.names(asset)).concat() {
            if old.bytes(asset, &name) != new.bytes(asset, &name) {
                let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
                redrawn.insert((asset, stem.to_owned()));
            }
        }
    }
    redrawn
}

/// How a deck differs from the old one; `None` when it does not.
fn one<'p>(
    both: &Both<'_>,
    old: Option<usize>,
    new: Option<usize>,
    pairs: impl Iterator<Item = &'p Matched>,
) -> Option<DeckChange> {
    let was = old.map(|at| &both.old.pack.decks[at]);
    let is = new.map(|at| &both.new.pack.decks[at]);
    let named = is.or(was)?;
    let mut change = DeckChange {
        id: named.id.clone(),
        title: named.title.clone(),
        fate: Fate::of(old, new),
        ..DeckChange::default()
    };
    if let (Some(before), Some(after), Some(was), Some(is)) = (old, new, was, is) {
        change.back = back(both, before, after);
        looks(both, was, is, &mut change);
        let (before, after) = (&both.old.decks[before], &both.new.decks[after]);
        if let (Some(was), Some(is)) = (&before.text, &after.text) {
            change.text = words::paragraphs(was, is);
        }
    }
    if named.flow.is_some() {
        change.cards = pages(both, old, new);
    } else {
        let shared_back = change.back.is_some();
        change.cards = pairs.filter_map(|p| card(both, p, shared_back)).collect();
    }
    let same = change.looks.is_empty() && change.text.is_empty() && change.cards.is_empty();
    (!same || change.fate != Fate::Kept).then_some(change)
}

/// What all cards of a deck share.
fn looks(both: &Both<'_>, was: &Deck, is: &Deck, change: &mut DeckChange) {
    let words = |deck: &Deck| {
        [
            ("title", deck.title.clone()),
            ("size", deck.size.clone()),
            ("corner", deck.corner.map(|c| format!("{c} mm")).unwrap_or_default()),
            ("shape", deck.shape.as_ref().map(|s| s.0.clone()).unwrap_or_default()),
            ("template", deck.template.clone()),
            ("back", deck.back.as_ref().map(|b| b.0.clone()).unwrap_or_default()),
        ]
    };
    let (were, are) = (words(was), words(is));
    for ((what, was), (_, is)) in were.iter().zip(&are) {
        change.looks.extend(ValueChange::between(what, was, is));
    }
    for ((what, was), (_, is)) in were.iter().zip(&are).skip(4).filter(|(was, is)| was == is) {
        let bytes = |side: SeenGame<'_>| side.bytes(Asset::Template, is);
        if bytes(both.old) != bytes(both.new) {
            change.looks.push(ValueChange::redrawn(format!("{what} {was}")));
        } else if *what == "back" && change.back.is_some() {
            change.looks.push(ValueChange::redrawn("back"));
        }
    }
}

/// The back that all cards of a deck share, if it is drawn differently.
fn back(both: &Both<'_>, old: usize, new: usize) -> Option<FacePair> {
    let only = |side: SeenGame<'_>, at: usize| {
        let backs = &side.decks[at].backs;
        let all_alike = backs.iter().all(|back| *back == backs[0]);
        side.face(at, 0, true).filter(|_| all_alike)
    };
    let (was, is) = (only(both.old, old)?, only(both.new, new)?);
    both.differ(Some(was), Some(is)).then_some(FacePair { old: Some(was), new: Some(is) })
}

/// Front and back of a card.
fn faces(side: SeenGame<'_>, place: Option<RowPlace>) -> [Option<FacePlace>; 2] {
    let face = |is_back| place.and_then(|(deck, row)| side.face(deck, row, is_back));
    [face(false), face(true)]
}

fn card(both: &Both<'_>, pair: &Matched, shared_back: bool) -> Option<CardChange> {
    let (was, is) = (row(both.old, pair.old), row(both.new, pair.new));
    let (deck, named) = is.or(was)?;
    let fate = match was.zip(is) {
        Some(((from, before), _)) if from != deck || before.id != named.id => {
            Fate::Moved { deck: from.to_owned(), id: before.id.clone(), name: before.name.clone() }
        }
        _ => Fate::of(was, is),
    };
    let [old_front, old_back] = faces(both.old, pair.old);
    let [new_front, new_back] = faces(both.new, pair.new);
    let copies = |row: Option<(&str, &Row)>| row.map_or(0, |(_, row)| row.copies);
    let mut change = CardChange {
        id: named.id.clone(),
        name: named.name.clone(),
        copies: (copies(was), copies(is)),
        fate,
        ..CardChange::default()
    };
    if let (Some(old), Some(new)) = (pair.old, pair.new) {
        both.find_edits(old, new, &mut change);
        // A card in another deck has that deck's looks.
        if old_front.is_some()
            && matches!(&change.fate, Fate::Moved { deck: from, .. } if from != deck)
        {
            change.looks.clear();
        }
        if !shared_back && change.fate == Fate::Kept && both.differ(old_back, new_back) {
            change.looks.push(ValueChange::redrawn("back"));
        }
    }
    let only_back =
        !both.differ(old_front, new_front) && change.looks.iter().any(|e| e.what == "back");
    let (old, new) = if only_back { (old_back, new_back) } else { (old_front, new_front) };
    change.faces = FacePair { old, new };
    (!change.kinds().is_empty()).then_some(change)
}

/// A row, with the id of its deck.
fn row<'a>(side: SeenGame<'a>, place: Option<RowPlace>) -> Option<(&'a str, &'a Row)> {
    let (deck, row) = place?;
    let deck = &side.pack.decks[deck];
    Some((&deck.id, &deck.rows[row]))
}

/// The pages of a text that are drawn differently.
fn pages(both: &Both<'_>, old: Option<usize>, new: Option<usize>) -> Vec<CardChange> {
    let count =
        |side: SeenGame<'_>, at: Option<usize>| at.map_or(0, |at| side.decks[at].fronts.len());
    let most = count(both.old, old).max(count(both.new, new));
    let page = |row: usize| {
        let was = old.and_then(|deck| both.old.face(deck, row, false));
        let is = new.and_then(|deck| both.new.face(deck, row, false));
        let change = was.zip(is).map(|_| ValueChange::redrawn("what is on the page"));
        both.differ(was, is).then(|| CardChange {
            id: format!("page-{}", row + 1),
            name: format!("Page {}", row + 1),
            fate: Fate::of(was, is),
            looks: change.into_iter().collect(),
            copies: (u32::from(was.is_some()), u32::from(is.is_some())),
            faces: FacePair { old: was, new: is },
            ..CardChange::default()
        })
    };
    (0..most).filter_map(page).collect()
}
