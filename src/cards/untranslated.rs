//! Finishes reading a game in another language: translates its templates, and reports texts without a translation and
//! translations without a text. A pack comes in; diagnostics go out. Called by [`super::pack`] once everything else is read.

use std::collections::BTreeSet;

use super::pack::Pack;
use super::texts::says_something;
use super::translation::{FOLDER, Spoken, Translation, flow_file};
use crate::source::{
    Asset, Diagnostics, Files, Retelling, Span, did_you_mean, texts_of_drawing, warning,
};

impl Translation {
    /// Translates the templates of a game, and reports what is left over. Called after everything else is read.
    pub fn finish(mut self, pack: &mut Pack, files: &mut Files) -> Diagnostics {
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut pages = Vec::new();
        for deck in &pack.decks {
            names.extend(pack.templates(deck).into_iter().map(|(name, _)| name.to_owned()));
            let Some((flow, span)) = &deck.flow else {
                continue;
            };
            let file = flow_file(&self.code, flow);
            let folder = format!("{FOLDER}/{}", self.code);
            if !pack.folder.files_in(&folder).contains(flow) {
                let code = &self.code;
                self.faults.push(warning!(
                    Untranslated,
                    *span,
                    "`{flow}` has no translation to `{code}`",
                    "write the whole text as `{file}`"
                ));
                pages.push(flow.clone());
            }
        }
        let mut retelling = Retelling::default();
        for name in names {
            // A template that cannot be read is reported when it is drawn.
            let Ok((file, drawing)) = pack.folder.asset_text(Asset::Template, &name, files) else {
                continue;
            };
            let mut met = BTreeSet::new();
            for (range, text) in texts_of_drawing(&drawing) {
                if !says_something(&text) || !met.insert(text.clone()) {
                    continue;
                }
                let place = format!("templates/{name}");
                if let Some((words, _)) = self.find(&place, &text, Span::new(file, range)) {
                    retelling.texts.insert((name.clone(), text), words);
                }
            }
        }
        pack.folder.retell(retelling);
        self.compare_gaps();
        let known: Vec<&str> = self.texts.iter().map(|text| text.place.as_str()).collect();
        for (key, row) in self.rows.iter().filter(|(key, _)| !self.used.contains(*key)) {
            let place = &key.0;
            let fault = if place.starts_with("templates/") && known.contains(&place.as_str()) {
                let message = format!("`{place}` does not say {:?}", row.text);
                warning!(UnusedTranslation, message, "take the row out, or correct its `text`")
            } else {
                let known = known.iter().copied().filter(|_| !self.faults.is_full());
                let help = match did_you_mean(place, known) {
                    Some(near) => format!("did you mean `{near}`? else take the row out"),
                    None => "take the row out: nothing says this any more".to_owned(),
                };
                warning!(UnusedTranslation, "there is no text `{place}`", help)
            };
            self.faults.push(fault.at(row.place_span));
        }
        pack.spoken = Some(Spoken { code: self.code, texts: self.texts, pages });
        self.faults
    }
}
