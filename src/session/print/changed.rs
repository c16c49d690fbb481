//! Compares the cards as they are now with the ledger. Both come in; [`Changes`] go out: which cards must be printed again, and
//! which old ones must be taken out of the box. Called by `printing` and `export_notes`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::cards::{Deck, Pack, Row};
use crate::export::{MARK_POINTS, marked};
use crate::session::draw::drawing::{SelectedDeck, Set};
use crate::session::open::compared_game::words_of;
use crate::source::{Asset, counted, one_or_many};
use crate::template::{Drawn, Layer, digest, fingerprint};

use super::ledger::{LedgerEntry, PrintedGame};

/// A card as it would be printed now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Now {
    pub deck: String,
    pub card: String,
    pub name: String,
    /// Fingerprints of front and back.
    pub face: String,
    /// Fingerprint of what players read on it and play by.
    pub says: String,
    /// How many belong into the box.
    pub copies: u32,
}

/// A card to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fresh {
    pub deck: String,
    pub card: String,
    pub name: String,
    pub why: ReprintReason,
    pub copies: u32,
    /// The printing that the card shows, from the second on.
    pub printing: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReprintReason {
    /// There was no such card.
    New,
    /// It looks different.
    Changed,
    /// It looks as before, but there are too few.
    Missing,
}

/// Cards to be taken out of the box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    pub deck: String,
    pub name: String,
    pub copies: u32,
    /// The printing that these copies show; the first shows none.
    pub printing: u32,
    pub because: Because,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// A new one takes its place.
    Changed,
    /// The game has no such card any more.
    Gone,
    /// There are more than the game has now.
    TooMany,
}

