//! Diagnostics as one JSON object, for editors and scripts. Called by `check --format json`.

use serde_json::{Value, json};

use crate::source::{Diagnostic, Diagnostics, Files, Severity, Span};

/// `{"version": 1, "diagnostics": […], "errors": 1, "warnings": 0}`, ended by a new line. Lines and columns are counted from 1,
/// columns in characters; `end_column` is the one after the last. In a workbook they are those of the cell, which `cell` names.
pub fn render_json(diagnostics: &Diagnostics, files: &Files) -> String {
    let list: Vec<Value> = diagnostics.iter().map(|d| one(d, files)).collect();
    let whole = json!({
        "version": 1,
        "diagnostics": list,
        "errors": diagnostics.count(Severity::Error),
        "warnings": diagnostics.count(Severity::Warning),
    });
    format!("{whole:#}\n")
}

fn one(diagnostic: &Diagnostic, files: &Files) -> Value {
    let place = diagnostic.place(files).map(|span| (span, files.region(span)));
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|(span, message)| {
            let region = files.region(*span);
            let told = json!({
                "file": files.path(span.file),
                "line": region.line,
                "column": region.column,
                "message": message,
            });
            with_cell(told, Some(*span), files)
        })
        .collect();
    let told = json!({
        "code": diagnostic.code.number(),
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "file": place.map(|(span, _)| files.path(span.file)),
        "line": place.map(|(_, region)| region.line),
        "column": place.map(|(_, region)| region.column),
        "end_line": place.map(|(_, region)| region.end_line),
        "end_column": place.map(|(_, region)| region.end_column),
        "label": diagnostic.beside(),
        "related": related,
    });
    with_cell(told, place.map(|(span, _)| span), files)
}

/// Adds the name of the cell, for a place in a workbook.
fn with_cell(mut told: Value, span: Option<Span>, files: &Files) -> Value {
    if let Some(cell) = span.and_then(|span| files.cell(span)) {
        told["cell"] = json!(cell);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Code;

    #[test]
    fn a_diagnostic_says_its_place_in_characters() {
        let mut files = Files::new();
        let deck = files.add("deck.toml", "[[card]]\né = \"powr\"\n");
        let fault = Diagnostic::error(Code::UnknownKey, "unknown key")
            .at(Span::new(deck, 14..20))
            .related(Span::new(deck, 0..8), "of this card")
            .help("take it out");
        let told: Value = serde_json::from_str(&render_json(&fault.into(), &files)).unwrap();
        let wanted = json!({
            "version": 1,
            "diagnostics": [{
                "code": "D002", "severity": "error", "message": "unknown key", "help": "take it out",
                "file": "deck.toml", "line": 2, "column": 5, "end_line": 2, "end_column": 11, "label": null,
                "related": [{"file": "deck.toml", "line": 1, "column": 1, "message": "of this card"}],
            }],
            "errors": 1,
            "warnings": 0,
        });
        assert_eq!(told, wanted);
    }

    #[test]
    fn nothing_wrong_is_an_empty_list() {
        let told: Value =
            serde_json::from_str(&render_json(&Diagnostics::new(), &Files::new())).unwrap();
        assert_eq!(told["diagnostics"], json!([]));
        assert_eq!((&told["errors"], &told["warnings"]), (&json!(0), &json!(0)));
    }

    #[test]
    fn a_place_in_a_workbook_names_its_cell() {
        use crate::source::CellPlace;
        let mut files = Files::new();
        let (start, row, column) = (0, 7, 3);
        let cells = vec![CellPlace { start, row, column }];
        let sheet = files.add_sheet("cards.xlsx", "Heroes", "Gale\n", cells);
        let fault = Diagnostic::error(Code::UnknownKey, "x").at(Span::new(sheet, 0..4));
        let told: Value = serde_json::from_str(&render_json(&fault.into(), &files)).unwrap();
        let told = &told["diagnostics"][0];
        assert_eq!(told["cell"], "Heroes!C7");
        assert_eq!((&told["line"], &told["column"]), (&json!(7), &json!(3)));
    }
}
