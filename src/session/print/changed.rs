//! Compares the cards as they are now with the ledger. Both come in; [`Changes`] go out: which cards must be printed again, and
//! which old ones must be taken out of the box.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::cards::{Deck, Pack, Row};
use crate::export::{DrawnCard, MARK_POINTS, marked};
use crate::session::draw::drawing::{SelectedDeck, Set};
use crate::session::draw::make_bleed::{address, distinct};
use crate::session::open::compared_game::words_of;
use crate::source::{Asset, counted, joined, one_or_many};
use crate::template::{Drawn, Layer, digest, fingerprint};

use super::ledger::{LedgerEntry, PrintedGame};

/// A card as it would be printed now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Now {
    pub deck: String,
    pub card: String,
    /// With how many copies belong into the box; its printing is not known yet.
    pub entry: LedgerEntry,
}

/// Copies of a card to be printed, or to be taken out of the box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxChange {
    pub deck: String,
    pub card: String,
    pub name: String,
    pub why: Reason,
    pub copies: u32,
    /// The printing that these copies show, from the second on; the first shows none.
    pub printing: u32,
}

/// Why a card is printed, or taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// There was no such card.
    New,
    /// It looks different.
    Changed,
    /// It looks as before, but there are too few.
    Missing,
    /// A new one takes its place.
    Replaced,
    /// The game has no such card any more.
    Gone,
    /// There are more than the game has now.
    TooMany,
}

/// What follows from the ledger and the cards as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    pub print: Vec<BoxChange>,
    /// Cards to be taken out of the box.
    pub pull: Vec<BoxChange>,
    /// What lies in the box once this is done.
    pub after: PrintedGame,
}

impl Changes {
    /// Compares the cards of the decks in `now` with what was printed of them. Decks of which `now` knows nothing are gone
    /// when `whole`, but for those that were `left_out`, and are left alone otherwise.
    pub fn between(now: &[Now], before: &PrintedGame, whole: bool, left_out: &[String]) -> Changes {
        let printing = before.printing + 1;
        let mut changes = Changes {
            after: PrintedGame { decks: BTreeMap::new(), ..before.clone() },
            ..Changes::default()
        };
        for card in now {
            let old = before.decks.get(&card.deck).and_then(|d| d.get(&card.card));
            let entry = changes.card(card, old, printing);
            let deck = changes.after.decks.entry(card.deck.clone()).or_default();
            deck.insert(card.card.clone(), entry);
        }
        for (deck, noted) in &before.decks {
            let known = changes.after.decks.get(deck);
            if known.is_none() && (!whole || left_out.contains(deck)) {
                changes.after.decks.insert(deck.clone(), noted.clone());
                continue;
            }
            let gone =
                noted.iter().filter(|(card, _)| known.is_none_or(|d| !d.contains_key(*card)));
            let gone = gone.map(|(card, old)| old.change(deck, card, Reason::Gone, old.copies));
            changes.pull.extend(gone);
        }
        changes.print.retain(|change| change.copies > 0);
        changes.pull.retain(|change| change.copies > 0);
        if !changes.print.is_empty() || !changes.pull.is_empty() {
            changes.after.printing = printing;
        }
        changes
    }

    /// Notes what has to be done for one card; gives what is then in the box.
    fn card(&mut self, now: &Now, old: Option<&LedgerEntry>, printing: u32) -> LedgerEntry {
        let new = LedgerEntry { printing, ..now.entry.clone() };
        let change =
            |entry: &LedgerEntry, why, copies| entry.change(&now.deck, &now.card, why, copies);
        match old {
            None => self.print.push(change(&new, Reason::New, new.copies)),
            Some(old) if old.face != new.face => {
                self.print.push(change(&new, Reason::Changed, new.copies));
                self.pull.push(change(old, Reason::Replaced, old.copies));
            }
            Some(old) => {
                // A further copy looks as those that are there, its mark included.
                let same = LedgerEntry { printing: old.printing, ..new };
                let (missing, surplus) = (
                    same.copies.saturating_sub(old.copies),
                    old.copies.saturating_sub(same.copies),
                );
                self.print.push(change(&same, Reason::Missing, missing));
                self.pull.push(change(old, Reason::TooMany, surplus));
                return same;
            }
        }
        new
    }