/// What follows from the ledger and the cards as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    pub print: Vec<Fresh>,
    pub pull: Vec<Pull>,
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
        let decks: BTreeSet<&str> = now.iter().map(|n| n.deck.as_str()).collect();
        let cards: BTreeSet<(&str, &str)> =
            now.iter().map(|n| (n.deck.as_str(), n.card.as_str())).collect();
        for card in now {
            let old = before.decks.get(&card.deck).and_then(|d| d.get(&card.card));
            let entry = changes.card(card, old, printing);
            let deck = changes.after.decks.entry(card.deck.clone()).or_default();
            deck.insert(card.card.clone(), entry);
        }
        for (deck, noted) in &before.decks {
            let gone = whole && !left_out.contains(deck);
            if !gone && !decks.contains(deck.as_str()) {
                changes.after.decks.insert(deck.clone(), noted.clone());
                continue;
            }
            for (card, old) in noted {
                if !cards.contains(&(deck.as_str(), card.as_str())) {
                    changes.pull(deck, old, old.copies, Because::Gone);
                }
            }
        }
        if !changes.print.is_empty() || !changes.pull.is_empty() {
            changes.after.printing = printing;
        }
        changes
    }

    /// Notes what has to be done for one card; gives what is then in the box.
    fn card(&mut self, now: &Now, old: Option<&LedgerEntry>, printing: u32) -> LedgerEntry {
        let mut fresh = |why, copies, printing| {
            if copies > 0 {
                self.print.push(Fresh {
                    deck: now.deck.clone(),
                    card: now.card.clone(),
                    name: now.name.clone(),
                    why,
                    copies,
                    printing,
                });
            }
        };
        let printing = match old {
            None => {
                fresh(ReprintReason::New, now.copies, printing);
                printing
            }
            Some(old) if old.face != now.face => {
                fresh(ReprintReason::Changed, now.copies, printing);
                self.pull(&now.deck, old, old.copies, Because::Changed);
                printing
            }
            Some(old) => {
                // A further copy looks as those that are there, its mark included.
                fresh(ReprintReason::Missing, now.copies.saturating_sub(old.copies), old.printing);
                let surplus = old.copies.saturating_sub(now.copies);
                self.pull(&now.deck, old, surplus, Because::TooMany);
                old.printing
            }
        };
        LedgerEntry {
            name: now.name.clone(),
            face: now.face.clone(),
            says: now.says.clone(),
            copies: now.copies,
            printing,
        }
    }

    fn pull(&mut self, deck: &str, old: &LedgerEntry, copies: u32, because: Because) {
        if copies > 0 {
            self.pull.push(Pull {
                deck: deck.to_owned(),
                name: old.name.clone(),
                copies,
                printing: old.printing,
                because,
            });
        }
    }

    /// What has to be done, a line each: what is printed, then what is taken out.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.print.is_empty() {
            lines.push("Put into the box:".to_owned());
        }
        for fresh in &self.print {
            let why = match fresh.why {
                ReprintReason::New => "new".to_owned(),
                ReprintReason::Changed => "changed".to_owned(),
                ReprintReason::Missing => "one more of those that are there".to_owned(),
            };
            let why = match (fresh.why, fresh.copies) {
                (ReprintReason::Missing, n) if n > 1 => format!("{n} more of those that are there"),
                _ => why,
            };
            lines.push(format!(
                "  {} x {} ({}): {why}{}",
                fresh.copies,
                fresh.name,
                fresh.deck,
                mark_of(fresh.printing)
            ));
        }
        if !self.pull.is_empty() {
            lines.push("Take out of the box:".to_owned());
        }
        for pull in &self.pull {
            let because = match pull.because {
                Because::Changed => "replaced",
                Because::Gone => "no longer in the game",
                Because::TooMany => "more than the game has now",
            };
            lines.push(format!(
                "  {} x {} ({}): {because}, the {}{}",
                pull.copies,
                pull.name,
                pull.deck,
                one_or_many(pull.copies as usize, "one", "ones"),
                match pull.printing {
                    0 | 1 => " without a mark".to_owned(),
                    n => format!(" marked v{n}"),
                }
            ));
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

fn mark_of(printing: u32) -> String {
    match printing {
        0 | 1 => String::new(),
        n => format!(", marked v{n}"),
    }
}

/// Takes cards that say what they said for cards that look as they did; gives the number of those that do not.
pub fn overlook_looks(now: &mut [Now], before: &PrintedGame) -> usize {
    let mut overlooked = 0;
    for card in now {
        let old = before.decks.get(&card.deck).and_then(|d| d.get(&card.card));
        if let Some(old) = old.filter(|old| old.says == card.says && old.face != card.face) {
            card.face.clone_from(&old.face);
            overlooked += 1;
        }
    }
    overlooked
}

/// What lies in the box after a print that looked at no ledger. A `whole` game takes the place of what was there; a part
/// of it joins the rest.
pub fn note(now: &[Now], before: Option<&PrintedGame>, whole: bool) -> PrintedGame {
    let mut printed = match before {
        Some(before) if !whole => before.clone(),
        _ => PrintedGame { printing: 1, ..PrintedGame::default() },
    };
    for card in now {
        let deck = printed.decks.entry(card.deck.clone()).or_default();
        let old = deck.get(&card.card).filter(|old| old.face == card.face);
        let entry = LedgerEntry {
            name: card.name.clone(),
            face: card.face.clone(),
            says: card.says.clone(),
            copies: old.map_or(card.copies, |old| old.copies.max(card.copies)),
            printing: old.map_or(1, |old| old.printing),
        };
        deck.insert(card.card.clone(), entry);
    }
    printed
}

/// Leaves in the set what is new, changed or missing.
pub fn keep_only(set: &mut Set, print: &[Fresh]) {
    for chosen in &mut set.decks {
        let deck = &set.pack.decks[chosen.deck];
        let fresh = fresh_of(deck, print);
        chosen.wanted.retain_mut(|(at, copies)| {
            let fresh = fresh.get(card_id(deck, *at, chosen.booklet).as_str());
            fresh.inspect(|fresh| *copies = fresh.copies).is_some()
        });
    }
    set.decks.retain(|chosen| !chosen.wanted.is_empty());
}

/// Draws on each card, from the second printing on, which one it came with.
pub fn mark_printings(set: &mut Set, print: &[Fresh]) {
    for chosen in &mut set.decks {
        let deck = &set.pack.decks[chosen.deck];
        let fresh = fresh_of(deck, print);
        // A booklet is marked on its first page.
        let most = if chosen.booklet { 1 } else { usize::MAX };
        for (at, _) in chosen.wanted.iter().take(most) {
            if let Some(fresh) = fresh.get(card_id(deck, *at, chosen.booklet).as_str())
                && fresh.printing > 1
                && let Some(mark) =
                    set.renderer.caption(&format!("v{}", fresh.printing), MARK_POINTS)
            {
                let front = marked(&chosen.drawn.fronts[*at], mark);
                chosen.drawn.fronts[*at] = Arc::new(front);
            }
        }
    }
}

fn fresh_of<'a>(deck: &Deck, print: &'a [Fresh]) -> BTreeMap<&'a str, &'a Fresh> {
    let those = print.iter().filter(|fresh| fresh.deck == deck.id);
    those.map(|fresh| (fresh.card.as_str(), fresh)).collect()
}

/// The id of a row; of a deck that flows, the number of the page, or of all of them where they are one booklet.
fn card_id(deck: &Deck, at: usize, booklet: bool) -> String {
    match deck.rows.get(at) {
        Some(row) => row.id.clone(),
        None if booklet => "booklet".to_owned(),
        None => format!("page-{}", at + 1),
    }
}

