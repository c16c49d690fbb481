//! A report: what a command found, laid out once in terms that every format can show. Built by `session`, shown by the renderers beside.

use maud::Markup;

use super::drawing::Plot;
use super::table::ReportTable;

/// Everything that a command found.
#[derive(Default)]
pub struct Report {
    /// The command: `fuzz`, `lab play`.
    pub command: &'static str,
    pub games: Vec<GameReport>,
}

/// What was found of one game.
#[derive(Default)]
pub struct GameReport {
    pub title: String,
    /// The result in a few words; may be empty.
    pub verdict: String,
    /// How it was found: the command line, the data, who played.
    pub about: Vec<About>,
    pub sections: Vec<Section>,
    /// What the pictures of its page need beside the shared style and without a script of their own cannot do.
    pub style: String,
    pub script: &'static str,
    /// A page of its own, in the place of one that is made of the sections.
    pub page: Option<String>,
}

/// A fact of a run, with its name in JSON.
pub struct About {
    pub name: &'static str,
    pub words: String,
    pub shown: Visibility,
}

/// Who is shown something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Visibility {
    #[default]
    Everyone,
    /// Terminal, Markdown and HTML.
    People,
    /// Terminal and Markdown, where a page has a drawing.
    Text,
    /// HTML.
    Page,
    /// JSON and CSV.
    Data,
    /// HTML, JSON and CSV, which have room.
    Wide,
    /// All but HTML, where pictures say it.
    Plain,
    /// All but the terminal, where it was printed as it was found.
    Written,
}

/// What a renderer writes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    Terminal,
    Markdown,
    Page,
    Data,
}

impl Visibility {
    pub fn is_in(self, medium: Medium) -> bool {
        match self {
            Visibility::Everyone => true,
            Visibility::People => medium != Medium::Data,
            Visibility::Text => matches!(medium, Medium::Terminal | Medium::Markdown),
            Visibility::Page => medium == Medium::Page,
            Visibility::Data => medium == Medium::Data,
            Visibility::Wide => matches!(medium, Medium::Page | Medium::Data),
            Visibility::Plain => medium != Medium::Page,
            Visibility::Written => medium != Medium::Terminal,
        }
    }
}

/// A piece of a report.
pub struct Section {
    pub kind: SectionKind,
    pub shown: Visibility,
}

/// Words may hold `code` between backticks.
pub enum SectionKind {
    Heading(String),
    Paragraph(String),
    List(Vec<ListItem>),
    Table(ReportTable),
    Plot(Plot),
    /// Lines of a program, each with its tone.
    Code(Vec<(Tone, String)>),
    /// Pictures, which only a page can show.
    Pictures(Markup),
}

/// An answer, or one of several things that are said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListItem {
    pub tone: Tone,
    pub says: String,
    /// What to do about it, or what else belongs to it.
    pub more: String,
}

/// How good something is: a colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    /// Decided, or new.
    Good,
    /// Not decided yet, or changed.
    Open,
    /// What must not be.
    Bad,
    /// What is gone, or matters little.
    Faint,
}

impl Tone {
    /// The word for it in HTML and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Good => "good",
            Tone::Open => "open",
            Tone::Bad => "bad",
            Tone::Faint => "faint",
        }
    }
}

impl From<ReportTable> for SectionKind {
    fn from(table: ReportTable) -> Self {
        SectionKind::Table(table)
    }
}

impl From<Plot> for SectionKind {
    fn from(plot: Plot) -> Self {
        SectionKind::Plot(plot)
    }
}

impl From<SectionKind> for Section {
    fn from(kind: SectionKind) -> Self {
        Section { kind, shown: Visibility::Everyone }
    }
}

impl Section {
    #[must_use]
    pub fn shown(self, shown: Visibility) -> Self {
        Section { shown, ..self }
    }
}

impl GameReport {
    pub fn new(title: String) -> Self {
        GameReport { title, ..GameReport::default() }
    }

    /// The title, and the result.
    pub fn headline(&self) -> String {
        match self.verdict.as_str() {
            "" => self.title.clone(),
            verdict => format!("{}: {verdict}", self.title),
        }
    }

    pub fn about(&mut self, name: &'static str, words: impl Into<String>) {
        self.about.push(About { name, words: words.into(), shown: Visibility::Everyone });
    }

    pub fn heading(&mut self, words: impl Into<String>) {
        self.sections.push(SectionKind::Heading(words.into()).into());
    }

    pub fn paragraph(&mut self, words: impl Into<String>) {
        self.sections.push(SectionKind::Paragraph(words.into()).into());
    }

    /// Nothing of an empty list.
    pub fn list(&mut self, items: Vec<ListItem>) {
        if !items.is_empty() {
            self.sections.push(SectionKind::List(items).into());
        }
    }

    /// Nothing of a table without rows.
    pub fn table(&mut self, table: ReportTable) {
        if !table.rows.is_empty() {
            self.sections.push(SectionKind::Table(table).into());
        }
    }

    pub fn add(&mut self, kind: impl Into<SectionKind>, shown: Visibility) {
        self.sections.push(Section { kind: kind.into(), shown });
    }

    /// The pieces that are shown in a medium.
    pub fn sections_in(&self, medium: Medium) -> impl Iterator<Item = &SectionKind> {
        let shown = self.sections.iter().filter(move |section| section.shown.is_in(medium));
        shown.map(|section| &section.kind)
    }

    /// The facts that are shown in a medium.
    pub fn about_in(&self, medium: Medium) -> impl Iterator<Item = &About> {
        self.about.iter().filter(move |about| about.shown.is_in(medium))
    }

    /// The tables that are shown in a medium.
    pub fn tables_in(&self, medium: Medium) -> impl Iterator<Item = &ReportTable> {
        self.sections_in(medium).filter_map(|content| match content {
            SectionKind::Table(table) => Some(table),
            _ => None,
        })
    }
}

impl ListItem {
    pub fn new(tone: Tone, says: impl Into<String>) -> Self {
        ListItem { tone, says: says.into(), more: String::new() }
    }
}
