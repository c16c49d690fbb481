//! Whose turn it is in a table that is being set up, and what is to be decided.

use super::cards::Cards;
use super::clock::given;
use super::names::{acting as acting_name, find_playable, kind_word, phase_word};
use crate::games::caper::play::{CREAM, GEAR, Kind, MINT, Phase, Rules, SNITCH, Table, place_of};
use crate::games::spot::Spot;
use crate::source::list;

/// Reads the phase, the card whose flips are under way, and who decides.
pub fn read(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let Some(phase) = phase(cards, root) else {
        return;
    };
    cards.state.phase = phase;
    let owner = match phase {
        Phase::Flip | Phase::Recover => match acting(cards, root, phase) {
            None => return,
            owner => owner,
        },
        _ => {
            at_rest(cards, root, phase);
            None
        }
    };
    decides(cards, root, phase, owner);
}

/// The phases that this game has.
fn phases(table: Table) -> Vec<Phase> {
    let mut phases = match table {
        Table::Two => Vec::new(),
        Table::Snitch => vec![Phase::Deal],
        Table::Teams => vec![Phase::Pass],
    };
    phases.extend([
        Phase::Place,
        Phase::Equip,
        Phase::Flip,
        Phase::Recover,
        Phase::Over,
    ]);
    phases
}

/// What the next decision is about. Left out, it is what the rest of the table speaks of: a card whose flips are under
/// way, the turn of a Lookout or of the Snitch, or else a card to be played. `None` after a report.
fn phase(cards: &mut Cards<'_>, root: &Spot<'_>) -> Option<Phase> {
    let rules = cards.rules;
    let kind = cards.kind();
    let plays = match kind {
        Kind::Thieves => Phase::Place,
        Kind::Gear => Phase::Equip,
    };
    let Some(spot) = root.get("phase") else {
        let turn = root.get("turn").and_then(|turn| turn.value.as_str());
        let helps = turn.is_some_and(|word| rules.names.seats.iter().skip(2).any(|s| s == word));
        return Some(match rules.table {
            _ if usize::from(cards.state.round) > rules.numbers.rounds.len() => Phase::Over,
            _ if given(root, "acting").is_some() => under_way(rules, root),
            Table::Snitch if helps || cards.state.held[SNITCH] > 0 => Phase::Deal,
            Table::Teams if helps => Phase::Pass,
            _ => plays,
        });
    };
    let phases = phases(rules.table);
    let words: Vec<&str> = phases.iter().map(|phase| phase_word(*phase)).collect();
    let phase = phases[spot.one_of(&words, &mut cards.faults)?];
    if matches!(phase, Phase::Place | Phase::Equip) && phase != plays {
        let says = format!("cards of this round are {}", kind_word(kind));
        let help = format!("write `{}`, or another `round`", phase_word(plays));
        cards.faults.push(spot.misfit(says, help));
        return None;
    }
    Some(phase)
}

/// What a card that was just played asks for first.
fn under_way(rules: &Rules, root: &Spot<'_>) -> Phase {
    let word = root.get("acting").and_then(|spot| spot.value.as_str());
    let card = word.and_then(|word| find_playable(rules, word).ok());
    let flips = card.is_none_or(|(kind, card)| {
        let row = rules.row(rules.sheet(kind, card));
        !row.flips.is_empty()
    });
    let left = root.get("flips").is_none_or(|n| n.value != 0);
    match flips && left {
        true => Phase::Flip,
        false => Phase::Recover,
    }
}

/// Nothing is left to decide about a card.
fn at_rest(cards: &mut Cards<'_>, root: &Spot<'_>, phase: Phase) {
    let says = format!("this does not go with the phase `{}`", phase_word(phase));
    let help = "cards are flipped and brought back in the phases `flip` and `recover`";
    if given(root, "acting").is_some() {
        cards.fault(root, "acting", says.clone(), help);
    }
    for key in ["flips", "recovers"] {
        let n = cards.number(root, key, 0..=u8::MAX);
        if n.is_some_and(|n| n > 0) {
            cards.fault(root, key, says.clone(), help);
        }
    }
}