    /// What has to be done, a line each: what is printed, then what is taken out.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (head, changes) in
            [("Put into the box:", &self.print), ("Take out of the box:", &self.pull)]
        {
            lines.extend((!changes.is_empty()).then(|| head.to_owned()));
            lines.extend(changes.iter().map(BoxChange::line));
        }
        lines
    }

    /// `3 cards to print, 2 to take out`.
    pub fn summary(&self) -> String {
        let print: u32 = self.print.iter().map(|f| f.copies).sum();
        let pull: u32 = self.pull.iter().map(|p| p.copies).sum();
        format!("{} to print, {pull} to take out", counted(print as usize, "card"))
    }
}

impl LedgerEntry {
    fn change(&self, deck: &str, card: &str, why: Reason, copies: u32) -> BoxChange {
        let (deck, card, name) = (deck.to_owned(), card.to_owned(), self.name.clone());
        BoxChange { deck, card, name, why, copies, printing: self.printing }
    }
}

impl BoxChange {
    fn line(&self) -> String {
        let BoxChange { deck, name, why, copies, printing, .. } = self;
        let says = match (why, copies) {
            (Reason::New, _) => "new",
            (Reason::Missing, 1) => "one more of those that are there",
            (Reason::Missing, n) => &format!("{n} more of those that are there"),
            (Reason::Changed, _) => "changed",
            (Reason::Gone, _) => "no longer in the game",
            (Reason::TooMany, _) => "more than the game has now",
            (Reason::Replaced, _) => "replaced",
        };
        let is_printed = matches!(why, Reason::New | Reason::Missing | Reason::Changed);
        let ones = one_or_many(*copies as usize, "one", "ones");
        let mark = match (is_printed, *printing > 1) {
            (true, true) => format!(", marked v{printing}"),
            (true, false) => String::new(),
            (false, true) => format!(", the {ones} marked v{printing}"),
            (false, false) => format!(", the {ones} without a mark"),
        };
        format!("  {copies} x {name} ({deck}): {says}{mark}")
    }
}

/// Takes cards that say what they said for cards that look as they did; gives the number of those that do not.
pub fn overlook_looks(now: &mut [Now], before: &PrintedGame) -> usize {
    let mut overlooked = 0;
    for card in now {
        let old = before.decks.get(&card.deck).and_then(|d| d.get(&card.card));
        if let Some(old) =
            old.filter(|old| old.says == card.entry.says && old.face != card.entry.face)
        {
            card.entry.face.clone_from(&old.face);
            overlooked += 1;
        }
    }
    overlooked
}

/// What lies in the box after a print that looked at no ledger. A `whole` game takes the place of what was there, but for decks that were
/// `left_out`; a part of it joins the rest.
pub fn note(
    now: &[Now],
    before: Option<&PrintedGame>,
    whole: bool,
    left_out: &[String],
) -> PrintedGame {
    let mut printed = match before {
        Some(before) => before.clone(),
        None => PrintedGame { printing: 1, ..PrintedGame::default() },
    };
    if whole {
        printed.printing = 1;
        printed.decks.retain(|deck, _| left_out.contains(deck));
    }
    for card in now {
        let deck = printed.decks.entry(card.deck.clone()).or_default();
        let mut entry = LedgerEntry { printing: 1, ..card.entry.clone() };
        if let Some(old) = deck.get(&card.card).filter(|old| old.face == entry.face) {
            entry.copies = entry.copies.max(old.copies);
            entry.printing = old.printing;
        }
        deck.insert(card.card.clone(), entry);
    }
    printed
}

/// Leaves in the set what is new, changed or missing.
pub fn keep_only(set: &mut Set, print: &[BoxChange]) {
    for chosen in &mut set.decks {
        let fresh = fresh_of(&set.pack.decks[chosen.deck], print);
        let booklet = chosen.booklet;
        chosen.cards.retain_mut(|card| {
            let fresh = fresh.get(noted_id(card, booklet));
            fresh.inspect(|fresh| card.copies = fresh.copies).is_some()
        });
    }
    set.decks.retain(|chosen| !chosen.cards.is_empty());
}

