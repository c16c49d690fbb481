//! Reads the files of `scenarios/`. TOML comes in; a [`Scenario`] with the position of every line goes out, and faults
//! are reported.

use crate::cards::{Datum, Pack, Reader, TomlTable, Value, parse_toml};
use crate::rules::{Axis, Variant};
use crate::script::script_axes;
use crate::source::{Diagnostics, Files, Span, error};
use crate::verify::axes;

/// Scenarios of one game that are read.
const MOST_SCENARIOS: usize = 2_000;

/// A text of the file and its position.
pub type SpannedText = (String, Span);

/// A scenario as it was read.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The file's name without its ending.
    pub slug: String,
    pub title: String,
    pub cites: Vec<SpannedText>,
    /// How the game is set up.
    pub variant: Variant,
    /// For chance beyond the piles that the table gives.
    pub seed: u64,
    /// The game is set up by its rules; the table only says in which order cards are drawn.
    pub set_up: bool,
    /// The table as far as it is given.
    pub table: Value,
    pub steps: Vec<ScenarioStep>,
}

impl Scenario {
    /// What the scenario is called in messages: "an-admiral-alone (CH2-R11)".
    pub fn name(&self) -> String {
        let cites: Vec<&str> = self.cites.iter().map(|c| c.0.as_str()).collect();
        format!("{} ({})", self.slug, cites.join(", "))
    }
}

/// One `[[step]]`.
#[derive(Debug, Clone)]
pub struct ScenarioStep {
    pub act: Act,
    /// Parts of the table that must hold afterwards.
    pub expect: Option<TomlTable>,
}

/// What happens in a step.
#[derive(Debug, Clone)]
pub enum Act {
    /// Nothing is played; the table is only checked.
    Look,
    Play {
        moves: Vec<SpannedText>,
        /// Lines that must be logged, in this order; others may come between.
        events: Vec<SpannedText>,
        /// Lines that must not be logged.
        never: Vec<SpannedText>,
    },
    /// A move that is refused with a word, and changes nothing.
    Refuse { mv: SpannedText, because: SpannedText },
}

/// Reads every scenario of the game that can be read; what is wrong with the others goes to `faults`.
pub fn read_all(
    pack: &Pack,
    axes: &[Axis],
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    let names = pack.folder.scenario_names();
    if names.len() > MOST_SCENARIOS {
        faults.push(error!(
            TooMany,
            format!("the game has {} scenarios", names.len()),
            "{MOST_SCENARIOS} are the most; the others are not run"
        ));
    }
    for name in names.into_iter().take(MOST_SCENARIOS) {
        match read_file(pack, axes, &name, files) {
            Ok(scenario) => scenarios.push(scenario),
            Err(more) => faults.append(more),
        }
    }
    scenarios
}

/// What is wrong with the scenarios as they are written, where the game cannot be played.
pub fn read_scenarios(pack: &Pack, files: &mut Files) -> Diagnostics {
    let mut faults = Diagnostics::new();
    read_all(pack, &script_axes(&pack.game), files, &mut faults);
    faults
}

fn read_file(
    pack: &Pack,
    axes: &[Axis],
    name: &str,
    files: &mut Files,
) -> Result<Scenario, Diagnostics> {
    let (file, text) = pack.folder.text(name, files)?;
    let mut faults = Diagnostics::new();
    let Some(table) = parse_toml(file, &text, &mut faults) else {
        return Err(faults);
    };
    let slug = name.trim_start_matches("scenarios/");
    let slug = slug.trim_end_matches(".toml");
    let scenario = read_table(slug, &table, Span::new(file, 0..0), axes, &mut faults);
    if faults.is_empty() { Ok(scenario) } else { Err(faults) }
}

