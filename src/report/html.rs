//! Writes a report as one page for a browser, which fetches nothing.

use maud::{Markup, PreEscaped, html};

use super::document::{GameReport, ListItem, Medium, Report, SectionKind, Tone};
use super::page_frame::{HtmlPage, html_page};
use super::table::ReportTable;
use crate::source::{GameFolder, joined};

const STYLE: &str = include_str!("report.css");

pub fn write(report: &Report) -> String {
    if let Some(page) = report.games.iter().find_map(|game| game.page.as_ref()) {
        return page.clone();
    }
    let titles = joined(report.games.iter().map(|game| &game.title), ", ");
    let styles = report.games.iter().map(|game| game.style.as_str());
    let style: String = std::iter::once(STYLE).chain(styles).collect();
    let mut scripts = report.games.iter().map(|game| game.script);
    let page = HtmlPage {
        title: &format!("{}: {titles}", report.command),
        style: &style,
        body: html! { @for game in &report.games { (of_game(game)) } },
        data: None,
        script: scripts.find(|script| !script.is_empty()).unwrap_or_default(),
        has_files: false,
    };
    String::from_utf8_lossy(&html_page(page, &GameFolder::shared())).into_owned()
}

fn of_game(game: &GameReport) -> Markup {
    html! {
        header {
            h1 { (game.title) }
            @if !game.verdict.is_empty() { p.verdict { (game.verdict) } }
            @for about in game.about_in(Medium::Page) { p { (with_code(&about.words)) } }
        }
        main { (sections(game)) }
    }
}

/// What was found, without a title: for a page that has its own.
pub fn sections(game: &GameReport) -> Markup {
    html! { @for content in game.sections_in(Medium::Page) { (section(content)) } }
}

fn section(content: &SectionKind) -> Markup {
    html! {
        @match content {
            SectionKind::Heading(words) => h2 { (with_code(words)) },
            SectionKind::Paragraph(words) => p { (with_code(words)) },
            SectionKind::List(items) => ul.answers { @for item in items { (of_item(item)) } },
            SectionKind::Table(table) => (of_table(table)),
            SectionKind::Plot(plot) => figure.plot { (PreEscaped(plot.drawn())) },
            SectionKind::Code(lines) => pre.code { @for (tone, line) in lines { span class=(tone.word()) { (line) "\n" } } },
            SectionKind::Pictures(markup) => (markup),
        }
    }
}

fn of_item(item: &ListItem) -> Markup {
    html! {
        li class=(item.tone.word()) {
            (with_code(&item.says))
            @if !item.more.is_empty() { " " span.hint { (with_code(&item.more)) } }
        }
    }
}

fn of_table(table: &ReportTable) -> Markup {
    let rows = rows(table);
    html! {
        @if table.rows.is_empty() {
        } @else if table.is_folded {
            details { summary { (with_code(&table.title)) } (rows) }
        } @else {
            @if !table.title.is_empty() { h3 { (with_code(&table.title)) } }
            (rows)
        }
    }
}

/// The table itself, which scrolls where it is wider than the page.
fn rows(table: &ReportTable) -> Markup {
    let columns = table.columns_in(Medium::Page);
    let class = |at: usize| table.is_numeric(at).then_some("number");
    html! {
        div.scroll {
            table {
                @if table.has_heads(Medium::Page) {
                    thead { tr { @for (at, column) in &columns { th scope="col" class=[class(*at)] { (column.head) } } } }
                }
                tbody {
                    @for row in table.rows_in(Medium::Page) {
                        tr {
                            @for (place, ((at, _), (text, tone))) in columns.iter().zip(&row).enumerate() {
                                @let cell = of_cell(text, *tone);
                                @if place == 0 { th scope="row" { (cell) } }
                                @else { td class=[class(*at)] { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn of_cell(text: &str, tone: Tone) -> Markup {
    html! {
        @if tone == Tone::Plain { (with_code(text)) }
        @else { span class=(tone.word()) { (with_code(text)) } }
    }
}

/// A sentence; what stands between backticks is code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}
