//! Reads files of an earlier commit from the `git` program. It is asked for objects by name and nothing else: nothing is
//! checked out or fetched, no hook or filter runs.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Error, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Diagnostic, error, grouped, machine, usage};

/// Most files of a folder that are read from a revision, and most bytes of all of them together.
const MOST_FILES: usize = 10_000;
/// See [`MOST_FILES`].
const MOST_BYTES: u64 = 256 << 20;

/// Most bytes of a list of names that is read.
const LONGEST_LIST: u64 = 16 << 20;

/// The repository that a folder lies in.
pub struct Repository {
    /// Where git is run.
    from: PathBuf,
    /// The folder's place below the top of the repository: empty, or ending in a slash.
    pub prefix: String,
    /// The name of the top folder.
    pub name: String,
}

impl Repository {
    /// The repository around the folder `from`.
    ///
    /// # Errors
    /// When git cannot be run, or the folder is in no repository.
    pub fn around(from: &Path) -> Result<Self, Diagnostic> {
        let ask = |what| run(from, &["rev-parse", what]);
        let (Some(prefix), Some(top)) = (ask("--show-prefix")?, ask("--show-toplevel")?) else {
            let shown = if from.as_os_str().is_empty() || from == Path::new(".") {
                "the current folder".to_owned()
            } else {
                format!("`{}`", from.display())
            };
            return Err(usage!(
                NoRevision,
                "{shown} is in no git repository, so it has no revisions",
                "name a folder instead, or run it inside the repository"
            ));
        };
        let name = Path::new(top.trim_end())
            .file_name()
            .map_or("game".into(), |n| n.to_string_lossy().into_owned());
        Ok(Repository {
            from: from.to_owned(),
            prefix: prefix.trim_end_matches(['\r', '\n']).to_owned(),
            name,
        })
    }

    /// The object that `name` stands for: `HEAD~3^{tree}`, `<tree>:cards/caper`. `None` when there is none.
    pub fn object(&self, name: &str) -> Result<Option<String>, Diagnostic> {
        // A name that begins with a dash would be taken for an option.
        if name.starts_with('-') {
            return Ok(None);
        }
        Ok(run(&self.from, &["rev-parse", "--verify", "--quiet", name])?
            .map(|oid| oid.trim().to_owned()))
    }

    /// Names of branches and tags.
    pub fn names(&self) -> Result<Vec<String>, Diagnostic> {
        let (names, _) = list(&self.from, &["for-each-ref", "--format=%(refname:short)"])?;
        Ok(names.lines().map(str::to_owned).collect())
    }

    /// Paths of the files below a tree, so many as a list may hold.
    pub fn paths(&self, tree: &str) -> Result<Vec<String>, Diagnostic> {
        let args = ["ls-tree", "-r", "-z", "--full-tree", "--name-only", tree];
        let (paths, _) = list(&self.from, &args)?;
        Ok(paths.split_terminator('\0').map(str::to_owned).collect())
    }

    /// All files below a tree, by their paths. Links and other repositories are left out: they hold no text.
    ///
    /// # Errors
    /// When they are too many or too large, or git fails.
    pub fn files(&self, tree: &str, label: &str) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
        let args = ["ls-tree", "-r", "-z", "-l", "--full-tree", tree];
        let (lines, is_whole) = list(&self.from, &args)?;
        let blobs: Vec<Blob<'_>> = lines.split_terminator('\0').filter_map(Blob::read).collect();
        let bytes = blobs.iter().fold(0, |sum: u64, blob| sum.saturating_add(blob.size));
        if !is_whole || bytes > MOST_BYTES {
            return Err(error!(
                TooLarge,
                format!(
                    "`{label}` holds more than {} files, or more than {} MiB",
                    grouped(MOST_FILES as u64),
                    MOST_BYTES >> 20
                ),
                "name the game's own folder: `HEAD:cards/my-game`"
            ));
        }
        let contents = self.contents(&blobs).map_err(not_run)?;
        Ok(blobs.iter().map(|blob| blob.path.to_owned()).zip(contents).collect())
    }

    fn contents(&self, blobs: &[Blob<'_>]) -> std::io::Result<Vec<Vec<u8>>> {
        let mut child =
            command(&self.from, &["cat-file", "--batch"]).stdin(Stdio::piped()).spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::other("it has no streams"));
        };
        let read = std::thread::scope(|scope| {
            // On a thread of its own: writing could block on a full pipe while the other pipe waits to be read.
            scope.spawn(move || blobs.iter().try_for_each(|blob| writeln!(input, "{}", blob.oid)));
            let mut output = BufReader::new(output);
            blobs.iter().map(|blob| one(&mut output, blob)).collect()
        });
        // The child is waited for in any case; only what could be read counts.
        let _ = child.kill();
        let _ = child.wait();
        read
    }
}

