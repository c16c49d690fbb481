//! A text as its paragraphs in plain words, each with the heading that it stands under. Called where texts are compared.

use super::commonmark::read_commonmark;
use super::parts::PartKind;

/// Heading and words of each paragraph; of a text that cannot be read, its lines.
pub fn paragraphs(text: &str) -> Vec<(String, String)> {
    let Ok(parts) = read_commonmark(text) else {
        let lines = text.lines().map(|line| line.replace("**", ""));
        let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines = lines.filter(|line| !line.is_empty());
        return lines.map(|line| (String::new(), line)).collect();
    };
    let mut heading = String::new();
    let mut all = Vec::new();
    for part in parts {
        let words = part.words();
        let is_heading = |kind: &PartKind| {
            matches!(kind, PartKind::Title | PartKind::Heading | PartKind::Subheading)
        };
        if is_heading(&part.kind) {
            heading.clone_from(&words);
        }
        all.push((heading.clone(), words));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_stands_under_its_heading() {
        let text = "# Rules\n\n## R1\n\nSeven cards.\n\n## R2\n\nThree **rounds**.\n\n- And one.\n";
        let told: Vec<String> =
            paragraphs(text).iter().map(|(heading, words)| format!("{heading}: {words}")).collect();
        assert_eq!(
            told,
            [
                "Rules: Rules",
                "R1: R1",
                "R1: Seven cards.",
                "R2: R2",
                "R2: Three rounds.",
                "R2: And one.",
            ]
        );
    }
}