/// The card that was just played, and what it leaves to decide (CAP-R12, CAP-G9). Gives whose it is; `None` after a
/// report.
fn acting(cards: &mut Cards<'_>, root: &Spot<'_>, phase: Phase) -> Option<usize> {
    let rules = cards.rules;
    let Some(spot) = given(root, "acting") else {
        let says = format!(
            "the phase is `{}`, and no card was played",
            phase_word(phase)
        );
        let help = "say in `acting` whose flips are under way, or which card brings gear back";
        cards.fault(root, "acting", says, help);
        return None;
    };
    let word = spot.text("a card's name", &mut cards.faults)?;
    let (kind, card) = cards.found(&spot, find_playable(rules, word))?;
    let Some((side, place)) = lies(cards, kind, card) else {
        let says = format!("`{word}` lies at no location");
        let help = "the card was just played: write it in a zone `field/…`";
        cards.faults.push(spot.misfit(says, help));
        return None;
    };
    let row = rules.row(rules.sheet(kind, card));
    let flips = row.flips.len() as u8;
    let most = brings_back(cards, side, place);
    let [flips_left, recovers_left] = match phase {
        Phase::Flip => [1..=flips, 0..=most],
        _ => [0..=0, 1..=most],
    };
    let (asked, what) = match phase {
        Phase::Flip => (flips, "flips nothing"),
        _ => (most, "brings nothing back"),
    };
    if asked == 0 {
        let says = format!("`{word}` {what}");
        let help = "name another card, or another phase";
        cards.faults.push(spot.misfit(says, help));
        return None;
    }
    let default = [*flips_left.end(), row.recovers.max(*recovers_left.start())];
    let left = [("flips", flips_left), ("recovers", recovers_left)];
    let [flips, recovers] = left.map(|(key, range)| cards.number(root, key, range));
    let state = &mut cards.state;
    state.acting = match kind {
        Kind::Thieves => card,
        Kind::Gear => card | GEAR,
    };
    state.acting_at = place as u8;
    state.flips = flips.unwrap_or(default[0]);
    state.recovers = recovers.unwrap_or(default[1]);
    Some(side)
}

/// Where a card lies on the table: its side and place.
fn lies(cards: &Cards<'_>, kind: Kind, card: u8) -> Option<(usize, usize)> {
    let on = |side: usize| {
        let found = laid(cards, side)
            .into_iter()
            .find(|l| (l.1, l.2) == (kind, card));
        found.map(|(place, ..)| (side, place))
    };
    on(CREAM).or_else(|| on(MINT))
}

/// How many cards those of a side at a place bring back, all together: no more can be under way.
fn brings_back(cards: &Cards<'_>, side: usize, place: usize) -> u8 {
    let here = laid(cards, side).into_iter().filter(|l| l.0 == place);
    let each = here.map(|(_, kind, card)| {
        let sheet = cards.rules.sheet(kind, card);
        cards.rules.row(sheet).recovers
    });
    each.fold(0, u8::saturating_add)
}

/// The cards on the table before a side, each with its place.
fn laid(cards: &Cards<'_>, side: usize) -> Vec<(usize, Kind, u8)> {
    let crew = &cards.state.crews[side];
    let mut laid = Vec::new();
    for (stack, cards) in crew.stacks.iter().enumerate() {
        for (level, card) in cards.iter().take(crew.height(stack)).enumerate() {
            let kind = if level == 0 {
                Kind::Thieves
            } else {
                Kind::Gear
            };
            laid.push((place_of(stack), kind, *card));
        }
    }
    laid
}

/// Who decides, and whether the other Mastermind, or the other Lookout, has done so in this turn.
fn decides(cards: &mut Cards<'_>, root: &Spot<'_>, phase: Phase, owner: Option<usize>) {
    let rules = cards.rules;
    let begins = usize::from(rules.round(cards.state.round).first);
    // Those who decide in this phase, in their order.
    let order = match phase {
        Phase::Over => Vec::new(),
        Phase::Deal => vec![SNITCH],
        Phase::Pass => vec![Rules::lookout(begins), Rules::lookout(1 - begins)],
        _ => vec![begins, 1 - begins],
    };
    let seats = cards.seats();
    let turn = given(root, "turn").and_then(|turn| turn.one_of(&seats, &mut cards.faults));
    let most = order.len().saturating_sub(1) as u8;
    let played = cards.number(root, "played", 0..=most);
    if let Some(seat) = turn
        && !order.contains(&seat)
    {
        let says = format!(
            "`{}` decides nothing in the phase `{}`",
            seats[seat],
            phase_word(phase)
        );
        let deciding: Vec<&str> = order.iter().map(|seat| seats[*seat]).collect();
        let help = match order.is_empty() {
            true => "leave it out: the game is over".to_owned(),
            false => format!("leave it out, or choose one of {}", list(deciding)),
        };
        cards.fault(root, "turn", says, &help);
        return;
    }
    let after = |seat: usize| order.iter().position(|other| *other == seat).unwrap_or(0);
    let decided = match (owner.or(turn), played) {
        (Some(seat), _) => after(seat),
        (None, played) => played.unwrap_or(0).into(),
    };
    // The last to play was not the first of the last round.
    let active = order.get(decided).copied().unwrap_or(1 - begins);
    let word = seats[active];
    if turn.is_some_and(|seat| seat != active) {
        let acting = acting_name(rules, cards.state.acting);
        let says = format!("`{acting}` is a card of {word}");
        cards.fault(
            root,
            "turn",
            says,
            "whoever has played a card decides about it",
        );
    }
    if played.is_some_and(|played| usize::from(played) != decided) {
        let says = format!(
            "{word} decides {} in round {}",
            ["first", "second"][decided.min(1)],
            cards.state.round
        );
        let help = format!("write {decided}, or leave it out");
        cards.fault(root, "played", says, &help);
    }
    cards.state.active = active as u8;
    cards.state.played = decided as u8;
}
