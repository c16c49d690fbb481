//! The routes of the view of the sheets: pages to look at, and the PDF to print. Called by `routes`.

use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::shared::{Studio, work};
use crate::cards::Pack;
use crate::pages::studio::{SheetsPreview, SheetsView, sheets_page};
use crate::registry;
use crate::session::{Printing, SilentHost, SnapshotFault, faults_in_words};
use crate::source::Diagnostics;

pub async fn show_sheets(State(studio): State<Studio>, Query(view): Query<SheetsView>) -> Response {
    work(move || {
        let mut host = SilentHost::default();
        let preview = read(&studio, &view, &mut host).and_then(|(printing, pack)| {
            let job = printing.preview(pack, &mut host)?;
            Ok(Arc::new(SheetsPreview::new(job)))
        });
        let wrong = preview.as_ref().err().map(|found| faults_in_words(found, &host.files));
        if let Ok(preview) = &preview {
            studio.sheets.show(preview.clone());
        }
        let shown = preview.as_deref().map_err(|_| wrong.as_deref().unwrap_or_default());
        page(&studio, &view, shown, &faults_in_words(&host.found, &host.files))
    })
    .await
}

/// Makes the PDF as `deckproof print` does, notes it, and says where it is.
pub async fn print_sheets(State(studio): State<Studio>, Form(view): Form<SheetsView>) -> Response {
    work(move || {
        let mut host = SilentHost::default();
        let made = read(&studio, &view, &mut host).and_then(|(printing, pack)| {
            printing.may_print(std::slice::from_ref(&pack), &mut host)?;
            printing.print(pack, &mut host)
        });
        match &made {
            Ok(Some(made)) => studio.sheets.add(made.path.clone()),
            Ok(None) => {}
            Err(found) => host.found.append(found.clone()),
        }
        let last = studio.sheets.last();
        page(&studio, &view, last.as_deref().ok_or(&[]), &faults_in_words(&host.found, &host.files))
    })
    .await
}

/// A PDF that was made since the studio was opened.
pub async fn printed_file(State(studio): State<Studio>, Path(name): Path<String>) -> Response {
    let number = name.strip_suffix(".pdf").and_then(|number| number.parse::<usize>().ok());
    let path = number.and_then(|number| studio.sheets.printed().get(number).cloned());
    work(move || match path.map(std::fs::read) {
        Some(Ok(bytes)) => ([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response(),
        _ => (StatusCode::NOT_FOUND, "there is no such print any more\n").into_response(),
    })
    .await
}

/// The options and the game that they are about.
fn read(
    studio: &Studio,
    view: &SheetsView,
    host: &mut SilentHost,
) -> Result<(Printing, Pack), Diagnostics> {
    let mut words = vec![studio.game.name.clone()];
    words.extend(view.words());
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
) -> Response {
    let printed: Vec<(usize, String)> =
        studio.sheets.printed().iter().map(|path| path.display().to_string()).enumerate().collect();
    Html(sheets_page(&studio.watch.snapshot(), view, shown, said, &printed)).into_response()
}
