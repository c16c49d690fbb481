//! Runs `deckproof check`: reads and draws everything, runs the scenarios and plays some games. The command's options come in,
//! diagnostics and a summary go out.

use std::path::PathBuf;

use clap::builder::TypedValueParser;

use crate::report::ReportFormat;
use crate::session::{
    Asked, GameReading, Rest, add_profile, asked_of_shop, begin_profile, check_report,
    choose_variants, examine, read_games, unread_report,
};
use crate::source::{Code, Diagnostics, usage};

use super::console::{Console, Done, Format};
use super::options::{SelectionArgs, words};
use super::report_options::{ReportOptions, Showing};
use super::variants::Variants;

const EXAMPLES: &str = "\
Examples:
  deckproof check                         all shipped games
  deckproof check my-game                 a game folder of your own
  deckproof check my-game --games 0       without random games
  deckproof check --explain D012          what a code means, with a wrong and a right example
  deckproof check my-game --for thegamecrafter/poker    what this shop would not print well, or not take
  deckproof check my-game --deny warnings --format sarif > findings.sarif
  deckproof check my-game -o check.html   all of it as a page

Every fault is told with its code, file, line and column, and what to do about it.

Where the rules can be played, the scenarios beside the cards are run and 1,000
random games of each variant are played, every law watched. A scenario that does not hold is
told with what it expects and what was found; in a copy of a shipped game, with
the edited value that it fails by as well.

The exit code is 1 when there is an error; with --deny warnings, for a warning too.";

/// How faults are written: the format of the report, and that of the diagnostics.
type CheckFormat = (ReportFormat, Format);

fn formats() -> impl TypedValueParser<Value = CheckFormat> {
    let report = |format| (format, Format::Report);
    let lines = |format| (ReportFormat::Terminal, format);
    words([
        (
            "terminal",
            "Lines with the place marked, on stderr as they are found",
            lines(Format::Human),
        ),
        ("markdown", "For a comment on a pull request, or notes", report(ReportFormat::Markdown)),
        ("html", "One page for a browser; it fetches nothing", report(ReportFormat::Html)),
        ("json", "One object, for editors and scripts", report(ReportFormat::Json)),
        ("csv", "Comma-separated values, a line a figure", report(ReportFormat::Csv)),
        ("sarif", "SARIF 2.1.0, which code hosts take as findings", lines(Format::Sarif)),
        ("github", "Workflow commands of GitHub Actions", lines(Format::Github)),
    ])
}

/// Say what is wrong with the cards, templates and rules of a game
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    #[command(flatten)]
    variants: Variants,
    /// How the faults are written; all but `terminal` go to stdout, alone
    #[arg(long, value_name = "FORMAT", value_parser = formats(), default_value = "terminal")]
    format: CheckFormat,
    /// Write the report to a file, too; the ending says how: .html, .md, .json or .csv (may be given several times)
    #[arg(long, short, value_name = "FILE", conflicts_with = "explain")]
    out: Vec<PathBuf>,
    /// Fail for warnings as well
    #[arg(long, value_name = "WHAT", value_parser = ["warnings"])]
    deny: Option<String>,
    /// List every card of a box that is too small for the words of several, not only the worst
    #[arg(long, conflicts_with = "explain")]
    all: bool,
    /// Random games of each variant; 0 for none
    #[arg(id = "random-games", long = "games", value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Count the lines of rules.star as scenarios and games run them: where the work is, and what never runs
    #[arg(long, conflicts_with_all = ["watch", "explain"])]
    profile: bool,
    /// Check again whenever a file of the game is saved, until Ctrl-C
    #[arg(long, conflicts_with = "explain")]
    watch: bool,
    /// Look at the cards as this shop would: its safe area, bleed, sizes and numbers of cards (see `deckproof export shop`)
    #[arg(long = "for", value_name = "SHOP[/PRODUCT]", conflicts_with = "explain")]
    shop: Option<String>,
    /// Explain a code, such as D012, and do nothing else; `list` for all codes
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

impl CheckArgs {
    /// What is watched, if anything is.
    pub fn watched(&self) -> Option<&SelectionArgs> {
        self.watch.then_some(&self.wanted)
    }
}

