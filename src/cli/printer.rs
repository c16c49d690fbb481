//! Runs `deckproof printer`: measures a home printer so that `print --printer` can compensate for its error. What was read on a
//! printed page comes in; the page, or a stored profile of the printer, goes out.

use std::path::PathBuf;

use crate::session::{Distortion, PrinterPage, PrinterProfile, READINGS, printer_name};
use crate::sheet::Paper;

use super::console::{Console, Done};
use super::paper;

const EXAMPLES: &str = "\
Examples:
  deckproof printer canon                       writes the page to print
  deckproof printer canon --front 9.5 9.75 10.5 10 170 250 --back 10 10 11 11.25 170 250.5
                                                keeps what was read on it
  deckproof printer canon/rear --paper letter   another tray and another paper are measured by themselves
  deckproof print my-game --printer canon       sheets that come out where they should";

/// Measure a printer that is off, so that `print --printer` makes up for it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct PrinterArgs {
    /// What you call the printer and, if it has several, the tray: canon, canon/rear
    #[arg(value_name = "NAME[/TRAY]", value_parser = printer_name)]
    name: String,
    #[arg(help = paper::paper_help(), long, env = "DECKPROOF_PAPER", default_value = "a4", value_parser = paper::paper)]
    paper: Paper,
    /// Folder for the page
    #[arg(long, short, value_name = "DIR", default_value = "output")]
    output: PathBuf,
    /// The printer turns the paper over on its short edge, as a page of a calendar
    #[arg(long)]
    short_edge: bool,
    /// What was read at A to F of the front; no page is written
    #[arg(long, value_names = READINGS, num_args = 6, value_parser = reading)]
    front: Option<Vec<f64>>,
    /// What was read at A to F of the back, if the printer prints both sides
    #[arg(long, value_names = READINGS, num_args = 6, value_parser = reading, requires = "front")]
    back: Option<Vec<f64>>,
}

pub fn run_printer(args: &PrinterArgs, console: &mut Console) -> Done {
    let page = PrinterPage::new(&args.name, &args.paper)?;
    let Some(front) = &args.front else {
        let path = page.write(&args.output, console)?;
        let read = READINGS.join(" ");
        console.say(&format!(
            "{}\nPrint it at 100 %, and do what the page says. Then run the same command with what you read: --front {read} --back {read}",
            path.display()
        ));
        return Ok(());
    };
    let back = args.back.as_ref().map(|back| page.measure("back", back));
    let profile = PrinterProfile {
        short_edge: args.short_edge,
        front: page.measure("front", front)?,
        back: back.transpose()?,
    };
    console.say(&format!("front: {}", in_words(&profile.front)));
    if let Some(back) = &profile.back {
        console.say(&format!("back:  {}", in_words(back)));
    }
    let path = profile.keep(&args.name, &args.paper)?;
    console.say(&format!("Kept in {}. Print with --printer {}.", path.display(), args.name));
    Ok(())
}

/// How a side is off.
fn in_words(side: &Distortion) -> String {
    let ([right, down], [wide, high]) = (side.offset, side.scale.map(|n| n * 100.0));
    let turned = side.rotation;
    format!(
        "{right:+.2} mm to the right, {down:+.2} mm down, {turned:+.2}° clockwise, {wide:.2} % wide, {high:.2} % high"
    )
}

/// A reading, with a point or a comma.
fn reading(text: &str) -> Result<f64, String> {
    let number = text.trim().replace(',', ".").parse::<f64>().ok();
    number
        .filter(|mm| (0.0..=2000.0).contains(mm))
        .ok_or_else(|| "write millimetres, as in 9.75".to_owned())
}
