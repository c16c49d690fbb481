//! A row's abilities, read together, and the fields that they print.

use super::abilities::{Ability, Cost, Income, Reading, Slot};
use super::words::{Voice, capital, join};
use crate::cards::{Deck, Face, Row, by_hand};
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// Between the abilities in a strip of symbols.
const BETWEEN: &str = " · ";

/// What the cards of a deck are in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Location,
    Thief,
    Gear,
    /// Mats, tokens, references: they do nothing by themselves.
    Aid,
}

impl Role {
    /// By the deck's name: `gear`, and likewise `spring-gear`.
    pub fn of(deck: &Deck) -> Self {
        match deck.id.rsplit('-').next() {
            Some("locations") => Role::Location,
            Some("thieves") => Role::Thief,
            Some("gear") => Role::Gear,
            _ => Role::Aid,
        }
    }

    /// Keys of abilities that its rows may have.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Role::Location => &["reward", "modifier"],
            Role::Thief => &[Income::KEY, "when-played", "gives"],
            Role::Gear => &[Cost::KEY, "when-played", "gives"],
            Role::Aid => &[],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Role::Location => "a location",
            Role::Thief => "a thief",
            Role::Gear => "gear",
            Role::Aid => "a card that only helps",
        }
    }
}

/// All keys that stand for abilities.
pub const KEYS: [&str; 6] = [
    Income::KEY,
    Cost::KEY,
    "when-played",
    "gives",
    "reward",
    "modifier",
];

/// What a card does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Abilities {
    pub income: Option<Income>,
    pub cost: Option<Cost>,
    pub when_played: Vec<Ability>,
    pub gives: Vec<Ability>,
    pub reward: Vec<Ability>,
    pub modifier: Option<Ability>,
}

impl Abilities {
    /// Reads a row of a deck whose cards are `role`s. What is wrong goes to the reading's faults and is left out.
    pub fn read(row: &Row, role: Role, reading: &mut Reading<'_>) -> Self {
        let mut abilities = Abilities::default();
        for key in KEYS {
            let Some(value) = row.get(key) else {
                continue;
            };
            if !role.keys().contains(&key) {
                let message = format!("`{key}` does nothing on {}", role.name());
                let place = match key {
                    "reward" | "modifier" => "locations",
                    Income::KEY => "thieves",
                    Cost::KEY => "gear",
                    _ => "thieves and gear",
                };
                let help = format!("take it away; it belongs on {place}");
                reading.faults.push(
                    Diagnostic::error(Code::AbilityShape, message)
                        .at(value.span)
                        .help(help),
                );
                continue;
            }
            match key {
                Income::KEY => abilities.income = Income::read(value, reading),
                Cost::KEY => abilities.cost = Cost::read(value, reading),
                "when-played" => {
                    abilities.when_played = reading.abilities(value, Slot::WhenPlayed);
                }
                "gives" => abilities.gives = reading.abilities(value, Slot::Gives),
                "reward" => abilities.reward = reading.abilities(value, Slot::Reward),
                _ => abilities.modifier = reading.ability(value, Slot::Modifier),
            }
        }
        if role == Role::Location && row.get("reward").is_none() {
            let message = format!("{} has no `reward`", row.name);
            reading.faults.push(
                Diagnostic::error(Code::MissingKey, message)
                    .at(row.span)
                    .help("add what its winner gets: `reward = [{ points = 5 }]`"),
            );
        }
        abilities
    }

    /// Adds the fields of the card to its face. A sentence that the row writes itself stays, and is told.
    pub fn dress(
        &self,
        row: &Row,
        role: Role,
        voice: &Voice,
        face: &mut Face,
        faults: &mut Diagnostics,
    ) {
        match role {
            Role::Location => self.dress_location(row, voice, face, faults),
            Role::Thief => {
                let income = self.income.unwrap_or(Income(0));
                let place = Some(row.place(Income::KEY));
                face.set(Income::KEY, income.icons(), place);
                let number = match income.0 {
                    0 => String::new(),
                    n => n.to_string(),
                };
                face.set("income-number", number, place);
                self.dress_crew(row, voice, face, faults);
            }
            Role::Gear => {
                let cost = self.cost.unwrap_or(Cost(0));
                let place = Some(row.place(Cost::KEY));
                face.set(Cost::KEY, cost.number(), place);
                face.set("cost-icons", cost.icons(), place);
                self.dress_crew(row, voice, face, faults);
            }
            Role::Aid => {}
        }
    }

    fn dress_location(&self, row: &Row, voice: &Voice, face: &mut Face, faults: &mut Diagnostics) {
        let place = Some(row.place("reward"));
        face.set("reward", strip(&self.reward, voice), place);
        let text = clause("Winner", &self.reward, voice).unwrap_or_default();
        sentence(row, "reward-text", text, place, face, faults);
        let place = Some(row.place("modifier"));
        let said = |f: fn(&Ability, &Voice) -> String| {
            let modifier = self.modifier.as_ref();
            modifier.map(|m| f(m, voice)).unwrap_or_default()
        };
        face.set("modifier", said(Ability::wording), place);
        face.set("modifier-icons", said(Ability::icons), place);
    }

