//! The view for playing: open a table, invite people, go on with a record. What tables and records there are comes in, the page goes
//! out.

use maud::{Markup, PreEscaped, html};

use super::cards::encoded;
use super::frame::studio_page;
use crate::report::with_code;
use crate::rules::{Axis, Variant};
use crate::session::GameSnapshot;

/// A table as its owner sees it.
pub struct ShownTable {
    pub id: u32,
    /// How it stands.
    pub standing: String,
    pub record: String,
    /// Purpose, address and QR code of the invitations that nobody has followed.
    pub invitations: Vec<(String, String, String)>,
    /// The places that were taken: id and purpose.
    pub taken: Vec<(String, String)>,
}

/// What there is to choose for a new table.
pub struct TableForm {
    /// What is agreed on before a game.
    pub axes: Vec<Axis>,
    /// What is chosen of it so far.
    pub variant: Variant,
    /// The names of the seats that there are then.
    pub seats: Vec<String>,
}

/// All that the page shows.
pub struct PlayView<'a> {
    /// What there is to choose for a new table; `None` where the game has no rules that can be played.
    pub table: Option<&'a TableForm>,
    /// Who can play a seat: word and label.
    pub kinds: &'a [(&'a str, &'a str)],
    pub tables: &'a [ShownTable],
    /// The games that were played, the newest first: the name of the file, and variant and ending.
    pub records: &'a [(&'a str, String)],
    /// How many records are older than those.
    pub older: usize,
    /// A record that is to go on.
    pub resume: Option<&'a str>,
    pub said: Option<&'a str>,
    /// Whether other devices can reach the tables.
    pub is_open: bool,
}

/// The page for playing.
pub fn play_page(game: &GameSnapshot, view: &PlayView<'_>) -> String {
    studio_page(
        "/play",
        game,
        html! {
            @if let Some(said) = view.said { p class="fault error" role="alert" { (said) } }
            @match view.table {
                None => { p.notice { "This game cannot be played by the program: it has no rules beside its cards, or they have errors. The view Proof says which." } }
                Some(table) => {
                    div class="with-aside play" {
                        div.decks {
                            @for table in view.tables { (table_section(table)) }
                            @if view.tables.is_empty() { p.notice { "No table is open." } }
                            (records(view))
                        }
                        (new_table(table, view))
                    }
                }
            }
        },
    )
}

fn table_section(table: &ShownTable) -> Markup {
    html! {
        section class="table-card" data-key=(format!("table-{}", table.id)) {
            h2 { "Table " (table.id) " " small { (with_code(&table.standing)) } }
            @for (purpose, address, code) in &table.invitations {
                div.invitation {
                    div.code { (PreEscaped(code)) }
                    p { "An invitation " (purpose) ":" br;
                        a href=(address) target="_blank" { (address) } }
                }
            }
            @for (pass, purpose) in &table.taken {
                form method="post" action="/play/invite" {
                    input type="hidden" name="pass" value=(pass);
                    button { "Invite again " (purpose) }
                    span.hint { " For who has lost the place: it is lost wherever it is open." }
                }
            }
            p.hint { "Record: " (table.record) }
            form method="post" action="/play/close" {
                input type="hidden" name="table" value=(table.id);
                button { "Close the table" }
                span.hint { " Its record stays, and can be continued later." }
            }
        }
    }
}

fn new_table(table: &TableForm, view: &PlayView<'_>) -> Markup {
    html! {
        form class="new-table" method="post" action="/play/new" data-keep=(format!("new-table-{}-{}", view.resume.unwrap_or_default(), table.variant.word())) {
            @match view.resume {
                Some(record) => {
                    h2 { "Continue " (record) }
                    input type="hidden" name="record" value=(record);
                    label { "From move " input type="number" name="ply" min="0" placeholder="the last" class="short"; }
                }
                None => {
                    h2 { "A new table" }
                    @for axis in &table.axes {
                        label { (axis.name) " "
                            select.again name=(format!("axis-{}", axis.name)) {
                                @for value in &axis.values { option value=(value) selected[table.variant.get(&axis.name) == Some(value.as_str())] { (value) } }
                            }
                        }
                    }
                }
            }
            @for (number, seat) in table.seats.iter().enumerate() {
                label data-key=(format!("seat-{number}")) { (seat) " "
                    select name=(format!("seat-{number}")) { @for (word, said) in view.kinds { option value=(word) { (said) } } } }
            }
            label { input type="checkbox" name="onlookers" value="on"; " people may watch" }
            label { input type="checkbox" name="referee" value="on"; " a referee, who sees all the cards" }
            p { button.main { "Open the table" } }
            @if !view.is_open {
                p.hint { "Only this computer can reach the tables. Start the studio with " code { "--host lan" } " to let phones in the same network join." }
            }
            p.hint { "You run the table, so you could look at all the cards; the page of each player says so." }
        }
    }
}

fn records(view: &PlayView<'_>) -> Markup {
    html! {
        section {
            h2 { "Records" }
            @if view.records.is_empty() { p.hint { "Every game is recorded, and listed here." } }
            ul.records {
                @for (name, says) in view.records {
                    li data-key=(name) {
                        (name) @if !says.is_empty() { " " span.hint { "(" (says) ")" } } " · "
                        a href=(format!("/play/record/{}", encoded(name))) target="_blank" aria-label=(format!("Step through {name}")) { "step through" } " · "
                        a href=(format!("/play?record={}", encoded(name))) aria-label=(format!("Continue {name}")) { "continue" }
                    }
                }
            }
            @if view.older > 0 { p.hint { "and " (view.older) " older ones in the folder " code { "output/records" } } }
        }
    }
}
