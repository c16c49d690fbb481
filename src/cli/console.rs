//! Everything a command shows its user: diagnostics on stderr, or as data on stdout, progress bars, and the exit code at the end.
//! Diagnostics and lines come in, output goes out. `args` creates one [`Console`] per run and passes it to every command.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use crate::session::{Host, Steps, output, tally};
use crate::source::{
    Blame, Diagnostics, Files, Severity, for_terminal, github, machine, render, sarif, usage,
};

/// Ends a command early, its diagnostics already reported or in it.
pub type Done = Result<(), Diagnostics>;

/// Collects what is said in one run.
#[derive(Default)]
pub struct Console {
    pub files: Files,
    /// Whether only faults are said.
    pub quiet: bool,
    /// Whether stdout is left to a file that is written there: lines go to stderr.
    is_stdout_taken: bool,
    format: Format,
    /// A warning counts as a fault of the data.
    pub deny_warnings: bool,
    /// Shows each card of an element that is wrong on many, not only the worst.
    pub shows_all: bool,
    told: Diagnostics,
    /// Makes the exit code 1, though nothing is wrong.
    pub failed: bool,
    /// Files that were promised, with the options that name them.
    promised: Vec<(&'static str, PathBuf)>,
    /// Why the standard output could not be written to, the first time.
    lost: OnceLock<std::io::Error>,
    /// The lines, for a program that shows them itself; `None` where they go to the terminal.
    kept: Option<Mutex<Vec<String>>>,
}

impl Console {
    pub fn new(quiet: bool) -> Self {
        Console { quiet, ..Console::default() }
    }

    /// One that writes nothing, and keeps what is said: see [`Console::into_kept`].
    pub fn kept() -> Self {
        Console { kept: Some(Mutex::default()), ..Console::new(false) }
    }

    /// The lines that were kept, the diagnostics, and the files that they point into.
    pub fn into_kept(self) -> (Vec<String>, Diagnostics, Files) {
        let lines =
            self.kept.map(|lines| lines.into_inner().unwrap_or_else(PoisonError::into_inner));
        (lines.unwrap_or_default(), self.told, self.files)
    }

