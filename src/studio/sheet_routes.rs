//! The routes of the view of the sheets: pages to look at, and the PDF to print.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::extract::{Form, Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse};

use super::shared::{Gone, Studio, locked};
use crate::cards::Pack;
use crate::pages::studio::{SheetsPreview, SheetsView, sheets_page};
use crate::registry;
use crate::session::{Printing, SilentHost, SnapshotFault, faults_in_words};
use crate::source::Diagnostics;

/// PDFs that can be fetched again.
const MOST_PRINTED: usize = 100;

/// What the view of the sheets remembers.
#[derive(Default)]
pub struct Sheets {
    /// The pages that were shown last, whose faces are still asked for.
    pub last: Mutex<Option<Arc<SheetsPreview>>>,
    /// The files that were printed.
    printed: Mutex<Vec<PathBuf>>,
}

pub fn show_sheets(studio: &Studio, Query(view): Query<SheetsView>) -> Html<String> {
    let mut host = SilentHost::default();
    let preview = read(studio, &view, &mut host).and_then(|(printing, pack)| {
        let job = printing.preview(pack, &mut host)?;
        Ok(Arc::new(SheetsPreview::new(job)))
    });
    let said = faults_in_words(&host.found, &host.files);
    match preview {
        Ok(preview) => {
            *locked(&studio.sheets.last) = Some(preview.clone());
            page(studio, &view, Ok(&preview), &said)
        }
        Err(found) => page(studio, &view, Err(&faults_in_words(&found, &host.files)), &said),
    }
}

/// Makes the PDF as `deckproof print` does, notes it, and says where it is.
pub fn print_sheets(studio: &Studio, Form(view): Form<SheetsView>) -> Html<String> {
    let mut host = SilentHost::default();
    let made = read(studio, &view, &mut host).and_then(|(printing, pack)| {
        printing.may_print(std::slice::from_ref(&pack), &mut host)?;
        printing.print(pack, &mut host)
    });
    match made {
        Ok(Some(made)) => {
            let mut printed = locked(&studio.sheets.printed);
            printed.retain(|known| *known != made.path);
            if printed.len() >= MOST_PRINTED {
                printed.remove(0);
            }
            printed.push(made.path);
        }
        Ok(None) => {}
        Err(found) => host.found.append(found),
    }
    let last = locked(&studio.sheets.last).clone();
    page(studio, &view, last.as_deref().ok_or(&[]), &faults_in_words(&host.found, &host.files))
}

/// A PDF that was made since the studio was opened.
pub fn printed_file(
    studio: &Studio,
    Path(name): Path<String>,
) -> Result<impl IntoResponse + use<>, Gone> {
    let number = name.strip_suffix(".pdf").and_then(|number| number.parse::<usize>().ok());
    let path = number.and_then(|number| locked(&studio.sheets.printed).get(number).cloned());
    let bytes = path.and_then(|path| std::fs::read(path).ok());
    let bytes = bytes.ok_or((StatusCode::NOT_FOUND, "there is no such print any more\n"))?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes))
}

/// The options and the game that they are about.
fn read(
    studio: &Studio,
    view: &SheetsView,
    host: &mut SilentHost,
) -> Result<(Printing, Pack), Diagnostics> {
    let words = [vec![studio.game.name.clone()], view.words()].concat();
    let printing = (studio.commands.print_options)(&words)?;
    let pack = registry::load(studio.game.open()?, &mut host.files)?;
    printing.selection.check_names(&[&pack])?;
    Ok((printing, pack))
}

fn page(
    studio: &Studio,
    view: &SheetsView,
    shown: Result<&SheetsPreview, &[SnapshotFault]>,
    said: &[SnapshotFault],
) -> Html<String> {
    let printed = locked(&studio.sheets.printed);
    Html(sheets_page(&studio.watch.snapshot(), view, shown, said, &printed))
}
