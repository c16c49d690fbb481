//! Diagnostics as SARIF 2.1.0, the format in which code hosts take findings:
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>. Called by `check --format sarif`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::uri::uri;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One run with one result a diagnostic, and the pages of the codes that were found as its rules. Files are named from `base`.
pub fn sarif(diagnostics: &Diagnostics, files: &Files, base: &str) -> String {
    let codes: BTreeSet<Code> = diagnostics.iter().map(|d| d.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let rules: Vec<Value> = codes.iter().map(|code| rule(*code)).collect();
    let results: Vec<Value> = diagnostics.iter().map(|d| result(d, &codes, files, base)).collect();
    let whole = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "deckproof",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{whole:#}\n")
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.number(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": code.title() },
        "help": { "text": code.page(), "markdown": code.page() },
    })
}

fn result(diagnostic: &Diagnostic, codes: &[Code], files: &Files, base: &str) -> Value {
    let mut text = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("\n{help}"));
    }
    let place = diagnostic.place(files);
    let locations: Vec<Value> = place.map(|s| location(s, files, base)).into_iter().collect();
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .enumerate()
        .map(|(id, (span, what))| {
            let mut place = location(*span, files, base);
            place["id"] = json!(id);
            place["message"] = json!({ "text": what });
            place
        })
        .collect();
    json!({
        "ruleId": diagnostic.code.number(),
        "ruleIndex": codes.iter().position(|c| *c == diagnostic.code),
        "level": diagnostic.severity.name(),
        "message": { "text": text },
        "locations": locations,
        "relatedLocations": related,
    })
}

fn location(span: Span, files: &Files, base: &str) -> Value {
    let region = files.region(span);
    let mut told = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(files.path(span.file), base) },
            "region": {
                "startLine": region.line,
                "startColumn": region.column,
                "endLine": region.end_line,
                "endColumn": region.end_column,
            },
        },
    });
    if let Some(cell) = files.cell(span) {
        told["logicalLocations"] = json!([{ "fullyQualifiedName": cell }]);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_has_its_rule_its_place_and_the_places_beside() {
        let mut files = Files::new();
        let deck = files.add("my game/deck.toml", "id = \"a\"\nid = \"é\"\n");
        let mut faults = Diagnostics::new();
        faults.push(Diagnostic::warning(Code::LowContrast, "pale"));
        faults.push(
            Diagnostic::error(Code::DuplicateId, "twice")
                .at(Span::new(deck, 14..18))
                .related(Span::new(deck, 5..8), "first here")
                .help("rename one"),
        );
        let told: Value = serde_json::from_str(&sarif(&faults, &files, "")).unwrap();
        let run = &told["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let ids: Vec<&str> = rules.iter().map(|r| r["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["D012", "D207"]);
        assert_eq!(rules[0]["name"], "DuplicateId");
        assert_eq!(rules[0]["help"]["markdown"], Code::DuplicateId.page());
        let twice = &run["results"][1];
        assert_eq!(twice["ruleIndex"], 0);
        assert_eq!(twice["message"]["text"], "twice\nrename one");
        let place = &twice["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20game/deck.toml");
        let region = json!({ "startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 9 });
        assert_eq!(place["region"], region);
        assert_eq!(twice["relatedLocations"][0]["message"]["text"], "first here");
        assert_eq!(run["results"][0]["locations"], json!([]));
    }
}