    fn dress_crew(&self, row: &Row, voice: &Voice, face: &mut Face, faults: &mut Diagnostics) {
        let now = strip(&self.when_played, voice);
        let end = strip(&self.gives, voice);
        let both: Vec<&str> = [now.as_str(), end.as_str()]
            .into_iter()
            .filter(|s| !s.is_empty())
            .collect();
        let place = ["gives", "when-played"]
            .into_iter()
            .find_map(|key| row.get(key))
            .map_or(row.span, |v| v.span);
        face.set("icons", both.join(BETWEEN), Some(place));
        sentence(row, "text", self.text(voice), Some(place), face, faults);
        face.set("icons-now", now, Some(row.place("when-played")));
        face.set("icons-end", end, Some(row.place("gives")));
        let always = self.gives.iter().any(Ability::always);
        face.set("protected", if always { "yes" } else { "" }, Some(place));
    }

    /// The symbols of all that the card does.
    pub fn symbols(&self, voice: &Voice) -> String {
        let lists = [&self.when_played, &self.gives, &self.reward];
        let all = lists.into_iter().flatten().chain(&self.modifier);
        all.map(|ability| ability.icons(voice)).collect()
    }

    /// The card's sentences, a paragraph each.
    fn text(&self, voice: &Voice) -> String {
        let (always, counted): (Vec<Ability>, Vec<Ability>) =
            self.gives.iter().cloned().partition(Ability::always);
        let mut paragraphs = Vec::new();
        paragraphs.extend(clause("When played", &self.when_played, voice));
        paragraphs.extend(clause("At the end", &counted, voice));
        paragraphs.extend(always.iter().map(|a| capital(&a.wording(voice))));
        paragraphs.join("\n")
    }
}

/// Sets the sentence that was made, where the row does not word it itself.
fn sentence(
    row: &Row,
    field: &str,
    made: String,
    place: Option<Span>,
    face: &mut Face,
    faults: &mut Diagnostics,
) {
    match row.get(field) {
        None => face.set(field, made, place),
        Some(value) => {
            let what = format!("the `{field}` of `{}`", row.id);
            let given = value.text().unwrap_or_default();
            faults.push(by_hand(&what, value.span, &made, &given));
        }
    }
}

/// `**When played:** take 2 {coin}, and ….`; nothing without abilities.
fn clause(when: &str, abilities: &[Ability], voice: &Voice) -> Option<String> {
    let phrases: Vec<String> = abilities.iter().flat_map(|a| a.phrases(voice)).collect();
    (!phrases.is_empty()).then(|| format!("**{when}:** {}.", join(&phrases)))
}

fn strip(abilities: &[Ability], voice: &Voice) -> String {
    let icons: Vec<String> = abilities.iter().map(|a| a.icons(voice)).collect();
    icons.join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::{bad_gear, bad_location, bad_thief, gear, location};

    #[test]
    fn what_happens_now_stands_before_what_counts_at_the_end() {
        let card = gear("gives = [{ points = 1 }]\nwhen-played = [{ coins = 1 }]");
        assert_eq!(card.icons, "{coin} · {point}");
        assert_eq!(card.icons_now, "{coin}");
        assert_eq!(card.icons_end, "{point}");
        assert_eq!(
            card.text,
            "**When played:** take 1\u{a0}{coin}.\n**At the end:** 1\u{a0}{point}."
        );
        assert_eq!(card.protected, "");
    }

    #[test]
    fn a_row_may_word_itself_and_keeps_its_icons() {
        let card = gear("gives = [{ points = 1 }]\ntext = \"One {point}, at last.\"");
        assert_eq!(card.text, "One {point}, at last.");
        assert_eq!(card.icons, "{point}");
    }

    #[test]
    fn a_location_without_modifier_shows_none() {
        let card = location("reward = [{ points = 5 }, { goods = [\"painting\"] }]");
        assert_eq!(card.reward, "5{point} · {painting}");
        assert_eq!(
            card.reward_text,
            "**Winner:** 5\u{a0}{point} and a **painting**\u{a0}{painting}."
        );
        assert_eq!(
            (card.modifier.as_str(), card.modifier_icons.as_str()),
            ("", "")
        );
    }

    #[test]
    fn keys_out_of_place_are_told() {
        assert_eq!(
            bad_gear("income = 1"),
            ["`income` does nothing on gear (take it away; it belongs on thieves)"]
        );
        assert_eq!(
            bad_thief("cost = 1"),
            ["`cost` does nothing on a thief (take it away; it belongs on gear)"]
        );
        assert_eq!(
            bad_location("modifier = { protect = \"thieves\" }"),
            ["The Chapel has no `reward` (add what its winner gets: `reward = [{ points = 5 }]`)"]
        );
    }
}
