//! Runs `deckproof export cut`. The command's options come in; the cut lines of the printed sheets, as files for cutting
//! machines, go out. Called by `export`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::session::{Cut, CutFormat, Cutting, Exporting, FileBacks};

use super::console::{Console, Done};
use super::paper::Options;
use super::wanted::SelectionArgs;

pub const EXAMPLES: &str = "\
Examples:
  deckproof export cut caper --gap 2 --bleed 1 --registration three   for a Silhouette machine
  deckproof export cut caper --format png,svg --gap 2                 for Cricut, which prints marks of its own
  deckproof export cut my-game --deck tokens --straight

Give the options of paper that you printed with: the lines are those of the same sheets. Sheets that are cut alike
share a file; which pages that are is said. Lines follow the corners of the cards. Silhouette Studio opens DXF in its
free edition, SVG in others; set its registration marks to 10 mm inset, 5 mm length and 1 mm thickness.";

/// The formats by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Outlines in millimetres
    Svg,
    /// Closed polylines in millimetres
    Dxf,
    /// The faces of each sheet on a transparent ground
    Png,
}

/// The lines of printed sheets, for cutting machines
#[derive(Debug, clap::Args)]
pub struct ExportCutArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    /// Folder for the files [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only the sheets of `print --changed`: those of cards that are new or changed since the last export of lines
    #[arg(long, conflicts_with = "cards")]
    changed: bool,
    /// What is made
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Format::Svg, Format::Dxf])]
    format: Vec<Format>,
    /// Dots to the inch of pictures
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=1200))]
    dpi: u16,
    /// Cut corners straight, whatever the cards' corners are; what is round stays round
    #[arg(long)]
    straight: bool,
    #[command(flatten)]
    paper: Options,
}

pub fn run_export_cut(args: &ExportCutArgs, console: &mut Console) -> Done {
    let selection = args.wanted.select(console)?;
    let exporting = Exporting {
        output: selection.output(args.output.as_deref()),
        selection,
        backs: FileBacks::Beside,
        ink: args.paper.ink.0,
        changed: args.changed,
    };
    let format = |format: &Format| match format {
        Format::Svg => CutFormat::Svg,
        Format::Dxf => CutFormat::Dxf,
        Format::Png => CutFormat::Png,
    };
    let mut formats: Vec<CutFormat> = Vec::new();
    for format in args.format.iter().map(format) {
        if !formats.contains(&format) {
            formats.push(format);
        }
    }
    let cutting = Cutting {
        exporting,
        lay: args.paper.lay(),
        straight: args.straight,
        formats,
        dpi: f64::from(args.dpi),
    };
    for pack in cutting.exporting.selection.packs(console)? {
        for cut in cutting.export(pack, console)? {
            say(&cut, console);
        }
    }
    Ok(())
}

fn say(cut: &Cut, console: &Console) {
    let paths: Vec<String> = cut.paths.iter().map(|p| p.display().to_string()).collect();
    console.say(&format!("{}: {}", paths.join(", "), cut.summary()));
}
