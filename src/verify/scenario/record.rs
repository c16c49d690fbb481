//! Writes a scenario down as a record, so that it can be stepped through on the board. A pack and the name of a
//! scenario come in; the text of a record goes out.

use super::playing::moves_of;
use super::reading::read_all;
use super::staging::{staged_table, table_json};
use crate::cards::Pack;
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, Files};
use crate::verify::record::{RecordHeader, RecordOrigin, write_record};

/// The record of a scenario: the table that it sets up, and its moves up to the first that cannot be played.
///
/// # Errors
/// When there is no such scenario, when its table cannot be set up, or when the data cannot be played.
pub fn record_scenario(pack: &Pack, slug: &str, files: &mut Files) -> Result<String, Diagnostics> {
    with_width!(&[pack], S => {
        let scenarios = read_all(pack, &script_axes(&pack.game), files, &mut Diagnostics::new());
        let Some(scenario) = scenarios.iter().find(|scenario| scenario.slug == slug) else {
            let message = format!("there is no scenario `{slug}` that can be read");
            return Err(Diagnostic::error(Code::UnknownName, message)
                .help("its file lies in scenarios/; `deckproof check` says what is wrong with it")
                .into());
        };
        let rules = Rules::<S>::of(pack, &scenario.variant)?;
        let moves = moves_of(&rules, scenario)?;
        let origin = RecordOrigin::new(pack, &scenario.variant);
        let header = RecordHeader {
            table: (!scenario.set_up).then(|| table_json(scenario)),
            ..RecordHeader::new(origin, scenario.seed.into(), "scenario", &rules.names)
        };
        let piles = if scenario.set_up { Some(staged_table(&rules, scenario)?.piles) } else { None };
        write_record(&rules, header, piles, &moves).map_err(|misfits| {
            let says = misfits.into_iter().map(|misfit| misfit.fault.message);
            let message = format!("{slug}: {}", says.collect::<Vec<_>>().join("; "));
            Diagnostic::error(Code::Staging, message)
                .help("`deckproof check` points at the line")
                .into()
        })
    })
}
