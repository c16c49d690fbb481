//! The program, run in a folder of its own and under limits.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::files::files_under;

/// What ends a run, far above what is a finding: CPU seconds, KiB of addresses, and the clock on a machine that is busy.
const CPU_SECONDS: u32 = if cfg!(debug_assertions) { 600 } else { 90 };
const ADDRESSES: u32 = 4 << 20;
const HANGS: Duration = Duration::from_secs(CPU_SECONDS as u64 * 3);

/// How often the memory of a run is read.
const BEAT: Duration = Duration::from_millis(5);

pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    /// Seconds.
    pub cpu: f64,
    /// MiB, where the system tells: in `/proc`.
    pub memory: u64,
}

/// A folder for a game, `out` for what is made of it, and `home` for what the program keeps.
pub struct Desk(tempfile::TempDir);

impl Desk {
    pub fn new() -> Desk {
        Desk(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// All files, from the desk on.
    pub fn files(&self) -> Vec<PathBuf> {
        let files = files_under(self.0.path());
        let inside = |path: PathBuf| path.strip_prefix(self.0.path()).unwrap().to_owned();
        files.into_iter().map(inside).collect()
    }

    pub fn run(&self, args: &[&str]) -> Run {
        let limits = format!(
            "ulimit -v {ADDRESSES} 2>/dev/null; ulimit -t {CPU_SECONDS}; exec \"$0\" \"$@\""
        );
        let child = Command::new("sh")
            .args(["-c", &limits, env!("CARGO_BIN_EXE_deckproof")])
            .args(args)
            .current_dir(self.0.path())
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("HOME", self.path("home"))
            .env("DECKPROOF_CONFIG", self.path("config"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let id = child.id();
        let (done, wait) = channel();
        let thread = std::thread::spawn(move || {
            let output = child.wait_with_output();
            let _ = done.send(());
            output.unwrap()
        });
        let (start, mut cpu, mut memory) = (Instant::now(), 0.0, 0);
        while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(BEAT) {
            (cpu, memory) = measure(id).unwrap_or((cpu, memory));
            if start.elapsed() > HANGS {
                Command::new("kill").args(["-9", &id.to_string()]).status().unwrap();
            }
        }
        let output = thread.join().unwrap();
        Run {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            cpu,
            memory,
        }
    }
}

/// CPU seconds so far, and the most MiB at any time, of a process of Linux.
fn measure(id: u32) -> Option<(f64, u64)> {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{id}/{name}")).ok();
    let (stat, status) = (read("stat")?, read("status")?);
    // Behind the name, which may hold blanks; a hundred ticks are a second.
    let ticks = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(2);
    let ticks: f64 = ticks.filter_map(|t| t.parse::<f64>().ok()).sum();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().ok()?;
    Some((ticks / 100.0, peak >> 10))
}
