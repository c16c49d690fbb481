//! Runs `deckproof printer`: measures a home printer so that `print --printer` can compensate for its error. Readings of a
//! calibration page come in; the page, and a stored profile of the printer, go out. Called by `args`.

use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};

use crate::session::{
    Calibration, Measured, PrinterFile, PrinterName, SIDES, in_words, known_printer, measure_side,
    measured, printer_path, printers, printers_folder,
};
use crate::sheet::vernier::{MOST_OFF, NAMES, VernierPage};
use crate::sheet::{Backs, Choose, Paper};
use crate::source::{Blame, Code, Diagnostic, Diagnostics};

use super::paper;
use super::plain_table::plain_table;
use super::report::{Done, Report};
use super::viewer;

const EXAMPLES: &str = "\
Examples:
  deckproof printer new canon                       writes the page to print, and asks for the readings
  deckproof printer new canon/rear --paper letter   another tray and another paper are measured by themselves
  deckproof printer new canon --front 22.3 178.2 22.1 178.1 40 247 40.2 247.1 --backs none
  deckproof printer test canon                      the page again, corrected: it should now be right
  deckproof printer test canon --front 22 178.1 22 178.1 40 247 40 247.1
                                                    what is read on that page, to make up for that, too
  deckproof printer list                            what was measured
  deckproof printer show canon                      by how much each side is off
  deckproof print my-game --printer canon           sheets that come out where they should";

/// Measure a printer that is off, so that `print --printer` makes up for it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct PrinterArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Write the page by which a printer is measured, and keep what is read on it
    New(NewArgs),
    /// Write that page corrected, to see whether the printer is right now, or take what is read on it
    Test(TestArgs),
    /// List the printers, trays and papers that were measured
    List,
    /// Say by how much a printer is off
    Show {
        /// The printer, or one of its trays
        #[arg(value_name = "NAME[/TRAY]")]
        name: PrinterName,
    },
}

#[derive(Debug, clap::Args)]
struct PageArgs {
    /// What you call the printer and, if it has several, the tray: canon, canon/rear
    #[arg(value_name = "NAME[/TRAY]")]
    name: PrinterName,
    #[arg(help = paper::paper_help(), long, env = "DECKPROOF_PAPER", default_value = "a4", value_parser = paper::paper)]
    paper: Paper,
    /// Folder for the page [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Show the page in the viewer of the desktop
    #[arg(long)]
    open: bool,
}

#[derive(Debug, clap::Args)]
struct NewArgs {
    #[command(flatten)]
    page: PageArgs,
    /// How the printer turns the paper over
    #[arg(long, value_enum, default_value_t = Flip::LongEdge)]
    backs: Flip,
    #[command(flatten)]
    readings: Readings,
}

#[derive(Debug, clap::Args)]
struct TestArgs {
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    readings: Readings,
}

#[derive(Debug, clap::Args)]
struct Readings {
    /// What is read at A to H of the front, in mm: nothing is asked, and no page is written
    #[arg(long, value_names = NAMES, num_args = 8, value_parser = reading)]
    front: Option<Vec<f64>>,
    /// What is read at A to H of the back, in mm
    #[arg(long, value_names = NAMES, num_args = 8, value_parser = reading, requires = "front")]
    back: Option<Vec<f64>>,
}

impl Readings {
    /// Those that were given, side by side.
    fn of(&self, calibration: &Calibration) -> Result<Option<Vec<[f64; 8]>>, Diagnostic> {
        let Some(front) = &self.front else {
            return Ok(None);
        };
        let sides = std::iter::once(front).chain(&self.back);
        let given: Vec<[f64; 8]> = sides.filter_map(|side| side[..].try_into().ok()).collect();
        if given.len() == calibration.sides().len() {
            Ok(Some(given))
        } else {
            Err(sides_given(self.back.is_some()))
        }
    }
}

/// How a printer turns the paper over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Flip {
    /// On the long edge, as a page of a book
    LongEdge,
    /// On the short edge, as a page of a calendar
    ShortEdge,
    /// Not at all: only the front is measured
    None,
}

impl Flip {
    fn backs(self) -> Backs {
        match self {
            Flip::LongEdge => Backs::LongEdge,
            Flip::ShortEdge => Backs::ShortEdge,
            Flip::None => Backs::None,
        }
    }
}

pub fn run_printer(args: &PrinterArgs, report: &mut Report) -> Done {
    match &args.task {
        Task::New(args) => new(args, report),
        Task::Test(args) => test(args, report),
        Task::List => list(report),
        Task::Show { name } => show(name, report),
    }
}

