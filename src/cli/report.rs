//! What the user is told: diagnostics on stderr, progress while it lasts, the exit code at the end.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::source::{Diagnostics, Fault, Files, Severity, render};

/// `1 card`, `2 cards`.
pub fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// Ends a command early, its diagnostics already reported or in it.
pub type Done = Result<(), Diagnostics>;

/// Collects what is said in one run.
pub struct Report {
    pub files: Files,
    quiet: bool,
    errors: usize,
    warnings: usize,
    fault: Option<Fault>,
}

impl Report {
    pub fn new(quiet: bool) -> Self {
        Report {
            files: Files::new(),
            quiet,
            errors: 0,
            warnings: 0,
            fault: None,
        }
    }

    /// Shows diagnostics.
    pub fn tell(&mut self, diagnostics: &Diagnostics) {
        let mut out = anstream::stderr();
        for diagnostic in diagnostics.iter() {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
            }
            let text = render(diagnostic, &self.files, true);
            // Nobody is left to be told that stderr is closed.
            let _ = writeln!(out, "{text}\n");
        }
        self.fault = self.fault.max(diagnostics.fault());
    }

    /// A line for people, on stdout; nothing when quiet.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            let _ = writeln!(anstream::stdout(), "{line}");
        }
    }

    /// A progress bar over `steps`; hidden when quiet or not on a terminal.
    pub fn progress(&self, what: &str, steps: u64) -> ProgressBar {
        let shown = !self.quiet && std::io::stderr().is_terminal();
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        if let Ok(style) = ProgressStyle::with_template("{msg:28} {bar:32} {pos}/{len}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar
    }

    /// Tells what ended the command, sums up, and gives the exit code.
    pub fn finish(mut self, done: Done) -> ExitCode {
        if let Err(diagnostics) = &done {
            self.tell(diagnostics);
        }
        if self.errors > 0 {
            let mut line = counted(self.errors, "error");
            if self.warnings > 0 {
                line = format!("{line}, {}", counted(self.warnings, "warning"));
            }
            let _ = writeln!(anstream::stderr(), "{line}");
        }
        match self.fault {
            None => ExitCode::SUCCESS,
            Some(Fault::Data) => ExitCode::from(1),
            Some(Fault::Usage) => ExitCode::from(2),
            Some(Fault::Machine) => ExitCode::from(3),
        }
    }
}
