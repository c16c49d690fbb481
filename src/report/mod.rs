//! What a command found, as one document that every format can show: terminal, Markdown, HTML, JSON and CSV.
//!
//! A [`Report`] is built once, by `session`; [`ReportFormat::write`] makes the text of a format. The frame of all pages for a browser
//! ([`html_page`]) lies here, too, as a report can be one.

mod csv;
mod document;
mod drawing;
mod format;
mod html;
mod json;
mod markdown;
mod page_frame;
mod table;
mod terminal;

pub use document::{About, GameReport, ListItem, Report, Section, SectionKind, Tone, Visibility};
pub use drawing::{Plot, PlotKind, PlotLine};
pub use format::ReportFormat;
pub use html::{sections, with_code};
pub use page_frame::{HtmlPage, html_page, is_our_page};
pub use table::{Cell, Column, ReportTable};
pub(crate) use table::{columns, row};