/// Draws on each card, from the second printing on, which one it came with.
pub fn mark_printings(set: &mut Set, print: &[BoxChange]) {
    for chosen in &mut set.decks {
        let fresh = fresh_of(&set.pack.decks[chosen.deck], print);
        // A booklet is marked on its first page.
        let most = if chosen.booklet { 1 } else { usize::MAX };
        for card in chosen.cards.iter_mut().take(most) {
            if let Some(fresh) = fresh.get(noted_id(card, chosen.booklet))
                && fresh.printing > 1
                && let Some(mark) =
                    set.renderer.caption(&format!("v{}", fresh.printing), MARK_POINTS)
            {
                card.front = Arc::new(marked(&card.front, mark));
            }
        }
    }
}

fn fresh_of<'a>(deck: &Deck, print: &'a [BoxChange]) -> BTreeMap<&'a str, &'a BoxChange> {
    let those = print.iter().filter(|fresh| fresh.deck == deck.id);
    those.map(|fresh| (fresh.card.as_str(), fresh)).collect()
}

/// By what a card is noted; the pages of a booklet are one.
fn noted_id(card: &DrawnCard, booklet: bool) -> &str {
    if booklet { "booklet" } else { &card.id }
}

/// The faces of a set as they are now.
pub fn faces(set: &Set) -> Vec<Now> {
    set.decks.iter().flat_map(|d| faces_of(set, d)).collect()
}

fn faces_of(set: &Set, chosen: &SelectedDeck) -> Vec<Now> {
    let deck = &set.pack.decks[chosen.deck];
    // A fingerprint takes as long as a card, and a deck has few different backs.
    let cards = chosen.cards.iter();
    let faces = distinct(cards.clone().flat_map(DrawnCard::faces));
    let prints = faces.par_iter().map(|face| (address(face), (fingerprint(face), read_on(face))));
    let prints: HashMap<usize, (String, String)> = prints.collect();
    let print = |face: &Arc<Drawn>| prints[&address(face)].clone();
    let now = |id: &str, name: &str, face: String, says: String, copies| Now {
        deck: deck.id.clone(),
        card: id.to_owned(),
        entry: LedgerEntry { name: name.to_owned(), face, says, copies, printing: 0 },
    };
    if chosen.booklet {
        // Its pages cannot be exchanged singly: it is printed again as a whole.
        let (faces, words): (Vec<String>, Vec<String>) =
            cards.map(|card| print(&card.front)).unzip();
        let (face, says) = (digest(&faces.concat()), digest(&words.concat()));
        return vec![now("booklet", &deck.title, face, says, chosen.copies())];
    }
    let cards = cards.map(|card| {
        let (face, read) = print(&card.front);
        let (back, read_behind) = card.back.as_ref().map(print).unwrap_or_default();
        let row = deck.rows.get(card.row);
        let played = row.map_or_else(String::new, |row| played_by(&set.pack, row));
        let says = digest(&[read, read_behind, played].join("\n"));
        now(&card.id, &card.name, face + &back, says, card.copies)
    });
    cards.collect()
}

/// What a player reads on a face: its words and its symbols, wherever they stand and lines end.
fn read_on(face: &Drawn) -> String {
    let mut read = String::new();
    for sign in words_of(face).chars().filter(|sign| *sign != ' ') {
        // A word is divided in one line and whole in another.
        let divides = matches!(sign, '-' | '\u{2010}') && read.ends_with(char::is_alphabetic);
        if !divides {
            read.push(sign);
        }
    }
    let symbols = face.layers.iter().filter_map(|layer| match layer {
        Layer::Picture { picture, .. } if picture.asset == Asset::Symbol => {
            Some(picture.name.as_str())
        }
        _ => None,
    });
    let mut symbols: Vec<&str> = symbols.collect();
    symbols.sort_unstable();
    format!("{read} {}", symbols.join(" "))
}