/// The faces of a set as they are now.
pub fn faces(set: &Set) -> Vec<Now> {
    set.decks.iter().flat_map(|d| faces_of(set, d)).collect()
}

fn faces_of(set: &Set, chosen: &SelectedDeck) -> Vec<Now> {
    let deck = &set.pack.decks[chosen.deck];
    let drawn = &chosen.drawn;
    // A deck has few different backs, and a fingerprint takes as long as a card.
    let backs = drawn.backs.iter().flatten();
    let backs: HashMap<*const Drawn, (String, String)> = backs
        .map(|back| (Arc::as_ptr(back), back))
        .collect::<HashMap<_, _>>()
        .into_iter()
        .map(|(key, back)| (key, (fingerprint(back), read_on(back))))
        .collect();
    let fronts: Vec<(String, String)> = chosen
        .wanted
        .par_iter()
        .map(|(at, _)| {
            let front = &drawn.fronts[*at];
            (fingerprint(front), read_on(front))
        })
        .collect();
    if chosen.booklet {
        // Its pages cannot be exchanged singly: it is printed again as a whole.
        let (faces, words): (Vec<String>, Vec<String>) = fronts.into_iter().unzip();
        let whole = Now {
            deck: deck.id.clone(),
            card: card_id(deck, 0, true),
            name: deck.title.clone(),
            face: digest(&faces.concat()),
            says: digest(&words.concat()),
            copies: chosen.copies(),
        };
        return vec![whole];
    }
    let cards = chosen.wanted.iter().zip(fronts).map(|((at, copies), front)| {
        let back = drawn.backs[*at].as_ref();
        let back = back.and_then(|back| backs.get(&Arc::as_ptr(back)));
        let (back_face, back_says) = back.cloned().unwrap_or_default();
        let (face, read) = front;
        let row = deck.rows.get(*at);
        let played = row.map_or_else(String::new, |row| played_by(&set.pack, row));
        let name = match row {
            Some(row) => row.name.clone(),
            None => format!("{}, page {}", deck.title, at + 1),
        };
        Now {
            deck: deck.id.clone(),
            card: card_id(deck, *at, false),
            name,
            face: face + &back_face,
            says: digest(&[read, back_says, played].join("\n")),
            copies: *copies,
        }
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
    values.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(card: &str, face: &str, copies: u32) -> Now {
        Now {
            deck: "gear".into(),
            card: card.into(),
            name: card.to_uppercase(),
            face: face.into(),
            says: face.to_lowercase(),
            copies,
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
        assert_eq!(third.print[0].why, ReprintReason::Missing);
        assert_eq!((third.print[0].copies, third.print[0].printing), (2, 2));
        assert!(third.pull.is_empty());
    }

    #[test]
    fn fewer_copies_and_cards_that_are_gone_are_only_taken_out() {
        let before = printed(&[now("hook", "a", 3), now("rope", "b", 1)]);
        let cards = [now("hook", "a", 1)];
        let changes = Changes::between(&cards, &before, true, &[]);
        assert!(changes.print.is_empty());
        let pulled: Vec<(u32, Because)> =
            changes.pull.iter().map(|p| (p.copies, p.because)).collect();
        assert_eq!(pulled, [(2, Because::TooMany), (1, Because::Gone)]);
        assert!(Changes::between(&cards, &changes.after, true, &[]).pull.is_empty());
    }

    #[test]
    fn a_whole_print_begins_anew_and_a_part_joins_the_rest() {
        let first = printed(&[now("hook", "a", 1), now("rope", "b", 2)]);
        let second =
            Changes::between(&[now("hook", "z", 1), now("rope", "b", 2)], &first, true, &[]).after;
        let spare = note(&[now("rope", "b", 1)], Some(&second), false);
        assert_eq!(spare, second);
        let again = note(&[now("hook", "z", 1)], Some(&second), true);
        assert_eq!(again, printed(&[now("hook", "z", 1)]));
    }

    #[test]
    fn other_looks_of_the_same_words_are_overlooked() {
        let before = printed(&[now("hook", "a", 1), now("rope", "b", 1)]);
        let mut cards = [now("hook", "A", 2), now("rope", "c", 1)];
        assert_eq!(overlook_looks(&mut cards, &before), 1);
        let changes = Changes::between(&cards, &before, true, &[]);
        let why: Vec<_> = changes.print.iter().map(|f| (&*f.card, f.why)).collect();
        let wanted = [("hook", ReprintReason::Missing), ("rope", ReprintReason::Changed)];
        assert_eq!(why, wanted);
        // Those in the box still look as they did: a later print of all that differs has them.
        let cards = [now("hook", "A", 2), now("rope", "c", 1)];
        let later = Changes::between(&cards, &changes.after, true, &[]);
        assert_eq!(later.print[0].why, ReprintReason::Changed);
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