    /// Keeps a line, where lines are kept.
    fn keeps(&self, line: &str) -> bool {
        self.kept
            .as_ref()
            .map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner))
            .map(|mut kept| kept.push(line.to_owned()))
            .is_some()
    }

    /// Tells diagnostics in another format from here on. For a machine, nothing else is said on stdout.
    pub fn write_as(&mut self, format: Format) {
        self.format = format;
        self.quiet |= format.is_for_a_machine();
    }

    /// Leaves stdout to what is printed there: lines for people go to stderr from here on.
    ///
    /// # Errors
    /// When an option writes its file there.
    pub fn leave_stdout(&mut self) -> Done {
        self.promise("--format", Path::new("-"))?;
        self.is_stdout_taken = true;
        Ok(())
    }

    /// Shows diagnostics; what was told before is not told again.
    pub fn show(&mut self, diagnostics: &Diagnostics) {
        let before = self.told.iter().len();
        for diagnostic in diagnostics.iter() {
            debug_assert!(diagnostic.help.is_some(), "no help: {}", diagnostic.message);
            // `push` drops duplicates, and adds a last diagnostic that says there are more.
            self.told.push(diagnostic.clone());
        }
        if self.format.is_for_a_machine() || self.kept.is_some() {
            return;
        }
        let mut shown: Diagnostics = self.told.iter().skip(before).cloned().collect();
        if !self.shows_all {
            shown = shown.worst_of_each_element();
        }
        let mut out = anstream::stderr();
        for diagnostic in shown.iter() {
            let text = render(diagnostic, &self.files, true);
            // If stderr is closed, there is no way to report it.
            let _ = writeln!(out, "{}\n", for_terminal(&text));
        }
    }

    /// Asks before the work whether the file that an option names can be written: see [`output::can_write`]. If it is stdout, lines for
    /// people go to stderr from here on.
    ///
    /// # Errors
    /// As [`output::can_write`]; when another option names the same file.
    pub fn will_write(
        &mut self,
        option: &'static str,
        path: &Path,
        made_by_us: output::MadeByUs,
    ) -> Done {
        self.promise(option, path)?;
        output::can_write(option, path, made_by_us)?;
        self.is_stdout_taken |= output::is_stdout(path);
        Ok(())
    }

    fn promise(&mut self, option: &'static str, path: &Path) -> Done {
        let mut before = self.promised.iter();
        if let Some((other, _)) = before.find(|(_, other)| output::is_same_place(other, path)) {
            let message = format!("{other} and {option} both name `{}`", path.display());
            return Err(usage!(OptionsDisagree, message, "give each a place of its own").into());
        }
        self.promised.push((option, path.to_owned()));
        Ok(())
    }

    /// Writes the file that an option names, and says so.
    ///
    /// # Errors
    /// As [`output::write_file_for`].
    pub fn write(
        &self,
        option: &str,
        path: &Path,
        bytes: &[u8],
        made_by_us: output::MadeByUs,
    ) -> Done {
        output::write_file_for(option, path, bytes, made_by_us)?;
        if !output::is_stdout(path) {
            self.say(&format!("{}: written", path.display()));
        }
        Ok(())
    }

    /// A line for people, on stdout; nothing when quiet.
    pub fn say(&self, line: &str) {
        if self.is_stdout_taken {
            self.note(line);
        } else if !self.quiet && !self.keeps(line) {
            self.print(&format!("{}\n", for_terminal(line)));
        }
    }

    /// Puts data on stdout, also when nothing else is said. That it could not be written is told at the end.
    pub fn print(&self, text: &str) {
        let mut out = anstream::stdout();
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // Only the first is kept.
            let _ = self.lost.set(error);
        }
    }

    /// A line for people that belongs to no result, on stderr; nothing when quiet.
    pub fn note(&self, line: &str) {
        if !self.quiet && !self.keeps(line) {
            let _ = writeln!(anstream::stderr(), "{}", for_terminal(line));
        }
    }

    /// A progress bar over `steps`; hidden when quiet or not on a terminal.
    pub fn progress(&self, what: &str, steps: u64) -> ProgressBar {
        let shown = !self.quiet && self.kept.is_none() && std::io::stderr().is_terminal();
        let target =
            if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(steps), target)
            .with_finish(ProgressFinish::AndClear);
        if let Ok(style) = ProgressStyle::with_template("{msg:28} {bar:32} {pos}/{len}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar
    }

    /// Prints what ended the command and the number of errors; gives the exit code.
    pub fn finish(mut self, done: Done) -> ExitCode {
        if let Err(diagnostics) = &done {
            // An error that ends a command before there is a report is printed as text.
            if self.format == Format::Report {
                self.format = Format::Human;
            }
            self.show(diagnostics);
        }
        let is_for_a_machine = self.format.is_for_a_machine();
        if is_for_a_machine {
            self.print(&self.format.write(&self.told, &self.files));
        }
        self.show_lost();
        if !is_for_a_machine && let Some(line) = tally(&self.told) {
            let _ = writeln!(anstream::stderr(), "{line}");
        }
        let warned = self.deny_warnings && self.told.count(Severity::Warning) > 0;
        let failed = warned || self.failed;
        match self.told.fault().or(failed.then_some(Blame::Data)) {
            None => ExitCode::SUCCESS,
            Some(Blame::Data) => ExitCode::from(1),
            Some(Blame::Usage) => ExitCode::from(2),
            Some(Blame::Machine) => ExitCode::from(3),
        }
    }

    /// Tells on stderr, whatever the format, that what was said did not reach its reader. One who stops reading early knows.
    fn show_lost(&mut self) {
        let lost = self.lost.take().filter(|error| error.kind() != ErrorKind::BrokenPipe);
        let Some(error) = lost else { return };
        let fault = machine!(
            CannotWrite,
            "cannot write to the standard output: {error}",
            "make room on the disk, or send it elsewhere"
        );
        self.format = Format::Human;
        self.show(&fault.into());
    }
}

impl Host for Console {
    fn files(&mut self) -> &mut Files {
        &mut self.files
    }

    fn tell(&mut self, found: &Diagnostics) {
        Console::show(self, found);
    }

    fn note(&self, line: &str) {
        Console::note(self, line);
    }

    fn say(&self, line: &str) {
        Console::say(self, line);
    }

    fn progress(&self, what: &str) -> Steps {
        let bar = Console::progress(self, what, 0);
        Box::new(move |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        })
    }
}

/// For whom diagnostics are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// Lines with the place marked, on stderr as they are found
    #[default]
    Human,
    /// In the report of the command
    Report,
    /// SARIF 2.1.0, which code hosts take as findings
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

impl Format {
    /// Whether stdout is for a machine, and holds nothing but the diagnostics.
    pub fn is_for_a_machine(self) -> bool {
        self != Format::Human
    }

    /// All diagnostics of a run at once; nothing for people, who were told already.
    fn write(self, diagnostics: &Diagnostics, files: &Files) -> String {
        let here = std::env::current_dir().unwrap_or_default().display().to_string();
        match self {
            Format::Human | Format::Report => String::new(),
            Format::Sarif => sarif(diagnostics, files, &here),
            Format::Github => github(diagnostics, files, &here),
        }
    }
}