pub fn run_check(args: &CheckArgs, console: &mut Console) -> Done {
    if let Some(code) = &args.explain {
        let page = explain(code)?;
        console.print(&page);
        return Ok(());
    }
    let (format, diagnostics) = args.format;
    let mut shown = ReportOptions::new(format, &args.out).begin("check", console)?;
    console.write_as(diagnostics);
    match check_games(args, &mut shown, console) {
        // For a program, why a game could not be read is in the report.
        Err(faults) if diagnostics == Format::Report => {
            shown.tell(unread_report("check", &faults, &console.files), console);
            console.show(&faults);
        }
        done => done?,
    }
    shown.finish(console)
}

fn check_games(args: &CheckArgs, shown: &mut Showing, console: &mut Console) -> Done {
    console.deny_warnings = args.deny.is_some();
    console.shows_all = args.all;
    let selection = args.wanted.select(console)?;
    let shop = args.shop.as_ref().map(|name| asked_of_shop(name, &selection)).transpose()?;
    let readings = read_games(&selection, &mut console.files)?;
    let variants = readings
        .iter()
        .filter_map(|reading| reading.pack.as_ref())
        .map(|pack| choose_variants(pack, &args.variants.asked(), Rest::All));
    let mut variants = Diagnostics::all_of(variants)?.into_iter();
    for GameReading { id, pack, faults } in readings {
        let Some(mut pack) = pack else {
            shown.tell(unread_report(&id, &faults, &console.files), console);
            console.show(&faults);
            continue;
        };
        let profile = args.profile.then(|| begin_profile(&mut pack)).transpose()?;
        let asked = Asked {
            selection: &selection,
            variants: &variants.next().unwrap_or_default(),
            games: args.games,
            shop: shop.as_ref(),
        };
        let examined = examine(&pack, faults, &asked, console);
        let mut report = check_report(&pack, &examined, &console.files);
        if let Some(profile) = profile {
            add_profile(&pack, &profile, &mut report);
        }
        shown.tell(report, console);
        console.show(&examined.found);
    }
    Ok(())
}

const BOLD: &str = "\x1b[1m";
const FAINT: &str = "\x1b[2m";
const CYAN: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

/// The page of the code called `name`, or the list of all codes for `list`; with colours, which the terminal's stream takes
/// out where there is none.
///
/// # Errors
/// When there is no such code.
pub fn explain(name: &str) -> Result<String, Diagnostics> {
    if name == "list" {
        let codes = Code::ALL.iter();
        return Ok(codes.map(|code| format!("{BOLD}{code}{PLAIN}  {}\n", code.title())).collect());
    }
    let code = name.parse::<Code>().map_err(|unknown| {
        let help = match Code::nearest(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "see them all with `deckproof check --explain list`".to_owned(),
        };
        usage!(UnknownName, unknown, help)
    })?;
    Ok(page(code.page()))
}

/// Markdown as it is read on a terminal: headings and code stand out, fences are left out.
fn page(markdown: &str) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            text += &format!("    {FAINT}{line}{PLAIN}\n");
        } else if line.starts_with('#') {
            let heading = line.trim_start_matches('#').trim_start();
            text += &format!("{BOLD}{heading}{PLAIN}\n");
        } else {
            // Code is marked; the backticks stay, for those who see no colours.
            let parts = line.split('`').enumerate().map(|(i, part)| match i % 2 {
                0 => part.to_owned(),
                _ => format!("{CYAN}`{part}`{PLAIN}"),
            });
            text.extend(parts.chain(["\n".to_owned()]));
        }
    }
    text
}

#[cfg(test)]
mod explain_tests {
    use super::*;

    #[test]
    fn a_page_reads_well_without_colours() {
        let text = page("# D1: Title\n\nTake `out` it.\n\n## Wrong\n\n```toml\na = 1\n```\n");
        let plain =
            [BOLD, FAINT, CYAN, PLAIN].iter().fold(text, |text, colour| text.replace(colour, ""));
        assert_eq!(plain, "D1: Title\n\nTake `out` it.\n\nWrong\n\n    a = 1\n");
    }

    #[test]
    fn a_code_is_found_in_any_case_and_a_slip_is_mended() {
        assert!(explain("d012").unwrap().contains("D012"));
        let help = |name: &str| {
            let fault = explain(name).unwrap_err();
            fault.iter().next().unwrap().help.clone().unwrap()
        };
        assert_eq!(help("D0012"), "did you mean `D012`?");
        assert!(help("contrast").contains("--explain list"));
        assert_eq!(explain("list").unwrap().lines().count(), Code::ALL.len());
    }
}
