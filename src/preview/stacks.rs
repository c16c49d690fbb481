//! Draws locations one below the other, one stack per line, for games with stacks of cards or with many locations. A [`Board`]
//! comes in, lines of text go out. Called by `board`.

use super::board::{Board, texts};
use super::layout::LaidCard;
use super::lines::{BOLD, PLAIN, coloured, hanging};

/// Separates a card from the one on top of it.
const UNDER: &str = " < ";

impl Board<'_> {
    /// Each location, and below it the stacks of each side, from the bottom card to the top one.
    pub(super) fn listed(&self, sides: &[Vec<usize>]) -> Vec<String> {
        let mut lines = Vec::new();
        let seats = sides.iter().rev().filter_map(|side| side.first().copied());
        let fields = |seat: &usize| self.words.captions.has_field(&self.words.seats[*seat].0);
        let seats: Vec<usize> = seats.filter(fields).collect();
        let names = seats.iter().filter_map(|seat| self.words.seats.get(*seat));
        let longest = names
            .map(|(_, name)| name.chars().count())
            .max()
            .unwrap_or(0);
        for at in 0..self.places.len() {
            lines.extend(self.place(at, &seats));
            for seat in &seats {
                lines.extend(self.stacks_of(&self.places[at].0, *seat, longest));
            }
        }
        lines
    }

    /// The location, what each side has there, and who would win it.
    fn place(&self, at: usize, seats: &[usize]) -> Option<String> {
        let (place, name) = &self.places[at];
        let known = &self.words.captions.places;
        let mut line = format!("{BOLD}{name}");
        if !known.row.is_empty() {
            let lying = self.zone(&format!("{}/{place}", known.row)).join(" ");
            line += if lying.is_empty() { " -" } else { " " };
            line += &lying;
        }
        line += PLAIN;
        let sums = seats.iter().filter_map(|seat| {
            let (word, name) = self.words.seats.get(*seat)?;
            Some(format!("{name} {}", self.standing(place, word)?))
        });
        let sums: Vec<String> = sums.collect();
        if let Some(standing) = self
            .words
            .captions
            .places
            .standing
            .filter(|_| !sums.is_empty())
        {
            line += &format!("  {}: {}", standing.label, sums.join(", "));
        }
        if let Some(leader) = self.leader(place) {
            line += &format!(
                " → {}",
                leader.map_or("nobody", |word| self.words.seat(word))
            );
        }
        let told = self
            .facts
            .places
            .get(at)
            .map(|chips| texts(chips))
            .unwrap_or_default();
        if !told.is_empty() {
            line += &format!("  {told}");
        }
        Some(line)
    }

    fn stacks_of(&self, place: &str, seat: usize, longest: usize) -> Vec<String> {
        let Some((word, name)) = self.words.seats.get(seat) else {
            return Vec::new();
        };
        let known = &self.words.captions.places;
        let field = format!("{}/{place}/{word}", known.field);
        let bases = self.lying_at(&field).filter(|lying| lying.on.is_none());
        let mut lines = Vec::new();
        for (index, base) in bases.enumerate() {
            let on = self
                .lying_at(&field)
                .filter(|lying| lying.on == Some(base.card));
            let cards: Vec<&LaidCard> = std::iter::once(base).chain(on).collect();
            let cards: Vec<String> = cards
                .into_iter()
                .filter_map(|card| self.signed(card))
                .collect();
            let label = if index == 0 { name.as_str() } else { "" };
            let first = format!("    {label:longest$}  ");
            let indent = " ".repeat(longest + 8);
            let stack = hanging(&cards.join(UNDER), &first, &indent);
            lines.extend(stack.iter().map(|line| coloured(seat, line)));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use crate::preview::testing::{board, caper};

    #[test]
    fn a_stack_is_told_from_its_bottom_card_to_its_top_one() {
        let text = board(&caper(2), 1);
        assert!(
            text.contains("    Cream  the-dame < lock-picks < velvet-pouch < ○grappling-hook\n"),
            "{text}"
        );
    }

    #[test]
    fn every_stack_has_a_line_and_its_seat_is_named_once() {
        let text = board(&caper(2), 1);
        assert!(
            text.contains("    Mint   the-driver\n           ○the-twins\n"),
            "{text}"
        );
    }

    #[test]
    fn a_location_says_who_would_win_it() {
        let text = board(&caper(2), 1);
        assert!(
            text.contains("1 the-louvre  Capers: Mint 2, Cream 4 → Cream"),
            "{text}"
        );
        assert!(
            text.contains("3 the-embassy  Capers: Mint 0, Cream 0 → nobody"),
            "{text}"
        );
    }
}
