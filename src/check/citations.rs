//! Clauses in the form in which scenarios cite them: `CH2-R7`. A pack and a citation come in; the known clauses, or a
//! diagnostic for an unknown one, go out. Called by the other checks, and by `verify`, which reads the scenarios.

use crate::cards::{Pack, is_clause};
use crate::source::{Diagnostic, Files, Span, did_you_mean_or, error};

/// The clauses of a game as scenarios cite them: those of rules.md, then the rulings that it does not hold.
pub fn citable(pack: &Pack, files: &mut Files) -> Vec<String> {
    let mut clauses = pack.clauses(files);
    for ruling in pack.game.rulings.iter().map(|r| &r.id) {
        if is_clause(ruling) && !clauses.contains(ruling) {
            clauses.push(ruling.clone());
        }
    }
    clauses.iter().map(|c| cited_as(pack, c)).collect()
}

/// "CH2-R7" for "R7".
pub fn cited_as(pack: &Pack, clause: &str) -> String {
    match &pack.game.scenarios.clauses {
        Some(prefix) => format!("{prefix}-{clause}"),
        None => clause.to_owned(),
    }
}

/// The error in a citation; `None` when it is one of the `clauses` that are [`citable`].
pub fn unknown_citation(
    pack: &Pack,
    cited: &str,
    span: Span,
    clauses: &[String],
) -> Option<Diagnostic> {
    if clauses.iter().any(|c| c == cited) {
        return None;
    }
    let prefix = pack.game.scenarios.clauses.as_deref();
    let (other, rest) = cited.split_once('-').unwrap_or_default();
    let elsewhere = prefix.filter(|own| other != *own && is_clause(rest));
    // `R9` for `CH2-R9`, and `CH1-R9`.
    let bare = prefix.filter(|_| is_clause(cited));
    let same = elsewhere
        .map(|own| format!("{own}-{rest}"))
        .or_else(|| bare.map(|own| format!("{own}-{cited}")))
        .filter(|same| clauses.contains(same));
    let message = match elsewhere {
        Some(own) => {
            format!("`{cited}` is a clause of another game: those of this one begin with `{own}-`")
        }
        None => format!("the rules have no clause `{cited}`"),
    };
    let help = match same {
        Some(same) => format!("did you mean `{same}`?"),
        None => near_clause(cited, clauses),
    };
    Some(error!(UnknownClause, span, message, help))
}

/// Suggests a clause for one that does not exist.
pub fn near_clause(clause: &str, known: &[impl AsRef<str>]) -> String {
    did_you_mean_or(
        clause,
        known,
        "name a clause that stands in rules.md, as `**R1**`, or a ruling of game.toml",
    )
}
