//! Sends a game to a running Tabletop Simulator. A message and a port come in; the answer of the game's script goes out. The
//! game listens for text editors on this computer, one message a connection, and answers by connecting to the port below its
//! own. Called by `export tts`.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::source::{Blame, Code, Diagnostic};

/// How long the game has to take the message, and to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes of an answer; whatever is longer is about something else.
const LONGEST: u64 = 16 << 20;

/// Kinds of messages, by the numbers of the game.
const FAILED: u64 = 3;
const RETURNED: u64 = 5;

/// Sends a message to the game that listens on `port` and gives what its script returned; `None` when no answer came, as when
/// another editor gets the answers.
///
/// # Errors
/// No game is there, or the script failed: warnings, as the files are made.
pub fn push(message: &[u8], port: u16) -> Result<Option<String>, Diagnostic> {
    // Listen before sending, so that no answer is missed.
    let answers = TcpListener::bind(local(port.saturating_sub(1))).ok();
    send(message, port).map_err(|_| {
        let text = format!("no running Tabletop Simulator listens on port {port} of this computer");
        not_pushed(text, "start the game, open a table, and run this again")
    })?;
    let Some(answers) = answers else {
        return Ok(None);
    };
    let (hear, heard) = mpsc::channel();
    let listener = std::thread::spawn(move || {
        let answers = answers.incoming().flatten().map(read);
        answers.map(|answer| hear.send(answer)).find(Result::is_err)
    });
    let answer = wait_for_answer(&heard);
    // One last connection unblocks the listener, which frees the port for the next game.
    drop(heard);
    if TcpStream::connect_timeout(&local(port.saturating_sub(1)), PATIENCE).is_ok() {
        let _ = listener.join();
    }
    answer
}

/// What the script returned, or that it failed.
fn wait_for_answer(heard: &Receiver<Value>) -> Result<Option<String>, Diagnostic> {
    let end = Instant::now() + PATIENCE;
    while let Ok(answer) = heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
        let text = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
        match answer["messageID"].as_u64() {
            Some(RETURNED) => return Ok(Some(text("returnValue"))),
            Some(FAILED) => {
                let why = format!("{} {}", text("errorMessagePrefix"), text("error"));
                let message = format!("Tabletop Simulator says: {}", why.trim());
                let help = "load the saved object by hand, and please report this";
                return Err(not_pushed(message, help));
            }
            // What scripts of the table print, and what players do.
            _ => {}
        }
    }
    Ok(None)
}

fn send(message: &[u8], port: u16) -> std::io::Result<()> {
    let mut stream = TcpStream::connect_timeout(&local(port), PATIENCE)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(message)?;
    // The game reads to the end of the stream.
    stream.shutdown(Shutdown::Write)
}

/// A message of the game; null when it is none.
fn read(stream: TcpStream) -> Value {
    let mut bytes = Vec::new();
    let ready = stream.set_read_timeout(Some(PATIENCE)).is_ok()
        && stream.take(LONGEST).read_to_end(&mut bytes).is_ok();
    let value = ready.then(|| serde_json::from_slice(&bytes).ok()).flatten();
    value.unwrap_or_default()
}

fn local(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

fn not_pushed(message: String, help: &str) -> Diagnostic {
    Diagnostic::warning(Code::NotPushed, message)
        .fault(Blame::Machine)
        .help(help)
}