/// A file of a tree.
struct Blob<'a> {
    oid: &'a str,
    size: u64,
    path: &'a str,
}

impl<'a> Blob<'a> {
    /// Reads `100644 blob <oid> <size>\t<path>`; `None` for what is no file.
    fn read(line: &'a str) -> Option<Self> {
        let (head, path) = line.split_once('\t')?;
        let words: Vec<&str> = head.split_ascii_whitespace().collect();
        let [mode, "blob", oid, size] = *words else { return None };
        let size = size.parse().ok()?;
        mode.starts_with("100").then_some(Blob { oid, size, path })
    }
}

/// The next answer of `cat-file --batch`: `<oid> blob <size>`, a line break, the bytes, a line break.
fn one(output: &mut impl BufRead, blob: &Blob<'_>) -> std::io::Result<Vec<u8>> {
    let mut head = String::new();
    output.read_line(&mut head)?;
    if head.trim_end() != format!("{} blob {}", blob.oid, blob.size) {
        return Err(Error::other(format!("it says `{}`", head.trim_end())));
    }
    let mut bytes = Vec::new();
    output.take(blob.size + 1).read_to_end(&mut bytes)?;
    match bytes.pop() {
        Some(b'\n') if bytes.len() as u64 == blob.size => Ok(bytes),
        _ => Err(Error::other(format!("`{}` ends early", blob.path))),
    }
}

/// What git prints; `None` when it says no.
fn run(from: &Path, args: &[&str]) -> Result<Option<String>, Diagnostic> {
    let (output, is_good, _) = read(from, args).map_err(not_run)?;
    Ok(is_good.then_some(output))
}

/// A list that git prints, and whether that is all of it.
fn list(from: &Path, args: &[&str]) -> Result<(String, bool), Diagnostic> {
    match read(from, args).map_err(not_run)? {
        (list, true, is_whole) => Ok((list, is_whole)),
        _ => Err(not_run(Error::other(format!("`{}` has no answer", args[0])))),
    }
}

/// What git prints, whether it went well, and whether that is all: a long list is stopped, since ten small trees can hold a thousand
/// million files. Names that are no UTF-8 are made so, and are not found then.
fn read(from: &Path, args: &[&str]) -> std::io::Result<(String, bool, bool)> {
    let mut child = command(from, args).spawn()?;
    let mut bytes = Vec::new();
    if let Some(output) = child.stdout.take() {
        output.take(LONGEST_LIST).read_to_end(&mut bytes)?;
    }
    let is_stopped = bytes.len() as u64 == LONGEST_LIST;
    if is_stopped {
        child.kill()?;
    }
    let is_good = child.wait()?.success() || is_stopped;
    let names = bytes.iter().filter(|b| matches!(b, b'\0' | b'\n')).count();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((text, is_good, names <= MOST_FILES && !is_stopped))
}

fn command(from: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    // A partial clone would fetch what it lacks, and ask for a password.
    command
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .args(["--no-pager", "-c", "core.fsmonitor=false"])
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if !from.as_os_str().is_empty() {
        command.current_dir(from);
    }
    command
}

fn not_run(error: Error) -> Diagnostic {
    if error.kind() == std::io::ErrorKind::NotFound {
        return machine!(
            NoGit,
            "revisions are read with the program `git`, which is not there",
            "install git, or name folders instead of revisions"
        );
    }
    machine!(
        NoGit,
        "the program `git` failed: {error}",
        "see that `git status` works here, or name folders instead of revisions"
    )
}