/// The values of a row that the rules read.
fn played_by(pack: &Pack, row: &Row) -> String {
    let keys = pack.rule_keys().into_iter().flatten();
    let values = keys.filter_map(|key| Some(format!("{key} = {}", row.get(key)?)));
    joined(values, "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(card: &str, face: &str, copies: u32) -> Now {
        Now {
            deck: "gear".into(),
            card: card.into(),
            entry: LedgerEntry {
                name: card.to_uppercase(),
                face: face.into(),
                says: face.to_lowercase(),
                copies,
                printing: 0,
            },
        }
    }

    /// What lies in the box after a first print of these.
    fn printed(cards: &[Now]) -> PrintedGame {
        let after = Changes::between(cards, &PrintedGame::default(), true, &[]).after;
        assert_eq!(after.printing, 1);
        after
    }

    #[test]
    fn what_was_printed_needs_no_printing() {
        let cards = [now("hook", "a", 2), now("rope", "b", 1)];
        let changes = Changes::between(&cards, &printed(&cards), true, &[]);
        assert!(changes.print.is_empty() && changes.pull.is_empty());
        assert_eq!(changes.after, printed(&cards));
    }

    #[test]
    fn a_changed_card_is_printed_in_all_its_copies_and_the_old_ones_go() {
        let before = printed(&[now("hook", "a", 2), now("rope", "b", 1)]);
        let cards = [now("hook", "z", 3), now("rope", "b", 1)];
        let changes = Changes::between(&cards, &before, true, &[]);
        assert_eq!(
            changes.lines(),
            [
                "Put into the box:",
                "  3 x HOOK (gear): changed, marked v2",
                "Take out of the box:",
                "  2 x HOOK (gear): replaced, the ones without a mark",
            ]
        );
        assert_eq!(changes.summary(), "3 cards to print, 2 to take out");
    }

    #[test]
    fn a_further_copy_looks_as_those_that_are_there() {
        let first = printed(&[now("hook", "a", 1)]);
        let second = Changes::between(&[now("hook", "b", 1)], &first, true, &[]).after;
        let third = Changes::between(&[now("hook", "b", 3)], &second, true, &[]);
        assert_eq!(third.print[0].why, Reason::Missing);
        assert_eq!((third.print[0].copies, third.print[0].printing), (2, 2));
        assert!(third.pull.is_empty());
    }

    #[test]
    fn fewer_copies_and_cards_that_are_gone_are_only_taken_out() {
        let before = printed(&[now("hook", "a", 3), now("rope", "b", 1)]);
        let cards = [now("hook", "a", 1)];
        let changes = Changes::between(&cards, &before, true, &[]);
        assert!(changes.print.is_empty());
        let pulled: Vec<(u32, Reason)> = changes.pull.iter().map(|p| (p.copies, p.why)).collect();
        assert_eq!(pulled, [(2, Reason::TooMany), (1, Reason::Gone)]);
        assert!(Changes::between(&cards, &changes.after, true, &[]).pull.is_empty());
    }

    #[test]
    fn a_whole_print_begins_anew_and_a_part_joins_the_rest() {
        let first = printed(&[now("hook", "a", 1), now("rope", "b", 2)]);
        let second =
            Changes::between(&[now("hook", "z", 1), now("rope", "b", 2)], &first, true, &[]).after;
        let spare = note(&[now("rope", "b", 1)], Some(&second), false, &[]);
        assert_eq!(spare, second);
        let again = note(&[now("hook", "z", 1)], Some(&second), true, &[]);
        assert_eq!(again, printed(&[now("hook", "z", 1)]));
    }

    #[test]
    fn other_looks_of_the_same_words_are_overlooked() {
        let before = printed(&[now("hook", "a", 1), now("rope", "b", 1)]);
        let mut cards = [now("hook", "A", 2), now("rope", "c", 1)];
        assert_eq!(overlook_looks(&mut cards, &before), 1);
        let changes = Changes::between(&cards, &before, true, &[]);
        let why: Vec<_> = changes.print.iter().map(|f| (&*f.card, f.why)).collect();
        let wanted = [("hook", Reason::Missing), ("rope", Reason::Changed)];
        assert_eq!(why, wanted);
        // Those in the box still look as they did: a later print of all that differs has them.
        let cards = [now("hook", "A", 2), now("rope", "c", 1)];
        let later = Changes::between(&cards, &changes.after, true, &[]);
        assert_eq!(later.print[0].why, Reason::Changed);
        assert_eq!(later.print.len(), 1);
    }

    #[test]
    fn decks_that_were_not_asked_for_stay_in_the_box() {
        let mut other = now("coin", "c", 5);
        other.deck = "coins".into();
        let before = printed(&[now("hook", "a", 1), other.clone()]);
        let changes = Changes::between(&[now("hook", "a", 1)], &before, false, &[]);
        assert_eq!(changes, Changes { after: before, ..Changes::default() });
    }
}