fn new(args: &NewArgs, report: &mut Report) -> Done {
    let calibration = Calibration {
        name: args.page.name.clone(),
        paper: args.page.paper,
        flip: args.backs.backs(),
    };
    if let Some(readings) = args.readings.of(&calibration)? {
        return keep(&calibration, &readings, None, report).map(drop);
    }
    let mut known: Option<Measured> = None;
    loop {
        let path = calibration.write(&folder(&args.page), known.as_ref(), report)?;
        report.say(&path.display().to_string());
        if args.page.open {
            viewer::open_in_viewer(std::slice::from_ref(&path), report);
        }
        if !std::io::stdin().is_terminal() {
            report.say(&format!(
                "Print it at 100 %, then give what you read on it: {}",
                reading_command("new", &calibration)
            ));
            return Ok(());
        }
        report.say(
            "Print it at 100 %. What to do with it stands on the page; here follow its questions.",
        );
        let readings = match ask_all(&calibration, report) {
            Some(readings) => readings,
            // Keep the readings of the first page.
            None if known.is_some() => return Ok(()),
            None => return Err(unanswered()),
        };
        let (found, coarse) = keep(&calibration, &readings, known.as_ref(), report)?;
        if !coarse {
            return Ok(());
        }
        known = Some(found);
    }
}

/// The command for the page of a printer.
fn command(task: &str, calibration: &Calibration) -> String {
    let Calibration { name, paper, flip } = calibration;
    let mut command = format!("deckproof printer {task} {name}");
    if paper.name != Some("a4") {
        let _ = write!(command, " --paper {}", paper.word());
    }
    // Measuring again needs the same way of turning the paper over.
    if task == "new" && *flip != Backs::LongEdge {
        let _ = write!(command, " --backs {flip}");
    }
    command
}

/// The same with what is read on that page.
fn reading_command(task: &str, calibration: &Calibration) -> String {
    let sides = calibration.sides().len();
    let back = if sides > 1 { " --back …" } else { "" };
    format!("{} --front …{back}", command(task, calibration))
}

/// Asks for the readings of all sides, of each until they agree; `None` when there are no more answers.
fn ask_all(calibration: &Calibration, report: &Report) -> Option<Vec<[f64; 8]>> {
    let mut readings = Vec::new();
    let (mut input, mut output) = (std::io::stdin().lock(), anstream::stdout());
    for (page, side) in calibration.sides().iter().zip(SIDES) {
        readings.push(loop {
            let read = ask(page, side, &mut input, &mut output)?;
            let Err(slips) = measure_side(page, side, &read) else {
                break read;
            };
            for slip in slips.iter() {
                report.say(&format!("  {}; once more, please:", slip.message));
            }
        });
    }
    Some(readings)
}