/// Reads a scenario from the table of its file, which begins at `top`.
fn read_table(
    slug: &str,
    table: &TomlTable,
    top: Span,
    axes: &[Axis],
    faults: &mut Diagnostics,
) -> Scenario {
    let mut r = Reader::new(table, top, "the scenario", faults);
    let (title, _) = r.required_string("title");
    let cites = r.strings("cites").unwrap_or_default();
    if cites.is_empty() {
        r.missing("cites", "[\"…\"]");
    }
    let named = r.table("variant");
    let seed = r.integer("seed", 0..=i64::MAX).map_or(0, |n| n.0);
    let set_up = r.boolean("set-up");
    let on_table = r.table("table");
    let steps = r.tables("step");
    if steps.is_empty() {
        r.missing("step", "[{ play = [\"…\"] }]");
    }
    r.finish();
    let variant = variant(named, axes, faults);
    let given = on_table.map_or_else(TomlTable::default, |t| t.0.clone());
    let first_step = steps.first().map(|(_, span)| *span);
    let steps: Vec<ScenarioStep> = steps.iter().map(|(t, s)| step(t, *s, faults)).collect();
    // A step that is wrong itself may have been meant to expect something.
    if let Some(first) = first_step.filter(|_| faults.is_empty())
        && !steps.iter().any(asserts)
    {
        faults.push(error!(
            ExpectsNothing,
            first,
            "the scenario plays, but expects nothing",
            "add `[step.expect]`, `events`, `never` or `refuse` to a step"
        ));
    }
    Scenario {
        slug: slug.to_owned(),
        title,
        cites,
        variant,
        seed: u64::try_from(seed).unwrap_or(0),
        set_up,
        table: Value { span: on_table.map_or(top, |t| t.1), datum: Datum::Table(given) },
        steps,
    }
}

/// The variant that is named; what it leaves out is the first value of the axis.
fn variant(named: Option<(&TomlTable, Span)>, axes: &[Axis], faults: &mut Diagnostics) -> Variant {
    let mut variant = Variant::first(axes);
    let Some((table, span)) = named else {
        return variant;
    };
    if axes.is_empty() {
        faults.push(error!(
            UnknownVariant,
            span, "the game is always the same: it has no variants", "leave `variant` out"
        ));
        return variant;
    }
    for (key, value) in &table.entries {
        let axis = axes::axis(axes, &key.name).map_err(|fault| fault.at(key.span));
        let Some(axis) = faults.keep(axis) else {
            continue;
        };
        let word = match &value.datum {
            Datum::String(word) => word.clone(),
            Datum::Integer(number) => number.to_string(),
            _ => {
                let message = format!("`{}` is {}", key.name, value.kind());
                let help = "write a word in quotes or a whole number";
                faults.push(error!(WrongType, value.span, message, help));
                continue;
            }
        };
        match axes::value(axis, &word) {
            Ok(()) => variant = variant.with(&key.name, &word),
            Err(fault) => faults.push(fault.at(value.span)),
        }
    }
    variant
}

/// Whether the step can fail in another way than by a refused move.
fn asserts(step: &ScenarioStep) -> bool {
    let acts = match &step.act {
        Act::Look => false,
        Act::Play { events, never, .. } => !events.is_empty() || !never.is_empty(),
        Act::Refuse { .. } => true,
    };
    acts || step.expect.is_some()
}

fn step(table: &TomlTable, span: Span, faults: &mut Diagnostics) -> ScenarioStep {
    let mut r = Reader::new(table, span, "the step", faults);
    let play = r.strings("play");
    let events = r.strings("events").unwrap_or_default();
    let never = r.strings("never").unwrap_or_default();
    let refuse = r.string("refuse");
    let because = r.string("because");
    let expect = r.table("expect").map(|t| t.0.clone());
    // What a misspelt key leaves missing is its doing.
    let is_misspelt = r.rest().next().is_some();
    r.finish();
    let mut fault = |span: Span, says: &str, help: &str| {
        if !is_misspelt {
            faults.push(error!(ScenarioShape, span, says, help));
        }
    };
    if expect.as_ref().is_some_and(|t| t.entries.is_empty()) {
        fault(span, "the step expects nothing", "give `[step.expect]` a key");
    }
    if play.is_none() {
        let help = "give the step `play = [\"…\"]`: events are those of its moves";
        for (_, at) in events.iter().chain(&never) {
            fault(*at, "nothing is played in this step", help);
        }
    }
    let act = match (play, refuse, because) {
        (Some(_), Some((_, at)), _) => {
            fault(
                at,
                "the step plays and refuses",
                "write the refused move as a `[[step]]` of its own",
            );
            Act::Look
        }
        (None, Some((_, at)), None) => {
            fault(
                at,
                "the refusal has no reason",
                "add `because = \"…\"`, the word of the refusal",
            );
            Act::Look
        }
        (_, None, Some((_, at))) => {
            fault(at, "nothing is refused here", "add `refuse = \"…\"`");
            Act::Look
        }
        (None, Some(mv), Some(because)) => Act::Refuse { mv, because },
        (Some(moves), None, None) => {
            if moves.is_empty() {
                fault(span, "the step plays no move", "give `play` a move");
            }
            Act::Play { moves, events, never }
        }
        (None, None, None) => {
            if expect.is_none() {
                fault(span, "the step does nothing", "give it `play`, `refuse` or `[step.expect]`");
            }
            Act::Look
        }
    };
    ScenarioStep { act, expect }
}
