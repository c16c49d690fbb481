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
    /// What tables that are added are of, such as a variant; may be empty.
    pub of: String,
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

/// Who is shown something: a bit for each [`Medium`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Visibility {
    #[default]
    Everyone = 0b1111,
    /// Terminal, Markdown and HTML.
    People = 0b0111,
    /// Terminal and Markdown, where a page has a drawing.
    Text = 0b0011,
    /// HTML.
    Page = 0b0100,
    /// JSON and CSV.
    Data = 0b1000,
    /// HTML, JSON and CSV, which have room.
    Wide = 0b1100,
    /// All but HTML, where pictures say it.
    Plain = 0b1011,
    /// All but the terminal, where it was printed as it was found.
    Written = 0b1110,
}

/// What a renderer writes for.
#[derive(Clone, Copy)]
pub enum Medium {
    Terminal = 0b0001,
    Markdown = 0b0010,
    Page = 0b0100,
    Data = 0b1000,
}

impl Visibility {
    pub fn is_in(self, medium: Medium) -> bool {
        self as u8 & medium as u8 != 0
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

impl From<&str> for SectionKind {
    fn from(words: &str) -> Self {
        SectionKind::Paragraph(words.to_owned())
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
        self.add(SectionKind::Heading(words.into()), Visibility::Everyone);
    }

    pub fn paragraph(&mut self, words: impl Into<String>) {
        self.add(SectionKind::Paragraph(words.into()), Visibility::Everyone);
    }

    /// Nothing of an empty list.
    pub fn list(&mut self, items: Vec<ListItem>) {
        if !items.is_empty() {
            self.add(SectionKind::List(items), Visibility::Everyone);
        }
    }

    /// An answer.
    pub fn item(&mut self, tone: Tone, says: impl Into<String>) {
        self.list(vec![ListItem::new(tone, says)]);
    }

    /// Nothing of a table without rows.
    pub fn table(&mut self, table: ReportTable) {
        if !table.rows.is_empty() {
            self.add(table, Visibility::Everyone);
        }
    }

    pub fn add(&mut self, kind: impl Into<SectionKind>, shown: Visibility) {
        let mut kind = kind.into();
        if let SectionKind::Table(table) = &mut kind {
            table.of.clone_from(&self.of);
        }
        self.sections.push(Section { kind, shown });
    }

    /// The pieces that are shown in a medium.
    pub fn sections_in(&self, medium: Medium) -> impl Iterator<Item = &SectionKind> {
        self.sections
            .iter()
            .filter(move |section| section.shown.is_in(medium))
            .map(|section| &section.kind)
    }

    /// The facts that are shown in a medium.
    pub fn about_in(&self, medium: Medium) -> impl Iterator<Item = &About> {
        self.about.iter().filter(move |about| about.shown.is_in(medium))
    }
}

impl ListItem {
    pub fn new(tone: Tone, says: impl Into<String>) -> Self {
        ListItem { tone, says: says.into(), more: String::new() }
    }
}