/// Asks for the readings of one side; `None` when there are no more answers.
fn ask(
    page: &VernierPage,
    side: &str,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Option<[f64; 8]> {
    let mut readings = [0.0; 8];
    for ((scale, name), found) in page.scales().iter().zip(NAMES).zip(&mut readings) {
        *found = loop {
            let (edge, nominal) = (scale.edge(), scale.nominal);
            // If the terminal is closed, reading the answer fails too, and that is handled.
            let _ = write!(
                output,
                "{side}, {name}, mm from the {edge} edge (should be {nominal:.1}): "
            );
            let _ = output.flush();
            let mut line = String::new();
            if !matches!(input.read_line(&mut line), Ok(1..)) {
                return None;
            }
            match reading(&line) {
                Ok(read) if scale.takes(read) => break read,
                Ok(_) => {
                    let _ = writeln!(
                        output,
                        "  more than {MOST_OFF} mm off: is the nought of the ruler at the {edge} edge?"
                    );
                }
                Err(why) => {
                    let _ = writeln!(output, "  {why}");
                }
            }
        };
    }
    Some(readings)
}

/// Works out what readings say, keeps it, and says it; gives it, and whether a corrected page is to be read, too.
fn keep(
    calibration: &Calibration,
    readings: &[[f64; 8]],
    through: Option<&Measured>,
    report: &mut Report,
) -> Result<(Measured, bool), Diagnostics> {
    let (found, coarse) = calibration.measure(readings, through)?;
    let (name, folder) = (&calibration.name, printers_folder()?);
    say(&found, report);
    let note = |known: &mut PrinterFile| known.note(found.clone());
    let path = PrinterFile::keep(&folder, &name.printer, note, &mut report.files)?;
    let test = command("test", calibration);
    let next = if coarse {
        format!(
            "It changes lengths so much that its scales read more coarsely than to a tenth. Print the page of `{test}`, which is corrected, and give what you read on that: {}",
            reading_command("test", calibration)
        )
    } else {
        format!("`{test}` shows whether it is right now.")
    };
    report.say(&format!(
        "Kept in {}. Print with --printer {name}.\n{next}",
        path.display()
    ));
    Ok((found, coarse))
}

fn test(args: &TestArgs, report: &mut Report) -> Done {
    let TestArgs { page, readings } = args;
    let known = measured(&page.name, &page.paper, report)?;
    let calibration = Calibration {
        name: page.name.clone(),
        paper: page.paper,
        flip: match known.back {
            Some(_) => known.flip,
            None => Backs::None,
        },
    };
    if let Some(readings) = readings.of(&calibration)? {
        return keep(&calibration, &readings, Some(&known), report).map(drop);
    }
    let path = calibration.write(&folder(page), Some(&known), report)?;
    report.say(&path.display().to_string());
    if page.open {
        viewer::open_in_viewer(&[path], report);
    }
    Ok(())
}

fn list(report: &mut Report) -> Done {
    let folder = printers_folder()?;
    let names = printers(&folder);
    if names.is_empty() {
        report.say("No printer was measured: `deckproof printer new NAME` begins.");
        return Ok(());
    }
    let mut table = plain_table();
    table.set_header(["printer", "paper", "sides"]);
    let mut faults = Diagnostics::new();
    for name in names {
        let path = printer_path(&folder, &name);
        let known = match PrinterFile::open(&path, &mut report.files) {
            Ok(known) => known.unwrap_or_default(),
            Err(more) => {
                faults.append(more);
                continue;
            }
        };
        for measured in known.measured {
            let tray = PrinterName {
                printer: name.clone(),
                tray: measured.tray.clone(),
            };
            table.add_row([
                tray.to_string(),
                Paper::from_size(measured.paper).to_string(),
                match measured.back {
                    Some(_) => format!("both, {}", measured.flip.name()),
                    None => "front".to_owned(),
                },
            ]);
        }
    }
    report.say(&table.trim_fmt());
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

fn show(name: &PrinterName, report: &mut Report) -> Done {
    let known = known_printer(name, report)?;
    let wanted = |m: &&Measured| name.tray.is_empty() || m.tray == name.tray;
    let wanted: Vec<&Measured> = known.measured.iter().filter(wanted).collect();
    if wanted.is_empty() {
        return Err(known.lacks(name, None).into());
    }
    for measured in wanted {
        let tray = name.with_tray(&measured.tray);
        report.say(&format!("{tray}, {}", Paper::from_size(measured.paper)));
        say(measured, report);
    }
    let path = printer_path(&printers_folder()?, &name.printer);
    report.say(&format!("({})", path.display()));
    Ok(())
}

fn say(measured: &Measured, report: &Report) {
    report.say(&format!("  front: {}", in_words(&measured.front)));
    if let Some(back) = &measured.back {
        report.say(&format!("  back:  {}", in_words(back)));
    }
}

fn folder(args: &PageArgs) -> PathBuf {
    args.output
        .clone()
        .unwrap_or_else(|| Path::new("output").to_owned())
}

/// A reading in mm, with a point or a comma.
fn reading(text: &str) -> Result<f64, String> {
    let plain = text.trim().trim_end_matches("mm").trim_end();
    let number = plain.replace(',', ".").parse::<f64>().ok();
    number
        .filter(|mm| (0.0..=2000.0).contains(mm))
        .ok_or_else(|| "write millimetres, as in 22.3".to_owned())
}

fn sides_given(back: bool) -> Diagnostic {
    let (message, help) = if back {
        (
            "there are readings of a back, and only the front is measured",
            "leave --back out, or `--backs none`",
        )
    } else {
        (
            "the readings of the back are missing",
            "give them with --back, or measure the front only with `printer new --backs none`",
        )
    };
    Diagnostic::error(Code::BadReadings, message)
        .fault(Blame::Usage)
        .help(help)
}

fn unanswered() -> Diagnostics {
    Diagnostic::error(Code::BadReadings, "the answers ended before the questions")
        .fault(Blame::Usage)
        .help("nothing was kept: run it again, or give the readings with --front and --back")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Size;

    fn asked(answers: &str) -> (Option<[f64; 8]>, String) {
        let page = VernierPage {
            paper: Size::new(210.0, 297.0),
            turned: None,
        };
        let mut said = Vec::new();
        let found = ask(&page, "front", &mut answers.as_bytes(), &mut said);
        (found, String::from_utf8(said).unwrap())
    }

    #[test]
    fn what_cannot_be_is_asked_again() {
        let (found, said) = asked("x\n\n60\n22,3\n178.2 mm\n22.1\n178.1\n40\n247\n40.2\n247.1\n");
        let expected = [22.3, 178.2, 22.1, 178.1, 40.0, 247.0, 40.2, 247.1];
        assert_eq!(found, Some(expected));
        assert_eq!(said.matches("front, A, mm from the left edge").count(), 4);
        assert_eq!(said.matches("write millimetres").count(), 2);
        assert_eq!(said.matches("more than 15 mm off").count(), 1);
    }

    #[test]
    fn answers_that_end_are_no_readings() {
        assert_eq!(asked("22\n178\n").0, None);
    }
}
